// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Which of the embedded kernels run on which device: machine code runs on its own major compute
// capability and on the same or a higher minor one.
#ifndef SASSDNN_ARCH_H
#define SASSDNN_ARCH_H

#include "sass_kernels/kernels.h"

#include <stdbool.h>
#include <stddef.h>

/// The newest image of a kernel that a device of this compute capability runs; NULL if none does.
const struct kernel_image *arch_best_image(const char *kernel, int major, int minor);

/// Whether every kernel of the manifest has an image for the compute capability.
bool arch_has_kernels(int major, int minor);

/// The compute capabilities that the library has images for, "8.0, 8.6"; cut to size.
void arch_list(char *text, size_t size);

#endif
