// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "wgmma_numbers.h"

#include "tests/emu.h"

#include <stdlib.h>

const struct wgmma_format wgmma_formats[] = {
    [F16] = {16, 5, 10, MMA_HALF},
    [BF16] = {16, 8, 7, MMA_BFLOAT},
    [TF32] = {32, 8, 23, MMA_TF32},
    [E4M3] = {8, 4, 3, MMA_E4M3},
    [E5M2] = {8, 5, 2, MMA_E5M2},
    [S8] = {8, 0, 0, 0},
    [U8] = {8, 0, 0, 0},
    [B1] = {1, 0, 0, 0},
};

int wgmma_random_int(int low, int high)
{
    return low + (int)(emu_random() % (unsigned)(high - low + 1));
}

uint32_t wgmma_encode(int value, unsigned exponent, unsigned fraction)
{
    unsigned magnitude = (unsigned)abs(value), top = 0;
    if (value == 0)
        return 0;
    while (magnitude >> (top + 1))
        top++;
    uint32_t bits = ((1u << (exponent - 1)) - 1 + top) << fraction;
    bits |= (uint32_t)((uint64_t)magnitude << fraction >> top) & ((1u << fraction) - 1);
    return bits | (uint32_t)(value < 0) << (exponent + fraction);
}

uint32_t wgmma_random(enum wgmma_type type)
{
    unsigned bits = wgmma_formats[type].bits, exponent = wgmma_formats[type].exponent;
    uint32_t word = emu_random() >> (32 - bits);
    if (exponent == 0 || emu_random() % 256 == 0)
        return word;
    // From 2^-3 to 2^4; of formats of little range to 2^0.
    unsigned keep = exponent > 4 ? 3 : 2, bias = (1u << (exponent - 1)) - 1;
    uint32_t biased = bias - 3 + (emu_random() & ((1u << keep) - 1));
    uint32_t mask = ((1u << exponent) - 1) << wgmma_formats[type].fraction;
    return (word & ~mask) | biased << wgmma_formats[type].fraction;
}
