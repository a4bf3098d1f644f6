// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// reschedule [--reorder] FILE.cubin...: take every control code and reuse flag from compiled code,
// let the scheduler set them anew, after it has put the instructions into an order of its own where
// that is asked for, and require that the lint accepts the result and that it takes no more issue
// cycles (the sum of all stalls, each instruction counted once, a stall of 0 as the drain) than the
// compiler's own.
#include "sass/sched/depend.h"
#include "sass/sched/internal.h"
#include "sass/schedule.h"
#include "tests/cubin_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINDING_TEXT = 256 };

struct tally {
    size_t kernels, instructions, undecoded, failed, findings;
    uint64_t cycles_before, cycles_after;
    uint64_t modelled_before, modelled_after; ///< block by block, with the time of waits
    size_t moved;
};

enum { ARCHS = 4 };
static const unsigned sms[ARCHS] = {80, 86, 89, 90};

static uint64_t issue_cycles(unsigned sm, const struct sass_word *code, size_t words)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < words; i++) {
        struct sass_inst inst;
        if (sass_decode(sm, code[i], &inst))
            cycles += inst.control.stall ? inst.control.stall : DRAIN_CYCLES;
    }
    return cycles;
}

// Cycles of all blocks, each once, for a warp that is alone: stalls, and waits for barriers by the
// time that the results behind them may take.
static uint64_t modelled_cycles(const struct flow *flow)
{
    const struct graph *graph = &flow->graph;
    uint64_t now = 0, done[BARRIERS] = {0};
    for (size_t i = 0; i < graph->words; i++) {
        const struct sass_inst *inst = &graph->insts[i];
        unsigned waits = flow_waits(inst);
        for (unsigned b = 0; b < BARRIERS; b++)
            now = (waits >> b & 1) && done[b] > now ? done[b] : now;
        if (inst->control.write_barrier < BARRIERS) {
            uint64_t there = now + usual_latency(inst), *d = &done[inst->control.write_barrier];
            *d = there > *d ? there : *d;
        }
        if (inst->control.read_barrier < BARRIERS) {
            uint64_t there = now + SOURCE_LATENCY, *d = &done[inst->control.read_barrier];
            *d = there > *d ? there : *d;
        }
        now += inst->control.stall ? inst->control.stall : DRAIN_CYCLES;
        for (unsigned b = 0; graph_ends_block(graph, i) && b < BARRIERS; b++)
            now = done[b] > now ? done[b] : now;
    }
    return now;
}

static uint64_t modelled(unsigned sm, const struct sass_word *code, size_t words)
{
    struct flow flow;
    uint64_t cycles = flow_build(&flow, sm, code, words) ? modelled_cycles(&flow) : 0;
    flow_free(&flow);
    return cycles;
}

// False if a word does not decode or cannot be encoded again.
static bool strip(unsigned sm, struct sass_word *code, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        struct sass_inst inst;
        if (!sass_decode(sm, code[i], &inst))
            return false;
        for (unsigned o = 0; o < SASS_MAX_OPERANDS; o++)
            inst.operands[o].reuse = false;
        inst.control = (struct sass_control){
            .stall = 1, .write_barrier = SASS_NO_BARRIER, .read_barrier = SASS_NO_BARRIER};
        if (sass_encode(&inst, &code[i]) != NULL)
            return false;
    }
    return true;
}

static void report(const char *path, const struct cubin_kernel *kernel, size_t at, const char *text)
{
    printf("%s: %s+%04zx: %s\n", path, kernel->name, at * SASS_WORD_BYTES, text);
}

// Whether instruction j must stay behind i, found pair by pair.
static bool depends(const struct flow *flow, size_t i, size_t j)
{
    const struct effects *a = &flow->effects[i], *b = &flow->effects[j];
    const struct access *lists[3][2] = {
        {a->writes, b->reads}, {a->reads, b->writes}, {a->writes, b->writes}};
    const unsigned counts[3][2] = {{a->write_count, b->read_count},
                                   {a->read_count, b->write_count},
                                   {a->write_count, b->write_count}};
    for (unsigned l = 0; l < 3; l++) {
        for (unsigned x = 0; x < counts[l][0]; x++) {
            for (unsigned y = 0; y < counts[l][1]; y++) {
                const struct access *p = &lists[l][0][x], *q = &lists[l][1][y];
                if (p->first < q->first + q->count && q->first < p->first + p->count)
                    return true;
            }
        }
    }
    return memory_conflict(&flow->graph.insts[i], &flow->graph.insts[j]);
}

// Reorder, and count those that moved; false if two that depend on each other changed places.
static bool reorder(unsigned sm, struct sass_word *code, size_t words, size_t *moved)
{
    struct flow flow;
    enum sass_place *places = malloc(words * sizeof *places + 1);
    size_t *order = malloc(words * sizeof *order + 1);
    struct sass_word *old = malloc(words * sizeof *old + 1);
    bool good = flow_build(&flow, sm, code, words) && places && order && old;
    for (size_t i = 0; good && i < words; i++)
        places[i] = SASS_PLACE_FREE;
    good = good && sass_reorder(sm, code, words, places, order);
    if (good)
        memcpy(old, code, words * sizeof *old);
    for (size_t i = 0; good && i < words; i++) {
        code[i] = old[order[i]];
        *moved += order[i] != i;
        // What stood before has gone behind, or the other way round.
        for (size_t k = i + 1; k < words && !graph_ends_block(&flow.graph, k - 1); k++)
            good = good && (order[k] > order[i] || !depends(&flow, order[k], order[i]));
    }
    flow_free(&flow);
    free(places);
    free(order);
    free(old);
    return good;
}

static void reschedule(const char *path, unsigned sm, const struct cubin_kernel *kernel,
                       bool reorders, struct tally *tally)
{
    struct sass_word *code = malloc(kernel->words * sizeof *code + 1);
    bool *fixed = calloc(kernel->words + 1, sizeof *fixed);
    if (!code || !fixed) {
        fprintf(stderr, "reschedule: out of memory\n");
        exit(1);
    }
    memcpy(code, kernel->code, kernel->words * sizeof *code);
    if (!strip(sm, code, kernel->words)) {
        tally->undecoded++;
        goto end;
    }
    tally->kernels++;
    tally->instructions += kernel->words;
    if (reorders && !reorder(sm, code, kernel->words, &tally->moved)) {
        tally->failed++;
        report(path, kernel, 0, "the order is wrong");
        goto end;
    }
    struct sass_schedule_error error;
    if (sass_schedule(sm, code, kernel->words, fixed, &error) != SASS_SCHEDULE_OK) {
        tally->failed++;
        report(path, kernel, error.at, "cannot be scheduled");
        goto end;
    }
    struct cubin_kernel scheduled = *kernel;
    scheduled.code = code;
    struct sass_lint_finding *findings;
    size_t count = sass_lint(sm, &scheduled, &findings);
    tally->findings += count == (size_t)-1;
    for (size_t i = 0; count != (size_t)-1 && i < count; i++) {
        // A wait that held for a result which nobody reads may be left with nothing to wait for.
        if (sass_lint_is_warning(findings[i].rule))
            continue;
        char text[FINDING_TEXT];
        sass_lint_text(&findings[i], text, sizeof text);
        report(path, kernel, findings[i].at, text);
        tally->findings++;
    }
    free(findings);
    tally->cycles_before += issue_cycles(sm, kernel->code, kernel->words);
    tally->cycles_after += issue_cycles(sm, code, kernel->words);
    tally->modelled_before += modelled(sm, kernel->code, kernel->words);
    tally->modelled_after += modelled(sm, code, kernel->words);
end:
    free(fixed);
    free(code);
}

static bool add_file(const char *path, bool reorders, struct tally *tallies)
{
    struct cubin *cubin = cubin_file_read(path);
    if (!cubin)
        return false;
    for (unsigned a = 0; a < ARCHS; a++) {
        for (size_t k = 0; sms[a] == cubin->sm && k < cubin->count + cubin->function_count; k++)
            reschedule(path, cubin->sm, &cubin->kernels[k], reorders, &tallies[a]);
    }
    cubin_free(cubin);
    return true;
}

int main(int argc, char **argv)
{
    struct tally tallies[ARCHS] = {{0}};
    bool good = true;
    size_t kernels = 0;
    bool reorders = argc > 1 && strcmp(argv[1], "--reorder") == 0;
    if (argc < 2 + reorders) {
        fprintf(stderr, "usage: reschedule [--reorder] FILE.cubin...\n");
        return 2;
    }
    for (int i = 1 + reorders; i < argc; i++)
        good = add_file(argv[i], reorders, tallies) && good;
    printf("%-6s %8s %12s %9s %8s %9s %12s %12s %6s %13s %6s\n", "arch", "kernels", "instructions",
           "refused", "findings", "moved", "cycles", "rescheduled", "ratio", "mod. cycles",
           "ratio");
    for (unsigned a = 0; a < ARCHS; a++) {
        const struct tally *t = &tallies[a];
        if (t->kernels + t->undecoded == 0)
            continue;
        double ratio = (double)t->cycles_after / (double)t->cycles_before;
        printf("sm_%-3u %8zu %12zu %9zu %8zu %9zu %12" PRIu64 " %12" PRIu64 " %6.3f %13" PRIu64
               " %6.3f\n",
               sms[a], t->kernels, t->instructions, t->undecoded + t->failed, t->findings, t->moved,
               t->cycles_before, t->cycles_after, ratio, t->modelled_after,
               (double)t->modelled_after / (double)t->modelled_before);
        good = good && t->undecoded + t->failed + t->findings == 0 && ratio <= 1.0;
        kernels += t->kernels;
    }
    return good && kernels ? 0 : 1;
}
