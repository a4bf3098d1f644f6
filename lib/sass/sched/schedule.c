// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The blocks of a kernel, sweeps over them, and the steps in their order.
#include "sass/sched/internal.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEPS_FRESH = 40, STALL_CALL = 5 };
enum { CYCLES_GLOBAL = 400, CYCLES_NEAR = 30, CYCLES_XU = 20, CYCLES_SOURCE = 14 };

void sched_fail(struct sched *s, enum sass_schedule_result result, size_t at, size_t producer,
                unsigned needed)
{
    if (s->result != SASS_SCHEDULE_OK)
        return;
    s->result = result;
    *s->error = (struct sass_schedule_error){at, producer, needed};
}

bool sched_first_visit(struct sched *s, size_t block)
{
    bool first = s->visit_of[block] != s->visits;
    s->visit_of[block] = s->visits;
    return first;
}

bool sched_leaves(const struct sched *s, size_t at)
{
    const struct graph *graph = &s->flow.graph;
    if (!graph->known[at])
        return false;
    if (graph_goes_elsewhere(graph, at))
        return true;
    const struct sass_inst *inst = &graph->insts[at];
    switch (inst->row->op) {
    case SASS_OP_CALL_ABS:
        return true;
    case SASS_OP_CALL:
        for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
            if (inst->operands[i].kind == SASS_OPND_GPR || inst->operands[i].kind == SASS_OPND_UGPR)
                return true;
        }
        return graph_target(graph, at) == graph->words;
    default:
        return false;
    }
}

unsigned sched_remaining(const struct sched *s, const struct record *record)
{
    const struct sass_inst *inst = &s->flow.graph.insts[record->inst];
    unsigned cycles = CYCLES_XU;
    if (record->is_source) {
        cycles = CYCLES_SOURCE;
    } else if (inst->row->sched == SASS_SCHED_TEX) {
        cycles = CYCLES_GLOBAL;
    } else if (inst->row->sched == SASS_SCHED_LOAD) {
        cycles = CYCLES_NEAR;
        for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
            if (inst->operands[i].kind == SASS_OPND_ADDR_GLOBAL)
                cycles = CYCLES_GLOBAL;
        }
    }
    return cycles > record->age ? cycles - record->age : 0;
}

unsigned sched_counted_barriers(const struct sched *s)
{
    unsigned mask = 0;
    for (size_t i = 0; i < s->flow.graph.words; i++) {
        const struct sass_inst *inst = &s->flow.graph.insts[i];
        if (s->flow.graph.known[i]) {
            struct sass_inst unmasked = *inst;
            unmasked.control.wait_mask = 0;
            mask |= flow_waits(&unmasked);
        }
    }
    return mask;
}

// Independent of the order of the records.
static uint64_t hash_state(const struct state *state)
{
    uint64_t sum = state->count;
    for (size_t i = 0; i < state->count; i++) {
        const struct record *r = &state->records[i];
        uint64_t h = (uint64_t)r->inst << 32 | (uint64_t)r->resource << 16 | (uint64_t)r->age << 8 |
                     r->done_mask;
        h ^= (uint64_t)(r->guard << 2 | r->guard_not << 1 | r->is_source) << 56;
        h = (h ^ h >> 31) * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
        sum += h ^ h >> 32;
    }
    for (unsigned b = 0; b < BARRIERS; b++)
        sum = sum * 67 + state->barrier_age[b];
    sum = sum * 67 + state->bar_age;
    return sum;
}

void sched_touch(struct sched *s, size_t block)
{
    s->blocks[block].out_hash = hash_state(&s->blocks[block].out);
}

// What holds at the start of a block; false while nothing that leads there was seen.
static bool enter(struct sched *s, const struct sweep *sweep, size_t block, struct state *state)
{
    if (sweep->enter)
        sweep->enter(s, sweep->context, block);
    state->reached = false;
    if (s->blocks[block].root)
        state_clear(state);
    for (size_t i = 0; i < sched_pred_count(s, block); i++) {
        const struct state *out = &s->blocks[sched_pred(s, block, i)].out;
        if (out->reached)
            state_join(&s->flow, state, out);
    }
    return state->reached;
}

static void run_block(struct sched *s, const struct sweep *sweep, size_t b, struct state *state)
{
    for (size_t at = s->blocks[b].first; at <= s->blocks[b].last; at++) {
        sweep->visit(s, sweep->context, at, state);
        flow_step(&s->flow, state, at);
    }
}

static void sweep_once(struct sched *s, const struct sweep *sweep, struct state *state)
{
    for (size_t b = 0; b < s->block_count && s->result == SASS_SCHEDULE_OK; b++) {
        struct block *block = &s->blocks[b];
        if (!enter(s, sweep, b, state))
            continue;
        run_block(s, sweep, b, state);
        uint64_t hash = hash_state(state);
        if (block->out.reached && block->out_hash == hash)
            continue;
        // Replaced, a state is exact; merged, it can only grow, and the sweeps come to an end.
        if (s->sweeps < SWEEPS_FRESH) {
            state_copy(&s->flow, &block->out, state);
            s->changed = true;
        } else if (state_join(&s->flow, &block->out, state)) {
            s->changed = true;
        }
        sched_touch(s, b);
    }
}

// A block that nothing known leads to, or the number of blocks.
static size_t unreached(const struct sched *s)
{
    size_t b = 0;
    while (b < s->block_count && s->blocks[b].out.reached)
        b++;
    return b;
}

static void forget_states(struct sched *s)
{
    for (size_t b = 0; b < s->block_count; b++) {
        s->blocks[b].out.reached = false;
        s->blocks[b].out.count = 0;
    }
    s->sweeps = 0;
    s->restart = false;
}

void sched_sweep(struct sched *s, const struct sweep *sweep)
{
    struct state state = {0};
    s->restart = true;
    s->changed = false;
    for (;;) {
        if (s->restart && !s->changed)
            forget_states(s);
        s->changed = false;
        sweep_once(s, sweep, &state);
        s->sweeps++;
        if (s->flow.out_of_memory)
            sched_fail(s, SASS_SCHEDULE_NO_MEMORY, 0, 0, 0);
        if (s->result != SASS_SCHEDULE_OK)
            break;
        size_t b = s->changed || s->restart ? s->block_count : unreached(s);
        if (b < s->block_count)
            s->blocks[b].root = true;
        else if (!s->changed && !s->restart)
            break;
    }
    free(state.records);
}

void sched_sweep_last(struct sched *s, const struct sweep *sweep)
{
    struct state state = {0};
    for (size_t b = 0; b < s->block_count && s->result == SASS_SCHEDULE_OK; b++) {
        if (enter(s, sweep, b, &state))
            run_block(s, sweep, b, &state);
    }
    free(state.records);
}

static bool allocate(struct sched *s, size_t words, size_t edges)
{
    s->fixed = calloc(words, sizeof *s->fixed);
    s->most = calloc(words, sizeof *s->most);
    s->block_of = calloc(words, sizeof *s->block_of);
    s->blocks = calloc(words + 1, sizeof *s->blocks);
    s->preds = calloc(edges + 1, sizeof *s->preds);
    s->visit_of = calloc(words, sizeof *s->visit_of);
    return s->visit_of && s->fixed && s->most && s->block_of && s->blocks && s->preds;
}

static void find_preds(struct sched *s)
{
    const struct graph *graph = &s->flow.graph;
    const size_t *targets;
    // Counts, then starts, then each list is filled from its end.
    for (size_t b = 0; b < s->block_count; b++) {
        size_t count = graph_successors(graph, s->blocks[b].last, &targets);
        for (size_t i = 0; i < count; i++)
            s->blocks[s->block_of[targets[i]]].pred_start++;
    }
    size_t sum = 0;
    for (size_t b = 0; b <= s->block_count; b++) {
        sum += s->blocks[b].pred_start;
        s->blocks[b].pred_start = sum;
    }
    for (size_t b = 0; b < s->block_count; b++) {
        size_t count = graph_successors(graph, s->blocks[b].last, &targets);
        for (size_t i = 0; i < count; i++)
            s->preds[--s->blocks[s->block_of[targets[i]]].pred_start] = b;
    }
}

// A branch back makes a loop of the blocks between.
static void find_loops(struct sched *s)
{
    const size_t *targets;
    for (size_t b = 0; b < s->block_count; b++) {
        size_t count = graph_successors(&s->flow.graph, s->blocks[b].last, &targets);
        for (size_t i = 0; i < count; i++) {
            for (size_t k = s->block_of[targets[i]]; k <= b; k++)
                s->blocks[k].depth++;
        }
    }
}

static void find_blocks(struct sched *s)
{
    const struct graph *graph = &s->flow.graph;
    for (size_t i = 0; i < graph->words; i++) {
        if (i == 0 || graph_ends_block(graph, i - 1))
            s->blocks[s->block_count++].first = i;
        s->block_of[i] = s->block_count - 1;
        s->blocks[s->block_count - 1].last = i;
    }
    s->blocks[0].root = true;
    find_preds(s);
    find_loops(s);
}

// Compiled code has shorter ones now and then; what makes those safe is not known.
static unsigned first_stall(unsigned sm, const struct sass_inst *inst)
{
    unsigned stall = stall_needed(sm, inst);
    bool longer = inst->row->op == SASS_OP_CALL || strncmp(inst->row->mnemonic, "WARPSYNC", 8) == 0;
    return longer && stall < STALL_CALL ? STALL_CALL : stall;
}

// Free instructions start with the shortest stall and no barriers.
static void start(struct sched *s, const bool *fixed)
{
    struct graph *graph = &s->flow.graph;
    for (size_t i = 0; i < graph->words; i++) {
        struct sass_inst *inst = &graph->insts[i];
        s->fixed[i] = fixed[i] || !graph->known[i];
        s->most[i] = inst->control.stall;
        if (s->fixed[i])
            continue;
        bool reuses = false;
        for (unsigned k = 0; k < sass_row_operands(inst->row); k++)
            reuses = reuses || inst->operands[k].reuse;
        s->most[i] = reuses ? STALL_MOST_REUSE : STALL_MOST;
        inst->control = (struct sass_control){.stall = (uint8_t)first_stall(graph->sm, inst),
                                              .write_barrier = SASS_NO_BARRIER,
                                              .read_barrier = SASS_NO_BARRIER};
    }
}

static void encode(struct sched *s, struct sass_word *code)
{
    for (size_t i = 0; i < s->flow.graph.words; i++) {
        struct sass_inst *inst = &s->flow.graph.insts[i];
        if (s->fixed[i])
            continue;
        inst->control.yield = inst->control.stall == 0 || inst->control.stall > STALL_MOST_REUSE;
        sass_encode(inst, &code[i]);
    }
}

enum sass_schedule_result sass_schedule(unsigned sm, struct sass_word *code, size_t words,
                                        const bool *fixed, struct sass_schedule_error *error)
{
    struct sched s = {.error = error};
    if (words == 0)
        return SASS_SCHEDULE_OK;
    if (flow_build(&s.flow, sm, code, words) && allocate(&s, words, s.flow.graph.edge_count)) {
        find_blocks(&s);
        start(&s, fixed);
        sched_stalls(&s);
        sched_write_barriers(&s);
        sched_waits(&s);
        sched_stalls(&s);
        if (s.result == SASS_SCHEDULE_OK) {
            sched_reuse(&s);
            encode(&s, code);
        }
    } else {
        s.result = SASS_SCHEDULE_NO_MEMORY;
    }
    for (size_t b = 0; s.blocks && b < s.block_count; b++)
        free(s.blocks[b].out.records);
    flow_free(&s.flow);
    free(s.fixed);
    free(s.most);
    free(s.block_of);
    free(s.blocks);
    free(s.preds);
    free(s.visit_of);
    return s.result;
}
