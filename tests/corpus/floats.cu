// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Single and double precision: arithmetic in every rounding, the mathematical functions.
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

#define UNARY(name, type, expression)                                                              \
    KERNEL name(const type *x, type *z, type c)                                                    \
    {                                                                                              \
        type a = x[THREAD];                                                                        \
        z[THREAD] = expression;                                                                    \
    }
#define TERNARY(name, type, expression)                                                            \
    KERNEL name(const type *x, const type *y, type *z, type c)                                     \
    {                                                                                              \
        type a = x[THREAD], b = y[THREAD];                                                         \
        z[THREAD] = expression;                                                                    \
    }
TERNARY(float_mix, float, a *b + c * a - b / 3 + (a > b ? a - c : -b))
TERNARY(float_add_rounding, float,
        __fadd_rn(a, b) + __fadd_rz(a, c) * __fadd_ru(b, c) - __fadd_rd(a, 1.5f))
TERNARY(float_mul_rounding, float,
        __fmul_rn(a, b) + __fmul_rz(a, c) * __fmul_ru(b, c) - __fmul_rd(a, 1.5f))
TERNARY(float_fma_rounding, float,
        __fmaf_rn(a, b, c) + __fmaf_rz(a, c, 2) * __fmaf_ru(b, c, a) - __fmaf_rd(a, 1.5f, -b))
TERNARY(float_div_rounding, float,
        __fdiv_rn(a, b) + __fdiv_rz(a, c) * __fdiv_ru(b, c) - __fdiv_rd(a, 1.5f))
TERNARY(float_divide_fast, float,
        __fdividef(a, b) + __frcp_rn(c) * __frcp_rz(a) - __frcp_ru(b) + __frcp_rd(b))
UNARY(float_root_rounding, float,
      __fsqrt_rn(a) + __fsqrt_rz(c) * __fsqrt_ru(a) - __fsqrt_rd(a + 1) + __frsqrt_rn(a))
TERNARY(float_minmax, float,
        fminf(a, b) * fmaxf(b, c) + fminf(fmaxf(a, 0), 6) - fmaxf(fmaxf(a, b), c))
TERNARY(float_compare, float, (a < b) + 2 * (a <= c) + 4 * (a == b) + 8 * (b != c) + 16 * !(a >= c))
TERNARY(float_signs, float,
        copysignf(a, b) + fabsf(a - b) * -fabsf(c) - fdimf(a, c) + (signbit(b) ? 1 : 2))
TERNARY(float_classes, float,
        isnan(a) + 2 * isinf(b) + 4 * isfinite(c) + 8 * (__float_as_int(a) >> 23) + ilogbf(b))
TERNARY(float_saturate, float,
        __saturatef(a) + __saturatef(a * b + c) * __saturatef(a + b) - __saturatef(a * c))
TERNARY(float_remainders, float, fmodf(a, b) + remainderf(b, c) - truncf(a / c))
TERNARY(float_powers, float, powf(a, b) + __powf(b, c) + cbrtf(a) + rcbrtf(b))
TERNARY(float_hypot, float, hypotf(a, b) + rhypotf(b, c) + norm3df(a, b, c) + rnorm4df(a, b, c, 1))
TERNARY(float_steps, float,
        nextafterf(a, b) + ldexpf(b, (int)c) + scalbnf(a, 3) + frexpf(b, (int *)z))
TERNARY(float_bessel, float, j0f(a) + y1f(b) + jnf(3, c))
TERNARY(float_angles, float, atan2f(a, b) + asinf(a) * acosf(b) + atanf(c))
TERNARY(float_select, float, a > 0 ? (b > 0 ? a : -b) : (c != a ? fabsf(b) : c))
TERNARY(float_polynomial, float, ((((a * 0.1f + b) * a - 0.7f) * a + c) * a + 3.0f) * a - b)
UNARY(float_sin, float, sinf(a))
UNARY(float_cos, float, cosf(a))
UNARY(float_tan, float, tanf(a))
UNARY(float_sincos, float, ({
          float s, k;
          sincosf(a, &s, &k);
          s *k + c;
      }))
UNARY(float_sinpi, float, sinpif(a) + cospif(c))
UNARY(float_exp, float, expf(a) + exp2f(a) * exp10f(c) + expm1f(a))
UNARY(float_log, float, logf(a) + log2f(a) * log10f(c) + log1pf(a))
UNARY(float_fast, float,
      __sinf(a) + __cosf(c) * __tanf(a) + __expf(a) - __logf(a) + __log2f(c) + __log10f(a) +
          __exp10f(a))
UNARY(float_hyperbolic, float, sinhf(a) + coshf(c) * tanhf(a) + asinhf(a) - acoshf(c) + atanhf(a))
UNARY(float_error, float,
      erff(a) + erfcf(a) * erfinvf(c) - erfcinvf(a) + erfcxf(a) + normcdff(a) + normcdfinvf(a))
UNARY(float_gamma, float, tgammaf(a) + lgammaf(c))
UNARY(float_rounding, float,
      floorf(a) + ceilf(c) * truncf(a) - roundf(a) + rintf(c) + nearbyintf(a * c))
UNARY(float_modf, float, ({
          float whole;
          float part = modff(a, &whole);
          whole *c - part;
      }))
UNARY(float_gelu, float, 0.5f * a * (1 + tanhf(0.7978845608f * (a + 0.044715f * a * a * a))) * c)
UNARY(float_sigmoid, float, 1 / (1 + __expf(-a * c)))
UNARY(float_rsqrt_newton, float, ({
          float r = rsqrtf(a);
          r *(1.5f - 0.5f * a * r * r) * c;
      }))
TERNARY(double_mix, double, a *b + c * a - b / 3 + (a > b ? a - c : -b))
TERNARY(double_add_rounding, double,
        __dadd_rn(a, b) + __dadd_rz(a, c) * __dadd_ru(b, c) - __dadd_rd(a, 1.5))
TERNARY(double_mul_rounding, double,
        __dmul_rn(a, b) + __dmul_rz(a, c) * __dmul_ru(b, c) - __dmul_rd(a, 1.5))
TERNARY(double_fma_rounding, double,
        __fma_rn(a, b, c) + __fma_rz(a, c, 2) * __fma_ru(b, c, a) - __fma_rd(a, 1.5, -b))
TERNARY(double_div_rounding, double,
        __ddiv_rn(a, b) + __ddiv_rz(a, c) * __ddiv_ru(b, c) - __ddiv_rd(a, 1.5))
TERNARY(double_root_rounding, double,
        __dsqrt_rn(a) + __dsqrt_rz(c) * __dsqrt_ru(b) - __drcp_rd(a + 1) + rsqrt(a))
TERNARY(double_minmax, double, fmin(a, b) * fmax(b, c) + fmin(fmax(a, 0.0), 6.0) - fabs(a))
TERNARY(double_compare, double,
        (a < b) + 2 * (a <= c) + 4 * (a == b) + 8 * (b != c) + 16 * !(a >= c))
TERNARY(double_powers, double, pow(a, b) + cbrt(a) + hypot(b, c))
TERNARY(double_remainders, double, fmod(a, b) + remainder(b, c) + trunc(a))
TERNARY(double_select, double, a > 0 ? (b > 0 ? a : -b) : (c != a ? fabs(b) : c))
UNARY(double_trigonometry, double, sin(a) + cos(c) * tan(a) + sinpi(c))
UNARY(double_inverse, double, asin(a) + acos(c) * atan(a) + atan2(a, c))
UNARY(double_exp, double,
      exp(a) + exp2(c) * exp10(a) + expm1(a) + log(a) - log2(c) * log10(a) + log1p(a))
UNARY(double_hyperbolic, double, sinh(a) + cosh(c) * tanh(a) + asinh(a) + acosh(c) - atanh(a))
UNARY(double_special, double, erf(a) + erfc(c) * tgamma(a) + lgamma(c) + j1(a))
UNARY(double_rounding, double, floor(a) + ceil(c) * trunc(a) - round(a) + rint(c))
UNARY(double_polynomial, double, ((((a * 0.1 + c) * a - 0.7) * a + c) * a + 3.0) * a)

// Denormals flushed and approximations, as -use_fast_math makes them.
#define PTX2(name, op)                                                                             \
    KERNEL name(const float *x, const float *y, float *z)                                          \
    {                                                                                              \
        float r;                                                                                   \
        asm(op " %0, %1, %2;" : "=f"(r) : "f"(x[THREAD]), "f"(y[THREAD]));                         \
        z[THREAD] = r;                                                                             \
    }
PTX2(ftz_add, "add.ftz.f32")
PTX2(ftz_sub_sat, "sub.ftz.sat.f32")
PTX2(ftz_mul_rz, "mul.rz.ftz.f32")
PTX2(ftz_div, "div.full.ftz.f32")
PTX2(ftz_div_approx, "div.approx.ftz.f32")
PTX2(ftz_max, "max.ftz.f32")
PTX2(nan_min, "min.NaN.f32")

KERNEL float_vectors(float4 *x, float2 *y, float3 *z)
{
    float4 a = x[THREAD];
    float2 b = y[THREAD];
    float3 c = z[THREAD];
    x[THREAD] = make_float4(a.w * b.x, a.z + c.y, a.y - b.y, a.x * c.z);
    y[THREAD] = make_float2(a.x + c.x, b.y);
    z[THREAD] = make_float3(c.z, c.x * b.x, a.w);
}
KERNEL double_complex(double2 *x, int n)
{
    double2 z = x[THREAD], s = make_double2(0, 0);
    for (int i = 0; i < n; i++) {
        s = make_double2(s.x * z.x - s.y * z.y + x[i].x, s.x * z.y + s.y * z.x + x[i].y);
    }
    x[THREAD] = s;
}
KERNEL kahan(const float *x, float *z, int n)
{
    float sum = 0, rest = 0;
    for (int i = 0; i < n; i++) {
        float y = __fsub_rn(x[THREAD * n + i], rest), t = __fadd_rn(sum, y);
        rest = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    z[THREAD] = sum;
}
KERNEL double_double(double2 *x, const double2 *y)
{
    double2 a = x[THREAD], b = y[THREAD];
    double p = a.x * b.x, e = __fma_rn(a.x, b.x, -p) + (a.x * b.y + a.y * b.x);
    double s = p + e;
    x[THREAD] = make_double2(s, e - (s - p));
}
KERNEL quadratic(float *x, float *y)
{
    float a = x[THREAD * 3], b = x[THREAD * 3 + 1], c = x[THREAD * 3 + 2];
    float d = b * b - 4 * a * c;
    if (d < 0) {
        y[THREAD] = nanf("");
        return;
    }
    float q = -0.5f * (b + copysignf(sqrtf(d), b));
    y[THREAD] = fmaxf(q / a, c / q);
}
KERNEL black_scholes(const float *s, const float *k, const float *t, float *call, float r, float v)
{
    float S = s[THREAD], K = k[THREAD], T = t[THREAD], q = v * sqrtf(T);
    float d1 = (logf(S / K) + (r + 0.5f * v * v) * T) / q, d2 = d1 - q;
    call[THREAD] = S * normcdff(d1) - K * expf(-r * T) * normcdff(d2);
}
