// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Sources:
// - lanes per pipe from the throughput table of NVIDIA's CUDA C++ Programming Guide (results per
//   cycle and SM: 32 lanes over a fourth of that are the cycles here);
// - which pipes are one: NVIDIA's developer forum, "Separate CUDA core pipeline for FP16 and FP32":
//   GA100 has FP32 and IMAD on one FMA pipe; GA10x and GH100 have two halves, IMAD on one of them,
//   and packed halves take both;
// - tensor rates from the peaks in the chips' white papers over SMs and clock; on sm_90 mma.sync
//   reaches about 62 % of what HGMMA does (Luo et al., arXiv 2402.13499);
// - latencies from published pointer chases: Luo et al. for sm_80 and sm_89, which stand for sm_86
//   too, and an H100 SXM for sm_90; constants, MUFU: Huerta et al., arXiv 2503.20481;
// - DRAM: the memory's clock and width, of which Luo et al. measured 90 to 92 % on three chips;
// - L2: 64 bytes per cycle into one SM alone, and with all SMs at work round figures
//   near published measurements (5.5 TB/s on an H100, 5 TB/s on an RTX 4090).
#include "emulator/model/chip.h"

#include <stdio.h>
#include <string.h>

static const double DRAM_REACHED = 0.91;
enum { L2_PORT_BYTES = 64 };

// What differs between the architectures.
static const struct figures {
    unsigned sm;
    uint8_t fp16, fp64; ///< cycles per warp instruction and sub-core
    bool two_fma;       ///< as in struct chip, where packed halves then go there
    double tensor_macs[TENSOR_TYPES], hgmma_gain;
    unsigned shared_latency, l1_latency, l2_latency, dram_latency;
    unsigned l2_bytes; ///< per cycle and SM, all at work
    unsigned unified;  ///< KiB of shared memory and L1 together
} all_figures[] = {
    {80, 1, 4, false, {256, 256, 128, 0, 0, 512, 1024, 4096, 16}, 1, 29, 38, 262, 466, 32, 192},
    {86, 2, 64, true, {128, 64, 32, 0, 0, 256, 512, 2048, 0.5}, 1, 30, 43, 273, 541, 16, 128},
    {89, 2, 64, true, {128, 64, 32, 256, 128, 256, 512, 2048, 0.5}, 1, 30, 43, 273, 541, 16, 128},
    {90,
     1,
     2,
     true,
     {317, 317, 159, 635, 635, 635, 635, 2540, 32},
     1.61,
     29,
     40,
     260,
     570,
     32,
     256},
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

static const struct figures *figures_of(unsigned sm)
{
    enum { COUNT = sizeof all_figures / sizeof all_figures[0] };
    const struct figures *figures = all_figures;
    while (figures < all_figures + COUNT - 1 && figures->sm < sm)
        figures++;
    return figures;
}

struct chip chip_of(const struct device *device, unsigned shared_bytes, unsigned active)
{
    enum { L1_LEAST = 8 << 10, BITS = 8 };
    const struct figures *figures = figures_of(device->sm);
    struct chip chip = {
        .device = device,
        .interval =
            {
                [PIPE_FMA] = 2,
                [PIPE_IMAD] = 2,
                [PIPE_ALU] = 2,
                [PIPE_FP16] = figures->fp16,
                [PIPE_FP64] = figures->fp64,
                [PIPE_XU] = 8,
                [PIPE_UNIFORM] = 2,
                [PIPE_MEMORY] = 4,
            },
        .two_fma = figures->two_fma,
        .hgmma_gain = figures->hgmma_gain,
        .shared_latency = figures->shared_latency,
        .l1_latency = figures->l1_latency,
        .l2_latency = figures->l2_latency,
        .dram_latency = figures->dram_latency,
        .constant_latency = 29,
        .xu_latency = 18,
        .sreg_latency = 20,
    };
    memcpy(chip.tensor_macs, figures->tensor_macs, sizeof chip.tensor_macs);
    // What all SMs share is shared by those at work.
    double of_l2 = (double)figures->l2_bytes * device->sm_count / active;
    chip.l2_bytes = of_l2 < L2_PORT_BYTES ? of_l2 : L2_PORT_BYTES;
    // Two transfers per clock of the memory.
    double per_second = DRAM_REACHED * 2e3 * device->memory_clock_khz * device->bus_bits / BITS;
    chip.dram_bytes = per_second / (1e3 * device->clock_khz) / active;
    unsigned unified = figures->unified << 10;
    chip.l1_bytes = unified > shared_bytes + L1_LEAST ? unified - shared_bytes : L1_LEAST;
    return chip;
}

unsigned chip_lanes(const struct chip *chip)
{
    enum { LANES_OF_A_PIPE = 16 };
    return SUBCORES * LANES_OF_A_PIPE * (chip->two_fma ? 2 : 1);
}

enum pipe pipe_of(const struct sass_inst *inst)
{
    switch (inst->row->sched) {
    case SASS_SCHED_ALU:
    case SASS_SCHED_CS2R:
    case SASS_SCHED_I2I:
        return PIPE_ALU;
    case SASS_SCHED_FMA:
        return inst->row->mnemonic[0] == 'F' ? PIPE_FMA : PIPE_IMAD;
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

static enum tensor_type type_of(const char *text)
{
    bool narrow = strstr(text, ".F16") && !strstr(text, ".F32");
    if (strncmp(text, "DMMA", 4) == 0)
        return TENSOR_F64;
    if (strncmp(text, "BMMA", 4) == 0 || strncmp(text, "BGMMA", 5) == 0)
        return TENSOR_BIT;
    if (strstr(text, ".U4") || strstr(text, ".S4"))
        return TENSOR_INT4;
    if (strncmp(text, "I", 1) == 0)
        return TENSOR_INT8;
    if (strncmp(text, "Q", 1) == 0)
        return narrow ? TENSOR_FP8 : TENSOR_FP8_F32;
    if (strstr(text, ".TF32"))
        return TENSOR_TF32;
    return narrow ? TENSOR_F16 : TENSOR_F16_F32;
}

// Multiply-adds that a warp does for an instruction, by the shape in its text: "16816", "8x8x4",
// "64x128x16", of whose 64 rows each of the four warps has 16. Of sparse ones every other is left
// out.
static double macs_of(const char *text)
{
    enum { ROWS = 16 };
    unsigned m, n, k;
    const char *shape = text + strcspn(text, "0123456789");
    if (sscanf(shape, "%ux%ux%u", &m, &n, &k) == 3)
        m = m < ROWS ? m : ROWS;
    else if (sscanf(shape, "168%u", &k) == 1)
        m = 16, n = 8;
    else if (sscanf(shape, "88%u", &k) == 1)
        m = n = 8;
    else
        return 0;
    return (double)m * n * k / (strstr(text, ".SP") ? 2 : 1);
}

// Not all that the tensor timing classes hold multiplies: WARPGROUP.ARRIVE does not.
static unsigned tensor_interval(const struct chip *chip, const struct sass_inst *inst)
{
    char text[160];
    struct sass_inst bare = *inst;
    bare.guard = SASS_PT;
    bare.guard_not = false;
    sass_print(&bare, 0, text, sizeof text);
    text[strcspn(text, " ")] = '\0';
    double rate = chip->tensor_macs[type_of(text)];
    if (inst->row->sched == SASS_SCHED_HGMMA)
        rate = rate * chip->hgmma_gain;
    double cycles = rate > 0 ? macs_of(text) / rate : 0;
    return cycles > 1 ? (unsigned)(cycles + 0.5) : 1;
}

unsigned pipe_interval(const struct chip *chip, const struct sass_inst *inst)
{
    enum pipe pipe = pipe_of(inst);
    if (pipe == PIPE_TENSOR)
        return tensor_interval(chip, inst);
    if (inst->row->sched == SASS_SCHED_WIDE)
        return 2U * chip->interval[PIPE_IMAD];
    return chip->interval[pipe];
}
