// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The innermost loops of a kernel as tables: what each instruction costs in a round of one warp.
#include "emulator/model/model_internal.h"

#include "sass/loops.h"

#include <stdlib.h>

/// Columns of the table, in its order.
static const struct {
    enum delay wait;
    const char *title;
} columns[] = {
    {DELAY_PIPE, "pipe"},     {DELAY_BANK, "bank"},   {DELAY_SHARED, "shared"},
    {DELAY_GLOBAL, "global"}, {DELAY_OTHER, "other"}, {DELAY_SOURCES, "source"},
    {DELAY_QUEUE, "queue"},   {DELAY_BARRIER, "bar"}, {DELAY_FETCH, "fetch"},
    {DELAY_SLOT, "slot"},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static void print_figure(FILE *to, double value)
{
    if (value >= 0.05)
        fprintf(to, " %6.1f", value);
    else
        fprintf(to, " %6s", "-");
}

// One line: `issues` times in a round, with `stall` of their own.
static void print_line(FILE *to, double issues, double stall, const double waits[COLUMNS])
{
    double cycles = stall;
    for (unsigned c = 0; c < COLUMNS; c++)
        cycles += waits[c];
    print_figure(to, issues);
    print_figure(to, cycles);
    print_figure(to, stall);
    for (unsigned c = 0; c < COLUMNS; c++)
        print_figure(to, waits[c]);
}

static void print_titles(FILE *to)
{
    fprintf(to, "    %6s %6s %6s %6s", "offset", "issues", "cycles", "stall");
    for (unsigned c = 0; c < COLUMNS; c++)
        fprintf(to, " %6s", columns[c].title);
    fprintf(to, "\n");
}

static void print_inst(FILE *to, const struct model *model, size_t i)
{
    char text[256];
    if (model->insts[i].row)
        sass_print(&model->insts[i], i * SASS_WORD_BYTES, text, sizeof text);
    fprintf(to, "  %s\n", model->insts[i].row ? text : "(not in the table)");
}

static void report_loop(const struct model *model, struct sass_loop_range range, FILE *to)
{
    double rounds = (double)model->times[range.last].issues;
    double issues = 0, stall = 0, waits[COLUMNS] = {0};
    fprintf(to,
            "  loop %04zx-%04zx: %zu instructions, %.0f rounds of warps; modelled, per round:\n",
            range.first * SASS_WORD_BYTES, range.last * SASS_WORD_BYTES,
            range.last - range.first + 1, rounds);
    print_titles(to);
    for (size_t i = range.first; i <= range.last; i++) {
        double here[COLUMNS], count = (double)model->times[i].issues / rounds;
        for (unsigned c = 0; c < COLUMNS; c++) {
            here[c] = (double)model->times[i].waited[columns[c].wait] / rounds;
            waits[c] += here[c];
        }
        issues += count;
        stall += count * model->facts[i].stall;
        fprintf(to, "      %04zx", i * SASS_WORD_BYTES);
        print_line(to, count, count * model->facts[i].stall, here);
        print_inst(to, model, i);
    }
    fprintf(to, "     total");
    print_line(to, issues, stall, waits);
    fprintf(to, "\n");
}

bool model_report_loops(const struct model *model, FILE *to)
{
    struct sass_loop_range *ranges;
    size_t count = sass_find_loops(model->kernel->sm, model->kernel->source, &ranges);
    if (count == (size_t)-1)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (model->times[ranges[i].last].issues)
            report_loop(model, ranges[i], to);
    }
    free(ranges);
    return true;
}
