// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The oracle: a plain loop over the definition of the convolution, in double precision.
#ifndef SASSDNN_BENCH_REFERENCE_H
#define SASSDNN_BENCH_REFERENCE_H

#include "plan/problem.h"

struct reference_value {
    double value; ///< alpha * sum + beta * prior
    double
        magnitude; ///< |alpha| * sum of |products| + |beta * prior|, the scale of rounding errors
};

/// Output (n, k, p, q) of a 2-D problem with any strides, groups, dilation and tap order. `prior`
/// is the y before the call; it is not read where beta is 0. Taps on padding are skipped: they
/// contribute nothing, not 0 * w, so an infinite w meets no zero. Products of floats are exact in
/// double.
struct reference_value reference_element(const struct conv_problem *problem, const float *x,
                                         const float *w, const float *prior, int64_t n, int64_t k,
                                         int64_t p, int64_t q);

#endif
