// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static unsigned sm;

#define F &ref_f16
#define LOW(k) (in[k] & 0xffff)
#define HIGH(k) (in[k] >> 16)
#define NEGATIVE 0x8000

static void h_add(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, ref_add_in, F, REF_A, REF_B, false, REF_NONE);
    REF_PAIR(1, ref_add_in, F, REF_A, REF_B, true, REF_NONE);
    REF_PAIR(2, ref_add_in, F, REF_A, REF_B, false, REF_SAT);
    REF_PAIR(3, ref_add_in, F, REF_A, REF_B ^ NEGATIVE, false, REF_NONE);
    REF_PAIR(4, ref_add_in, F, REF_A, REF_B ^ NEGATIVE, true, REF_SAT);
}

static void h_mul(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, ref_mul_in, F, REF_A, REF_B, false, REF_NONE);
    REF_PAIR(1, ref_mul_in, F, REF_A, REF_B, true, REF_NONE);
    REF_PAIR(2, ref_mul_in, F, REF_A, REF_B, false, REF_SAT);
    REF_PAIR(3, ref_mul_in, F, REF_A, REF_B, true, REF_SAT);
}

static void h_fma(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, ref_fma_in, F, REF_A, REF_B, REF_C, false, REF_NONE);
    REF_PAIR(1, ref_fma_in, F, REF_A, REF_B, REF_C, true, REF_NONE);
    REF_PAIR(2, ref_fma_in, F, REF_A, REF_B, REF_C, false, REF_SAT);
    REF_PAIR(3, ref_fma_in, F, REF_A, REF_B, REF_C, false, REF_RELU);
    REF_PAIR(4, ref_fma_in, F, REF_A, REF_B, REF_C, true, REF_RELU);
    REF_PAIR(5, ref_fma_in, F, REF_A, REF_B, REF_C, true, REF_SAT);
}

static void h_scalar(const uint32_t *in, uint32_t *out)
{
    out[0] = ref_add_in(F, LOW(0), LOW(1), false, REF_NONE);
    out[1] = ref_mul_in(F, HIGH(0), LOW(1), false, REF_NONE);
    out[2] = ref_fma_in(F, LOW(0), HIGH(1), LOW(2), false, REF_NONE);
    out[3] = ref_add_in(F, HIGH(0), HIGH(1) ^ NEGATIVE, false, REF_SAT);
    out[4] = ref_fma_in(F, HIGH(0), LOW(1), HIGH(2), false, REF_RELU);
    out[5] = ref_mul_in(F, LOW(0), LOW(1), true, REF_NONE);
}

static void h_mixed(const uint32_t *in, uint32_t *out)
{
    uint32_t x = LOW(0) | in[1] << 16, y = LOW(0) | in[0] << 16;
    uint32_t z = HIGH(1) | (in[1] & 0xffff0000);
    REF_PAIR(0, ref_add_in, F, x >> s & 0xffff, REF_C, false, REF_NONE);
    REF_PAIR(1, ref_mul_in, F, y >> s & 0xffff, REF_C, false, REF_NONE);
    REF_PAIR(2, ref_fma_in, F, y >> s & 0xffff, z >> s & 0xffff, REF_C, false, REF_NONE);
    REF_PAIR(3, ref_fma_in, F, REF_C, REF_B, y >> s & 0xffff, false, REF_NONE);
    REF_PAIR(4, ref_add_in, F, z >> s & 0xffff, REF_C, false, REF_NONE);
}

static void h_signs(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, ref_add_in, F, REF_A & 0x7fff, REF_B ^ NEGATIVE, false, REF_NONE);
    REF_PAIR(1, ref_fma_in, F, REF_A & 0x7fff, REF_B ^ NEGATIVE, REF_C & 0x7fff, false, REF_NONE);
    REF_PAIR(2, ref_mul_in, F, REF_B ^ NEGATIVE, REF_C & 0x7fff, false, REF_NONE);
}

static void h_constants(const uint32_t *in, uint32_t *out)
{
    const uint32_t one = 0x3c00c000, tiny = 0x00018001;
    REF_PAIR(0, ref_add_in, F, REF_A, one >> s & 0xffff, false, REF_NONE);
    REF_PAIR(1, ref_mul_in, F, REF_A, one >> s & 0xffff, false, REF_NONE);
    REF_PAIR(2, ref_fma_in, F, REF_A, one >> s & 0xffff, REF_B, false, REF_NONE);
    REF_PAIR(3, ref_fma_in, F, REF_A, REF_B, one >> s & 0xffff, false, REF_NONE);
    REF_PAIR(4, ref_mul_in, F, REF_A, tiny >> s & 0xffff, false, REF_NONE);
    out[5] = in[0] & 1 ? 0x38003c00 : 0x00007bff;
}

static void h_minmax(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, ref_choose, F, REF_A, REF_B, true, false);
    REF_PAIR(1, ref_choose, F, REF_A, REF_B, false, false);
    REF_PAIR(2, ref_choose, F, REF_A, REF_B, true, true);
    REF_PAIR(3, ref_choose, F, REF_A, REF_B, false, true);
    REF_PAIR(4, ref_choose, F, ref_flush(F, REF_A, true), ref_flush(F, REF_B, true), true, false);
    REF_PAIR(5, ref_choose, F, ref_flush(F, REF_A, true), ref_flush(F, REF_B, true), false, true);
    out[6] = ref_choose(F, HIGH(0), LOW(1), true, false);
    out[7] = ref_choose(F, LOW(0), HIGH(1), false, true);
}

static uint32_t xorsign(const struct ref_format *format, uint32_t a, uint32_t b, bool minimum,
                        bool nan_wins)
{
    uint32_t chosen = ref_choose(format, a & 0x7fff, b & 0x7fff, minimum, nan_wins);
    return isnan(ref_value(format, chosen)) ? chosen : chosen | ((a ^ b) & NEGATIVE);
}

static void h_xorsign(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, xorsign, &ref_f16, REF_A, REF_B, true, false);
    REF_PAIR(1, xorsign, &ref_f16, REF_A, REF_B, false, true);
    REF_PAIR(2, xorsign, &ref_bf16, REF_A, REF_B, true, false);
    REF_PAIR(3, xorsign, &ref_bf16, REF_A, REF_B, false, true);
}

static uint32_t chosen(bool holds, uint32_t value)
{
    return holds ? value : 0;
}

static void h_set(const uint32_t *in, uint32_t *out)
{
    enum { ONE = 0x3c00, ALL = 0xffff };
#define X ref_value(F, REF_A)
#define Y ref_value(F, REF_B)
    REF_PAIR(0, chosen, X == Y, ONE);
    REF_PAIR(1, chosen, X < Y, ONE);
    REF_PAIR(2, chosen, !(X < Y), ONE);
    REF_PAIR(3, chosen,
             islessgreater(ref_value(F, ref_flush(F, REF_A, true)),
                           ref_value(F, ref_flush(F, REF_B, true))),
             ONE);
    REF_PAIR(4, chosen, X > Y, ALL);
    REF_PAIR(5, chosen, !(X > Y), ALL);
    REF_PAIR(6, chosen, isunordered(X, Y), ALL);
    REF_PAIR(7, chosen, !isunordered(X, Y), ONE);
}

static void h_setp(const uint32_t *in, uint32_t *out)
{
    bool r = in[2] & 1;
    out[0] = 0;
    for (int s = 0, k = 0; s < 32; s += 16, k++) {
        bool equal =
            ref_value(F, ref_flush(F, REF_A, true)) == ref_value(F, ref_flush(F, REF_B, true));
        out[0] |= (uint32_t)(X < Y && r) << k;
        out[0] |= (uint32_t)(X != Y || r) << (k + 2);
        out[0] |= (uint32_t)((X >= Y) ^ r) << (k + 4);
        out[0] |= (uint32_t)(equal && r) << (k + 6);
    }
}

static void h_setp_scalar(const uint32_t *in, uint32_t *out)
{
    double a0 = ref_value(F, LOW(0)), a1 = ref_value(F, HIGH(0));
    double b0 = ref_value(F, LOW(1)), b1 = ref_value(F, HIGH(1));
    out[0] = (uint32_t)(a0 < b0) | (uint32_t) !(a1 <= b0) << 1 |
             (uint32_t)(a0 == b1 || isunordered(a0, b1)) << 2 | (uint32_t)!isunordered(a0, b0) << 3;
}

static uint32_t rounded(double value)
{
    return ref_bits(F, value, FE_TONEAREST);
}

static void h_mufu(const uint32_t *in, uint32_t *out)
{
    out[0] = rounded(exp2(ref_value(F, LOW(0))));
    out[1] = rounded(tanh(ref_value(F, HIGH(0))));
    REF_PAIR(2, rounded, exp2(ref_value(F, REF_B)));
    REF_PAIR(3, rounded, tanh(ref_value(F, REF_B)));
}

static void h_widen(const uint32_t *in, uint32_t *out)
{
    float low = (float)ref_value(F, LOW(0));
    out[0] = ref_f32(low);
    out[1] = ref_f32((float)ref_value(F, HIGH(0)));
    out[2] = sem_bits(ref_sat(low));
    out[3] = out[0];
}

static void h_narrow(const uint32_t *in, uint32_t *out)
{
    float a = sem_f32(in[0]);
    for (int k = 0; k < 4; k++)
        out[k] = ref_bits(F, a, ref_modes[k]);
    out[4] = rounded(ref_ftz(a));
    out[5] = ref_clamp(F, out[0], REF_SAT);
}

static void arithmetic(void **state)
{
    (void)state;
    SEM_RUN({.name = "h_add", .thread = h_add, .edges = 2},
            {.name = "h_mul", .thread = h_mul, .edges = 2},
            {.name = "h_fma", .thread = h_fma, .edges = 3},
            {.name = "h_scalar", .thread = h_scalar, .edges = 2},
            {.name = "h_mixed", .thread = h_mixed, .edges = 2},
            {.name = "h_signs", .thread = h_signs, .edges = 2},
            {.name = "h_constants", .thread = h_constants, .edges = 2});
}

static void comparison(void **state)
{
    (void)state;
    SEM_RUN({.name = "h_minmax", .thread = h_minmax, .edges = 2},
            {.name = "h_set", .thread = h_set, .edges = 2},
            {.name = "h_setp", .thread = h_setp, .edges = 2},
            {.name = "h_setp_scalar", .thread = h_setp_scalar, .edges = 2});
    if (sm >= 86)
        SEM_RUN({.name = "h_xorsign", .thread = h_xorsign, .edges = 2});
}

static void conversion(void **state)
{
    (void)state;
    SEM_RUN({.name = "h_mufu", .thread = h_mufu, .edges = 2},
            {.name = "h_widen", .thread = h_widen, .edges = 1},
            {.name = "h_narrow", .thread = h_narrow, .edges = 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(comparison),
        cmocka_unit_test(conversion),
    };
    sem_open("half", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
