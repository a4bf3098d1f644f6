// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Atomic operations and reductions. Of the memory they print a predicate (PT for none) and the old
// value; reductions have no result. In the forms with a uniform register bit 71 says descriptor and
// bit 70 (reductions: bit 90) 64-bit address register.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const plain_u32[1] = {".U32"};
static const char *const scale[4] = {"", ".X4", ".X8", ".X16"};
static const char *const ops[16] = {
    ".ADD", ".MIN", ".MAX", ".INC", ".DEC", ".AND", ".OR", ".XOR", ".EXCH",
};
static const char *const ops_safe[16] = {
    ".ADD", ".MIN", ".MAX", ".INC", ".DEC", ".AND", ".OR", ".XOR", ".EXCH", ".SAFEADD",
};
static const char *const ops_float[4] = {".ADD", ".MIN", ".MAX", NULL};
static const char *const arrive[1] = {".ARRIVE"};
static const char *const size64[1] = {".64"};
static const char *const cas[4] = {".CAS", ".CAST", NULL, ".CAST.SPIN"};
static const char *const types_sm8x[8] = {
    "", ".S32", ".64", ".F32.FTZ.RN", ".F16x2.RN", ".S64", ".F64.RN", NULL,
};
static const char *const types_sm90[8] = {"", ".S32", ".64", ".S64", ".128"};
static const char *const types_red90[8] = {"", ".S32", ".64", ".S64"};
static const char *const types_float[16] = {
    ".F16x2.RN", ".F16x4.RN", ".F16x8.RN", ".BF16x2.RN", ".BF16x4.RN", ".BF16x8.RN", NULL, NULL,
    NULL, ".F32.FTZ.RN", ".F32x2.FTZ.RN", ".F32x4.FTZ.RN", ".F32.RN", ".F32x2.RN", ".F32x4.RN",
    ".F64.RN",
};
static const char *const types_cas[8] = {"", ".S32", ".64", NULL, ".128"};
static const char *const types_cas_sm8x[8] = {"", ".S32", ".64"};

// The macros below take the last part of these names: a brace in their arguments would split them.
#define ADDRESS    .kind = SASS_OPND_ADDR_GLOBAL, .pos = 24, .opos = 40, .width = 24, \
                   .is_signed = true
#define G_DESC     {ADDRESS, .wide = true, .dpos = 64, .no_rz = true}
#define G_HIDDEN   {ADDRESS, .wide = true, .dpos = 64, .no_rz = true, .hidden_desc = true}
#define G_UR       {ADDRESS, .wide = true, .upos = 64}
#define G_UR90     {ADDRESS, .wide = true, .upos = 64, .no_rz = true}
#define G_U32      {ADDRESS, .upos = 64, .no_rz = true, .suffix = {SASS_MOD_OTHER, 0, 0, plain_u32}}
#define G_PAIR     {ADDRESS, .regs = 2}
#define S_ADDR     .kind = SASS_OPND_ADDR_SHARED, .pos = 24, .opos = 40, .width = 24, \
                   .is_signed = true, .suffix = {SASS_MOD_OTHER, 78, 2, scale}
#define S_SCALED   {S_ADDR}
#define S_UR       {S_ADDR, .upos = 64}
#define DATA_C     {.kind = SASS_OPND_GPR, .pos = 64}

#define OP_INT     {SASS_MOD_ATOM_OP, 87, 4, ops}
#define OP_SAFE    {SASS_MOD_ATOM_OP, 87, 4, ops_safe}
#define OP_RED     {SASS_MOD_ATOM_OP, 87, 3, ops}
#define OP_FLOAT   {SASS_MOD_ATOM_OP, 88, 2, ops_float}
#define OP_CAS     {SASS_MOD_OTHER, 87, 2, cas}
#define OP_ONLYCAS {SASS_MOD_OTHER, 0, 0, cas}
#define TYPE(width, names) {SASS_MOD_ATOM_TYPE, 73, width, names}
#define T_SM8X     TYPE(3, types_sm8x)
#define T_SM90     TYPE(3, types_sm90)
#define T_RED90    TYPE(3, types_red90)
#define T_FLOAT    TYPE(4, types_float)
#define T_CAS8X    TYPE(3, types_cas_sm8x)
#define T_CAS90    TYPE(3, types_cas)
#define T_SHARED8X TYPE(2, types_cas_sm8x)
#define ORDER      ST_ORDER
#define ANY        F(0, 0, 0)

static const struct sass_row rows[] = {
#define ATOM_ROW(name, opcode, archs, op, type, address, ...) \
    ROW(#name, name, opcode, archs, LOAD, MODS(E, OP_##op, EVICT, T_##type, ORDER), \
        OPS(PD(81), DATA_D, G_##address, DATA_B), FIX(__VA_ARGS__))
#define ATOM_SM8X(name, plain, uniform, op, type) \
    ATOM_ROW(name, plain,   SASS_SM8X, op, type, PAIR,   ANY) \
    ATOM_ROW(name, uniform, SASS_SM8X, op, type, DESC,   F(70, 2, 3), F(101, 1, 1)) \
    ATOM_ROW(name, uniform, SASS_SM8X, op, type, HIDDEN, F(70, 2, 3)) \
    ATOM_ROW(name, uniform, SASS_SM8X, op, type, UR,     F(70, 2, 1)) \
    ATOM_ROW(name, uniform, SASS_SM8X, op, type, U32,    F(70, 2, 0))
#define ATOM_SM90(name, plain, uniform, op, type) \
    ATOM_ROW(name, plain,   SASS_SM90, op, type, PAIR,   ANY) \
    ATOM_ROW(name, uniform, SASS_SM90, op, type, DESC,   F(70, 2, 3)) \
    ATOM_ROW(name, uniform, SASS_SM90, op, type, UR90,   F(70, 2, 1)) \
    ATOM_ROW(name, uniform, SASS_SM90, op, type, U32,    F(70, 2, 0))
ATOM_SM8X(ATOM,  0x038a, 0x198a, INT,   SM8X)
ATOM_SM8X(ATOMG, 0x03a8, 0x19a8, SAFE,  SM8X)
ATOM_SM90(ATOM,  0x038a, 0x198a, INT,   SM90)
ATOM_SM90(ATOMG, 0x03a8, 0x19a8, SAFE,  SM90)
// Floating point has opcodes of its own on sm_90.
ATOM_SM90(ATOM,  0x03a2, 0x19a2, FLOAT, FLOAT)
ATOM_SM90(ATOMG, 0x03a3, 0x19a3, FLOAT, FLOAT)
#define CAS_ROW(name, opcode, archs, op, type) \
    ROW(#name, name##_CAS, opcode, archs, LOAD, MODS(E, OP_##op, EVICT, T_##type, ORDER), \
        OPS(PD(81), DATA_D, G_PAIR, DATA_B, DATA_C), NO_FIX)
CAS_ROW(ATOM,  0x038b, SASS_SM8X, CAS,     CAS8X)
CAS_ROW(ATOM,  0x038b, SASS_SM90, CAS,     CAS90)
CAS_ROW(ATOMG, 0x03a9, SASS_SM8X, ONLYCAS, CAS8X)
CAS_ROW(ATOMG, 0x03a9, SASS_SM90, ONLYCAS, CAS90)
// Arrival on a shared barrier object through a generic address.
#define ARRIVE_ROW(archs, address, code) \
    ROW("ATOM", ATOM_ARRIVE, 0x1f8a, archs, LOAD, \
        MODS(E, {SASS_MOD_OTHER, 0, 0, arrive}, EVICT, {SASS_MOD_OTHER, 0, 0, size64}, ORDER), \
        OPS(PD(81), RD(2), G_##address), FIX(F(70, 1, 1), F(73, 3, 2), F(87, 4, code)))
ARRIVE_ROW(SASS_SM8X, UR, 9)
ARRIVE_ROW(SASS_SM90, UR90, 10)

#define ATOMS_ROW(archs, opcode, address, type) \
    ROW("ATOMS", ATOMS, opcode, archs, LOAD, MODS(OP_INT, T_##type), \
        OPS(DATA_D, S_##address, DATA_B), NO_FIX)
ATOMS_ROW(SASS_SM8X, 0x038c, SCALED, SHARED8X)
ATOMS_ROW(SASS_SM8X, 0x198c, UR,     SHARED8X)
ATOMS_ROW(SASS_SM90, 0x038c, SCALED, CAS90)
ATOMS_ROW(SASS_SM90, 0x198c, UR,     CAS90)
#define ATOMS_CAS_ROW(archs, type) \
    ROW("ATOMS", ATOMS_CAS, 0x038d, archs, LOAD, MODS(OP_CAS, T_##type), \
        OPS(DATA_D, S_SCALED, DATA_B, DATA_C), NO_FIX)
ATOMS_CAS_ROW(SASS_SM8X, SHARED8X)
ATOMS_CAS_ROW(SASS_SM90, CAS90)
#define ATOMS_FIXED(name, op, archs, regs, type, code) \
    ROW("ATOMS." name, op, 0x1f8c, archs, LOAD, NO_MODS, OPS(RD(regs), S_UR), \
        FIX(F(73, 3, type), F(87, 4, code)))
ATOMS_FIXED("ARRIVE.64",   ATOMS_ARRIVE, SASS_SM8X, 2, 2, 9)
ATOMS_FIXED("ARRIVE.64",   ATOMS_ARRIVE, SASS_SM90, 2, 2, 10)
ATOMS_FIXED("POPC.INC.32", ATOMS_POPC,   SASS_SM8X, 1, 0, 10)
ATOMS_FIXED("POPC.INC.32", ATOMS_POPC,   SASS_SM90, 1, 0, 11)

#define RED_ROW(row, text, opcode, archs, op, type, address, ...) \
    row(text, RED, opcode, archs, STORE, MODS(E, OP_##op, EVICT, T_##type, ORDER), \
        OPS(G_##address, DATA_B), FIX(__VA_ARGS__))
#define RED_SM90(row, text, plain, uniform, op, type) \
    RED_ROW(row, text, plain,   SASS_SM90, op, type, PAIR, ANY) \
    RED_ROW(row, text, uniform, SASS_SM90, op, type, DESC, F(71, 1, 1), F(90, 1, 1)) \
    RED_ROW(row, text, uniform, SASS_SM90, op, type, UR90, F(71, 1, 0), F(90, 1, 1)) \
    RED_ROW(row, text, uniform, SASS_SM90, op, type, U32,  F(71, 1, 0), F(90, 1, 0))
RED_ROW(ROW, "RED", 0x098e, SASS_SM8X, RED, SM8X, PAIR,   ANY)
RED_ROW(ROW, "RED", 0x198e, SASS_SM8X, RED, SM8X, DESC,   F(71, 1, 1), F(90, 1, 1), F(101, 1, 1))
RED_ROW(ROW, "RED", 0x198e, SASS_SM8X, RED, SM8X, HIDDEN, F(71, 1, 1), F(90, 1, 1))
RED_ROW(ROW, "RED", 0x198e, SASS_SM8X, RED, SM8X, UR,     F(71, 1, 0), F(90, 1, 1))
RED_ROW(ROW, "RED", 0x198e, SASS_SM8X, RED, SM8X, U32,    F(71, 1, 0), F(90, 1, 0))
RED_SM90(ROW, "REDG", 0x098e, 0x198e, RED,   RED90)
RED_SM90(ROW, "REDG", 0x09a6, 0x19a6, FLOAT, FLOAT)
// What disassemblers before CUDA 13 call them.
RED_SM90(ALIAS, "RED", 0x098e, 0x198e, RED,   RED90)
RED_SM90(ALIAS, "RED", 0x09a6, 0x19a6, FLOAT, FLOAT)
};

ROW_GROUP(atomic);
