// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "solvers/fastdiv.h"

#include <assert.h>

struct fastdiv fastdiv_make(uint32_t divisor)
{
    assert(divisor >= 1 && divisor < UINT32_C(1) << 31);
    uint32_t log2_up = 0;
    while ((UINT32_C(1) << log2_up) < divisor)
        log2_up++;
    uint32_t shift = 31 + log2_up;
    return (struct fastdiv){.mul = (uint32_t)((UINT64_C(1) << shift) / divisor + 1),
                            .shift = shift};
}

uint32_t fastdiv_quotient(struct fastdiv by, uint32_t dividend)
{
    return (uint32_t)(((uint64_t)dividend * by.mul) >> by.shift);
}
