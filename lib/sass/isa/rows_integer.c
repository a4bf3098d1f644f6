// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Integer and logic. With .X a sum takes carries and its minus signs become bitwise nots.
//
// clang-format off
#include "sass/isa/alu_macros.h"

static const char *const dot_x[1] = {".X"};
static const char *const dot_ex[1] = {".EX"};
static const char *const dot_sign[1] = {".SIGN"};
static const char *const abs_diff4_type[2] = {".U8", ""};
static const char *const acc[2] = {"", ".ACC"};
static const char *const wrap_names[2] = {"", ".W"};
static const char *const shift_high[2] = {"", ".SH"};
static const char *const pand[2] = {"", ".PAND"};
static const char *const byte_type[2] = {".U8", ".S8"};
static const char *const word_type[2] = {".U16", ".S16"};
static const char *const half_of_b[2] = {".LO", ".HI"};
static const char *const half_of_product[2] = {".LO", ".HI"};
static const char *const prmt_mode[8] = {"", ".F4E", ".B4E", ".RC8", ".ECL", ".ECR", ".RC16", NULL};

#define NOT(bit)       (.neg = bit, .complement = true)
#define SWITCH(p, names) {SASS_MOD_OTHER, (p), 1, names}

static const struct sass_row rows[] = {
#define ROW_IADD3(form, ...) ROW("IADD3", IADD3, (form) | 0x010, ALL, ALU, NO_MODS, \
    OPS(RD(1), PDOPT(81), PDOPT(84), SRC_A(1, (.neg = 72)), __VA_ARGS__), \
    FIX(F(77, 4, 15), NO_CARRY_IN, F(74, 1, 0)))
#define ROW_IADD3_X(form, ...) ROW("IADD3.X", IADD3_X, (form) | 0x010, ALL, ALU, NO_MODS, \
    OPS(RD(1), PDOPT(81), PDOPT(84), SRC_A(1, NOT(72)), __VA_ARGS__, PS(87, 90), PS(77, 80)), \
    FIX(F(74, 1, 1)))
FORMS_BC_B(ROW_IADD3, 1, 1, IMM_S, (.neg = 63), (.neg = 75))
FORMS_BC_B(ROW_IADD3_X, 1, 1, IMM_S, NOT(63), NOT(75))

#define ROW_IMAD(form, ...) ROW("IMAD", IMAD, (form) | 0x024, ALL, FMA, MODS(SIGNED), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), FIX(IMAD_FIXED))
#define ROW_IMAD_X(form, ...) ROW("IMAD", IMAD_X, (form) | 0x024, ALL, FMA, \
    MODS(SIGNED, {SASS_MOD_OTHER, 0, 0, dot_x}), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), FIX(F(74, 1, 1), NO_CARRY_OUT))
// What nvdisasm calls a multiplication by zero, one or a power of two (alias_suffix in print.c).
#define ROW_IMAD_MOV(form, ...) ALIAS("IMAD.MOV", IMAD, (form) | 0x024, ALL, FMA, MODS(SIGNED), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), FIX(IMAD_FIXED))
#define ROW_IMAD_IADD(form, ...) ALIAS("IMAD.IADD", IMAD, (form) | 0x024, ALL, FMA, MODS(SIGNED), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), FIX(IMAD_FIXED))
#define ROW_IMAD_SHL(form, ...) ALIAS("IMAD.SHL", IMAD, (form) | 0x024, ALL, FMA, MODS(SIGNED), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), FIX(IMAD_FIXED))
#define IMAD_FORMS(row, mb, mc) \
    FORMS_BC_B(row, 1, 1, IMM_S, PLAIN, mc) row(0x0400, SRC_B_AT_C(1, PLAIN), IMM_S()) \
    row(0x0600, SRC_B_AT_C(1, PLAIN), SRC_K(mb)) row(0x1600, SRC_B_AT_C(1, PLAIN), SRC_X(mb)) \
    row(0x1e00, SRC_B_AT_C(1, PLAIN), SRC_U(1, mb))
IMAD_FORMS(ROW_IMAD, (.neg = 63), (.neg = 75))
IMAD_FORMS(ROW_IMAD_X, NOT(63), NOT(75))
IMAD_FORMS(ROW_IMAD_MOV, (.neg = 63), (.neg = 75))
IMAD_FORMS(ROW_IMAD_IADD, (.neg = 63), (.neg = 75))
IMAD_FORMS(ROW_IMAD_SHL, (.neg = 63), (.neg = 75))

#define ROW_WIDE(form, ...) ROW("IMAD.WIDE", IMAD_WIDE, (form) | 0x025, ALL, WIDE, MODS(SIGNED), \
    OPS(RD(2), PDOPT(81), SRC_A(1, PLAIN), __VA_ARGS__), FIX(F(74, 1, 0), NO_CARRY_IN))
#define ROW_WIDE_X(form, ...) ROW("IMAD.WIDE", IMAD_WIDE_X, (form) | 0x025, ALL, WIDE, \
    MODS(SIGNED, {SASS_MOD_OTHER, 0, 0, dot_x}), \
    OPS(RD(2), PDOPT(81), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), FIX(F(74, 1, 1)))
// The high word of A*B + C: C is a pair.
#define ROW_HI(form, ...) ROW("IMAD.HI", IMAD_HI, (form) | 0x027, ALL, WIDE, MODS(SIGNED), \
    OPS(RD(1), PDOPT(81), SRC_A(1, PLAIN), __VA_ARGS__), FIX(F(74, 1, 0), NO_CARRY_IN))
#define ROW_HI_X(form, ...) ROW("IMAD.HI", IMAD_HI_X, (form) | 0x027, ALL, WIDE, \
    MODS(SIGNED, {SASS_MOD_OTHER, 0, 0, dot_x}), \
    OPS(RD(1), PDOPT(81), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), FIX(F(74, 1, 1)))
#define WIDE_FORMS(row, mc, mb) \
    FORMS_BC_B(row, 1, 2, IMM_S, PLAIN, mc) \
    row(0x0600, SRC_B_AT_C(1, PLAIN), SRC_K(mb)) row(0x1600, SRC_B_AT_C(1, PLAIN), SRC_X(mb)) \
    row(0x1e00, SRC_B_AT_C(1, PLAIN), SRC_U(2, mb))
WIDE_FORMS(ROW_WIDE, (.neg = 75), (.neg = 63))
WIDE_FORMS(ROW_WIDE_X, NOT(75), NOT(63))
WIDE_FORMS(ROW_HI, (.neg = 75), (.neg = 63))
WIDE_FORMS(ROW_HI_X, NOT(75), NOT(63))

// Dot products of four bytes, or of two words with the low or high two bytes of B.
#define IDP_FORMS(row) row(0x0200, SRC_B(1, PLAIN)) row(0x0a00, SRC_K(PLAIN)) \
    row(0x1a00, SRC_X(PLAIN)) row(0x1c00, SRC_U(1, PLAIN))
#define ROW_IDP4(form, ...) ROW("IDP.4A", IDP_4A, (form) | 0x026, ALL, FMA, \
    MODS({SASS_MOD_A_TYPE, 73, 1, byte_type}, {SASS_MOD_B_TYPE, 74, 1, byte_type}), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, SRC_C(1, (.neg = 75))), FIX(F(76, 2, 0)))
#define ROW_IDP2(form, ...) ROW("IDP.2A", IDP_2A, (form) | 0x026, ALL, FMA, \
    MODS({SASS_MOD_HI, 77, 1, half_of_b}, {SASS_MOD_A_TYPE, 73, 1, word_type}, \
         {SASS_MOD_B_TYPE, 74, 1, byte_type}), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, SRC_C(1, (.neg = 75))), FIX(F(76, 1, 1)))
IDP_FORMS(ROW_IDP4)
IDP_FORMS(ROW_IDP2)

// Product without carries of two register pairs, plus a third. No compiler emits it, so that its
// latency is not known: it counts as variable.
#define ROW_CLMAD(form, ...) ROW("CLMAD", CLMAD, (form) | 0x02c, ALL, XU, \
    MODS({SASS_MOD_HI, 77, 1, half_of_product}), OPS(RD(2), SRC_A(2, PLAIN), __VA_ARGS__), NO_FIX)
ROW_CLMAD(0x0200, SRC_B(2, PLAIN), SRC_C(2, PLAIN))
ROW_CLMAD(0x0a00, SRC_K(PLAIN), SRC_C(2, PLAIN))
ROW_CLMAD(0x1a00, SRC_X(PLAIN), SRC_C(2, PLAIN))
ROW_CLMAD(0x1c00, SRC_U(2, PLAIN), SRC_C(2, PLAIN))
FORMS_BC_C_BANK(ROW_CLMAD, 2, 2, PLAIN, PLAIN)

#define ROW_IABS(form, ...) ROW("IABS", IABS, (form) | 0x013, ALL, ALU, NO_MODS, \
    OPS(RD(1), __VA_ARGS__), NO_FIX)
#define ROW_IMNMX(form, ...) ROW("IMNMX", IMNMX, (form) | 0x017, ALL, ALU, MODS(SIGNED), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), NO_FIX)
FORMS_B(ROW_IABS, 1, IMM_S, PLAIN)
FORMS_B(ROW_IMNMX, 1, IMM_S, PLAIN)

#define ROW_ISETP(form, ...) ROW("ISETP", ISETP, (form) | 0x00c, ALL, ALU, \
    MODS(CMP, SIGNED, BOOLOP), OPS(PD(81), PD(84), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90)), \
    FIX(F(72, 1, 0), F(68, 3, 7)))
// High words: takes the outcome for the low words as a predicate.
#define ROW_ISETP_EX(form, ...) ROW("ISETP", ISETP_EX, (form) | 0x00c, ALL, ALU, \
    MODS(CMP, SIGNED, BOOLOP, {SASS_MOD_OTHER, 0, 0, dot_ex}), \
    OPS(PD(81), PD(84), SRC_A(1, PLAIN), __VA_ARGS__, PS(87, 90), PS(68, 71)), FIX(F(72, 1, 1)))
FORMS_B(ROW_ISETP, 1, IMM_S, PLAIN)
FORMS_B(ROW_ISETP_EX, 1, IMM_S, PLAIN)

// (A << shift) + B; .HI: the high word of C:A << shift, or of A with its sign.
#define LEA_SHIFT FIELD(75, 5)
#define ROW_LEA(form, ...) ROW("LEA", LEA, (form) | 0x011, ALL, ALU, NO_MODS, \
    OPS(RD(1), PDOPT(81), SRC_A(1, (.neg = 72)), __VA_ARGS__, LEA_SHIFT), \
    FIX(F(64, 8, 255), F(73, 2, 0), F(80, 1, 0), NO_CARRY_IN))
#define ROW_LEA_X(form, ...) ROW("LEA.X", LEA_X, (form) | 0x011, ALL, ALU, NO_MODS, \
    OPS(RD(1), PDOPT(81), SRC_A(1, NOT(72)), __VA_ARGS__, LEA_SHIFT, PS(87, 90)), \
    FIX(F(64, 8, 255), F(73, 2, 2), F(80, 1, 0)))
#define ROW_LEA_HI(form, ...) ROW("LEA.HI", LEA_HI, (form) | 0x011, ALL, ALU, NO_MODS, \
    OPS(RD(1), PDOPT(81), SRC_A(1, (.neg = 72)), __VA_ARGS__, LEA_SHIFT), \
    FIX(F(73, 2, 0), F(80, 1, 1), NO_CARRY_IN))
#define ROW_LEA_HI_X(form, ...) ROW("LEA.HI.X", LEA_HI_X, (form) | 0x011, ALL, ALU, NO_MODS, \
    OPS(RD(1), PDOPT(81), SRC_A(1, NOT(72)), __VA_ARGS__, LEA_SHIFT, PS(87, 90)), \
    FIX(F(73, 2, 2), F(80, 1, 1)))
#define ROW_LEA_SX(form, ...) ROW("LEA.HI.SX32", LEA_HI_SX32, (form) | 0x011, ALL, ALU, NO_MODS, \
    OPS(RD(1), PDOPT(81), SRC_A(1, (.neg = 72)), __VA_ARGS__, LEA_SHIFT), \
    FIX(F(64, 8, 255), F(73, 2, 1), F(80, 1, 1), NO_CARRY_IN))
#define ROW_LEA_SX_X(form, ...) ROW("LEA.HI.X.SX32", LEA_HI_X_SX32, (form) | 0x011, ALL, ALU, \
    NO_MODS, OPS(RD(1), PDOPT(81), SRC_A(1, NOT(72)), __VA_ARGS__, LEA_SHIFT, PS(87, 90)), \
    FIX(F(64, 8, 255), F(73, 2, 3), F(80, 1, 1)))
FORMS_B(ROW_LEA, 1, IMM, (.neg = 63))
FORMS_B(ROW_LEA_X, 1, IMM, NOT(63))
FORMS_BC_B(ROW_LEA_HI, 1, 1, IMM, (.neg = 63), PLAIN)
FORMS_BC_B(ROW_LEA_HI_X, 1, 1, IMM, NOT(63), PLAIN)
ROW_LEA_HI(0x0400, SRC_B_AT_C(1, PLAIN), IMM())
ROW_LEA_HI_X(0x0400, SRC_B_AT_C(1, PLAIN), IMM())
FORMS_B(ROW_LEA_SX, 1, IMM, (.neg = 63))
FORMS_B(ROW_LEA_SX_X, 1, IMM, NOT(63))

#define ROW_LOP3(form, ...) ROW("LOP3.LUT", LOP3, (form) | 0x012, ALL, ALU, \
    MODS(SWITCH(80, pand)), \
    OPS(PDOPT(81), RD(1), SRC_A(1, PLAIN), __VA_ARGS__, FIELD(72, 8), PS(87, 90)), NO_FIX)
FORMS_BC_B(ROW_LOP3, 1, 1, IMM, PLAIN, PLAIN)

// Two functions of three predicates, or of the signs of registers.
#define PLOP3_LUT      {.kind = SASS_OPND_IMM, .pos = 64, .width = 3, .hpos = 72, .hwidth = 5}
#define SIGN           (.suffix = {SASS_MOD_OTHER, 0, 0, dot_sign})
#define SIGN_K         (.spaced = true, .suffix = {SASS_MOD_OTHER, 0, 0, dot_sign})
#define PLOP3_SIGNS    FIELD(72, 8), FIELD(16, 8)
#define ROW_PLOP3_PSP(form, ...) ROW("PLOP3.LUT", PLOP3, (form) | 0x01d, ALL, ALU, NO_MODS, \
    OPS(PD(81), PD(84), PS(87, 90), __VA_ARGS__, PS(68, 71), PLOP3_SIGNS), NO_FIX)
#define ROW_PLOP3_PSS(form, ...) ROW("PLOP3.LUT", PLOP3, (form) | 0x01e, ALL, ALU, NO_MODS, \
    OPS(PD(81), PD(84), PS(87, 90), __VA_ARGS__, SRC_C(1, SIGN), PLOP3_SIGNS), NO_FIX)
#define ROW_PLOP3_SSS(form, ...) ROW("PLOP3.LUT", PLOP3, (form) | 0x01f, ALL, ALU, NO_MODS, \
    OPS(PD(81), PD(84), SRC_A(1, SIGN), __VA_ARGS__, SRC_C(1, SIGN), PLOP3_SIGNS), NO_FIX)
#define PLOP3_FORMS(row) row(0x0200, SRC_B(1, SIGN)) row(0x0a00, SRC_K(SIGN_K)) \
    row(0x1a00, SRC_X(SIGN_K)) row(0x1c00, SRC_U(1, SIGN))
ROW("PLOP3.LUT", PLOP3, 0x081c, ALL, ALU, NO_MODS, OPS(PD(81), PD(84), PS(87, 90), PS(77, 80),
    PS(68, 71), PLOP3_LUT, FIELD(16, 8)), FIX(F(67, 1, 0)))
ROW("PLOP3.LUT", PLOP3, 0x081c, ALL, ALU, NO_MODS, OPS(PD(81), PD(84), PS(87, 90), PS(77, 80),
    {.kind = SASS_OPND_UPRED, .pos = 68, .neg = 71}, PLOP3_LUT, FIELD(16, 8)), FIX(F(67, 1, 1)))
PLOP3_FORMS(ROW_PLOP3_PSP)
PLOP3_FORMS(ROW_PLOP3_PSS)
PLOP3_FORMS(ROW_PLOP3_SSS)

#define ROW_SHF(form, ...) ROW("SHF", SHF, (form) | 0x019, ALL, ALU, MODS(SHF_MODS), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), NO_FIX)
FORMS_BC(ROW_SHF, 1, IMM, PLAIN, PLAIN)
#define ROW_PRMT(form, ...) ROW("PRMT", PRMT, (form) | 0x016, ALL, ALU, \
    MODS({SASS_MOD_OTHER, 72, 3, prmt_mode}), OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), NO_FIX)
FORMS_BC(ROW_PRMT, 1, IMM, PLAIN, PLAIN)
#define ROW_SGXT(form, ...) ROW("SGXT", SGXT, (form) | 0x01a, ALL, ALU, \
    MODS({SASS_MOD_WRAP, 75, 1, wrap_names}, SIGNED), OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), \
    NO_FIX)
FORMS_B(ROW_SGXT, 1, IMM, PLAIN)
#define ROW_BMSK(form, ...) ROW("BMSK", BMSK, (form) | 0x01b, ALL, ALU, \
    MODS({SASS_MOD_WRAP, 75, 1, wrap_names}), OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), NO_FIX)
FORMS_B(ROW_BMSK, 1, IMM, PLAIN)

#define ROW_POPC(form, ...) ROW("POPC", POPC, (form) | 0x009, ALL, XU, NO_MODS, \
    OPS(RD(1), __VA_ARGS__), NO_FIX)
#define ROW_BREV(form, ...) ROW("BREV", BREV, (form) | 0x001, ALL, XU, NO_MODS, \
    OPS(RD(1), __VA_ARGS__), NO_FIX)
#define ROW_FLO(form, ...) ROW("FLO", FLO, (form) | 0x000, ALL, XU, \
    MODS(SIGNED, SWITCH(74, shift_high)), OPS(RD(1), PDOPT(81), __VA_ARGS__), NO_FIX)
FORMS_X(ROW_POPC, 1, IMM, NOT(63))
FORMS_X(ROW_BREV, 1, IMM, PLAIN)
FORMS_X(ROW_FLO, 1, IMM, NOT(63))

#define ROW_VABSDIFF(form, ...) ROW("VABSDIFF", VABSDIFF, (form) | 0x014, ALL, ALU, MODS(SIGNED), \
    OPS(RD(1), PDOPT(81), SRC_A(1, PLAIN), __VA_ARGS__), NO_FIX)
#define ROW_VABSDIFF4(form, ...) ROW("VABSDIFF4", VABSDIFF4, (form) | 0x015, ALL, ALU, \
    MODS({SASS_MOD_SIGNED, 73, 1, abs_diff4_type}, SWITCH(75, acc)), \
    OPS(RD(1), PDOPT(81), SRC_A(1, PLAIN), __VA_ARGS__), NO_FIX)
FORMS_BC(ROW_VABSDIFF, 1, IMM, PLAIN, PLAIN)
FORMS_BC(ROW_VABSDIFF4, 1, IMM, PLAIN, PLAIN)
};

ROW_GROUP(integer);
