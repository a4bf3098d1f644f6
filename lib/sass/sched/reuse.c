// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Reuse flags: a register that the next instruction reads again in the same slot need not be read
// from its bank twice.
#include "sass/sched/internal.h"

static bool writes(const struct effects *effects, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < effects->write_count; i++) {
        const struct access *w = &effects->writes[i];
        if (w->first < first + count && first < w->first + w->count)
            return true;
    }
    return false;
}

// Whether `next` reads operand i of `inst` in the same slot.
static bool read_again(const struct sass_inst *inst, unsigned i, const struct sass_inst *next)
{
    for (unsigned k = 0; k < sass_row_operands(next->row); k++) {
        if (next->row->operands[k].reuse == inst->row->operands[i].reuse &&
            next->operands[k].kind == SASS_OPND_GPR &&
            next->operands[k].reg == inst->operands[i].reg &&
            sass_operand_regs(next, k) == sass_operand_regs(inst, i))
            return true;
    }
    return false;
}

void sched_reuse(struct sched *s)
{
    const struct graph *graph = &s->flow.graph;
    for (size_t at = 0; at + 1 < graph->words; at++) {
        struct sass_inst *inst = &graph->insts[at];
        // An instruction that its guard switches off reads nothing.
        if (s->fixed[at] || inst->guard != SASS_PT || inst->guard_not ||
            inst->control.stall > STALL_MOST_REUSE || inst->control.stall == 0 ||
            graph_ends_block(graph, at) || !graph->known[at + 1])
            continue;
        for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
            struct sass_operand *operand = &inst->operands[i];
            if (inst->row->operands[i].reuse && !inst->row->operands[i].stray_reuse &&
                operand->kind == SASS_OPND_GPR && operand->reg != SASS_RZ &&
                read_again(inst, i, &graph->insts[at + 1]) &&
                !writes(&s->flow.effects[at], operand->reg, sass_operand_regs(inst, i)))
                operand->reuse = true;
        }
    }
}
