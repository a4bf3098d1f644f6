// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static unsigned sm;

#define A sem_f32(in[0])
#define B sem_f32(in[1])
#define C sem_f32(in[2])

// Four roundings, then the same with .ftz.
#define ROUNDINGS(name, plain, flushed)                                                            \
    static void name(const uint32_t *in, uint32_t *out)                                            \
    {                                                                                              \
        for (int k = 0; k < 4; k++) {                                                              \
            int mode = ref_modes[k];                                                               \
            out[k] = ref_f32(plain);                                                               \
            out[k + 4] = ref_f32(ref_ftz(flushed));                                                \
        }                                                                                          \
    }

ROUNDINGS(f_add, ref_add(A, B, mode), ref_add(ref_ftz(A), ref_ftz(B), mode))
ROUNDINGS(f_sub, ref_add(A, -B, mode), ref_add(ref_ftz(A), -ref_ftz(B), mode))
ROUNDINGS(f_mul, ref_mul(A, B, mode), ref_mul(ref_ftz(A), ref_ftz(B), mode))
ROUNDINGS(f_fma, ref_fma(A, B, C, mode), ref_fma(ref_ftz(A), ref_ftz(B), ref_ftz(C), mode))
ROUNDINGS(f_div, ref_div(A, B, mode), ref_div(ref_ftz(A), ref_ftz(B), mode))
ROUNDINGS(f_rcp, ref_div(1, A, mode), ref_div(1, ref_ftz(A), mode))
ROUNDINGS(f_sqrt, ref_sqrt(A, mode), ref_sqrt(ref_ftz(A), mode))

static void f_sat(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        out[k] = sem_bits(ref_sat(ref_fma(A, B, C, ref_modes[k])));
    out[4] = sem_bits(ref_sat(A + B));
    out[5] = sem_bits(ref_sat(ref_ftz(ref_ftz(A) * ref_ftz(B))));
    out[6] = sem_bits(ref_sat(ref_add(A, -B, FE_TOWARDZERO)));
    out[7] = sem_bits(ref_sat(A));
}

static void f_signs(const uint32_t *in, uint32_t *out)
{
    float x = fabsf(A), y = -B, z = fabsf(C);
    out[0] = ref_f32(x + y);
    out[1] = ref_f32(fmaf(x, y, z));
    out[2] = out[1];
    out[3] = sem_bits(-x);
    out[4] = sem_bits(ref_ftz(x));
    out[5] = sem_bits(ref_ftz(-A));
}

static uint32_t choose(float x, float y, bool minimum, bool nan_wins)
{
    return ref_choose(&ref_single, sem_bits(x), sem_bits(y), minimum, nan_wins);
}

static void f_minmax(const uint32_t *in, uint32_t *out)
{
    for (unsigned k = 0; k < 8; k++) {
        bool ftz = k & 2;
        out[k] = choose(ftz ? ref_ftz(A) : A, ftz ? ref_ftz(B) : B, !(k & 1), k & 4);
    }
}

static uint32_t xorsign(const uint32_t *in, uint32_t chosen)
{
    return isnan(sem_f32(chosen)) ? chosen : (chosen & 0x7fffffff) | ((in[0] ^ in[1]) & 0x80000000);
}

static void f_xorsign(const uint32_t *in, uint32_t *out)
{
    float x = fabsf(A), y = fabsf(B);
    out[0] = xorsign(in, choose(x, y, true, false));
    out[1] = xorsign(in, choose(x, y, false, false));
    out[2] = xorsign(in, choose(x, y, true, true));
    out[3] = xorsign(in, choose(ref_ftz(x), ref_ftz(y), false, true));
}

static float quotient(float y, float x)
{
    // div.full: two ulps.
    return (float)((double)y / x);
}

static void f_approx(const uint32_t *in, uint32_t *out)
{
    double x = A;
    out[0] = ref_f32((float)(1 / x));
    out[1] = ref_f32((float)(1 / sqrt(x)));
    out[2] = ref_f32((float)sqrt(x));
    out[3] = ref_f32((float)log2(x));
    out[4] = ref_f32((float)exp2(x));
    out[5] = ref_f32(quotient(B, A));
    out[6] = ref_f32((float)tanh(x));
}

static void f_approx_ftz(const uint32_t *in, uint32_t *out)
{
    double x = ref_ftz(A);
    out[0] = ref_f32(ref_ftz((float)(1 / x)));
    out[1] = ref_f32(ref_ftz((float)(1 / sqrt(x))));
    out[2] = ref_f32(ref_ftz((float)sqrt(x)));
    out[3] = ref_f32(ref_ftz((float)log2(x)));
    out[4] = ref_f32(ref_ftz((float)exp2(x)));
}

// Which of the comparisons in the order of the kernel hold.
static uint32_t comparisons(float x, float y)
{
    bool nan = isunordered(x, y);
    const bool held[] = {
        x == y,       !nan && x != y, x<y, x <= y, x> y, x >= y,   x == y || nan, x != y,
        x < y || nan, !(x > y),       x > y || nan,      !(x < y), !nan,          nan};
    uint32_t bits = 0;
    for (unsigned k = 0; k < sizeof held / sizeof held[0]; k++)
        bits |= (uint32_t)held[k] << k;
    return bits;
}

static void f_setp(const uint32_t *in, uint32_t *out)
{
    out[0] = comparisons(A, B);
}

static void f_setp_ftz(const uint32_t *in, uint32_t *out)
{
    float x = ref_ftz(A), y = ref_ftz(B);
    out[0] = (uint32_t)(x == y) | (uint32_t)(x < y) << 1 | (uint32_t) !(x < y) << 2;
}

static void f_setp_bool(const uint32_t *in, uint32_t *out)
{
    bool r = in[2] & 1, lt = A < B, geu = !(A < B), ne = A < B || A > B;
    out[0] = (uint32_t)(lt && r) | (uint32_t)(!lt && r) << 1 | (uint32_t)(geu || r) << 2 |
             (uint32_t)(!geu || r) << 3 | (uint32_t)(ne ^ r) << 4 | (uint32_t)(!ne ^ r) << 5;
}

static void f_set(const uint32_t *in, uint32_t *out)
{
    const uint32_t one = 0x3f800000;
    out[0] = A < B ? one : 0;
    out[1] = !(ref_ftz(A) < ref_ftz(B)) ? one : 0;
    out[2] = A < B || A > B ? one : 0;
    out[3] = A <= B ? UINT32_MAX : 0;
}

static void f_select(const uint32_t *in, uint32_t *out)
{
    out[0] = in[2] & 1 ? in[0] : in[1];
    out[1] = in[2] & 2 ? in[0] ^ 0x80000000 : in[1] & 0x7fffffff;
    out[2] = A < B ? in[0] : sem_bits(2.5F);
}

static void f_scale(const uint32_t *in, uint32_t *out)
{
    volatile float product = A * B, quarter = A * 0.25F;
    out[0] = ref_f32(product * 2);
    out[1] = ref_f32(quarter * B);
    out[2] = ref_f32(product + C);
    out[3] = ref_f32(fmaf(A, B, C));
}

static void arithmetic(void **state)
{
    (void)state;
    SEM_RUN({.name = "f_add", .thread = f_add, .edges = 2},
            {.name = "f_sub", .thread = f_sub, .edges = 2},
            {.name = "f_mul", .thread = f_mul, .edges = 2},
            {.name = "f_fma", .thread = f_fma, .edges = 3},
            {.name = "f_sat", .thread = f_sat, .edges = 3},
            {.name = "f_signs", .thread = f_signs, .edges = 3, .compare = SEM_F32},
            {.name = "f_scale", .thread = f_scale, .edges = 3});
}

static void comparison(void **state)
{
    (void)state;
    SEM_RUN({.name = "f_minmax", .thread = f_minmax, .edges = 2},
            {.name = "f_setp", .thread = f_setp, .edges = 2},
            {.name = "f_setp_ftz", .thread = f_setp_ftz, .edges = 2},
            {.name = "f_setp_bool", .thread = f_setp_bool, .edges = 3},
            {.name = "f_set", .thread = f_set, .edges = 2},
            {.name = "f_select", .thread = f_select, .compare = SEM_F32, .edges = 3});
    if (sm >= 86)
        SEM_RUN({.name = "f_xorsign", .thread = f_xorsign, .edges = 2});
}

// PTX allows 1 ulp of rcp and 2 of ex2 and div.full; where it bounds the relative error, that of
// rsqrt and sqrt is below 2 ulps. lg2 is judged away from 1, where it bounds the absolute error.
static void approximate(void **state)
{
    (void)state;
    SEM_RUN({.name = "f_approx", .thread = f_approx, .edges = 2, .compare = SEM_F32, .ulps = 2},
            {.name = "f_approx_ftz",
             .thread = f_approx_ftz,
             .edges = 1,
             .compare = SEM_F32,
             .ulps = 2});
}

static void rounded(void **state)
{
    (void)state;
    SEM_RUN({.name = "f_div", .thread = f_div, .edges = 2},
            {.name = "f_rcp", .thread = f_rcp, .edges = 1},
            {.name = "f_sqrt", .thread = f_sqrt, .edges = 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(comparison),
        cmocka_unit_test(approximate),
        cmocka_unit_test(rounded),
    };
    sem_open("float", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
