// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Which instructions of a straight run must stay behind which, and how long the one waits for the
// other: through registers, predicates and memory.
#ifndef SASS_SCHED_DEPEND_H
#define SASS_SCHED_DEPEND_H

#include "sass/lint/flow.h"

/// A run's instructions by their offset from its first, and the edges between them.
struct depend {
    const struct flow *flow;
    size_t first, count;
    size_t *head;              ///< by instruction: its edges, or DEPEND_END
    unsigned *preds;           ///< by instruction: how many must come before it
    struct depend_edge *edges; ///< to later instructions of the run
    size_t edge_count, edge_room;
    bool out_of_memory;
};

struct depend_edge {
    uint32_t to;
    uint32_t cycles; ///< from issue to issue
    size_t next;
};

#define DEPEND_END SIZE_MAX

/// Find the edges of instructions first to first + count - 1, all known to the flow and none of
/// them one that depend_is_fence names. False when memory runs out; free it either way.
bool depend_build(struct depend *depend, const struct flow *flow, size_t first, size_t count);
void depend_free(struct depend *depend);

/// Whether nothing may move across the instruction: control flow, barriers, fences, clocks, and
/// whatever acts on more than its registers and plain memory.
bool depend_is_fence(const struct sass_inst *inst);

/// Whether the instruction accesses memory that may be written while the kernel runs.
bool memory_accessed(const struct sass_inst *inst);

/// Whether the order of two accesses matters: one of them writes, or is ordered by its modifier,
/// and their memories may be the same.
bool memory_conflict(const struct sass_inst *a, const struct sass_inst *b);

#endif
