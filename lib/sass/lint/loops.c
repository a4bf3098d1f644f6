// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/loops.h"
#include "sass/lint/loop.h"

#include <stdio.h>
#include <stdlib.h>

// Target of a branch back; `words` if it is none. A branch to itself is the end of a kernel.
static size_t target_back(const struct graph *graph, size_t at)
{
    if (!graph->known[at] || graph->insts[at].row->op != SASS_OP_BRA)
        return graph->words;
    size_t target = graph_target(graph, at);
    return target < at ? target : graph->words;
}

static size_t find_ranges(const struct graph *graph, struct sass_loop_range *ranges)
{
    size_t count = 0;
    for (size_t i = 0; i < graph->words; i++) {
        size_t target = target_back(graph, i);
        if (target == graph->words)
            continue;
        // Ranges come by their ends: one with the same start and nothing between takes the place of
        // the one before.
        bool holds_another = false;
        for (size_t k = count; k-- > 0 && ranges[k].last >= target;) {
            if (ranges[k].first == target && !holds_another)
                count = k;
            else
                holds_another = true;
        }
        if (!holds_another)
            ranges[count++] = (struct sass_loop_range){target, i};
    }
    return count;
}

size_t sass_find_loops(unsigned sm, const struct cubin_kernel *kernel,
                       struct sass_loop_range **ranges)
{
    struct graph graph;
    size_t count = (size_t)-1;
    *ranges = calloc(kernel->words + 1, sizeof **ranges);
    if (graph_build(&graph, sm, kernel->code, kernel->words) && *ranges)
        count = find_ranges(&graph, *ranges);
    graph_free(&graph);
    if (count == (size_t)-1) {
        free(*ranges);
        *ranges = NULL;
    }
    return count;
}

void loop_note(struct loop *loop, struct sass_loop_note note)
{
    struct sass_loop_report *report = loop->report;
    if (report->note_count == loop->note_room) {
        size_t room = loop->note_room ? loop->note_room * 2 : 32;
        struct sass_loop_note *bigger = realloc(report->notes, room * sizeof *bigger);
        if (!bigger) {
            loop->out_of_memory = true;
            return;
        }
        report->notes = bigger;
        loop->note_room = room;
    }
    report->notes[report->note_count++] = note;
}

static void count(struct loop *loop)
{
    struct sass_loop_report *report = loop->report;
    for (size_t i = report->range.first; i <= report->range.last; i++) {
        const struct sass_inst *inst = &loop->flow.graph.insts[i];
        report->instructions++;
        if (!loop->flow.graph.known[i])
            continue;
        report->ffma += inst->row->op == SASS_OP_FFMA;
        report->issue_cycles += inst->control.stall ? inst->control.stall : DRAIN_CYCLES;
    }
}

static int by_instruction(const void *a, const void *b)
{
    const struct sass_loop_note *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->other < y->other ? -1 : x->other > y->other;
}

bool sass_measure_loop(unsigned sm, const struct cubin_kernel *kernel, struct sass_loop_range range,
                       struct sass_loop_report *report)
{
    struct loop loop = {.sm = sm, .kernel = kernel, .report = report};
    *report = (struct sass_loop_report){.range = range};
    bool ok = flow_build(&loop.flow, sm, kernel->code, kernel->words);
    if (ok) {
        count(&loop);
        loop_banks(&loop);
        loop_stalls(&loop);
        loop_waits(&loop);
    }
    flow_free(&loop.flow);
    if (!ok || loop.out_of_memory) {
        free(report->notes);
        report->notes = NULL;
        return false;
    }
    if (report->note_count)
        qsort(report->notes, report->note_count, sizeof *report->notes, by_instruction);
    return true;
}

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

size_t sass_note_text(const struct sass_loop_note *note, const char *other, char *text, size_t size)
{
    const char *s = plural(note->cycles);
    int n = 0;
    switch (note->kind) {
    case SASS_NOTE_BANKS:
        n = snprintf(text, size,
                     "%s lie in one register bank: %u cycle%s; one of the other parity, or its "
                     ".reuse before, would help",
                     note->regs, note->cycles, s);
        break;
    case SASS_NOTE_REUSE_MISSED:
        n = snprintf(text, size, "%s.reuse here would spare %s %u cycle%s in its register bank",
                     note->regs, other, note->cycles, s);
        break;
    case SASS_NOTE_REUSE_UNUSED:
        n = snprintf(text, size, "nobody reads %s.reuse in the same place: it does nothing",
                     note->regs);
        break;
    case SASS_NOTE_LONG_STALL:
        n = snprintf(text, size, "the stall is %u, %u is enough: %u cycle%s", note->found,
                     note->needed, note->cycles, s);
        break;
    case SASS_NOTE_EARLY_WAIT:
        n = snprintf(text, size,
                     "waits for %s %u cycles after %s set it, which takes about %u: %u cycle%s if "
                     "no other warp runs; more instructions between the two would hide them",
                     note->regs, note->found, other, note->needed, note->cycles, s);
        break;
    }
    return n > 0 ? (size_t)n : 0;
}

size_t sass_loop_text(const struct sass_loop_report *report, char *text, size_t size)
{
    unsigned cycles = report->issue_cycles + report->bank_cycles;
    double per_cent = 100.0 * report->ffma;
    int n =
        snprintf(text, size,
                 "%u instructions, %u issue cycles, %u more for register banks, FFMA %.1f %% of "
                 "the instructions and %.1f %% of the cycles; %u stall cycles not needed, up to "
                 "%u in waits",
                 report->instructions, report->issue_cycles, report->bank_cycles,
                 per_cent / report->instructions, cycles ? per_cent / cycles : 0.0,
                 report->stall_cycles, report->wait_cycles);
    return n > 0 ? (size_t)n : 0;
}
