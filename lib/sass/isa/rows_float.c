// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// FP32. FADD's second register uses reuse slot C; FMUL's [84:86] scales the product, 4 is "by one".
//
// clang-format off
#include "sass/isa/alu_macros.h"

static const char *const cmp_names[16] = {".F", ".LT", ".EQ", ".LE", ".GT", ".NE", ".GE", ".NUM",
    ".NAN", ".LTU", ".EQU", ".LEU", ".GTU", ".NEU", ".GEU", ".T"};
static const char *const nan_names[2] = {"", ".NAN"};
static const char *const xorsign_names[2] = {"", ".XORSIGN"};
static const char *const scale_names[8] = {NULL, ".D8", ".D4", ".D2", "", ".M2", ".M4", ".M8"};
static const char *const mufu_names[16] = {".COS", ".SIN", ".EX2", ".LG2", ".RCP", ".RSQ",
    ".RCP64H", ".RSQ64H", ".SQRT", ".TANH"};
static const char *const mufu_names_but_64h[16] = {".COS", ".SIN", ".EX2", ".LG2", ".RCP", ".RSQ",
    NULL, NULL, ".SQRT", ".TANH"};
static const char *const mufu_64h[16] = {[6] = ".RCP64H", [7] = ".RSQ64H"};
static const char *const dot_f16[1] = {".F16"};
static const char *const dot_bf16[1] = {".BF16"};
static const char *const half_names[4] = {"", ".H1", NULL, NULL};
static const char *const no_derivative[2] = {"", ".NDV"};
// How each lane of four puts its two sources together, the first lane first: their signs, or Z.
#define LANE_SIGNS(p)  p "PP", p "PN", p "NP", p "ZP"
#define TWO_LANES(p)   LANE_SIGNS(p "PP"), LANE_SIGNS(p "PN"), \
                       LANE_SIGNS(p "NP"), LANE_SIGNS(p "ZP")
#define THREE_LANES(p) TWO_LANES(p "PP"), TWO_LANES(p "PN"), TWO_LANES(p "NP"), TWO_LANES(p "ZP")
static const char *const quad_signs[256] = {
    THREE_LANES("PP"), THREE_LANES("PN"), THREE_LANES("NP"), THREE_LANES("ZP"),
};

#define NEG_ABS_A      (.neg = 72, .abs = 73)
#define NEG_ABS_B      (.neg = 63, .abs = 62)
#define NEG_ABS_C      (.neg = 75, .abs = 74)
#define FCMP           {SASS_MOD_CMP, 76, 4, cmp_names}

static const struct sass_row rows[] = {
#define ROW_FADD(form, ...) ROW("FADD", FADD, (form) | 0x021, ALL, FMA, MODS(FTZ, RND, SAT), \
    OPS(RD(1), SRC_A(1, NEG_ABS_A), __VA_ARGS__), NO_FIX)
ROW_FADD(0x0200, SRC_C_AT_B(1, NEG_ABS_B))
FORMS_B_AS_C(ROW_FADD, 1, IMM_F32, NEG_ABS_B)
#define ROW_FMUL(form, ...) ROW("FMUL", FMUL, (form) | 0x020, ALL, FMA, \
    MODS(FTZ, {SASS_MOD_SCALE, 84, 3, scale_names}, RND, SAT), \
    OPS(RD(1), SRC_A(1, NEG_ABS_A), __VA_ARGS__), NO_FIX)
FORMS_B(ROW_FMUL, 1, IMM_F32, NEG_ABS_B)
#define ROW_FFMA(form, ...) ROW("FFMA", FFMA, (form) | 0x023, ALL, FMA, MODS(FTZ, RND, SAT), \
    OPS(RD(1), SRC_A(1, NEG_ABS_A), __VA_ARGS__), NO_FIX)
FORMS_BC(ROW_FFMA, 1, IMM_F32, NEG_ABS_B, NEG_ABS_C)

ROW("FSWZADD", FSWZADD, 0x0822, ALL, FMA, MODS(FTZ, RND, {SASS_MOD_OTHER, 77, 1, no_derivative}),
    OPS(RD(1), SRC_A(1, PLAIN), SRC_C(1, PLAIN),
        {.kind = SASS_OPND_NAME, .suffix = {SASS_MOD_OTHER, 32, 8, quad_signs}}), NO_FIX)

#define ROW_FMNMX_80(form, ...) ROW("FMNMX", FMNMX, (form) | 0x009, SASS_SM80, ALU, \
    MODS(FTZ, {SASS_MOD_NAN, 81, 1, nan_names}), \
    OPS(RD(1), SRC_A(1, NEG_ABS_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
#define ROW_FMNMX(form, ...) ROW("FMNMX", FMNMX, (form) | 0x009, ALL & ~SASS_SM80, ALU, \
    MODS(FTZ, {SASS_MOD_NAN, 81, 1, nan_names}, {SASS_MOD_XORSIGN, 82, 1, xorsign_names}), \
    OPS(RD(1), SRC_A(1, NEG_ABS_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
FORMS_B(ROW_FMNMX_80, 1, IMM_F32, NEG_ABS_B)
FORMS_B(ROW_FMNMX, 1, IMM_F32, NEG_ABS_B)
#define ROW_FSEL(form, ...) ROW("FSEL", FSEL, (form) | 0x008, ALL, ALU, MODS(FTZ), \
    OPS(RD(1), SRC_A(1, NEG_ABS_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
FORMS_B(ROW_FSEL, 1, IMM_F32, NEG_ABS_B)
#define ROW_FSET(form, ...) ROW("FSET.BF", FSET, (form) | 0x00a, ALL, ALU, \
    MODS(FCMP, FTZ, BOOLOP), OPS(RD(1), SRC_A(1, NEG_ABS_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
FORMS_B(ROW_FSET, 1, IMM_F32, NEG_ABS_B)
#define ROW_FSETP(form, ...) ROW("FSETP", FSETP, (form) | 0x00b, ALL, ALU, \
    MODS(FCMP, FTZ, BOOLOP), \
    OPS(PD(81), PD(84), SRC_A(1, NEG_ABS_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
FORMS_B(ROW_FSETP, 1, IMM_F32, NEG_ABS_B)

#define SRC_A_LATE     {.kind = SASS_OPND_GPR, .pos = 24, .regs = 1, .neg = 72, .abs = 73}
#define ROW_FCHK(form, ...) ROW("FCHK", FCHK, (form) | 0x002, ALL, XU, NO_MODS, \
    OPS(PD(81), SRC_A_LATE, __VA_ARGS__), NO_FIX)
FORMS_X(ROW_FCHK, 1, IMM_F32, NEG_ABS_B)

// 64H: of the high word of a double, approximately.
#define ROW_MUFU(form, names, ...) ROW("MUFU", MUFU, (form) | 0x008, ALL, XU, \
    MODS({SASS_MOD_FUNCTION, 74, 4, names}), OPS(RD(1), __VA_ARGS__), FIX(F(72, 2, 0)))
// Halves: .H1 takes the high one of the source. sm_90 moved the type.
#define MUFU_HALF      {SASS_MOD_FUNCTION, 74, 4, mufu_names_but_64h}
#define ROW_MUFU_F16_8X(form, ...) ROW("MUFU", MUFU_F16, (form) | 0x008, SASS_SM8X, XU, \
    MODS(MUFU_HALF, {SASS_MOD_OTHER, 0, 0, dot_f16}), OPS(RD(1), __VA_ARGS__), FIX(F(72, 2, 2)))
#define ROW_MUFU_F16_90(form, ...) ROW("MUFU", MUFU_F16, (form) | 0x008, SASS_SM90, XU, \
    MODS(MUFU_HALF, {SASS_MOD_OTHER, 0, 0, dot_f16}), OPS(RD(1), __VA_ARGS__), FIX(F(72, 2, 1)))
#define ROW_MUFU_BF16(form, ...) ROW("MUFU", MUFU_BF16, (form) | 0x008, SASS_SM90, XU, \
    MODS(MUFU_HALF, {SASS_MOD_OTHER, 0, 0, dot_bf16}), OPS(RD(1), __VA_ARGS__), FIX(F(72, 2, 2)))
#define HALF_SUFFIX    .part = true, .suffix = {SASS_MOD_OTHER, 60, 2, half_names}
#define HALF_B         (.neg = 63, .abs = 62, HALF_SUFFIX)
#define HALF_K         (.neg = 63, .abs = 62, .spaced = true, HALF_SUFFIX)
#define MUFU_HALF_FORMS(row, imm) \
    row(0x0300, {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1, BITS HALF_B}) row(0x0900, imm()) \
    row(0x0b00, SRC_K(HALF_K)) row(0x1b00, SRC_X(HALF_K)) row(0x1d00, SRC_U(1, HALF_B))
ROW_MUFU(0x0300, mufu_names, {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1, BITS NEG_ABS_B})
ROW_MUFU(0x0900, mufu_names_but_64h, IMM_F32())
ROW_MUFU(0x0900, mufu_64h, IMM_F64())
ROW_MUFU(0x0b00, mufu_names, SRC_K(NEG_ABS_B))
ROW_MUFU(0x1b00, mufu_names, SRC_X(NEG_ABS_B))
ROW_MUFU(0x1d00, mufu_names, SRC_U(1, NEG_ABS_B))
MUFU_HALF_FORMS(ROW_MUFU_F16_8X, IMM_F16)
MUFU_HALF_FORMS(ROW_MUFU_F16_90, IMM_F16)
MUFU_HALF_FORMS(ROW_MUFU_BF16, IMM_BF16)
};

ROW_GROUP(float);
