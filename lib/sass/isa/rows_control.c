// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Control flow and barriers.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const struct sass_row rows[] = {
ROW("NOP",      NOP,  0x0918, ALL,       NONE,   NO_MODS, NO_OPS, NO_FIX)
ROW("EXIT",     EXIT, 0x094d, ALL,       BRANCH, NO_MODS, NO_OPS, FIX(F(87, 3, 7)))
ROW("BRA",      BRA,  0x0947, SASS_SM8X, BRANCH, NO_MODS, OPS({.kind = SASS_OPND_TARGET, .pos = 34, .width = 48, .scale = 4, .is_signed = true}), FIX(F(87, 3, 7)))
// From sm_90 on the low 8 bits of the target sit in [16:23]: 48 + 8 bits.
ROW("BRA",      BRA,  0x0947, SASS_SM90, BRANCH, NO_MODS, 
    OPS({.kind = SASS_OPND_TARGET, .pos = 16, .width = 8, .hpos = 34, .hwidth = 48, .scale = 4,
         .is_signed = true}), FIX(F(87, 3, 7)))
ROW("BAR.SYNC", BAR,  0x0b1d, ALL,       BAR,    MODS(DEFER),
    OPS({.kind = SASS_OPND_IMM, .pos = 54, .width = 4},
        {.kind = SASS_OPND_IMM, .pos = 42, .width = 12, .optional = true}), NO_FIX)
};

ROW_GROUP(control);
