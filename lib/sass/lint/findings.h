// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The list of findings, and the parts of the lint that add to it besides the hazards over all
// paths.
#ifndef SASS_LINT_FINDINGS_H
#define SASS_LINT_FINDINGS_H

#include "sass/lint.h"
#include "sass/lint/flow.h"

struct findings {
    struct sass_lint_finding *items;
    size_t count, room;
    bool out_of_memory; ///< some are missing
};

/// Add one, unless the last ones hold one of the same instruction, rule and producer: the other
/// registers of a group say nothing new.
void findings_add(struct findings *findings, struct sass_lint_finding finding);

/// An instruction against what is on its way when it issues in `state`: adds what is wrong, and
/// takes what its waits say to be done from the state. flow_step comes next.
void lint_step(const struct flow *flow, struct state *state, size_t at, struct findings *findings);

/// In the order of their instructions.
void findings_sort(struct findings *findings);

/// Name of a resource of access.h: "R12", "UR4", "P0".
void resource_name(unsigned resource, char *name);

/// Control fields that the hardware does not take, or that cannot mean what they say: each
/// instruction by itself, and reuse flags within a block.
void lint_control(const struct flow *flow, struct findings *findings);

/// Where control goes: off the end, out of the kernel, into a BSYNC that nothing opened; and
/// asynchronous copies that nothing waits for.
void lint_structure(const struct flow *flow, struct findings *findings);

/// Registers of tensor instructions of a warp group that are touched while these run.
void lint_groups(const struct flow *flow, struct findings *findings);

/// Asynchronous copies too close behind what compilers keep them away from.
void lint_run_up(const struct flow *flow, struct findings *findings);

#endif
