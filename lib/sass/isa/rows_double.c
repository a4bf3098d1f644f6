// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// FP64. An immediate is the high word of the number. DADD's second register stands at the place of
// C, DSETP's at that of B, and both use reuse slot C.
//
// clang-format off
#include "sass/isa/alu_macros.h"

static const char *const cmp_names[16] = {".MIN", ".LT", ".EQ", ".LE", ".GT", ".NE", ".GE", ".NUM",
    ".NAN", ".LTU", ".EQU", ".LEU", ".GTU", ".NEU", ".GEU", ".MAX"};

#define NEG_ABS_A      (.neg = 72, .abs = 73)
#define NEG_ABS_B      (.neg = 63, .abs = 62)
#define NEG_ABS_C      (.neg = 75, .abs = 74)

static const struct sass_row rows[] = {
#define ROW_DADD(form, ...) ROW("DADD", DADD, (form) | 0x029, ALL, FP64, MODS(RND), \
    OPS(RD(2), SRC_A(2, NEG_ABS_A), __VA_ARGS__), NO_FIX)
ROW_DADD(0x0200, SRC_C(2, NEG_ABS_C))
FORMS_B_AS_C(ROW_DADD, 2, IMM_F64, NEG_ABS_B)
#define ROW_DMUL(form, ...) ROW("DMUL", DMUL, (form) | 0x028, ALL, FP64, MODS(RND), \
    OPS(RD(2), SRC_A(2, NEG_ABS_A), __VA_ARGS__), NO_FIX)
FORMS_B(ROW_DMUL, 2, IMM_F64, NEG_ABS_B)
#define ROW_DFMA(form, ...) ROW("DFMA", DFMA, (form) | 0x02b, ALL, FP64, MODS(RND), \
    OPS(RD(2), SRC_A(2, NEG_ABS_A), __VA_ARGS__), NO_FIX)
FORMS_BC(ROW_DFMA, 2, IMM_F64, NEG_ABS_B, NEG_ABS_C)
#define ROW_DSETP(form, ...) ROW("DSETP", DSETP, (form) | 0x02a, ALL, FP64, \
    MODS({SASS_MOD_CMP, 76, 4, cmp_names}, BOOLOP), \
    OPS(PD(81), PD(84), SRC_A(2, NEG_ABS_A), __VA_ARGS__, PS(87, 90)), NO_FIX)
ROW_DSETP(0x0200, SRC_C_AT_B(2, NEG_ABS_B))
FORMS_B_AS_C(ROW_DSETP, 2, IMM_F64, NEG_ABS_B)
};

ROW_GROUP(double);
