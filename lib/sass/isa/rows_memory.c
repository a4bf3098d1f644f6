// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Loads and stores. Bits 76, 90 and 91 of a global access: a descriptor, a 64-bit address register, a
// uniform register. Before sm_90 bit 101 makes the descriptor part of the text; the machine ignores
// it.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const struct sass_row rows[] = {
#define LDG_MODS     MODS(E, EVICT, PREFETCH, SIZE, LD_ORDER)
#define STG_MODS     MODS(E, EVICT, SIZE, ST_ORDER)
#define DESC_FIX     F(76, 1, 1), F(90, 1, 1)
#define DESC_TEXT    F(101, 1, 1)
ROW("LDG", LDG, 0x1981, SASS_SM8X, LOAD, LDG_MODS, OPS(DATA_D, GLOBAL(32)),
    FIX(DESC_FIX, NO_CARRY_OUT, DESC_TEXT))
ROW("LDG", LDG, 0x1981, SASS_SM90, LOAD, LDG_MODS, OPS(DATA_D, GLOBAL(32)),
    FIX(DESC_FIX, NO_CARRY_OUT))
ROW("STG", STG, 0x1986, SASS_SM8X, STORE, STG_MODS, OPS(GLOBAL(64), DATA_B),
    FIX(DESC_FIX, DESC_TEXT))
ROW("STG", STG, 0x1986, SASS_SM90, STORE, STG_MODS, OPS(GLOBAL(64), DATA_B), FIX(DESC_FIX))
ROW("LDS", LDS, 0x0984, ALL, LOAD,  MODS(SIZE), OPS(DATA_D, SHARED), NO_FIX)
ROW("STS", STS, 0x0388, ALL, STORE, MODS(SIZE), OPS(SHARED, DATA_B), NO_FIX)
};

ROW_GROUP(memory);
