// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Moves, selection, special registers, constants to uniform registers.
//
// clang-format off
#include "sass/isa/alu_macros.h"

static const char *const result[1] = {".RESULT"};
static const char *const warp[1] = {".WARP"};

static const struct sass_row rows[] = {
// The mask says which lanes of four take part.
#define LANES          {.kind = SASS_OPND_IMM, .pos = 72, .width = 4, .optional = true, \
                        .default_imm = 15}
#define ROW_MOV(form, ...) ROW("MOV", MOV, (form) | 0x002, ALL, ALU, NO_MODS, \
    OPS(RD(1), __VA_ARGS__, LANES), NO_FIX)
#define ROW_SEL(form, ...) ROW("SEL", SEL, (form) | 0x007, ALL, ALU, NO_MODS, \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), NO_FIX)
FORMS_B(ROW_MOV, 1, IMM, PLAIN)
FORMS_B(ROW_SEL, 1, IMM, PLAIN)
ROW("S2R",     S2R,  0x0919, ALL, SREG, NO_MODS, OPS(RD(1), SREG), NO_FIX)
ROW("CS2R",    CS2R, 0x0805, ALL, CS2R, NO_MODS, OPS(RD(2), SREG), FIX(F(80, 1, 1)))
ROW("CS2R.32", CS2R, 0x0805, ALL, ALU,  NO_MODS, OPS(RD(1), SREG), FIX(F(80, 1, 0)))
// State of a CTA barrier: arrivals of barrier n, or the outcome of the last reduction.
ROW("B2R", B2R, 0x031c, ALL, SREG, NO_MODS, OPS(RD(1), FIELD(54, 4)), FIX(NO_CARRY_OUT))
ROW("B2R", B2R_RESULT, 0x031c, ALL, SREG, MODS({SASS_MOD_OTHER, 0, 0, result}),
    OPS(RD(1), PDOPT(81)), FIX(F(78, 2, 1)))
ROW("B2R", B2R_WARP, 0x031c, ALL, SREG, MODS({SASS_MOD_OTHER, 0, 0, warp}),
    OPS(RD(1)), FIX(F(78, 2, 2), NO_CARRY_OUT))
// Address of the instruction, or one relative to the next.
ROW("LEPC", LEPC, 0x034e, ALL, ALU, NO_MODS, OPS(RD(2)), NO_FIX)
ROW("LEPC", LEPC, 0x094e, SASS_SM90, ALU, NO_MODS,
    OPS(RD(2), {.kind = SASS_OPND_TARGET, .pos = 24, .width = 58, .is_signed = true}), NO_FIX)
ROW("PMTRIG", PMTRIG, 0x0801, ALL, NONE, NO_MODS,
    OPS({.kind = SASS_OPND_PRED, .pos = 87, .neg = 90, .optional = true}, FIELD(32, 16)), NO_FIX)
};

ROW_GROUP(move);
