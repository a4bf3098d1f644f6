// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Texture instructions. The texture is named in one of four ways: by a place in a constant bank
// (bank, and offset in words), by a uniform register pair and an index, by a bank and two indices,
// or with .B alone by a register among the sources. Results are two vectors, the upper one first.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const mode_bound[4] = {"", NULL, ".SCR", NULL};
static const char *const mode_handle[4] = {NULL, ".B", NULL, ".SCR.B"};
static const char *const handle[2] = {"", ".B"};
static const char *const bound_only[1] = {""};
static const char *const handle_only[2] = {NULL, ".B"};
static const char *const scattered[2] = {"", ".SCR"};
static const char *const halves[4] = {"", ".F16.RN", ".F16.RZ", NULL};
static const char *const level[8] = {
    "", ".LZ", ".LB", ".LL", ".LC", ".LB.LC", ".LC.FDV", NULL,
};
static const char *const level_tld[8] = {[1] = ".LZ", [3] = ".LL"};
static const char *const limit[2] = {"", ".LC"};
static const char *const offset[2] = {"", ".AOFFI"};
static const char *const offsets[4] = {"", ".AOFFI", ".PTP", NULL};
static const char *const compare[2] = {"", ".DC"};
static const char *const samples[2] = {"", ".MS"};
static const char *const clamp[2] = {"", ".CL"};
static const char *const no_derivative[2] = {"", ".NDV"};
static const char *const no_dependence[2] = {"", ".NODEP"};
static const char *const component[4] = {".R", ".G", ".B", ".A"};
static const char *const dot_lod[1] = {".LOD"};
static const char *const geometry[8] = {
    "1D", "2D", "3D", "CUBE", "ARRAY_1D", "ARRAY_2D", NULL, "ARRAY_CUBE",
};
static const char *const geometry_tld[8] = {
    "1D", "2D", "3D", NULL, "ARRAY_1D", "ARRAY_2D", NULL, NULL,
};
static const char *const geometry_tld4[8] = {
    NULL, "2D", NULL, "CUBE", NULL, "ARRAY_2D", NULL, "ARRAY_CUBE",
};
static const char *const geometry_txd[8] = {
    "1D", "2D", NULL, NULL, "ARRAY_1D", "ARRAY_2D", NULL, NULL,
};
static const char *const query[4] = {
    "TEX_HEADER_DIMENSION", "TEX_HEADER_TEXTURE_TYPE", "TEX_HEADER_SAMPLER_POS", NULL,
};

// Now and then ptxas for sm_80 leaves a reuse flag here.
#define STRAY(bit) .reuse = (bit), .stray_reuse = true
#define RESULTS    {.kind = SASS_OPND_GPR, .pos = 64, .dst = true, .count = SASS_COUNT_TEXELS_2, \
                    STRAY(124)}, \
                   {.kind = SASS_OPND_GPR, .pos = 16, .dst = true, .count = SASS_COUNT_TEXELS}
#define VECTOR(p, c, ...) {.kind = SASS_OPND_GPR, .pos = (p), .count = SASS_COUNT_##c, __VA_ARGS__}
#define NUMBER(p, w) {.kind = SASS_OPND_IMM, .pos = (p), .width = (w)}
#define MASK       {.kind = SASS_OPND_IMM, .pos = 72, .width = 4, .optional = true, \
                    .default_imm = 15}
#define MASK_SHOWN {.kind = SASS_OPND_IMM, .pos = 72, .width = 4}
#define SHAPE(n)   {.kind = SASS_OPND_NAME, .suffix = {SASS_MOD_GEOMETRY, 61, 3, n}}
#define QUERY      {.kind = SASS_OPND_NAME, .suffix = {SASS_MOD_FUNCTION, 62, 2, query}}

// How the texture is named.
#define IN_BANK    NUMBER(54, 5), NUMBER(40, 14)
#define IN_UR      {.kind = SASS_OPND_UGPR, .pos = 40, .regs = 2}, NUMBER(46, 8)
#define BY_INDEX   NUMBER(54, 5), NUMBER(40, 6), NUMBER(46, 8)

#define MODE(n)    {SASS_MOD_TEX_MODE, 59, 2, n}
#define B_OR_NOT   {SASS_MOD_TEX_MODE, 59, 1, handle}
#define B_ALWAYS   {SASS_MOD_TEX_MODE, 59, 1, handle_only}
#define B_NEVER    {SASS_MOD_TEX_MODE, 0, 0, bound_only}
#define SCR        {SASS_MOD_TEX_SCR, 60, 1, scattered}
#define HALVES     {SASS_MOD_TEX_HALVES, 79, 2, halves}
#define LEVEL(n)   {SASS_MOD_TEX_LEVEL, 87, 3, n}
#define EXTRA(p, w, n) {SASS_MOD_TEX_EXTRA, (p), (w), n}
#define FLAG(p, n) {SASS_MOD_OTHER, (p), 1, n}
#define NODEP      FLAG(90, no_dependence)

static const struct sass_row rows[] = {
// RZ as the second source vector is left out, but where that holds the handle.
#define SOURCES(second) VECTOR(24, COORDS, .no_rz = true, STRAY(122)), VECTOR(32, TEX_MORE, second)

#define TEX_MODS(m) MODS(MODE(m), HALVES, LEVEL(level), EXTRA(76, 1, offset), \
    EXTRA(78, 1, compare), EVICT, FLAG(77, no_derivative), NODEP)
#define TEX(opcode, m, second, ...) ROW("TEX", TEX, opcode, ALL, TEX, TEX_MODS(m), \
    OPS(PDOPT(81), RESULTS, SOURCES(second), __VA_ARGS__, SHAPE(geometry), MASK), NO_FIX)
TEX(0x0b60, mode_bound,  .optional = true, IN_BANK)
TEX(0x0b60, mode_handle, .no_rz = true,    IN_BANK)
TEX(0x1f60, mode_bound,  .optional = true, IN_UR)
TEX(0x0b62, mode_handle, .no_rz = true,    BY_INDEX)
ROW("TEX", TEX, 0x0361, ALL, TEX, TEX_MODS(mode_handle),
    OPS(PDOPT(81), RESULTS, SOURCES(.no_rz = true), SHAPE(geometry), MASK), NO_FIX)

// A texel by its number.
#define TLD_MODS(m) MODS(MODE(m), HALVES, LEVEL(level_tld), EXTRA(76, 1, offset), EVICT, \
    EXTRA(78, 1, samples), FLAG(77, clamp), NODEP)
#define TLD(opcode, m, second, ...) ROW("TLD", TLD, opcode, ALL, TEX, TLD_MODS(m), \
    OPS(PDOPT(81), RESULTS, SOURCES(second), __VA_ARGS__, SHAPE(geometry_tld), MASK), NO_FIX)
TLD(0x0b66, mode_bound,  .optional = true, IN_BANK)
TLD(0x0b66, mode_handle, .no_rz = true,    IN_BANK)
TLD(0x1f66, mode_bound,  .optional = true, IN_UR)
TLD(0x0b68, mode_handle, .no_rz = true,    BY_INDEX)
ROW("TLD", TLD, 0x0367, ALL, TEX, TLD_MODS(mode_handle),
    OPS(PDOPT(81), RESULTS, SOURCES(.no_rz = true), SHAPE(geometry_tld), MASK), NO_FIX)

// One component of four texels.
#define TLD4_MODS(h) MODS(SCR, {SASS_MOD_OTHER, 87, 2, component}, B_##h, HALVES, \
    EXTRA(76, 2, offsets), EXTRA(78, 1, compare), EVICT, NODEP)
#define TLD4(opcode, h, second, ...) ROW("TLD4", TLD4, opcode, ALL, TEX, TLD4_MODS(h), \
    OPS(PDOPT(81), RESULTS, SOURCES(second), __VA_ARGS__, SHAPE(geometry_tld4), MASK), NO_FIX)
TLD4(0x0b63, NEVER,  .optional = true, IN_BANK)
TLD4(0x0b63, ALWAYS, .no_rz = true,    IN_BANK)
TLD4(0x1f63, NEVER,  .optional = true, IN_UR)
TLD4(0x0b65, ALWAYS, .no_rz = true,    BY_INDEX)
ROW("TLD4", TLD4, 0x0364, ALL, TEX, TLD4_MODS(ALWAYS),
    OPS(PDOPT(81), RESULTS, SOURCES(.no_rz = true), SHAPE(geometry_tld4), MASK), NO_FIX)

// The level of detail that a fetch would take.
#define TMML_MODS(h) MODS(B_##h, {SASS_MOD_OTHER, 0, 0, dot_lod}, FLAG(77, no_derivative), NODEP)
#define TMML(opcode, h, second, ...) ROW("TMML", TMML, opcode, ALL, TEX, TMML_MODS(h), \
    OPS(RESULTS, SOURCES(second), __VA_ARGS__, SHAPE(geometry), MASK), FIX(NO_CARRY_OUT))
TMML(0x0b69, NEVER,  .optional = true, IN_BANK)
TMML(0x0b69, ALWAYS, .no_rz = true,    IN_BANK)
TMML(0x1f69, NEVER,  .optional = true, IN_UR)
TMML(0x0b6b, ALWAYS, .no_rz = true,    BY_INDEX)
ROW("TMML", TMML, 0x036a, ALL, TEX, TMML_MODS(ALWAYS),
    OPS(RESULTS, SOURCES(.no_rz = true), SHAPE(geometry), MASK), FIX(NO_CARRY_OUT))

// With derivatives given.
#define TXD_MODS(h) MODS(B_##h, HALVES, {SASS_MOD_TEX_LEVEL, 87, 1, limit}, \
    EXTRA(76, 1, offset), EVICT, NODEP)
#define TXD_SOURCES VECTOR(24, TXD_COORDS, .no_rz = true, STRAY(122)), VECTOR(32, TXD_MORE)
#define TXD(opcode, h, ...) ROW("TXD", TXD, opcode, ALL, TEX, TXD_MODS(h), \
    OPS(PDOPT(81), RESULTS, TXD_SOURCES, __VA_ARGS__, SHAPE(geometry_txd), MASK), NO_FIX)
TXD(0x0b6c, OR_NOT, IN_BANK)
TXD(0x1f6c, NEVER,  IN_UR)
TXD(0x0b6e, ALWAYS, BY_INDEX)
ROW("TXD", TXD, 0x036d, ALL, TEX, TXD_MODS(ALWAYS),
    OPS(PDOPT(81), RESULTS, TXD_SOURCES, SHAPE(geometry_txd), MASK), NO_FIX)

// Facts about the texture.
#define TXQ_MODS(h) MODS(B_##h, NODEP)
#define TXQ(opcode, h, source, ...) ROW("TXQ", TXQ, opcode, ALL, TEX, TXQ_MODS(h), \
    OPS(RESULTS, VECTOR(24, TXQ, source, STRAY(122)), QUERY, __VA_ARGS__, MASK_SHOWN), NO_FIX)
TXQ(0x0b6f, NEVER,  .no_rz = false, IN_BANK)
TXQ(0x0b6f, ALWAYS, .no_rz = true,  IN_BANK)
TXQ(0x1f6f, NEVER,  .no_rz = false, IN_UR)
TXQ(0x0b71, ALWAYS, .no_rz = true,  BY_INDEX)
ROW("TXQ", TXQ, 0x0370, ALL, TEX, TXQ_MODS(ALWAYS),
    OPS(RESULTS, VECTOR(24, TXQ, .no_rz = true, STRAY(122)), QUERY, MASK_SHOWN), NO_FIX)
};

ROW_GROUP(texture);
