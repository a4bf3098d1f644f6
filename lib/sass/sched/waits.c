// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Waits, each at the first instruction on its path that needs it, and read barriers for the sources
// that are overwritten before another wait says that they have been read.
#include "sass/array.h"
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
    if (array_grow(&w->wanted, &w->room, w->count, sizeof *w->wanted, &w->s->flow.out_of_memory))
        w->wanted[w->count++] = *record;
}

static void on_hazard(void *context, const struct hazard *hazard)
{
    // A fixed instruction may have a barrier where time alone would do.
    if (!record_is_timed(hazard->record) || hazard->record->done_mask)
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

static bool add_wait(struct sched *s, size_t at, unsigned bits)
{
    struct sass_control *control = &s->flow.graph.insts[at].control;
    if (s->fixed[at])
        return false;
    s->changed = s->changed || (bits & ~control->wait_mask);
    control->wait_mask |= (uint8_t)bits;
    return true;
}

static bool is_pending(const struct state *state, size_t producer, unsigned bits)
{
    for (size_t i = 0; i < state->count; i++) {
        if (state->records[i].inst == producer && (state->records[i].done_mask & bits))
            return true;
    }
    return false;
}

// The wait of a fixed instruction is made by the last free one before `end` in the block, or at the
// ends of the blocks before. False if there is none behind the producer.
static bool wait_before(struct sched *s, size_t block, size_t end, unsigned bits, size_t producer)
{
    for (size_t k = end; k-- > s->blocks[block].first;) {
        // Before the barrier is set, a wait for it says nothing.
        if (k == producer || (control_sets(&s->flow.graph.insts[k].control) & bits))
            return false;
        if (add_wait(s, k, bits))
            return true;
    }
    bool ok = true;
    for (size_t i = 0; i < sched_pred_count(s, block); i++) {
        size_t p = sched_pred(s, block, i);
        if (is_pending(&s->blocks[p].out, producer, bits) && sched_first_visit(s, p))
            ok = wait_before(s, p, s->blocks[p].last + 1, bits, producer) && ok;
    }
    return ok;
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

static bool is_memory_reader(const struct effects *effects)
{
    for (unsigned i = 0; i < effects->read_count; i++) {
        if (effects->reads[i].late && effects->reads[i].unit == LATE_MEMORY)
            return true;
    }
    return false;
}

static bool reads_late(const struct effects *effects, unsigned resource)
{
    for (unsigned i = 0; i < effects->read_count; i++) {
        const struct access *read = &effects->reads[i];
        if (read->late && read->unit == LATE_MEMORY && resource >= read->first &&
            resource < read->first + read->count)
            return true;
    }
    return false;
}

// Whether a late source of `inst` is overwritten between `at` and the end of its block.
static bool is_overwritten(const struct sched *s, size_t inst, size_t at)
{
    for (size_t k = at; k <= s->blocks[s->block_of[at]].last; k++) {
        const struct effects *effects = &s->flow.effects[k];
        for (unsigned i = 0; i < effects->write_count; i++) {
            for (unsigned r = 0; r < effects->writes[i].count; r++) {
                if (reads_late(&s->flow.effects[inst], effects->writes[i].first + r))
                    return true;
            }
        }
    }
    return false;
}

// Who carries the read barrier for a source of `inst`. The memory queue is in order: where a later
// instruction of the block needs one anyway, or `inst` cannot, it serves this one too. Returns the
// number of instructions if nobody can.
static size_t barrier_holder(const struct waits *w, size_t inst)
{
    const struct sched *s = w->s;
    const struct block *block = &s->blocks[s->block_of[inst]];
    bool may = may_set_read(s, inst);
    bool ahead = s->block_of[w->at] == s->block_of[inst] && w->at > inst;
    size_t end = ahead ? w->at : block->last + 1;
    for (size_t k = end; (ahead || !may) && k-- > inst + 1;) {
        bool in_queue = s->flow.effects[k].read_count && is_memory_reader(&s->flow.effects[k]);
        if (in_queue && may_set_read(s, k) && (!may || is_overwritten(s, k, w->at)))
            return k;
    }
    return may ? inst : s->flow.graph.words;
}

// The barriers that the wanted sources need besides `bits`.
static unsigned source_bits(struct waits *w, const struct state *state, unsigned bits)
{
    const struct sched *s = w->s;
    size_t latest = s->flow.graph.words;
    unsigned latest_age = AGE_MAX + 1, latest_mask = 0, cost;
    for (size_t i = 0; i < w->count; i++) {
        const struct record *r = &w->wanted[i];
        if (!r->is_source || (r->done_mask & bits))
            continue;
        // Its barrier came after this state: known when the sweeps start again.
        if (control_sets(&s->flow.graph.insts[r->inst].control) & ~r->done_mask)
            continue;
        unsigned c = cheapest(w, state, r->done_mask, bits, r->inst, &cost);
        bool queued = r->unit == LATE_MEMORY;
        size_t holder = queued                     ? barrier_holder(w, r->inst)
                        : may_set_read(s, r->inst) ? r->inst
                                                   : s->flow.graph.words;
        if (c < BARRIERS && (cost <= WAIT_CHEAP || holder == s->flow.graph.words)) {
            bits |= 1u << c;
        } else if (holder == s->flow.graph.words) {
            if (!s->fixed[r->inst] || !s->fixed[w->at])
                sched_fail(w->s, SASS_SCHEDULE_NO_BARRIER, w->at, r->inst, 0);
        } else if (!queued) {
            bits |= give_read_barrier(w, state, holder, bits);
        } else if (r->age < latest_age) {
            latest = holder;
            latest_age = r->age;
            latest_mask = r->done_mask;
        }
    }
    // The queue is in order: the last one's barrier serves those before it, which are found covered
    // when the sweeps start again.
    if (latest < s->flow.graph.words && !(latest_mask & bits))
        bits |= give_read_barrier(w, state, latest, bits);
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
    flow_wait(state, inst);
    flow_hazards(&s->flow, state, at, on_hazard, w);
    for (size_t i = 0; sched_leaves(s, at) && i < state->count; i++) {
        if (!record_is_timed(&state->records[i]))
            want(w, &state->records[i]);
    }
    if (w->count == 0)
        return;
    unsigned bits = source_bits(w, state, result_bits(w));
    if (!s->fixed[at])
        inst->control.wait_mask |= (uint8_t)bits;
    for (size_t i = 0; s->fixed[at] && i < w->count; i++) {
        const struct record *r = &w->wanted[i];
        s->visits++;
        if ((bits & r->done_mask) &&
            !wait_before(s, s->block_of[at], at, bits & r->done_mask, r->inst) &&
            !s->fixed[r->inst])
            sched_fail(s, SASS_SCHEDULE_NO_BARRIER, at, r->inst, 0);
    }
    state_wait(state, bits);
}

void sched_waits(struct sched *s)
{
    struct waits w = {.s = s};
    if (s->result == SASS_SCHEDULE_OK) {
        w.counted = sched_counted_barriers(s);
        s->flow.tracked = TRACK_RESULTS | TRACK_SOURCES;
        sched_sweep(s, &(struct sweep){.visit = visit, .context = &w});
    }
    free(w.wanted);
}
