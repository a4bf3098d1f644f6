// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What stands before an LDGSTS. Compilers keep instructions of the load/store unit between one and
// the last access to shared memory, barrier, call or start of a block, and fill in loads that never
// happen, `@!PT LDS RZ, [RZ]`, where there are none. What that cures is not published.
#include "sass/lint/findings.h"

#include <stdlib.h>

// Three stand in nearly all compiled code, two in the rest.
enum { RUN_UP = 3, RUN_UP_LEAST = 2 };

static bool never_happens(const struct sass_inst *inst)
{
    return inst->guard == SASS_PT && inst->guard_not;
}

// Whether the run-up begins anew behind the instruction.
static bool starts_over(const struct sass_inst *inst)
{
    switch (inst->row->op) {
    case SASS_OP_LDS:
    case SASS_OP_LDSM:
    case SASS_OP_STS:
    case SASS_OP_LD:
    case SASS_OP_ST:
    case SASS_OP_ATOMS:
    case SASS_OP_ATOMS_CAS:
    case SASS_OP_ATOMS_POPC:
        return !never_happens(inst);
    case SASS_OP_BSYNC:
    case SASS_OP_CALL:
    case SASS_OP_CALL_ABS:
        return true;
    default:
        return inst->row->sched == SASS_SCHED_BAR;
    }
}

static bool is_filler(const struct sass_inst *inst)
{
    return inst->row->sched == SASS_SCHED_LOAD || inst->row->sched == SASS_SCHED_STORE;
}

// Marks where branches lead; behind a branch that is not taken the run goes on.
static bool *find_labels(const struct graph *graph)
{
    bool *labels = calloc(graph->words + 1, sizeof *labels);
    for (size_t i = 0; labels && i < graph->words; i++) {
        const size_t *targets;
        size_t count = graph_ends_block(graph, i) ? graph_successors(graph, i, &targets) : 0;
        for (size_t t = 0; t < count; t++)
            labels[targets[t]] = labels[targets[t]] || targets[t] != i + 1;
    }
    return labels;
}

void lint_run_up(const struct flow *flow, struct findings *findings)
{
    const struct graph *graph = &flow->graph;
    unsigned count = RUN_UP; // nothing is needed at the start of a kernel
    bool *labels = find_labels(graph);
    if (!labels)
        findings->out_of_memory = true;
    for (size_t i = 0; labels && i < graph->words; i++) {
        const struct sass_inst *inst = &graph->insts[i];
        if (labels[i])
            count = 0;
        if (!graph->known[i])
            continue;
        if (inst->row->op == SASS_OP_LDGSTS && count < RUN_UP_LEAST) {
            findings_add(findings, (struct sass_lint_finding){.rule = SASS_LINT_COPY_RUN_UP,
                                                              .at = i,
                                                              .producer = i,
                                                              .gap = count,
                                                              .needed = RUN_UP});
            count = RUN_UP; // the next ones have this one before them
        }
        count = starts_over(inst) ? 0 : count + is_filler(inst);
    }
    free(labels);
}
