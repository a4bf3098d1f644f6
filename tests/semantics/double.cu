// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// FP64. The low words of two operands share a word, so that the edge values reach the high ones.
#include "fp.cuh"

KERNEL(d_add, ROUNDINGS_64(D2, "add", ".f64", c, a, d, b))
KERNEL(d_sub, ROUNDINGS_64(D2, "sub", ".f64", c, a, c, b))
KERNEL(d_mul, ROUNDINGS_64(D2, "mul", ".f64", d, a, e, b))
KERNEL(d_fma, ROUNDINGS_64(D3, "fma", ".f64", d, a, e, b, f, c))
// A product and a number that nearly cancels it.
KERNEL(d_cancel, double x = __hiloint2double((a & 0x800fffff) | 0x3ff00000, c);
       double y = __hiloint2double((b & 0x800fffff) | 0x3ff00000, d); double z = -(x * y);
       double r = fma(x, y, z); double s = x * y + z; out[0] = __double2loint(r);
       out[1] = __double2hiint(r); out[2] = __double2loint(s); out[3] = __double2hiint(s))
KERNEL(d_signs, double x = __hiloint2double(a, d); double y = __hiloint2double(b, e);
       double z = __hiloint2double(c, f); double r = fma(fabs(x), -y, z); double s = fabs(y) - x;
       double t = -fabs(z); out[0] = __double2loint(r); out[1] = __double2hiint(r);
       out[2] = __double2loint(s); out[3] = __double2hiint(s); out[4] = __double2loint(t);
       out[5] = __double2hiint(t))
KERNEL(d_constants, double x = __hiloint2double(a, d); double y = __hiloint2double(b, e);
       double r = fma(x, 1.5, y); double s = x + 0.3; double t = x * y * 3.0 + 7.0;
       out[0] = __double2loint(r); out[1] = __double2hiint(r); out[2] = __double2loint(s);
       out[3] = __double2hiint(s); out[4] = __double2loint(t); out[5] = __double2hiint(t))
KERNEL(d_minmax, D2(0, "min.f64", c, a, d, b); D2(2, "max.f64", c, a, d, b);
       D2(4, "min.f64", c, a, c, b); D2(6, "max.f64", c, a, c, b))
#define DSETP(bit, cmp)                                                                            \
    asm("{.reg .pred p; .reg .f64 x, y; .reg .u32 t; mov.b64 x, {%1, %2}; mov.b64 y, {%1, %3}; "    \
        "setp." cmp ".f64 p, x, y; selp.u32 t, " #bit ", 0, p; or.b32 %0, %0, t;}"                 \
        : "+r"(bits)                                                                               \
        : "r"(c), "r"(a), "r"(b))
KERNEL(d_setp, u32 bits = 0; DSETP(1, "eq"); DSETP(2, "ne"); DSETP(4, "lt"); DSETP(8, "le");
       DSETP(16, "gt"); DSETP(32, "ge"); DSETP(64, "equ"); DSETP(128, "neu"); DSETP(256, "ltu");
       DSETP(512, "leu"); DSETP(1024, "gtu"); DSETP(2048, "geu"); DSETP(4096, "num");
       DSETP(8192, "nan"); out[0] = bits)
KERNEL(d_div, ROUNDINGS_64(D2, "div", ".f64", c, a, d, b))
KERNEL(d_rcp, ROUNDINGS_64(D1, "rcp", ".f64", b, a))
KERNEL(d_sqrt, ROUNDINGS_64(D1, "sqrt", ".f64", b, a))
KERNEL(d_approx, D1(0, "rcp.approx.ftz.f64", b, a); D1(2, "rsqrt.approx.ftz.f64", b, a))
KERNEL(d_rsqrt, D1(0, "rsqrt.approx.f64", b, a))
KERNEL(d_narrow, ROUNDINGS(0, NARROW_64, "cvt", ".f32.f64", b, a);
       ROUNDINGS(4, NARROW_64, "cvt", ".ftz.f32.f64", b, a))
KERNEL(d_widen, WIDEN_64(0, "cvt.f64.f32", a); WIDEN_64(2, "cvt.ftz.f64.f32", a))
