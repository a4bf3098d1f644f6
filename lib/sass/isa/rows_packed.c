// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Sums, minima and maxima of sm_90, of words or of two halves of a word. With PT the minimum, with
// !PT the maximum; .RELU raises a negative result to zero.
//
// clang-format off
#include "sass/isa/alu_macros.h"

static const char *const pair[2] = {"", ".16x2"};
static const char *const types[4] = {".U32", "", ".U16x2", ".S16x2"};
static const char *const relu[2] = {"", ".RELU"};

#define TYPE           {SASS_MOD_TYPE, 72, 2, types}
#define RELU           {SASS_MOD_RELU, 76, 1, relu}

static const struct sass_row rows[] = {
#define ROW_VIADD(form, ...) ROW("VIADD", VIADD, (form) | 0x036, SASS_SM90, FMA, \
    MODS({SASS_MOD_TYPE, 73, 1, pair}), OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), NO_FIX)
FORMS_B(ROW_VIADD, 1, IMM, (.neg = 63))
#define ROW_VIMNMX(form, ...) ROW("VIMNMX", VIMNMX, (form) | 0x048, SASS_SM90, ALU, \
    MODS(TYPE, RELU), OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), FIX(F(81, 6, 63)))
FORMS_B(ROW_VIMNMX, 1, IMM_S, PLAIN)
#define ROW_VIMNMX3(form, ...) ROW("VIMNMX3", VIMNMX3, (form) | 0x00f, SASS_SM90, ALU, \
    MODS(TYPE, RELU), OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), NO_FIX)
FORMS_BC_B(ROW_VIMNMX3, 1, 1, IMM, PLAIN, PLAIN)
#define ROW_VIADDMNMX(form, ...) ROW("VIADDMNMX", VIADDMNMX, (form) | 0x046, SASS_SM90, ALU, \
    MODS(TYPE, RELU), OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), NO_FIX)
FORMS_BC_B(ROW_VIADDMNMX, 1, 1, IMM, (.neg = 63), PLAIN)
ROW_VIADDMNMX(0x0400, SRC_B_AT_C(1, (.neg = 75)), IMM())
ROW_VIADDMNMX(0x0600, SRC_B_AT_C(1, (.neg = 75)), SRC_K(PLAIN))
ROW_VIADDMNMX(0x1600, SRC_B_AT_C(1, (.neg = 75)), SRC_X(PLAIN))
ROW_VIADDMNMX(0x1e00, SRC_B_AT_C(1, (.neg = 75)), SRC_U(1, PLAIN))
};

ROW_GROUP(packed);
