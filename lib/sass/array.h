// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef SASS_ARRAY_H
#define SASS_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/// Make room for one more item of `size` bytes in *items, a malloc'ed array that holds `count` and
/// has room for *room. `items` is the address of the pointer. False, and *out_of_memory, when there
/// is none; the array stays.
static inline bool array_grow(void *items, size_t *room, size_t count, size_t size,
                              bool *out_of_memory)
{
    enum { FIRST_ROOM = 64 };
    void **p = items;
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : FIRST_ROOM;
    void *bigger = realloc(*p, more * size);
    if (!bigger) {
        *out_of_memory = true;
        return false;
    }
    *p = bigger;
    *room = more;
    return true;
}

#endif
