// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Floating-point formats of the machine besides the host's float and double: every finite value of
// one is decoded into a double exactly, and rounded from one exactly once.
#ifndef EMULATOR_FP_H
#define EMULATOR_FP_H

#include <stdbool.h>
#include <stdint.h>

enum fp_format { FP_F16, FP_BF16, FP_F32, FP_F64, FP_TF32, FP_E4M3, FP_E5M2 };
enum fp_rounding { FP_NEAREST, FP_DOWN, FP_UP, FP_TO_ZERO };

/// Clears the fraction of a 32-bit float without exponent bits: denormals become signed zeros.
static inline uint32_t fp_flush(uint32_t bits, bool ftz)
{
    return ftz && (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits;
}

static inline double fp_double(uint64_t bits)
{
    union {
        uint64_t u;
        double d;
    } pun = {.u = bits};
    return pun.d;
}

static inline uint64_t fp_bits(double value)
{
    union {
        double d;
        uint64_t u;
    } pun = {.d = value};
    return pun.u;
}

/// Sign bit, and the bits of the NaN that results are, of infinity, and of the largest finite
/// number.
uint64_t fp_sign(enum fp_format format);
uint64_t fp_nan(enum fp_format format);
uint64_t fp_infinity(enum fp_format format);
uint64_t fp_largest(enum fp_format format);

/// Whether the number is denormal.
bool fp_is_denormal(enum fp_format format, uint64_t bits);

/// Denormals become zeros of their sign, where asked for.
uint64_t fp_flush_as(enum fp_format format, uint64_t bits, bool ftz);

/// The value, exactly; a NaN for a NaN.
double fp_decode(enum fp_format format, uint64_t bits);

/// Round a double. Beyond the largest number the result is infinity, or the largest number where
/// the rounding says so; a NaN becomes the machine's.
uint64_t fp_encode(enum fp_format format, double value, enum fp_rounding rounding);

/// Round (-1)^negative x significand x 2^exponent.
uint64_t fp_round(enum fp_format format, bool negative, uint64_t significand, int exponent,
                  enum fp_rounding rounding);

/// a + b and a * b + c in double with an inexact result made odd, so that rounding it to a format
/// with two bits less is the only rounding. Right for sources of the formats below double.
double fp_add_odd(double a, double b);
double fp_fma_odd(double a, double b, double c);

#endif
