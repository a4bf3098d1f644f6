// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "plan/plan.h"

#include <stdio.h>

/// Every solver with the algorithms it stands for, best first.
static const struct {
    const struct solver *solver;
    unsigned algorithms; ///< bit i: enum conv_algorithm i
} solvers[] = {
    {&igemm_fwd_solver, 1u << CONV_IMPLICIT_GEMM | 1u << CONV_IMPLICIT_PRECOMP_GEMM},
};

static const char *const algorithm_names[CONV_ALGORITHM_COUNT] = {
    [CONV_IMPLICIT_GEMM] = "IMPLICIT_GEMM",
    [CONV_IMPLICIT_PRECOMP_GEMM] = "IMPLICIT_PRECOMP_GEMM",
    [CONV_GEMM] = "GEMM",
    [CONV_DIRECT] = "DIRECT",
    [CONV_FFT] = "FFT",
    [CONV_FFT_TILING] = "FFT_TILING",
    [CONV_WINOGRAD] = "WINOGRAD",
    [CONV_WINOGRAD_NONFUSED] = "WINOGRAD_NONFUSED",
};

const struct solver *plan_choose(const struct conv_problem *problem, enum conv_algorithm algorithm,
                                 char *reason)
{
    size_t used = (size_t)snprintf(reason, PLAN_REASON_TEXT, "algorithm %d (%s)", (int)algorithm,
                                   algorithm_names[algorithm]);
    size_t asked = 0;
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        char why[SOLVER_REASON_TEXT];
        if (!(solvers[i].algorithms >> algorithm & 1u))
            continue;
        if (solvers[i].solver->accepts(problem, why))
            return solvers[i].solver;
        asked++;
        if (used < PLAN_REASON_TEXT)
            used += (size_t)snprintf(reason + used, PLAN_REASON_TEXT - used, "%s%s: %s",
                                     asked > 1 ? "; " : ": ",
                                     kernel_manifest[solvers[i].solver->kernel].name, why);
    }
    if (asked == 0)
        snprintf(reason + used, PLAN_REASON_TEXT - used, " has no kernel");
    return NULL;
}
