// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Loads and stores. Bits 76, 90 and 91 of a global access: a descriptor, a 64-bit address register,
// a uniform register. Before sm_90 bit 101 makes the descriptor part of the text; the machine
// ignores it.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const plain_u32[1] = {".U32"};
static const char *const scale[4] = {"", ".X4", ".X8", ".X16"};
static const char *const ldc_mode[4] = {"", ".IL", ".IS", ".ISL"};
static const char *const matrix[2] = {".M88", ".MT88"};
static const char *const matrices[4] = {"", ".2", ".4", NULL};
static const char *const ldgsts_size[8] = {[4] = "", [5] = ".64", [6] = ".128"};
static const char *const bypass[2] = {".BYPASS", ""};
static const char *const zfill[2] = {"", ".ZFILL"};
static const char *const ldgsts_order[16] = {
    "", ".CONSTANT.PRIVATE", ".CONSTANT.CTA", ".CONSTANT.CTA.PRIVATE", ".CONSTANT", ".MMIO.CTA",
    ".GPU.PRIVATE", ".MMIO.CTA.PRIVATE", ".MMIO.SM", ".CONSTANT.SM", ".MMIO.VC",
    ".CONSTANT.SM.PRIVATE", ".MMIO.GPU", ".CONSTANT.VC", ".CONSTANT.VC.PRIVATE", ".CONSTANT.GPU",
};
static const char *const arrives_count[4] = {"", ".ARVCNT", ".TRANSCNT", NULL};

// An address with a descriptor or uniform register at `ur` and an offset of `ow` bits at `op`.
#define ADDRESS      .kind = SASS_OPND_ADDR_GLOBAL, .pos = 24, .is_signed = true
#define AT(op, ow)   .opos = (op), .width = (ow)
#define G_DESC(ur, ...)   {ADDRESS, .wide = true, .dpos = (ur), __VA_ARGS__}
#define G_HIDDEN(ur, ...) {ADDRESS, .wide = true, .dpos = (ur), .hidden_desc = true, __VA_ARGS__}
#define G_UR(ur, ...)     {ADDRESS, .wide = true, .upos = (ur), __VA_ARGS__}
// [UR] alone is for sm_80 to sm_89.
#define G_UR90(ur, ...)   {ADDRESS, .wide = true, .upos = (ur), .no_rz = true, __VA_ARGS__}
#define G_U32(ur, ...)    {ADDRESS, .upos = (ur), .no_rz = true, \
                           .suffix = {SASS_MOD_OTHER, 0, 0, plain_u32}, __VA_ARGS__}
#define G_WIDE(...)       {ADDRESS, .wide = true, __VA_ARGS__}
// Without a uniform register the pair is printed without .64.
#define G_PAIR(...)       {ADDRESS, .regs = 2, __VA_ARGS__}
#define S_AT(p, ...)      {.kind = SASS_OPND_ADDR_SHARED, .pos = (p), .is_signed = true, \
                           __VA_ARGS__}
#define SCALE             .suffix = {SASS_MOD_OTHER, 78, 2, scale}
#define S_REG             S_AT(24, AT(40, 24))
#define S_MATRIX          S_AT(24, AT(40, 24), .signed_alone = true)
#define S_SCALED          S_AT(24, AT(40, 24), SCALE)
#define S_UR(ur)          S_AT(24, AT(40, 24), .upos = (ur))
#define S_SCALED_UR(ur)   S_AT(24, AT(40, 24), .upos = (ur), SCALE)
#define DATA_C            {.kind = SASS_OPND_GPR, .pos = 64}
#define PS_INVERTED       {.kind = SASS_OPND_PRED, .pos = 64, .neg = 67, .optional = true, \
                           .inverted = true}
#define PS_OPT            {.kind = SASS_OPND_PRED, .pos = 87, .neg = 90, .optional = true}

#define ANY     F(0, 0, 0)
#define DESC    F(76, 1, 1), F(90, 1, 1)
#define HIDDEN  DESC, F(101, 1, 0)
#define SHOWN   DESC, F(101, 1, 1)
#define UR64    F(76, 1, 0), F(90, 1, 1)
#define UR32    F(76, 1, 0), F(90, 1, 0)

static const struct sass_row rows[] = {
#define LD_MODS   MODS(E, EVICT, PREFETCH, SIZE, LD_ORDER)
#define ST_MODS   MODS(E, EVICT, SIZE, ST_ORDER)
#define OFF24     AT(40, 24)
#define LDG(opcode, archs, address, ...) \
    ROW("LDG", LDG, opcode, archs, LOAD, LD_MODS, OPS(PDOPT(81), DATA_D, address, PS_INVERTED), \
        FIX(__VA_ARGS__))
LDG(0x1981, SASS_SM8X, G_DESC(32, OFF24),   SHOWN)
LDG(0x1981, SASS_SM8X, G_HIDDEN(32, OFF24), HIDDEN)
LDG(0x1981, SASS_SM90, G_DESC(32, OFF24),   DESC)
LDG(0x1981, SASS_SM8X, G_UR(32, OFF24),     UR64)
LDG(0x1981, SASS_SM90, G_UR90(32, OFF24),   UR64)
LDG(0x1981, ALL,       G_U32(32, OFF24),    UR32)
LDG(0x0381, ALL,       G_PAIR(OFF24),       ANY)
#define STG(opcode, archs, address, ...) \
    ROW("STG", STG, opcode, archs, STORE, ST_MODS, OPS(address, DATA_B), FIX(__VA_ARGS__))
STG(0x1986, SASS_SM8X, G_DESC(64, OFF24),   SHOWN)
STG(0x1986, SASS_SM8X, G_HIDDEN(64, OFF24), HIDDEN)
STG(0x1986, SASS_SM90, G_DESC(64, OFF24),   DESC)
STG(0x1986, SASS_SM8X, G_UR(64, OFF24),     UR64)
STG(0x1986, SASS_SM90, G_UR90(64, OFF24),   UR64)
STG(0x1986, ALL,       G_U32(64, OFF24),    UR32)
STG(0x0386, ALL,       G_PAIR(OFF24),       ANY)
// Generic addresses. Without a uniform register the offset has 32 bits.
#define LD(opcode, archs, address, ...) \
    ROW("LD", LD, opcode, archs, LOAD, LD_MODS, OPS(DATA_D, address, PS_INVERTED), FIX(__VA_ARGS__))
LD(0x1980, SASS_SM8X, G_DESC(32, OFF24),    SHOWN)
LD(0x1980, SASS_SM8X, G_HIDDEN(32, OFF24),  HIDDEN)
LD(0x1980, SASS_SM90, G_DESC(32, OFF24),    DESC)
LD(0x1980, SASS_SM8X, G_UR(32, OFF24),      UR64)
LD(0x1980, SASS_SM90, G_UR90(32, OFF24),    UR64)
LD(0x1980, ALL,       G_U32(32, OFF24),     UR32)
LD(0x0980, ALL,       G_PAIR(AT(32, 32)),   ANY)
#define ST(opcode, archs, address, data, ...) \
    ROW("ST", ST, opcode, archs, STORE, ST_MODS, OPS(address, data), FIX(__VA_ARGS__))
ST(0x1985, SASS_SM8X, G_DESC(64, OFF24),   DATA_B, SHOWN)
ST(0x1985, SASS_SM8X, G_HIDDEN(64, OFF24), DATA_B, HIDDEN)
ST(0x1985, SASS_SM90, G_DESC(64, OFF24),   DATA_B, DESC)
ST(0x1985, SASS_SM8X, G_UR(64, OFF24),     DATA_B, UR64)
ST(0x1985, SASS_SM90, G_UR90(64, OFF24),   DATA_B, UR64)
ST(0x1985, ALL,       G_U32(64, OFF24),    DATA_B, UR32)
ST(0x0385, ALL,       G_PAIR(AT(32, 32)),  DATA_C, ANY)

ROW("LDS", LDS, 0x0984, ALL, LOAD,  MODS(SIZE), OPS(DATA_D, S_SCALED), NO_FIX)
ROW("LDS", LDS, 0x1984, ALL, LOAD,  MODS(SIZE), OPS(DATA_D, S_SCALED_UR(32)), NO_FIX)
ROW("STS", STS, 0x0388, ALL, STORE, MODS(SIZE), OPS(S_SCALED, DATA_B), NO_FIX)
ROW("STS", STS, 0x1988, ALL, STORE, MODS(SIZE), OPS(S_SCALED_UR(64), DATA_B), NO_FIX)
ROW("LDL", LDL, 0x0983, ALL, LOAD,  MODS(EVICT, SIZE), OPS(DATA_D, S_REG), NO_FIX)
ROW("LDL", LDL, 0x1983, ALL, LOAD,  MODS(EVICT, SIZE), OPS(DATA_D, S_UR(32)), NO_FIX)
ROW("STL", STL, 0x0387, ALL, STORE, MODS(EVICT, SIZE), OPS(S_REG, DATA_B), NO_FIX)
ROW("STL", STL, 0x1987, ALL, STORE, MODS(EVICT, SIZE), OPS(S_UR(64), DATA_B), NO_FIX)

#define LDC_MODS MODS(ULDC_SIZE, {SASS_MOD_OTHER, 78, 2, ldc_mode})
ROW("LDC", LDC, 0x0b82, ALL, LOAD, LDC_MODS,
    OPS(DATA_D, {.kind = SASS_OPND_CONST_INDEX, .pos = 38, .width = 16, .is_signed = true}), NO_FIX)
ROW("LDC", LDC, 0x1582, ALL, LOAD, LDC_MODS,
    OPS(DATA_D, {.kind = SASS_OPND_CONST_UGPR, .upos = 24, .rpos = 64, .pos = 38, .width = 16,
                 .is_signed = true}), NO_FIX)

#define MATRIX_MODS MODS({SASS_MOD_OTHER, 78, 1, matrix}, {SASS_MOD_MATRICES, 72, 2, matrices})
ROW("LDSM.16", LDSM, 0x083b, ALL,       LOAD,  MATRIX_MODS, OPS(DATA_D, S_MATRIX), NO_FIX)
ROW("LDSM.16", LDSM, 0x183b, ALL,       LOAD,  MATRIX_MODS, OPS(DATA_D, S_UR(32)), NO_FIX)
ROW("STSM.16", STSM, 0x0844, SASS_SM90, STORE, MATRIX_MODS, OPS(S_MATRIX, DATA_B), NO_FIX)
ROW("STSM.16", STSM, 0x1844, SASS_SM90, STORE, MATRIX_MODS, OPS(S_UR(64), DATA_B), NO_FIX)

// From global to shared memory: no register is written, but -O0 code for sm_90 sets both barriers
// here and at LDGDEPBAR. Bit 70 says that the global address register has 64 bits.
#define LDGSTS_MODS MODS({SASS_MOD_OTHER, 81, 1, bypass}, EVICT, \
                         {SASS_MOD_PREFETCH, 71, 2, sass_names_prefetch}, \
                         {SASS_MOD_SIZE, 73, 3, ldgsts_size}, {SASS_MOD_OTHER, 82, 1, zfill}, \
                         {SASS_MOD_CACHE, 77, 4, ldgsts_order})
#define LDGSTS(opcode, archs, shared, global, ...) \
    ROW("LDGSTS.E", LDGSTS, opcode, archs, LOAD, LDGSTS_MODS, OPS(shared, global, PS_OPT), \
        FIX(__VA_ARGS__))
#define TO_SHARED S_AT(16, AT(44, 20), .signed_alone = true)
#define OFF12     AT(32, 12)
LDGSTS(0x1fae, SASS_SM8X, TO_SHARED, G_DESC(64, OFF12),   F(70, 1, 1), F(76, 1, 1), F(101, 1, 1))
LDGSTS(0x1fae, SASS_SM8X, TO_SHARED, G_HIDDEN(64, OFF12), F(70, 1, 1), F(76, 1, 1))
LDGSTS(0x1fae, SASS_SM90, TO_SHARED, G_DESC(64, OFF12),   F(70, 1, 1), F(76, 1, 1))
LDGSTS(0x1fae, ALL,       TO_SHARED, G_UR(64, OFF12, .shows_rz = true), F(70, 1, 1))
LDGSTS(0x1fae, ALL,       TO_SHARED, G_U32(64, OFF12),    ANY)
LDGSTS(0x1dae, ALL,       S_AT(16, AT(44, 20), .upos = 64), G_WIDE(OFF12), F(70, 1, 1))
ROW("LDGDEPBAR", LDGDEPBAR, 0x09af, ALL, LOAD, NO_MODS, NO_OPS, NO_FIX)
#define SB_SET(...) {.kind = SASS_OPND_SET, .pos = 32, .width = 6, .optional = true, __VA_ARGS__}
ROW("DEPBAR.LE", DEPBAR, 0x091a, ALL, NONE, NO_MODS,
    OPS({.kind = SASS_OPND_SCOREBOARD, .pos = 44}, {.kind = SASS_OPND_IMM, .pos = 38, .width = 6},
        SB_SET()), FIX(F(47, 1, 1)))
ROW("DEPBAR.LE", DEPBAR, 0x1d1a, SASS_SM90, NONE, NO_MODS,
    OPS({.kind = SASS_OPND_SCOREBOARD, .pos = 44}, {.kind = SASS_OPND_UGPR, .pos = 32, .regs = 1},
        {.kind = SASS_OPND_SET, .pos = 38, .width = 6, .optional = true}), FIX(F(47, 1, 1)))
ROW("DEPBAR",    DEPBAR, 0x091a, ALL, NONE, NO_MODS, OPS(SB_SET()), NO_FIX)
ROW("ARRIVES.LDGSTSBAR.64", ARRIVES, 0x19b0, SASS_SM8X, STORE, NO_MODS, OPS(S_UR(64)),
    FIX(F(73, 3, 5)))
ROW("ARRIVES.LDGSTSBAR.64", ARRIVES, 0x19b0, SASS_SM90, STORE,
    MODS({SASS_MOD_OTHER, 70, 2, arrives_count}), OPS(S_UR(64)), FIX(F(73, 3, 5)))
};

ROW_GROUP(memory);
