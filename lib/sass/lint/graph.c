// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint/graph.h"
#include "sass/lint/regions.h"

#include <stdlib.h>

size_t graph_target(const struct graph *graph, size_t at)
{
    const struct sass_inst *inst = &graph->insts[at];
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        int64_t offset = (int64_t)(at + 1) * SASS_WORD_BYTES + inst->operands[i].imm;
        if (inst->operands[i].kind == SASS_OPND_TARGET && offset >= 0 &&
            offset / SASS_WORD_BYTES < (int64_t)graph->words)
            return (size_t)(offset / SASS_WORD_BYTES);
    }
    return graph->words;
}

// Whether every lane goes where the branch says: no guard, no predicate, no condition on lanes.
static bool always(const struct graph *graph, size_t at)
{
    const struct sass_inst *inst = &graph->insts[at];
    if (inst->guard != SASS_PT || inst->guard_not)
        return false;
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct sass_operand *operand = &inst->operands[i];
        bool is_predicate = operand->kind == SASS_OPND_PRED || operand->kind == SASS_OPND_UPRED;
        if (is_predicate && (operand->reg != SASS_PT || operand->neg))
            return false;
        if (inst->row->op == SASS_OP_BRA && operand->kind == SASS_OPND_UGPR)
            return false;
    }
    // BRA: the first modifier counts, the others (.DIV, .CONV, .U, .ANY) are conditions.
    for (unsigned i = 1; inst->row->op == SASS_OP_BRA && i < SASS_MAX_MODS; i++) {
        if (inst->row->mods[i].id && inst->mods[i])
            return false;
    }
    return true;
}

static bool branches(const struct graph *graph, size_t at)
{
    return graph->known[at] && graph->insts[at].row->sched == SASS_SCHED_BRANCH;
}

// Targets outside the kernel are left out.
static bool add_edge(struct graph *graph, size_t target)
{
    if (target >= graph->words)
        return true;
    if (graph->edge_count == graph->edge_room) {
        size_t room = graph->edge_room ? graph->edge_room * 2 : 64;
        size_t *bigger = NULL;
        if (room <= GRAPH_EDGES)
            bigger = realloc(graph->edges, room * sizeof *bigger);
        if (!bigger)
            return false;
        graph->edges = bigger;
        graph->edge_room = room;
    }
    graph->edges[graph->edge_count++] = target;
    return true;
}

static void list_regions(struct graph *graph)
{
    for (unsigned b = 0; b < 16; b++)
        graph->region_first[b] = graph->words;
    for (size_t i = graph->words; i-- > 0;) {
        if (!branches(graph, i) || graph->insts[i].row->op != SASS_OP_BSSY)
            continue;
        unsigned barrier = convergence_barrier(&graph->insts[i]);
        graph->region_next[i] = graph->region_first[barrier];
        graph->region_first[barrier] = i;
    }
}

// Where a BSYNC may go: behind it, and to the ends of the regions that it may close.
static bool add_sync_edges(struct graph *graph, size_t at)
{
    const struct region_set *set = graph->syncs ? &graph->syncs[at] : NULL;
    if (set && set->count && !set->any) {
        bool ok = true;
        for (unsigned k = 0; ok && k < set->count; k++)
            ok = add_edge(graph, graph_target(graph, set->at[k]));
        return ok;
    }
    size_t i = graph->region_first[convergence_barrier(&graph->insts[at])];
    while (i < graph->words && add_edge(graph, graph_target(graph, i)))
        i = graph->region_next[i];
    return i >= graph->words;
}

bool graph_goes_elsewhere(const struct graph *graph, size_t at)
{
    switch (graph->insts[at].row->op) {
    case SASS_OP_RET:
    case SASS_OP_RET_ABS:
    case SASS_OP_BRX:
    case SASS_OP_BRXU:
    case SASS_OP_JMP:
    case SASS_OP_JMX:
    case SASS_OP_JMXU:
        return true;
    default:
        return false;
    }
}

bool graph_falls_through(const struct graph *graph, size_t at)
{
    if (!branches(graph, at))
        return true;
    switch (graph->insts[at].row->op) {
    case SASS_OP_EXIT:
    case SASS_OP_KILL:
    case SASS_OP_BRA:
        return !always(graph, at);
    default:
        return !graph_goes_elsewhere(graph, at) || !always(graph, at);
    }
}

static bool add_edges(struct graph *graph, size_t at)
{
    bool ok = true;
    switch (graph->insts[at].row->op) {
    case SASS_OP_BRA:
    case SASS_OP_CALL:
    case SASS_OP_WARPSYNC:
        ok = add_edge(graph, graph_target(graph, at));
        break;
    case SASS_OP_BSYNC:
        ok = add_sync_edges(graph, at);
        break;
    default:
        break;
    }
    return ok && (!graph_falls_through(graph, at) || add_edge(graph, at + 1));
}

// The edges of all blocks whose leaders are known, and of all branches.
static bool list_edges(struct graph *graph)
{
    graph->edge_count = 0;
    for (size_t i = 0; i < graph->words; i++) {
        bool ok = true;
        graph->edge_start[i] = graph->edge_count;
        if (branches(graph, i))
            ok = add_edges(graph, i);
        else if (graph_ends_block(graph, i))
            ok = add_edge(graph, i + 1);
        if (!ok)
            return false;
    }
    graph->edge_start[graph->words] = graph->edge_count;
    return true;
}

static bool find_blocks(struct graph *graph)
{
    list_regions(graph);
    if (!list_edges(graph))
        return false;
    graph->leader[0] = true;
    for (size_t i = 0; i < graph->edge_count; i++)
        graph->leader[graph->edges[i]] = true;
    for (size_t i = 0; i + 1 < graph->words; i++)
        graph->leader[i + 1] = graph->leader[i + 1] || branches(graph, i);
    // Now the blocks that end because another one starts are known too, and with them what each
    // BSYNC closes.
    struct region_set *syncs = calloc(graph->words, sizeof *syncs);
    if (!syncs || !list_edges(graph) || !regions_solve(graph, syncs)) {
        free(syncs);
        return false;
    }
    graph->syncs = syncs;
    return list_edges(graph);
}

bool graph_build(struct graph *graph, unsigned sm, const struct sass_word *code, size_t words)
{
    *graph = (struct graph){.sm = sm, .words = words};
    graph->insts = calloc(words + 1, sizeof *graph->insts);
    graph->known = calloc(words + 1, sizeof *graph->known);
    graph->leader = calloc(words + 1, sizeof *graph->leader);
    graph->edge_start = calloc(words + 1, sizeof *graph->edge_start);
    graph->region_next = calloc(words + 1, sizeof *graph->region_next);
    if (!graph->region_next || !graph->insts || !graph->known || !graph->leader ||
        !graph->edge_start)
        return false;
    for (size_t i = 0; i < words; i++)
        graph->known[i] = sass_decode(sm, code[i], &graph->insts[i]);
    return words == 0 || find_blocks(graph);
}

void graph_free(struct graph *graph)
{
    free(graph->insts);
    free(graph->known);
    free(graph->leader);
    free(graph->edge_start);
    free(graph->edges);
    free(graph->region_next);
    free(graph->syncs);
}

bool graph_ends_block(const struct graph *graph, size_t at)
{
    return at + 1 >= graph->words || graph->leader[at + 1] || branches(graph, at);
}

size_t graph_successors(const struct graph *graph, size_t at, const size_t **targets)
{
    *targets = graph->edges ? graph->edges + graph->edge_start[at] : NULL;
    return graph->edge_start[at + 1] - graph->edge_start[at];
}
