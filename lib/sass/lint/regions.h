// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Which BSSY may have opened the region that a BSYNC closes: only to the ends of those can it lead.
#ifndef SASS_LINT_REGIONS_H
#define SASS_LINT_REGIONS_H

#include "sass/lint/graph.h"

enum { REGION_SET = 6 };

/// Some BSSY by their indices, or any of the kernel.
struct region_set {
    uint32_t at[REGION_SET];
    uint8_t count;
    bool any;
};

/// Find the sets of all BSYNC: sets[i] for instruction i. The leaders and, for all but BSYNC, the
/// edges of the graph must be there. Returns false when memory runs out.
bool regions_solve(const struct graph *graph, struct region_set *sets);

/// Number of the convergence barrier that the instruction names.
unsigned convergence_barrier(const struct sass_inst *inst);

#endif
