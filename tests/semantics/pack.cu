// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Two floats into halves and bfloat16.
#include "fp.cuh"

#define PACK(result, op, x, y)                                                                     \
    asm("{.reg .f32 x, y; mov.b32 x, %1; mov.b32 y, %2; " op " %0, x, y;}"                          \
        : "=r"(result)                                                                             \
        : "r"(x), "r"(y))
KERNEL(p_f16x2, PACK(out[0], "cvt.rn.f16x2.f32", a, b); PACK(out[1], "cvt.rz.f16x2.f32", a, b);
       PACK(out[2], "cvt.rn.relu.f16x2.f32", a, b); PACK(out[3], "cvt.rz.relu.f16x2.f32", a, b))
KERNEL(p_bf16x2, PACK(out[0], "cvt.rn.bf16x2.f32", a, b); PACK(out[1], "cvt.rz.bf16x2.f32", a, b);
       PACK(out[2], "cvt.rn.relu.bf16x2.f32", a, b); PACK(out[3], "cvt.rz.relu.bf16x2.f32", a, b))
#define NARROW(result, op, x)                                                                      \
    asm("{.reg .f32 x; .reg .b16 z; mov.b32 x, %1; " op " z, x; cvt.u32.u16 %0, z;}"                \
        : "=r"(result)                                                                             \
        : "r"(x))
KERNEL(p_single, NARROW(out[0], "cvt.rn.f16.f32", a); NARROW(out[1], "cvt.rn.bf16.f32", a);
       NARROW(out[2], "cvt.rz.bf16.f32", a); NARROW(out[3], "cvt.rn.relu.f16.f32", a);
       NARROW(out[4], "cvt.rn.relu.bf16.f32", b))
KERNEL(p_tf32_away, B1(out[0], "cvt.rna.tf32.f32", a & 0xbfffffff))
// A half of a float in front of what there is.
KERNEL(p_merge, u32 x; NARROW(x, "cvt.rn.f16.f32", a); out[0] = (b & 0xffff0000) | x;
       NARROW(x, "cvt.rn.bf16.f32", a); out[1] = (b & 0xffff0000) | x; out[2] = b << 16 | x)
