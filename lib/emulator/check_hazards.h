// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Control codes along the paths that warps really take: the lint's rules, step by step, but without
// joins of paths that nobody takes. What is on its way at a point is a state; straight runs of code
// lead from state to state, and each such step is worked out once and then remembered, so that a
// loop costs one look-up per round.
#ifndef EMULATOR_CHECK_HAZARDS_H
#define EMULATOR_CHECK_HAZARDS_H

#include "sass/cubin.h"
#include "sass/lint.h"

/// The steps of one kernel; for one thread at a time.
struct hazards;

enum { HAZARDS_NOTHING = 0 }; ///< the state at a kernel's start: nothing is on its way

/// Called for each finding of a step that is new.
typedef void hazards_found(void *context, const struct sass_lint_finding *finding);

/// NULL when memory runs out.
struct hazards *hazards_new(unsigned sm, const struct cubin_kernel *kernel);
void hazards_free(struct hazards *hazards);

/// Instructions first to last issue in `state`; returns the state behind them. When memory runs out
/// steps are no longer remembered and nothing more is found.
uint32_t hazards_run(struct hazards *hazards, uint32_t state, size_t first, size_t last,
                     hazards_found *found, void *context);

/// The state of lanes that were in two states and go on together.
uint32_t hazards_join(struct hazards *hazards, uint32_t a, uint32_t b);

#endif
