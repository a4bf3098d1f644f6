// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include <stdint.h>

// Each round all CTAs add 1, meet, and look whether all have. *late counts those that see less.
extern "C" __global__ void meet(uint32_t *counts, uint32_t *late, int rounds)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x == 0)
            atomicAdd(&counts[round], 1);
        grid.sync();
        if (threadIdx.x == 0 && *(volatile uint32_t *)&counts[round] != gridDim.x * gridDim.y)
            atomicAdd(late, 1);
    }
}
