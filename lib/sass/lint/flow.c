// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The lint: what is still on its way at each instruction, over all paths, to a fixed point.
#include "sass/lint.h"
#include "sass/lint/access.h"

#include <stdlib.h>
#include <string.h>

enum { BARRIERS = 6, AGE_MAX = 63, DRAIN_CYCLES = 40, SET_TO_WAIT = 2, BRANCH_STALL = 5 };
enum { MEMORY_QUEUE_GAP = 4, XU_QUEUE_GAP = 8, VARIABLE_SETTLED = 0 };

/// A result on its way, or a source that may still be read.
struct record {
    uint32_t inst; ///< who writes or reads
    uint16_t resource;
    uint8_t age;       ///< fewest cycles since its issue over all paths
    uint8_t kind;      ///< enum producer of a result
    bool is_source;    ///< a late source, not a result
    uint8_t unit;      ///< enum late_unit of a source
    uint8_t done_mask; ///< a wait for any of these barriers means that it is done
    uint8_t guard;     ///< guard of the instruction, SASS_PT if it always happens or is not known
    bool guard_not;
};

struct state {
    struct record *records;
    size_t count, room;
    uint8_t barrier_age[BARRIERS]; ///< fewest cycles since the barrier was set
    bool reached;
};

struct lint {
    unsigned sm;
    const struct cubin_kernel *kernel;
    struct sass_inst *insts;
    bool *known;          ///< the word was decoded
    bool *leader;         ///< starts a basic block
    struct state *blocks; ///< state at each leader, by instruction
    size_t *work;
    size_t work_count;
    bool *queued;
    bool out_of_memory;
    bool reporting;
    struct sass_lint_finding *findings;
    size_t finding_count, finding_room;
};

static bool reserve(struct lint *lint, void *items, size_t *room, size_t count, size_t size)
{
    void **p = items;
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 32;
    void *bigger = realloc(*p, more * size);
    if (!bigger) {
        lint->out_of_memory = true;
        return false;
    }
    *p = bigger;
    *room = more;
    return true;
}

static void add_record(struct lint *lint, struct state *state, struct record record)
{
    if (reserve(lint, &state->records, &state->room, state->count, sizeof record))
        state->records[state->count++] = record;
}

static void copy_state(struct lint *lint, struct state *to, const struct state *from)
{
    to->count = 0;
    for (size_t i = 0; i < from->count; i++)
        add_record(lint, to, from->records[i]);
    memcpy(to->barrier_age, from->barrier_age, sizeof to->barrier_age);
    to->reached = true;
}

// Merge what may be on its way; returns whether `to` changed.
static bool join(struct lint *lint, struct state *to, const struct state *from)
{
    bool changed = false;
    if (!to->reached) {
        copy_state(lint, to, from);
        return true;
    }
    size_t old_count = to->count;
    for (size_t i = 0; i < from->count; i++) {
        const struct record *f = &from->records[i];
        struct record *t = NULL;
        for (size_t j = 0; j < old_count && !t; j++) {
            if (to->records[j].inst == f->inst && to->records[j].resource == f->resource &&
                to->records[j].is_source == f->is_source)
                t = &to->records[j];
        }
        if (!t) {
            add_record(lint, to, *f);
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
    }
    for (unsigned b = 0; b < BARRIERS; b++) {
        if (from->barrier_age[b] < to->barrier_age[b]) {
            to->barrier_age[b] = from->barrier_age[b];
            changed = true;
        }
    }
    return changed;
}

static void resource_name(unsigned resource, char *name)
{
    static const struct {
        unsigned first;
        const char *prefix;
    } banks[] = {
        {RESOURCE_UPRED, "UP"}, {RESOURCE_PRED, "P"}, {RESOURCE_UGPR, "UR"}, {RESOURCE_GPR, "R"}};
    for (size_t i = 0; i < sizeof banks / sizeof banks[0]; i++) {
        if (resource < banks[i].first)
            continue;
        unsigned number = resource - banks[i].first;
        size_t n = strlen(banks[i].prefix);
        memcpy(name, banks[i].prefix, n);
        if (number >= 100)
            name[n++] = (char)('0' + number / 100);
        if (number >= 10)
            name[n++] = (char)('0' + number / 10 % 10);
        name[n++] = (char)('0' + number % 10);
        name[n] = '\0';
        return;
    }
}

static void report(struct lint *lint, struct sass_lint_finding finding, int resource)
{
    if (!lint->reporting)
        return;
    if (resource >= 0)
        resource_name((unsigned)resource, finding.reg);
    // One finding per instruction, producer and rule: the registers of a group say nothing new.
    for (size_t i = lint->finding_count; i-- > 0 && lint->findings[i].at == finding.at;) {
        if (lint->findings[i].producer == finding.producer &&
            lint->findings[i].rule == finding.rule)
            return;
    }
    if (reserve(lint, &lint->findings, &lint->finding_room, lint->finding_count, sizeof finding))
        lint->findings[lint->finding_count++] = finding;
}

static void drop(struct state *state, size_t i)
{
    state->records[i] = state->records[--state->count];
}

static void drop_done(struct state *state, unsigned barriers)
{
    for (size_t i = state->count; i-- > 0;) {
        if (state->records[i].done_mask & barriers)
            drop(state, i);
    }
}

// The barriers that the instruction waits for: its mask, and those that a DEPBAR names.
static void apply_waits(struct lint *lint, struct state *state, size_t at)
{
    const struct sass_inst *inst = &lint->insts[at];
    unsigned mask = inst->control.wait_mask;
    for (unsigned b = 0; b < BARRIERS; b++) {
        if ((mask >> b & 1) && state->barrier_age[b] < SET_TO_WAIT)
            report(lint,
                   (struct sass_lint_finding){.rule = SASS_LINT_WAIT_TOO_SOON,
                                              .at = at,
                                              .producer = at,
                                              .gap = state->barrier_age[b],
                                              .needed = SET_TO_WAIT},
                   -1);
    }
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].kind == SASS_OPND_SCOREBOARD && inst->operands[i].reg < BARRIERS)
            mask |= 1u << inst->operands[i].reg;
        if (inst->operands[i].kind == SASS_OPND_SET)
            mask |= (unsigned)inst->operands[i].imm & ((1u << BARRIERS) - 1);
    }
    drop_done(state, mask);
}

static bool excludes(const struct record *record, const struct sass_inst *inst)
{
    return record->guard != SASS_PT && record->guard == inst->guard &&
           record->guard_not != inst->guard_not;
}

static void check_read(struct lint *lint, const struct state *state, size_t at,
                       const struct access *read)
{
    const struct sass_inst *inst = &lint->insts[at];
    for (size_t i = 0; i < state->count; i++) {
        const struct record *r = &state->records[i];
        struct sass_lint_finding finding = {.at = at, .producer = r->inst, .gap = r->age};
        if (r->is_source || r->resource < read->first || r->resource >= read->first + read->count ||
            excludes(r, inst))
            continue;
        if (r->kind == PRODUCER_VARIABLE) {
            finding.rule = r->done_mask ? SASS_LINT_READ_UNWAITED : SASS_LINT_NO_BARRIER;
            report(lint, finding, r->resource);
            continue;
        }
        finding.rule = SASS_LINT_READ_EARLY;
        finding.needed = gap_read(lint->sm, (enum producer)r->kind, (enum role)read->kind);
        if (r->age < finding.needed)
            report(lint, finding, r->resource);
    }
}

// Whether an instruction that overwrites a late source comes behind it in the same queue.
static bool queued_behind(const struct record *source, unsigned unit)
{
    return (source->unit == LATE_MEMORY && unit == LATE_MEMORY &&
            source->age >= MEMORY_QUEUE_GAP) ||
           (source->unit == LATE_XU && unit == LATE_XU && source->age >= XU_QUEUE_GAP);
}

static void check_write(struct lint *lint, const struct state *state, size_t at,
                        const struct access *write)
{
    const struct sass_inst *inst = &lint->insts[at];
    for (size_t i = 0; i < state->count; i++) {
        const struct record *r = &state->records[i];
        struct sass_lint_finding finding = {.at = at, .producer = r->inst, .gap = r->age};
        if (r->resource < write->first || r->resource >= write->first + write->count ||
            excludes(r, inst))
            continue;
        if (r->is_source) {
            finding.rule = SASS_LINT_SOURCE_UNREAD;
            if (!queued_behind(r, write->unit))
                report(lint, finding, r->resource);
        } else if (r->kind == PRODUCER_VARIABLE) {
            finding.rule = SASS_LINT_WRITE_UNWAITED;
            if (!(write->kind == PRODUCER_VARIABLE && r->unit == write->unit &&
                  r->unit != LATE_NONE && queued_behind(r, write->unit)))
                report(lint, finding, r->resource);
        } else {
            finding.rule = SASS_LINT_WRITE_EARLY;
            finding.needed = gap_write(lint->sm, (enum producer)r->kind, write->kind);
            if (r->age < finding.needed)
                report(lint, finding, r->resource);
        }
    }
}

static void check_stall(struct lint *lint, size_t at)
{
    const struct sass_inst *inst = &lint->insts[at];
    bool needs_five = inst->row->sched == SASS_SCHED_BRANCH && inst->row->op != SASS_OP_NOP;
    if (needs_five && inst->control.stall < BRANCH_STALL && inst->control.stall != 0)
        report(lint,
               (struct sass_lint_finding){.rule = SASS_LINT_SHORT_STALL,
                                          .at = at,
                                          .producer = at,
                                          .gap = inst->control.stall,
                                          .needed = BRANCH_STALL},
               -1);
}

// What a write does to the records: an unconditional one replaces earlier results, and a predicate
// that changes no longer tells apart what it guarded.
static void apply_write(struct state *state, const struct sass_inst *inst,
                        const struct access *write)
{
    for (size_t i = state->count; i-- > 0;) {
        struct record *r = &state->records[i];
        bool same = r->resource >= write->first && r->resource < write->first + write->count;
        if (same && inst->guard == SASS_PT) {
            drop(state, i);
            continue;
        }
        if (write->first >= RESOURCE_PRED && write->first < RESOURCE_UPRED &&
            r->guard == write->first - RESOURCE_PRED)
            r->guard = SASS_PT;
    }
}

static unsigned barrier_bits(const struct sass_control *control)
{
    unsigned bits = 0;
    if (control->write_barrier < BARRIERS)
        bits |= 1u << control->write_barrier;
    if (control->read_barrier < BARRIERS)
        bits |= 1u << control->read_barrier;
    return bits;
}

static void add_access(struct lint *lint, struct state *state, size_t at,
                       const struct access *access, bool is_source)
{
    const struct sass_inst *inst = &lint->insts[at];
    struct record record = {.inst = (uint32_t)at,
                            .kind = access->kind,
                            .is_source = is_source,
                            .unit = access->unit,
                            .guard = inst->guard,
                            .guard_not = inst->guard_not};
    if (is_source)
        record.done_mask = (uint8_t)barrier_bits(&inst->control);
    else if (access->kind == PRODUCER_VARIABLE && inst->control.write_barrier < BARRIERS)
        record.done_mask = (uint8_t)(1u << inst->control.write_barrier);
    for (unsigned i = 0; i < access->count; i++) {
        record.resource = (uint16_t)(access->first + i);
        add_record(lint, state, record);
    }
}

static bool is_memory(const struct effects *effects)
{
    for (unsigned i = 0; i < effects->read_count; i++) {
        if (effects->reads[i].late && effects->reads[i].unit == LATE_MEMORY)
            return true;
    }
    return false;
}

static void advance(struct state *state, unsigned stall)
{
    unsigned cycles = stall ? stall : DRAIN_CYCLES;
    for (size_t i = state->count; i-- > 0;) {
        struct record *r = &state->records[i];
        r->age = (uint8_t)(r->age + cycles > AGE_MAX ? AGE_MAX : r->age + cycles);
        if (!r->is_source && r->kind != PRODUCER_VARIABLE && r->age == AGE_MAX)
            drop(state, i);
    }
    for (unsigned b = 0; b < BARRIERS; b++)
        state->barrier_age[b] =
            (uint8_t)(state->barrier_age[b] + cycles > AGE_MAX ? AGE_MAX
                                                               : state->barrier_age[b] + cycles);
}

// One instruction: checks (when reporting), then its effect on the state.
static void step(struct lint *lint, struct state *state, size_t at)
{
    const struct sass_inst *inst = &lint->insts[at];
    struct effects effects;
    if (!lint->known[at]) {
        report(lint,
               (struct sass_lint_finding){.rule = SASS_LINT_UNKNOWN, .at = at, .producer = at}, -1);
        state->count = 0;
        return;
    }
    apply_waits(lint, state, at);
    effects_of(lint->sm, inst, &effects);
    for (unsigned i = 0; i < effects.read_count; i++)
        check_read(lint, state, at, &effects.reads[i]);
    for (unsigned i = 0; i < effects.write_count; i++)
        check_write(lint, state, at, &effects.writes[i]);
    check_stall(lint, at);
    for (unsigned i = 0; i < effects.write_count; i++)
        apply_write(state, inst, &effects.writes[i]);
    if (inst->row->op == SASS_OP_BAR) {
        for (size_t i = state->count; i-- > 0;) {
            if (state->records[i].is_source && state->records[i].unit == LATE_MEMORY)
                drop(state, i);
        }
    }
    // The memory queue is in order: a wait for this instruction covers the sources of earlier ones.
    unsigned bits = barrier_bits(&inst->control);
    if (is_memory(&effects)) {
        for (size_t i = 0; i < state->count; i++) {
            if (state->records[i].is_source && state->records[i].unit == LATE_MEMORY)
                state->records[i].done_mask |= (uint8_t)bits;
        }
    }
    for (unsigned i = 0; i < effects.read_count; i++) {
        if (effects.reads[i].late)
            add_access(lint, state, at, &effects.reads[i], true);
    }
    for (unsigned i = 0; i < effects.write_count; i++)
        add_access(lint, state, at, &effects.writes[i], false);
    for (unsigned b = 0; b < BARRIERS; b++) {
        if (bits >> b & 1)
            state->barrier_age[b] = 0;
    }
    advance(state, inst->control.stall);
}

enum { MAX_SUCCESSORS = 64 };

static size_t target_of(const struct lint *lint, size_t at)
{
    const struct sass_inst *inst = &lint->insts[at];
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        int64_t offset = (int64_t)(at + 1) * SASS_WORD_BYTES + inst->operands[i].imm;
        if (inst->operands[i].kind == SASS_OPND_TARGET && offset >= 0 &&
            offset / SASS_WORD_BYTES < (int64_t)lint->kernel->words)
            return (size_t)(offset / SASS_WORD_BYTES);
    }
    return lint->kernel->words;
}

static bool always(const struct lint *lint, size_t at)
{
    const struct sass_inst *inst = &lint->insts[at];
    if (inst->guard != SASS_PT)
        return false;
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct sass_operand *operand = &inst->operands[i];
        bool is_predicate = operand->kind == SASS_OPND_PRED || operand->kind == SASS_OPND_UPRED;
        if (is_predicate && operand->reg != SASS_PT)
            return false;
    }
    return true;
}

// Where a BSYNC may go: behind it, and to the ends of the regions that its barrier register opened.
static unsigned sync_targets(const struct lint *lint, size_t at, size_t *targets)
{
    unsigned count = 0;
    for (size_t i = 0; i < lint->kernel->words && count < MAX_SUCCESSORS - 1; i++) {
        if (lint->known[i] && lint->insts[i].row->op == SASS_OP_BSSY &&
            lint->insts[i].operands[0].reg == lint->insts[at].operands[0].reg)
            targets[count++] = target_of(lint, i);
    }
    return count;
}

static unsigned successors(const struct lint *lint, size_t at, size_t *targets)
{
    unsigned count = 0;
    bool falls = true;
    if (lint->known[at]) {
        switch (lint->insts[at].row->op) {
        case SASS_OP_EXIT:
        case SASS_OP_RET:
        case SASS_OP_BRX:
            falls = !always(lint, at);
            break;
        case SASS_OP_BRA:
            targets[count++] = target_of(lint, at);
            falls = !always(lint, at);
            break;
        case SASS_OP_CALL:
            targets[count++] = target_of(lint, at);
            break;
        case SASS_OP_BSYNC:
            count = sync_targets(lint, at, targets);
            break;
        default:
            break;
        }
    }
    if (falls)
        targets[count++] = at + 1;
    unsigned inside = 0;
    for (unsigned i = 0; i < count; i++) {
        if (targets[i] < lint->kernel->words)
            targets[inside++] = targets[i];
    }
    return inside;
}

static bool ends_block(const struct lint *lint, size_t at)
{
    if (at + 1 >= lint->kernel->words || lint->leader[at + 1])
        return true;
    return lint->known[at] && lint->insts[at].row->sched == SASS_SCHED_BRANCH;
}

static void enqueue(struct lint *lint, size_t at)
{
    if (!lint->queued[at]) {
        lint->queued[at] = true;
        lint->work[lint->work_count++] = at;
    }
}

// Run a block from its leader; returns the index of its last instruction.
static size_t run_block(struct lint *lint, size_t at, struct state *state)
{
    copy_state(lint, state, &lint->blocks[at]);
    for (;; at++) {
        step(lint, state, at);
        if (ends_block(lint, at))
            return at;
    }
}

static void find_leaders(struct lint *lint)
{
    size_t targets[MAX_SUCCESSORS];
    lint->leader[0] = true;
    for (size_t i = 0; i < lint->kernel->words; i++) {
        bool branches = lint->known[i] && lint->insts[i].row->sched == SASS_SCHED_BRANCH;
        unsigned count = branches ? successors(lint, i, targets) : 0;
        for (unsigned t = 0; t < count; t++)
            lint->leader[targets[t]] = true;
        if (branches && i + 1 < lint->kernel->words)
            lint->leader[i + 1] = true;
    }
}

static void solve(struct lint *lint)
{
    struct state state = {0};
    size_t targets[MAX_SUCCESSORS];
    memset(lint->blocks[0].barrier_age, AGE_MAX, sizeof lint->blocks[0].barrier_age);
    lint->blocks[0].reached = true;
    enqueue(lint, 0);
    while (lint->work_count && !lint->out_of_memory) {
        size_t at = lint->work[--lint->work_count];
        lint->queued[at] = false;
        size_t last = run_block(lint, at, &state);
        unsigned count = successors(lint, last, targets);
        for (unsigned t = 0; t < count; t++) {
            if (join(lint, &lint->blocks[targets[t]], &state))
                enqueue(lint, targets[t]);
        }
    }
    lint->reporting = true;
    for (size_t i = 0; i < lint->kernel->words && !lint->out_of_memory; i++) {
        if (lint->leader[i] && lint->blocks[i].reached)
            run_block(lint, i, &state);
    }
    free(state.records);
}

size_t sass_lint(unsigned sm, const struct cubin_kernel *kernel,
                 struct sass_lint_finding **findings)
{
    size_t words = kernel->words;
    struct lint lint = {.sm = sm, .kernel = kernel};
    *findings = NULL;
    if (words == 0)
        return 0;
    lint.insts = calloc(words, sizeof *lint.insts);
    lint.known = calloc(words, sizeof *lint.known);
    lint.leader = calloc(words, sizeof *lint.leader);
    lint.blocks = calloc(words, sizeof *lint.blocks);
    lint.work = calloc(words, sizeof *lint.work);
    lint.queued = calloc(words, sizeof *lint.queued);
    lint.out_of_memory =
        !lint.insts || !lint.known || !lint.leader || !lint.blocks || !lint.work || !lint.queued;
    if (!lint.out_of_memory) {
        for (size_t i = 0; i < words; i++)
            lint.known[i] = sass_decode(sm, kernel->code[i], &lint.insts[i]);
        find_leaders(&lint);
        solve(&lint);
    }
    for (size_t i = 0; lint.blocks && i < words; i++)
        free(lint.blocks[i].records);
    free(lint.insts);
    free(lint.known);
    free(lint.leader);
    free(lint.blocks);
    free(lint.work);
    free(lint.queued);
    if (lint.out_of_memory) {
        free(lint.findings);
        return (size_t)-1;
    }
    *findings = lint.findings;
    return lint.finding_count;
}
