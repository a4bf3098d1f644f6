// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Write barriers: which results of variable latency someone waits for, and a number for each, so
// that a wait for one does not wait for others that take longer. Six numbers are coloured onto the
// results by the cycles that each shared number would cost.
#include "sass/array.h"
#include "sass/sched/internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    ALL_BARRIERS = (1 << BARRIERS) - 1,
    IMPROVE_ROUNDS = 3,
    COST_COUNTED = 1 << 20,
    COST_CLASH = 1 << 16
};
enum { LOOP_FACTOR_BITS = 3, LOOP_DEPTH_MOST = 3 };

/// Waiting for one of the two results while the other is on its way costs cycles if they share.
struct pair {
    uint32_t a, b;
    uint32_t cost;
};

struct barriers {
    struct sched *s;
    bool collect;     ///< the last sweep: note who needs what
    bool *needed;     ///< by instruction: someone waits for its result
    uint8_t *allowed; ///< barriers that the waits of fixed consumers leave
    struct pair *pairs;
    size_t pair_count, pair_room;
    uint32_t *wanted; ///< the instructions that the current one waits for
    size_t wanted_count, wanted_room;
    // Pairs by instruction, for the colouring.
    size_t *start;
    struct pair *sorted;
};

static bool is_wanted(const struct barriers *b, uint32_t inst)
{
    for (size_t i = 0; i < b->wanted_count; i++) {
        if (b->wanted[i] == inst)
            return true;
    }
    return false;
}

static void want(struct barriers *b, const struct record *record)
{
    if (!is_wanted(b, record->inst) && array_grow(&b->wanted, &b->wanted_room, b->wanted_count,
                                                  sizeof *b->wanted, &b->s->flow.out_of_memory))
        b->wanted[b->wanted_count++] = record->inst;
}

static bool is_pending_result(const struct record *record)
{
    return !record->is_source && record->kind == PRODUCER_VARIABLE;
}

static void on_hazard(void *context, const struct hazard *hazard)
{
    if (is_pending_result(hazard->record))
        want(context, hazard->record);
}

static void add_pair(struct barriers *b, uint32_t a, uint32_t other, unsigned cost)
{
    if (array_grow(&b->pairs, &b->pair_room, b->pair_count, sizeof *b->pairs,
                   &b->s->flow.out_of_memory))
        b->pairs[b->pair_count++] = (struct pair){a, other, cost};
}

// What it would cost here if a result that is not wanted shared a barrier with one that is.
static void collect(struct barriers *b, size_t at, const struct state *state)
{
    const struct sched *s = b->s;
    unsigned depth = s->blocks[s->block_of[at]].depth, wait = 0;
    unsigned shift = LOOP_FACTOR_BITS * (depth < LOOP_DEPTH_MOST ? depth : LOOP_DEPTH_MOST);
    for (size_t i = 0; i < state->count; i++) {
        const struct record *r = &state->records[i];
        unsigned remaining = sched_remaining(s, r);
        if (is_pending_result(r) && is_wanted(b, r->inst) && remaining > wait)
            wait = remaining;
    }
    for (size_t w = 0; w < b->wanted_count; w++) {
        unsigned waits = flow_waits(&s->flow.graph.insts[at]);
        b->needed[b->wanted[w]] = true;
        if (s->fixed[at] && (waits & b->allowed[b->wanted[w]]))
            b->allowed[b->wanted[w]] &= (uint8_t)waits;
    }
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < state->count; i++) {
        const struct record *r = &state->records[i];
        if (!is_pending_result(r) || r->inst == last || is_wanted(b, r->inst))
            continue;
        last = r->inst; // its registers stand together
        unsigned remaining = sched_remaining(s, r);
        unsigned cost = remaining > wait ? remaining - wait : 0;
        if (r->age < SET_TO_WAIT)
            cost += s->fixed[r->inst] ? COST_CLASH : SET_TO_WAIT - r->age;
        for (size_t w = 0; cost && w < b->wanted_count; w++)
            add_pair(b, b->wanted[w], r->inst, cost << shift);
    }
}

static void visit(struct sched *s, void *context, size_t at, struct state *state)
{
    struct barriers *b = context;
    b->wanted_count = 0;
    if (!s->flow.graph.known[at])
        return;
    flow_hazards(&s->flow, state, at, on_hazard, b);
    for (size_t i = 0; sched_leaves(s, at) && i < state->count; i++) {
        if (is_pending_result(&state->records[i]))
            want(b, &state->records[i]);
    }
    if (b->wanted_count == 0)
        return;
    if (b->collect)
        collect(b, at, state);
    size_t kept = 0;
    for (size_t i = 0; i < state->count; i++) {
        if (!is_wanted(b, state->records[i].inst))
            state->records[kept++] = state->records[i];
    }
    state->count = kept;
}

// Each pair appears at both of its instructions.
static bool sort_pairs(struct barriers *b, size_t words)
{
    b->start = calloc(words + 2, sizeof *b->start);
    b->sorted = calloc(2 * b->pair_count + 1, sizeof *b->sorted);
    if (!b->start || !b->sorted)
        return false;
    for (size_t i = 0; i < b->pair_count; i++) {
        b->start[b->pairs[i].a + 1]++;
        b->start[b->pairs[i].b + 1]++;
    }
    for (size_t i = 0; i <= words; i++)
        b->start[i + 1] += b->start[i];
    for (size_t i = 0; i < b->pair_count; i++) {
        struct pair p = b->pairs[i];
        b->sorted[b->start[p.a]++] = p;
        b->sorted[b->start[p.b]++] = (struct pair){p.b, p.a, p.cost};
    }
    memmove(b->start + 1, b->start, words * sizeof *b->start);
    b->start[0] = 0;
    return true;
}

static uint8_t best_barrier(const struct barriers *b, size_t at, unsigned counted)
{
    const struct sass_inst *insts = b->s->flow.graph.insts;
    uint64_t cost[BARRIERS] = {0};
    for (size_t i = b->start[at]; i < b->start[at + 1]; i++) {
        uint8_t other = insts[b->sorted[i].b].control.write_barrier;
        if (other < BARRIERS && b->sorted[i].b != at)
            cost[other] += b->sorted[i].cost;
    }
    uint8_t best = SASS_NO_BARRIER;
    for (uint8_t c = 0; c < BARRIERS; c++) {
        if (counted >> c & 1)
            cost[c] += COST_COUNTED;
        if ((b->allowed[at] >> c & 1) && (best == SASS_NO_BARRIER || cost[c] < cost[best]))
            best = c;
    }
    return best;
}

static bool may_set(const struct sched *s, size_t at)
{
    return !s->fixed[at] && (sass_row_barriers(s->flow.graph.insts[at].row) & SASS_SETS_WRITE);
}

static void colour(struct barriers *b)
{
    struct sched *s = b->s;
    unsigned counted = sched_counted_barriers(s);
    uint8_t first_counted = 0;
    while (first_counted < BARRIERS && !(counted >> first_counted & 1))
        first_counted++;
    for (unsigned round = 0; round < IMPROVE_ROUNDS; round++) {
        for (size_t at = 0; at < s->flow.graph.words; at++) {
            struct sass_control *control = &s->flow.graph.insts[at].control;
            if (s->fixed[at])
                continue;
            // Groups of asynchronous copies are what DEPBAR counts; those of bulk copies count
            // until their sources have been read.
            unsigned op = s->flow.graph.insts[at].row->op;
            if (op == SASS_OP_UTMACMDFLUSH && first_counted < BARRIERS)
                control->read_barrier = first_counted;
            else if (!may_set(s, at))
                continue;
            else if (op == SASS_OP_LDGDEPBAR)
                control->write_barrier = first_counted < BARRIERS ? first_counted : 0;
            else if (b->needed[at])
                control->write_barrier = best_barrier(b, at, counted);
        }
    }
}

void sched_write_barriers(struct sched *s)
{
    size_t words = s->flow.graph.words;
    struct barriers b = {.s = s};
    const struct sweep sweep = {.visit = visit, .context = &b};
    if (s->result != SASS_SCHEDULE_OK)
        return;
    b.needed = calloc(words, sizeof *b.needed);
    b.allowed = malloc(words);
    bool ok = b.needed && b.allowed;
    if (ok) {
        memset(b.allowed, ALL_BARRIERS, words);
        s->flow.tracked = TRACK_RESULTS;
        sched_sweep(s, &sweep);
        b.collect = true;
        sched_sweep_last(s, &sweep);
        ok = !s->flow.out_of_memory && sort_pairs(&b, words);
    }
    if (ok)
        colour(&b);
    else
        sched_fail(s, SASS_SCHEDULE_NO_MEMORY, 0, 0, 0);
    free(b.needed);
    free(b.allowed);
    free(b.pairs);
    free(b.wanted);
    free(b.start);
    free(b.sorted);
}
