// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Device memory for 32-bit elements with guard words before and after it. The guards are NaNs, so
// that a kernel that reads them shows it in its result, and each differs from its neighbours, so
// that a kernel that copies them about is noticed as well.
#ifndef SASSDNN_BENCH_GUARD_BUFFER_H
#define SASSDNN_BENCH_GUARD_BUFFER_H

#include "driver/driver.h"

#include <stdint.h>

enum { GUARD_WORDS = 256, GUARD_ERROR_TEXT = 256 };

struct guard_buffer {
    const struct driver *driver;
    CUdeviceptr memory; ///< with the guards; 0: not allocated
    CUdeviceptr data;   ///< first element, aligned to 256 bytes or more
    size_t words;
};

/// Allocate; the elements are undefined. Every function returns false with a one-line text in
/// error[GUARD_ERROR_TEXT] when the driver refuses.
bool guard_buffer_create(struct guard_buffer *buffer, const struct driver *driver, size_t words,
                         char *error);
void guard_buffer_destroy(struct guard_buffer *buffer);

/// Copy all elements to the device, or from it.
bool guard_buffer_upload(const struct guard_buffer *buffer, const void *from, char *error);
bool guard_buffer_download(const struct guard_buffer *buffer, void *to, char *error);

/// Set every element to one bit pattern.
bool guard_buffer_fill(const struct guard_buffer *buffer, uint32_t pattern, char *error);

/// Whether all guard words are as they were; if not, the text names the first one as an offset in
/// words from the start or the end of `name`.
bool guard_buffer_check(const struct guard_buffer *buffer, const char *name, char *error);

#endif
