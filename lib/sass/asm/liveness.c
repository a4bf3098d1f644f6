// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Names that share a register, because one was freed before the other was declared or lies over it:
// a value that was written through one, overwritten through the other, must not be read through the
// first. For each such register the values that are there, and those that were lost, flow along the
// graph of the kernel.
#include "sass/asm/internal.h"
#include "sass/lint/access.h"
#include "sass/lint/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A value that was written through a name: it may be there, or be lost.
struct record {
    struct variable *name;
    struct variable *writer; ///< through this name it was overwritten; NULL: it is there
    uint32_t inst;           ///< by this instruction
    uint32_t mask;           ///< not if one of these literals is true; see literal
};

struct state {
    struct record *records;
    size_t count, room;
};

struct clash {
    const struct variable *reader, *writer;
    uint32_t read_at, write_at;
    unsigned reg;
};

struct check {
    struct assembler *as;
    struct kernel *kernel;
    struct graph graph;
    uint32_t *clears; ///< by instruction: literals of the predicates that it writes
    size_t *blocks;   ///< first instructions
    size_t block_count;
    size_t *block_at; ///< by instruction that starts one
    struct state *in; ///< by block
    struct state now, next;
    const struct touch **events; ///< what touches the register at hand, in order
    size_t event_count;
    unsigned reg;
    bool found, failed;
    struct clash clash;
};

enum { UNIFORM_LITERALS = 16 };

// P0 and !P0 are two literals.
static uint32_t literal(bool uniform, unsigned predicate, bool negated)
{
    return predicate == SASS_PT
               ? 0
               : UINT32_C(1) << ((uniform ? UNIFORM_LITERALS : 0) + 2 * predicate + negated);
}

static uint32_t guard_of(const struct check *c, size_t at, bool negated)
{
    const struct sass_inst *inst = &c->graph.insts[at];
    if (!c->graph.known[at])
        return 0;
    return literal(sass_row_is_uniform(inst->row), inst->guard, inst->guard_not != negated);
}

static bool is_contradiction(uint32_t mask)
{
    const uint32_t plain = 0x55555555;
    return mask & plain & (mask >> 1);
}

static struct record *find_record(struct state *state, const struct record *like)
{
    for (size_t i = 0; i < state->count; i++) {
        struct record *record = &state->records[i];
        if (record->name == like->name && !record->writer == !like->writer)
            return record;
    }
    return NULL;
}

// Returns whether the state became less certain.
static bool add_record(struct check *c, struct state *state, struct record record)
{
    if (is_contradiction(record.mask))
        return false;
    struct record *same = find_record(state, &record);
    if (same) {
        bool changed = same->mask & ~record.mask;
        same->mask &= record.mask;
        return changed;
    }
    if (state->count == state->room) {
        size_t room = state->room ? 2 * state->room : 4;
        struct record *bigger = realloc(state->records, room * sizeof *bigger);
        if (!bigger) {
            c->failed = true;
            return false;
        }
        state->records = bigger;
        state->room = room;
    }
    state->records[state->count++] = record;
    return true;
}

static bool join(struct check *c, struct state *to, const struct state *from, uint32_t mask)
{
    bool changed = false;
    for (size_t i = 0; i < from->count; i++) {
        struct record record = from->records[i];
        record.mask |= mask;
        changed = add_record(c, to, record) || changed;
    }
    return changed;
}

// Names that were put by hand in the same place while both were in use are one value's.
static bool is_checked(struct variable *a, struct variable *b)
{
    unsigned unused = 0;
    bool over = (a->over || b->over) && variable_root(a, &unused) == variable_root(b, &unused);
    return a != b && (over || a->to < b->from || b->to < a->from);
}

static void read_through(struct check *c, const struct touch *touch)
{
    uint32_t guard = guard_of(c, touch->inst, false);
    for (size_t i = 0; i < c->now.count; i++) {
        const struct record *record = &c->now.records[i];
        bool is_lost =
            record->writer && !(record->mask & guard) && !is_checked(touch->variable, record->name);
        if (!is_lost || (c->found && c->clash.read_at <= touch->inst))
            continue;
        c->found = true;
        c->clash = (struct clash){.reader = touch->variable,
                                  .writer = record->writer,
                                  .read_at = touch->inst,
                                  .write_at = record->inst,
                                  .reg = c->reg};
    }
}

// A guarded write leaves what was there where the guard is false.
static void write_through(struct check *c, const struct touch *touch)
{
    uint32_t guard = guard_of(c, touch->inst, false), not_guard = guard_of(c, touch->inst, true);
    struct variable *name = touch->variable;
    c->next.count = 0;
    add_record(c, &c->next, (struct record){.name = name, .mask = not_guard});
    for (size_t i = 0; i < c->now.count; i++) {
        struct record record = c->now.records[i];
        bool other = is_checked(name, record.name);
        struct record lost = record;
        if (other && !record.writer) {
            lost.writer = name;
            lost.inst = touch->inst;
            lost.mask |= not_guard;
            add_record(c, &c->next, lost);
        }
        // What lost this name's value is made good, and another's value is there no more.
        bool ends = other ? !record.writer : record.writer != NULL;
        if (ends && !guard)
            continue;
        record.mask |= ends ? guard : 0;
        add_record(c, &c->next, record);
    }
    struct state before = c->now;
    c->now = c->next;
    c->next = before;
}

static void clear_literals(struct state *state, uint32_t literals)
{
    for (size_t i = 0; i < state->count; i++)
        state->records[i].mask &= ~literals;
}

// One instruction: its reads, its writes, its predicates.
static size_t run_events(struct check *c, size_t event, bool look)
{
    uint32_t inst = c->events[event]->inst;
    size_t end = event;
    for (; end < c->event_count && c->events[end]->inst == inst; end++) {
        if (look && !c->events[end]->write)
            read_through(c, c->events[end]);
    }
    for (size_t i = event; i < end; i++) {
        if (c->events[i]->write)
            write_through(c, c->events[i]);
    }
    return end;
}

static size_t first_event(const struct check *c, size_t inst)
{
    size_t low = 0, high = c->event_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->events[middle]->inst < inst)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t block_end(const struct check *c, size_t block)
{
    return block + 1 < c->block_count ? c->blocks[block + 1] : c->graph.words;
}

static void run_block(struct check *c, size_t block, bool look)
{
    size_t end = block_end(c, block), event = first_event(c, c->blocks[block]);
    c->now.count = 0;
    join(c, &c->now, &c->in[block], 0);
    if (c->now.count == 0 && (event == c->event_count || c->events[event]->inst >= end))
        return;
    for (size_t i = c->blocks[block]; i < end; i++) {
        if (event < c->event_count && c->events[event]->inst == i)
            event = run_events(c, event, look);
        if (c->clears[i])
            clear_literals(&c->now, c->clears[i]);
    }
}

// What a branch tells of its guard on the way to one of its targets.
static uint32_t edge_mask(const struct check *c, size_t last, size_t target)
{
    const struct graph *graph = &c->graph;
    if (!graph->known[last])
        return 0;
    unsigned op = graph->insts[last].row->op;
    bool leaves = op == SASS_OP_EXIT || op == SASS_OP_KILL;
    size_t taken = op == SASS_OP_BRA ? graph_target(graph, last) : graph->words;
    if ((op != SASS_OP_BRA && !leaves) || taken == last + 1)
        return 0;
    // Other conditions of a branch may fail too: behind it its guard may be true.
    bool plain = true;
    for (unsigned i = 0; i < sass_row_operands(graph->insts[last].row); i++) {
        const struct sass_operand *operand = &graph->insts[last].operands[i];
        bool is_predicate = operand->kind == SASS_OPND_PRED || operand->kind == SASS_OPND_UPRED;
        bool always = is_predicate && operand->reg == SASS_PT && !operand->neg;
        plain = plain && (operand->kind == SASS_OPND_TARGET || always);
    }
    // BRA: the first modifier counts, the others are conditions.
    for (unsigned i = 1; op == SASS_OP_BRA && i < SASS_MAX_MODS; i++)
        plain = plain && !graph->insts[last].mods[i];
    if (target == taken)
        return guard_of(c, last, true);
    return plain ? guard_of(c, last, false) : 0;
}

static void solve(struct check *c)
{
    for (size_t b = 0; b < c->block_count; b++)
        c->in[b].count = 0;
    for (bool changed = true; changed && !c->failed;) {
        changed = false;
        for (size_t b = 0; b < c->block_count && !c->failed; b++) {
            const size_t *targets;
            size_t last = block_end(c, b) - 1;
            run_block(c, b, false);
            size_t count = c->now.count ? graph_successors(&c->graph, last, &targets) : 0;
            for (size_t i = 0; i < count; i++) {
                uint32_t mask = edge_mask(c, last, targets[i]);
                if (join(c, &c->in[c->block_at[targets[i]]], &c->now, mask))
                    changed = true;
            }
        }
    }
    for (size_t b = 0; b < c->block_count && !c->failed; b++)
        run_block(c, b, true);
}

static bool covers(const struct variable *v, unsigned reg)
{
    return reg >= v->base && reg - v->base < v->count;
}

// Whether two names share the register and their values are to be told apart.
static bool is_shared(const struct kernel *kernel, size_t class, unsigned reg)
{
    for (size_t i = 0; i < kernel->variable_count; i++) {
        struct variable *a = kernel->variables[i];
        for (size_t k = 0; a->class == class && covers(a, reg) && k < i; k++) {
            struct variable *b = kernel->variables[k];
            if (b->class == class && covers(b, reg) && is_checked(a, b))
                return true;
        }
    }
    return false;
}

static void check_register(struct check *c, size_t class, unsigned reg)
{
    c->reg = reg;
    c->event_count = 0;
    for (size_t i = 0; i < c->kernel->touch_count; i++) {
        const struct touch *touch = &c->kernel->touches[i];
        unsigned first = touch->variable->base + touch->first;
        if (touch->variable->class == class && reg >= first && reg - first < touch->count)
            c->events[c->event_count++] = touch;
    }
    if (c->event_count)
        solve(c);
}

static void find_clears(struct check *c)
{
    for (size_t i = 0; i < c->graph.words; i++) {
        struct effects effects;
        if (!c->graph.known[i])
            continue;
        effects_of(c->graph.sm, &c->graph.insts[i], &effects);
        for (unsigned w = 0; w < effects.write_count; w++) {
            unsigned first = effects.writes[w].first;
            bool uniform = first >= RESOURCE_UPRED;
            if (first >= RESOURCE_PRED)
                c->clears[i] |=
                    literal(uniform, first - (uniform ? RESOURCE_UPRED : RESOURCE_PRED), false) * 3;
        }
    }
}

static bool find_blocks(struct check *c)
{
    size_t words = c->graph.words;
    c->clears = calloc(words, sizeof *c->clears);
    c->blocks = calloc(words, sizeof *c->blocks);
    c->block_at = calloc(words, sizeof *c->block_at);
    c->events = calloc(c->kernel->touch_count + 1, sizeof *c->events);
    if (!c->clears || !c->blocks || !c->block_at || !c->events)
        return false;
    for (size_t i = 0; i < words; i++) {
        if (!c->graph.leader[i])
            continue;
        c->block_at[i] = c->block_count;
        c->blocks[c->block_count++] = i;
    }
    c->in = calloc(c->block_count, sizeof *c->in);
    return c->in != NULL;
}

static void release(struct check *c)
{
    for (size_t b = 0; c->in && b < c->block_count; b++)
        free(c->in[b].records);
    free(c->now.records);
    free(c->next.records);
    free(c->in);
    free(c->clears);
    free(c->blocks);
    free(c->block_at);
    free(c->events);
    graph_free(&c->graph);
}

static void print_element(const struct variable *v, unsigned reg, char *text, size_t size)
{
    if (v->is_array)
        snprintf(text, size, "%.*s[%u]", (int)v->name->length, v->name->text, reg - v->base);
    else
        snprintf(text, size, "%.*s", (int)v->name->length, v->name->text);
}

static bool report(const struct check *c)
{
    char writer[SASS_NAME_TEXT], reader[SASS_NAME_TEXT];
    const struct clash *clash = &c->clash;
    print_element(clash->writer, clash->reg, writer, sizeof writer);
    print_element(clash->reader, clash->reg, reader, sizeof reader);
    return fail_at(c->as, c->kernel->code[clash->write_at].at,
                   "'%s' overwrites %s%u, which line %u still reads as '%s'", writer,
                   register_classes[clash->reader->class].prefix, clash->reg,
                   c->kernel->code[clash->read_at].at->line, reader);
}

bool check_sharing(struct assembler *as, const struct sass_word *code)
{
    struct check c = {.as = as, .kernel = as->kernel};
    if (!c.kernel->shares)
        return true;
    c.failed = !graph_build(&c.graph, as->options->sm, code, c.kernel->count) || !find_blocks(&c);
    if (!c.failed)
        find_clears(&c);
    for (size_t class = 0; class < REGISTER_CLASSES; class ++) {
        for (unsigned reg = 0; reg < MAX_CLASS_REGISTERS && !c.failed; reg++) {
            if (is_shared(c.kernel, class, reg))
                check_register(&c, class, reg);
        }
    }
    bool ok = !c.found;
    if (c.failed)
        ok = fail_at(as, c.kernel->name, "out of memory");
    else if (c.found)
        ok = report(&c);
    release(&c);
    return ok;
}
