// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef SASS_CUBIN_CHECK_H
#define SASS_CUBIN_CHECK_H

#include "sass/cubin_format.h"

/// Whether these kernels can be written: within the limits of the format and of the driver.
/// Returns false with a one-line text in error[CUBIN_ERROR_TEXT].
bool cubin_check(unsigned sm, const struct cubin_kernel *kernels, size_t count, char *error);

#endif
