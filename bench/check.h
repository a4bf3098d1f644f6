// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Comparison of a computed y with the reference, element by element.
//
// Integer data: every FP32 operation is exact, so the result must be equal, bit for bit but for the
// sign of a zero. Floats: a chain of m fused multiply-adds in any order errs by at most m u / (1 -
// m u) times the sum of the magnitudes of its terms, u = 2^-24 (Higham, Accuracy and Stability of
// Numerical Algorithms, section 3.1). With m = terms + 4, which adds the roundings of alpha, of
// beta * y, of their sum, and of the reference:
//     |got - expected| <= (terms + 4) u / (1 - (terms + 4) u) * magnitude + (terms + 4) 2^-126
// where the last part lets a kernel flush subnormal results. There is no bound on an aggregate.
#ifndef SASSDNN_BENCH_CHECK_H
#define SASSDNN_BENCH_CHECK_H

#include "plan/problem.h"

#include <stddef.h>

/// What outputs and gaps are filled with before a run: a NaN that no arithmetic makes. An element
/// that still holds it was never written.
#define CHECK_UNWRITTEN 0x7fa5c3e1u

enum { CHECK_TEXT = 256 };

struct check_input {
    const struct conv_problem *problem;
    const float *x, *w;
    const float *prior; ///< y before the call, where beta is not 0
    const float *y;     ///< result, with CHECK_UNWRITTEN in its gaps before the run
    bool exact;         ///< integer data
};

/// Compare every output on all cores. Returns true, or false with the first mismatch (lowest n, k,
/// p, q) in text[CHECK_TEXT].
bool check_full(const struct check_input *input, char *text);

/// Compare the corners and edges of y and `count` randomly chosen outputs, and look at every output
/// for CHECK_UNWRITTEN. Returns as check_full.
bool check_sample(const struct check_input *input, size_t count, uint64_t seed, char *text);

/// Whether every word of the y buffer that belongs to no output still holds CHECK_UNWRITTEN; if
/// not, false with the first one's offset in text[CHECK_TEXT]. `scratch` has a byte per word of y.
bool check_gaps(const struct check_input *input, unsigned char *scratch, char *text);

#endif
