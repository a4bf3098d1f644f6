// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static double pair(uint32_t low, uint32_t high)
{
    const uint32_t words[2] = {low, high};
    return sem_f64(words);
}

#define ROUNDINGS(name, expression)                                                                \
    static void name(const uint32_t *in, uint32_t *out)                                            \
    {                                                                                              \
        for (int k = 0; k < 4; k++) {                                                              \
            int mode = ref_modes[k];                                                               \
            sem_put_f64(&out[2 * k], expression);                                                  \
        }                                                                                          \
    }

ROUNDINGS(d_add, ref_add64(pair(in[2], in[0]), pair(in[3], in[1]), mode))
ROUNDINGS(d_sub, ref_add64(pair(in[2], in[0]), -pair(in[2], in[1]), mode))
ROUNDINGS(d_mul, ref_mul64(pair(in[3], in[0]), pair(in[4], in[1]), mode))
ROUNDINGS(d_fma, ref_fma64(pair(in[3], in[0]), pair(in[4], in[1]), pair(in[5], in[2]), mode))
ROUNDINGS(d_div, ref_div64(pair(in[2], in[0]), pair(in[3], in[1]), mode))
ROUNDINGS(d_rcp, ref_div64(1, pair(in[1], in[0]), mode))
ROUNDINGS(d_sqrt, ref_sqrt64(pair(in[1], in[0]), mode))

static void d_cancel(const uint32_t *in, uint32_t *out)
{
    double x = pair(in[2], (in[0] & 0x800fffff) | 0x3ff00000);
    double y = pair(in[3], (in[1] & 0x800fffff) | 0x3ff00000), z = -(x * y);
    sem_put_f64(out, fma(x, y, z));
    sem_put_f64(&out[2], x * y + z); // zero: nvcc keeps the product
}

static void d_signs(const uint32_t *in, uint32_t *out)
{
    double x = pair(in[3], in[0]), y = pair(in[4], in[1]), z = pair(in[5], in[2]);
    sem_put_f64(out, fma(fabs(x), -y, z));
    sem_put_f64(&out[2], fabs(y) - x);
    sem_put_f64(&out[4], -fabs(z));
}

static void d_constants(const uint32_t *in, uint32_t *out)
{
    double x = pair(in[3], in[0]), y = pair(in[4], in[1]);
    sem_put_f64(out, fma(x, 1.5, y));
    sem_put_f64(&out[2], x + 0.3);
    sem_put_f64(&out[4], fma(x * y, 3.0, 7.0));
}

static double choose(double x, double y, bool minimum)
{
    if (isnan(x) || isnan(y))
        return isnan(x) ? y : x;
    bool less = x < y || (x == y && signbit(x) && !signbit(y));
    return less == minimum ? x : y;
}

static void d_minmax(const uint32_t *in, uint32_t *out)
{
    for (unsigned k = 0; k < 4; k++) {
        double x = pair(in[2], in[0]), y = pair(k < 2 ? in[3] : in[2], in[1]);
        sem_put_f64(&out[2 * k], choose(x, y, !(k & 1)));
    }
}

static void d_setp(const uint32_t *in, uint32_t *out)
{
    double x = pair(in[2], in[0]), y = pair(in[2], in[1]);
    bool nan = isunordered(x, y);
    const bool held[] = {
        x == y,       islessgreater(x, y), x<y, x <= y, x> y, x >= y,        x == y || nan, x != y,
        x < y || nan, x <= y || nan,       x > y || nan,      x >= y || nan, !nan,          nan};
    out[0] = 0;
    for (unsigned k = 0; k < sizeof held / sizeof held[0]; k++)
        out[0] |= (uint32_t)held[k] << k;
}

// The high word of the function of the high word: 20 bits, and the low word zero.
static void d_approx(const uint32_t *in, uint32_t *out)
{
    double x = pair(0, in[0]);
    if (fabs(x) < 0x1p-1022)
        x = copysign(0, x);
    double results[2] = {1 / x, 1 / sqrt(x)};
    for (int k = 0; k < 2; k++) {
        uint32_t words[2];
        sem_put_f64(words, fabs(results[k]) < 0x1p-1022 ? copysign(0, results[k]) : results[k]);
        out[2 * k] = 0;
        out[2 * k + 1] = isnan(results[k]) || isinf(results[k])
                             ? words[1]
                             : (uint32_t)((words[1] + (uint64_t)(words[0] >> 31)));
    }
}

static void d_rsqrt(const uint32_t *in, uint32_t *out)
{
    sem_put_f64(out, 1 / sqrt(pair(in[1], in[0])));
}

static void d_narrow(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        float value = ref_narrow(pair(in[1], in[0]), ref_modes[k]);
        out[k] = ref_f32(value);
        out[k + 4] = ref_f32(ref_ftz(value));
    }
}

static void d_widen(const uint32_t *in, uint32_t *out)
{
    sem_put_f64(out, sem_f32(in[0]));
    sem_put_f64(&out[2], ref_ftz(sem_f32(in[0])));
}

static void arithmetic(void **state)
{
    (void)state;
    SEM_RUN({.name = "d_add", .thread = d_add, .compare = SEM_F64, .edges = 2},
            {.name = "d_sub", .thread = d_sub, .compare = SEM_F64, .edges = 2},
            {.name = "d_mul", .thread = d_mul, .compare = SEM_F64, .edges = 2},
            {.name = "d_fma", .thread = d_fma, .compare = SEM_F64, .edges = 3},
            {.name = "d_cancel", .thread = d_cancel, .compare = SEM_F64, .edges = 2},
            {.name = "d_signs", .thread = d_signs, .compare = SEM_F64, .edges = 3},
            {.name = "d_constants", .thread = d_constants, .compare = SEM_F64, .edges = 2});
}

static void comparison(void **state)
{
    (void)state;
    SEM_RUN({.name = "d_minmax", .thread = d_minmax, .compare = SEM_F64, .edges = 3},
            {.name = "d_setp", .thread = d_setp, .edges = 2});
}

static void conversion(void **state)
{
    (void)state;
    SEM_RUN({.name = "d_narrow", .thread = d_narrow, .edges = 1},
            {.name = "d_widen", .thread = d_widen, .compare = SEM_F64, .edges = 1});
}

// The approximations by one unit of the high word: that is 2^-20.
static void division(void **state)
{
    (void)state;
    SEM_RUN({.name = "d_approx", .thread = d_approx, .compare = SEM_F64, .edges = 1},
            {.name = "d_rsqrt", .thread = d_rsqrt, .compare = SEM_F64, .ulps = 2, .edges = 2},
            {.name = "d_rcp", .thread = d_rcp, .compare = SEM_F64, .edges = 2},
            {.name = "d_div", .thread = d_div, .compare = SEM_F64, .edges = 2},
            {.name = "d_sqrt", .thread = d_sqrt, .compare = SEM_F64, .edges = 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(comparison),
        cmocka_unit_test(conversion),
        cmocka_unit_test(division),
    };
    unsigned sm;
    sem_open("double", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
