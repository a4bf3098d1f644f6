// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "driver/bundled.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Relative to the running executable's folder: in the build tree, then installed.
static const char *const places[] = {
    "../lib/emulator/libcuda.so.1",
    "../" SASSDNN_LIBDIR "/sassdnn/libcuda.so.1",
    "../lib/sassdnn/libcuda.so.1",
};

static bool executable_folder(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

bool bundled_emulator(char *path, char *error, size_t size)
{
    const char *given = getenv("SASSDNN_EMULATOR");
    if (given && *given) {
        snprintf(path, PATH_MAX, "%s", given);
        return true;
    }
    char folder[PATH_MAX];
    if (!executable_folder(folder, sizeof folder)) {
        snprintf(error, size, "cannot find the running executable's folder");
        return false;
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        int length = snprintf(path, PATH_MAX, "%s/%s", folder, places[i]);
        if (length < PATH_MAX && access(path, R_OK) == 0)
            return true;
    }
    snprintf(error, size, "%s, %s and %s do not exist beside %.200s", places[0], places[1],
             places[2], folder);
    return false;
}
