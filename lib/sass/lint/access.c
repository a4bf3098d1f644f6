// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint/access.h"

#include <stddef.h>

static void add(struct access *list, unsigned *count, struct access access)
{
    if (*count < MAX_ACCESSES && access.count)
        list[(*count)++] = access;
}

static bool is_mma(unsigned sched)
{
    return sched == SASS_SCHED_MMA13 || sched == SASS_SCHED_MMA16 || sched == SASS_SCHED_MMA24 ||
           sched == SASS_SCHED_DMMA || sched == SASS_SCHED_HGMMA;
}

static enum producer producer_of(unsigned sm, unsigned sched)
{
    switch (sched) {
    case SASS_SCHED_FMA:
        return PRODUCER_FMA;
    case SASS_SCHED_WIDE:
        return PRODUCER_WIDE_LOW;
    case SASS_SCHED_FP16:
        return PRODUCER_FP16;
    case SASS_SCHED_HFMA2_MMA:
        return PRODUCER_HFMA2_MMA;
    case SASS_SCHED_FP64:
        return sm >= 90 ? PRODUCER_FP64 : PRODUCER_VARIABLE;
    case SASS_SCHED_CS2R:
        return PRODUCER_CS2R;
    case SASS_SCHED_MMA13:
        return PRODUCER_MMA13;
    case SASS_SCHED_MMA16:
        return PRODUCER_MMA16;
    case SASS_SCHED_MMA24:
        return PRODUCER_MMA24;
    case SASS_SCHED_UNIFORM:
        return PRODUCER_UNIFORM;
    case SASS_SCHED_ULDC:
        return PRODUCER_ULDC;
    case SASS_SCHED_R2UR:
        return sm >= 90 ? PRODUCER_R2UR : PRODUCER_VARIABLE;
    case SASS_SCHED_XU:
    case SASS_SCHED_LOAD:
    case SASS_SCHED_TEX:
    case SASS_SCHED_SREG:
    case SASS_SCHED_DMMA:
        return PRODUCER_VARIABLE;
    default:
        return PRODUCER_ALU;
    }
}

static enum role role_of(unsigned sched)
{
    switch (sched) {
    case SASS_SCHED_FMA:
        return ROLE_FMA;
    case SASS_SCHED_WIDE:
        return ROLE_WIDE_AB;
    case SASS_SCHED_FP16:
        return ROLE_FP16;
    case SASS_SCHED_HFMA2_MMA:
        return ROLE_HFMA2_MMA;
    case SASS_SCHED_FP64:
        return ROLE_FP64;
    case SASS_SCHED_XU:
    case SASS_SCHED_TEX:
    case SASS_SCHED_BRANCH:
        return ROLE_XU;
    case SASS_SCHED_R2UR:
        return ROLE_R2UR;
    case SASS_SCHED_LOAD:
    case SASS_SCHED_STORE:
    case SASS_SCHED_BAR:
    case SASS_SCHED_SREG:
        return ROLE_MEMORY;
    case SASS_SCHED_UNIFORM:
        return ROLE_UNIFORM;
    case SASS_SCHED_ULDC:
        return ROLE_UMOV;
    default:
        return is_mma(sched) ? ROLE_MMA : ROLE_ALU;
    }
}

enum result_order result_order_of(const struct sass_inst *inst)
{
    switch (inst->row->op) {
    case SASS_OP_LDS:
    case SASS_OP_LDSM:
    case SASS_OP_QSPC:
    case SASS_OP_SHFL:
    case SASS_OP_ATOMS:
    case SASS_OP_ATOMS_CAS:
    case SASS_OP_ATOMS_POPC:
    case SASS_OP_MOVM:
        return ORDER_SHARED;
    case SASS_OP_TEX:
    case SASS_OP_TLD:
    case SASS_OP_TLD4:
    case SASS_OP_TXD:
    case SASS_OP_TMML:
    case SASS_OP_TXQ:
        return ORDER_TEX;
    default:
        return inst->row->sched == SASS_SCHED_XU     ? ORDER_XU
               : inst->row->sched == SASS_SCHED_FP64 ? ORDER_FP64
               : inst->row->sched == SASS_SCHED_SREG ? ORDER_SREG
                                                     : ORDER_NONE;
    }
}

static enum late_unit late_unit_of(unsigned sched)
{
    switch (sched) {
    case SASS_SCHED_LOAD:
    case SASS_SCHED_STORE:
    case SASS_SCHED_TEX:
        return LATE_MEMORY;
    case SASS_SCHED_XU:
        return LATE_XU;
    case SASS_SCHED_BAR:
        return LATE_BAR;
    case SASS_SCHED_DMMA:
        return LATE_OTHER;
    default:
        return LATE_NONE;
    }
}

static enum role predicate_role(unsigned sched)
{
    switch (sched) {
    case SASS_SCHED_FP64:
        return ROLE_FP64;
    case SASS_SCHED_ALU:
        return ROLE_ALU;
    case SASS_SCHED_FMA:
    case SASS_SCHED_WIDE:
        return ROLE_FMA;
    case SASS_SCHED_UNIFORM:
        return ROLE_UNIFORM;
    default:
        return ROLE_GUARD;
    }
}

static void add_source(struct effects *effects, unsigned first, unsigned count, enum role role,
                       enum late_unit unit)
{
    // Uniform registers and predicates are read at issue.
    bool late = unit != LATE_NONE && first < RESOURCE_UGPR;
    add(effects->reads, &effects->read_count,
        (struct access){(uint16_t)first, (uint16_t)count, (uint8_t)role, late,
                        late ? (uint8_t)unit : LATE_NONE});
}

// An mbarrier's operands are needed as early as those of the XU.
static bool is_mbarrier(const struct sass_inst *inst)
{
    return inst->row->op == SASS_OP_SYNCS_ARRIVE || inst->row->op == SASS_OP_SYNCS_PHASECHK;
}

static void add_general(unsigned sched, const struct sass_inst *inst, unsigned i,
                        struct effects *effects, enum producer producer)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    unsigned reg = inst->operands[i].reg, regs = sass_operand_regs(inst, i);
    if (reg == SASS_RZ)
        return;
    // Asynchronous: what protects its results are the warp group's own barriers.
    if (sched == SASS_SCHED_HGMMA && spec->dst)
        return;
    bool wide_pair = sched == SASS_SCHED_WIDE && regs == 2;
    if (spec->dst && wide_pair) {
        add(effects->writes, &effects->write_count,
            (struct access){(uint16_t)reg, 1, PRODUCER_WIDE_LOW, false, LATE_NONE});
        add(effects->writes, &effects->write_count,
            (struct access){(uint16_t)(reg + 1), 1, PRODUCER_WIDE_HIGH, false, LATE_NONE});
    } else if (spec->dst) {
        add(effects->writes, &effects->write_count,
            (struct access){(uint16_t)reg, (uint16_t)regs, (uint8_t)producer, false,
                            (uint8_t)late_unit_of(sched)});
    } else if (wide_pair) {
        add_source(effects, reg, 1, ROLE_WIDE_C_LOW, LATE_NONE);
        add_source(effects, reg + 1, 1, ROLE_WIDE_C_HIGH, LATE_NONE);
    } else {
        add_source(effects, reg, regs, is_mbarrier(inst) ? ROLE_XU : role_of(sched),
                   late_unit_of(sched));
    }
}

static void add_predicate(unsigned sched, const struct sass_inst *inst, unsigned i, unsigned bank,
                          struct effects *effects, enum producer producer)
{
    if (inst->operands[i].reg == SASS_PT)
        return;
    if (producer == PRODUCER_FP64)
        producer = PRODUCER_FP64_PREDICATE;
    else if (producer == PRODUCER_R2UR)
        producer = PRODUCER_R2UR_PREDICATE;
    else if (producer == PRODUCER_ULDC)
        producer = PRODUCER_VOTEU_PREDICATE;
    // A branch reads its uniform predicate where the XU reads.
    enum role role =
        bank == RESOURCE_UPRED && sched == SASS_SCHED_BRANCH ? ROLE_XU : predicate_role(sched);
    if (inst->row->operands[i].dst)
        add(effects->writes, &effects->write_count,
            (struct access){(uint16_t)(bank + inst->operands[i].reg), 1, (uint8_t)producer, false,
                            (uint8_t)late_unit_of(sched)});
    else
        add_source(effects, bank + inst->operands[i].reg, 1, role, LATE_NONE);
}

static void add_uniform(unsigned sched, unsigned reg, unsigned regs, bool dst,
                        struct effects *effects, enum producer producer)
{
    if (reg == SASS_URZ)
        return;
    if (dst)
        add(effects->writes, &effects->write_count,
            (struct access){(uint16_t)(RESOURCE_UGPR + reg), (uint16_t)regs, (uint8_t)producer,
                            false, LATE_NONE});
    else
        add_source(effects, RESOURCE_UGPR + reg, regs, role_of(sched), LATE_NONE);
}

// P2R reads and R2P writes the predicates that its last operand names, one bit each.
static void add_predicate_file(unsigned sched, const struct sass_inst *inst, bool dst,
                               struct effects *effects, enum producer producer)
{
    const struct sass_operand *mask = &inst->operands[sass_row_operands(inst->row) - 1];
    bool uniform = inst->row->op == SASS_OP_UP2UR || inst->row->op == SASS_OP_UR2UP;
    unsigned first = uniform ? RESOURCE_UPRED : RESOURCE_PRED;
    for (unsigned p = 0; p < SASS_PT; p++) {
        if (mask->kind == SASS_OPND_IMM && !(mask->imm >> p & 1))
            continue;
        if (dst)
            add(effects->writes, &effects->write_count,
                (struct access){(uint16_t)(first + p), 1, (uint8_t)producer, false, LATE_NONE});
        else
            add_source(effects, first + p, 1, predicate_role(sched), LATE_NONE);
    }
}

static enum role address_role(unsigned sched)
{
    return sched == SASS_SCHED_TEX ? ROLE_XU : ROLE_MEMORY;
}

void effects_of(unsigned sm, const struct sass_inst *inst, struct effects *effects)
{
    const struct sass_row *row = inst->row;
    unsigned sched = row->sched;
    enum producer producer = producer_of(sm, sched);
    if (row->op == SASS_OP_HADD2 && sass_inst_mod(inst, SASS_MOD_F32))
        producer = PRODUCER_HADD2_F32;
    if (sched == SASS_SCHED_WIDE && (row->op == SASS_OP_IMAD_HI || row->op == SASS_OP_IMAD_HI_X))
        producer = PRODUCER_WIDE_HIGH;
    effects->read_count = effects->write_count = 0;
    if (inst->guard != SASS_PT)
        add_source(effects,
                   (sass_row_is_uniform(row) ? RESOURCE_UPRED : RESOURCE_PRED) + inst->guard, 1,
                   ROLE_GUARD, LATE_NONE);
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        const struct sass_operand *operand = &inst->operands[i];
        switch (operand->kind) {
        case SASS_OPND_GPR:
            add_general(sched, inst, i, effects, producer);
            break;
        case SASS_OPND_UGPR:
            // The leader that ELECT names is there as soon as what UMOV moves.
            add_uniform(sched, operand->reg, sass_operand_regs(inst, i), row->operands[i].dst,
                        effects, row->op == SASS_OP_ELECT ? PRODUCER_ULDC : producer);
            break;
        case SASS_OPND_PRED:
            // A vote reads its predicate as late as a guard is read.
            add_predicate(row->op == SASS_OP_VOTE ? SASS_SCHED_BRANCH : sched, inst, i,
                          RESOURCE_PRED, effects, producer);
            break;
        case SASS_OPND_UPRED:
            add_predicate(sched, inst, i, RESOURCE_UPRED, effects, producer);
            break;
        case SASS_OPND_NAME:
            if (row->op == SASS_OP_P2R || row->op == SASS_OP_R2P || row->op == SASS_OP_UP2UR ||
                row->op == SASS_OP_UR2UP)
                add_predicate_file(sched, inst, row->operands[i].dst, effects, producer);
            break;
        case SASS_OPND_CONST_INDEX:
            if (operand->reg != SASS_RZ)
                add_source(effects, operand->reg, 1, ROLE_XU, LATE_OTHER);
            break;
        case SASS_OPND_CONST_UINDEX:
            add_uniform(SASS_SCHED_ULDC, operand->ureg, 1, false, effects, producer);
            break;
        case SASS_OPND_CONST_UGPR:
            add_uniform(SASS_SCHED_ULDC, operand->ureg, 2, false, effects, producer);
            if (row->operands[i].rpos && operand->reg != SASS_RZ)
                add_source(effects, operand->reg, 1, ROLE_XU, LATE_OTHER);
            break;
        case SASS_OPND_ADDR_GLOBAL:
        case SASS_OPND_ADDR_SHARED:
            if (operand->reg != SASS_RZ)
                add_source(effects, operand->reg, sass_operand_regs(inst, i),
                           is_mbarrier(inst) ? ROLE_XU : address_role(sched), LATE_MEMORY);
            if (row->operands[i].upos)
                add_uniform(sched, operand->ureg, operand->kind == SASS_OPND_ADDR_GLOBAL ? 2 : 1,
                            false, effects, producer);
            if (row->operands[i].dpos)
                add_uniform(sched, operand->desc, 2, false, effects, producer);
            break;
        default:
            break;
        }
    }
}
