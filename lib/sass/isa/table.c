// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The instruction table. Encodings were derived from what ptxas emits and nvdisasm prints;
// tests/test_isa.c has nvdisasm judge every row on every architecture that it claims.
//
// The rows are a table and are read as one, so they keep their own layout.
// clang-format off
#include "sass/isa/names.h"

// Operands at their usual places. The letter is the slot of the word: A [24:31], B [32:39], C
// [64:71]; each slot has its own reuse flag.
#define RD(n)      {.kind = SASS_OPND_GPR, .pos = 16, .regs = (n), .dst = true}
#define RA(...)    {.kind = SASS_OPND_GPR, .pos = 24, .regs = 1, .reuse = 122, __VA_ARGS__}
#define RB(...)    {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1, .reuse = 123, __VA_ARGS__}
#define RC(...)    {.kind = SASS_OPND_GPR, .pos = 64, .regs = 1, .reuse = 124, __VA_ARGS__}
#define RC2        {.kind = SASS_OPND_GPR, .pos = 64, .regs = 2, .reuse = 124}
#define UB(...)    {.kind = SASS_OPND_UGPR, .pos = 32, .regs = 1, __VA_ARGS__}
#define IB(...)    {.kind = SASS_OPND_IMM, .pos = 32, .width = 32, __VA_ARGS__}
#define PD(p)      {.kind = SASS_OPND_PRED, .pos = (p), .dst = true}
#define PDOPT(p)   {.kind = SASS_OPND_PRED, .pos = (p), .dst = true, .optional = true}
#define PS(p, n)   {.kind = SASS_OPND_PRED, .pos = (p), .neg = (n)}
#define CB         {.kind = SASS_OPND_CONST, .pos = 38, .width = 16}
#define SREG       {.kind = SASS_OPND_SREG, .pos = 72, .width = 8}
#define DATA_D     {.kind = SASS_OPND_GPR, .pos = 16, .dst = true}
#define DATA_B     {.kind = SASS_OPND_GPR, .pos = 32}
#define GLOBAL(ur) {.kind = SASS_OPND_ADDR_GLOBAL, .pos = (ur), .width = 24, .is_signed = true}
#define SHARED     {.kind = SASS_OPND_ADDR_SHARED, .width = 24, .is_signed = true}
#define TARGET(w)  {.kind = SASS_OPND_TARGET, .pos = 34, .width = (w), .is_signed = true}

#define FTZ        {SASS_MOD_FTZ, 80, 1, sass_names_ftz}
#define RND        {SASS_MOD_RND, 78, 2, sass_names_rnd}
#define SAT        {SASS_MOD_SAT, 77, 1, sass_names_sat}
#define CMP        {SASS_MOD_CMP, 76, 3, sass_names_cmp}
#define BOOLOP     {SASS_MOD_BOOL, 74, 2, sass_names_bool}
#define SIGNED     {SASS_MOD_SIGNED, 73, 1, sass_names_signed}
#define SIZE       {SASS_MOD_SIZE, 73, 3, sass_names_size}
#define ULDC_SIZE  {SASS_MOD_SIZE, 73, 3, sass_names_uldc_size}
#define E          {SASS_MOD_E, 72, 1, sass_names_e}
#define LD_ORDER   {SASS_MOD_CACHE, 77, 4, sass_names_load_order}
#define ST_ORDER   {SASS_MOD_CACHE, 77, 4, sass_names_store_order}
#define EVICT      {SASS_MOD_EVICT, 84, 3, sass_names_evict}
#define PREFETCH   {SASS_MOD_PREFETCH, 68, 2, sass_names_prefetch}
#define SHF_MODS   {SASS_MOD_DIR, 76, 1, sass_names_dir}, {SASS_MOD_WRAP, 75, 1, sass_names_wrap}, \
                   {SASS_MOD_TYPE, 73, 2, sass_names_shf_type}, {SASS_MOD_HI, 80, 1, sass_names_hi}
#define DEFER      {SASS_MOD_DEFER, 80, 1, sass_names_defer}

// Fields that hold one value in a form, most of them "no predicate" (PT 7, !PT 15).
#define F(p, w, v) {(p), (w), (v)}
#define NO_CARRY_OUT F(81, 3, 7)
#define IMAD_FIXED   NO_CARRY_OUT, F(87, 4, 15)

#define MODS(...)  {__VA_ARGS__}
#define OPS(...)   {__VA_ARGS__}
#define FIX(...)   {__VA_ARGS__}
#define NO_MODS    {{0}}
#define NO_OPS     {{0}}
#define NO_FIX     {{0}}
#define ROW(mnemonic, op, opcode, archs, sched, mods, operands, fixed) \
    {mnemonic, SASS_OP_##op, opcode, archs, SASS_SCHED_##sched, mods, operands, fixed},
#define ALL SASS_ALL_ARCHS

// Opcodes are bits [0:11]; 0x1000 stands for bit 91, an operand in a uniform register.
const struct sass_row sass_rows[] = {
// Control flow
ROW("NOP",      NOP,  0x0918, ALL,       NONE,   NO_MODS, NO_OPS, NO_FIX)
ROW("EXIT",     EXIT, 0x094d, ALL,       BRANCH, NO_MODS, NO_OPS, FIX(F(87, 3, 7)))
ROW("BRA",      BRA,  0x0947, SASS_SM8X, BRANCH, NO_MODS, OPS(TARGET(48)), FIX(F(87, 3, 7)))
// From sm_90 on the low 8 bits of the target sit in [16:23]: 48 + 8 bits.
ROW("BRA",      BRA,  0x0947, SASS_SM90, BRANCH, NO_MODS, OPS(TARGET(56)), FIX(F(87, 3, 7)))
ROW("BAR.SYNC", BAR,  0x0b1d, ALL,       BAR,    MODS(DEFER),
    OPS({.kind = SASS_OPND_IMM, .pos = 54, .width = 4},
        {.kind = SASS_OPND_IMM, .pos = 42, .width = 12, .optional = true}), NO_FIX)

// Moves
ROW("S2R",  S2R,  0x0919, ALL, SREG, NO_MODS, OPS(RD(1), SREG), NO_FIX)
ROW("CS2R", CS2R, 0x0805, ALL, CS2R, NO_MODS, OPS(RD(2), SREG), FIX(F(80, 1, 1)))
ROW("MOV",  MOV,  0x0202, ALL, ALU,  NO_MODS, OPS(RD(1), RB()), FIX(F(72, 4, 15)))
ROW("MOV",  MOV,  0x0802, ALL, ALU,  NO_MODS, OPS(RD(1), IB()), FIX(F(72, 4, 15)))
ROW("MOV",  MOV,  0x1c02, ALL, ALU,  NO_MODS, OPS(RD(1), UB()), FIX(F(72, 4, 15)))
ROW("SEL",  SEL,  0x0207, ALL, ALU,  NO_MODS, OPS(RD(1), RA(), RB(), PS(87, 90)), NO_FIX)
ROW("ULDC", ULDC, 0x0ab9, ALL, ULDC, MODS(ULDC_SIZE),
    OPS({.kind = SASS_OPND_UGPR, .pos = 16, .dst = true}, CB), NO_FIX)

// Integer
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

// FP32. FADD's second register uses reuse slot C; FMUL's [84:86] scales the product, 4 is "by one".
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

// Memory. Bits 76, 90 and 91: a descriptor, a 64-bit address register, a uniform register. Before
// sm_90 bit 101 makes the descriptor part of the text; the machine ignores it.
#define LDG_MODS     MODS(E, EVICT, PREFETCH, SIZE, LD_ORDER)
#define STG_MODS     MODS(E, EVICT, SIZE, ST_ORDER)
#define DESC_FIX     F(76, 1, 1), F(90, 1, 1)
#define DESC_TEXT    F(101, 1, 1)
ROW("LDG", LDG, 0x1981, SASS_SM8X, LOAD, LDG_MODS, OPS(DATA_D, GLOBAL(32)),
    FIX(DESC_FIX, NO_CARRY_OUT, DESC_TEXT))
ROW("LDG", LDG, 0x1981, SASS_SM90, LOAD, LDG_MODS, OPS(DATA_D, GLOBAL(32)),
    FIX(DESC_FIX, NO_CARRY_OUT))
ROW("STG", STG, 0x1986, SASS_SM8X, STORE, STG_MODS, OPS(GLOBAL(64), DATA_B),
    FIX(DESC_FIX, DESC_TEXT))
ROW("STG", STG, 0x1986, SASS_SM90, STORE, STG_MODS, OPS(GLOBAL(64), DATA_B), FIX(DESC_FIX))
ROW("LDS", LDS, 0x0984, ALL, LOAD,  MODS(SIZE), OPS(DATA_D, SHARED), NO_FIX)
ROW("STS", STS, 0x0388, ALL, STORE, MODS(SIZE), OPS(SHARED, DATA_B), NO_FIX)
};

const size_t sass_row_count = sizeof sass_rows / sizeof sass_rows[0];
