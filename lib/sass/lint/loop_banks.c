// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Registers of even and of odd numbers lie in two banks, and each bank gives one register of a warp
// per cycle. Of the sources of an instruction the reuse cache gives some; what is left of a bank
// beyond the cycles until the next issue is lost. On sm_80 an instruction of the FP32 pipe has two
// cycles anyway. Source: Huerta et al., arXiv 2503.20481.
#include "sass/lint/loop.h"
#include "sass/lint/reuse.h"

#include <stdio.h>
#include <string.h>

enum { SOURCES_MOST = 8 };

/// Registers that an instruction reads from each bank.
struct bank_reads {
    unsigned count[REUSE_BANKS];
    uint8_t regs[REUSE_BANKS][SOURCES_MOST];
};

static bool is_arithmetic(const struct sass_inst *inst)
{
    switch (inst->row->sched) {
    case SASS_SCHED_ALU:
    case SASS_SCHED_FMA:
    case SASS_SCHED_WIDE:
    case SASS_SCHED_FP16:
    case SASS_SCHED_HFMA2_MMA:
        return true;
    default:
        return false;
    }
}

static void add_read(struct bank_reads *reads, unsigned reg)
{
    unsigned bank = reg % REUSE_BANKS;
    for (unsigned i = 0; i < reads->count[bank]; i++) {
        if (reads->regs[bank][i] == reg)
            return;
    }
    if (reads->count[bank] < SOURCES_MOST)
        reads->regs[bank][reads->count[bank]++] = (uint8_t)reg;
}

static void read_banks(const struct reuse_cache *cache, const struct sass_inst *inst,
                       struct bank_reads *reads)
{
    memset(reads, 0, sizeof *reads);
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct sass_operand *operand = &inst->operands[i];
        if (operand->kind != SASS_OPND_GPR || inst->row->operands[i].dst ||
            operand->reg == SASS_RZ || reuse_find(cache, inst, i))
            continue;
        for (unsigned k = 0; k < sass_operand_regs(inst, i); k++)
            add_read(reads, operand->reg + k);
    }
}

static unsigned cycles_lost(unsigned sm, const struct sass_inst *inst,
                            const struct bank_reads *reads)
{
    unsigned most = reads->count[0] > reads->count[1] ? reads->count[0] : reads->count[1];
    unsigned free = inst->control.stall ? inst->control.stall : most;
    if (sm == 80 && free < 2)
        free = 2;
    return most > free ? most - free : 0;
}

static void print_registers(const struct bank_reads *reads, char *text, size_t size)
{
    unsigned bank = reads->count[1] > reads->count[0];
    size_t n = 0;
    for (unsigned i = 0; i < reads->count[bank] && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%sR%u", i ? ", " : "", reads->regs[bank][i]);
}

// Whether flags that the code lacks would help: the cache as it were if every source were kept.
static bool note_missed(struct loop *loop, const struct reuse_cache *cache,
                        const struct reuse_cache *all, size_t at, unsigned lost)
{
    const struct sass_inst *inst = &loop->flow.graph.insts[at];
    struct bank_reads reads;
    read_banks(cache, inst, &reads);
    unsigned bank = reads.count[1] > reads.count[0];
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct reuse_entry *entry = reuse_find(all, inst, i);
        if (!entry || entry->stale || reuse_find(cache, inst, i) ||
            inst->operands[i].reg % REUSE_BANKS != bank)
            continue;
        struct sass_loop_note note = {.kind = SASS_NOTE_REUSE_MISSED,
                                      .at = entry->flagged,
                                      .other = at,
                                      .cycles = lost < 1 ? lost : 1};
        snprintf(note.regs, sizeof note.regs, "R%u", inst->operands[i].reg);
        loop_note(loop, note);
        return true;
    }
    return false;
}

// Flags on all sources that may have one.
static struct sass_inst with_all_flags(const struct sass_inst *inst)
{
    struct sass_inst flagged = *inst;
    bool may = inst->guard == SASS_PT && inst->control.stall <= 11 && is_arithmetic(inst);
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++)
        flagged.operands[i].reuse = may;
    return flagged;
}

static void note_unused(struct loop *loop, size_t at, bool *used)
{
    const struct sass_inst *inst = &loop->flow.graph.insts[at];
    unsigned slot;
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (!inst->operands[i].reuse || !reuse_has_slot(inst, i, &slot) || used[slot])
            continue;
        struct sass_loop_note note = {.kind = SASS_NOTE_REUSE_UNUSED, .at = at, .other = at};
        snprintf(note.regs, sizeof note.regs, "R%u", inst->operands[i].reg);
        loop_note(loop, note);
    }
}

// Which flags of `at` the instructions behind it in its block make use of.
static void find_users(const struct loop *loop, size_t at, bool *used)
{
    const struct graph *graph = &loop->flow.graph;
    struct reuse_cache cache;
    reuse_clear(&cache);
    memset(used, 0, REUSE_SLOTS * sizeof *used);
    reuse_step(&cache, &graph->insts[at], &loop->flow.effects[at], at);
    for (size_t i = at; !graph_ends_block(graph, i) && graph->known[i + 1];) {
        const struct sass_inst *inst = &graph->insts[++i];
        bool kept = false;
        for (unsigned k = 0; k < sass_row_operands(inst->row); k++) {
            const struct reuse_entry *entry = reuse_find(&cache, inst, k);
            unsigned slot;
            if (entry && entry->flagged == at && reuse_has_slot(inst, k, &slot))
                used[slot] = true;
        }
        reuse_step(&cache, inst, &loop->flow.effects[i], i);
        for (unsigned slot = 0; slot < REUSE_SLOTS; slot++) {
            for (unsigned bank = 0; bank < REUSE_BANKS; bank++)
                kept = kept || (cache.entries[slot][bank].reg != SASS_RZ &&
                                cache.entries[slot][bank].flagged == at);
        }
        if (!kept)
            return;
    }
}

void loop_banks(struct loop *loop)
{
    const struct graph *graph = &loop->flow.graph;
    const struct sass_loop_range *range = &loop->report->range;
    struct reuse_cache cache, all;
    for (size_t i = range->first; i <= range->last; i++) {
        const struct sass_inst *inst = &graph->insts[i];
        struct bank_reads reads;
        bool used[REUSE_SLOTS];
        if (i == range->first || graph_ends_block(graph, i - 1) || !graph->known[i]) {
            reuse_clear(&cache);
            reuse_clear(&all);
        }
        if (!graph->known[i])
            continue;
        read_banks(&cache, inst, &reads);
        unsigned lost = is_arithmetic(inst) ? cycles_lost(loop->sm, inst, &reads) : 0;
        loop->report->bank_cycles += lost;
        if (lost && !note_missed(loop, &cache, &all, i, lost)) {
            struct sass_loop_note note = {
                .kind = SASS_NOTE_BANKS, .at = i, .other = i, .cycles = lost};
            print_registers(&reads, note.regs, sizeof note.regs);
            loop_note(loop, note);
        }
        find_users(loop, i, used);
        note_unused(loop, i, used);
        struct sass_inst flagged = with_all_flags(inst);
        reuse_step(&cache, inst, &loop->flow.effects[i], i);
        reuse_step(&all, &flagged, &loop->flow.effects[i], i);
    }
}
