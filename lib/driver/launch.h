// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One kernel launch as data: made by a solver, executed by device_launch.
#ifndef SASSDNN_LAUNCH_H
#define SASSDNN_LAUNCH_H

#include "sass_kernels/kernels.h"

#include <stddef.h>
#include <stdint.h>

enum { LAUNCH_PARAM_BYTES = 256 };

struct launch {
    enum kernel_id kernel;
    unsigned grid[3];      ///< CTAs: x, y, z
    unsigned threads;      ///< per CTA, along x
    unsigned shared_bytes; ///< dynamic shared memory
    size_t param_bytes;    ///< used bytes of params
    /// The parameters as the kernel lays them out; 64-bit words for their alignment.
    uint64_t params[LAUNCH_PARAM_BYTES / sizeof(uint64_t)];
};

#endif
