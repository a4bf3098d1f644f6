// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Integer and logic.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const struct sass_row rows[] = {
#define IADD3_OPS(b) OPS(RD(1), PDOPT(81), PDOPT(84), RA(.neg = 72), b, RC(.neg = 75))
#define IADD3_FIX    FIX(F(77, 4, 15), F(87, 4, 15))
ROW("IADD3", IADD3, 0x0210, ALL, ALU, NO_MODS, IADD3_OPS(RB(.neg = 63)), IADD3_FIX)
ROW("IADD3", IADD3, 0x0810, ALL, ALU, NO_MODS, IADD3_OPS(IB(.is_signed = true)), IADD3_FIX)
ROW("IADD3", IADD3, 0x1c10, ALL, ALU, NO_MODS, IADD3_OPS(UB(.neg = 63)), IADD3_FIX)
ROW("IADD3.X", IADD3_X, 0x0210, ALL, ALU, NO_MODS,
    OPS(RD(1), PDOPT(81), PDOPT(84), RA(.neg = 72, .complement = true),
        RB(.neg = 63, .complement = true), RC(.neg = 75, .complement = true), PS(87, 90),
        PS(77, 80)), FIX(F(74, 1, 1)))
#define IMAD_OPS(b)  OPS(RD(1), RA(), b, RC(.neg = 75))
ROW("IMAD", IMAD, 0x0224, ALL, FMA, MODS(SIGNED), IMAD_OPS(RB()), FIX(IMAD_FIXED))
ROW("IMAD", IMAD, 0x0824, ALL, FMA, MODS(SIGNED), IMAD_OPS(IB(.is_signed = true)), FIX(IMAD_FIXED))
ROW("IMAD", IMAD, 0x1c24, ALL, FMA, MODS(SIGNED), IMAD_OPS(UB()), FIX(IMAD_FIXED))
// What nvdisasm calls a multiplication by zero, one or a power of two (alias_suffix in print.c).
#define IMAD_ALIASES(mnemonic) \
    ALIAS(mnemonic, IMAD, 0x0224, ALL, FMA, MODS(SIGNED), IMAD_OPS(RB()), FIX(IMAD_FIXED)) \
    ALIAS(mnemonic, IMAD, 0x0824, ALL, FMA, MODS(SIGNED), IMAD_OPS(IB(.is_signed = true)), \
          FIX(IMAD_FIXED))
IMAD_ALIASES("IMAD.MOV")
IMAD_ALIASES("IMAD.IADD")
IMAD_ALIASES("IMAD.SHL")
#define WIDE_OPS(b)  OPS(RD(2), PDOPT(81), RA(), b, RC2)
#define WIDE_FIX     FIX(F(87, 4, 15))
ROW("IMAD.WIDE", IMAD_WIDE, 0x0225, ALL, WIDE, MODS(SIGNED), WIDE_OPS(RB()), WIDE_FIX)
ROW("IMAD.WIDE", IMAD_WIDE, 0x0825, ALL, WIDE, MODS(SIGNED), WIDE_OPS(IB(.is_signed = true)),
    WIDE_FIX)
ROW("IMAD.WIDE", IMAD_WIDE, 0x1c25, ALL, WIDE, MODS(SIGNED), WIDE_OPS(UB()), WIDE_FIX)
#define ISETP_OPS(b) OPS(PD(81), PD(84), RA(), b, PS(87, 90))
#define ISETP_FIX    FIX(F(68, 3, 7))
ROW("ISETP", ISETP, 0x020c, ALL, ALU, MODS(CMP, SIGNED, BOOLOP), ISETP_OPS(RB()), ISETP_FIX)
ROW("ISETP", ISETP, 0x080c, ALL, ALU, MODS(CMP, SIGNED, BOOLOP), ISETP_OPS(IB(.is_signed = true)),
    ISETP_FIX)
ROW("ISETP", ISETP, 0x1c0c, ALL, ALU, MODS(CMP, SIGNED, BOOLOP), ISETP_OPS(UB()), ISETP_FIX)
#define LOP3_OPS(b)  OPS(PDOPT(81), RD(1), RA(), b, RC(), \
                         {.kind = SASS_OPND_IMM, .pos = 72, .width = 8}, PS(87, 90))
ROW("LOP3.LUT", LOP3, 0x0212, ALL, ALU, NO_MODS, LOP3_OPS(RB()), NO_FIX)
ROW("LOP3.LUT", LOP3, 0x0812, ALL, ALU, NO_MODS, LOP3_OPS(IB()), NO_FIX)
ROW("LOP3.LUT", LOP3, 0x1c12, ALL, ALU, NO_MODS, LOP3_OPS(UB()), NO_FIX)
#define SHF_OPS(b)   OPS(RD(1), RA(), b, RC())
ROW("SHF", SHF, 0x0219, ALL, ALU, MODS(SHF_MODS), SHF_OPS(RB()), NO_FIX)
ROW("SHF", SHF, 0x0819, ALL, ALU, MODS(SHF_MODS), SHF_OPS(IB()), NO_FIX)
ROW("SHF", SHF, 0x1c19, ALL, ALU, MODS(SHF_MODS), SHF_OPS(UB()), NO_FIX)
};

ROW_GROUP(integer);
