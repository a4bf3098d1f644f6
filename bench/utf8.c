// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/utf8.h"

static int is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

size_t utf8_character(const char *text, size_t length)
{
    if (length == 0)
        return 0;
    unsigned char first = (unsigned char)text[0];
    size_t size = first < 0x80    ? 1
                  : first < 0xc2  ? 0 // a continuation, or overlong
                  : first < 0xe0  ? 2
                  : first < 0xf0  ? 3
                  : first <= 0xf4 ? 4
                                  : 0;
    if (size > length)
        return 0;
    for (size_t i = 1; i < size; i++)
        if (!is_continuation(text[i]))
            return 0;
    if (size < 3)
        return size;
    unsigned char second = (unsigned char)text[1];
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
        return 0;
    return size;
}

int utf8_prefix(const char *text, int columns)
{
    int size = 0;
    while (text[size] && (is_continuation(text[size]) || columns-- > 0))
        size++;
    return size;
}

int utf8_columns(const char *text)
{
    int columns = 0;
    for (; *text; text++)
        columns += !is_continuation(*text);
    return columns;
}
