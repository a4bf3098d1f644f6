// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/inst.h"

#include "sass/lint/flow.h"
#include "sass/lint/reuse.h"

#include <string.h>

// The stall field. 0 with yield drains the pipeline; 12 and more without it are not legal, and the
// hardware then waits for a cycle or two; a yield passes over the warp for one cycle (Huerta et
// al.).
static uint8_t stall_of(const struct sass_control *control)
{
    enum { LONGEST_WITHOUT_YIELD = 11, SHORT = 2 };
    if (control->stall == 0)
        return control->yield ? DRAIN_CYCLES : 1;
    if (control->stall > LONGEST_WITHOUT_YIELD && !control->yield)
        return SHORT;
    return control->yield && control->stall < SHORT ? SHORT : control->stall;
}

// Of a lane: by the modifier, else by the registers of the first operand, as atomics have them.
uint8_t model_inst_bytes(const struct sass_inst *inst)
{
    enum { WORD = 4, MOST = 16 };
    static const uint8_t bytes[] = {1, 1, 2, 2, 4, 8, 16};
    for (unsigned i = 0; i < SASS_MAX_MODS; i++) {
        if (inst->row->mods[i].id == SASS_MOD_SIZE && inst->mods[i] < sizeof bytes)
            return bytes[inst->mods[i]];
    }
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        unsigned size = WORD * sass_operand_regs(inst, i);
        if (inst->operands[i].kind == SASS_OPND_GPR)
            return (uint8_t)(size < MOST ? size : MOST);
    }
    return WORD;
}

// Cycles from the address unit until the registers of a memory instruction have been read, by its
// width, as Huerta et al. measured them (table of latencies, RTX A6000).
static uint8_t source_cycles_of(const struct sass_inst *inst, bool global)
{
    enum { LOAD_GLOBAL = 11, LOAD_SHARED = 9, ASYNC = 13, OTHER = 11, WIDE = 8, WIDEST = 16 };
    if (inst->row->op == SASS_OP_LDGSTS)
        return ASYNC;
    if (inst->row->sched == SASS_SCHED_LOAD)
        return global ? LOAD_GLOBAL : LOAD_SHARED;
    if (inst->row->sched != SASS_SCHED_STORE)
        return OTHER;
    uint8_t least = global ? 14 : 12, bytes = model_inst_bytes(inst);
    return bytes == WIDEST ? (uint8_t)(least + 6) : bytes == WIDE ? (uint8_t)(least + 2) : least;
}

static bool has_operand(const struct sass_inst *inst, enum sass_operand_kind kind)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].kind == kind)
            return true;
    }
    return false;
}

// Accesses of GPU or system scope go past L1, as atomics do and copies to shared memory that say
// so.
static bool uses_l1(const struct sass_inst *inst)
{
    enum { STRONG_GPU = 7, STRONG_SYS = 10, MMIO = 8, BYPASS_BIT = 81 };
    unsigned order = sass_inst_mod(inst, SASS_MOD_CACHE);
    if (inst->row->op == SASS_OP_LDGSTS) {
        for (unsigned i = 0; i < SASS_MAX_MODS; i++) {
            if (inst->row->mods[i].pos == BYPASS_BIT)
                return inst->mods[i] != 0;
        }
    }
    return (inst->row->op == SASS_OP_LDG || inst->row->op == SASS_OP_LD ||
            inst->row->op == SASS_OP_LDL) &&
           order != STRONG_GPU && order != STRONG_SYS && order != MMIO;
}

static void add_memory(struct model_inst *to, const struct sass_inst *inst)
{
    unsigned op = inst->row->op;
    bool local = op == SASS_OP_LDL || op == SASS_OP_STL;
    to->memory = true;
    to->local = local;
    to->matrix = op == SASS_OP_LDSM || op == SASS_OP_STSM;
    to->matrices = (uint8_t)(1U << sass_inst_mod(inst, SASS_MOD_MATRICES));
    to->bytes = model_inst_bytes(inst);
    to->global = local || has_operand(inst, SASS_OPND_ADDR_GLOBAL);
    to->load = inst->row->sched == SASS_SCHED_LOAD;
    to->uses_l1 = to->global && uses_l1(inst);
    to->async = op == SASS_OP_LDGSTS;
    to->atomic = strncmp(inst->row->mnemonic, "ATOM", 4) == 0;
    to->result_wait = to->global ? DELAY_GLOBAL : DELAY_SHARED;
    to->source_cycles = source_cycles_of(inst, to->global);
}

// One register that several operands name is read once.
static bool is_known_source(const struct model_inst *to, unsigned reg)
{
    for (unsigned i = 0; i < to->source_count; i++) {
        if (to->sources[i].reg == reg && to->sources[i].slot == OPERAND_SLOTS)
            return true;
    }
    return false;
}

static void add_sources(struct model_inst *to, const struct sass_inst *inst)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct sass_operand *operand = &inst->operands[i];
        if (operand->kind != SASS_OPND_GPR || inst->row->operands[i].dst || operand->reg == SASS_RZ)
            continue;
        unsigned slot;
        if (!reuse_has_slot(inst, i, &slot))
            slot = OPERAND_SLOTS;
        for (unsigned r = 0; r < sass_operand_regs(inst, i); r++) {
            unsigned reg = operand->reg + r;
            if (to->source_count == MAX_SOURCES)
                to->more_reads[reg % BANKS]++;
            else if (slot < OPERAND_SLOTS || !is_known_source(to, reg))
                to->sources[to->source_count++] =
                    (struct model_source){(uint8_t)reg, (uint8_t)slot, operand->reuse};
        }
    }
}

static void add_bar(struct model_inst *to, const struct sass_inst *inst)
{
    to->bar = true;
    to->bar_goes = inst->row->op == SASS_OP_BAR_ARV;
    if (inst->operands[0].kind == SASS_OPND_IMM)
        to->bar_number = (uint8_t)(inst->operands[0].imm % 16);
    if (inst->operands[1].kind == SASS_OPND_IMM)
        to->bar_warps = (uint8_t)(inst->operands[1].imm / WARP_LANES);
}

static void add_waits(struct model_inst *to, const struct sass_inst *inst)
{
    to->waits = (uint8_t)flow_waits(inst);
    to->counted = SASS_NO_BARRIER;
    // The barrier that a DEPBAR counts is among those of flow_waits.
    if (inst->row->op == SASS_OP_DEPBAR && inst->operands[0].kind == SASS_OPND_SCOREBOARD) {
        to->counted = inst->operands[0].reg;
        to->rest = (uint8_t)inst->operands[1].imm;
        if (!(inst->control.wait_mask >> to->counted & 1))
            to->waits &= (uint8_t) ~(1U << to->counted);
    }
}

// Of what has a write barrier and does not go through the memory queue. HMMA and double precision
// have one before sm_90; 24 and 33 cycles were measured for HMMA on GA10x, whose pipe is then busy
// for 16 and 32.
static uint16_t latency_of(const struct chip *chip, const struct sass_inst *inst)
{
    unsigned least = chip->xu_latency, busy = pipe_interval(chip, inst) + 1;
    switch (inst->row->sched) {
    case SASS_SCHED_SREG:
        return (uint16_t)chip->sreg_latency;
    case SASS_SCHED_LOAD: // LDC
        return (uint16_t)chip->constant_latency;
    case SASS_SCHED_MMA24:
        least = 24;
        break;
    default:
        break;
    }
    return (uint16_t)(busy > least ? busy : least);
}

void model_inst_of(struct model_inst *to, const struct chip *chip, const struct sass_inst *inst)
{
    *to = (struct model_inst){.known = true,
                              .pipe = (uint8_t)pipe_of(inst),
                              .interval = (uint16_t)pipe_interval(chip, inst),
                              .stall = stall_of(&inst->control),
                              .yield = inst->control.yield,
                              .write_barrier = inst->control.write_barrier,
                              .read_barrier = inst->control.read_barrier,
                              .result_wait = DELAY_OTHER,
                              .latency = latency_of(chip, inst),
                              .source_cycles = source_cycles_of(inst, false)};
    add_waits(to, inst);
    if (inst->row->op == SASS_OP_LDGDEPBAR) {
        to->commit = true;
        to->pipe = PIPE_NONE;
        to->interval = 0;
        to->result_wait = DELAY_GLOBAL;
    } else if (to->pipe == PIPE_MEMORY && inst->row->op != SASS_OP_LDC) {
        add_memory(to, inst);
    } else {
        add_sources(to, inst);
    }
    if (inst->row->sched == SASS_SCHED_BAR)
        add_bar(to, inst);
}
