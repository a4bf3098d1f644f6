// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A solver knows one kernel: which problems it computes, the workspace it needs, and how it is
// launched.
#ifndef SASSDNN_SOLVER_H
#define SASSDNN_SOLVER_H

#include "driver/launch.h"
#include "plan/problem.h"

enum { SOLVER_REASON_TEXT = 256 };

/// Device addresses of one call.
struct conv_buffers {
    uint64_t x, w, y, workspace;
};

struct solver {
    enum kernel_id kernel;
    /// Whether the kernel computes this problem. If not, reason[SOLVER_REASON_TEXT] says which
    /// condition failed, with its values. The problem is consistent (geometry.h).
    bool (*accepts)(const struct conv_problem *problem, char *reason);
    /// Bytes of workspace for an accepted problem.
    size_t (*workspace)(const struct conv_problem *problem);
    /// The launch of an accepted problem.
    void (*prepare)(const struct conv_problem *problem, const struct conv_buffers *buffers,
                    struct launch *launch);
};

/// igemm_fwd.c: implicit GEMM forward, FP32.
extern const struct solver igemm_fwd_solver;

#endif
