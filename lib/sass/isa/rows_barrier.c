// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Barriers of the block. Where a register gives the barrier's number and the count of threads, the
// text has it twice.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const reduction[4] = {".POPC", ".AND", ".OR", NULL};

#define NUMBER  {.kind = SASS_OPND_IMM, .pos = 54, .width = 4}
#define THREADS {.kind = SASS_OPND_IMM, .pos = 42, .width = 12}
#define ALL_THREADS {.kind = SASS_OPND_IMM, .pos = 42, .width = 12, .optional = true}
#define R32     {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1}
#define R32_NOT_RZ {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1, .no_rz = true}
#define LANES   PS(87, 90)
#define RED_OP  {SASS_MOD_OTHER, 74, 2, reduction}
#define MODE(n) FIX(F(77, 3, n))

static const struct sass_row rows[] = {
#define SYNC(opcode, archs, a, b) \
    ROW("BAR.SYNC", BAR, opcode, archs, BAR, MODS(DEFER), OPS(a, b), MODE(0))
#define ARV(opcode, a, b)  ROW("BAR.ARV", BAR_ARV, opcode, ALL, BAR, NO_MODS, OPS(a, b), MODE(1))
#define RED(opcode, archs, a, b) \
    ROW("BAR.RED", BAR_RED, opcode, archs, BAR, MODS(RED_OP, DEFER), OPS(a, b, LANES), MODE(2))
#define SCAN(opcode, a, b) \
    ROW("BAR.SCAN", BAR_SCAN, opcode, ALL, BAR, NO_MODS, OPS(a, b, LANES), MODE(3))
SYNC(0x0b1d, ALL, NUMBER, ALL_THREADS)
RED(0x0b1d, ALL, NUMBER, ALL_THREADS)
SYNC(0x091d, SASS_SM8X, NUMBER, R32)
RED(0x091d, SASS_SM8X, NUMBER, R32)
SYNC(0x091d, SASS_SM90, NUMBER, R32_NOT_RZ)
RED(0x091d, SASS_SM90, NUMBER, R32_NOT_RZ)
SYNC(0x051d, ALL, R32, ALL_THREADS)
RED(0x051d, ALL, R32, ALL_THREADS)
SYNC(0x031d, ALL, R32, R32)
RED(0x031d, ALL, R32, R32)
ARV(0x0b1d, NUMBER, THREADS)
ARV(0x091d, NUMBER, R32)
ARV(0x051d, R32, THREADS)
ARV(0x031d, R32, R32)
SCAN(0x0b1d, NUMBER, THREADS)
SCAN(0x091d, NUMBER, R32)
SCAN(0x051d, R32, THREADS)
SCAN(0x031d, R32, R32)
ROW("BAR.SYNCALL", BAR_SYNCALL, 0x0b1d, SASS_SM80 | SASS_SM86, BAR, MODS(DEFER), NO_OPS, MODE(4))
};

ROW_GROUP(barrier);
