// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint/regions.h"

#include <stdlib.h>

enum { CONVERGENCE_BARRIERS = 16 };

/// What each convergence barrier may hold at the start of a block.
struct open_regions {
    struct region_set barrier[CONVERGENCE_BARRIERS];
    bool reached;
};

struct solver {
    const struct graph *graph;
    struct region_set *sets;
    struct open_regions *blocks; ///< by leader
    size_t *work;
    size_t work_count;
    bool *queued;
};

unsigned convergence_barrier(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].kind == SASS_OPND_BARRIER)
            return inst->operands[i].reg % CONVERGENCE_BARRIERS;
    }
    return 0;
}

static bool add_region(struct region_set *set, uint32_t at)
{
    if (set->any)
        return false;
    for (unsigned i = 0; i < set->count; i++) {
        if (set->at[i] == at)
            return false;
    }
    if (set->count == REGION_SET)
        set->any = true;
    else
        set->at[set->count++] = at;
    return true;
}

static bool join_set(struct region_set *to, const struct region_set *from)
{
    bool changed = from->any && !to->any;
    to->any = to->any || from->any;
    for (unsigned i = 0; i < from->count; i++)
        changed = add_region(to, from->at[i]) || changed;
    return changed;
}

static void enter(struct solver *solver, size_t at, const struct open_regions *from)
{
    struct open_regions *to = &solver->blocks[at];
    bool changed = !to->reached;
    to->reached = true;
    for (unsigned b = 0; b < CONVERGENCE_BARRIERS; b++)
        changed = join_set(&to->barrier[b], &from->barrier[b]) || changed;
    if (changed && !solver->queued[at]) {
        solver->queued[at] = true;
        solver->work[solver->work_count++] = at;
    }
}

static void step(const struct graph *graph, size_t at, struct open_regions *open)
{
    const struct sass_inst *inst = &graph->insts[at];
    if (!graph->known[at])
        return;
    if (inst->row->op == SASS_OP_BSSY) {
        struct region_set *set = &open->barrier[convergence_barrier(inst)];
        *set = (struct region_set){.at = {(uint32_t)at}, .count = 1};
    } else if (inst->row->op == SASS_OP_BMOV) {
        // A barrier that was put away may come back.
        open->barrier[convergence_barrier(inst)].any = true;
    }
}

static void run_block(struct solver *solver, size_t at)
{
    const struct graph *graph = solver->graph;
    struct open_regions open = solver->blocks[at];
    const size_t *targets;
    for (;; at++) {
        step(graph, at, &open);
        if (graph_ends_block(graph, at))
            break;
    }
    bool syncs = graph->known[at] && graph->insts[at].row->op == SASS_OP_BSYNC;
    const struct region_set *set =
        &open.barrier[syncs ? convergence_barrier(&graph->insts[at]) : 0];
    if (syncs)
        solver->sets[at] = *set;
    if (!syncs || set->any || set->count == 0) {
        size_t count = graph_successors(graph, at, &targets);
        for (size_t i = 0; i < count; i++)
            enter(solver, targets[i], &open);
        return;
    }
    if (at + 1 < graph->words)
        enter(solver, at + 1, &open);
    for (unsigned i = 0; i < set->count; i++) {
        size_t target = graph_target(graph, set->at[i]);
        if (target < graph->words)
            enter(solver, target, &open);
    }
}

bool regions_solve(const struct graph *graph, struct region_set *sets)
{
    struct solver solver = {.graph = graph, .sets = sets};
    const struct open_regions nothing = {0};
    solver.blocks = calloc(graph->words, sizeof *solver.blocks);
    solver.work = calloc(graph->words, sizeof *solver.work);
    solver.queued = calloc(graph->words, sizeof *solver.queued);
    bool ok = solver.blocks && solver.work && solver.queued;
    // From the start, then from what only an indirect branch or a call reaches.
    for (size_t i = 0; ok && i < graph->words; i++) {
        if (solver.blocks[i].reached || (i > 0 && !graph->leader[i]))
            continue;
        enter(&solver, i, &nothing);
        while (solver.work_count) {
            size_t at = solver.work[--solver.work_count];
            solver.queued[at] = false;
            run_block(&solver, at);
        }
    }
    free(solver.blocks);
    free(solver.work);
    free(solver.queued);
    return ok;
}
