// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Surface instructions: data by bytes (.D; .BA: the first coordinate counts bytes) or as formatted
// texels (.P). The surface is named by a place in a constant bank, by a bank and two indices, by a
// uniform register and an index, or by a register.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const by_byte[2] = {"", ".BA"};
static const char *const geometry[8] = {
    ".1D", ".1D_BUFFER", ".1D_ARRAY", ".2D", ".2D_ARRAY", ".3D", NULL, NULL,
};
static const char *const components[16] = {[1] = ".R", [3] = ".RG", [15] = ""};
static const char *const outside[4] = {".IGN", "", ".TRAP", NULL};
static const char *const ops[16] = {
    ".ADD", ".MIN", ".MAX", ".INC", ".DEC", ".AND", ".OR", ".XOR", ".EXCH",
};
static const char *const cas[1] = {".CAS"};
static const char *const types[8] = {
    "", ".S32", ".U64", ".F32.FTZ.RN", ".F16x2.RN", ".S64", ".SD32", ".SD64",
};
static const char *const types_cas_sm8x[8] = {"", ".S32", ".U64"};
static const char *const types_cas_sm90[8] = {"", ".S32", ".64"};
static const char *const status[1] = {"COMP_STATUS"};

#define NUMBER(p, w) {.kind = SASS_OPND_IMM, .pos = (p), .width = (w)}
#define IN_BANK    NUMBER(54, 5), NUMBER(40, 14)
#define BY_INDEX   NUMBER(54, 5), NUMBER(40, 6), NUMBER(46, 8)
#define IN_UR      {.kind = SASS_OPND_UGPR, .pos = 40, .regs = 1}, NUMBER(46, 8)
#define IN_REG     {.kind = SASS_OPND_GPR, .pos = 64, .regs = 1, .no_rz = true}

#define COORDS     {.kind = SASS_OPND_ADDR_SHARED, .pos = 24, .no_rz = true, \
                    .count = SASS_COUNT_COORDS}
#define RD1        {.kind = SASS_OPND_GPR, .pos = 16, .regs = 1, .dst = true}
#define PAIR_B     {.kind = SASS_OPND_GPR, .pos = 32, .count = SASS_COUNT_PAIRED}
#define STATUS     {.kind = SASS_OPND_NAME, .suffix = {SASS_MOD_OTHER, 0, 0, status}}

#define BA         {SASS_MOD_OTHER, 72, 1, by_byte}
#define SHAPE      {SASS_MOD_GEOMETRY, 61, 3, geometry}
#define COMPONENTS {SASS_MOD_COMPONENTS, 72, 4, components}
#define OUTSIDE    {SASS_MOD_OTHER, 59, 2, outside}
#define TYPE(n)    {SASS_MOD_ATOM_TYPE, 73, 3, n}

static const struct sass_row rows[] = {
// row(opcode, handle...) for every way to name the surface.
#define FORMS(row, bank, index, uniform, reg) \
    row(bank, IN_BANK) row(index, BY_INDEX) row(uniform, IN_UR) row(reg, IN_REG)

#define SULD_D(opcode, ...) ROW("SULD.D", SULD, opcode, ALL, TEX, \
    MODS(BA, SHAPE, EVICT, SIZE, LD_ORDER, OUTSIDE), \
    OPS(PDOPT(81), DATA_D, COORDS, __VA_ARGS__), NO_FIX)
#define SULD_P(opcode, ...) ROW("SULD.P", SULD, opcode, ALL, TEX, \
    MODS(SHAPE, EVICT, LD_ORDER, COMPONENTS, OUTSIDE), \
    OPS(PDOPT(81), DATA_D, COORDS, __VA_ARGS__), NO_FIX)
FORMS(SULD_D, 0x0b99, 0x0799, 0x1f99, 0x099a)
FORMS(SULD_P, 0x0b97, 0x0797, 0x1f97, 0x0998)

#define SUST_D(opcode, ...) ROW("SUST.D", SUST, opcode, ALL, TEX, \
    MODS(BA, SHAPE, EVICT, SIZE, ST_ORDER, OUTSIDE), OPS(COORDS, DATA_B, __VA_ARGS__), NO_FIX)
#define SUST_P(opcode, ...) ROW("SUST.P", SUST, opcode, ALL, TEX, \
    MODS(SHAPE, EVICT, ST_ORDER, COMPONENTS, OUTSIDE), OPS(COORDS, DATA_B, __VA_ARGS__), NO_FIX)
FORMS(SUST_D, 0x0b9d, 0x079d, 0x1f9d, 0x099e)
FORMS(SUST_P, 0x0b9b, 0x079b, 0x1f9b, 0x099c)

#define SUATOM(opcode, ...) ROW("SUATOM.D", SUATOM, opcode, ALL, TEX, \
    MODS(BA, SHAPE, {SASS_MOD_ATOM_OP, 87, 4, ops}, EVICT, TYPE(types), ST_ORDER, OUTSIDE), \
    OPS(PDOPT(81), DATA_D, COORDS, DATA_B, __VA_ARGS__), NO_FIX)
// The value to compare with and the new one stand in one group of registers.
#define CAS(archs, opcode, t, ...) ROW("SUATOM.D", SUATOM_CAS, opcode, archs, TEX, \
    MODS(BA, SHAPE, {SASS_MOD_OTHER, 0, 0, cas}, EVICT, TYPE(t), ST_ORDER, OUTSIDE), \
    OPS(PDOPT(81), DATA_D, COORDS, PAIR_B, __VA_ARGS__), NO_FIX)
#define SUATOM_CAS_8X(opcode, ...) CAS(SASS_SM8X, opcode, types_cas_sm8x, __VA_ARGS__)
#define SUATOM_CAS_90(opcode, ...) CAS(SASS_SM90, opcode, types_cas_sm90, __VA_ARGS__)
#define SURED(opcode, ...) ROW("SURED.D", SURED, opcode, ALL, TEX, \
    MODS(BA, SHAPE, {SASS_MOD_ATOM_OP, 87, 3, ops}, EVICT, TYPE(types), ST_ORDER, OUTSIDE), \
    OPS(COORDS, DATA_B, __VA_ARGS__), NO_FIX)
FORMS(SUATOM,        0x0593, 0x0793, 0x1f93, 0x0394)
FORMS(SUATOM_CAS_8X, 0x0595, 0x0795, 0x1f95, 0x0396)
FORMS(SUATOM_CAS_90, 0x0595, 0x0795, 0x1f95, 0x0396)
FORMS(SURED,         0x059f, 0x079f, 0x1f9f, 0x03a0)

// Whether the memory behind it is compressed.
#define SUQUERY(opcode, ...) ROW("SUQUERY", SUQUERY, opcode, \
    SASS_SM86 | SASS_SM89 | SASS_SM90, TEX, MODS(BA, SHAPE), \
    OPS(PDOPT(81), RD1, COORDS, STATUS, __VA_ARGS__), NO_FIX)
FORMS(SUQUERY, 0x0bb3, 0x07b3, 0x1fb3, 0x09b3)
};

ROW_GROUP(surface);
