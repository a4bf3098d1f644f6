// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Sources: lanes per pipe from the throughput table of NVIDIA's CUDA C++ Programming Guide (results
// per cycle and SM: 32 lanes over a fourth of that are the cycles here); tensor rates from the
// chips' white papers; latencies from published microbenchmarks (Luo et al., arXiv 2402.13499, and
// pointer chases on GH200 and RTX 4090); the address unit and the shared pipe of an SM from Huerta
// et al., arXiv 2503.20481; bandwidth from the memory's clock and width.
#include "emulator/model/chip.h"

#include <string.h>

// Cycles per warp instruction and sub-core.
static const uint8_t intervals_80[PIPE_COUNT] = {
    [PIPE_FMA] = 2,  [PIPE_IMAD] = 2, [PIPE_ALU] = 2,     [PIPE_FP16] = 1,
    [PIPE_FP64] = 4, [PIPE_XU] = 8,   [PIPE_UNIFORM] = 2, [PIPE_MEMORY] = 4,
};
static const uint8_t intervals_86[PIPE_COUNT] = {
    [PIPE_FMA] = 1,   [PIPE_IMAD] = 2, [PIPE_ALU] = 2,     [PIPE_FP16] = 1,
    [PIPE_FP64] = 64, [PIPE_XU] = 8,   [PIPE_UNIFORM] = 2, [PIPE_MEMORY] = 4,
};
static const uint8_t intervals_90[PIPE_COUNT] = {
    [PIPE_FMA] = 1,  [PIPE_IMAD] = 2, [PIPE_ALU] = 2,     [PIPE_FP16] = 1,
    [PIPE_FP64] = 2, [PIPE_XU] = 8,   [PIPE_UNIFORM] = 2, [PIPE_MEMORY] = 4,
};

const char *pipe_name(enum pipe pipe)
{
    static const char *const names[PIPE_COUNT] = {
        [PIPE_NONE] = "control",  [PIPE_FMA] = "FMA",   [PIPE_IMAD] = "IMAD",
        [PIPE_ALU] = "ALU",       [PIPE_FP16] = "FP16", [PIPE_FP64] = "FP64",
        [PIPE_TENSOR] = "tensor", [PIPE_XU] = "XU",     [PIPE_UNIFORM] = "uniform",
        [PIPE_MEMORY] = "memory",
    };
    return names[pipe];
}

struct chip chip_of(const struct device *device, unsigned shared_bytes)
{
    enum { L1_LEAST = 8 << 10, BITS = 8, L2_BYTES_PER_CYCLE = 64 };
    struct chip chip = {
        .device = device,
        .tensor_macs = 256,
        .shared_latency = 29,
        .l1_latency = 38,
        .l2_latency = 262,
        .dram_latency = 466,
        .constant_latency = 29,
        .xu_latency = 18,
        .sreg_latency = 20,
        .l2_bytes = L2_BYTES_PER_CYCLE,
    };
    const uint8_t *intervals = intervals_80;
    unsigned unified = 192 << 10; // shared memory and L1 together
    switch (device->sm) {
    case 86:
    case 89:
        intervals = intervals_86;
        chip.tensor_macs = 64;
        chip.l1_latency = 40;
        chip.l2_latency = 273;
        chip.dram_latency = 541;
        unified = 128 << 10;
        break;
    case 90:
        intervals = intervals_90;
        chip.tensor_macs = 512;
        chip.l1_latency = 40;
        chip.l2_latency = 263;
        chip.dram_latency = 570;
        unified = 256 << 10;
        break;
    default:
        break;
    }
    memcpy(chip.interval, intervals, sizeof chip.interval);
    // Two transfers per clock of the memory.
    double per_second = 2e3 * device->memory_clock_khz * device->bus_bits / BITS;
    chip.dram_bytes = per_second / (1e3 * device->clock_khz) / device->sm_count;
    chip.l1_bytes = unified > shared_bytes + L1_LEAST ? unified - shared_bytes : L1_LEAST;
    return chip;
}

enum pipe pipe_of(const struct sass_inst *inst)
{
    switch (inst->row->sched) {
    case SASS_SCHED_ALU:
    case SASS_SCHED_CS2R:
    case SASS_SCHED_I2I:
        return PIPE_ALU;
    case SASS_SCHED_FMA:
        return strncmp(inst->row->mnemonic, "F", 1) == 0 ? PIPE_FMA : PIPE_IMAD;
    case SASS_SCHED_WIDE:
        return PIPE_IMAD;
    case SASS_SCHED_FP16:
    case SASS_SCHED_HFMA2_MMA:
        return PIPE_FP16;
    case SASS_SCHED_FP64:
        return PIPE_FP64;
    case SASS_SCHED_MMA13:
    case SASS_SCHED_MMA16:
    case SASS_SCHED_MMA24:
    case SASS_SCHED_DMMA:
    case SASS_SCHED_HGMMA:
        return PIPE_TENSOR;
    case SASS_SCHED_UNIFORM:
    case SASS_SCHED_ULDC:
    case SASS_SCHED_R2UR:
        return PIPE_UNIFORM;
    case SASS_SCHED_XU:
        return PIPE_XU;
    case SASS_SCHED_LOAD:
    case SASS_SCHED_STORE:
        return PIPE_MEMORY;
    default:
        return PIPE_NONE;
    }
}

// Multiply-adds of one tensor instruction by its timing class, in units of an FP16 one with FP32
// sums: m16n8k8 has 1024, m16n8k16 has 2048, and wider ones of narrower types take as long.
static unsigned tensor_work(const struct sass_inst *inst)
{
    enum { MACS_K8 = 1024, MACS_K16 = 2048 };
    return inst->row->sched == SASS_SCHED_MMA13 ? MACS_K8 : MACS_K16;
}

unsigned pipe_interval(const struct chip *chip, const struct sass_inst *inst)
{
    enum pipe pipe = pipe_of(inst);
    if (pipe == PIPE_TENSOR)
        return tensor_work(inst) / chip->tensor_macs;
    if (inst->row->sched == SASS_SCHED_WIDE)
        return 2U * chip->interval[PIPE_IMAD];
    return chip->interval[pipe];
}
