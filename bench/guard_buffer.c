// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/guard_buffer.h"

#include <stdio.h>

enum { WORD = 4 };

static bool good(const struct guard_buffer *buffer, CUresult result, const char *what, char *error)
{
    if (result == CUDA_SUCCESS)
        return true;
    char text[160];
    driver_error_text(buffer->driver, result, text, sizeof(text));
    snprintf(error, GUARD_ERROR_TEXT, "%s: %s", what, text);
    return false;
}

/// Guard word `index` of the 2 * GUARD_WORDS: a quiet NaN that carries its index.
static uint32_t guard(unsigned index)
{
    return 0xffc5a000u + index;
}

bool guard_buffer_create(struct guard_buffer *buffer, const struct driver *driver, size_t words,
                         char *error)
{
    uint32_t guards[2 * GUARD_WORDS];
    size_t bytes = (words + 2 * GUARD_WORDS) * WORD;
    char what[64];
    *buffer = (struct guard_buffer){.driver = driver, .words = words};
    snprintf(what, sizeof(what), "allocating %zu bytes on the device", bytes);
    if (!good(buffer, driver->cuMemAlloc_v2(&buffer->memory, bytes), what, error)) {
        buffer->memory = 0;
        return false;
    }
    buffer->data = buffer->memory + GUARD_WORDS * WORD;
    for (unsigned i = 0; i < 2 * GUARD_WORDS; i++)
        guards[i] = guard(i);
    if (good(buffer, driver->cuMemcpyHtoD_v2(buffer->memory, guards, GUARD_WORDS * WORD),
             "writing guard words", error) &&
        good(buffer,
             driver->cuMemcpyHtoD_v2(buffer->data + words * WORD, guards + GUARD_WORDS,
                                     GUARD_WORDS * WORD),
             "writing guard words", error))
        return true;
    guard_buffer_destroy(buffer);
    return false;
}

void guard_buffer_destroy(struct guard_buffer *buffer)
{
    if (buffer->memory)
        buffer->driver->cuMemFree_v2(buffer->memory);
    buffer->memory = 0;
}

bool guard_buffer_upload(const struct guard_buffer *buffer, const void *from, char *error)
{
    return good(buffer, buffer->driver->cuMemcpyHtoD_v2(buffer->data, from, buffer->words * WORD),
                "copying to the device", error);
}

bool guard_buffer_download(const struct guard_buffer *buffer, void *to, char *error)
{
    return good(buffer, buffer->driver->cuMemcpyDtoH_v2(to, buffer->data, buffer->words * WORD),
                "copying from the device", error);
}

bool guard_buffer_fill(const struct guard_buffer *buffer, uint32_t pattern, char *error)
{
    return good(buffer, buffer->driver->cuMemsetD32_v2(buffer->data, pattern, buffer->words),
                "filling device memory", error);
}

bool guard_buffer_check(const struct guard_buffer *buffer, const char *name, char *error)
{
    const struct driver *driver = buffer->driver;
    uint32_t guards[2 * GUARD_WORDS];
    if (!good(buffer, driver->cuMemcpyDtoH_v2(guards, buffer->memory, GUARD_WORDS * WORD),
              "reading guard words", error) ||
        !good(buffer,
              driver->cuMemcpyDtoH_v2(guards + GUARD_WORDS, buffer->data + buffer->words * WORD,
                                      GUARD_WORDS * WORD),
              "reading guard words", error))
        return false;
    for (int i = 0; i < 2 * GUARD_WORDS; i++)
        if (guards[i] != guard((unsigned)i)) {
            snprintf(error, GUARD_ERROR_TEXT, "guard word %d %s %s was overwritten with 0x%08x",
                     i < GUARD_WORDS ? GUARD_WORDS - i : i - GUARD_WORDS + 1,
                     i < GUARD_WORDS ? "before" : "after", name, (unsigned)guards[i]);
            return false;
        }
    return true;
}
