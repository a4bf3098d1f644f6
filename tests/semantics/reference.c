// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <math.h>

const int ref_modes[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
const struct ref_format ref_f16 = {10, -14, 65504, 0x8000, 0x7c00, 0x7fff};
const struct ref_format ref_bf16 = {7, -126, 0x1.fep127, 0x8000, 0x7f80, 0x7fff};
const struct ref_format ref_e4m3 = {3, -6, 448, 0x80, 0x7f, 0x7f};
const struct ref_format ref_e5m2 = {2, -14, 57344, 0x80, 0x7c, 0x7f};
const struct ref_format ref_single = {23, -126, 0x1.fffffep127, 0x80000000, 0x7f800000, 0x7fffffff};
const struct ref_format ref_tf32 = {10, -126, 0x1.ffcp127, 0x40000, 0x3fc00, 0x3ffff};

double ref_value(const struct ref_format *format, uint32_t bits)
{
    uint32_t magnitude = bits & (format->sign - 1);
    int exponent = (int)(magnitude >> format->fraction);
    double fraction = magnitude & ((1U << format->fraction) - 1);
    double value;
    if (magnitude >= format->infinity)
        value = magnitude == format->infinity && format->infinity != format->nan ? INFINITY : NAN;
    else if (exponent == 0)
        value = ldexp(fraction, format->least - format->fraction);
    else
        value = ldexp(1 + ldexp(fraction, -format->fraction), format->least + exponent - 1);
    return bits & format->sign ? -value : value;
}

double ref_whole(double a, int mode)
{
    fesetround(mode);
    volatile double result = nearbyint(a);
    fesetround(FE_TONEAREST);
    return result;
}

uint32_t ref_bits(const struct ref_format *format, double value, int mode)
{
    uint32_t sign = signbit(value) ? format->sign : 0;
    if (isnan(value))
        return format->nan;
    if (isinf(value))
        return sign | format->infinity;
    if (value == 0)
        return sign;
    int exponent = ilogb(value) > format->least ? ilogb(value) : format->least;
    int unit = exponent - format->fraction;
    double rounded = fabs(ldexp(ref_whole(ldexp(value, -unit), mode), unit));
    if (rounded > format->largest) {
        bool stays = mode == FE_TOWARDZERO || mode == (sign ? FE_UPWARD : FE_DOWNWARD);
        if (!stays)
            return sign | format->infinity;
        rounded = format->largest;
    }
    if (rounded < ldexp(1, format->least))
        return sign | (uint32_t)ldexp(rounded, format->fraction - format->least);
    exponent = ilogb(rounded);
    double fraction = ldexp(rounded, format->fraction - exponent) - ldexp(1, format->fraction);
    return sign | (uint32_t)(exponent - format->least + 1) << format->fraction | (uint32_t)fraction;
}

double ref_fma_odd(double a, double b, double c)
{
    volatile double x = a, y = b, z = c, result;
    fesetround(FE_TOWARDZERO);
    feclearexcept(FE_INEXACT);
    result = fma(x, y, z);
    bool inexact = fetestexcept(FE_INEXACT);
    fesetround(FE_TONEAREST);
    // The sign of a sum that cancels is that of the usual mode.
    if (result == 0 && !inexact)
        return fma(a, b, c);
    union {
        double d;
        uint64_t u;
    } pun = {.d = result};
    pun.u |= inexact && isfinite(pun.d);
    return pun.d;
}

uint32_t ref_flush(const struct ref_format *format, uint32_t bits, bool ftz)
{
    bool tiny = fabs(ref_value(format, bits)) < ldexp(1, format->least);
    return ftz && tiny ? bits & format->sign : bits;
}

uint32_t ref_clamp(const struct ref_format *format, uint32_t bits, enum ref_clamp clamp)
{
    double value = ref_value(format, bits);
    if (clamp == REF_RELU)
        return bits & format->sign ? 0 : bits;
    if (clamp == REF_SAT)
        return value > 1 ? ref_bits(format, 1, FE_TONEAREST) : value > 0 ? bits : 0;
    return bits;
}

static uint32_t finish(const struct ref_format *format, double value, bool ftz,
                       enum ref_clamp clamp)
{
    uint32_t bits = ref_flush(format, ref_bits(format, value, FE_TONEAREST), ftz);
    return ref_clamp(format, bits, clamp);
}

uint32_t ref_fma_in(const struct ref_format *format, uint32_t a, uint32_t b, uint32_t c, bool ftz,
                    enum ref_clamp clamp)
{
    double x = ref_value(format, ref_flush(format, a, ftz));
    double y = ref_value(format, ref_flush(format, b, ftz));
    double z = ref_value(format, ref_flush(format, c, ftz));
    return finish(format, ref_fma_odd(x, y, z), ftz, clamp);
}

uint32_t ref_add_in(const struct ref_format *format, uint32_t a, uint32_t b, bool ftz,
                    enum ref_clamp clamp)
{
    double x = ref_value(format, ref_flush(format, a, ftz));
    double y = ref_value(format, ref_flush(format, b, ftz));
    return finish(format, ref_fma_odd(x, 1, y), ftz, clamp);
}

uint32_t ref_mul_in(const struct ref_format *format, uint32_t a, uint32_t b, bool ftz,
                    enum ref_clamp clamp)
{
    double x = ref_value(format, ref_flush(format, a, ftz));
    double y = ref_value(format, ref_flush(format, b, ftz));
    return finish(format, x * y, ftz, clamp);
}

uint32_t ref_choose(const struct ref_format *format, uint32_t a, uint32_t b, bool minimum,
                    bool nan_wins)
{
    double x = ref_value(format, a), y = ref_value(format, b);
    if (isnan(x) && isnan(y))
        return format->nan;
    if (isnan(x) || isnan(y))
        return nan_wins ? format->nan : isnan(x) ? b : a;
    // A negative zero is the smaller one.
    bool less = x < y || (x == y && signbit(x) && !signbit(y));
    return less == minimum ? a : b;
}

// Volatile: the arithmetic must happen between the two changes of the mode.
#define IN_MODE(type, expression)                                                                  \
    volatile type x = a, result;                                                                   \
    fesetround(mode);                                                                              \
    result = expression;                                                                           \
    fesetround(FE_TONEAREST);                                                                      \
    return result;

float ref_add(float a, float b, int mode)
{
    IN_MODE(float, x + b)
}

float ref_mul(float a, float b, int mode)
{
    IN_MODE(float, x *b)
}

float ref_fma(float a, float b, float c, int mode)
{
    IN_MODE(float, fmaf(x, b, c))
}

float ref_div(float a, float b, int mode)
{
    IN_MODE(float, x / b)
}

float ref_sqrt(float a, int mode)
{
    IN_MODE(float, sqrtf(x))
}

double ref_add64(double a, double b, int mode)
{
    IN_MODE(double, x + b)
}

double ref_mul64(double a, double b, int mode)
{
    IN_MODE(double, x *b)
}

double ref_fma64(double a, double b, double c, int mode)
{
    IN_MODE(double, fma(x, b, c))
}

double ref_div64(double a, double b, int mode)
{
    IN_MODE(double, x / b)
}

double ref_sqrt64(double a, int mode)
{
    IN_MODE(double, sqrt(x))
}

float ref_narrow(double a, int mode)
{
    volatile double x = a;
    volatile float result;
    fesetround(mode);
    result = (float)x;
    fesetround(FE_TONEAREST);
    return result;
}
