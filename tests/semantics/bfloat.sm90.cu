// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What sm_90 adds for bfloat16.
#include "fp.cuh"

KERNEL(b_add, B2(out[0], "add.bf16x2", a, b); B2(out[1], "sub.bf16x2", a, b);
       B2(out[2], "mul.bf16x2", a, b); H2(out[3], "add.bf16", a >> 16, b);
       H2(out[4], "mul.bf16", a, b >> 16))
KERNEL(b_set, B2(out[0], "set.lt.bf16x2.bf16x2", a, b); B2(out[1], "set.geu.bf16x2.bf16x2", a, b);
       B2(out[2], "set.eq.u32.bf16x2", a, b); B2(out[3], "set.nan.u32.bf16x2", a, b))
#define BSETP(bit, cmp)                                                                            \
    asm("{.reg .pred p, q; .reg .u32 t; setp." cmp                                                  \
        ".bf16x2 p|q, %1, %2; selp.u32 t, " #bit ", 0, p; or.b32 %0, %0, t; selp.u32 t, 2*" #bit   \
        ", 0, q; or.b32 %0, %0, t;}"                                                               \
        : "+r"(bits)                                                                               \
        : "r"(a), "r"(b))
KERNEL(b_setp, u32 bits = 0; BSETP(1, "lt"); BSETP(4, "neu"); BSETP(16, "ge"); out[0] = bits)
KERNEL(b_mufu, H1(out[0], "ex2.approx.ftz.bf16", a); H1(out[1], "tanh.approx.bf16", a >> 16);
       B1(out[2], "ex2.approx.ftz.bf16x2", b); B1(out[3], "tanh.approx.bf16x2", b))
