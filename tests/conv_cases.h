// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The table of convolutions that test_conv runs, and a generator of random ones.
#ifndef SASSDNN_TESTS_CONV_CASES_H
#define SASSDNN_TESTS_CONV_CASES_H

#include "bench/data.h"
#include "plan/problem.h"

enum layout {
    LAYOUT_NCHW,
    LAYOUT_NHWC,
    LAYOUT_GAPS,    ///< NCHW with room after every row, plane, channel and image
    LAYOUT_WHCN,    ///< packed the other way round: N innermost
    LAYOUT_GARBAGE, ///< NCHW; the strides of dimensions of size 1 are nonsense
};

struct conv_case {
    const char *name;
    const char *problem; ///< a problem string
    enum layout x, y;
    bool flip;
    double alpha, beta; ///< alpha 0 stands for alpha 1 and beta 0
    void (*edit)(const struct conv_problem *problem, float *x, float *w);
};

extern const struct conv_case conv_cases[];
extern const size_t conv_case_count;

/// The problem of a case, with its strides.
void conv_case_problem(const struct conv_case *conv_case, struct conv_problem *problem);

/// Lay out x and y.
void conv_case_strides(struct conv_problem *problem, enum layout x, enum layout y);

/// A random legal problem of at most some million multiplications.
void conv_case_random(struct data_rng *rng, struct conv_problem *problem);

#endif
