// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the cycle model knows of a chip. Cycles are of the SM's clock. Where a figure comes from
// stands with the figures.
#ifndef EMULATOR_MODEL_CHIP_H
#define EMULATOR_MODEL_CHIP_H

#include "emulator/devices.h"
#include "sass/isa.h"

enum { SUBCORES = 4 };

/// What an instruction occupies besides its issue slot.
enum pipe {
    PIPE_NONE, ///< control flow, barriers: the issue slot alone
    PIPE_FMA,  ///< FFMA FADD FMUL
    PIPE_IMAD, ///< IMAD IDP: the FMA pipe, or the half of it that multiplies integers
    PIPE_ALU,  ///< integer, logic, comparisons, moves
    PIPE_FP16, ///< packed halves
    PIPE_FP64,
    PIPE_TENSOR,
    PIPE_XU, ///< MUFU, conversions, POPC
    PIPE_UNIFORM,
    PIPE_MEMORY, ///< loads, stores, shuffles: the address unit of the sub-core, then the SM's pipe
    PIPE_COUNT
};

const char *pipe_name(enum pipe pipe);

/// Kinds of multiply-adds that the tensor cores do at different rates.
enum tensor_type {
    TENSOR_F16,     ///< halves, sums in halves
    TENSOR_F16_F32, ///< halves or bfloats, sums in FP32
    TENSOR_TF32,    ///< sums in FP32
    TENSOR_FP8,     ///< sums in halves
    TENSOR_FP8_F32, ///< sums in FP32
    TENSOR_INT8,
    TENSOR_INT4,
    TENSOR_BIT,
    TENSOR_F64,
    TENSOR_TYPES
};

struct chip {
    const struct device *device;
    uint8_t interval[PIPE_COUNT]; ///< cycles between two instructions of one sub-core's pipe
    bool two_fma; ///< the FMA pipe has two halves: one does integers, packed halves take both
    double tensor_macs[TENSOR_TYPES]; ///< multiply-adds per cycle and sub-core
    double hgmma_gain;                ///< asynchronous tensor instructions do so many times as much
    unsigned shared_latency, l1_latency, l2_latency, dram_latency;
    unsigned constant_latency, xu_latency, sreg_latency;
    double l2_bytes;   ///< per cycle and SM
    double dram_bytes; ///< per cycle and SM: the chip's bandwidth over the SMs at work
    unsigned l1_bytes; ///< of the SM's memory that is not shared memory
};

/// The model's figures for a device on which `active` SMs work, each with so many bytes of shared
/// memory in use.
struct chip chip_of(const struct device *device, unsigned shared_bytes, unsigned active);

enum pipe pipe_of(const struct sass_inst *inst);

/// Cycles that the pipe of its sub-core is busy with the instruction.
unsigned pipe_interval(const struct chip *chip, const struct sass_inst *inst);

/// FP32 lanes of an SM.
unsigned chip_lanes(const struct chip *chip);

#endif
