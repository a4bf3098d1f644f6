// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// FP32: arithmetic in all roundings, comparisons, minima and maxima, approximate functions,
// correctly rounded division and roots.
#include "fp.cuh"

KERNEL(f_add, ROUNDINGS(0, F2, "add", ".f32", a, b); ROUNDINGS(4, F2, "add", ".ftz.f32", a, b))
KERNEL(f_sub, ROUNDINGS(0, F2, "sub", ".f32", a, b); ROUNDINGS(4, F2, "sub", ".ftz.f32", a, b))
KERNEL(f_mul, ROUNDINGS(0, F2, "mul", ".f32", a, b); ROUNDINGS(4, F2, "mul", ".ftz.f32", a, b))
KERNEL(f_fma, ROUNDINGS(0, F3, "fma", ".f32", a, b, c);
       ROUNDINGS(4, F3, "fma", ".ftz.f32", a, b, c))
KERNEL(f_sat, ROUNDINGS(0, F3, "fma", ".sat.f32", a, b, c); F2(out[4], "add.sat.f32", a, b);
       F2(out[5], "mul.ftz.sat.f32", a, b); F2(out[6], "sub.rz.sat.f32", a, b);
       F1(out[7], "cvt.sat.f32.f32", a))
KERNEL(f_signs, u32 x, y, z; F1(x, "abs.f32", a); F1(y, "neg.f32", b); F1(z, "abs.f32", c);
       F2(out[0], "add.f32", x, y); F3(out[1], "fma.rn.f32", x, y, z);
       F3(out[2], "fma.rn.f32", y, x, z); F1(out[3], "neg.f32", x); F1(out[4], "abs.ftz.f32", a);
       F1(out[5], "neg.ftz.f32", a))
KERNEL(f_minmax, F2(out[0], "min.f32", a, b); F2(out[1], "max.f32", a, b);
       F2(out[2], "min.ftz.f32", a, b); F2(out[3], "max.ftz.f32", a, b);
       F2(out[4], "min.NaN.f32", a, b); F2(out[5], "max.NaN.f32", a, b);
       F2(out[6], "min.ftz.NaN.f32", a, b); F2(out[7], "max.ftz.NaN.f32", a, b))
KERNEL(f_approx, F1(out[0], "rcp.approx.f32", a); F1(out[1], "rsqrt.approx.f32", a);
       F1(out[2], "sqrt.approx.f32", a); F1(out[3], "lg2.approx.f32", a);
       F1(out[4], "ex2.approx.f32", a); F2(out[5], "div.full.f32", b, a);
       F1(out[6], "tanh.approx.f32", a))
KERNEL(f_approx_ftz, F1(out[0], "rcp.approx.ftz.f32", a); F1(out[1], "rsqrt.approx.ftz.f32", a);
       F1(out[2], "sqrt.approx.ftz.f32", a); F1(out[3], "lg2.approx.ftz.f32", a);
       F1(out[4], "ex2.approx.ftz.f32", a))
// An angle from -4 to 4.
KERNEL(f_circular, u32 x = (a & 0x80000000) | (0x3d800000 + (a & 0x037fffff));
       F1(out[0], "sin.approx.f32", x); F1(out[1], "cos.approx.f32", x);
       F1(out[2], "sin.approx.f32", b & 0x807fffff); F1(out[3], "cos.approx.f32", b & 0x807fffff);
       F1(out[4], "sin.approx.f32", b | 0x7f800000); F1(out[5], "cos.approx.f32", b | 0x7f800000))
KERNEL(f_div, ROUNDINGS(0, F2, "div", ".f32", a, b); ROUNDINGS(4, F2, "div", ".ftz.f32", a, b))
KERNEL(f_rcp, ROUNDINGS(0, F1, "rcp", ".f32", a); ROUNDINGS(4, F1, "rcp", ".ftz.f32", a))
KERNEL(f_sqrt, ROUNDINGS(0, F1, "sqrt", ".f32", a); ROUNDINGS(4, F1, "sqrt", ".ftz.f32", a))

#define SETP(bit, cmp)                                                                             \
    asm("{.reg .pred p; .reg .f32 x, y; .reg .u32 t; mov.b32 x, %1; mov.b32 y, %2; setp." cmp       \
        ".f32 p, x, y; selp.u32 t, " #bit ", 0, p; or.b32 %0, %0, t;}"                             \
        : "+r"(bits)                                                                               \
        : "r"(a), "r"(b))
KERNEL(f_setp, u32 bits = 0; SETP(1, "eq"); SETP(2, "ne"); SETP(4, "lt"); SETP(8, "le");
       SETP(16, "gt"); SETP(32, "ge"); SETP(64, "equ"); SETP(128, "neu"); SETP(256, "ltu");
       SETP(512, "leu"); SETP(1024, "gtu"); SETP(2048, "geu"); SETP(4096, "num");
       SETP(8192, "nan"); out[0] = bits)
KERNEL(f_setp_ftz, u32 bits = 0; SETP(1, "eq.ftz"); SETP(2, "lt.ftz"); SETP(4, "geu.ftz");
       out[0] = bits)
#define SETP_BOOL(bit, cmp)                                                                        \
    asm("{.reg .pred p, q, r, s; .reg .f32 x, y; .reg .u32 t; mov.b32 x, %1; mov.b32 y, %2; "       \
        "setp.ne.u32 r, %3, 0; setp." cmp                                                          \
        ".f32 p|q, x, y, r; selp.u32 t, " #bit ", 0, p; or.b32 %0, %0, t; selp.u32 t, 2*" #bit     \
        ", 0, q; or.b32 %0, %0, t;}"                                                               \
        : "+r"(bits)                                                                               \
        : "r"(a), "r"(b), "r"(c & 1))
KERNEL(f_setp_bool, u32 bits = 0; SETP_BOOL(1, "lt.and"); SETP_BOOL(4, "geu.or");
       SETP_BOOL(16, "ne.xor"); out[0] = bits)
KERNEL(f_set, F2(out[0], "set.lt.f32.f32", a, b); F2(out[1], "set.geu.ftz.f32.f32", a, b);
       F2(out[2], "set.ne.f32.f32", a, b);
       asm("{.reg .f32 x, y; mov.b32 x, %1; mov.b32 y, %2; set.le.u32.f32 %0, x, y;}"
           : "=r"(out[3])
           : "r"(a), "r"(b)))
KERNEL(f_select, float x = __uint_as_float(a), y = __uint_as_float(b);
       out[0] = __float_as_uint((c & 1) ? x : y); out[1] = __float_as_uint((c & 2) ? -x : fabsf(y));
       out[2] = __float_as_uint(x < y ? x : 2.5f))
// Products by powers of two, which may become a scale of the other product.
KERNEL(f_scale, float x = __uint_as_float(a), y = __uint_as_float(b);
       out[0] = __float_as_uint(x * y * 2); out[1] = __float_as_uint(x * 0.25f * y);
       out[2] = __float_as_uint(__fmul_rn(x, y) + __uint_as_float(c));
       out[3] = __float_as_uint(fmaf(x, y, __uint_as_float(c))))
