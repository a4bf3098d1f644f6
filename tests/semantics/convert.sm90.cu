// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Conversions of bfloat16 that sm_90 adds.
#include "fp.cuh"

#define FROM_BF(result, op, x)                                                                     \
    asm("{.reg .b16 x; cvt.u16.u32 x, %1; " op " %0, x;}" : "=r"(result) : "r"(x))
#define TO_BF(result, op, x)                                                                       \
    asm("{.reg .b16 z; " op " z, %1; cvt.u32.u16 %0, z;}" : "=r"(result) : "r"(x))
#define WIDE_FROM_BF(at, op, x)                                                                    \
    asm("{.reg .b16 x; .reg .b64 z; cvt.u16.u32 x, %2; " op " z, x; mov.b64 {%0, %1}, z;}"          \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x))
KERNEL(c_bf_int, FROM_BF(out[0], "cvt.rni.s32.bf16", a); FROM_BF(out[1], "cvt.rzi.u32.bf16", a >> 16);
       FROM_BF(out[2], "cvt.rmi.s32.bf16", a); FROM_BF(out[3], "cvt.rpi.u32.bf16", a);
       WIDE_FROM_BF(4, "cvt.rzi.s64.bf16", a); WIDE_FROM_BF(6, "cvt.rni.u64.bf16", a >> 16))
KERNEL(c_int_bf, TO_BF(out[0], "cvt.rn.bf16.s32", a); TO_BF(out[1], "cvt.rz.bf16.u32", a);
       TO_BF(out[2], "cvt.rp.bf16.s32", a); TO_BF(out[3], "cvt.rm.bf16.u32", a);
       TO_BF(out[4], "cvt.rn.bf16.u32", a & 0xff))
KERNEL(c_bf_float, H1(out[0], "cvt.rn.bf16.f16", a); H1(out[1], "cvt.rn.f16.bf16", a);
       H1(out[2], "cvt.rni.bf16.bf16", a); H1(out[3], "cvt.rpi.bf16.bf16", a >> 16);
       asm("{.reg .b16 x; .reg .f64 z; cvt.u16.u32 x, %2; cvt.f64.bf16 z, x; mov.b64 {%0, %1}, z;}"
           : "=r"(out[4]), "=r"(out[5])
           : "r"(a));
       asm("{.reg .f64 x; .reg .b16 z; mov.b64 x, {%1, %2}; cvt.rn.bf16.f64 z, x; cvt.u32.u16 %0, z;}"
           : "=r"(out[6])
           : "r"(b), "r"((a & 0x800fffff) | ((0x370 + (a >> 20 & 0x7ff) % 0x120) << 20))))
