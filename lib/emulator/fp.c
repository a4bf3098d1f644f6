// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/fp.h"

#include <math.h>

// E4M3 has no infinity: all ones but for the sign is its NaN, and what would be infinity is a
// number. The NaNs of FP64 are those of the host.
static const struct {
    uint8_t exponent, fraction; // bits
    uint64_t nan, largest;
} formats[] = {
    [FP_F16] = {5, 10, 0x7fff, 0x7bff},
    [FP_BF16] = {8, 7, 0x7fff, 0x7f7f},
    [FP_F32] = {8, 23, 0x7fffffff, 0x7f7fffff},
    [FP_F64] = {11, 52, UINT64_C(0xfff8000000000000), UINT64_C(0x7fefffffffffffff)},
    [FP_TF32] = {8, 10, 0x3ffff, 0x3fbff},
    [FP_E4M3] = {4, 3, 0x7f, 0x7e},
    [FP_E5M2] = {5, 2, 0x7f, 0x7b},
};

static int bias(enum fp_format format)
{
    return (1 << (formats[format].exponent - 1)) - 1;
}

uint64_t fp_sign(enum fp_format format)
{
    return UINT64_C(1) << (formats[format].exponent + formats[format].fraction);
}

uint64_t fp_nan(enum fp_format format)
{
    return formats[format].nan;
}

uint64_t fp_largest(enum fp_format format)
{
    return formats[format].largest;
}

uint64_t fp_infinity(enum fp_format format)
{
    if (format == FP_E4M3)
        return fp_nan(format);
    return ((UINT64_C(1) << formats[format].exponent) - 1) << formats[format].fraction;
}

bool fp_is_denormal(enum fp_format format, uint64_t bits)
{
    uint64_t magnitude = bits & (fp_sign(format) - 1);
    return magnitude && magnitude < UINT64_C(1) << formats[format].fraction;
}

uint64_t fp_flush_as(enum fp_format format, uint64_t bits, bool ftz)
{
    return ftz && fp_is_denormal(format, bits) ? bits & fp_sign(format) : bits;
}

double fp_decode(enum fp_format format, uint64_t bits)
{
    unsigned fraction = formats[format].fraction;
    uint64_t magnitude = bits & (fp_sign(format) - 1), significand = magnitude;
    bool negative = bits & fp_sign(format);
    double value;
    if (format == FP_F64)
        return fp_double(bits);
    if (magnitude > formats[format].largest) {
        value = magnitude == fp_infinity(format) && format != FP_E4M3 ? INFINITY : NAN;
    } else if (magnitude >> fraction == 0) {
        value = ldexp((double)significand, 1 - bias(format) - (int)fraction);
    } else {
        uint64_t exponent = (magnitude >> fraction) + 1023 - (uint64_t)bias(format);
        significand &= (UINT64_C(1) << fraction) - 1;
        value = fp_double(exponent << 52 | significand << (52 - fraction));
    }
    return negative ? -value : value;
}

// Whether a number between two neighbours is rounded away from zero. `rest` is what is lost,
// `half` the middle between the neighbours.
static bool rounds_up(bool negative, bool odd, uint64_t rest, uint64_t half,
                      enum fp_rounding rounding)
{
    switch (rounding) {
    case FP_NEAREST:
        return rest > half || (rest == half && odd);
    case FP_DOWN:
        return negative && rest;
    case FP_UP:
        return !negative && rest;
    default:
        return false;
    }
}

static uint64_t overflow(enum fp_format format, bool negative, enum fp_rounding rounding)
{
    bool stays = rounding == FP_TO_ZERO || rounding == (negative ? FP_UP : FP_DOWN);
    return stays ? fp_largest(format) : fp_infinity(format);
}

uint64_t fp_round(enum fp_format format, bool negative, uint64_t significand, int exponent,
                  enum fp_rounding rounding)
{
    enum { TOP = 63 };
    int fraction = formats[format].fraction;
    uint64_t sign = negative ? fp_sign(format) : 0;
    if (!significand)
        return sign;
    int zeros = __builtin_clzll(significand);
    significand <<= zeros;
    exponent += TOP - zeros; // of the leading bit
    int biased = exponent + bias(format);
    // Bits to drop from the 64: more of them for a denormal.
    int drop = TOP - fraction + (biased < 1 ? 1 - biased : 0);
    uint64_t kept, rest, half;
    if (drop > TOP + 1) {
        kept = 0;
        rest = 1; // less than half of the smallest number
        half = 2;
    } else if (drop == TOP + 1) {
        kept = 0;
        rest = significand >> 1 | (significand & 1);
        half = UINT64_C(1) << (TOP - 1);
    } else {
        kept = significand >> drop;
        rest = significand & ((UINT64_C(1) << drop) - 1);
        half = UINT64_C(1) << (drop - 1);
    }
    kept += rounds_up(negative, kept & 1, rest, half, rounding);
    // The leading bit of a normal number adds one to the exponent, as does a carry.
    uint64_t bits = kept + ((uint64_t)(biased < 1 ? 0 : biased - 1) << fraction);
    return sign | (biased > 2 * bias(format) + 1 || bits > fp_largest(format)
                       ? overflow(format, negative, rounding)
                       : bits);
}

uint64_t fp_encode(enum fp_format format, double value, enum fp_rounding rounding)
{
    int exponent;
    bool negative = signbit(value);
    if (isnan(value))
        return fp_nan(format);
    if (isinf(value))
        return fp_infinity(format) | (negative ? fp_sign(format) : 0);
    // frexp gives a number from 0.5 to 1.
    double fraction = frexp(fabs(value), &exponent);
    return fp_round(format, negative, (uint64_t)ldexp(fraction, 53), exponent - 53, rounding);
}

// An inexact sum cut off towards zero, with its last bit set. `error` is what it lacks.
static double make_odd(double sum, double error)
{
    if (error == 0 || !isfinite(sum))
        return sum;
    if ((error < 0) != (sum < 0))
        sum = nextafter(sum, 0);
    return fp_double(fp_bits(sum) | 1);
}

double fp_add_odd(double a, double b)
{
    // Two sums (Knuth): what is lost is a number, too.
    double sum = a + b, part = sum - a;
    double error = (a - (sum - part)) + (b - part);
    return make_odd(sum, isfinite(sum) ? error : 0);
}

double fp_fma_odd(double a, double b, double c)
{
    return fp_add_odd(a * b, c);
}
