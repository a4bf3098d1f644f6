// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Seeded test data: the same seed gives the same values on every machine.
#ifndef SASSDNN_BENCH_DATA_H
#define SASSDNN_BENCH_DATA_H

#include "bench/shape.h"

struct data_rng {
    uint64_t state;
};

/// 64 random bits.
uint64_t data_bits(struct data_rng *rng);

/// A number from [0, limit), limit > 0.
uint64_t data_below(struct data_rng *rng, uint64_t limit);

/// The largest magnitude for which integer x, w and y keep every sum, |alpha| terms a^2 + |beta| a,
/// below 2^24, so that any order of FP32 additions is exact; at most 8, and 0 if there is none.
/// alpha and beta must be integers.
int data_integer_limit(const struct conv_problem *problem);

/// Write the elements of a tensor, and nothing between them: integers from [-limit, limit] if
/// limit > 0, otherwise floats from [-1, 1) with 24 significant bits.
void data_fill(struct data_rng *rng, const struct shape_tensor *tensor, int limit, float *values);

#endif
