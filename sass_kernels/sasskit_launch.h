// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One launch of a kernel on the emulated GPU, with its cycle model on.
#ifndef SASSKIT_LAUNCH_H
#define SASSKIT_LAUNCH_H

#include "sass/cubin.h"
#include "sass_kernels/sasskit_param.h"

struct kernel_launch {
    const char *device; ///< NULL: the one that is usual for the architecture
    unsigned grid[3], block[3];
    unsigned shared; ///< dynamic, in bytes
    const struct param_value *params;
    size_t param_count;
    bool loops;
    double flop; ///< useful ones; 0: not known
};

/// Run the kernel of an image and print the model's report to stdout. False after one line on
/// stderr.
bool launch_modelled(const char *path, const void *image, unsigned sm,
                     const struct cubin_kernel *kernel, const struct kernel_launch *launch);

#endif
