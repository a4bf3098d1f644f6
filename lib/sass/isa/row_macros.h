// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The words that the rows of the table are written in.
//
// clang-format off
#ifndef SASS_ISA_ROW_MACROS_H
#define SASS_ISA_ROW_MACROS_H

#include "sass/isa/names.h"
#include "sass/isa/table.h"

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
#define GLOBAL(ur) {.kind = SASS_OPND_ADDR_GLOBAL, .pos = 24, .wide = true, .dpos = (ur), \
                    .opos = 40, .width = 24, .is_signed = true}
#define SHARED     {.kind = SASS_OPND_ADDR_SHARED, .pos = 24, .opos = 40, .width = 24, \
                    .is_signed = true}

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
    {mnemonic, SASS_OP_##op, opcode, archs, SASS_SCHED_##sched, false, mods, operands, fixed, false},
// The same with an opcode that other rows decode: another spelling, for the assembler only.
#define ALIAS(mnemonic, op, opcode, archs, sched, mods, operands, fixed) \
    {mnemonic, SASS_OP_##op, opcode, archs, SASS_SCHED_##sched, true, mods, operands, fixed, false},
// A row that is not of the uniform pipe but is guarded by a uniform predicate.
#define UROW(mnemonic, op, opcode, archs, sched, mods, operands, fixed) \
    {mnemonic, SASS_OP_##op, opcode, archs, SASS_SCHED_##sched, false, mods, operands, fixed, true},
#define ALL SASS_ALL_ARCHS

// Opcodes are bits [0:11]; 0x1000 stands for bit 91, an operand in a uniform register. A group of rows
// is one file; ROW_GROUP gives it to table.c.
#define ROW_GROUP(name) \
    const struct sass_row_group sass_group_##name = {rows, sizeof rows / sizeof rows[0]}

#endif
