// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A growing byte string for the cubin writer. Errors are sticky: after a failed allocation
// `failed` is set and every later call does nothing, so that one check at the end is enough.
#ifndef SASS_CUBIN_BUFFER_H
#define SASS_CUBIN_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cubin_buffer {
    unsigned char *data;
    size_t size, capacity;
    bool failed;
};

/// Append bytes; `bytes` NULL appends zeros.
void cubin_put(struct cubin_buffer *buffer, const void *bytes, size_t size);

/// Append little-endian integers.
void cubin_put16(struct cubin_buffer *buffer, unsigned value);
void cubin_put32(struct cubin_buffer *buffer, uint32_t value);

/// Append zeros up to a multiple of `align`.
void cubin_put_align(struct cubin_buffer *buffer, size_t align);

/// Append prefix and name as one NUL-terminated string; returns its offset.
uint32_t cubin_put_name(struct cubin_buffer *buffer, const char *prefix, const char *name);

void cubin_buffer_free(struct cubin_buffer *buffer);

#endif
