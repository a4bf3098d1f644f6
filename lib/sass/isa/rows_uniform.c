// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The uniform datapath: one value for the whole warp.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const upr[1] = {"UPR"};
static const char *const byte_of[4] = {"", ".B1", ".B2", ".B3"};
static const char *const vote[4] = {".ALL", ".ANY", ".EQ", NULL};
static const char *const dot_x[1] = {".X"};
static const char *const dot_ex[1] = {".EX"};
static const char *const dot_sign[1] = {".SIGN"};
static const char *const dot_or[1] = {".OR"};
static const char *const pand[2] = {"", ".PAND"};
static const char *const pack_round[8] = {[0] = "", [3] = ".RZ"};
static const char *const wrap[2] = {"", ".W"};
static const char *const shifted[2] = {"", ".SH"};
static const char *const high[1] = {".HI"};
static const char *const sx32[1] = {".SX32"};

#define U(p, n, ...) {.kind = SASS_OPND_UGPR, .pos = (p), .regs = (n), __VA_ARGS__}
#define UD(n)        U(16, n, .dst = true)
#define UA(...)      U(24, 1, __VA_ARGS__)
#define UC(n, ...)   U(64, n, __VA_ARGS__)
#define UPD(p)       {.kind = SASS_OPND_UPRED, .pos = (p), .dst = true}
#define UPDOPT(p)    {.kind = SASS_OPND_UPRED, .pos = (p), .dst = true, .optional = true}
#define UPS(p, n)    {.kind = SASS_OPND_UPRED, .pos = (p), .neg = (n)}
#define IS           IB(.is_signed = true)
#define NOT(bit)     .neg = bit, .complement = true
#define WORD(names)  {SASS_MOD_OTHER, 0, 0, names}
#define SWITCH(p, names) {SASS_MOD_OTHER, (p), 1, names}
#define NO_UP(p)     F(p, 4, 15)
#define NO_UPD(p)    F(p, 3, 7)
#define LUT8(p)      {.kind = SASS_OPND_IMM, .pos = (p), .width = 8}

static const struct sass_row rows[] = {
ROW("UMOV", UMOV, 0x0882, ALL, ULDC, NO_MODS, OPS(UD(1), IB()), NO_FIX)
ROW("UMOV", UMOV, 0x1c82, ALL, ULDC, NO_MODS, OPS(UD(1), UB()), NO_FIX)
#define ULDC_CX {.kind = SASS_OPND_CONST_UGPR, .pos = 38, .width = 16, .upos = 24}
#define ULDC_CU {.kind = SASS_OPND_CONST_UINDEX, .pos = 38, .width = 16, .upos = 24}
#define ULDC_D {.kind = SASS_OPND_UGPR, .pos = 16, .dst = true}
ROW("ULDC", ULDC, 0x0ab9, ALL, ULDC, MODS(ULDC_SIZE), OPS(ULDC_D, CB), NO_FIX)
ROW("ULDC", ULDC, 0x1ab9, ALL, ULDC, MODS(ULDC_SIZE), OPS(ULDC_D, ULDC_CX), NO_FIX)
ROW("ULDC", ULDC, 0x1abb, ALL, ULDC, MODS(ULDC_SIZE), OPS(ULDC_D, ULDC_CU), NO_FIX)
ROW("USEL", USEL, 0x1287, ALL, UNIFORM, NO_MODS, OPS(UD(1), UA(), UB(), UPS(87, 90)), NO_FIX)
ROW("USEL", USEL, 0x1887, ALL, UNIFORM, NO_MODS, OPS(UD(1), UA(), IB(), UPS(87, 90)), NO_FIX)

#define UIADD3(opcode, b) \
    ROW("UIADD3", UIADD3, opcode, ALL, UNIFORM, NO_MODS, \
        OPS(UD(1), UPDOPT(81), UPDOPT(84), UA(.neg = 72), b, UC(1, .neg = 75)), \
        FIX(NO_UP(77), NO_UP(87)))
#define UIADD3_X(opcode, b) \
    ROW("UIADD3.X", UIADD3_X, opcode, ALL, UNIFORM, NO_MODS, \
        OPS(UD(1), UPDOPT(81), UPDOPT(84), UA(NOT(72)), b, UC(1, NOT(75)), UPS(87, 90), \
            UPS(77, 80)), FIX(F(74, 1, 1)))
UIADD3(0x1290, UB(.neg = 63))
UIADD3(0x1890, IS)
UIADD3_X(0x1290, UB(NOT(63)))
UIADD3_X(0x1890, IS)
// Of register pairs.
#define UIADD3_64(opcode, b) \
    ROW("UIADD3.64", UIADD3_64, opcode, ALL, UNIFORM, NO_MODS, \
        OPS(UD(2), UPDOPT(81), UPDOPT(84), U(24, 2, .neg = 72), b, UC(2, .neg = 75)), \
        FIX(NO_UP(77), NO_UP(87)))
#define UIADD3_64_X(opcode, b) \
    ROW("UIADD3.64.X", UIADD3_64_X, opcode, ALL, UNIFORM, NO_MODS, \
        OPS(UD(2), UPDOPT(81), UPDOPT(84), U(24, 2, NOT(72)), b, UC(2, NOT(75)), UPS(87, 90), \
            UPS(77, 80)), FIX(F(74, 1, 1)))
UIADD3_64(0x1297, U(32, 2, .neg = 63))
UIADD3_64(0x1897, IS)
UIADD3_64_X(0x1297, U(32, 2, NOT(63)))
UIADD3_64_X(0x1897, IS)
#define UIMAD(opcode, ...) \
    ROW("UIMAD", UIMAD, opcode, ALL, UNIFORM, MODS(SIGNED), OPS(UD(1), UA(), __VA_ARGS__), \
        FIX(NO_UPD(81), NO_UP(87)))
#define UIMAD_X(opcode, ...) \
    ROW("UIMAD", UIMAD_X, opcode, ALL, UNIFORM, MODS(SIGNED, WORD(dot_x)), \
        OPS(UD(1), UA(), __VA_ARGS__, UPS(87, 90)), FIX(F(74, 1, 1), NO_UPD(81)))
UIMAD(0x12a4, UB(), UC(1, .neg = 75))
UIMAD(0x14a4, UC(1), IS)
UIMAD(0x18a4, IS, UC(1, .neg = 75))
UIMAD_X(0x12a4, UB(), UC(1, NOT(75)))
UIMAD_X(0x14a4, UC(1), IS)
UIMAD_X(0x18a4, IS, UC(1, NOT(75)))
#define UIMAD_WIDE(opcode, b) \
    ROW("UIMAD.WIDE", UIMAD_WIDE, opcode, ALL, UNIFORM, MODS(SIGNED), \
        OPS(UD(2), UPDOPT(81), UA(), b, UC(2, .neg = 75)), FIX(NO_UP(87))) \
    ROW("UIMAD.WIDE", UIMAD_WIDE_X, opcode, ALL, UNIFORM, MODS(SIGNED, WORD(dot_x)), \
        OPS(UD(2), UPDOPT(81), UA(), b, UC(2, NOT(75)), UPS(87, 90)), FIX(F(74, 1, 1)))
UIMAD_WIDE(0x12a5, UB())
UIMAD_WIDE(0x18a5, IS)

#define ULEA_SHIFT {.kind = SASS_OPND_IMM, .pos = 75, .width = 5}
#define NO_C       F(64, 6, SASS_URZ)
#define ULEA(opcode, b) \
    ROW("ULEA", ULEA, opcode, ALL, UNIFORM, NO_MODS, \
        OPS(UD(1), UPDOPT(81), UA(.neg = 72), b, ULEA_SHIFT), FIX(NO_C, NO_UP(87))) \
    ROW("ULEA", ULEA_HI, opcode, ALL, UNIFORM, MODS(WORD(high)), \
        OPS(UD(1), UPDOPT(81), UA(.neg = 72), b, UC(1), ULEA_SHIFT), FIX(F(80, 1, 1), NO_UP(87))) \
    ROW("ULEA", ULEA_HI_SX32, opcode, ALL, UNIFORM, MODS(WORD(high), WORD(sx32)), \
        OPS(UD(1), UPDOPT(81), UA(.neg = 72), b, ULEA_SHIFT), \
        FIX(F(80, 1, 1), F(73, 1, 1), NO_C, NO_UP(87)))
#define ULEA_X(opcode, b) \
    ROW("ULEA", ULEA_X, opcode, ALL, UNIFORM, MODS(WORD(dot_x)), \
        OPS(UD(1), UPDOPT(81), UA(NOT(72)), b, ULEA_SHIFT, UPS(87, 90)), FIX(F(74, 1, 1), NO_C)) \
    ROW("ULEA", ULEA_HI_X, opcode, ALL, UNIFORM, MODS(WORD(high), WORD(dot_x)), \
        OPS(UD(1), UPDOPT(81), UA(NOT(72)), b, UC(1), ULEA_SHIFT, UPS(87, 90)), \
        FIX(F(74, 1, 1), F(80, 1, 1))) \
    ROW("ULEA", ULEA_HI_X_SX32, opcode, ALL, UNIFORM, MODS(WORD(high), WORD(dot_x), WORD(sx32)), \
        OPS(UD(1), UPDOPT(81), UA(NOT(72)), b, ULEA_SHIFT, UPS(87, 90)), \
        FIX(F(74, 1, 1), F(80, 1, 1), F(73, 1, 1), NO_C))
ULEA(0x1291, UB(.neg = 63))
ULEA(0x1891, IB())
ULEA_X(0x1291, UB(NOT(63)))
ULEA_X(0x1891, IB())
// The number is the high word.
ROW("ULEA", ULEA_HI, 0x1491, ALL, UNIFORM, MODS(WORD(high)),
    OPS(UD(1), UPDOPT(81), UA(.neg = 72), UC(1), IB(), ULEA_SHIFT), FIX(F(80, 1, 1), NO_UP(87)))
ROW("ULEA", ULEA_HI_X, 0x1491, ALL, UNIFORM, MODS(WORD(high), WORD(dot_x)),
    OPS(UD(1), UPDOPT(81), UA(NOT(72)), UC(1), IB(), ULEA_SHIFT, UPS(87, 90)),
    FIX(F(74, 1, 1), F(80, 1, 1)))

#define ULOP3(opcode, b) \
    ROW("ULOP3.LUT", ULOP3, opcode, ALL, UNIFORM, MODS(SWITCH(80, pand)), \
        OPS(UPDOPT(81), UD(1), UA(), b, UC(1), LUT8(72), UPS(87, 90)), NO_FIX)
ULOP3(0x1292, UB())
ULOP3(0x1892, IB())
#define USHF(opcode, ...) \
    ROW("USHF", USHF, opcode, ALL, UNIFORM, MODS(SHF_MODS), OPS(UD(1), UA(), __VA_ARGS__), NO_FIX)
USHF(0x1299, UB(), UC(1))
USHF(0x1499, UC(1), IB())
USHF(0x1899, IB(), UC(1))
#define UPRMT(opcode, ...) \
    ROW("UPRMT", UPRMT, opcode, ALL, UNIFORM, NO_MODS, OPS(UD(1), UA(), __VA_ARGS__), NO_FIX)
UPRMT(0x1296, UB(), UC(1))
UPRMT(0x1896, IB(), UC(1))
#define USGXT(opcode, b) \
    ROW("USGXT", USGXT, opcode, ALL, UNIFORM, MODS(SWITCH(75, wrap), SIGNED), OPS(UD(1), UA(), b), \
        NO_FIX) \
    ROW("UBMSK", UBMSK, (opcode) + 1, ALL, UNIFORM, MODS(SWITCH(75, wrap)), OPS(UD(1), UA(), b), \
        NO_FIX)
USGXT(0x129a, UB())
USGXT(0x189a, IB())
#define UFLO(opcode, b) \
    ROW("UFLO", UFLO, opcode, ALL, UNIFORM, MODS(SIGNED, SWITCH(74, shifted)), \
        OPS(UD(1), UPDOPT(81), b), NO_FIX)
UFLO(0x12bd, UB(NOT(63)))
UFLO(0x18bd, IB())
#define F32_B {.kind = SASS_OPND_F32, .pos = 32, .width = 32}
#define UF2FP(opcode, b) \
    ROW("UF2FP.PACK_AB", UF2FP, opcode, SASS_SM86 | SASS_SM89 | SASS_SM90, UNIFORM, \
        MODS({SASS_MOD_RND, 79, 3, pack_round}), OPS(UD(1), UA(), b), \
        FIX(F(64, 6, SASS_URZ), F(75, 2, 1), F(84, 2, 2)))
UF2FP(0x12ba, UB())
UF2FP(0x18ba, F32_B)
ROW("ULEPC", ULEPC, 0x13ce, SASS_SM90, UNIFORM, NO_MODS, OPS(UD(2)), NO_FIX)
ROW("ULEPC", ULEPC, 0x19ce, SASS_SM90, UNIFORM, NO_MODS,
    OPS(UD(2), {.kind = SASS_OPND_TARGET, .pos = 24, .width = 58, .is_signed = true}), NO_FIX)
ROW("UBREV", UBREV, 0x12be, ALL, UNIFORM, NO_MODS, OPS(UD(1), UB()), NO_FIX)
ROW("UBREV", UBREV, 0x18be, ALL, UNIFORM, NO_MODS, OPS(UD(1), IB()), NO_FIX)
ROW("UPOPC", UPOPC, 0x12bf, ALL, UNIFORM, NO_MODS, OPS(UD(1), UB(NOT(63))), NO_FIX)
ROW("UPOPC", UPOPC, 0x18bf, ALL, UNIFORM, NO_MODS, OPS(UD(1), IB()), NO_FIX)

#define UISETP(opcode, b) \
    ROW("UISETP", UISETP, opcode, ALL, UNIFORM, MODS(CMP, SIGNED, BOOLOP), \
        OPS(UPD(81), UPD(84), UA(), b, UPS(87, 90)), FIX(F(68, 3, 7))) \
    ROW("UISETP", UISETP_EX, opcode, ALL, UNIFORM, MODS(CMP, SIGNED, BOOLOP, WORD(dot_ex)), \
        OPS(UPD(81), UPD(84), UA(), b, UPS(87, 90), UPS(68, 71)), FIX(F(72, 1, 1)))
UISETP(0x128c, UB())
UISETP(0x188c, IS)
// The first table is split, the second is whole.
ROW("UPLOP3.LUT", UPLOP3, 0x089c, ALL, UNIFORM, NO_MODS,
    OPS(UPD(81), UPD(84), UPS(87, 90), UPS(77, 80), UPS(68, 71),
        {.kind = SASS_OPND_IMM, .pos = 64, .width = 3, .hpos = 72, .hwidth = 5}, LUT8(16)), NO_FIX)
// Of the signs of registers.
#define UPLOP3_SIGN .suffix = {SASS_MOD_OTHER, 0, 0, dot_sign}
#define UPLOP3(opcode, ...) \
    ROW("UPLOP3.LUT", UPLOP3, opcode, ALL, UNIFORM, NO_MODS, \
        OPS(UPD(81), UPD(84), __VA_ARGS__, LUT8(72), LUT8(16)), NO_FIX)
UPLOP3(0x129d, UPS(87, 90), UB(UPLOP3_SIGN), UPS(68, 71))
UPLOP3(0x129e, UPS(87, 90), UB(UPLOP3_SIGN), UC(1, UPLOP3_SIGN))
UPLOP3(0x129f, UA(UPLOP3_SIGN), UB(UPLOP3_SIGN), UC(1, UPLOP3_SIGN))
#define UPR(...) {.kind = SASS_OPND_NAME, .suffix = {SASS_MOD_OTHER, 0, 0, upr}, __VA_ARGS__}
ROW("UP2UR", UP2UR, 0x1883, ALL, UNIFORM, MODS({SASS_MOD_OTHER, 76, 2, byte_of}),
    OPS(UD(1), UPR(), UA(), IB()), NO_FIX)
ROW("UP2UR", UP2UR, 0x1c83, ALL, UNIFORM, MODS({SASS_MOD_OTHER, 76, 2, byte_of}),
    OPS(UD(1), UPR(), UA(), UB()), NO_FIX)
// The mask that names all predicates is not printed.
#define UR2UP_A UA(.suffix = {SASS_MOD_OTHER, 76, 2, byte_of})
ROW("UR2UP", UR2UP, 0x1884, ALL, UNIFORM, NO_MODS, OPS(UPR(.dst = true), UR2UP_A),
    FIX(F(32, 32, 0xff)))
ROW("UR2UP", UR2UP, 0x1884, ALL, UNIFORM, NO_MODS, OPS(UPR(.dst = true), UR2UP_A, IB()), NO_FIX)
ROW("UR2UP", UR2UP, 0x1c84, ALL, UNIFORM, NO_MODS, OPS(UPR(.dst = true), UR2UP_A, UB()), NO_FIX)

// Between lanes and the uniform datapath.
ROW("VOTEU", VOTEU, 0x0886, ALL, ULDC, MODS({SASS_MOD_OTHER, 72, 2, vote}),
    OPS(U(16, 1, .dst = true, .optional = true), UPD(81), PS(87, 90)), NO_FIX)
#define R2UR_ROWS(opcode, archs, a) \
    ROW("R2UR", R2UR, opcode, archs, R2UR, NO_MODS, OPS(PDOPT(81), UD(1), a), NO_FIX) \
    ROW("R2UR", R2UR_OR, opcode, archs, R2UR, MODS(WORD(dot_or)), OPS(PD(81), UD(1), a), \
        FIX(F(84, 1, 1)))
#define RA_LATE {.kind = SASS_OPND_GPR, .pos = 24, .regs = 1}
R2UR_ROWS(0x03c2, SASS_SM8X, RA_LATE)
R2UR_ROWS(0x02ca, SASS_SM90, RA())
UROW("S2UR", S2UR, 0x09c3, ALL, SREG, NO_MODS, OPS(UD(1), SREG), NO_FIX)
};

ROW_GROUP(uniform);
