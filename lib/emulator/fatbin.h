// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Fat binaries: a container of cubins and PTX for several architectures.
#ifndef EMULATOR_FATBIN_H
#define EMULATOR_FATBIN_H

#include <stdbool.h>
#include <stddef.h>

/// Bytes that fatbin_is and fatbin_size look at.
enum { FATBIN_LEAST = 16 };

bool fatbin_is(const void *image);

/// What the structure points to that nvcc wraps around a fat binary; `image` for anything else.
const void *fatbin_unwrap(const void *image);

/// Size in bytes, as the header of a fat binary says.
size_t fatbin_size(const void *fatbin);

/// The cubin in it that suits a device best: of the device's major architecture, and the newest
/// one that is not newer than the device. NULL where there is none, with *result, a CUresult, and a
/// line about why in error[CUBIN_ERROR_TEXT].
const void *fatbin_pick(const void *fatbin, unsigned device_sm, size_t *size, int *result,
                        char *error);

#endif
