// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Pairs of halves and of bfloat16. Each source says which halves it takes: both, or one twice. An
// immediate is two numbers, the high one first. HADD2, HSET2 and HSETP2 read register B through
// reuse slot C. .RELU excludes .SAT and wants its unused predicate to be PT.
//
// clang-format off
#include "sass/isa/alu_macros.h"

static const char *const halves[4] = {"", NULL, ".H0_H0", ".H1_H1"};
static const char *const conjugate[1] = {".H0_NH1"};
static const char *const cmp_names[16] = {".F", ".LT", ".EQ", ".LE", ".GT", ".NE", ".GE", ".NUM",
    ".NAN", ".LTU", ".EQU", ".LEU", ".GTU", ".NEU", ".GEU", ".T"};
static const char *const to_float[2] = {"", ".F32"};
static const char *const always_float[2] = {NULL, ".F32"};
static const char *const nan_names[2] = {"", ".NAN"};
static const char *const xorsign_names[2] = {"", ".XORSIGN"};
static const char *const one_or_all_bits[2] = {"", ".BF"};
static const char *const h_and[2] = {"", ".H_AND"};
static const char *const relu[1] = {".RELU"};

#define HALVES(p)      .suffix = {SASS_MOD_HALVES, (p), 2, halves}
#define MOD_A          (.neg = 72, .abs = 73, HALVES(74))
#define MOD_B          (.neg = 63, .abs = 62, HALVES(60))
#define MOD_K          (.neg = 63, .abs = 62, .spaced = true, HALVES(60))
#define MOD_C          (.neg = 84, .abs = 83, HALVES(81))
#define IMM_2(k)       {.kind = SASS_OPND_##k, .pos = 48, .width = 16}, \
                       {.kind = SASS_OPND_##k, .pos = 32, .width = 16}
#define IMM_2H()       IMM_2(F16)
#define IMM_2B()       IMM_2(BF16)
#define TO_FLOAT       {SASS_MOD_F32, 78, 1, to_float}
#define BF(v)          F(85, 1, v)
#define NO_86          ALL & ~SASS_SM86 & ~SASS_SM89

static const struct sass_row rows[] = {
#define AS_C(row, imm) row(0x0200, SRC_C_AT_B(1, MOD_B)) row(0x0400, imm()) \
    row(0x0600, SRC_K(MOD_K)) row(0x1600, SRC_X(MOD_K)) row(0x1e00, SRC_U(1, MOD_B))
#define AS_B(row, imm) row(0x0200, SRC_B(1, MOD_B)) row(0x0800, imm()) \
    row(0x0a00, SRC_K(MOD_K)) row(0x1a00, SRC_X(MOD_K)) row(0x1c00, SRC_U(1, MOD_B))

#define ROW_HADD2_80(form, ...) ROW("HADD2", HADD2, (form) | 0x030, SASS_SM80, FP16, \
    MODS(TO_FLOAT, FTZ, SAT), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), NO_FIX)
#define ROW_HADD2(form, ...) ROW("HADD2", HADD2, (form) | 0x030, ALL & ~SASS_SM80, FP16, \
    MODS(FTZ, SAT), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), NO_FIX)
// The sum as a float: from sm_86 on with fewer choices.
#define ROW_HADD2_F32(form, ...) ROW("HADD2", HADD2, (form) | 0x030, ALL & ~SASS_SM80, FP16, \
    MODS({SASS_MOD_F32, 78, 1, always_float}, FTZ, SAT), \
    OPS(RD(1), {.kind = SASS_OPND_GPR, .pos = 24, .regs = 1, .neg = 72, HALVES(74)}, __VA_ARGS__), \
    NO_FIX)
#define ROW_HADD2_BF(form, ...) ROW("HADD2.BF16_V2", HADD2_BF16, (form) | 0x030, SASS_SM90, FP16, \
    MODS(FTZ, SAT), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), FIX(BF(1)))
AS_C(ROW_HADD2_80, IMM_2H)
AS_C(ROW_HADD2, IMM_2H)
AS_C(ROW_HADD2_F32, IMM_F16)
AS_C(ROW_HADD2_BF, IMM_2B)
#define ROW_HMUL2(form, ...) ROW("HMUL2", HMUL2, (form) | 0x032, ALL, FP16, MODS(FTZ, SAT), \
    OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), NO_FIX)
#define ROW_HMUL2_BF(form, ...) ROW("HMUL2.BF16_V2", HMUL2_BF16, (form) | 0x032, SASS_SM90, FP16, \
    MODS(FTZ, SAT), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), FIX(BF(1)))
AS_B(ROW_HMUL2, IMM_2H)
AS_B(ROW_HMUL2_BF, IMM_2B)

#define FMA_FORMS(row, imm, b, k, c) \
    row(0x0200, SRC_B(1, b), SRC_C(1, c)) row(0x0800, imm(), SRC_C(1, c)) \
    row(0x0a00, SRC_K(k), SRC_C(1, c)) row(0x1a00, SRC_X(k), SRC_C(1, c)) \
    row(0x1c00, SRC_U(1, b), SRC_C(1, c)) row(0x0400, SRC_B_AT_C(1, c), imm()) \
    row(0x0600, SRC_B_AT_C(1, c), SRC_K(k)) row(0x1600, SRC_B_AT_C(1, c), SRC_X(k)) \
    row(0x1e00, SRC_B_AT_C(1, c), SRC_U(1, b))
#define RELU           {SASS_MOD_RELU, 0, 0, relu}
#define RELU_FIX       F(79, 1, 1), PT_AT_87
#define ROW_HFMA2(form, ...) ROW("HFMA2", HFMA2, (form) | 0x031, ALL, FP16, MODS(FTZ, SAT), \
    OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), NO_FIX)
#define ROW_HFMA2_RELU(form, ...) ROW("HFMA2", HFMA2, (form) | 0x031, ALL, FP16, MODS(FTZ, RELU), \
    OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), FIX(RELU_FIX))
#define ROW_HFMA2_BF(form, ...) ROW("HFMA2.BF16_V2", HFMA2_BF16, (form) | 0x031, ALL, FP16, \
    MODS(FTZ, SAT), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), FIX(BF(1)))
#define ROW_HFMA2_BF_RELU(form, ...) ROW("HFMA2.BF16_V2", HFMA2_BF16, (form) | 0x031, ALL, FP16, \
    MODS(FTZ, RELU), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__), FIX(BF(1), RELU_FIX))
// B as it is with the sign of its high half flipped: the product of complex numbers.
#define B_CONJUGATE    {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1, .reuse = 123, .neg = 63, \
                        .abs = 62, .suffix = {SASS_MOD_HALVES, 0, 0, conjugate}}
#define ROW_CONJ(mnemonic, op, last, ...) ROW(mnemonic, op, 0x0231, ALL & ~SASS_SM80, FP16, \
    MODS(FTZ, last), OPS(RD(1), SRC_A(1, MOD_A), B_CONJUGATE, SRC_C(1, MOD_C)), \
    FIX(F(86, 1, 1), __VA_ARGS__))
ROW_CONJ("HFMA2", HFMA2_CONJ, SAT, F(85, 1, 0))
ROW_CONJ("HFMA2", HFMA2_CONJ, RELU, F(79, 1, 1), F(87, 4, 7))
ROW_CONJ("HFMA2.BF16_V2", HFMA2_BF16_CONJ, SAT, BF(1))
ROW_CONJ("HFMA2.BF16_V2", HFMA2_BF16_CONJ, RELU, BF(1), F(79, 1, 1), F(87, 4, 7))
FMA_FORMS(ROW_HFMA2, IMM_2H, MOD_B, MOD_K, MOD_C)
FMA_FORMS(ROW_HFMA2_RELU, IMM_2H, MOD_B, MOD_K, MOD_C)
FMA_FORMS(ROW_HFMA2_BF, IMM_2B, MOD_B, MOD_K, MOD_C)
FMA_FORMS(ROW_HFMA2_BF_RELU, IMM_2B, MOD_B, MOD_K, MOD_C)

// The same on the tensor pipe, without a choice of halves.
#define MMA_A          (.neg = 72, .abs = 73)
#define MMA_B          (.neg = 63, .abs = 62)
#define MMA_C          (.neg = 84, .abs = 83)
#define ROW_MMA(form, ...) ROW("HFMA2.MMA", HFMA2, (form) | 0x035, NO_86, HFMA2_MMA, \
    MODS(FTZ, SAT), OPS(RD(1), SRC_A(1, MMA_A), __VA_ARGS__), NO_FIX)
#define ROW_MMA_RELU(form, ...) ROW("HFMA2.MMA", HFMA2, (form) | 0x035, NO_86, HFMA2_MMA, \
    MODS(FTZ, RELU), OPS(RD(1), SRC_A(1, MMA_A), __VA_ARGS__), FIX(RELU_FIX))
#define ROW_MMA_BF(form, ...) ROW("HFMA2.MMA.BF16_V2", HFMA2_BF16, (form) | 0x035, SASS_SM90, \
    HFMA2_MMA, MODS(FTZ, SAT), OPS(RD(1), SRC_A(1, MMA_A), __VA_ARGS__), FIX(BF(1)))
#define ROW_MMA_BF_RELU(form, ...) ROW("HFMA2.MMA.BF16_V2", HFMA2_BF16, (form) | 0x035, SASS_SM90, \
    HFMA2_MMA, MODS(FTZ, RELU), OPS(RD(1), SRC_A(1, MMA_A), __VA_ARGS__), FIX(BF(1), RELU_FIX))
FMA_FORMS(ROW_MMA, IMM_2H, MMA_B, MMA_B, MMA_C)
FMA_FORMS(ROW_MMA_RELU, IMM_2H, MMA_B, MMA_B, MMA_C)
FMA_FORMS(ROW_MMA_BF, IMM_2B, MMA_B, MMA_B, MMA_C)
FMA_FORMS(ROW_MMA_BF_RELU, IMM_2B, MMA_B, MMA_B, MMA_C)

// A comparison of each half: to 1.0 or all bits set, or to two predicates (.H_AND: their AND).
#define HCMP           {SASS_MOD_CMP, 76, 4, cmp_names}
#define HBOOL          {SASS_MOD_BOOL, 69, 2, sass_names_bool}
#define ROW_HSET2(form, ...) ROW("HSET2", HSET2, (form) | 0x033, ALL, FP16, \
    MODS({SASS_MOD_OTHER, 71, 1, one_or_all_bits}, HCMP, FTZ, HBOOL), \
    OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
#define ROW_HSET2_BF(form, ...) ROW("HSET2.BF16_V2", HSET2_BF16, (form) | 0x033, SASS_SM90, FP16, \
    MODS({SASS_MOD_OTHER, 71, 1, one_or_all_bits}, HCMP, FTZ, HBOOL), \
    OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__, PS(87, 90)), FIX(F(64, 2, 2)))
#define ROW_HSETP2(form, ...) ROW("HSETP2", HSETP2, (form) | 0x034, ALL, FP16, \
    MODS(HCMP, {SASS_MOD_OTHER, 71, 1, h_and}, FTZ, HBOOL), \
    OPS(PD(81), PD(84), SRC_A(1, MOD_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
#define ROW_HSETP2_BF(form, ...) ROW("HSETP2.BF16_V2", HSETP2_BF16, (form) | 0x034, SASS_SM90, \
    FP16, MODS(HCMP, {SASS_MOD_OTHER, 71, 1, h_and}, FTZ, HBOOL), \
    OPS(PD(81), PD(84), SRC_A(1, MOD_A), __VA_ARGS__, PS(87, 90)), FIX(F(64, 2, 2)))
AS_C(ROW_HSET2, IMM_2H)
AS_C(ROW_HSET2_BF, IMM_2B)
AS_C(ROW_HSETP2, IMM_2H)
AS_C(ROW_HSETP2_BF, IMM_2B)

// With PT the minimum, with !PT the maximum.
#define NAN_BIT        {SASS_MOD_NAN, 81, 1, nan_names}
#define XORSIGN        {SASS_MOD_XORSIGN, 82, 1, xorsign_names}
#define ROW_HMNMX2_80(form, ...) ROW("HMNMX2", HMNMX2, (form) | 0x040, SASS_SM80, FP16, \
    MODS(FTZ, NAN_BIT), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
#define ROW_HMNMX2(form, ...) ROW("HMNMX2", HMNMX2, (form) | 0x040, ALL & ~SASS_SM80, FP16, \
    MODS(FTZ, NAN_BIT, XORSIGN), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
#define ROW_HMNMX2_BF_80(form, ...) ROW("HMNMX2.BF16_V2", HMNMX2_BF16, (form) | 0x040, SASS_SM80, \
    FP16, MODS(FTZ, NAN_BIT), OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__, PS(87, 90)), FIX(BF(1)))
#define ROW_HMNMX2_BF(form, ...) ROW("HMNMX2.BF16_V2", HMNMX2_BF16, (form) | 0x040, \
    ALL & ~SASS_SM80, FP16, MODS(FTZ, NAN_BIT, XORSIGN), \
    OPS(RD(1), SRC_A(1, MOD_A), __VA_ARGS__, PS(87, 90)), FIX(BF(1)))
AS_B(ROW_HMNMX2_80, IMM_2H)
AS_B(ROW_HMNMX2, IMM_2H)
AS_B(ROW_HMNMX2_BF_80, IMM_2B)
AS_B(ROW_HMNMX2_BF, IMM_2B)
};

ROW_GROUP(half);
