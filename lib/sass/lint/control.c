// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Control fields that are wrong whatever the paths: illegal combinations, waits for nothing, reuse
// flags of registers that change.
#include "sass/lint/findings.h"
#include "sass/lint/reuse.h"

static unsigned barriers_set(const struct graph *graph)
{
    unsigned bits = 0;
    for (size_t i = 0; i < graph->words; i++) {
        if (graph->known[i])
            bits |= control_sets(&graph->insts[i].control);
    }
    return bits;
}

static void check_waits(struct findings *findings, const struct graph *graph, size_t at,
                        unsigned set)
{
    const struct sass_inst *inst = &graph->insts[at];
    // The set of a DEPBAR is the way to write that everything must be done.
    unsigned waits = inst->control.wait_mask;
    if (inst->operands[0].kind == SASS_OPND_SCOREBOARD)
        waits |= 1u << inst->operands[0].reg;
    unsigned never = waits & ~set;
    for (unsigned b = 0; b < BARRIERS; b++) {
        if (never >> b & 1)
            findings_add(findings, (struct sass_lint_finding){.rule = SASS_LINT_WAIT_UNSET,
                                                              .at = at,
                                                              .producer = at,
                                                              .reg = {'S', 'B', (char)('0' + b)}});
    }
}

static void check_encoding(struct findings *findings, const struct graph *graph, size_t at)
{
    struct sass_word word;
    const char *error = sass_encode(&graph->insts[at], &word);
    if (error)
        findings_add(findings, (struct sass_lint_finding){.rule = SASS_LINT_ILLEGAL_CONTROL,
                                                          .at = at,
                                                          .producer = at,
                                                          .detail = error});
}

// A group of asynchronous copies is waited for by the barrier that its LDGDEPBAR sets.
static void check_copies(struct findings *findings, const struct graph *graph, size_t at)
{
    const struct sass_inst *inst = &graph->insts[at];
    if (inst->row->op == SASS_OP_LDGDEPBAR && inst->control.write_barrier >= BARRIERS)
        findings_add(findings, (struct sass_lint_finding){
                                   .rule = SASS_LINT_ILLEGAL_CONTROL,
                                   .at = at,
                                   .producer = at,
                                   .detail = "the copies before it are counted by no barrier: a "
                                             "write barrier was expected"});
}

static void add_reuse(struct findings *findings, size_t at, size_t flagged, unsigned reg)
{
    struct sass_lint_finding finding = {.rule = SASS_LINT_REUSE_CHANGED, .at = at};
    finding.producer = flagged;
    resource_name(reg, finding.reg);
    findings_add(findings, finding);
}

static void check_reuse(struct findings *findings, const struct reuse_cache *cache,
                        const struct sass_inst *inst, const struct effects *effects, size_t at)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct reuse_entry *entry = reuse_find(cache, inst, i);
        unsigned slot, reg = inst->operands[i].reg;
        if (entry && entry->stale)
            add_reuse(findings, at, entry->flagged, reg);
        for (unsigned w = 0; w < effects->write_count; w++) {
            const struct access *write = &effects->writes[w];
            if (inst->operands[i].reuse && reuse_has_slot(inst, i, &slot) && reg >= write->first &&
                reg < write->first + write->count)
                add_reuse(findings, at, at, reg);
        }
    }
}

void lint_control(const struct flow *flow, struct findings *findings)
{
    const struct graph *graph = &flow->graph;
    unsigned set = barriers_set(graph);
    struct reuse_cache cache;
    for (size_t i = 0; i < graph->words; i++) {
        if (i == 0 || graph_ends_block(graph, i - 1) || !graph->known[i])
            reuse_clear(&cache);
        if (!graph->known[i])
            continue;
        check_encoding(findings, graph, i);
        check_copies(findings, graph, i);
        check_waits(findings, graph, i, set);
        check_reuse(findings, &cache, &graph->insts[i], &flow->effects[i], i);
        reuse_step(&cache, &graph->insts[i], &flow->effects[i], i);
    }
}
