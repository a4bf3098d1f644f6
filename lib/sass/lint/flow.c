// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint/flow.h"

#include <stdlib.h>
#include <string.h>

enum { OVERWRITE_MOST = 7, MEMORY_QUEUE_GAP = 4, BAR_READ_GAP = 12, XU_QUEUE_GAP = 8 };

bool flow_build(struct flow *flow, unsigned sm, const struct sass_word *code, size_t words)
{
    flow->out_of_memory = false;
    flow->effects = NULL;
    flow->slots = NULL;
    flow->slot_room = 0;
    flow->tracked = TRACK_ALL;
    if (!graph_build(&flow->graph, sm, code, words))
        return false;
    flow->effects = calloc(words + 1, sizeof *flow->effects);
    for (size_t i = 0; flow->effects && i < words; i++) {
        if (flow->graph.known[i])
            effects_of(sm, &flow->graph.insts[i], &flow->effects[i]);
    }
    return flow->effects != NULL;
}

void flow_free(struct flow *flow)
{
    graph_free(&flow->graph);
    free(flow->effects);
    free(flow->slots);
}

static void add_record(struct flow *flow, struct state *state, struct record record)
{
    if (state->count == state->room) {
        size_t room = state->room ? state->room * 2 : 32;
        struct record *bigger = realloc(state->records, room * sizeof *bigger);
        if (!bigger) {
            flow->out_of_memory = true;
            return;
        }
        state->records = bigger;
        state->room = room;
    }
    state->records[state->count++] = record;
}

void state_clear(struct state *state)
{
    state->count = 0;
    memset(state->barrier_age, AGE_MAX, sizeof state->barrier_age);
    state->bar_age = AGE_MAX;
    state->reached = true;
}

void state_copy(struct flow *flow, struct state *to, const struct state *from)
{
    to->count = 0;
    for (size_t i = 0; i < from->count; i++)
        add_record(flow, to, from->records[i]);
    memcpy(to->barrier_age, from->barrier_age, sizeof to->barrier_age);
    to->bar_age = from->bar_age;
    to->reached = true;
}

static bool same_key(const struct record *a, const struct record *b)
{
    return a->inst == b->inst && a->resource == b->resource && a->is_source == b->is_source;
}

// Where the index has the record of `state` with the same key, or has room for it.
static size_t find_slot(const struct flow *flow, const struct state *state, const struct record *r)
{
    size_t mask = flow->slot_count - 1;
    uint64_t key = (uint64_t)r->inst << 17 | (uint64_t)r->resource << 1 | r->is_source;
    size_t slot = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (flow->slots[slot] && !same_key(&state->records[flow->slots[slot] - 1], r))
        slot = (slot + 1) & mask;
    return slot;
}

// Index the records of a state: slots hold their number + 1.
static bool index_records(struct flow *flow, const struct state *state)
{
    flow->slot_count = 16;
    while (flow->slot_count < 2 * (state->count + 1))
        flow->slot_count *= 2;
    if (flow->slot_count > flow->slot_room) {
        uint32_t *bigger = realloc(flow->slots, flow->slot_count * sizeof *bigger);
        if (!bigger) {
            flow->out_of_memory = true;
            return false;
        }
        flow->slots = bigger;
        flow->slot_room = flow->slot_count;
    }
    memset(flow->slots, 0, flow->slot_count * sizeof *flow->slots);
    for (size_t i = 0; i < state->count; i++)
        flow->slots[find_slot(flow, state, &state->records[i])] = (uint32_t)i + 1;
    return true;
}

static bool join_younger(struct record *to, const struct record *from)
{
    bool changed = false;
    for (unsigned b = 0; b < BARRIERS; b++) {
        if ((to->done_mask >> b & 1) && from->younger[b] < to->younger[b]) {
            to->younger[b] = from->younger[b];
            changed = true;
        }
    }
    return changed;
}

bool state_join(struct flow *flow, struct state *to, const struct state *from)
{
    bool changed = false;
    if (!to->reached) {
        state_copy(flow, to, from);
        return true;
    }
    if (!index_records(flow, to))
        return false;
    for (size_t i = 0; i < from->count; i++) {
        const struct record *f = &from->records[i];
        uint32_t slot = flow->slots[find_slot(flow, to, f)];
        struct record *t = slot ? &to->records[slot - 1] : NULL;
        if (!t) {
            add_record(flow, to, *f);
            changed = true;
            continue;
        }
        if (f->age < t->age || (t->done_mask & ~f->done_mask) ||
            (t->guard != SASS_PT && (t->guard != f->guard || t->guard_not != f->guard_not))) {
            changed = true;
            t->age = f->age < t->age ? f->age : t->age;
            t->done_mask &= f->done_mask;
            if (t->guard != f->guard || t->guard_not != f->guard_not)
                t->guard = SASS_PT;
        }
        changed = join_younger(t, f) || changed;
    }
    for (unsigned b = 0; b < BARRIERS; b++) {
        if (from->barrier_age[b] < to->barrier_age[b]) {
            to->barrier_age[b] = from->barrier_age[b];
            changed = true;
        }
    }
    if (from->bar_age < to->bar_age) {
        to->bar_age = from->bar_age;
        changed = true;
    }
    return changed;
}

static void drop(struct state *state, size_t i)
{
    state->records[i] = state->records[--state->count];
}

void state_wait(struct state *state, unsigned barriers)
{
    for (size_t i = state->count; i-- > 0;) {
        if (state->records[i].done_mask & barriers)
            drop(state, i);
    }
}

unsigned flow_waits(const struct sass_inst *inst)
{
    unsigned mask = inst->control.wait_mask;
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].kind == SASS_OPND_SCOREBOARD && inst->operands[i].reg < BARRIERS)
            mask |= 1u << inst->operands[i].reg;
        if (inst->operands[i].kind == SASS_OPND_SET)
            mask |= (unsigned)inst->operands[i].imm & ((1u << BARRIERS) - 1);
    }
    return mask;
}

// Of those counted on a barrier, what finishes in order is done but for the last `count`.
static void wait_for_all_but(struct state *state, unsigned barrier, uint64_t count)
{
    for (size_t i = state->count; i-- > 0;) {
        const struct record *r = &state->records[i];
        if ((r->done_mask >> barrier & 1) && r->younger[barrier] >= count)
            drop(state, i);
    }
}

void flow_wait(struct state *state, const struct sass_inst *inst)
{
    unsigned all = flow_waits(inst);
    const struct sass_operand *counted = &inst->operands[0], *set = &inst->operands[2];
    if (inst->row->op == SASS_OP_DEPBAR && inst->guard != SASS_PT)
        all = inst->control.wait_mask;
    else if (counted->kind == SASS_OPND_SCOREBOARD && counted->reg < BARRIERS) {
        unsigned by_set = set->kind == SASS_OPND_SET ? (unsigned)set->imm : 0;
        all &= inst->control.wait_mask | by_set | ~(1u << counted->reg);
        wait_for_all_but(state, counted->reg, (uint64_t)inst->operands[1].imm);
    }
    state_wait(state, all);
}

static bool excludes(const struct record *record, const struct sass_inst *inst)
{
    return record->guard != SASS_PT && record->guard == inst->guard &&
           record->guard_not != inst->guard_not;
}

static bool covers(const struct access *access, const struct record *record)
{
    return record->resource >= access->first && record->resource < access->first + access->count;
}

static bool read_hazard(const struct flow *flow, const struct record *r, const struct access *read,
                        struct hazard *hazard)
{
    if (r->is_source)
        return false;
    if (r->kind == PRODUCER_VARIABLE) {
        hazard->rule = r->done_mask ? SASS_LINT_READ_UNWAITED : SASS_LINT_NO_BARRIER;
        return true;
    }
    hazard->rule = SASS_LINT_READ_EARLY;
    hazard->needed = gap_read(flow->graph.sm, (enum producer)r->kind, (enum role)read->kind);
    return r->age < hazard->needed;
}

// Whether an instruction that overwrites a late source comes behind it in the same queue.
static bool queued_behind(const struct record *source, unsigned unit)
{
    return (source->unit == LATE_MEMORY && unit == LATE_MEMORY &&
            source->age >= MEMORY_QUEUE_GAP) ||
           (source->unit == LATE_BAR && (source->age >= BAR_READ_GAP || unit == LATE_MEMORY)) ||
           (source->unit == LATE_XU && unit == LATE_XU && source->age >= XU_QUEUE_GAP);
}

// A texture fetch takes much longer than those before it in the queue take to read.
static bool behind_memory(const struct record *source, const struct sass_inst *inst)
{
    return source->unit == LATE_MEMORY && inst->row->sched == SASS_SCHED_TEX;
}

static bool is_mbarrier(const struct sass_inst *inst)
{
    return inst->row->op >= SASS_OP_SYNCS_EXCH && inst->row->op <= SASS_OP_SYNCS_CCTL;
}

static bool write_hazard(const struct flow *flow, size_t at, const struct record *r,
                         const struct access *write, struct hazard *hazard)
{
    if (r->is_source) {
        hazard->rule = SASS_LINT_SOURCE_UNREAD;
        if (!record_is_timed(r))
            // Operations on an mbarrier follow each other at once, and none writes before the last
            // has read.
            return !queued_behind(r, write->unit) && !behind_memory(r, &flow->graph.insts[at]) &&
                   !(is_mbarrier(&flow->graph.insts[r->inst]) &&
                     is_mbarrier(&flow->graph.insts[at]));
        hazard->needed = gap_overwrite(flow->graph.sm, flow->graph.insts[r->inst].row->sched,
                                       r->resource, flow->graph.insts[at].row->sched);
        return r->age < hazard->needed;
    }
    if (r->kind == PRODUCER_VARIABLE) {
        hazard->rule = SASS_LINT_WRITE_UNWAITED;
        bool in_order =
            r->order != ORDER_NONE && r->order == result_order_of(&flow->graph.insts[at]);
        return write->kind != PRODUCER_VARIABLE || !(in_order || queued_behind(r, write->unit));
    }
    hazard->rule = SASS_LINT_WRITE_EARLY;
    hazard->needed = gap_write(flow->graph.sm, (enum producer)r->kind, (enum producer)write->kind,
                               (enum late_unit)write->unit);
    return r->age < hazard->needed;
}

void flow_hazards(const struct flow *flow, const struct state *state, size_t at,
                  void (*found)(void *context, const struct hazard *hazard), void *context)
{
    const struct sass_inst *inst = &flow->graph.insts[at];
    const struct effects *effects = &flow->effects[at];
    for (size_t i = 0; i < state->count; i++) {
        const struct record *r = &state->records[i];
        struct hazard hazard = {.record = r};
        if (excludes(r, inst))
            continue;
        for (unsigned k = 0; k < effects->read_count; k++) {
            if (covers(&effects->reads[k], r) && read_hazard(flow, r, &effects->reads[k], &hazard))
                found(context, &hazard);
        }
        hazard.needed = 0;
        for (unsigned k = 0; k < effects->write_count; k++) {
            if (covers(&effects->writes[k], r) &&
                write_hazard(flow, at, r, &effects->writes[k], &hazard))
                found(context, &hazard);
        }
    }
}

// What a write does to the records: an unconditional one replaces earlier results, and a predicate
// that changes no longer tells apart what it guarded.
static void apply_write(struct state *state, const struct sass_inst *inst,
                        const struct access *write)
{
    for (size_t i = state->count; i-- > 0;) {
        struct record *r = &state->records[i];
        if (covers(write, r) && inst->guard == SASS_PT) {
            drop(state, i);
            continue;
        }
        if (write->first >= RESOURCE_PRED && write->first < RESOURCE_UPRED &&
            r->guard == write->first - RESOURCE_PRED)
            r->guard = SASS_PT;
    }
}

unsigned control_sets(const struct sass_control *control)
{
    unsigned bits = 0;
    if (control->write_barrier < BARRIERS)
        bits |= 1u << control->write_barrier;
    if (control->read_barrier < BARRIERS)
        bits |= 1u << control->read_barrier;
    return bits;
}

// Whether whatever makes `later` harmless makes `earlier` harmless too: the queues of sources are
// in order, and a later reader in the same queue reads later.
static bool outlives(const struct flow *flow, const struct record *later,
                     const struct record *earlier)
{
    const struct sass_inst *insts = flow->graph.insts;
    return later->is_source && earlier->is_source && later->resource == earlier->resource &&
           later->unit == earlier->unit && later->unit != LATE_NONE && later->unit != LATE_OTHER &&
           (!is_mbarrier(&insts[later->inst]) || is_mbarrier(&insts[earlier->inst])) &&
           (later->guard == SASS_PT ||
            (later->guard == earlier->guard && later->guard_not == earlier->guard_not));
}

// One record for each instruction and resource: the latest run of the instruction stands for all,
// and the latest reader for those before it.
static void replace_record(struct flow *flow, struct state *state, struct record record)
{
    for (size_t i = state->count; i-- > 0;) {
        const struct record *r = &state->records[i];
        if (same_key(r, &record) || outlives(flow, &record, r))
            drop(state, i);
    }
    add_record(flow, state, record);
}

static bool is_tracked(const struct flow *flow, const struct record *record)
{
    if (record_is_timed(record))
        return (flow->tracked & TRACK_TIMED) ||
               (record->done_mask && (flow->tracked & TRACK_SOURCES));
    return flow->tracked & (record->is_source ? TRACK_SOURCES : TRACK_RESULTS);
}

static void add_access(struct flow *flow, struct state *state, size_t at,
                       const struct access *access, bool is_source)
{
    const struct sass_inst *inst = &flow->graph.insts[at];
    struct record record = {.inst = (uint32_t)at,
                            .kind = access->kind,
                            .is_source = is_source,
                            .unit = access->unit,
                            .order = is_source ? ORDER_NONE : (uint8_t)result_order_of(inst),
                            .guard = inst->guard,
                            .guard_not = inst->guard_not};
    if (is_source)
        record.done_mask = (uint8_t)control_sets(&inst->control);
    else if (access->kind == PRODUCER_VARIABLE && access->first >= RESOURCE_PRED)
        // An atomic guards its predicate with either of its barriers.
        record.done_mask = (uint8_t)control_sets(&inst->control);
    else if (access->kind == PRODUCER_VARIABLE && inst->control.write_barrier < BARRIERS)
        record.done_mask = (uint8_t)(1u << inst->control.write_barrier);
    if (!is_tracked(flow, &record))
        return;
    for (unsigned i = 0; i < access->count; i++) {
        record.resource = (uint16_t)(access->first + i);
        replace_record(flow, state, record);
    }
}

static bool is_memory(const struct sass_inst *inst)
{
    return inst->row->sched == SASS_SCHED_LOAD || inst->row->sched == SASS_SCHED_STORE ||
           inst->row->sched == SASS_SCHED_TEX;
}

static uint8_t older(unsigned age, unsigned cycles)
{
    return (uint8_t)(age + cycles > AGE_MAX ? AGE_MAX : age + cycles);
}

void state_advance(struct state *state, unsigned cycles)
{
    for (size_t i = state->count; i-- > 0;) {
        struct record *r = &state->records[i];
        r->age = older(r->age, cycles);
        if (record_is_timed(r) && r->age >= (r->is_source ? OVERWRITE_MOST : AGE_MAX))
            drop(state, i);
    }
    for (unsigned b = 0; b < BARRIERS; b++)
        state->barrier_age[b] = older(state->barrier_age[b], cycles);
    state->bar_age = older(state->bar_age, cycles);
}

// The record is done before what is now counted on the barriers: one more is younger on those that
// it hangs on. Where a guard may keep the instruction from being counted, none is.
static void cover(struct record *r, unsigned barriers, bool counted)
{
    for (unsigned b = 0; b < BARRIERS; b++) {
        if (!(barriers >> b & 1))
            continue;
        if (!(r->done_mask >> b & 1))
            r->younger[b] = 0;
        else if (counted && r->younger[b] < UINT8_MAX)
            r->younger[b]++;
    }
    r->done_mask |= (uint8_t)barriers;
}

// Queues are in order: a wait for this instruction covers what earlier ones of its queue have read,
// and, where its unit delivers in order, their results.
static void cover_earlier(struct state *state, const struct sass_inst *inst)
{
    unsigned bits = control_sets(&inst->control), order = result_order_of(inst);
    unsigned written =
        inst->control.write_barrier < BARRIERS ? 1u << inst->control.write_barrier : 0;
    enum late_unit unit = is_memory(inst) ? LATE_MEMORY : order == ORDER_XU ? LATE_XU : LATE_NONE;
    for (size_t i = 0; i < state->count; i++) {
        struct record *r = &state->records[i];
        bool behind_bar = r->unit == LATE_BAR && (unit == LATE_MEMORY || order == ORDER_SREG);
        if (r->is_source && ((unit != LATE_NONE && r->unit == unit) || behind_bar))
            cover(r, bits, inst->guard == SASS_PT);
        if (!r->is_source && order != ORDER_NONE && r->order == order)
            cover(r, written, inst->guard == SASS_PT);
    }
}

void flow_step(struct flow *flow, struct state *state, size_t at)
{
    const struct sass_inst *inst = &flow->graph.insts[at];
    const struct effects *effects = &flow->effects[at];
    if (!flow->graph.known[at]) {
        state->count = 0;
        return;
    }
    flow_wait(state, inst);
    for (unsigned i = 0; i < effects->write_count; i++)
        apply_write(state, inst, &effects->writes[i]);
    if (inst->row->sched == SASS_SCHED_BAR)
        state->bar_age = 0;
    cover_earlier(state, inst);
    for (unsigned i = 0; i < effects->read_count; i++) {
        const struct access *read = &effects->reads[i];
        if (read->late || gap_overwrite_most(flow->graph.sm, inst->row->sched, read->first) > 1)
            add_access(flow, state, at, read, true);
    }
    for (unsigned i = 0; i < effects->write_count; i++)
        add_access(flow, state, at, &effects->writes[i], false);
    for (unsigned b = 0; b < BARRIERS; b++) {
        if (control_sets(&inst->control) >> b & 1)
            state->barrier_age[b] = 0;
    }
    state_advance(state, inst->control.stall ? inst->control.stall : DRAIN_CYCLES);
}
