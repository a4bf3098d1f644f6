// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// From a problem to the solver that computes it. Workspace sizes, kernel names and launches all
// come from the same choice.
#ifndef SASSDNN_PLAN_H
#define SASSDNN_PLAN_H

#include "solvers/solver.h"

/// Forward algorithms, by the numbers that callers know them by.
enum conv_algorithm {
    CONV_IMPLICIT_GEMM,
    CONV_IMPLICIT_PRECOMP_GEMM,
    CONV_GEMM,
    CONV_DIRECT,
    CONV_FFT,
    CONV_FFT_TILING,
    CONV_WINOGRAD,
    CONV_WINOGRAD_NONFUSED,
    CONV_ALGORITHM_COUNT
};

enum { PLAN_REASON_TEXT = 512 };

/// The first solver of this algorithm, best first, that accepts a problem for which geometry_check
/// holds. NULL where none does: reason[PLAN_REASON_TEXT] then says why each one refused.
/// `algorithm` is below CONV_ALGORITHM_COUNT. Thread-safe; the same answer for the same problem,
/// always.
const struct solver *plan_choose(const struct conv_problem *problem, enum conv_algorithm algorithm,
                                 char *reason);

#endif
