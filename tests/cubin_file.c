// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "tests/cubin_file.h"

#include <stdio.h>

struct cubin *cubin_file_read(const char *path)
{
    static unsigned char data[64 << 20];
    char error[CUBIN_ERROR_TEXT];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(data, 1, sizeof data, file) : 0;
    if (file)
        fclose(file);
    struct cubin *cubin = cubin_read(data, size, error);
    if (!cubin)
        fprintf(stderr, "%s: %s\n", path, error);
    return cubin;
}
