// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The lint: hazards over all paths, to a fixed point, and then reported.
#include "sass/lint/findings.h"

#include <stdlib.h>

struct lint {
    struct flow flow;
    struct state *blocks; ///< state at each leader, by instruction
    size_t *work;
    size_t work_count;
    bool *queued;
    struct findings findings;
};

struct step {
    size_t at;
    struct findings *findings;
};

static void report_hazard(void *context, const struct hazard *hazard)
{
    const struct step *step = context;
    struct sass_lint_finding finding = {.rule = hazard->rule,
                                        .at = step->at,
                                        .producer = hazard->record->inst,
                                        .gap = hazard->record->age,
                                        .needed = hazard->needed};
    resource_name(hazard->record->resource, finding.reg);
    findings_add(step->findings, finding);
}

static void report_stall(const struct step *step, enum sass_lint_rule rule, unsigned gap,
                         unsigned needed)
{
    findings_add(
        step->findings,
        (struct sass_lint_finding){
            .rule = rule, .at = step->at, .producer = step->at, .gap = gap, .needed = needed});
}

void lint_step(const struct flow *flow, struct state *state, size_t at, struct findings *findings)
{
    const struct sass_inst *inst = &flow->graph.insts[at];
    struct step step = {at, findings};
    if (!flow->graph.known[at]) {
        report_stall(&step, SASS_LINT_UNKNOWN, 0, 0);
        return;
    }
    for (unsigned b = 0; b < BARRIERS; b++) {
        if ((inst->control.wait_mask >> b & 1) && state->barrier_age[b] < SET_TO_WAIT)
            report_stall(&step, SASS_LINT_WAIT_TOO_SOON, state->barrier_age[b], SET_TO_WAIT);
    }
    flow_wait(state, inst);
    flow_hazards(flow, state, at, report_hazard, &step);
    unsigned behind_bar = gap_behind_bar(flow->graph.sm, inst);
    if (state->bar_age < behind_bar)
        report_stall(&step, SASS_LINT_BEHIND_BAR, state->bar_age, behind_bar);
    unsigned needed = stall_needed(flow->graph.sm, inst);
    if (inst->control.stall && inst->control.stall < needed)
        report_stall(&step, SASS_LINT_SHORT_STALL, inst->control.stall, needed);
}

static void enqueue(struct lint *lint, size_t at)
{
    if (!lint->queued[at]) {
        lint->queued[at] = true;
        lint->work[lint->work_count++] = at;
    }
}

// Run a block from its leader; returns the index of its last instruction.
static size_t run_block(struct lint *lint, size_t at, struct state *state, bool reporting)
{
    state_copy(&lint->flow, state, &lint->blocks[at]);
    for (;; at++) {
        if (reporting)
            lint_step(&lint->flow, state, at, &lint->findings);
        flow_step(&lint->flow, state, at);
        if (graph_ends_block(&lint->flow.graph, at))
            return at;
    }
}

static void follow(struct lint *lint, struct state *state)
{
    struct flow *flow = &lint->flow;
    while (lint->work_count && !flow->out_of_memory) {
        const size_t *targets;
        size_t at = lint->work[--lint->work_count];
        lint->queued[at] = false;
        size_t last = run_block(lint, at, state, false);
        size_t count = graph_successors(&flow->graph, last, &targets);
        for (size_t t = 0; t < count; t++) {
            if (state_join(flow, &lint->blocks[targets[t]], state))
                enqueue(lint, targets[t]);
        }
    }
}

static void solve(struct lint *lint)
{
    struct flow *flow = &lint->flow;
    struct state state = {0};
    // Then what only an indirect branch or a call reaches: nothing is known of the way there.
    for (size_t i = 0; i < flow->graph.words; i++) {
        if (lint->blocks[i].reached || (i > 0 && !flow->graph.leader[i]))
            continue;
        state_clear(&lint->blocks[i]);
        enqueue(lint, i);
        follow(lint, &state);
    }
    for (size_t i = 0; i < flow->graph.words && !flow->out_of_memory; i++) {
        if (flow->graph.leader[i] && lint->blocks[i].reached)
            run_block(lint, i, &state, true);
    }
    free(state.records);
}

size_t sass_lint(unsigned sm, const struct cubin_kernel *kernel,
                 struct sass_lint_finding **findings)
{
    size_t words = kernel->words;
    struct lint lint = {0};
    *findings = NULL;
    if (words == 0)
        return 0;
    lint.blocks = calloc(words, sizeof *lint.blocks);
    lint.work = calloc(words, sizeof *lint.work);
    lint.queued = calloc(words, sizeof *lint.queued);
    bool ok =
        flow_build(&lint.flow, sm, kernel->code, words) && lint.blocks && lint.work && lint.queued;
    if (ok) {
        solve(&lint);
        lint_control(&lint.flow, &lint.findings);
        lint_structure(&lint.flow, &lint.findings);
        lint_groups(&lint.flow, &lint.findings);
        lint_run_up(&lint.flow, &lint.findings);
        findings_sort(&lint.findings);
    }
    ok = ok && !lint.flow.out_of_memory && !lint.findings.out_of_memory;
    for (size_t i = 0; lint.blocks && i < words; i++)
        free(lint.blocks[i].records);
    flow_free(&lint.flow);
    free(lint.blocks);
    free(lint.work);
    free(lint.queued);
    if (!ok) {
        free(lint.findings.items);
        return (size_t)-1;
    }
    *findings = lint.findings.items;
    return lint.findings.count;
}
