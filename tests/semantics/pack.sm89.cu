// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// 8-bit floats.
#include "fp.cuh"

#define TO_FP8(result, op, x, y)                                                                   \
    asm("{.reg .f32 x, y; .reg .b16 z; mov.b32 x, %1; mov.b32 y, %2; " op                           \
        " z, x, y; cvt.u32.u16 %0, z;}"                                                            \
        : "=r"(result)                                                                             \
        : "r"(x), "r"(y))
#define FP8_FROM_F16(result, op, x)                                                                \
    asm("{.reg .b16 z; " op " z, %1; cvt.u32.u16 %0, z;}" : "=r"(result) : "r"(x))
#define F16_FROM_FP8(result, op, x)                                                                \
    asm("{.reg .b16 x; cvt.u16.u32 x, %1; " op " %0, x;}" : "=r"(result) : "r"(x))
// Floats near the range of the formats: 2^-20 to 2^19.
#define FLOAT(x) (((x) & 0x807fffff) | ((107 + ((x) >> 23 & 0xff) % 40) << 23))
KERNEL(p_fp8, TO_FP8(out[0], "cvt.rn.satfinite.e4m3x2.f32", FLOAT(a), FLOAT(b));
       TO_FP8(out[1], "cvt.rn.satfinite.e5m2x2.f32", FLOAT(a), FLOAT(b));
       TO_FP8(out[2], "cvt.rn.satfinite.relu.e4m3x2.f32", FLOAT(a), b);
       TO_FP8(out[3], "cvt.rn.satfinite.relu.e5m2x2.f32", a, FLOAT(b));
       TO_FP8(out[4], "cvt.rn.satfinite.e4m3x2.f32", a, b);
       TO_FP8(out[5], "cvt.rn.satfinite.e5m2x2.f32", a, b))
KERNEL(p_fp8_f16, FP8_FROM_F16(out[0], "cvt.rn.satfinite.e4m3x2.f16x2", a);
       FP8_FROM_F16(out[1], "cvt.rn.satfinite.e5m2x2.f16x2", a);
       FP8_FROM_F16(out[2], "cvt.rn.satfinite.relu.e4m3x2.f16x2", b);
       FP8_FROM_F16(out[3], "cvt.rn.satfinite.relu.e5m2x2.f16x2", b))
KERNEL(p_f16_fp8, F16_FROM_FP8(out[0], "cvt.rn.f16x2.e4m3x2", a);
       F16_FROM_FP8(out[1], "cvt.rn.f16x2.e5m2x2", a);
       F16_FROM_FP8(out[2], "cvt.rn.relu.f16x2.e4m3x2", a >> 16);
       F16_FROM_FP8(out[3], "cvt.rn.relu.f16x2.e5m2x2", a >> 16))
// Four in a word.
KERNEL(p_fp8x4, u32 low; u32 high;
       TO_FP8(low, "cvt.rn.satfinite.e4m3x2.f32", FLOAT(a), FLOAT(b));
       TO_FP8(high, "cvt.rn.satfinite.e4m3x2.f32", FLOAT(c), FLOAT(d)); out[0] = high << 16 | low;
       FP8_FROM_F16(low, "cvt.rn.satfinite.e5m2x2.f16x2", a);
       FP8_FROM_F16(high, "cvt.rn.satfinite.e5m2x2.f16x2", b); out[1] = high << 16 | low)
