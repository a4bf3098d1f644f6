// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions of one warp. D and C cover the accumulators, A and B the fragments of the PTX
// mma instructions; the shape of a mnemonic is MxNxK without the separators. From sm_86 on the
// accumulator is followed by a uniform predicate, which is false to start from zero. A sparse form
// (.SP) names the metadata register and which lanes of a quad hold it.
//
// clang-format off
#include "sass/isa/row_macros.h"

#define LATER     (SASS_SM86 | SASS_SM89 | SASS_SM90)
#define ADA       (SASS_SM86 | SASS_SM89)

static const char *const row_major[1] = {".ROW"};
static const char *const col_major[1] = {".COL"};
static const char *const half_types[4] = {"", ".BF16", NULL, NULL};
static const char *const i8_types[2] = {".U8", ".S8"};
static const char *const i4_types[2] = {".U4", ".S4"};
static const char *const fp8_types[2] = {".E4M3", ".E5M2"};
static const char *const bit_ops[4] = {".XOR.POPC", NULL, ".AND.POPC", NULL};
static const char *const bit_ops_sm90[4] = {NULL, NULL, ".AND.POPC", NULL};
static const char *const spreads[4] = {NULL, ".M832", ".M864", NULL};

#define ROW_MAJOR .suffix = {SASS_MOD_OTHER, 0, 0, row_major}
#define COL_MAJOR .suffix = {SASS_MOD_OTHER, 0, 0, col_major}
#define FRAG_A(n, ...) {.kind = SASS_OPND_GPR, .pos = 24, .regs = (n), .reuse = 122, __VA_ARGS__}
#define FRAG_B(n, ...) {.kind = SASS_OPND_GPR, .pos = 32, .regs = (n), .reuse = 123, __VA_ARGS__}
#define FRAG_C(n, ...) {.kind = SASS_OPND_GPR, .pos = 64, .regs = (n), __VA_ARGS__}
#define KEEP_C    {.kind = SASS_OPND_UPRED, .pos = 87, .neg = 90, .inverted = true, \
                   .optional = true}
// Bit 125 is the reuse flag of the metadata register; nvdisasm does not print it.
#define METADATA  {.kind = SASS_OPND_GPR, .pos = 40, .regs = 1, .reuse = 125}
#define SELECTOR  {.kind = SASS_OPND_IMM, .pos = 48, .width = 2}

#define NEG_A     .neg = 72
#define NEG_B     .neg = 63
#define SPARSE    F(73, 1, 1)

static const struct sass_row rows[] = {
// HMMA. Bits 75 and 78 are the shape, 76 an accumulator of FP32.
#define HALF      {SASS_MOD_A_TYPE, 82, 2, half_types}
#define HMMA(name, sched, mods, d, a, b, fixed) \
    ROW("HMMA." name, HMMA, 0x023c, SASS_SM80, sched, MODS mods, \
        OPS(RD(d), FRAG_A(a, NEG_A), FRAG_B(b, NEG_B), FRAG_C(d)), FIX(fixed)) \
    ROW("HMMA." name, HMMA, 0x023c, LATER, sched, MODS mods, \
        OPS(RD(d), FRAG_A(a, NEG_A), FRAG_B(b, NEG_B), FRAG_C(d), KEEP_C), FIX(fixed))
#define HMMA_SP(name, sched, mods, d, a, b, fixed) \
    ROW("HMMA.SP." name, HMMA, 0x023c, SASS_SM80, sched, MODS mods, \
        OPS(RD(d), FRAG_A(a, NEG_A), FRAG_B(b, NEG_B), FRAG_C(d), METADATA, SELECTOR), \
        FIX(fixed, SPARSE)) \
    ROW("HMMA.SP." name, HMMA, 0x023c, LATER, sched, MODS mods, \
        OPS(RD(d), FRAG_A(a, NEG_A), FRAG_B(b, NEG_B), FRAG_C(d), KEEP_C, METADATA, SELECTOR), \
        FIX(fixed, SPARSE))
#define H(s75, f32, s78)  F(75, 1, s75), F(76, 1, f32), F(78, 1, s78)
#define HT(s75, s78)      H(s75, 1, s78), F(82, 2, 2)
HMMA("1688.F16",          MMA16, ({0}),   2, 2, 1, H(0, 0, 0))
HMMA("1688.F32",          MMA16, (HALF), 4, 2, 1, H(0, 1, 0))
HMMA("16816.F16",         MMA24, ({0}),   2, 4, 2, H(1, 0, 0))
HMMA("16816.F32",         MMA24, (HALF), 4, 4, 2, H(1, 1, 0))
HMMA("1684.F32.TF32",     MMA16, ({0}),   4, 2, 1, HT(0, 1))
HMMA("1688.F32.TF32",     MMA24, ({0}),   4, 4, 2, HT(0, 0))
HMMA_SP("16816.F16",      MMA16, ({0}),   2, 2, 2, H(1, 0, 0))
HMMA_SP("16816.F32",      MMA16, (HALF), 4, 2, 2, H(1, 1, 0))
HMMA_SP("16832.F16",      MMA24, ({0}),   2, 4, 4, H(1, 0, 1))
HMMA_SP("16832.F32",      MMA24, (HALF), 4, 4, 4, H(1, 1, 1))
HMMA_SP("1688.F32.TF32",  MMA16, ({0}),   4, 2, 2, HT(0, 0))
HMMA_SP("16816.F32.TF32", MMA24, ({0}),   4, 4, 4, HT(1, 0))
// IMMA. Bits 75, 85 and 86 are the shape, 83 and 84 operands of 4 bits: sm_90 has no such.
#define INTEGERS(names)   MODS({SASS_MOD_A_TYPE, 76, 1, names}, {SASS_MOD_B_TYPE, 78, 1, names}, \
                               {SASS_MOD_SAT, 82, 1, sass_names_sat})
#define I(s75, s85, s86)  F(74, 1, 1), F(75, 1, s75), F(85, 1, s85), F(86, 1, s86)
#define BITS4             F(83, 2, 3)
#define IMMA(name, archs, sched, names, d, a, b, ...) \
    ROW("IMMA." name, IMMA, 0x0237, SASS_SM80, sched, INTEGERS(names), \
        OPS(RD(d), FRAG_A(a, ROW_MAJOR), FRAG_B(b, COL_MAJOR), FRAG_C(d)), FIX(__VA_ARGS__)) \
    ROW("IMMA." name, IMMA, 0x0237, archs, sched, INTEGERS(names), \
        OPS(RD(d), FRAG_A(a, ROW_MAJOR), FRAG_B(b, COL_MAJOR), FRAG_C(d), KEEP_C), FIX(__VA_ARGS__))
#define IMMA_SP(name, archs, sched, names, d, a, b, ...) \
    ROW("IMMA.SP." name, IMMA, 0x0237, SASS_SM80, sched, INTEGERS(names), \
        OPS(RD(d), FRAG_A(a, ROW_MAJOR), FRAG_B(b, COL_MAJOR), FRAG_C(d), METADATA, SELECTOR), \
        FIX(F(72, 1, 1), __VA_ARGS__)) \
    ROW("IMMA.SP." name, IMMA, 0x0237, archs, sched, INTEGERS(names), \
        OPS(RD(d), FRAG_A(a, ROW_MAJOR), FRAG_B(b, COL_MAJOR), FRAG_C(d), KEEP_C, METADATA, \
            SELECTOR), FIX(F(72, 1, 1), __VA_ARGS__))
IMMA("8816",              LATER, MMA13, i8_types, 2, 1, 1, I(0, 0, 0))
IMMA("16816",             LATER, MMA16, i8_types, 4, 2, 1, I(0, 0, 1))
IMMA("16832",             LATER, MMA24, i8_types, 4, 4, 2, I(1, 0, 1))
IMMA("8832",              ADA,   MMA13, i4_types, 2, 1, 1, I(0, 1, 0), BITS4)
IMMA("16832",             ADA,   MMA16, i4_types, 4, 2, 1, I(1, 0, 1), BITS4)
IMMA("16864",             ADA,   MMA24, i4_types, 4, 4, 2, I(0, 1, 1), BITS4)
IMMA_SP("16832",          LATER, MMA16, i8_types, 4, 2, 2, I(1, 0, 1))
IMMA_SP("16864",          LATER, MMA24, i8_types, 4, 4, 4, I(0, 1, 1))
IMMA_SP("16864",          ADA,   MMA16, i4_types, 4, 2, 2, I(0, 1, 1), BITS4)
IMMA_SP("168128",         ADA,   MMA24, i4_types, 4, 4, 4, I(1, 1, 1), BITS4)
// BMMA. Bits 75 and 76 are the shape. sm_90 has no XOR.
#define BMMA(name, sched, d, a, b, shape) \
    ROW("BMMA." name, BMMA, 0x023d, SASS_SM80, sched, MODS({SASS_MOD_BOOL, 77, 2, bit_ops}), \
        OPS(RD(d), FRAG_A(a, ROW_MAJOR), FRAG_B(b, COL_MAJOR), FRAG_C(d)), BMMA_FIX(shape)) \
    ROW("BMMA." name, BMMA, 0x023d, ADA, sched, MODS({SASS_MOD_BOOL, 77, 2, bit_ops}), \
        OPS(RD(d), FRAG_A(a, ROW_MAJOR), FRAG_B(b, COL_MAJOR), FRAG_C(d), KEEP_C), \
        BMMA_FIX(shape)) \
    ROW("BMMA." name, BMMA, 0x023d, SASS_SM90, sched, MODS({SASS_MOD_BOOL, 77, 2, bit_ops_sm90}), \
        OPS(RD(d), FRAG_A(a, ROW_MAJOR), FRAG_B(b, COL_MAJOR), FRAG_C(d), KEEP_C), BMMA_FIX(shape))
#define BMMA_FIX(shape)   FIX(F(74, 1, 1), F(75, 2, shape), F(80, 1, 1))
BMMA("88128",             MMA13, 2, 1, 1, 0)
BMMA("168128",            MMA16, 4, 2, 1, 1)
BMMA("168256",            MMA24, 4, 4, 2, 2)
// QMMA: FP8, on sm_89 alone. Bits 75 and 76 are the shape, 77 an accumulator of FP32.
#define FP8               MODS({SASS_MOD_A_TYPE, 78, 1, fp8_types}, \
                               {SASS_MOD_B_TYPE, 79, 1, fp8_types})
#define FP8_OPS(d, a, b)  RD(d), FRAG_A(a, NEG_A, ROW_MAJOR), FRAG_B(b, NEG_B, COL_MAJOR), \
                          FRAG_C(d), KEEP_C
#define QMMA(name, sched, d, a, b, shape, f32) \
    ROW("QMMA." name, QMMA, 0x027a, SASS_SM89, sched, FP8, OPS(FP8_OPS(d, a, b)), \
        FIX(F(74, 1, 1), F(75, 2, shape), F(77, 1, f32)))
#define QMMA_SP(name, sched, d, a, b, shape, f32) \
    ROW("QMMA.SP." name, QMMA, 0x027a, SASS_SM89, sched, FP8, \
        OPS(FP8_OPS(d, a, b), METADATA, SELECTOR), \
        FIX(F(74, 1, 1), F(75, 2, shape), F(77, 1, f32), F(80, 1, 1)))
QMMA("16816.F16",         MMA16, 2, 2, 1, 0, 0)
QMMA("16816.F32",         MMA16, 4, 2, 1, 0, 1)
QMMA("16832.F16",         MMA24, 2, 4, 2, 1, 0)
QMMA("16832.F32",         MMA24, 4, 4, 2, 1, 1)
QMMA_SP("16832.F16",      MMA16, 2, 2, 2, 1, 0)
QMMA_SP("16832.F32",      MMA16, 4, 2, 2, 1, 1)
QMMA_SP("16864.F16",      MMA24, 2, 4, 4, 2, 0)
QMMA_SP("16864.F32",      MMA24, 4, 4, 4, 2, 1)
// DMMA. All three operands have a sign and an absolute value; registers come in pairs.
#define DMMA_OPS(d, a, b) RD(d), FRAG_A(a, NEG_A, .abs = 73), FRAG_B(b, NEG_B, .abs = 62), \
                          FRAG_C(d, .neg = 75, .abs = 74)
#define DMMA(name, d, a, b, shape) \
    ROW("DMMA." name, DMMA, 0x023f, SASS_SM90, DMMA, MODS(RND), \
        OPS(DMMA_OPS(d, a, b), KEEP_C), FIX(F(76, 2, shape)))
ROW("DMMA.884",           DMMA, 0x023f, SASS_SM80, DMMA, MODS(RND), OPS(DMMA_OPS(4, 2, 2)), NO_FIX)
ROW("DMMA.884",           DMMA, 0x023f, ADA,       DMMA, MODS(RND), OPS(DMMA_OPS(4, 2, 2), KEEP_C),
    NO_FIX)
DMMA("8x8x4",             4, 2, 2, 0)
DMMA("16x8x4",            8, 4, 2, 1)
DMMA("16x8x8",            8, 8, 4, 2)
DMMA("16x8x16",           8, 16, 8, 3)
// Moves across the warp: an 8x8 matrix of halves transposed, or smaller elements spread to halves.
#define MOVM_A            {.kind = SASS_OPND_GPR, .pos = 24, .regs = 1}
ROW("MOVM.16.MT88",       MOVM, 0x023a, ALL, LOAD, NO_MODS, OPS(RD(1), MOVM_A), NO_FIX)
ROW("MOVM.16",            MOVM, 0x023a, ALL, LOAD, MODS({SASS_MOD_OTHER, 78, 2, spreads}),
    OPS(RD(2), MOVM_A), NO_FIX)
};

ROW_GROUP(tensor);
