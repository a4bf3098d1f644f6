// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Moves, selection, special registers, constants to uniform registers.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const struct sass_row rows[] = {
ROW("S2R",  S2R,  0x0919, ALL, SREG, NO_MODS, OPS(RD(1), SREG), NO_FIX)
ROW("CS2R", CS2R, 0x0805, ALL, CS2R, NO_MODS, OPS(RD(2), SREG), FIX(F(80, 1, 1)))
ROW("MOV",  MOV,  0x0202, ALL, ALU,  NO_MODS, OPS(RD(1), RB()), FIX(F(72, 4, 15)))
ROW("MOV",  MOV,  0x0802, ALL, ALU,  NO_MODS, OPS(RD(1), IB()), FIX(F(72, 4, 15)))
ROW("MOV",  MOV,  0x1c02, ALL, ALU,  NO_MODS, OPS(RD(1), UB()), FIX(F(72, 4, 15)))
ROW("SEL",  SEL,  0x0207, ALL, ALU,  NO_MODS, OPS(RD(1), RA(), RB(), PS(87, 90)), NO_FIX)
ROW("ULDC", ULDC, 0x0ab9, ALL, ULDC, MODS(ULDC_SIZE),
    OPS({.kind = SASS_OPND_UGPR, .pos = 16, .dst = true}, CB), NO_FIX)
};

ROW_GROUP(move);
