// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Functions of CUDA's mathematical library against the host's in double, within the errors that the
// CUDA programming guide lists.
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define X ((double)sem_f32(in[0]))
#define Y ((double)sem_f32(in[1]))
#define M(k) ((double)sem_f32((in[k] & 0x807fffff) | (112 + (in[k] >> 23 & 31)) << 23))
#define PUT(k, value) out[k] = sem_bits((float)(value))

static const double pi = 3.14159265358979323846;

static void m_circular(const uint32_t *in, uint32_t *out)
{
    PUT(0, sin(M(0)));
    PUT(1, cos(M(0)));
    PUT(2, tan(M(0)));
}

// Sine of x half turns: by the rest of a whole turn, which is exact.
static double sine_pi(double x)
{
    double rest = fmod(x, 2);
    if (rest == floor(rest))
        return isfinite(x) ? copysign(0, x) : NAN;
    return sin(pi * rest);
}

static double cosine_pi(double x)
{
    double rest = fmod(fabs(x), 2);
    if (rest == 0.5 || rest == 1.5)
        return 0;
    return isfinite(x) ? cos(pi * rest) : NAN;
}

static void m_circular_large(const uint32_t *in, uint32_t *out)
{
    PUT(0, sin(X));
    PUT(1, cos(X));
    PUT(2, sine_pi(X));
    PUT(3, cosine_pi(X));
}

static void m_exponential(const uint32_t *in, uint32_t *out)
{
    PUT(0, exp(X));
    PUT(1, exp2(X));
    PUT(2, exp10(X));
    PUT(3, expm1(X));
}

static void m_logarithm(const uint32_t *in, uint32_t *out)
{
    PUT(0, log(X));
    PUT(1, log2(X));
    PUT(2, log10(X));
    PUT(3, log1p(X));
}

static void m_power(const uint32_t *in, uint32_t *out)
{
    PUT(0, pow(M(0), sem_f32(sem_bits((float)M(1))) * 0.01F));
    PUT(1, pow(X, Y));
}

static void m_hyperbolic(const uint32_t *in, uint32_t *out)
{
    PUT(0, tanh(X));
    PUT(1, sinh(X));
    PUT(2, cosh(X));
    PUT(3, asinh(X));
}

static void m_inverse(const uint32_t *in, uint32_t *out)
{
    PUT(0, atan(X));
    PUT(1, asin(X));
    PUT(2, acos(X));
    PUT(3, atan2(Y, X));
}

static void m_error(const uint32_t *in, uint32_t *out)
{
    PUT(0, erf(X));
    PUT(1, erfc(M(0)));
}

static void m_roots(const uint32_t *in, uint32_t *out)
{
    PUT(0, 1 / sqrt(X));
    PUT(1, cbrt(X));
    PUT(2, hypot(X, Y));
    PUT(3, sqrt(X));
    PUT(4, ref_div(sem_f32(in[0]), sem_f32(in[1]), FE_TONEAREST));
    PUT(5, fmod(M(0), M(1)));
}

static void m_exact(const uint32_t *in, uint32_t *out)
{
    PUT(0, floor(X));
    PUT(1, ceil(X));
    PUT(2, trunc(X));
    PUT(3, rint(X));
    PUT(4, round(X));
    PUT(5, fabs(X));
    PUT(6, copysign(X, Y));
    PUT(7, fdim(X, Y));
}

static void m_double(const uint32_t *in, uint32_t *out)
{
    const uint32_t words[2] = {in[1], (in[0] & 0x800fffff) | (0x3f8 + (in[0] >> 20 & 15)) << 20};
    double x = sem_f64(words);
    sem_put_f64(out, exp(x));
    sem_put_f64(&out[2], log(fabs(x)));
    sem_put_f64(&out[4], sin(x));
}

// The largest error of the functions of a kernel, and half an ulp of the reference's own rounding.
static void functions(void **state)
{
    (void)state;
    SEM_RUN(
        {.name = "m_exact", .thread = m_exact, .compare = SEM_F32, .edges = 2},
        {.name = "m_exponential",
         .thread = m_exponential,
         .compare = SEM_F32,
         .ulps = 2,
         .edges = 1},
        {.name = "m_logarithm", .thread = m_logarithm, .compare = SEM_F32, .ulps = 2, .edges = 1},
        {.name = "m_power", .thread = m_power, .compare = SEM_F32, .ulps = 4, .edges = 2},
        {.name = "m_hyperbolic", .thread = m_hyperbolic, .compare = SEM_F32, .ulps = 3, .edges = 1},
        {.name = "m_inverse", .thread = m_inverse, .compare = SEM_F32, .ulps = 3, .edges = 2},
        {.name = "m_error", .thread = m_error, .compare = SEM_F32, .ulps = 4, .edges = 1},
        {.name = "m_roots", .thread = m_roots, .compare = SEM_F32, .ulps = 3, .edges = 2},
        {.name = "m_double", .thread = m_double, .compare = SEM_F64, .ulps = 2, .edges = 2},
        {.name = "m_circular", .thread = m_circular, .compare = SEM_F32, .ulps = 4, .edges = 1},
        {.name = "m_circular_large",
         .thread = m_circular_large,
         .compare = SEM_F32,
         .ulps = 2,
         .edges = 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(functions)};
    unsigned sm;
    sem_open("mathf", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
