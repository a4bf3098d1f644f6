// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static unsigned sm;

#define F &ref_bf16
#define LOW(k) (in[k] & 0xffff)
#define HIGH(k) (in[k] >> 16)
#define NEGATIVE 0x8000

static void b_fma(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, ref_fma_in, F, REF_A, REF_B, REF_C, false, REF_NONE);
    REF_PAIR(1, ref_fma_in, F, REF_A, REF_B, REF_C, false, REF_RELU);
    out[2] = ref_fma_in(F, LOW(0), HIGH(1), LOW(2), false, REF_NONE);
    out[3] = ref_fma_in(F, HIGH(0), LOW(1), LOW(2), false, REF_RELU);
}

static void b_minmax(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        REF_PAIR(k, ref_choose, F, REF_A, REF_B, !(k & 1), k & 2);
    }
    out[4] = ref_choose(F, HIGH(0), LOW(1), true, false);
    out[5] = ref_choose(F, LOW(0), HIGH(1), false, false);
}

static void b_signs(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, ref_fma_in, F, REF_A & 0x7fff, REF_B ^ NEGATIVE, REF_C & 0x7fff, false, REF_NONE);
    REF_PAIR(1, ref_fma_in, F, REF_A, REF_A & 0x7fff, REF_B ^ NEGATIVE, false, REF_NONE);
}

static void b_add(const uint32_t *in, uint32_t *out)
{
    REF_PAIR(0, ref_add_in, F, REF_A, REF_B, false, REF_NONE);
    REF_PAIR(1, ref_add_in, F, REF_A, REF_B ^ NEGATIVE, false, REF_NONE);
    REF_PAIR(2, ref_mul_in, F, REF_A, REF_B, false, REF_NONE);
    out[3] = ref_add_in(F, HIGH(0), LOW(1), false, REF_NONE);
    out[4] = ref_mul_in(F, LOW(0), HIGH(1), false, REF_NONE);
}

static uint32_t chosen(bool holds, uint32_t value)
{
    return holds ? value : 0;
}

#define X ref_value(F, REF_A)
#define Y ref_value(F, REF_B)

static void b_set(const uint32_t *in, uint32_t *out)
{
    enum { ONE = 0x3f80, ALL = 0xffff };
    REF_PAIR(0, chosen, X < Y, ONE);
    REF_PAIR(1, chosen, !(X < Y), ONE);
    REF_PAIR(2, chosen, X == Y, ALL);
    REF_PAIR(3, chosen, isunordered(X, Y), ALL);
}

static void b_setp(const uint32_t *in, uint32_t *out)
{
    out[0] = 0;
    for (int s = 0, k = 0; s < 32; s += 16, k++) {
        out[0] |= (uint32_t)(X < Y) << k;
        out[0] |= (uint32_t)(X != Y) << (k + 2);
        out[0] |= (uint32_t)(X >= Y) << (k + 4);
    }
}

static uint32_t rounded(double value)
{
    return ref_bits(F, value, FE_TONEAREST);
}

static uint32_t power(uint32_t bits)
{
    double value = ref_value(F, ref_flush(F, bits, true));
    return ref_flush(F, rounded(exp2(value)), true);
}

static void b_mufu(const uint32_t *in, uint32_t *out)
{
    out[0] = power(LOW(0));
    out[1] = rounded(tanh(ref_value(F, HIGH(0))));
    REF_PAIR(2, power, REF_B);
    REF_PAIR(3, rounded, tanh(ref_value(F, REF_B)));
}

static void arithmetic(void **state)
{
    (void)state;
    SEM_RUN({.name = "b_fma", .thread = b_fma, .edges = 3},
            {.name = "b_minmax", .thread = b_minmax, .edges = 2},
            {.name = "b_signs", .thread = b_signs, .edges = 3});
}

static void hopper(void **state)
{
    (void)state;
    if (sm < 90)
        return;
    SEM_RUN({.name = "b_add", .thread = b_add, .edges = 2},
            {.name = "b_set", .thread = b_set, .edges = 2},
            {.name = "b_setp", .thread = b_setp, .edges = 2},
            {.name = "b_mufu", .thread = b_mufu, .edges = 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(hopper),
    };
    sem_open("bfloat", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
