// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Waits, each at the first instruction on its path that needs it, and read barriers for the sources
// that are overwritten before another wait says that they have been read.
#include "sass/sched/internal.h"

#include <stdlib.h>

enum { WAIT_CHEAP = 14, COST_COUNTED = 1 << 20 };

struct waits {
    struct sched *s;
    size_t at;
    struct record *wanted; ///< what must be done before `at`
    size_t count, room;
    unsigned counted; ///< barriers that DEPBAR counts
};

static void want(struct waits *w, const struct record *record)
{
    if (w->count == w->room) {
        size_t room = w->room ? w->room * 2 : 32;
        struct record *bigger = realloc(w->wanted, room * sizeof *bigger);
        if (!bigger) {
            w->s->flow.out_of_memory = true;
            return;
        }
        w->wanted = bigger;
        w->room = room;
    }
    w->wanted[w->count++] = *record;
}

static void on_hazard(void *context, const struct hazard *hazard)
{
    if (!record_is_timed(hazard->record))
        want(context, hazard->record);
}

// Cycles that a wait for barrier c takes here beyond a wait for the barriers in `mask`.
static unsigned wait_cost(const struct waits *w, const struct state *state, unsigned c,
                          unsigned mask, size_t except)
{
    unsigned longest = 0, masked = 0;
    for (size_t i = 0; i < state->count; i++) {
        const struct record *r = &state->records[i];
        unsigned remaining = sched_remaining(w->s, r);
        // What covers a source by the order of the queue is seen at the result it belongs to.
        if (r->is_source && r->inst != except)
            continue;
        if ((r->done_mask >> c & 1) && (r->inst != except || !r->is_source) && remaining > longest)
            longest = remaining;
        if ((r->done_mask & mask) && remaining > masked)
            masked = remaining;
    }
    return longest > masked ? longest - masked : 0;
}

static unsigned cheapest(const struct waits *w, const struct state *state, unsigned choice,
                         unsigned mask, size_t except, unsigned *cost)
{
    unsigned best = BARRIERS;
    *cost = 0;
    for (unsigned c = 0; c < BARRIERS; c++) {
        if (!(choice >> c & 1))
            continue;
        unsigned here = wait_cost(w, state, c, mask, except);
        if (w->counted >> c & 1)
            here += COST_COUNTED;
        if (best == BARRIERS || here < *cost) {
            best = c;
            *cost = here;
        }
    }
    return best;
}

static bool may_set_read(const struct sched *s, size_t at)
{
    const struct sass_inst *inst = &s->flow.graph.insts[at];
    return !s->fixed[at] && inst->control.read_barrier == SASS_NO_BARRIER &&
           (sass_row_barriers(inst->row) & SASS_SETS_READ);
}

// The wait of a fixed instruction is made by the last free one before it, on each path.
static void wait_before(struct sched *s, size_t at, unsigned bits, size_t producer)
{
    size_t block = s->block_of[at];
    for (size_t k = at; k-- > s->blocks[block].first;) {
        if (k == producer)
            return;
        struct sass_control *control = &s->flow.graph.insts[k].control;
        if (s->fixed[k])
            continue;
        s->changed = s->changed || (bits & ~control->wait_mask);
        control->wait_mask |= (uint8_t)bits;
        return;
    }
    for (size_t i = 0; i < sched_pred_count(s, block); i++) {
        const struct block *pred = &s->blocks[sched_pred(s, block, i)];
        bool pending = false;
        for (size_t r = 0; r < pred->out.count; r++)
            pending = pending || (pred->out.records[r].inst == producer &&
                                  (pred->out.records[r].done_mask & bits));
        // The last instruction itself may make the wait, unless it is the producer.
        struct sass_control *control = &s->flow.graph.insts[pred->last].control;
        if (!pending || pred->last == producer || !sched_first_visit(s, sched_pred(s, block, i)))
            continue;
        if (s->fixed[pred->last]) {
            wait_before(s, pred->last, bits, producer);
            continue;
        }
        s->changed = s->changed || (bits & ~control->wait_mask);
        control->wait_mask |= (uint8_t)bits;
    }
}

// The barriers that the wanted results need.
static unsigned result_bits(struct waits *w)
{
    const struct sched *s = w->s;
    unsigned bits = 0;
    for (size_t i = 0; i < w->count; i++) {
        const struct record *r = &w->wanted[i];
        if (r->is_source)
            continue;
        bits |= r->done_mask;
        if (!r->done_mask && (!s->fixed[r->inst] || !s->fixed[w->at]))
            sched_fail(w->s, SASS_SCHEDULE_NO_BARRIER, w->at, r->inst, 0);
    }
    return bits;
}

// A read barrier for an instruction whose source is wanted.
static unsigned give_read_barrier(struct waits *w, const struct state *state, size_t inst,
                                  unsigned bits)
{
    unsigned choice = (1u << BARRIERS) - 1, cost;
    unsigned fixed_waits = flow_waits(&w->s->flow.graph.insts[w->at]);
    if (w->s->fixed[w->at] && fixed_waits)
        choice = fixed_waits;
    unsigned c = cheapest(w, state, choice, bits, inst, &cost);
    w->s->flow.graph.insts[inst].control.read_barrier = (uint8_t)c;
    w->s->restart = true;
    return 1u << c;
}

// The barriers that the wanted sources need besides `bits`.
static unsigned source_bits(struct waits *w, const struct state *state, unsigned bits)
{
    const struct record *latest = NULL;
    unsigned cost;
    for (size_t i = 0; i < w->count; i++) {
        const struct record *r = &w->wanted[i];
        if (!r->is_source || (r->done_mask & bits))
            continue;
        // Its barrier came after this state: known when the sweeps start again.
        if (control_sets(&w->s->flow.graph.insts[r->inst].control) & ~r->done_mask)
            continue;
        unsigned c = cheapest(w, state, r->done_mask, bits, r->inst, &cost);
        bool may = may_set_read(w->s, r->inst);
        if (c < BARRIERS && (cost <= WAIT_CHEAP || !may)) {
            bits |= 1u << c;
        } else if (may && r->unit != LATE_MEMORY) {
            bits |= give_read_barrier(w, state, r->inst, bits);
        } else if (may && (!latest || r->age < latest->age)) {
            latest = r;
        } else if (!may && (!w->s->fixed[r->inst] || !w->s->fixed[w->at])) {
            sched_fail(w->s, SASS_SCHEDULE_NO_BARRIER, w->at, r->inst, 0);
        }
    }
    // The queue is in order: the last one's barrier serves those before it, which are found covered
    // when the sweeps start again.
    if (latest && !(latest->done_mask & bits))
        bits |= give_read_barrier(w, state, latest->inst, bits);
    return bits;
}

static void visit(struct sched *s, void *context, size_t at, struct state *state)
{
    struct waits *w = context;
    struct sass_inst *inst = &s->flow.graph.insts[at];
    if (!s->flow.graph.known[at])
        return;
    w->at = at;
    w->count = 0;
    state_wait(state, flow_waits(inst));
    flow_hazards(&s->flow, state, at, on_hazard, w);
    for (size_t i = 0; sched_leaves(s, at) && i < state->count; i++) {
        if (!record_is_timed(&state->records[i]))
            want(w, &state->records[i]);
    }
    if (w->count == 0)
        return;
    unsigned bits = source_bits(w, state, result_bits(w));
    if (!s->fixed[at]) {
        inst->control.wait_mask |= (uint8_t)bits;
    } else {
        for (size_t i = 0; i < w->count; i++)
            s->visits++, wait_before(s, at, bits & w->wanted[i].done_mask, w->wanted[i].inst);
    }
    state_wait(state, bits);
}

void sched_waits(struct sched *s)
{
    struct waits w = {.s = s};
    if (s->result == SASS_SCHEDULE_OK) {
        w.counted = sched_counted_barriers(s);
        sched_sweep(s, &(struct sweep){.visit = visit, .context = &w});
    }
    free(w.wanted);
}
