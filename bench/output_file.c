// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(int error)
{
    errno = error;
    return false;
}

bool output_file_possible(const char *path)
{
    struct stat status;
    char folder[PATH_MAX];
    if (stat(path, &status) == 0)
        return S_ISDIR(status.st_mode) ? fail(EISDIR) : access(path, W_OK) == 0;
    if (errno != ENOENT)
        return false;
    size_t length = strlen(path);
    if (length >= sizeof(folder))
        return fail(ENAMETOOLONG);
    if (length == 0 || path[length - 1] == '/')
        return fail(length == 0 ? ENOENT : EISDIR);
    memcpy(folder, path, length + 1);
    return access(dirname(folder), W_OK | X_OK) == 0;
}

bool output_file_replaces(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

/// A new file beside the target; NULL where the folder does not take one.
static FILE *open_temporary(struct output_file *file)
{
    snprintf(file->temporary, sizeof(file->temporary), "%s.%ld.tmp", file->target, (long)getpid());
    unlink(file->temporary); // of an earlier process of that number
    int descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!stream && descriptor >= 0) {
        close(descriptor);
        unlink(file->temporary);
    }
    return stream;
}

bool output_file_open(struct output_file *file, const char *path)
{
    memset(file, 0, sizeof(*file));
    if (!realpath(path, file->target)) { // not there yet
        if (strlen(path) >= sizeof(file->target))
            return fail(ENAMETOOLONG);
        strcpy(file->target, path);
    }
    if (output_file_replaces(path))
        file->stream = open_temporary(file);
    if (!file->stream) { // perhaps the file may be written, but not its folder
        file->temporary[0] = 0;
        file->stream = fopen(path, "w");
    }
    return file->stream != NULL;
}

bool output_file_close(struct output_file *file)
{
    bool good = fflush(file->stream) == 0 && !ferror(file->stream);
    int error = errno;
    if (fclose(file->stream) != 0 && good) {
        good = false;
        error = errno;
    }
    if (!file->temporary[0])
        return good || fail(error);
    if (good && rename(file->temporary, file->target) == 0)
        return true;
    error = good ? errno : error;
    unlink(file->temporary);
    return fail(error);
}
