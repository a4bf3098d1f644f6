// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_format.h"

#include <stdarg.h>
#include <stdio.h>

const struct sass_word cubin_nop = {0x0000000000007918, 0x000fc00000000000};

struct sass_word cubin_self_branch(unsigned sm)
{
    // sm_90 splits the branch offset into two fields.
    return (struct sass_word){sm >= 90 ? 0xfffffffc00fc7947 : 0xfffffff000007947,
                              0x000fc0000383ffff};
}

unsigned cubin_param_base(unsigned sm)
{
    return sm >= 90 ? 0x210 : 0x160;
}

unsigned cubin_descriptor_offset(unsigned sm)
{
    return sm >= 90 ? 0x208 : 0x118;
}

unsigned cubin_shared_base(unsigned sm)
{
    return sm >= 90 ? 0x400 : 0;
}

unsigned cubin_register_cap(const unsigned max_threads[3])
{
    unsigned threads = max_threads[0] * max_threads[1] * max_threads[2];
    unsigned lanes = (threads + 127) / 128 * 128;
    unsigned cap = lanes ? 65536 / lanes / 8 * 8 : 255;
    return cap < 255 ? cap : 255;
}

bool cubin_fail(char *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, CUBIN_ERROR_TEXT, format, arguments);
    va_end(arguments);
    // Names come from files: keep them from breaking the line.
    for (char *c = error; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return false;
}
