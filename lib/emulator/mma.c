// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/mma.h"

#include <math.h>

enum { ZERO_EXPONENT = -126 }; // as that of the smallest normal FP32

struct mma_rule mma_rule_of(unsigned sm, enum fp_format format, bool to_f16)
{
    bool is_fp8 = format == FP_E4M3 || format == FP_E5M2;
    unsigned bytes = is_fp8 ? 1 : format == FP_TF32 ? 4 : 2;
    struct mma_rule rule = {
        .fraction = is_fp8     ? 13
                    : sm >= 90 ? 25
                               : 24,
        .terms = (sm >= 90 ? 32 : 16) / bytes,
        .result = to_f16   ? MMA_F16
                  : is_fp8 ? MMA_E8M13
                           : MMA_F32,
    };
    return rule;
}

static int exponent_of(double value, int least)
{
    if (value == 0 || !isfinite(value))
        return ZERO_EXPONENT;
    int exponent = ilogb(value);
    return exponent < least ? least : exponent;
}

void mma_decode(enum fp_format format, uint32_t bits, double *value, int *exponent)
{
    static const int least[] = {[FP_F16] = -14,   [FP_BF16] = -126, [FP_F32] = -126,
                                [FP_TF32] = -126, [FP_E4M3] = -6,   [FP_E5M2] = -14};
    if (format == FP_F32) { // the accumulator, most of all that is decoded
        union {
            uint32_t u;
            float f;
        } pun = {.u = bits};
        int biased = bits >> 23 & 0xff;
        *value = (double)pun.f;
        *exponent = (biased ? biased : 1) - 127;
        return;
    }
    *value = fp_decode(format, format == FP_TF32 ? bits >> 13 : bits);
    *exponent = exponent_of(*value, least[format]);
}

// 2^exponent.
static double power(int exponent)
{
    return fp_double((uint64_t)(1023 + exponent) << 52);
}

static uint32_t round_f32(double value)
{
    union {
        float f;
        uint32_t u;
    } pun = {.f = (float)value};
    // What is beyond all numbers is infinite; the rest is cut off.
    if (fabs(value) < 0x1p128 && fabs((double)pun.f) > fabs(value))
        pun.u--;
    return pun.u;
}

static uint32_t finish(double sum, enum mma_result result)
{
    if (result == MMA_F16)
        return (uint32_t)fp_encode(FP_F16, sum, FP_NEAREST);
    if (isnan(sum))
        return (uint32_t)fp_nan(FP_F32);
    uint32_t bits = round_f32(sum);
    return result == MMA_E8M13 ? bits & ~UINT32_C(0x3ff) : bits;
}

// One group of K for one row: all its columns side by side.
static void add_group(const struct mma_left *a, const struct mma_right *b, unsigned row,
                      unsigned first, unsigned terms, unsigned fraction, double sum[MMA_COLUMNS],
                      int exponent[MMA_COLUMNS])
{
    double scale[MMA_COLUMNS], whole[MMA_COLUMNS], plain[MMA_COLUMNS];
    int most[MMA_COLUMNS];
    for (unsigned n = 0; n < MMA_COLUMNS; n++)
        most[n] = exponent[n];
    for (unsigned k = first; k < first + terms; k++) {
        for (unsigned n = 0; n < MMA_COLUMNS; n++) {
            bool is_zero = a->value[row][k] == 0 || b->value[k][n] == 0;
            int e = is_zero ? ZERO_EXPONENT : a->exponent[row][k] + b->exponent[k][n];
            most[n] = e > most[n] ? e : most[n];
        }
    }
    for (unsigned n = 0; n < MMA_COLUMNS; n++) {
        scale[n] = power((int)fraction - most[n]);
        whole[n] = trunc(sum[n] * scale[n]);
        plain[n] = sum[n];
    }
    for (unsigned k = first; k < first + terms; k++) {
        for (unsigned n = 0; n < MMA_COLUMNS; n++) {
            double product = a->value[row][k] * b->value[k][n];
            whole[n] += trunc(product * scale[n]);
            plain[n] += product;
        }
    }
    // Finite numbers never leave the range of a double: what did was infinite or a NaN.
    // The adder is one of whole numbers, whose zero has no sign.
    for (unsigned n = 0; n < MMA_COLUMNS; n++)
        sum[n] = isfinite(plain[n]) ? whole[n] * power(most[n] - (int)fraction) + 0.0 : plain[n];
}

void mma_multiply(const struct mma_left *a, const struct mma_right *b, unsigned rows,
                  unsigned depth, const struct mma_rule *rule, uint32_t d[MMA_ROWS][MMA_COLUMNS])
{
    enum fp_format format = rule->result == MMA_F16 ? FP_F16 : FP_F32;
    unsigned terms = rule->terms < depth ? rule->terms : depth;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned first = 0; first < depth; first += terms) {
            double sum[MMA_COLUMNS];
            int exponent[MMA_COLUMNS];
            for (unsigned n = 0; n < MMA_COLUMNS; n++)
                mma_decode(format, d[row][n], &sum[n], &exponent[n]);
            add_group(a, b, row, first, terms, rule->fraction, sum, exponent);
            for (unsigned n = 0; n < MMA_COLUMNS; n++)
                d[row][n] = finish(sum[n], rule->result);
        }
    }
}

int32_t mma_integer_of(uint32_t word, unsigned i, unsigned bits, bool is_signed)
{
    uint32_t value = mma_element(word, i, bits), sign = UINT32_C(1) << (bits - 1);
    return is_signed ? (int32_t)(value ^ sign) - (int32_t)sign : (int32_t)value;
}

// What integers a product adds up to: products, or pairs of bits that are both set or differ.
static int32_t dot(const int16_t *a, const int16_t *b, unsigned depth, enum mma_integer operation)
{
    int32_t sum = 0;
    for (unsigned k = 0; k < depth; k++)
        sum += operation == MMA_INTEGER_XOR ? a[k] ^ b[k] : a[k] * b[k];
    return sum;
}

static uint32_t add_integer(uint32_t c, int32_t sum, bool saturate)
{
    int64_t exact = (int64_t)(int32_t)c + sum;
    if (saturate && exact > INT32_MAX)
        return INT32_MAX;
    if (saturate && exact < INT32_MIN)
        return UINT32_C(0x80000000);
    return c + (uint32_t)sum;
}

void mma_multiply_integers(const struct mma_integers *factors, unsigned rows, unsigned depth,
                           enum mma_integer operation, bool saturate,
                           uint32_t d[MMA_ROWS][MMA_COLUMNS])
{
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned n = 0; n < MMA_COLUMNS; n++)
            d[row][n] = add_integer(
                d[row][n], dot(factors->a[row], factors->b[n], depth, operation), saturate);
    }
}
