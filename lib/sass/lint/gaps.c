// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The gaps that ptxas keeps between a producer and its readers: a shorter one may be wrong, a
// longer one never is. sm_80, sm_86 and sm_89 share one table. gaps_mined.csv is the evidence: no
// pair there keeps less than what is asked for here.
#include "sass/lint/access.h"

#include <string.h>

// One column per enum role, in its order:
// ALU FMA WIDE.AB C.lo C.hi FP16 HFMA2 FP64 MMA XU R2UR MEM UNIFORM UMOV ULDC GUARD
static const uint8_t gaps_sm8x[PRODUCER_FIXED_COUNT][ROLE_COUNT] = {
    [PRODUCER_ALU] = {4, 5, 5, 5, 5, 5, 6, 6, 7, 4, 4, 5, 6, 6, 6, 13},
    [PRODUCER_FMA] = {5, 4, 4, 4, 4, 5, 6, 6, 7, 4, 4, 5, 6, 6, 6, 13},
    [PRODUCER_WIDE_LOW] = {5, 4, 6, 6, 6, 5, 6, 6, 7, 4, 4, 5, 6, 6, 6, 13},
    [PRODUCER_WIDE_HIGH] = {5, 4, 6, 6, 6, 5, 6, 6, 7, 4, 4, 5, 6, 6, 6, 13},
    [PRODUCER_FP16] = {5, 5, 5, 5, 5, 4, 6, 6, 7, 4, 4, 5, 6, 6, 6, 13},
    [PRODUCER_HADD2_F32] = {5, 5, 5, 5, 5, 5, 6, 6, 7, 4, 4, 5, 6, 6, 6, 13},
    [PRODUCER_HFMA2_MMA] = {10, 10, 10, 10, 10, 10, 6, 6, 11, 6, 6, 7, 10, 10, 10, 14},
    [PRODUCER_FP64] = {10, 10, 10, 10, 11, 10, 10, 8, 11, 6, 10, 7, 10, 10, 10, 14},
    [PRODUCER_FP64_PREDICATE] = {6, 6, 6, 6, 6, 6, 6, 6, 14, 14, 14, 14, 14, 14, 14, 14},
    [PRODUCER_CS2R] = {6, 6, 16, 6, 6, 6, 6, 6, 7, 4, 4, 5, 6, 6, 6, 13},
    [PRODUCER_MMA13] = {13, 13, 13, 13, 13, 13, 13, 15, 14, 11, 13, 12, 13, 13, 13, 14},
    [PRODUCER_MMA16] = {16, 16, 16, 16, 16, 16, 16, 18, 16, 14, 16, 15, 16, 16, 16, 16},
    [PRODUCER_MMA24] = {24, 24, 24, 24, 24, 24, 24, 26, 24, 22, 24, 23, 24, 24, 24, 24},
    [PRODUCER_UNIFORM] = {6, 6, 6, 6, 6, 6, 9, 9, 9, 9, 9, 9, 4, 7, 12, 11},
    [PRODUCER_ULDC] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5, 5},
    [PRODUCER_VOTEU_PREDICATE] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 5, 5},
    [PRODUCER_R2UR] = {13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13},
    [PRODUCER_R2UR_PREDICATE] = {8, 8, 8, 8, 8, 8, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13},
};

static const uint8_t gaps_sm90[PRODUCER_FIXED_COUNT][ROLE_COUNT] = {
    [PRODUCER_ALU] = {4, 5, 5, 5, 3, 5, 6, 6, 7, 4, 4, 5, 6, 6, 6, 13},
    [PRODUCER_FMA] = {5, 4, 4, 4, 2, 5, 6, 6, 7, 4, 5, 5, 6, 6, 6, 13},
    [PRODUCER_WIDE_LOW] = {3, 4, 4, 4, 4, 5, 6, 6, 7, 4, 3, 5, 6, 6, 6, 13},
    [PRODUCER_WIDE_HIGH] = {5, 4, 6, 4, 4, 5, 6, 6, 7, 4, 5, 5, 6, 6, 6, 13},
    [PRODUCER_FP16] = {5, 5, 5, 5, 3, 4, 6, 6, 7, 4, 5, 5, 6, 6, 6, 13},
    [PRODUCER_HADD2_F32] = {5, 5, 5, 5, 3, 5, 6, 6, 7, 4, 5, 5, 6, 6, 6, 13},
    [PRODUCER_HFMA2_MMA] = {10, 10, 10, 10, 8, 10, 8, 8, 11, 6, 10, 7, 10, 10, 10, 14},
    [PRODUCER_FP64] = {10, 10, 10, 10, 11, 10, 10, 8, 11, 6, 10, 7, 10, 10, 10, 14},
    [PRODUCER_FP64_PREDICATE] = {6, 6, 6, 6, 6, 6, 6, 6, 14, 14, 14, 14, 14, 14, 14, 14},
    [PRODUCER_CS2R] = {6, 6, 16, 6, 6, 6, 6, 7, 13, 4, 6, 5, 6, 6, 6, 13},
    [PRODUCER_MMA13] = {13, 13, 13, 13, 13, 13, 13, 15, 14, 11, 13, 12, 13, 13, 13, 14},
    [PRODUCER_MMA16] = {16, 16, 16, 16, 16, 16, 16, 18, 16, 14, 16, 15, 16, 16, 16, 16},
    [PRODUCER_MMA24] = {24, 24, 24, 24, 24, 24, 24, 26, 24, 22, 24, 23, 24, 24, 24, 24},
    [PRODUCER_UNIFORM] = {6, 6, 6, 6, 6, 6, 9, 9, 9, 9, 9, 9, 4, 6, 12, 11},
    [PRODUCER_ULDC] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5, 5},
    [PRODUCER_VOTEU_PREDICATE] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 5, 5},
    [PRODUCER_R2UR] = {13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13},
    [PRODUCER_R2UR_PREDICATE] = {8, 8, 8, 8, 8, 8, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13},
};

unsigned gap_read(unsigned sm, enum producer producer, enum role role)
{
    return (sm >= 90 ? gaps_sm90 : gaps_sm8x)[producer][role];
}

// How far behind a result of fixed latency one of variable latency may follow. In compiled code a
// load keeps a cycle more than one that reads the result would, and the XU as much as one that
// reads.
static unsigned gap_write_variable(unsigned sm, enum producer first, enum late_unit unit)
{
    unsigned memory = gap_read(sm, first, ROLE_MEMORY);
    switch (unit) {
    case LATE_MEMORY:
        return first <= PRODUCER_HADD2_F32 ? memory + 1 : first == PRODUCER_CS2R ? 6 : memory;
    case LATE_XU:
        return gap_read(sm, first, ROLE_XU);
    default:
        return 1; // tens of cycles later
    }
}

unsigned gap_write(unsigned sm, enum producer first, enum producer second, enum late_unit unit)
{
    if (second == PRODUCER_VARIABLE)
        return gap_write_variable(sm, first, unit);
    unsigned a = gap_read(sm, first, ROLE_ALU), b = gap_read(sm, second, ROLE_ALU);
    return a > b + 1 ? a - b : 1;
}

unsigned gap_behind_bar(unsigned sm, const struct sass_inst *inst)
{
    switch (inst->row->sched) {
    case SASS_SCHED_BAR:
        return sm >= 90 ? 8 : 6;
    case SASS_SCHED_LOAD:
    case SASS_SCHED_STORE:
    case SASS_SCHED_TEX:
    case SASS_SCHED_SREG:
    case SASS_SCHED_XU:
    case SASS_SCHED_ULDC:
    case SASS_SCHED_BRANCH:
        return 6;
    default:
        return inst->row->op == SASS_OP_DEPBAR ? 6 : 1;
    }
}

unsigned usual_latency(const struct sass_inst *inst)
{
    if (inst->row->sched == SASS_SCHED_TEX)
        return 400;
    if (inst->row->sched != SASS_SCHED_LOAD)
        return 20;
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].kind == SASS_OPND_ADDR_GLOBAL)
            return 400;
    }
    return 30;
}

static bool is_uniform_class(unsigned sched)
{
    return sched == SASS_SCHED_UNIFORM || sched == SASS_SCHED_ULDC;
}

static bool is_mma_class(unsigned sched)
{
    return sched == SASS_SCHED_MMA13 || sched == SASS_SCHED_MMA16 || sched == SASS_SCHED_MMA24;
}

// Whether a writer gets its own sources, and so writes, later than the arithmetic pipes.
static bool is_decoupled(unsigned sched)
{
    return sched == SASS_SCHED_LOAD || sched == SASS_SCHED_TEX || sched == SASS_SCHED_DMMA ||
           is_mma_class(sched);
}

unsigned gap_overwrite(unsigned sm, unsigned reader_sched, unsigned resource, unsigned writer_sched)
{
    if (resource >= RESOURCE_PRED)
        return 1;
    if (resource >= RESOURCE_UGPR)
        return sm < 90 && is_uniform_class(reader_sched) && is_uniform_class(writer_sched) ? 2 : 1;
    switch (reader_sched) {
    case SASS_SCHED_MMA24:
        if (is_mma_class(writer_sched))
            return 6;
        return is_decoupled(writer_sched) || writer_sched == SASS_SCHED_XU ||
                       writer_sched == SASS_SCHED_SREG
                   ? 1
                   : 7;
    case SASS_SCHED_MMA13:
    case SASS_SCHED_MMA16:
        return is_mma_class(writer_sched) ? 4 : 1;
    case SASS_SCHED_FP64:
        if (sm >= 90)
            return 1;
        return writer_sched == SASS_SCHED_FP64 ? 4 : 6;
    case SASS_SCHED_ALU:
    case SASS_SCHED_FMA:
    case SASS_SCHED_WIDE:
    case SASS_SCHED_FP16:
    case SASS_SCHED_HFMA2_MMA:
        return is_decoupled(writer_sched) ? 2 : 1;
    default:
        return 1;
    }
}

unsigned gap_overwrite_most(unsigned sm, unsigned reader_sched, unsigned resource)
{
    unsigned most = 1;
    for (unsigned writer = SASS_SCHED_NONE; writer <= SASS_SCHED_BRANCH; writer++) {
        unsigned gap = gap_overwrite(sm, reader_sched, resource, writer);
        most = gap > most ? gap : most;
    }
    return most;
}

// The shortest stalls in compiled code, by the first part of the mnemonic: sm_80 to 89, sm_90.
static const struct {
    const char *name;
    uint8_t sm8x, sm90;
} stalls[] = {
    {"BMOV", 1, 1},     {"BPT", 1, 1},    {"BREAK", 1, 1},         {"BRXU", 5, 2},
    {"BSSY", 1, 1},     {"CALL", 1, 5},   {"CCTL", 5, 1},          {"CGAERRBAR", 6, 6},
    {"DEPBAR", 4, 4},   {"ERRBAR", 0, 0}, {"ENDCOLLECTIVE", 1, 1}, {"LEPC", 1, 1},
    {"MEMBAR", 6, 6},   {"YIELD", 1, 1},  {"NANOSLEEP", 1, 1},     {"UCGABAR_ARV", 1, 1},
    {"WARPSYNC", 1, 1},
};

unsigned stall_needed(unsigned sm, const struct sass_inst *inst)
{
    const char *mnemonic = inst->row->mnemonic;
    // The lanes of the next instruction are those that a BMOV to the state of the warp makes
    // active.
    if (inst->row->op == SASS_OP_BMOV && inst->operands[0].kind == SASS_OPND_NAME)
        return 2;
    size_t length = strcspn(mnemonic, ".");
    for (size_t i = 0; i < sizeof stalls / sizeof stalls[0]; i++) {
        if (strlen(stalls[i].name) == length && memcmp(stalls[i].name, mnemonic, length) == 0)
            return sm >= 90 ? stalls[i].sm90 : stalls[i].sm8x;
    }
    return inst->row->sched == SASS_SCHED_BRANCH ? 5 : 1;
}
