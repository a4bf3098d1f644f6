// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What an instruction reads and writes, and in which role: the gap that a dependence needs belongs
// to the pair of producer and consumer and to the operand that is meant.
#ifndef SASS_LINT_ACCESS_H
#define SASS_LINT_ACCESS_H

#include "sass/isa.h"

/// Resources: general registers, uniform registers, predicates, uniform predicates.
enum {
    RESOURCE_GPR = 0,
    RESOURCE_UGPR = 256,
    RESOURCE_PRED = 320,
    RESOURCE_UPRED = 328,
    RESOURCE_COUNT = 336
};

/// Who makes a result.
enum producer {
    PRODUCER_ALU,
    PRODUCER_FMA,
    PRODUCER_WIDE_LOW,  ///< low result of IMAD.WIDE
    PRODUCER_WIDE_HIGH, ///< high result of IMAD.WIDE, and the result of IMAD.HI
    PRODUCER_FP16,
    PRODUCER_HADD2_F32, ///< HADD2 with a result in FP32
    PRODUCER_HFMA2_MMA,
    PRODUCER_FP64,           ///< where it has a fixed latency: sm_90
    PRODUCER_FP64_PREDICATE, ///< DSETP, on sm_90
    PRODUCER_CS2R,
    PRODUCER_MMA13, ///< tensor instructions by their latency class
    PRODUCER_MMA16,
    PRODUCER_MMA24,
    PRODUCER_UNIFORM, ///< arithmetic of the uniform datapath
    PRODUCER_ULDC,    ///< ULDC, UMOV, VOTEU
    PRODUCER_VOTEU_PREDICATE,
    PRODUCER_R2UR, ///< where it has a fixed latency: sm_90
    PRODUCER_R2UR_PREDICATE,
    PRODUCER_FIXED_COUNT,
    PRODUCER_VARIABLE = PRODUCER_FIXED_COUNT ///< ready when its write barrier says so
};

/// What a source is for.
enum role {
    ROLE_ALU,
    ROLE_FMA,
    ROLE_WIDE_AB, ///< factors of IMAD.WIDE and IMAD.HI
    ROLE_WIDE_C_LOW,
    ROLE_WIDE_C_HIGH,
    ROLE_FP16,
    ROLE_HFMA2_MMA,
    ROLE_FP64,
    ROLE_MMA,
    ROLE_XU, ///< MUFU, conversions, POPC ...
    ROLE_R2UR,
    ROLE_MEMORY, ///< addresses and data of memory instructions
    ROLE_UNIFORM,
    ROLE_UMOV,
    ROLE_ULDC,
    ROLE_GUARD, ///< any guard, branch or vote
    ROLE_COUNT
};

struct access {
    uint16_t first, count; ///< resources
    uint8_t kind;          ///< enum producer of a write, enum role of a read
    bool late;             ///< a source that is read some time after issue
    uint8_t unit;          ///< late sources: enum late_unit
};

/// Units that read their sources late, each in order.
enum late_unit { LATE_NONE, LATE_MEMORY, LATE_XU, LATE_BAR, LATE_OTHER };

/// Units whose results of variable latency arrive in the order of issue: a wait for a later one
/// covers the earlier ones.
enum result_order { ORDER_NONE, ORDER_SHARED, ORDER_XU, ORDER_FP64, ORDER_SREG, ORDER_TEX };

enum result_order result_order_of(const struct sass_inst *inst);

enum { MAX_ACCESSES = 16 };

struct effects {
    struct access reads[MAX_ACCESSES], writes[MAX_ACCESSES];
    unsigned read_count, write_count;
};

/// Fill in the effects of an instruction; RZ, URZ and PT are left out.
void effects_of(unsigned sm, const struct sass_inst *inst, struct effects *effects);

/// Cycles from the issue of a producer to the issue of a reader; PRODUCER_VARIABLE has none.
unsigned gap_read(unsigned sm, enum producer producer, enum role role);

/// Cycles from the issue of one writer to that of the next writer of the same register, so that the
/// second result lands last. `unit` is the second one's, where its latency varies.
unsigned gap_write(unsigned sm, enum producer first, enum producer second, enum late_unit unit);

/// Cycles from the issue of an instruction (its timing class) that reads a register with a fixed
/// latency to the issue of one that overwrites it; at least 1.
unsigned gap_overwrite(unsigned sm, unsigned reader_sched, unsigned resource,
                       unsigned writer_sched);

/// Longest gap_overwrite of a reader, whoever overwrites.
unsigned gap_overwrite_most(unsigned sm, unsigned reader_sched, unsigned resource);

/// Cycles from a CTA barrier to the issue of an instruction: all but arithmetic is held back.
unsigned gap_behind_bar(unsigned sm, const struct sass_inst *inst);

/// Cycles after which a result of variable latency is usually there, and after which a source that
/// is read late has been read; for estimates only.
unsigned usual_latency(const struct sass_inst *inst);
enum { SOURCE_LATENCY = 14 };

/// Cycles that an instruction must stall by itself, whatever follows: branches, barriers. At least
/// 1, but 0 for an instruction that drains the pipeline.
unsigned stall_needed(unsigned sm, const struct sass_inst *inst);

#endif
