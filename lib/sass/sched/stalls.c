// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Stalls. A gap is made right before the instruction that needs it, where it serves everyone behind
// it; what does not fit into that stall goes to the instructions before.
#include "sass/sched/internal.h"

struct deficit {
    unsigned cycles; ///< missing
    unsigned needed;
    bool has_record; ///< false: behind a barrier
    struct record record;
};

static void on_hazard(void *context, const struct hazard *hazard)
{
    struct deficit *d = context;
    if (hazard->record->done_mask)
        return; // a wait sees to it
    unsigned missing =
        hazard->needed > hazard->record->age ? hazard->needed - hazard->record->age : 0;
    if (missing <= d->cycles)
        return;
    d->cycles = missing;
    d->needed = hazard->needed;
    d->has_record = true;
    d->record = *hazard->record;
}

// Cycles until any reader, wherever it is, finds the result.
static unsigned settled(unsigned sm, const struct record *record)
{
    if (record->resource >= RESOURCE_PRED)
        return gap_read(sm, (enum producer)record->kind, ROLE_GUARD);
    unsigned most = 0;
    bool uniform = record->resource >= RESOURCE_UGPR;
    for (unsigned role = 0; role < ROLE_GUARD; role++) {
        bool reads_uniform_only = role == ROLE_UNIFORM || role == ROLE_UMOV || role == ROLE_ULDC;
        unsigned gap = gap_read(sm, (enum producer)record->kind, (enum role)role);
        if (gap > most && (uniform || !reads_uniform_only))
            most = gap;
    }
    return most;
}

// What a CTA barrier holds back: everything but arithmetic.
static unsigned gap_behind_bar(unsigned sm, const struct sass_inst *inst)
{
    switch (inst->row->sched) {
    case SASS_SCHED_BAR:
        return sm >= 90 ? 8 : 6;
    case SASS_SCHED_LOAD:
    case SASS_SCHED_STORE:
    case SASS_SCHED_TEX:
    case SASS_SCHED_SREG:
    case SASS_SCHED_XU:
    case SASS_SCHED_BRANCH:
        return 6;
    default:
        return inst->row->op == SASS_OP_DEPBAR ? 6 : 1;
    }
}

static void need(struct deficit *d, unsigned age, unsigned needed)
{
    if (needed > age && needed - age > d->cycles) {
        d->cycles = needed - age;
        d->needed = needed;
        d->has_record = false;
    }
}

// What is missing before `at` may issue in this state.
static struct deficit deficit_of(const struct sched *s, const struct state *state, size_t at)
{
    const struct sass_inst *inst = &s->flow.graph.insts[at];
    struct deficit d = {0};
    if (!s->flow.graph.known[at])
        return d;
    flow_hazards(&s->flow, state, at, on_hazard, &d);
    if (sched_leaves(s, at)) {
        for (size_t i = 0; i < state->count; i++) {
            const struct record *r = &state->records[i];
            if (r->is_source || !record_is_timed(r))
                continue;
            unsigned gap = settled(s->flow.graph.sm, r);
            struct hazard hazard = {SASS_LINT_READ_EARLY, r,
                                    gap > inst->control.stall ? gap - inst->control.stall : 0};
            on_hazard(&d, &hazard);
        }
    }
    unsigned waits = flow_waits(inst);
    for (unsigned b = 0; b < BARRIERS; b++) {
        if (waits >> b & 1)
            need(&d, state->barrier_age[b], SET_TO_WAIT);
    }
    need(&d, state->bar_age, gap_behind_bar(s->flow.graph.sm, inst));
    return d;
}

// Lengthen the stall of instruction k by up to `cycles`, where `state` holds at instruction `end`
// behind it in the same block; returns by how much.
static unsigned lengthen(struct sched *s, size_t k, size_t end, struct state *state,
                         unsigned cycles)
{
    struct sass_control *control = &s->flow.graph.insts[k].control;
    unsigned room = s->most[k] > control->stall ? (unsigned)(s->most[k] - control->stall) : 0;
    unsigned more = cycles < room ? cycles : room;
    if (more == 0 || control->stall == 0) // 0 drains the pipeline
        return 0;
    control->stall = (uint8_t)(control->stall + more);
    s->changed = true;
    if (k + 1 == end) {
        state_advance(state, more);
        return more;
    }
    for (size_t i = 0; i < state->count; i++) {
        struct record *r = &state->records[i];
        bool behind = r->inst > k && r->inst < end;
        if (!behind)
            r->age = (uint8_t)(r->age + more > AGE_MAX ? AGE_MAX : r->age + more);
    }
    return more;
}

static const struct record *find_record(const struct state *state, const struct record *like)
{
    for (size_t i = 0; i < state->count; i++) {
        const struct record *r = &state->records[i];
        if (r->inst == like->inst && r->resource == like->resource &&
            r->is_source == like->is_source)
            return r;
    }
    return NULL;
}

// Make up for missing cycles before instruction `end` of a block, as late as there is room, down to
// the producer. `state` holds at `end`. `free` tells whether an instruction that may change took
// part so far.
static void spread(struct sched *s, size_t consumer, const struct deficit *d, size_t block,
                   size_t end, struct state *state, unsigned cycles, bool free)
{
    for (size_t k = end; k-- > s->blocks[block].first;) {
        free = free || !s->fixed[k];
        cycles -= lengthen(s, k, end, state, cycles);
        if (cycles == 0)
            return;
        if (!d->has_record || k == d->record.inst) {
            if (free)
                sched_fail(s, SASS_SCHEDULE_TOO_CLOSE, consumer, k, d->needed);
            return;
        }
    }
    unsigned least = AGE_MAX;
    for (size_t i = 0; i < sched_pred_count(s, block); i++) {
        const struct record *r = find_record(&s->blocks[sched_pred(s, block, i)].out, &d->record);
        if (r && r->age < least)
            least = r->age;
    }
    for (size_t i = 0; i < sched_pred_count(s, block); i++) {
        size_t p = sched_pred(s, block, i);
        const struct record *r = find_record(&s->blocks[p].out, &d->record);
        unsigned ahead = r ? (unsigned)(r->age - least) : cycles;
        if (ahead >= cycles || !sched_first_visit(s, p))
            continue;
        spread(s, consumer, d, p, s->blocks[p].last + 1, &s->blocks[p].out, cycles - ahead, free);
        sched_touch(s, p);
    }
}

// The stalls at the ends of the blocks that lead here.
static void enter_block(struct sched *s, void *context, size_t block)
{
    (void)context;
    size_t at = s->blocks[block].first;
    for (size_t i = 0; i < sched_pred_count(s, block); i++) {
        size_t p = sched_pred(s, block, i);
        struct block *pred = &s->blocks[p];
        if (!pred->out.reached)
            continue;
        struct deficit d = deficit_of(s, &pred->out, at);
        if (d.cycles == 0)
            continue;
        s->visits++;
        spread(s, at, &d, p, pred->last + 1, &pred->out, d.cycles, !s->fixed[at]);
        sched_touch(s, p);
    }
}

static void visit(struct sched *s, void *context, size_t at, struct state *state)
{
    (void)context;
    size_t block = s->block_of[at];
    struct deficit d = deficit_of(s, state, at);
    if (d.cycles == 0 || at == s->blocks[block].first)
        return;
    s->visits++;
    spread(s, at, &d, block, at, state, d.cycles, !s->fixed[at]);
}

void sched_stalls(struct sched *s)
{
    sched_sweep(s, &(struct sweep){.enter = enter_block, .visit = visit});
}
