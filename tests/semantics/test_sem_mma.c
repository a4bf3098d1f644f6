// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "mma_reference.h"
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static unsigned sm;

typedef uint32_t warp_words[SEM_LANES][SEM_WORDS];

// The words of the accumulator: 6, 7, 0 and 1.
static void take_sum(struct mma_words *w, warp_words in, unsigned m, bool halves)
{
    uint32_t c[SEM_LANES][4];
    for (unsigned i = 0; i < SEM_LANES; i++) {
        for (unsigned k = 0; k < 4; k++)
            c[i][k] = in[i][(6 + k) % SEM_WORDS];
    }
    mma_take_sum(w, c, m, halves);
}

// Words through `keep` and `set`, but for those of an accumulator of FP32.
static void take(warp_words to, warp_words in, uint32_t keep, uint32_t set, bool halves)
{
    for (unsigned i = 0; i < SEM_LANES; i++) {
        for (unsigned k = 0; k < SEM_WORDS; k++)
            to[i][k] = k < 6 || halves ? (in[i][k] & keep) | set : in[i][k];
    }
}

static struct mma_float_rule rule_of(enum mma_type type, unsigned k, bool halves)
{
    unsigned bytes = type == MMA_TF32 ? 4 : 2;
    return (struct mma_float_rule){.a = type,
                                   .b = type,
                                   .k = k,
                                   .terms = (sm >= 90 ? 32 : 16) / bytes,
                                   .fraction = sm >= 90 ? 25 : 24,
                                   .halves = halves};
}

static void run_float(warp_words in, warp_words out, enum mma_type type, unsigned k, bool halves,
                      uint32_t keep, uint32_t set)
{
    struct mma_words w;
    warp_words taken;
    struct mma_float_rule rule = rule_of(type, k, halves);
    take(taken, in, keep, set, halves);
    mma_take_factors(&w, taken, 16, k, type == MMA_TF32 ? 32 : 16, 0, 4);
    take_sum(&w, halves ? taken : in, 16, halves);
    mma_float(&w, &rule);
    mma_put_sum(&w, out, 16, halves);
}

#define FLOAT(name, type, k, halves, keep, set)                                                    \
    static void name(warp_words in, warp_words out)                                                \
    {                                                                                              \
        run_float(in, out, type, k, halves, keep, set);                                            \
    }
#define TAME_HALF 0xbfffbfff
FLOAT(half_8, MMA_HALF, 8, false, UINT32_MAX, 0)
FLOAT(half_8_tame, MMA_HALF, 8, false, TAME_HALF, 0)
FLOAT(half_16, MMA_HALF, 16, false, UINT32_MAX, 0)
FLOAT(half_16_tame, MMA_HALF, 16, false, TAME_HALF, 0)
FLOAT(half_16_whole, MMA_HALF, 16, false, 0x000f000f, 0x64006400)
FLOAT(half_8_f16, MMA_HALF, 8, true, UINT32_MAX, 0)
FLOAT(half_8_f16_tame, MMA_HALF, 8, true, TAME_HALF, 0)
FLOAT(half_16_f16, MMA_HALF, 16, true, UINT32_MAX, 0)
FLOAT(half_16_f16_tame, MMA_HALF, 16, true, TAME_HALF, 0)
FLOAT(bf16_8, MMA_BFLOAT, 8, false, UINT32_MAX, 0)
FLOAT(bf16_16, MMA_BFLOAT, 16, false, UINT32_MAX, 0)
FLOAT(bf16_16_tame, MMA_BFLOAT, 16, false, 0x87ff87ff, 0x38003800)
FLOAT(tf32_4, MMA_TF32, 4, false, UINT32_MAX, 0)
FLOAT(tf32_8, MMA_TF32, 8, false, UINT32_MAX, 0)
FLOAT(tf32_8_tame, MMA_TF32, 8, false, 0x87ffffff, 0x38000000)

// Three products, the accumulator from zero on.
static void chain(warp_words in, warp_words out)
{
    struct mma_words w;
    warp_words words;
    struct mma_float_rule rule = rule_of(MMA_HALF, 16, false);
    take(words, in, TAME_HALF, 0, false);
    memset(w.c, 0, sizeof w.c);
    for (unsigned round = 0; round < 3; round++) {
        mma_take_factors(&w, words, 16, 16, 16, 0, 4);
        mma_float(&w, &rule);
        for (unsigned i = 0; i < SEM_LANES; i++) {
            words[i][0] = words[i][0] * 3 & TAME_HALF;
            words[i][5] = (words[i][5] + words[i][1]) & TAME_HALF;
        }
    }
    mma_put_sum(&w, out, 16, false);
}

static void floats(void **state)
{
    (void)state;
#define CASE(reference) {.name = #reference, .warp = reference, .compare = SEM_F32}
#define CASE_16(reference)                                                                         \
    {                                                                                              \
        .name = #reference, .warp = reference                                                      \
    }
    SEM_RUN(CASE(half_8), CASE(half_8_tame), CASE(half_16), CASE(half_16_tame), CASE(half_16_whole),
            CASE(bf16_8), CASE(bf16_16), CASE(bf16_16_tame), CASE(tf32_4), CASE(tf32_8),
            CASE(tf32_8_tame), CASE(chain), CASE_16(half_8_f16), CASE_16(half_8_f16_tame),
            CASE_16(half_16_f16), CASE_16(half_16_f16_tame));
    assert_int_equal(mma_out_of_bound(), 0);
}

struct integer_rule {
    unsigned m, k, bits;
    bool a_signed, b_signed, saturate, differ; ///< differ: bits that are not the same are counted
};

static int64_t integer(uint32_t bits, unsigned width, bool is_signed)
{
    return is_signed && bits >> (width - 1) ? (int64_t)bits - (INT64_C(1) << width) : bits;
}

static void run_integer(warp_words in, warp_words out, const struct integer_rule *rule)
{
    struct mma_words w;
    mma_take_factors(&w, in, rule->m, rule->k, rule->bits, 0, 4);
    take_sum(&w, in, rule->m, false);
    for (unsigned m = 0; m < rule->m; m++) {
        for (unsigned n = 0; n < MMA_N; n++) {
            int64_t sum = (int32_t)w.c[m][n];
            for (unsigned k = 0; k < rule->k; k++) {
                int64_t a = integer(w.a[m][k], rule->bits, rule->a_signed);
                int64_t b = integer(w.b[n][k], rule->bits, rule->b_signed);
                sum += rule->differ ? a != b : a * b;
            }
            if (rule->saturate)
                sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            w.c[m][n] = (uint32_t)sum;
        }
    }
    mma_put_sum(&w, out, rule->m, false);
}

#define INTEGER(name, ...)                                                                         \
    static void name(warp_words in, warp_words out)                                                \
    {                                                                                              \
        static const struct integer_rule rule = {__VA_ARGS__};                                     \
        run_integer(in, out, &rule);                                                               \
    }
INTEGER(s8_small, 8, 16, 8, true, true, false, false)
INTEGER(u8_small, 8, 16, 8, false, false, true, false)
INTEGER(s8_16, 16, 16, 8, true, false, false, false)
INTEGER(s8_16_sat, 16, 16, 8, false, true, true, false)
INTEGER(s8_32, 16, 32, 8, true, true, false, false)
INTEGER(s8_32_sat, 16, 32, 8, true, true, true, false)
INTEGER(u8_32, 16, 32, 8, false, true, false, false)
INTEGER(s4_small, 8, 32, 4, true, true, false, false)
INTEGER(u4_32, 16, 32, 4, false, true, false, false)
INTEGER(s4_64, 16, 64, 4, true, true, false, false)
INTEGER(s4_64_sat, 16, 64, 4, true, false, true, false)
INTEGER(and_small, 8, 128, 1, false, false, false, false)
INTEGER(xor_small, 8, 128, 1, false, false, false, true)
INTEGER(and_128, 16, 128, 1, false, false, false, false)
INTEGER(xor_128, 16, 128, 1, false, false, false, true)
INTEGER(and_256, 16, 256, 1, false, false, false, false)
INTEGER(xor_256, 16, 256, 1, false, false, false, true)

static void integers(void **state)
{
    (void)state;
#define WHOLE(reference) {.name = #reference, .warp = reference}
    SEM_RUN(WHOLE(s8_small), WHOLE(u8_small), WHOLE(s8_16), WHOLE(s8_16_sat), WHOLE(s8_32),
            WHOLE(s8_32_sat), WHOLE(u8_32), WHOLE(s4_small), WHOLE(u4_32), WHOLE(s4_64),
            WHOLE(s4_64_sat), WHOLE(and_small), WHOLE(xor_small), WHOLE(and_128), WHOLE(xor_128),
            WHOLE(and_256), WHOLE(xor_256));
}

// Doubles of an 8 x 8 product with K = 4.
static void run_double(warp_words in, warp_words out, bool tame, int rounding)
{
    warp_words words;
    memcpy(words, in, sizeof words);
    for (unsigned i = 0; tame && i < SEM_LANES; i++) {
        words[i][1] = (words[i][1] & 0x807fffff) | 0x3f800000;
        words[i][3] = (words[i][3] & 0x807fffff) | 0x3f800000;
    }
    for (unsigned m = 0; m < 8; m++) {
        for (unsigned n = 0; n < 8; n++) {
            uint32_t lane = m * 4 + n / 2;
            volatile double sum = sem_f64(&words[lane][4 + n % 2 * 2]);
            for (unsigned k = 0; k < 4; k++)
                sum = ref_fma64(sem_f64(&words[m * 4 + k][0]), sem_f64(&words[n * 4 + k][2]), sum,
                                rounding);
            sem_put_f64(&out[lane][n % 2 * 2], sum);
        }
    }
}

#define DOUBLE(name, tame, rounding)                                                               \
    static void name(warp_words in, warp_words out)                                                \
    {                                                                                              \
        run_double(in, out, tame, rounding);                                                       \
    }
DOUBLE(f64_4, false, FE_TONEAREST)
DOUBLE(f64_4_tame, true, FE_TONEAREST)
DOUBLE(f64_4_down, true, FE_DOWNWARD)
DOUBLE(f64_4_up, true, FE_UPWARD)
DOUBLE(f64_4_zero, true, FE_TOWARDZERO)

static void doubles(void **state)
{
    (void)state;
#define PAIRS(reference) {.name = #reference, .warp = reference, .compare = SEM_F64}
    SEM_RUN(PAIRS(f64_4), PAIRS(f64_4_tame), PAIRS(f64_4_down), PAIRS(f64_4_up), PAIRS(f64_4_zero));
}

static void run_fp8(warp_words in, warp_words out, enum mma_type a, enum mma_type b, uint32_t keep,
                    uint32_t set, bool from_zero)
{
    struct mma_words w;
    warp_words taken;
    const struct mma_float_rule rule = {
        .a = a, .b = b, .k = 32, .terms = 16, .fraction = 13, .drop = 10};
    take(taken, in, keep, set, false);
    mma_take_factors(&w, taken, 16, 32, 8, 0, 4);
    take_sum(&w, in, 16, false);
    if (from_zero)
        memset(w.c, 0, sizeof w.c);
    mma_float(&w, &rule);
    mma_put_sum(&w, out, 16, false);
}

#define FP8(name, a, b, keep, set, from_zero)                                                      \
    static void name(warp_words in, warp_words out)                                                \
    {                                                                                              \
        run_fp8(in, out, a, b, keep, set, from_zero);                                              \
    }
FP8(fp8_e4m3, MMA_E4M3, MMA_E4M3, UINT32_MAX, 0, false)
FP8(fp8_e5m2, MMA_E5M2, MMA_E5M2, UINT32_MAX, 0, false)
FP8(fp8_e4m3_tame, MMA_E4M3, MMA_E4M3, 0xb7b7b7b7, 0, false)
FP8(fp8_mixed, MMA_E4M3, MMA_E5M2, 0xb7b7b7b7, 0, false)
FP8(fp8_other, MMA_E5M2, MMA_E4M3, 0xb7b7b7b7, 0, false)
FP8(fp8_whole, MMA_E4M3, MMA_E4M3, 0x80808080, 0x48484848, true)
FP8(fp8_whole_mixed, MMA_E5M2, MMA_E4M3, 0x80808080, 0x48484848, true)

static void small_floats(void **state)
{
    (void)state;
    if (sm < 89)
        skip();
    SEM_RUN(CASE(fp8_whole), CASE(fp8_whole_mixed));
    if (sm == 89) {
        SEM_RUN(CASE(fp8_e4m3), CASE(fp8_e5m2), CASE(fp8_e4m3_tame), CASE(fp8_mixed),
                CASE(fp8_other));
    }
    assert_int_equal(mma_out_of_bound(), 0);
}

static double factor(uint32_t low, uint32_t high)
{
    const uint32_t words[2] = {low, (high & 0x800fffff) | 0x3ff00000};
    return sem_f64(words);
}

// The words of a thread that its double i of A, and of B, is made of.
struct double_words {
    uint8_t a[8][2], b[4][2];
};

static void run_large(warp_words in, warp_words out, unsigned k, const struct double_words *words)
{
    for (unsigned m = 0; m < 16; m++) {
        for (unsigned n = 0; n < 8; n++) {
            unsigned lane = m % 8 * 4 + n / 2, i = m / 8 * 2 + n % 2;
            double sum = factor(in[lane][i], in[lane][4 + i]);
            for (unsigned x = 0; x < k; x++) {
                const uint8_t *a = words->a[x / 4 * 2 + m / 8], *b = words->b[x / 4];
                const uint32_t *of_a = in[m % 8 * 4 + x % 4], *of_b = in[n * 4 + x % 4];
                sum = ref_fma64(factor(of_a[a[0]], of_a[a[1]]), factor(of_b[b[0]], of_b[b[1]]), sum,
                                FE_TONEAREST);
            }
            sem_put_f64(&out[lane][2 * i], sum);
        }
    }
}

static void f64_16x8x4(warp_words in, warp_words out)
{
    static const struct double_words words = {{{0, 1}, {2, 3}}, {{4, 5}}};
    run_large(in, out, 4, &words);
}

static void f64_16x8x8(warp_words in, warp_words out)
{
    static const struct double_words words = {{{0, 1}, {2, 3}, {4, 5}, {6, 7}}, {{1, 0}, {3, 2}}};
    run_large(in, out, 8, &words);
}

static void f64_16x8x16(warp_words in, warp_words out)
{
    static const struct double_words words = {
        {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 0}},
        {{0, 2}, {1, 3}, {2, 4}, {3, 5}}};
    run_large(in, out, 16, &words);
}

static void large_doubles(void **state)
{
    (void)state;
    if (sm < 90)
        skip();
    SEM_RUN(PAIRS(f64_16x8x4), PAIRS(f64_16x8x8), PAIRS(f64_16x8x16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats),       cmocka_unit_test(integers),      cmocka_unit_test(doubles),
        cmocka_unit_test(small_floats), cmocka_unit_test(large_doubles),
    };
    sem_open("mma", &sm);
    return sem_close(cmocka_run_group_tests(tests, NULL, NULL));
}
