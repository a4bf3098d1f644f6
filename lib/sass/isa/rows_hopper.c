// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What sm_90 added for asynchronous copies: tensor and bulk copies (TMA), barrier objects in shared
// memory, clusters, and the register pool of sm_90a. The barriers of a warp guard the registers
// that these instructions read; their data is waited for with a barrier object, or with
// UTMACMDFLUSH and DEPBAR. Most are of the uniform datapath: their guard is a uniform predicate.
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const dimensions[8] = {".1D", ".2D", ".3D", ".4D", ".5D"};
static const char *const im2col[2] = {"", ".IM2COL"};
static const char *const multicast[2] = {"", ".MULTICAST"};
static const char *const sequenced[2] = {"", ".SEQUENCED"};
static const char *const operations[8] = {
    ".ADD", ".MIN", ".MAX", ".INC", ".DEC", ".AND", ".OR", ".XOR",
};
static const char *const bulk_types[16] = {
    "", ".S32", ".U64", ".S64", ".F16.RN", ".F32.RN", ".F32.FTZ.RN", ".F64.RN", ".BF16.RN",
};
static const char *const counts[8] = {"", ".A1T0", ".A0T1", ".A0TR", ".A0TX", ".ART0"};
static const char *const results[4] = {"", ".TMASK", ".RED", NULL};
static const char *const optout[2] = {"", ".OPTOUT"};
static const char *const watch[2] = {"", ".WATCH"};
static const char *const trywait[2] = {"", ".TRYWAIT"};
static const char *const all_control[2] = {".IVALL", ".WBALL"};
static const char *const line_control[2] = {".IV", ".WB"};
static const char *const map_control[2] = {".IV", ".PF"};
static const char *const view[2] = {".S", ".G"};
static const char *const ignore_kill[2] = {"", ".IGNOREKILL"};
static const char *const remote_sizes[8] = {[4] = "", ".64", ".128"};
static const char *const remote_types[8] = {"", ".S32", ".64"};
static const char *const plain_u32[1] = {".U32"};
static const char *const strong_sys[1] = {".STRONG.SYS"};
static const char *const reduce_int[8] = {".ADD", ".MIN", ".MAX", [5] = ".AND", ".OR", ".XOR"};
static const char *const reduce_float[4] = {".ADD", ".MIN", ".MAX", ".F32ADD"};
static const char *const reduce_int_types[8] = {".32", ".S32", ".64", ".S64"};
static const char *const reduce_float_types[16] = {
    ".F16x2.RN", ".F16x4.RN", ".F16x8.RN", ".BF16x2.RN", ".BF16x4.RN", ".BF16x8.RN",
    [12] = ".F32.RN", ".F32x2.RN", ".F32x4.RN", ".F64.RN",
};

#define SM90      SASS_SM90
#define NAMED(n)  {SASS_MOD_OTHER, 0, 0, n}
#define OP        {SASS_MOD_ATOM_OP, 87, 3, operations}
// Uniform registers: plain, those that an address starts at, those of an address and coordinates.
#define UR(p)     {.kind = SASS_OPND_UGPR, .pos = (p), .regs = 1}
#define AT(p, n)  {.kind = SASS_OPND_UGPR, .pos = (p), .regs = (n), .bracket = ""}
#define AT_DIM(p, n) {.kind = SASS_OPND_UGPR, .pos = (p), .regs = (n), .bracket = "", \
                   .count = SASS_COUNT_PLUS_DIM}
#define POLICY    {.kind = SASS_OPND_UGPR, .pos = 40, .regs = 2, .bracket = "desc"}
#define SHARED_UR {.kind = SASS_OPND_ADDR_SHARED, .pos = 24, .upos = 64, .opos = 40, .width = 24, \
                   .is_signed = true}

static const struct sass_row rows[] = {
// Tensor copies. Loads name the shared address and barrier object, then the coordinates; stores the
// shared address, then the coordinates; prefetches the coordinates. The second operand is the
// address of the tensor map. IM2COL offsets and the multicast mask share a register.
#define DIM       {SASS_MOD_DIM, 79, 3, dimensions}
#define IM2COL    {SASS_MOD_OTHER, 82, 1, im2col}
#define MULTICAST {SASS_MOD_OTHER, 75, 1, multicast}
// With and without a cache policy, bit 76.
#define TENSOR(name, op, opcode, mods, ...) \
    UROW(name, op, opcode, SM90, STORE, MODS mods, OPS(__VA_ARGS__), NO_FIX) \
    UROW(name, op, opcode, SM90, STORE, MODS mods, OPS(__VA_ARGS__, POLICY), FIX(F(76, 1, 1)))
TENSOR("UTMALDG",   UTMALDG,  0x15b4, (DIM),                    AT_DIM(32, 2), AT(24, 2))
TENSOR("UTMALDG",   UTMALDG,  0x13b4, (DIM, IM2COL, MULTICAST), AT_DIM(32, 2), AT(24, 2), UR(64))
TENSOR("UTMASTG",   UTMASTG,  0x13b5, (DIM, IM2COL),            AT_DIM(32, 1), AT(24, 2))
TENSOR("UTMAREDG",  UTMAREDG, 0x13b6, (DIM, IM2COL, OP),        AT_DIM(32, 1), AT(24, 2))
TENSOR("UTMAPF.L2", UTMAPF,   0x15b8, (DIM),                    AT_DIM(32, 0), AT(24, 2))
#define PF_MODS   MODS(DIM, {SASS_MOD_OTHER, 0, 0, im2col + 1})
#define PF_OPS    AT_DIM(32, 0), AT(24, 2), UR(64)
UROW("UTMAPF.L2",   UTMAPF,   0x13b8, SM90, STORE, PF_MODS, OPS(PF_OPS), FIX(F(82, 1, 1)))
UROW("UTMAPF.L2",   UTMAPF,   0x13b8, SM90, STORE, PF_MODS, OPS(PF_OPS, POLICY),
    FIX(F(76, 1, 1), F(82, 1, 1)))
UROW("UTMACCTL",    UTMACCTL, 0x19b9, SM90, STORE, MODS({SASS_MOD_OTHER, 82, 1, map_control}),
    OPS(AT(24, 2)), NO_FIX)
UROW("UTMACCTL.IVALL", UTMACCTL, 0x09b9, SM90, STORE, NO_MODS, NO_OPS, FIX(F(83, 1, 1)))
UROW("UTMACMDFLUSH", UTMACMDFLUSH, 0x09b7, SM90, STORE, NO_MODS, NO_OPS, NO_FIX)
// Bulk copies: destination (a shared one with its barrier object), source, and the size in units of
// 16 bytes with the multicast mask in the upper half. Bits 73 and 74 say that destination and
// source are shared; bit 76 is a cache policy.
#define BULK_MODS (MULTICAST, {SASS_MOD_PREFETCH, 81, 2, sass_names_prefetch}, \
                       {SASS_MOD_OTHER, 83, 1, sequenced})
#define BULK(name, op, opcode, mods, source, spaces) \
    UROW(name, op, opcode, SM90, STORE, MODS mods, OPS(AT(32, 2), AT(24, source), UR(64)), \
        FIX(F(73, 2, spaces))) \
    UROW(name, op, opcode, SM90, STORE, MODS mods, OPS(AT(32, 2), AT(24, source), UR(64), POLICY), \
        FIX(F(73, 2, spaces), F(76, 1, 1)))
#define REDUCE    (OP, {SASS_MOD_ATOM_TYPE, 81, 4, bulk_types})
BULK("UBLKCP.S.G",  UBLKCP,  0x13ba, BULK_MODS, 2, 1)
BULK("UBLKCP.G.S",  UBLKCP,  0x13ba, BULK_MODS, 1, 2)
BULK("UBLKCP.S.S",  UBLKCP,  0x13ba, BULK_MODS, 1, 3)
BULK("UBLKRED.G.S", UBLKRED, 0x13bb, REDUCE,    1, 2)
BULK("UBLKRED.S.S", UBLKRED, 0x13bb, REDUCE,    1, 3)
UROW("UBLKPF.L2",   UBLKPF,  0x13bc, SM90, STORE, NO_MODS, OPS(AT(24, 2), UR(64)), NO_FIX)
UROW("UBLKPF.L2",   UBLKPF,  0x13bc, SM90, STORE, NO_MODS, OPS(AT(24, 2), UR(64), POLICY),
    FIX(F(76, 1, 1)))

// Barrier objects in shared memory. An arrival returns the state; .A1T0 and the like say how many
// arrivals and how many transaction bytes it counts, R for what the register says.
#define UR_PAIR   {.kind = SASS_OPND_UGPR, .pos = 16, .regs = 2, .dst = true}
#define AT_UR     {.kind = SASS_OPND_ADDR_SHARED, .upos = 24, .opos = 40, .width = 24, \
                   .is_signed = true}
UROW("SYNCS.EXCH.64", SYNCS_EXCH, 0x15b2, SM90, LOAD, NO_MODS,
    OPS(UR_PAIR, AT_UR, {.kind = SASS_OPND_UGPR, .pos = 32, .regs = 2}), FIX(F(72, 2, 1)))
// The group of four is the value to compare with and the new one.
UROW("SYNCS.CAS.64", SYNCS_CAS, 0x13b2, SM90, LOAD, NO_MODS,
    OPS(UR_PAIR, AT_UR, {.kind = SASS_OPND_UGPR, .pos = 32, .regs = 4},
        {.kind = SASS_OPND_UGPR, .pos = 32, .regs = 2, .ahead = 2}), FIX(F(72, 2, 2)))
UROW("SYNCS.LD.64", SYNCS_LD, 0x19b2, SM90, LOAD, NO_MODS, OPS(UR_PAIR, AT_UR), NO_FIX)
ROW("SYNCS.LD.64",  SYNCS_LD, 0x15b1, SM90, LOAD, MODS({SASS_MOD_OTHER, 74, 1, watch}),
    OPS(RD(2), SHARED_UR), FIX(F(73, 1, 1)))
ROW("SYNCS.ARRIVE.TRANS64", SYNCS_ARRIVE, 0x19a7, SM90, LOAD,
    MODS({SASS_MOD_OTHER, 73, 2, results}, {SASS_MOD_OTHER, 75, 1, optout},
         {SASS_MOD_OTHER, 84, 3, counts}),
    OPS(RD(2), SHARED_UR, {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1}), NO_FIX)
ROW("SYNCS.PHASECHK.TRANS64", SYNCS_PHASECHK, 0x15a7, SM90, LOAD,
    MODS({SASS_MOD_OTHER, 72, 1, trywait}),
    OPS(PD(81), SHARED_UR, {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1}), FIX(F(70, 2, 1)))
ROW("SYNCS.CCTL", SYNCS_CCTL, 0x19b1, SM90, LOAD, MODS({SASS_MOD_OTHER, 72, 1, line_control}),
    OPS(SHARED_UR), NO_FIX)
ROW("SYNCS.CCTL", SYNCS_CCTL, 0x09b1, SM90, LOAD, MODS({SASS_MOD_OTHER, 72, 1, all_control}),
    NO_OPS, NO_FIX)

// Stores and reductions in the shared memory of the cluster: the pair of registers holds the
// address of the data and that of the barrier object.
#define REMOTE    {.kind = SASS_OPND_ADDR_SHARED, .pos = 24, .wide = true, .no_rz = true, \
                   .opos = 40, .width = 24, .is_signed = true}
ROW("STAS",  STAS,  0x1dbd, SM90, STORE, MODS({SASS_MOD_SIZE, 73, 3, remote_sizes}),
    OPS(REMOTE, DATA_B), FIX(F(64, 6, SASS_URZ), F(90, 1, 1)))
ROW("REDAS", REDAS, 0x1dbe, SM90, STORE, MODS(OP, {SASS_MOD_ATOM_TYPE, 73, 3, remote_types}),
    OPS(REMOTE, DATA_B), FIX(F(64, 6, SASS_URZ), F(72, 1, 1)))

// Reduction of a multicast address: one value from the memories of all its devices. Bit 70: the
// register is the address and the uniform register an offset, not the other way round.
#define MC_ADDR   .kind = SASS_OPND_ADDR_GLOBAL, .pos = 24, .upos = 64, .opos = 40, .width = 24, \
                  .is_signed = true
#define LDGMC(opcode, ...) \
    ROW("LDGMC", LDGMC, opcode, SM90, LOAD, MODS(E, __VA_ARGS__, NAMED(strong_sys)), \
        OPS(DATA_D, {MC_ADDR, .shows_rz = true, .suffix = NAMED(plain_u32)}), FIX(F(77, 4, 10))) \
    ROW("LDGMC", LDGMC, opcode, SM90, LOAD, MODS(E, __VA_ARGS__, NAMED(strong_sys)), \
        OPS(DATA_D, {MC_ADDR, .wide = true, .no_rz = true}), FIX(F(70, 1, 1), F(77, 4, 10)))
LDGMC(0x19a4, {SASS_MOD_ATOM_OP, 87, 3, reduce_int}, {SASS_MOD_ATOM_TYPE, 73, 3, reduce_int_types})
LDGMC(0x19a5, {SASS_MOD_OTHER, 88, 2, reduce_float},
      {SASS_MOD_ATOM_TYPE, 73, 4, reduce_float_types})

// One thread of a warp, by the predicate; its number goes to the uniform register.
#define ELECTED   PD(81), {.kind = SASS_OPND_UGPR, .pos = 16, .regs = 1, .dst = true}
#define KILL      MODS({SASS_MOD_OTHER, 85, 1, ignore_kill})
ROW("ELECT", ELECT, 0x082f, SM90, ALU, KILL, OPS(ELECTED, PS(87, 90)), NO_FIX)
ROW("ELECT", ELECT, 0x182f, SM90, ALU, KILL, OPS(ELECTED, UR(24)), NO_FIX)
// The register pool of a CTA.
UROW("USETMAXREG.DEALLOC.CTAPOOL", USETMAXREG, 0x19c8, SM90, LOAD, NO_MODS,
    OPS({.kind = SASS_OPND_IMM, .pos = 32, .width = 10}), FIX(F(72, 3, 5), F(81, 3, SASS_PT)))
UROW("USETMAXREG.TRY_ALLOC.CTAPOOL", USETMAXREG, 0x19c8, SM90, LOAD, NO_MODS,
    OPS({.kind = SASS_OPND_UPRED, .pos = 81, .dst = true},
        {.kind = SASS_OPND_IMM, .pos = 32, .width = 10}), FIX(F(72, 3, 6)))
UROW("USETMAXREG.DEALLOC.CTAPOOL", USETMAXREG, 0x13c8, SM90, LOAD, NO_MODS, OPS(UR(32)),
    FIX(F(72, 3, 5), F(81, 3, SASS_PT)))
UROW("USETMAXREG.TRY_ALLOC.CTAPOOL", USETMAXREG, 0x13c8, SM90, LOAD, NO_MODS,
    OPS({.kind = SASS_OPND_UPRED, .pos = 81, .dst = true}, UR(32)), FIX(F(72, 3, 6)))
// The shared memory of a CTA.
UROW("USETSHMSZ", USETSHMSZ, 0x13c9, SM90, LOAD, NO_MODS, OPS(UR(32)), NO_FIX)
UROW("USETSHMSZ", USETSHMSZ, 0x19c9, SM90, LOAD, NO_MODS,
    OPS({.kind = SASS_OPND_IMM, .pos = 32, .width = 20}), NO_FIX)
UROW("USETSHMSZ.FLUSH", USETSHMSZ, 0x19c9, SM90, LOAD, NO_MODS, NO_OPS, FIX(F(72, 1, 1)))
// Makes generic accesses visible to the asynchronous ones; waited for by its write barrier.
ROW("FENCE.VIEW.ASYNC", FENCE_VIEW, 0x03c6, SM90, SREG, MODS({SASS_MOD_OTHER, 72, 1, view}), NO_OPS,
    NO_FIX)
// Programmatic dependent launch: wait for the grids before, let the grids behind start.
ROW("ACQBULK",  ACQBULK,  0x082e, SM90, NONE, NO_MODS, NO_OPS, NO_FIX)
ROW("PREEXIT",  PREEXIT,  0x082d, SM90, NONE, NO_MODS, NO_OPS, NO_FIX)
// Barrier of a cluster.
UROW("UCGABAR_ARV",  UCGABAR_ARV,  0x19c7, SM90, NONE, NO_MODS, NO_OPS, NO_FIX)
UROW("UCGABAR_WAIT", UCGABAR_WAIT, 0x1dc7, SM90, NONE, NO_MODS, NO_OPS, NO_FIX)
ROW("CGAERRBAR", CGAERRBAR, 0x05ab, SM90, NONE, NO_MODS, NO_OPS, NO_FIX)
};

ROW_GROUP(hopper);
