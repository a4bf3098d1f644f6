// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Halves and pairs of halves.
#include "fp.cuh"

KERNEL(h_add, B2(out[0], "add.f16x2", a, b); B2(out[1], "add.ftz.f16x2", a, b);
       B2(out[2], "add.sat.f16x2", a, b); B2(out[3], "sub.f16x2", a, b);
       B2(out[4], "sub.ftz.sat.f16x2", a, b))
KERNEL(h_mul, B2(out[0], "mul.f16x2", a, b); B2(out[1], "mul.ftz.f16x2", a, b);
       B2(out[2], "mul.sat.f16x2", a, b); B2(out[3], "mul.ftz.sat.f16x2", a, b))
KERNEL(h_fma, B3(out[0], "fma.rn.f16x2", a, b, c); B3(out[1], "fma.rn.ftz.f16x2", a, b, c);
       B3(out[2], "fma.rn.sat.f16x2", a, b, c); B3(out[3], "fma.rn.relu.f16x2", a, b, c);
       B3(out[4], "fma.rn.ftz.relu.f16x2", a, b, c); B3(out[5], "fma.rn.ftz.sat.f16x2", a, b, c))
// One half each: a choice of halves of the registers.
KERNEL(h_scalar, H2(out[0], "add.f16", a, b); H2(out[1], "mul.f16", a >> 16, b);
       H3(out[2], "fma.rn.f16", a, b >> 16, c); H2(out[3], "sub.sat.f16", a >> 16, b >> 16);
       H3(out[4], "fma.rn.relu.f16", a >> 16, b, c >> 16); H2(out[5], "mul.ftz.f16", a, b))
// Pairs made of halves of different registers.
KERNEL(h_mixed, u32 x = (a & 0xffff) | b << 16; u32 y = (a & 0xffff) | a << 16;
       u32 z = b >> 16 | (b & 0xffff0000); B2(out[0], "add.f16x2", x, c);
       B2(out[1], "mul.f16x2", y, c); B3(out[2], "fma.rn.f16x2", y, z, c);
       B3(out[3], "fma.rn.f16x2", c, b, y); B2(out[4], "add.f16x2", z, c))
KERNEL(h_signs, u32 x; u32 y; u32 z; B1(x, "abs.f16x2", a); B1(y, "neg.f16x2", b);
       B1(z, "abs.f16x2", c); B2(out[0], "add.f16x2", x, y); B3(out[1], "fma.rn.f16x2", x, y, z);
       B2(out[2], "mul.f16x2", y, z))
KERNEL(h_constants, u32 one = 0x3c00c000; u32 tiny = 0x00018001; B2(out[0], "add.f16x2", a, one);
       B2(out[1], "mul.f16x2", a, one); B3(out[2], "fma.rn.f16x2", a, one, b);
       B3(out[3], "fma.rn.f16x2", a, b, one); B2(out[4], "mul.f16x2", a, tiny);
       out[5] = (a & 1) ? 0x38003c00 : 0x00007bff)
KERNEL(h_minmax, B2(out[0], "min.f16x2", a, b); B2(out[1], "max.f16x2", a, b);
       B2(out[2], "min.NaN.f16x2", a, b); B2(out[3], "max.NaN.f16x2", a, b);
       B2(out[4], "min.ftz.f16x2", a, b); B2(out[5], "max.ftz.NaN.f16x2", a, b);
       H2(out[6], "min.f16", a >> 16, b); H2(out[7], "max.NaN.f16", a, b >> 16))

#define HSET(at, type, cmp) B2(out[at], "set." cmp "." type ".f16x2", a, b)
KERNEL(h_set, HSET(0, "f16x2", "eq"); HSET(1, "f16x2", "lt"); HSET(2, "f16x2", "geu");
       HSET(3, "f16x2", "ne.ftz"); HSET(4, "u32", "gt"); HSET(5, "u32", "leu");
       HSET(6, "u32", "nan"); HSET(7, "f16x2", "num"))
#define HSETP(bit, cmp)                                                                            \
    asm("{.reg .pred p, q, r; .reg .u32 t; setp.ne.u32 r, %3, 0; setp." cmp                         \
        " p|q, %1, %2, r; selp.u32 t, " #bit ", 0, p; or.b32 %0, %0, t; selp.u32 t, 2*" #bit       \
        ", 0, q; or.b32 %0, %0, t;}"                                                               \
        : "+r"(bits)                                                                               \
        : "r"(a), "r"(b), "r"(c & 1))
KERNEL(h_setp, u32 bits = 0; HSETP(1, "lt.and.f16x2"); HSETP(4, "neu.or.f16x2");
       HSETP(16, "ge.xor.f16x2"); HSETP(64, "eq.and.ftz.f16x2"); out[0] = bits)
#define HSETP1(bit, cmp, x, y)                                                                     \
    asm("{.reg .pred p; .reg .b16 x, y; .reg .u32 t; cvt.u16.u32 x, %1; cvt.u16.u32 y, %2; setp."   \
        cmp ".f16 p, x, y; selp.u32 t, " #bit ", 0, p; or.b32 %0, %0, t;}"                         \
        : "+r"(bits)                                                                               \
        : "r"(x), "r"(y))
KERNEL(h_setp_scalar, u32 bits = 0; HSETP1(1, "lt", a, b); HSETP1(2, "gtu", a >> 16, b);
       HSETP1(4, "equ", a, b >> 16); HSETP1(8, "num", a, b); out[0] = bits)
KERNEL(h_mufu, H1(out[0], "ex2.approx.f16", a); H1(out[1], "tanh.approx.f16", a >> 16);
       B1(out[2], "ex2.approx.f16x2", b); B1(out[3], "tanh.approx.f16x2", b))
#define WIDEN(result, op, x)                                                                       \
    asm("{.reg .b16 x; .reg .f32 z; cvt.u16.u32 x, %1; " op " z, x; mov.b32 %0, z;}"                \
        : "=r"(result)                                                                             \
        : "r"(x))
#define NARROW(result, op, x)                                                                      \
    asm("{.reg .f32 x; .reg .b16 z; mov.b32 x, %1; " op " z, x; cvt.u32.u16 %0, z;}"                \
        : "=r"(result)                                                                             \
        : "r"(x))
KERNEL(h_widen, WIDEN(out[0], "cvt.f32.f16", a); WIDEN(out[1], "cvt.f32.f16", a >> 16);
       WIDEN(out[2], "cvt.sat.f32.f16", a); WIDEN(out[3], "cvt.ftz.f32.f16", a))
KERNEL(h_narrow, ROUNDINGS(0, NARROW, "cvt", ".f16.f32", a); NARROW(out[4], "cvt.rn.ftz.f16.f32", a);
       NARROW(out[5], "cvt.rn.sat.f16.f32", a))
