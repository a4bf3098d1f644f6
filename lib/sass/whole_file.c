// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const size_t first_bytes = 1 << 16, most_bytes = 1 << 30;

static unsigned char *read_all(FILE *file, size_t *size)
{
    unsigned char *data = NULL;
    size_t used = 0, room = 0;
    while (!feof(file)) {
        if (used == room) {
            room = room ? room * 2 : first_bytes;
            unsigned char *bigger = room <= most_bytes ? realloc(data, room + 1) : NULL;
            if (!bigger) {
                free(data);
                errno = room <= most_bytes ? ENOMEM : EFBIG;
                return NULL;
            }
            data = bigger;
        }
        errno = 0;
        used += fread(data + used, 1, room - used, file);
        if (ferror(file)) {
            int error = errno ? errno : EIO;
            free(data);
            errno = error;
            return NULL;
        }
    }
    data[used] = 0;
    *size = used;
    return data;
}

unsigned char *whole_file_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    unsigned char *data = read_all(file, size);
    int error = errno;
    fclose(file);
    errno = error;
    return data;
}
