// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Elements of the matrices of warp groups: small whole numbers in their formats, and random ones.
#ifndef TEST_WGMMA_NUMBERS_H
#define TEST_WGMMA_NUMBERS_H

#include "mma_reference.h"

enum wgmma_type { F16, BF16, TF32, E4M3, E5M2, S8, U8, B1 };

struct wgmma_format {
    unsigned bits, exponent, fraction; ///< of a number; no exponent: an integer
    enum mma_type rule;
};
extern const struct wgmma_format wgmma_formats[];

int wgmma_random_int(int low, int high);

/// A whole number in a floating-point format that has room for it.
uint32_t wgmma_encode(int value, unsigned exponent, unsigned fraction);

/// Any integer; of numbers now and then any, most of middling size.
uint32_t wgmma_random(enum wgmma_type type);

#endif
