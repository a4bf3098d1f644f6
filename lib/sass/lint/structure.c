// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Where control goes, and what lies ahead of it. Each fact is a bit; the sweeps over the blocks
// join what the ways into or out of a block bring, until nothing changes. What an indirect branch
// leads to is not known, and so never reported.
#include "sass/lint/findings.h"
#include "sass/lint/regions.h"

#include <stdlib.h>

/// Bits of what lies ahead: BSYNC of 16 convergence barriers, a wait for each of the six barriers,
/// what counts copies, and loads from shared memory, which are what copies are made for.
enum { AHEAD_WAIT = 16, AHEAD_COMMIT = 22, AHEAD_LOAD = 23, AHEAD_ANYTHING = 0x7fffff };

static void add(struct findings *findings, enum sass_lint_rule rule, size_t at, const char *prefix,
                unsigned number)
{
    struct sass_lint_finding finding = {.rule = rule, .at = at, .producer = at};
    size_t n = 0;
    for (; prefix[n]; n++)
        finding.reg[n] = prefix[n];
    if (number >= 10)
        finding.reg[n++] = '1';
    if (prefix[0])
        finding.reg[n] = (char)('0' + number % 10);
    findings_add(findings, finding);
}

// Whether a way leads from the kernel's start to the last instruction. Where an indirect branch may
// lead there, or a call, none is known of.
static bool reaches_end(const struct graph *graph, struct findings *findings)
{
    bool *reached = calloc(graph->words, sizeof *reached), changed = reached != NULL;
    bool running = true, answer = false;
    if (!reached) {
        findings->out_of_memory = true;
        return false;
    }
    reached[0] = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < graph->words; i++) {
            const size_t *targets;
            running = i == 0 || graph_ends_block(graph, i - 1) ? reached[i] : running;
            if (!running || !graph_ends_block(graph, i))
                continue;
            size_t count = graph_successors(graph, i, &targets);
            for (size_t t = 0; t < count; t++) {
                changed = changed || !reached[targets[t]];
                reached[targets[t]] = true;
            }
        }
        answer = running;
    }
    free(reached);
    return answer;
}

static void check_targets(const struct graph *graph, struct findings *findings)
{
    for (size_t i = 0; i < graph->words; i++) {
        const struct sass_inst *inst = &graph->insts[i];
        for (unsigned k = 0; graph->known[i] && k < sass_row_operands(inst->row); k++) {
            if (inst->operands[k].kind == SASS_OPND_TARGET &&
                (graph_target(graph, i) == graph->words || inst->operands[k].imm % SASS_WORD_BYTES))
                add(findings, SASS_LINT_TARGET, i, "", 0);
        }
    }
    size_t last = graph->words - 1;
    if (graph->known[last] && graph_falls_through(graph, last) && reaches_end(graph, findings))
        add(findings, SASS_LINT_RUNS_OFF, last, "", 0);
}

static size_t first_of_block(const struct graph *graph, size_t last)
{
    while (last > 0 && !graph_ends_block(graph, last - 1))
        last--;
    return last;
}

// Convergence barriers that nothing may have opened, behind the instruction.
static uint32_t unopened_behind(const struct graph *graph, size_t at, uint32_t bits)
{
    if (!graph->known[at])
        return 0;
    unsigned op = graph->insts[at].row->op;
    // A barrier that BMOV writes may have been open when it was put away.
    if (op == SASS_OP_BSSY || op == SASS_OP_BMOV)
        bits &= ~(1u << convergence_barrier(&graph->insts[at]));
    return bits;
}

// unopened[i]: at the start of the block that begins at i.
static void solve_unopened(const struct graph *graph, uint32_t *unopened)
{
    bool changed = true;
    unopened[0] = 0xffff;
    while (changed) {
        uint32_t bits = 0;
        changed = false;
        for (size_t i = 0; i < graph->words; i++) {
            const size_t *targets;
            bits = i == 0 || graph_ends_block(graph, i - 1) ? unopened[i] : bits;
            bits = unopened_behind(graph, i, bits);
            size_t count = graph_ends_block(graph, i) ? graph_successors(graph, i, &targets) : 0;
            for (size_t t = 0; t < count; t++) {
                changed = changed || (bits & ~unopened[targets[t]]);
                unopened[targets[t]] |= bits;
            }
        }
    }
}

static void check_unopened(const struct graph *graph, const uint32_t *unopened,
                           struct findings *findings)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < graph->words; i++) {
        bits = i == 0 || graph_ends_block(graph, i - 1) ? unopened[i] : bits;
        if (graph->known[i] && graph->insts[i].row->op == SASS_OP_BSYNC) {
            unsigned barrier = convergence_barrier(&graph->insts[i]);
            if (bits >> barrier & 1)
                add(findings, SASS_LINT_BSYNC_UNOPENED, i, "B", barrier);
        }
        bits = unopened_behind(graph, i, bits);
    }
}

static uint32_t ahead_of(const struct graph *graph, size_t at, uint32_t ahead)
{
    const struct sass_inst *inst = &graph->insts[at];
    if (!graph->known[at])
        return AHEAD_ANYTHING;
    switch (inst->row->op) {
    case SASS_OP_BSYNC:
    case SASS_OP_BMOV:
        ahead |= 1u << convergence_barrier(inst);
        break;
    case SASS_OP_LDGDEPBAR:
    case SASS_OP_ARRIVES:
        ahead |= 1u << AHEAD_COMMIT;
        break;
    case SASS_OP_LDS:
    case SASS_OP_LDSM:
        // Without a destination it only makes room before a copy.
        if (inst->operands[0].reg != SASS_RZ)
            ahead |= 1u << AHEAD_LOAD;
        break;
    default:
        break;
    }
    return ahead | flow_waits(inst) << AHEAD_WAIT;
}

// What is ahead behind the last instruction of a block.
static uint32_t ahead_behind(const struct graph *graph, size_t last, const uint32_t *ahead)
{
    const size_t *targets;
    uint32_t bits = 0;
    if (!graph->known[last] ||
        (graph->insts[last].row->sched == SASS_SCHED_BRANCH && graph_goes_elsewhere(graph, last)))
        return AHEAD_ANYTHING;
    size_t count = graph_successors(graph, last, &targets);
    for (size_t t = 0; t < count; t++)
        bits |= ahead[targets[t]];
    return bits;
}

// ahead[i]: at the start of the block that begins at i.
static void solve_ahead(const struct graph *graph, uint32_t *ahead)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t last = graph->words; last-- > 0;) {
            uint32_t bits = ahead_behind(graph, last, ahead);
            size_t first = first_of_block(graph, last);
            for (size_t i = last + 1; i-- > first;)
                bits = ahead_of(graph, i, bits);
            changed = changed || bits != ahead[first];
            ahead[first] = bits;
            last = first;
        }
    }
}

static void check_ahead(const struct graph *graph, const uint32_t *ahead, struct findings *findings)
{
    uint32_t bits = 0;
    for (size_t i = graph->words; i-- > 0;) {
        const struct sass_inst *inst = &graph->insts[i];
        if (graph_ends_block(graph, i))
            bits = ahead_behind(graph, i, ahead);
        if (graph->known[i]) {
            unsigned barrier = inst->control.write_barrier;
            bool loads = bits >> AHEAD_LOAD & 1;
            if (inst->row->op == SASS_OP_BSSY && !(bits >> convergence_barrier(inst) & 1))
                add(findings, SASS_LINT_BSSY_UNCLOSED, i, "B", convergence_barrier(inst));
            if (inst->row->op == SASS_OP_LDGSTS && loads && !(bits >> AHEAD_COMMIT & 1))
                add(findings, SASS_LINT_COPY_UNCOMMITTED, i, "", 0);
            if (inst->row->op == SASS_OP_LDGDEPBAR && loads && barrier < BARRIERS &&
                !(bits >> (AHEAD_WAIT + barrier) & 1))
                add(findings, SASS_LINT_COPY_UNWAITED, i, "SB", barrier);
        }
        bits = ahead_of(graph, i, bits);
    }
}

void lint_structure(const struct flow *flow, struct findings *findings)
{
    const struct graph *graph = &flow->graph;
    uint32_t *bits = calloc(graph->words, sizeof *bits);
    if (!bits) {
        findings->out_of_memory = true;
        return;
    }
    check_targets(graph, findings);
    solve_unopened(graph, bits);
    check_unopened(graph, bits, findings);
    for (size_t i = 0; i < graph->words; i++)
        bits[i] = 0;
    solve_ahead(graph, bits);
    check_ahead(graph, bits, findings);
    free(bits);
}
