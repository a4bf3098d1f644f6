// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_buffer.h"

#include <stdlib.h>
#include <string.h>

void cubin_put(struct cubin_buffer *buffer, const void *bytes, size_t size)
{
    if (buffer->failed || size == 0)
        return;
    if (size > SIZE_MAX / 2 - buffer->size) {
        buffer->failed = true;
        return;
    }
    if (buffer->size + size > buffer->capacity) {
        size_t capacity = 2 * (buffer->size + size);
        unsigned char *data = realloc(buffer->data, capacity);
        if (!data) {
            buffer->failed = true;
            return;
        }
        buffer->data = data;
        buffer->capacity = capacity;
    }
    if (bytes)
        memcpy(buffer->data + buffer->size, bytes, size);
    else
        memset(buffer->data + buffer->size, 0, size);
    buffer->size += size;
}

void cubin_put16(struct cubin_buffer *buffer, unsigned value)
{
    unsigned char bytes[2] = {value & 0xff, value >> 8 & 0xff};
    cubin_put(buffer, bytes, sizeof bytes);
}

void cubin_put32(struct cubin_buffer *buffer, uint32_t value)
{
    cubin_put16(buffer, value & 0xffff);
    cubin_put16(buffer, value >> 16);
}

void cubin_put_align(struct cubin_buffer *buffer, size_t align)
{
    cubin_put(buffer, NULL, (align - buffer->size % align) % align);
}

uint32_t cubin_put_name(struct cubin_buffer *buffer, const char *prefix, const char *name)
{
    uint32_t offset = (uint32_t)buffer->size;
    cubin_put(buffer, prefix, strlen(prefix));
    cubin_put(buffer, name, strlen(name) + 1);
    return offset;
}

void cubin_buffer_free(struct cubin_buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct cubin_buffer){0};
}
