// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions of a warp group (sm_90a). The first factor is in registers or, like the
// second, in shared memory: gdesc[UR4] stands for the matrix descriptors of A (UR4, UR5) and B
// (UR6, UR7), and where A is in registers for B's alone, still in UR6, UR7. A uniform predicate
// that is false starts from zero; gsb0 closes a group, which WARPGROUP.DEPBAR waits for. They carry
// no barriers of the warp.
//
// clang-format off
#include "sass/isa/row_macros.h"

// The shapes 64xNxK: N is a multiple of 8 up to 256; for integers and bits, of 16 above 24.
#define SHAPES(k) \
    ".64x8x" k, ".64x16x" k, ".64x24x" k, ".64x32x" k, ".64x40x" k, ".64x48x" k, ".64x56x" k, \
    ".64x64x" k, ".64x72x" k, ".64x80x" k, ".64x88x" k, ".64x96x" k, ".64x104x" k, \
    ".64x112x" k, ".64x120x" k, ".64x128x" k, ".64x136x" k, ".64x144x" k, ".64x152x" k, \
    ".64x160x" k, ".64x168x" k, ".64x176x" k, ".64x184x" k, ".64x192x" k, ".64x200x" k, \
    ".64x208x" k, ".64x216x" k, ".64x224x" k, ".64x232x" k, ".64x240x" k, ".64x248x" k, \
    ".64x256x" k
#define BIT_SHAPES(k) \
    ".64x8x" k, ".64x16x" k, ".64x24x" k, ".64x32x" k, ".64x48x" k, ".64x64x" k, ".64x80x" k, \
    ".64x96x" k, ".64x112x" k, ".64x128x" k, ".64x144x" k, ".64x160x" k, ".64x176x" k, \
    ".64x192x" k, ".64x208x" k, ".64x224x" k, ".64x240x" k, ".64x256x" k
// Integer shapes count in steps of 3, from 0 for K = 32 and from 1 for the sparse K = 64.
#define INTEGER_SHAPES(f, k) \
    [f + 0] = ".64x8x" k, [f + 3] = ".64x16x" k, [f + 6] = ".64x24x" k, [f + 9] = ".64x32x" k, \
    [f + 12] = ".64x48x" k, [f + 15] = ".64x64x" k, [f + 18] = ".64x80x" k, \
    [f + 21] = ".64x96x" k, [f + 24] = ".64x112x" k, [f + 27] = ".64x128x" k, \
    [f + 30] = ".64x144x" k, [f + 33] = ".64x160x" k, [f + 36] = ".64x176x" k, \
    [f + 39] = ".64x192x" k, [f + 42] = ".64x208x" k, [f + 45] = ".64x224x" k, \
    [f + 48] = ".64x240x" k, [f + 51] = ".64x256x" k

static const char *const shapes_k8[32] = {SHAPES("8")};
static const char *const shapes_k16[32] = {SHAPES("16")};
static const char *const shapes_k32[32] = {SHAPES("32")};
static const char *const shapes_k64[32] = {SHAPES("64")};
static const char *const integer_k32[64] = {INTEGER_SHAPES(0, "32")};
static const char *const integer_k64[64] = {INTEGER_SHAPES(1, "64")};
static const char *const bit_k256[32] = {BIT_SHAPES("256")};
static const char *const f16[1] = {".F16"};
static const char *const f32[1] = {".F32"};
static const char *const f32_tf32[1] = {".F32.TF32"};
static const char *const and_popc[1] = {".AND.POPC"};
static const char *const half_types[4] = {"", ".BF16", NULL, NULL};
static const char *const i8_types[2] = {".U8", ".S8"};
static const char *const fp8_types[2] = {".E4M3", ".E5M2"};
static const char *const transpose_ab[4] = {"", ".tnspA", ".tnspB", ".tnspA.tnspB"};
static const char *const transpose_b[2] = {"", ".tnspB"};
static const char *const optional_gsb[8] = {"gsb0", [7] = ""};
static const char *const gsb[8] = {"gsb0"};

#define GPR_N(p, n, ...) {.kind = SASS_OPND_GPR, .pos = (p), .regs = (n), \
                          .count = SASS_COUNT_PER_N, __VA_ARGS__}
#define A_REGS(...)   {.kind = SASS_OPND_GPR, .pos = 24, .regs = 4, __VA_ARGS__}
#define GDESC(p, ...) {.kind = SASS_OPND_UGPR, .pos = (p), .regs = 4, .bracket = "gdesc", \
                       __VA_ARGS__}
#define KEEP_C        {.kind = SASS_OPND_UPRED, .pos = 87, .neg = 90, .inverted = true, \
                       .optional = true}
#define GSB           {.kind = SASS_OPND_NAME, .optional = true, \
                       .suffix = {SASS_MOD_OTHER, 84, 3, optional_gsb}}
#define METADATA      {.kind = SASS_OPND_GPR, .pos = 40, .regs = 1}
#define SELECTED      METADATA, {.kind = SASS_OPND_IMM, .pos = 48, .width = 2}

// The factors of a type: A in registers, A and B by descriptor, B by descriptor.
#define HALF_A        A_REGS(.neg = 72)
#define HALF_AB       GDESC(24, .neg = 72, .abs = 63, \
                            .suffix = {SASS_MOD_OTHER, 61, 2, transpose_ab})
#define HALF_B        GDESC(32, .abs = 63, .suffix = {SASS_MOD_OTHER, 62, 1, transpose_b})
#define SIGNED_A      A_REGS(.neg = 72)
#define SIGNED_AB     GDESC(24, .neg = 72, .abs = 63)
#define SIGNED_B      GDESC(32, .abs = 63)
#define PLAIN_A       A_REGS()
#define PLAIN_AB      GDESC(24)
#define PLAIN_B       GDESC(32)

#define NAMED(names)  {SASS_MOD_OTHER, 0, 0, names}
#define SHAPE(names)  {SASS_MOD_SHAPE, 53, 5, names}
#define ISHAPE(names) {SASS_MOD_SHAPE, 53, 6, names}
#define HALF_TYPE     {SASS_MOD_A_TYPE, 76, 2, half_types}
#define INT_TYPES     {SASS_MOD_A_TYPE, 76, 1, i8_types}, {SASS_MOD_B_TYPE, 82, 1, i8_types}, \
                      {SASS_MOD_SAT, 75, 1, sass_names_sat}
#define FP8_TYPES     {SASS_MOD_A_TYPE, 76, 1, fp8_types}, {SASS_MOD_B_TYPE, 77, 1, fp8_types}

static const struct sass_row rows[] = {
// n is the number of accumulator registers for 8 columns.
#define GMMA(name, code, n, mods, factors, ...) \
    ROW(#name, name, 0x19f0 + (code), SASS_SM90, HGMMA, MODS mods, \
        OPS(GPR_N(16, n, .dst = true), factors##_AB, GPR_N(64, n), KEEP_C, GSB), \
        FIX(__VA_ARGS__)) \
    ROW(#name, name, 0x1df0 + (code), SASS_SM90, HGMMA, MODS mods, \
        OPS(GPR_N(16, n, .dst = true), factors##_A, factors##_B, GPR_N(64, n), KEEP_C, GSB), \
        FIX(__VA_ARGS__))
#define GMMA_SP(name, code, n, mods, factors, metadata, ...) \
    ROW(#name ".SP", name, 0x19f0 + (code), SASS_SM90, HGMMA, MODS mods, \
        OPS(GPR_N(16, n, .dst = true), factors##_AB, GPR_N(64, n), KEEP_C, metadata, GSB), \
        FIX(F(73, 1, 1), __VA_ARGS__)) \
    ROW(#name ".SP", name, 0x1df0 + (code), SASS_SM90, HGMMA, MODS mods, \
        OPS(GPR_N(16, n, .dst = true), factors##_A, factors##_B, GPR_N(64, n), KEEP_C, metadata, \
            GSB), FIX(F(73, 1, 1), __VA_ARGS__))
// Bits 58 and 59 choose K, bit 75 an accumulator of FP32, bits 76 and 77 the types.
#define F16F(k)       F(58, 2, k)
#define F32F(k)       F(58, 2, k), F(75, 1, 1)
#define TF32F(k)      F32F(k), F(76, 2, 2)
GMMA(HGMMA,    0, 2, (SHAPE(shapes_k16), NAMED(f16)),            HALF,   F16F(0))
GMMA(HGMMA,    0, 4, (SHAPE(shapes_k16), NAMED(f32), HALF_TYPE), HALF,   F32F(0))
GMMA(HGMMA,    0, 4, (SHAPE(shapes_k8), NAMED(f32_tf32)),        SIGNED, TF32F(1))
GMMA_SP(HGMMA, 0, 2, (SHAPE(shapes_k32), NAMED(f16)),            HALF,   SELECTED, F16F(2))
GMMA_SP(HGMMA, 0, 4, (SHAPE(shapes_k32), NAMED(f32), HALF_TYPE), HALF,   SELECTED, F32F(2))
GMMA_SP(HGMMA, 0, 4, (SHAPE(shapes_k16), NAMED(f32_tf32)),       SIGNED, SELECTED, TF32F(0))
GMMA(IGMMA,    1, 4, (ISHAPE(integer_k32), INT_TYPES),           PLAIN,  F(59, 1, 0))
GMMA_SP(IGMMA, 1, 4, (ISHAPE(integer_k64), INT_TYPES),           PLAIN,  METADATA, F(59, 1, 0))
GMMA(BGMMA,    2, 4, (SHAPE(bit_k256), NAMED(and_popc)),         PLAIN,  F(77, 4, 10))
GMMA(QGMMA,    3, 2, (SHAPE(shapes_k32), NAMED(f16), FP8_TYPES), SIGNED, F16F(0))
GMMA(QGMMA,    3, 4, (SHAPE(shapes_k32), NAMED(f32), FP8_TYPES), SIGNED, F32F(0))
GMMA_SP(QGMMA, 3, 2, (SHAPE(shapes_k64), NAMED(f16), FP8_TYPES), SIGNED, METADATA, F16F(1))
GMMA_SP(QGMMA, 3, 4, (SHAPE(shapes_k64), NAMED(f32), FP8_TYPES), SIGNED, METADATA, F32F(1))
ROW("WARPGROUP.ARRIVE", WARPGROUP_ARRIVE, 0x09c5, SASS_SM90, HGMMA, NO_MODS, NO_OPS, NO_FIX)
ROW("WARPGROUP.WAIT",   WARPGROUP_WAIT,   0x09c5, SASS_SM90, GMMA_WAIT, NO_MODS, NO_OPS,
    FIX(F(79, 1, 1)))
ROW("WARPGROUP.DEPBAR.LE", WARPGROUP_DEPBAR, 0x09c5, SASS_SM90, GMMA_WAIT, NO_MODS,
    OPS({.kind = SASS_OPND_NAME, .suffix = {SASS_MOD_OTHER, 84, 3, gsb}},
        {.kind = SASS_OPND_IMM, .pos = 72, .width = 3}), FIX(F(47, 1, 1), F(80, 1, 1)))
};

ROW_GROUP(warpgroup);
