// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Memory ordering, cache control, address spaces.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const semantics[4] = {".SC", ".ALL", "", ".MMIO"};
static const char *const scope_sm8x[8] = {
    ".CTA", ".SM", ".GPU", ".SYS", [5] = ".VC",
};
static const char *const scope_sm90[8] = {
    ".CTA", ".SM", ".GPU", ".SYS", [5] = ".VC", [6] = ".CTA.PARTIAL",
};
static const char *const cache[4] = {"", ".U", ".C", ".I"};
static const char *const line_action[16] = {
    ".PF1", ".PF2", ".WB", ".IV", [5] = ".RS", [9] = ".PML2", [10] = ".DML2", [11] = ".RML2",
};
static const char *const all_action[16] = {
    [4] = ".IVALL", [6] = ".IVALLP", [7] = ".WBALL", [8] = ".WBALLP",
};
static const char *const space_sm8x[4] = {".G", ".L", ".S", NULL};
static const char *const space_sm90[4] = {".G", ".L", ".S", ".D"};

#define PAIR(...) {.kind = SASS_OPND_ADDR_GLOBAL, .pos = 24, .regs = 2, .is_signed = true, \
                   __VA_ARGS__}

#define WITH_UR(...) {.kind = SASS_OPND_ADDR_GLOBAL, .pos = 24, .upos = 32, .no_rz = true, \
                      .is_signed = true, __VA_ARGS__}

static const struct sass_row rows[] = {
#define MEMBAR_MODS(scope) MODS({SASS_MOD_OTHER, 79, 2, semantics}, {SASS_MOD_SCOPE, 76, 3, scope})
ROW("MEMBAR", MEMBAR, 0x0992, SASS_SM8X, STORE, MEMBAR_MODS(scope_sm8x), NO_OPS, NO_FIX)
ROW("MEMBAR", MEMBAR, 0x0992, SASS_SM90, STORE, MEMBAR_MODS(scope_sm90), NO_OPS, NO_FIX)
ROW("ERRBAR", ERRBAR, 0x09ab, ALL,       NONE,  NO_MODS, NO_OPS, NO_FIX)
#define CACHE {SASS_MOD_OTHER, 78, 2, cache}
ROW("CCTL", CCTL, 0x098f, ALL, STORE, MODS(E, CACHE, {SASS_MOD_OTHER, 87, 4, line_action}),
    OPS(PAIR(.opos = 32, .width = 32)), NO_FIX)
ROW("CCTL", CCTL, 0x1d8f, ALL, STORE, MODS(E, CACHE, {SASS_MOD_OTHER, 87, 4, line_action}),
    OPS(WITH_UR(.regs = 2)), NO_FIX)
ROW("CCTL", CCTL, 0x1d8f, ALL, STORE, MODS(CACHE, {SASS_MOD_OTHER, 87, 4, line_action}),
    OPS({.kind = SASS_OPND_ADDR_SHARED, .pos = 24, .upos = 32, .no_rz = true}), NO_FIX)
ROW("CCTL", CCTL, 0x098f, ALL, NONE,  MODS(CACHE, {SASS_MOD_OTHER, 87, 4, all_action}), NO_OPS,
    FIX(F(24, 8, SASS_RZ)))
#define QSPC(opcode, archs, space, address, ...) \
    ROW("QSPC", QSPC, opcode, archs, LOAD, MODS(E, {SASS_MOD_OTHER, 73, 2, space}), \
        OPS(PD(81), RD(1), address), FIX(__VA_ARGS__))
#define OFF24 .opos = 40, .width = 24
QSPC(0x03aa, SASS_SM8X, space_sm8x, PAIR(OFF24), F(90, 1, 0))
QSPC(0x03aa, SASS_SM90, space_sm90, PAIR(OFF24), F(90, 1, 0))
QSPC(0x19aa, SASS_SM8X, space_sm8x, WITH_UR(.wide = true, OFF24), F(90, 1, 1))
QSPC(0x19aa, SASS_SM90, space_sm90, WITH_UR(.wide = true, OFF24), F(90, 1, 1))
};

ROW_GROUP(fence);
