// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Between the lanes of a warp: votes, matches, reductions, shuffles. And all predicates at once.
//
// clang-format off
#include "sass/isa/alu_macros.h"

static const char *const vote_mode[4] = {".ALL", ".ANY", ".EQ", NULL};
static const char *const any[1] = {".ANY"};
static const char *const all[1] = {".ALL"};
static const char *const redux_op[8] = {"", ".OR", ".XOR", ".SUM", ".MIN", ".MAX"};
static const char *const redux_type[2] = {"", ".S32"};
static const char *const shfl_mode[4] = {".IDX", ".UP", ".DOWN", ".BFLY"};
static const char *const byte_names[4] = {"", ".B1", ".B2", ".B3"};
static const char *const dot_u64[1] = {".U64"};
static const char *const predicates[1] = {"PR"};

#define LANE_A         {.kind = SASS_OPND_GPR, .pos = 24, .regs = 1}
#define LANE_A2        {.kind = SASS_OPND_GPR, .pos = 24, .regs = 2}
#define LANE_B         {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1}
#define LANE_C         {.kind = SASS_OPND_GPR, .pos = 64, .regs = 1}
#define RDOPT          {.kind = SASS_OPND_GPR, .pos = 16, .regs = 1, .dst = true, .optional = true}
// The predicates P0 to P6, read or written where the mask says so.
#define PR             {.kind = SASS_OPND_NAME, .suffix = {SASS_MOD_OTHER, 0, 0, predicates}}
#define PR_DST         {.kind = SASS_OPND_NAME, .dst = true, \
                        .suffix = {SASS_MOD_OTHER, 0, 0, predicates}}

static const struct sass_row rows[] = {
ROW("VOTE", VOTE, 0x0806, ALL, ALU, MODS({SASS_MOD_FUNCTION, 72, 2, vote_mode}),
    OPS(RDOPT, PD(81), PS(87, 90)), NO_FIX)
ROW("MATCH", MATCH_ALL, 0x03a1, ALL, XU, MODS({SASS_MOD_OTHER, 0, 0, all}),
    OPS(PD(81), RD(1), LANE_A), NO_FIX)
ROW("MATCH", MATCH_ALL, 0x03a1, ALL, XU,
    MODS({SASS_MOD_OTHER, 0, 0, all}, {SASS_MOD_SIZE, 0, 0, dot_u64}),
    OPS(PD(81), RD(1), LANE_A2), FIX(F(73, 1, 1)))
ROW("MATCH", MATCH_ANY, 0x03a1, ALL, XU, MODS({SASS_MOD_OTHER, 0, 0, any}),
    OPS(RD(1), LANE_A), FIX(F(79, 1, 1), NO_CARRY_OUT))
ROW("MATCH", MATCH_ANY, 0x03a1, ALL, XU,
    MODS({SASS_MOD_OTHER, 0, 0, any}, {SASS_MOD_SIZE, 0, 0, dot_u64}),
    OPS(RD(1), LANE_A2), FIX(F(73, 1, 1), F(79, 1, 1), NO_CARRY_OUT))
// The result is a uniform register.
ROW("REDUX", REDUX, 0x03c4, ALL, XU,
    MODS({SASS_MOD_FUNCTION, 78, 3, redux_op}, {SASS_MOD_SIGNED, 73, 1, redux_type}),
    OPS({.kind = SASS_OPND_UGPR, .pos = 16, .regs = 1, .dst = true}, LANE_A), NO_FIX)

// Lane, or distance, and the clamp with the segment mask.
#define SHFL_MODE      MODS({SASS_MOD_FUNCTION, 58, 2, shfl_mode})
ROW("SHFL", SHFL, 0x0389, ALL, LOAD, SHFL_MODE, OPS(PD(81), RD(1), LANE_A, LANE_B, LANE_C), NO_FIX)
ROW("SHFL", SHFL, 0x0589, ALL, LOAD, SHFL_MODE,
    OPS(PD(81), RD(1), LANE_A, LANE_B, FIELD(40, 13)), NO_FIX)
ROW("SHFL", SHFL, 0x0989, ALL, LOAD, SHFL_MODE,
    OPS(PD(81), RD(1), LANE_A, FIELD(53, 5), LANE_C), NO_FIX)
ROW("SHFL", SHFL, 0x0f89, ALL, LOAD, SHFL_MODE,
    OPS(PD(81), RD(1), LANE_A, FIELD(53, 5), FIELD(40, 13)), NO_FIX)

// P2R puts the predicates that the mask (B) names into a byte of a copy of A; R2P takes them out.
#define BYTE_A         (.suffix = {SASS_MOD_OTHER, 76, 2, byte_names})
#define P2R(form, archs, ...) ROW("P2R", P2R, (form) | 0x003, archs, ALU, \
    MODS({SASS_MOD_OTHER, 76, 2, byte_names}), OPS(RD(1), PR, SRC_A(1, PLAIN), __VA_ARGS__), NO_FIX)
#define ROW_R2P(form, ...) ROW("R2P", R2P, (form) | 0x004, ALL, ALU, NO_MODS, \
    OPS(PR_DST, SRC_A(1, BYTE_A), __VA_ARGS__), NO_FIX)
P2R(0x0200, ALL, SRC_B(1, PLAIN))
P2R(0x0800, SASS_SM8X, IMM_S())
P2R(0x0800, SASS_SM90, IMM())
P2R(0x0a00, ALL, SRC_K(PLAIN))
P2R(0x1a00, ALL, SRC_X(PLAIN))
P2R(0x1c00, ALL, SRC_U(1, PLAIN))
FORMS_B(ROW_R2P, 1, IMM, PLAIN)
};

ROW_GROUP(lane);
