// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Floating-point values computed by the host's rounding modes and flags, for comparison.
#ifndef TEST_SEMANTICS_REFERENCE_H
#define TEST_SEMANTICS_REFERENCE_H

#include "semantics.h"

#include <fenv.h>

/// The order of .rn .rz .rm .rp in the kernels.
extern const int ref_modes[4];

struct ref_format {
    int fraction, least; ///< fraction bits, exponent of the smallest normal number
    double largest;
    uint32_t sign, infinity, nan;
};
extern const struct ref_format ref_f16, ref_bf16, ref_e4m3, ref_e5m2, ref_tf32, ref_single;

/// The number that these bits are.
double ref_value(const struct ref_format *format, uint32_t bits);

/// Round to the format.
uint32_t ref_bits(const struct ref_format *format, double value, int mode);

/// a * b + c in double, rounded to odd by the inexact flag, so that it can be rounded once more.
double ref_fma_odd(double a, double b, double c);

/// Denormals to zeros of their sign, where asked for.
uint32_t ref_flush(const struct ref_format *format, uint32_t bits, bool ftz);

/// .sat and .relu of a result.
enum ref_clamp { REF_NONE, REF_SAT, REF_RELU };
uint32_t ref_clamp(const struct ref_format *format, uint32_t bits, enum ref_clamp clamp);

/// a * b + c of numbers in the format, rounded to nearest.
uint32_t ref_fma_in(const struct ref_format *format, uint32_t a, uint32_t b, uint32_t c, bool ftz,
                    enum ref_clamp clamp);
uint32_t ref_add_in(const struct ref_format *format, uint32_t a, uint32_t b, bool ftz,
                    enum ref_clamp clamp);
uint32_t ref_mul_in(const struct ref_format *format, uint32_t a, uint32_t b, bool ftz,
                    enum ref_clamp clamp);

/// Minimum or maximum: of a number and a NaN the number or, with `nan_wins`, the NaN.
uint32_t ref_choose(const struct ref_format *format, uint32_t a, uint32_t b, bool minimum,
                    bool nan_wins);

/// Result k of both halves of the sources.
#define REF_PAIR(k, function, ...)                                                                 \
    out[k] = 0;                                                                                    \
    for (int s = 0; s < 32; s += 16)                                                               \
    out[k] |= function(__VA_ARGS__) << s
#define REF_A (in[0] >> s & 0xffff)
#define REF_B (in[1] >> s & 0xffff)
#define REF_C (in[2] >> s & 0xffff)

/// Arithmetic in float in a rounding mode.
float ref_add(float a, float b, int mode);
float ref_mul(float a, float b, int mode);
float ref_fma(float a, float b, float c, int mode);
float ref_div(float a, float b, int mode);
float ref_sqrt(float a, int mode);
double ref_add64(double a, double b, int mode);
double ref_mul64(double a, double b, int mode);
double ref_fma64(double a, double b, double c, int mode);
double ref_div64(double a, double b, int mode);
double ref_sqrt64(double a, int mode);
float ref_narrow(double a, int mode);
double ref_whole(double a, int mode);

/// Bits of a float result: NaN as the machine writes it.
static inline uint32_t ref_f32(float value)
{
    return value != value ? 0x7fffffff : sem_bits(value);
}

/// Denormals to zeros.
static inline float ref_ftz(float value)
{
    uint32_t bits = sem_bits(value);
    return (bits & 0x7f800000) == 0 ? sem_f32(bits & 0x80000000) : value;
}

/// .sat
static inline float ref_sat(float value)
{
    return value >= 1 ? 1 : value > 0 ? value : 0;
}

#endif
