// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// FP32. FADD's second register uses reuse slot C; FMUL's [84:86] scales the product, 4 is "by one".
//
// clang-format off
#include "sass/isa/row_macros.h"

static const struct sass_row rows[] = {
#define FMUL_FIX     FIX(F(84, 3, 4))
#define FFMA_OPS(b)  OPS(RD(1), RA(.neg = 72), b, RC(.neg = 75))
ROW("FADD", FADD, 0x0221, ALL, FMA, MODS(FTZ, RND, SAT),
    OPS(RD(1), RA(.neg = 72, .abs = 73),
        {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1, .reuse = 124, .neg = 63, .abs = 62}), NO_FIX)
ROW("FMUL", FMUL, 0x0220, ALL, FMA, MODS(FTZ, RND, SAT),
    OPS(RD(1), RA(.neg = 72, .abs = 73), RB(.neg = 63, .abs = 62)), FMUL_FIX)
ROW("FMUL", FMUL, 0x1c20, ALL, FMA, MODS(FTZ, RND, SAT),
    OPS(RD(1), RA(.neg = 72, .abs = 73), UB(.neg = 63, .abs = 62)), FMUL_FIX)
ROW("FFMA", FFMA, 0x0223, ALL, FMA, MODS(FTZ, RND, SAT), FFMA_OPS(RB(.neg = 63)), NO_FIX)
ROW("FFMA", FFMA, 0x1c23, ALL, FMA, MODS(FTZ, RND, SAT), FFMA_OPS(UB(.neg = 63)), NO_FIX)
};

ROW_GROUP(float);
