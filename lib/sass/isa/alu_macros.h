// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The words that the rows of arithmetic are written in: one macro names a row, another gives it
// every form that the instruction's second or third source has. Bits [9:11] of the opcode and bit
// 91 name the form: what stands in slot B, [32:63], and whether it is source B or source C. Where
// it is C, the register of B moves to [64:71].
//
// A set of modifier bits is written in parentheses: (.neg = 63, .abs = 62).
//
// clang-format off
#ifndef SASS_ISA_ALU_MACROS_H
#define SASS_ISA_ALU_MACROS_H

#include "sass/isa/row_macros.h"

#define BITS(...)      __VA_ARGS__
#define PLAIN          ()

// Sources: n registers, with modifier bits m.
#define SRC_A(n, m)    {.kind = SASS_OPND_GPR, .pos = 24, .regs = (n), .reuse = 122, BITS m}
#define SRC_B(n, m)    {.kind = SASS_OPND_GPR, .pos = 32, .regs = (n), .reuse = 123, BITS m}
#define SRC_C(n, m)    {.kind = SASS_OPND_GPR, .pos = 64, .regs = (n), .reuse = 124, BITS m}
#define SRC_B_AT_C(n, m) {.kind = SASS_OPND_GPR, .pos = 64, .regs = (n), .reuse = 123, BITS m}
#define SRC_C_AT_B(n, m) {.kind = SASS_OPND_GPR, .pos = 32, .regs = (n), .reuse = 124, BITS m}
#define SRC_U(n, m)    {.kind = SASS_OPND_UGPR, .pos = 32, .regs = (n), BITS m}
#define SRC_K(m)       {.kind = SASS_OPND_CONST, .pos = 38, .width = 16, BITS m}
#define SRC_X(m)       {.kind = SASS_OPND_CONST_UGPR, .upos = 32, .pos = 38, .width = 16, BITS m}
#define IMM()          {.kind = SASS_OPND_IMM, .pos = 32, .width = 32}
#define IMM_S()        {.kind = SASS_OPND_IMM, .pos = 32, .width = 32, .is_signed = true}
#define IMM_F32()      {.kind = SASS_OPND_F32, .pos = 32, .width = 32}
#define IMM_F64()      {.kind = SASS_OPND_F64, .pos = 32, .width = 32}
#define IMM_F16()      {.kind = SASS_OPND_F16, .pos = 32, .width = 16}
#define IMM_BF16()     {.kind = SASS_OPND_BF16, .pos = 32, .width = 16}
#define FIELD(p, w)    {.kind = SASS_OPND_IMM, .pos = (p), .width = (w)}

// row(form, sources...) for an instruction with sources A and B, B in slot B; sources of n
// registers; imm is the immediate that it takes.
#define FORMS_B(row, n, imm, m) \
    row(0x0200, SRC_B(n, m)) row(0x0800, imm()) row(0x0a00, SRC_K(m)) row(0x1a00, SRC_X(m)) \
    row(0x1c00, SRC_U(n, m))
// Second source at the place of C: FADD and its kind. The register form is row's own affair.
#define FORMS_B_AS_C(row, n, imm, m) \
    row(0x0400, imm()) row(0x0600, SRC_K(m)) row(0x1600, SRC_X(m)) row(0x1e00, SRC_U(n, m))
// One source in slot B, for the pipe whose opcodes end in form 3, 9, b and d.
#define FORMS_X(row, n, imm, m) \
    row(0x0300, {.kind = SASS_OPND_GPR, .pos = 32, .regs = (n), BITS m}) row(0x0900, imm()) \
    row(0x0b00, SRC_K(m)) row(0x1b00, SRC_X(m)) row(0x1d00, SRC_U(n, m))
// Three sources: B of nb registers with modifiers mb, C of nc registers with mc.
#define FORMS_BC_B(row, nb, nc, imm, mb, mc) \
    row(0x0200, SRC_B(nb, mb), SRC_C(nc, mc)) row(0x0800, imm(), SRC_C(nc, mc)) \
    row(0x0a00, SRC_K(mb), SRC_C(nc, mc)) row(0x1a00, SRC_X(mb), SRC_C(nc, mc)) \
    row(0x1c00, SRC_U(nb, mb), SRC_C(nc, mc))
#define FORMS_BC_C(row, nb, nc, imm, mb, mc) \
    row(0x0400, SRC_B_AT_C(nb, mc), imm()) FORMS_BC_C_BANK(row, nb, nc, mb, mc)
#define FORMS_BC_C_BANK(row, nb, nc, mb, mc) \
    row(0x0600, SRC_B_AT_C(nb, mc), SRC_K(mb)) row(0x1600, SRC_B_AT_C(nb, mc), SRC_X(mb)) \
    row(0x1e00, SRC_B_AT_C(nb, mc), SRC_U(nc, mb))
#define FORMS_BC(row, n, imm, mb, mc) \
    FORMS_BC_B(row, n, n, imm, mb, mc) FORMS_BC_C(row, n, n, imm, mb, mc)

#define NO_CARRY_IN    F(87, 4, 15)
#define PT_AT_87       F(87, 4, 7)

#endif
