// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions of a warp group (sm_90a) run on while the warp goes on. The one that names
// gsb0 closes a group; groups finish in order, and WARPGROUP.DEPBAR.LE gsb0, n waits until at most
// n are left. Until then nobody else may touch their accumulators or overwrite what they read, and
// what they use must have been written before a WARPGROUP.ARRIVE.
#include "sass/lint/findings.h"

#include <stdlib.h>
#include <string.h>

enum { GENERAL = RESOURCE_UGPR, GROUPS_MOST = 15 };
enum use { USE_NONE, USE_SOURCE, USE_ACCUMULATOR };

struct use_of_register {
    uint32_t inst;    ///< the tensor instruction
    uint8_t use;      ///< enum use
    uint8_t closed;   ///< fewest groups closed since, its own among them
    bool dirty;       ///< written since the last WARPGROUP.ARRIVE
    uint32_t dirtied; ///< by whom
};

struct group_state {
    struct use_of_register regs[GENERAL];
};

struct solver {
    const struct flow *flow;
    struct findings *findings;
    struct group_state **blocks; ///< at each leader that is reached
    size_t *work;
    size_t work_count;
    bool *queued;
};

static bool is_tensor(const struct sass_inst *inst)
{
    return inst->row->sched == SASS_SCHED_HGMMA && inst->row->op != SASS_OP_WARPGROUP_ARRIVE;
}

static bool join(struct group_state *to, const struct group_state *from)
{
    bool changed = false;
    for (unsigned r = 0; r < GENERAL; r++) {
        struct use_of_register *t = &to->regs[r];
        const struct use_of_register *f = &from->regs[r];
        if (f->dirty && !t->dirty) {
            t->dirty = changed = true;
            t->dirtied = f->dirtied;
        }
        if (f->use > t->use || (f->use && f->use == t->use && f->closed < t->closed)) {
            bool fewer = !t->use || f->closed < t->closed;
            t->closed = fewer ? f->closed : t->closed;
            t->inst = f->inst;
            t->use = f->use;
            changed = true;
        } else if (f->use && f->closed < t->closed) {
            t->closed = f->closed;
            changed = true;
        }
    }
    return changed;
}

static void add(const struct solver *solver, enum sass_lint_rule rule, size_t at, size_t producer,
                unsigned reg)
{
    struct sass_lint_finding finding = {.rule = rule, .at = at, .producer = producer};
    resource_name(reg, finding.reg);
    findings_add(solver->findings, finding);
}

// Who touches what still runs.
static void check_others(const struct solver *solver, const struct group_state *state, size_t at)
{
    const struct effects *effects = &solver->flow->effects[at];
    for (unsigned i = 0; i < effects->read_count + effects->write_count; i++) {
        bool is_read = i < effects->read_count;
        const struct access *access =
            is_read ? &effects->reads[i] : &effects->writes[i - effects->read_count];
        for (unsigned r = access->first; r < (unsigned)(access->first + access->count); r++) {
            if (r < GENERAL && state->regs[r].use > (is_read ? USE_SOURCE : USE_NONE))
                add(solver, SASS_LINT_GROUP_RUNNING, at, state->regs[r].inst, r);
        }
    }
}

static bool closes_group(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].kind == SASS_OPND_NAME && inst->operands[i].suffix == 0)
            return true;
    }
    return false;
}

static bool accumulates(const struct sass_inst *inst, unsigned i)
{
    return inst->row->operands[i].count == SASS_COUNT_PER_N;
}

// The next instruction of a chain may take over the accumulators while this one runs.
static void check_tensor(const struct solver *solver, const struct group_state *state, size_t at)
{
    const struct sass_inst *inst = &solver->flow->graph.insts[at];
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        unsigned reg = inst->operands[i].reg;
        if (inst->operands[i].kind != SASS_OPND_GPR || reg == SASS_RZ)
            continue;
        for (unsigned end = reg + sass_operand_regs(inst, i); reg < end && reg < GENERAL; reg++) {
            const struct use_of_register *r = &state->regs[reg];
            if (!accumulates(inst, i) && r->use == USE_ACCUMULATOR)
                add(solver, SASS_LINT_GROUP_RUNNING, at, r->inst, reg);
            if (r->dirty)
                add(solver, SASS_LINT_GROUP_NO_ARRIVE, at, r->dirtied, reg);
        }
    }
}

static void run_tensor(struct group_state *state, const struct sass_inst *inst, size_t at)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        unsigned reg = inst->operands[i].reg;
        if (inst->operands[i].kind != SASS_OPND_GPR || reg == SASS_RZ)
            continue;
        for (unsigned end = reg + sass_operand_regs(inst, i); reg < end && reg < GENERAL; reg++) {
            struct use_of_register *r = &state->regs[reg];
            if (accumulates(inst, i) || r->use != USE_ACCUMULATOR)
                r->use = accumulates(inst, i) ? USE_ACCUMULATOR : USE_SOURCE;
            r->inst = (uint32_t)at;
            r->closed = 0;
        }
    }
    for (unsigned r = 0; closes_group(inst) && r < GENERAL; r++) {
        if (state->regs[r].use && state->regs[r].closed < GROUPS_MOST)
            state->regs[r].closed++;
    }
}

static void wait_for_groups(struct group_state *state, uint64_t left)
{
    for (unsigned r = 0; r < GENERAL; r++) {
        if (state->regs[r].closed > left)
            state->regs[r].use = USE_NONE;
    }
}

static void note_writes(const struct solver *solver, struct group_state *state, size_t at)
{
    const struct effects *effects = &solver->flow->effects[at];
    for (unsigned i = 0; i < effects->write_count; i++) {
        const struct access *write = &effects->writes[i];
        for (unsigned r = write->first; r < (unsigned)(write->first + write->count); r++) {
            if (r >= GENERAL)
                break;
            state->regs[r].dirty = true;
            state->regs[r].dirtied = (uint32_t)at;
        }
    }
}

static void step(const struct solver *solver, struct group_state *state, size_t at, bool reporting)
{
    const struct graph *graph = &solver->flow->graph;
    if (!graph->known[at]) {
        memset(state, 0, sizeof *state);
        return;
    }
    const struct sass_inst *inst = &graph->insts[at];
    switch (inst->row->op) {
    case SASS_OP_WARPGROUP_ARRIVE:
        for (unsigned r = 0; r < GENERAL; r++)
            state->regs[r].dirty = false;
        return;
    case SASS_OP_WARPGROUP_WAIT:
        wait_for_groups(state, 0);
        return;
    case SASS_OP_WARPGROUP_DEPBAR:
        wait_for_groups(state, (uint64_t)inst->operands[1].imm);
        return;
    default:
        break;
    }
    if (is_tensor(inst)) {
        if (reporting)
            check_tensor(solver, state, at);
        run_tensor(state, inst, at);
        return;
    }
    if (reporting)
        check_others(solver, state, at);
    note_writes(solver, state, at);
}

static size_t run_block(const struct solver *solver, size_t at, struct group_state *state,
                        bool reporting)
{
    *state = *solver->blocks[at];
    for (;; at++) {
        step(solver, state, at, reporting);
        if (graph_ends_block(&solver->flow->graph, at))
            return at;
    }
}

static bool enter(struct solver *solver, size_t at, const struct group_state *from)
{
    bool changed = !solver->blocks[at];
    if (changed) {
        solver->blocks[at] = malloc(sizeof *from);
        if (!solver->blocks[at])
            return false;
        *solver->blocks[at] = *from;
    } else {
        changed = join(solver->blocks[at], from);
    }
    if (changed && !solver->queued[at]) {
        solver->queued[at] = true;
        solver->work[solver->work_count++] = at;
    }
    return true;
}

static bool solve(struct solver *solver, struct group_state *state)
{
    const struct graph *graph = &solver->flow->graph;
    bool ok = true;
    for (size_t i = 0; ok && i < graph->words; i++) {
        if (solver->blocks[i] || (i > 0 && !graph->leader[i]))
            continue;
        memset(state, 0, sizeof *state);
        ok = enter(solver, i, state);
        while (ok && solver->work_count) {
            const size_t *targets;
            size_t at = solver->work[--solver->work_count];
            solver->queued[at] = false;
            size_t last = run_block(solver, at, state, false);
            size_t count = graph_successors(graph, last, &targets);
            for (size_t t = 0; ok && t < count; t++)
                ok = enter(solver, targets[t], state);
        }
    }
    for (size_t i = 0; ok && i < graph->words; i++) {
        if (solver->blocks[i])
            run_block(solver, i, state, true);
    }
    return ok;
}

static bool has_tensor(const struct graph *graph)
{
    for (size_t i = 0; i < graph->words; i++) {
        if (graph->known[i] && is_tensor(&graph->insts[i]))
            return true;
    }
    return false;
}

void lint_groups(const struct flow *flow, struct findings *findings)
{
    size_t words = flow->graph.words;
    if (!has_tensor(&flow->graph))
        return;
    struct solver solver = {.flow = flow, .findings = findings};
    struct group_state *state = malloc(sizeof *state);
    solver.blocks = calloc(words, sizeof *solver.blocks);
    solver.work = calloc(words, sizeof *solver.work);
    solver.queued = calloc(words, sizeof *solver.queued);
    if (!state || !solver.blocks || !solver.work || !solver.queued || !solve(&solver, state))
        findings->out_of_memory = true;
    for (size_t i = 0; solver.blocks && i < words; i++)
        free(solver.blocks[i]);
    free(state);
    free(solver.blocks);
    free(solver.work);
    free(solver.queued);
}
