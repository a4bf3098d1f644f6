// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "mma_reference.h"

#include "reference.h"

#include <math.h>

enum { ZERO_EXPONENT = -126, LONG_SHIFT = 62 };

static unsigned out_of_bound;

// (-1)^negative x significand x 2^lowest; `exponent` is what terms are aligned by.
struct number {
    bool negative;
    uint64_t significand;
    int lowest, exponent;
    double value;
};

static struct number unpack(uint32_t bits, unsigned exponent_bits, unsigned fraction_bits,
                            bool has_infinity)
{
    unsigned biased = bits >> fraction_bits & ((1u << exponent_bits) - 1);
    uint32_t fraction = bits & ((1u << fraction_bits) - 1);
    int bias = (1 << (exponent_bits - 1)) - 1;
    bool is_top = biased == (1u << exponent_bits) - 1;
    struct number n = {.negative = bits >> (exponent_bits + fraction_bits) & 1};
    n.significand = fraction | (biased ? 1u << fraction_bits : 0);
    n.exponent = (int)(biased ? biased : 1) - bias;
    n.lowest = n.exponent - (int)fraction_bits;
    n.value = ldexp((double)n.significand, n.lowest);
    if (is_top && has_infinity)
        n.value = fraction ? (double)NAN : (double)INFINITY;
    if (is_top && !has_infinity && fraction == (1u << fraction_bits) - 1)
        n.value = (double)NAN;
    if (n.negative)
        n.value = -n.value;
    return n;
}

static struct number number_of(enum mma_type type, uint32_t bits)
{
    switch (type) {
    case MMA_HALF:
        return unpack(bits, 5, 10, true);
    case MMA_BFLOAT:
        return unpack(bits, 8, 7, true);
    case MMA_TF32:
        return unpack(bits >> 13, 8, 10, true);
    case MMA_E4M3:
        return unpack(bits, 4, 3, false);
    default:
        return unpack(bits, 5, 2, true);
    }
}

static struct number product(struct number a, struct number b)
{
    struct number p = {.negative = a.negative != b.negative,
                       .significand = a.significand * b.significand,
                       .lowest = a.lowest + b.lowest,
                       .exponent = a.exponent + b.exponent,
                       .value = a.value * b.value};
    return p;
}

static int64_t aligned(const struct number *n, int lowest)
{
    if (!n->significand)
        return 0;
    int up = n->lowest - lowest;
    uint64_t magnitude = up >= 0            ? n->significand << up
                         : -up > LONG_SHIFT ? 0
                                            : n->significand >> -up;
    return n->negative ? -(int64_t)magnitude : (int64_t)magnitude;
}

// FP16 is rounded to even, FP32 cut off but for what is beyond all numbers.
static uint32_t pack(double value, const struct mma_float_rule *rule)
{
    if (rule->halves)
        return ref_bits(&ref_f16, value, FE_TONEAREST);
    if (fabs(value) >= 0x1p128)
        value = copysign((double)INFINITY, value);
    uint32_t bits = ref_bits(&ref_single, value, FE_TOWARDZERO);
    return isnan(value) ? bits : bits & ~((1u << rule->drop) - 1);
}

static uint32_t add_group(const uint32_t *a, const uint32_t *b, uint32_t c,
                          const struct mma_float_rule *rule, unsigned terms)
{
    struct number parts[33];
    double exact = 0;
    int most = -1000;
    for (unsigned i = 0; i < terms; i++)
        parts[i] = product(number_of(rule->a, a[i]), number_of(rule->b, b[i]));
    parts[terms] = rule->halves ? unpack(c, 5, 10, true) : unpack(c, 8, 23, true);
    for (unsigned i = 0; i <= terms; i++) {
        if (parts[i].value == 0)
            parts[i].exponent = ZERO_EXPONENT;
        most = parts[i].exponent > most ? parts[i].exponent : most;
        exact += parts[i].value;
    }
    if (!isfinite(exact))
        return pack(exact, rule);
    int lowest = most - (int)rule->fraction;
    int64_t whole = 0;
    for (unsigned i = 0; i <= terms; i++)
        whole += aligned(&parts[i], lowest);
    double sum = ldexp((double)whole, lowest);
    if (fabs(sum - exact) > ldexp(terms + 1, lowest) + fabs(exact) * 0x1p-50)
        out_of_bound++;
    return pack(sum, rule);
}

void mma_float(struct mma_words *words, const struct mma_float_rule *rule)
{
    unsigned terms = rule->terms < rule->k ? rule->terms : rule->k;
    for (unsigned m = 0; m < MMA_M; m++) {
        for (unsigned n = 0; n < MMA_N; n++) {
            for (unsigned k = 0; k < rule->k; k += terms)
                words->c[m][n] =
                    add_group(&words->a[m][k], &words->b[n][k], words->c[m][n], rule, terms);
        }
    }
}

unsigned mma_out_of_bound(void)
{
    return out_of_bound;
}

void mma_take_factors(struct mma_words *words, uint32_t in[MMA_WARP][8], unsigned m, unsigned k,
                      unsigned bits, unsigned first_a, unsigned first_b)
{
    unsigned per = 32 / bits;
    uint32_t mask = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    for (unsigned i = 0; i < k; i++) {
        unsigned step = i / (4 * per), t = i % (4 * per) / per, shift = i % per * bits;
        for (unsigned r = 0; r < m; r++)
            words->a[r][i] = in[r % 8 * 4 + t][first_a + step * (m / 8) + r / 8] >> shift & mask;
        for (unsigned n = 0; n < MMA_N; n++)
            words->b[n][i] = in[n * 4 + t][first_b + step] >> shift & mask;
    }
}

void mma_take_sum(struct mma_words *words, uint32_t c[MMA_WARP][4], unsigned m, bool halves)
{
    for (unsigned r = 0; r < m; r++) {
        for (unsigned n = 0; n < MMA_N; n++) {
            const uint32_t *lane = c[r % 8 * 4 + n / 2];
            words->c[r][n] = halves ? lane[r / 8] >> n % 2 * 16 & 0xffff : lane[r / 8 * 2 + n % 2];
        }
    }
}

void mma_put_sum(const struct mma_words *words, uint32_t out[MMA_WARP][8], unsigned m, bool halves)
{
    for (unsigned r = 0; r < m; r++) {
        for (unsigned n = 0; n < MMA_N; n += 2) {
            uint32_t *lane = out[r % 8 * 4 + n / 2];
            if (halves) {
                lane[r / 8] = words->c[r][n] | words->c[r][n + 1] << 16;
            } else {
                lane[r / 8 * 2] = words->c[r][n];
                lane[r / 8 * 2 + 1] = words->c[r][n + 1];
            }
        }
    }
}
