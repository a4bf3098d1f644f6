// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/check/watch_inst.h"

#include "emulator/model/inst.h"

#include <string.h>

static void add_access(struct watch_inst *to, enum watch_space space, bool reads, bool writes)
{
    struct watch_access *access = &to->access[to->access_count++];
    *access = (struct watch_access){
        .space = space, .bytes = model_inst_bytes(&to->inst), .reads = reads, .writes = writes};
    access->kind = space == WATCH_SHARED || space == WATCH_LOCAL ? SASS_OPND_ADDR_SHARED
                                                                 : SASS_OPND_ADDR_GLOBAL;
}

static void add_atomic(struct watch_inst *to, enum watch_space space)
{
    add_access(to, space, true, true);
    to->access[0].atomic = to->strong = true;
}

static void add_matrices(struct watch_inst *to, bool writes)
{
    enum { ROW = 16 };
    add_access(to, WATCH_SHARED, !writes, writes);
    to->access[0].bytes = ROW;
    to->matrices = 1U << sass_inst_mod(&to->inst, SASS_MOD_MATRICES);
}

static void find_accesses(struct watch_inst *to)
{
    switch (to->inst.row->op) {
    case SASS_OP_LDG:
        add_access(to, WATCH_GLOBAL, true, false);
        break;
    case SASS_OP_STG:
        add_access(to, WATCH_GLOBAL, false, true);
        break;
    case SASS_OP_LD:
        add_access(to, WATCH_GENERIC, true, false);
        break;
    case SASS_OP_ST:
        add_access(to, WATCH_GENERIC, false, true);
        break;
    case SASS_OP_LDS:
        add_access(to, WATCH_SHARED, true, false);
        break;
    case SASS_OP_STS:
        add_access(to, WATCH_SHARED, false, true);
        break;
    case SASS_OP_LDL:
        add_access(to, WATCH_LOCAL, true, false);
        break;
    case SASS_OP_STL:
        add_access(to, WATCH_LOCAL, false, true);
        break;
    case SASS_OP_LDSM:
    case SASS_OP_STSM:
        add_matrices(to, to->inst.row->op == SASS_OP_STSM);
        break;
    case SASS_OP_LDGSTS:
        add_access(to, WATCH_GLOBAL, true, false);
        add_access(to, WATCH_SHARED, false, true);
        break;
    case SASS_OP_ATOMS:
    case SASS_OP_ATOMS_CAS:
    case SASS_OP_ATOMS_POPC:
    case SASS_OP_ATOMS_ARRIVE:
        add_atomic(to, WATCH_SHARED);
        break;
    case SASS_OP_ATOMG:
    case SASS_OP_ATOMG_CAS:
    case SASS_OP_RED:
        add_atomic(to, WATCH_GLOBAL);
        break;
    case SASS_OP_ATOM:
    case SASS_OP_ATOM_CAS:
    case SASS_OP_ATOM_ARRIVE:
        add_atomic(to, WATCH_GENERIC);
        break;
    default:
        break;
    }
}

static enum watch_flow flow_of(const struct watch_inst *to)
{
    switch (to->inst.row->op) {
    case SASS_OP_SHFL:
    case SASS_OP_VOTE:
    case SASS_OP_VOTEU:
    case SASS_OP_MATCH_ALL:
    case SASS_OP_MATCH_ANY:
    case SASS_OP_REDUX:
    case SASS_OP_R2UR:
    case SASS_OP_R2UR_OR:
    case SASS_OP_MOVM:
    case SASS_OP_FSWZADD:
        return FLOW_WARP;
    case SASS_OP_P2R: // each bit of the result is a predicate's own
    case SASS_OP_UP2UR:
    case SASS_OP_PRMT: // bytes of its sources
    case SASS_OP_UPRMT:
    case SASS_OP_SEL:
    case SASS_OP_FSEL:
    case SASS_OP_USEL:
        return FLOW_CHOICE;
    case SASS_OP_HMMA:
    case SASS_OP_IMMA:
    case SASS_OP_BMMA:
    case SASS_OP_QMMA:
    case SASS_OP_DMMA:
    case SASS_OP_HGMMA:
    case SASS_OP_QGMMA:
    case SASS_OP_IGMMA:
    case SASS_OP_BGMMA:
        return FLOW_TENSOR;
    default:
        if (to->access_count)
            return to->access[0].reads && !to->access[0].writes && to->access_count == 1
                       ? FLOW_LOAD
                       : FLOW_DEFINED;
        return to->inst.row->sched == SASS_SCHED_LOAD ? FLOW_DEFINED : FLOW_LANES;
    }
}

// Accesses that say at which scope they are seen are made to be seen in order.
static bool is_strong(const struct sass_inst *inst)
{
    // By the numbers of sass_names_load_order: .STRONG.SM to .MMIO.GPU, .STRONG.SYS, .MMIO.SYS.
    const uint32_t strong = 1U << 5 | 1U << 6 | 1U << 7 | 1U << 8 | 1U << 10 | 1U << 12;
    return strong >> sass_inst_mod(inst, SASS_MOD_CACHE) & 1;
}

static bool is_exchange(const struct sass_inst *inst)
{
    const struct sass_row *row = inst->row;
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id != SASS_MOD_NONE; i++) {
        if (row->mods[i].id == SASS_MOD_ATOM_OP)
            return strcmp(row->mods[i].names[inst->mods[i]], ".EXCH") == 0;
    }
    return false;
}

// What an instruction of a warp group writes, which effects_of leaves out: no control code is about
// it.
static void add_result_of_group(struct watch_inst *to)
{
    const struct sass_operand *result = &to->inst.operands[0];
    if (to->inst.row->sched != SASS_SCHED_HGMMA || to->flow != FLOW_TENSOR ||
        result->reg == SASS_RZ)
        return;
    to->effects.writes[to->effects.write_count++] =
        (struct access){.first = result->reg, .count = (uint16_t)sass_operand_regs(&to->inst, 0)};
}

void watch_inst_of(struct watch_inst *to, unsigned sm, struct sass_word word)
{
    memset(to, 0, sizeof *to);
    to->known = sass_decode(sm, word, &to->inst);
    to->data = -1;
    if (!to->known)
        return;
    effects_of(sm, &to->inst, &to->effects);
    find_accesses(to);
    to->flow = flow_of(to);
    add_result_of_group(to);
    unsigned sched = to->inst.row->sched;
    to->decides = sched == SASS_SCHED_BRANCH || sched == SASS_SCHED_BAR;
    if (!to->access_count)
        return;
    to->strong = to->strong || is_strong(&to->inst);
    to->exchanges = is_exchange(&to->inst);
    for (unsigned i = 0; i < sass_row_operands(to->inst.row) && to->data < 0; i++) {
        if (to->inst.operands[i].kind == SASS_OPND_GPR && !to->inst.row->operands[i].dst)
            to->data = (int)i;
    }
}

static bool is_cas(enum sass_op op)
{
    return op == SASS_OP_ATOMS_CAS || op == SASS_OP_ATOMG_CAS || op == SASS_OP_ATOM_CAS;
}

// The register that a load fills and a compare-and-swap compares with.
static bool feeds(const struct watch_inst *load, const struct watch_inst *cas)
{
    const struct effects *effects = &load->effects;
    return cas->data >= 0 && effects->write_count &&
           effects->writes[0].first == cas->inst.operands[cas->data].reg;
}

void watch_inst_find_loops(struct watch_inst *insts, size_t count)
{
    enum { NEAR = 32 };
    for (size_t i = 0; i < count; i++) {
        struct watch_inst *load = &insts[i];
        if (!load->known || load->flow != FLOW_LOAD)
            continue;
        for (size_t k = i + 1; k < count && k < i + NEAR && !load->strong; k++)
            load->strong =
                insts[k].known && is_cas(insts[k].inst.row->op) && feeds(load, &insts[k]);
    }
}
