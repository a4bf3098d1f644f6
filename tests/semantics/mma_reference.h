// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a tensor instruction computes, in whole numbers: see lib/emulator/mma.h for the sources of
// the rule. The layout of fragments is that of the PTX manual.
#ifndef TEST_MMA_REFERENCE_H
#define TEST_MMA_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { MMA_M = 16, MMA_N = 8, MMA_K = 256, MMA_WARP = 32 };

enum mma_type { MMA_HALF, MMA_BFLOAT, MMA_TF32, MMA_E4M3, MMA_E5M2 };

/// Words of a warp as matrices. `bits` of an element; `m` is 8 or 16.
struct mma_words {
    uint32_t a[MMA_M][MMA_K], b[MMA_N][MMA_K], c[MMA_M][MMA_N];
};

/// Elements of `bits` bits of the words first_a on, first_b on of each lane.
void mma_take_factors(struct mma_words *words, uint32_t in[MMA_WARP][8], unsigned m, unsigned k,
                      unsigned bits, unsigned first_a, unsigned first_b);

/// Registers of the accumulator: a word an element, or two halves a word.
void mma_take_sum(struct mma_words *words, uint32_t c[MMA_WARP][4], unsigned m, bool halves);
void mma_put_sum(const struct mma_words *words, uint32_t out[MMA_WARP][8], unsigned m, bool halves);

/// c = a b + c in floating point, in groups of `terms`, aligned to `fraction` bits. The result is
/// FP16, FP32 or FP32 with `drop` bits less.
struct mma_float_rule {
    enum mma_type a, b;
    unsigned k, terms, fraction, drop;
    bool halves;
};
void mma_float(struct mma_words *words, const struct mma_float_rule *rule);

/// The number of pairs whose sum was further from the exact one than the bound of mma.h allows.
unsigned mma_out_of_bound(void);

#endif
