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

static uint32_t narrow(const struct ref_format *format, double value, int mode, bool relu)
{
    return ref_clamp(format, ref_bits(format, value, mode), relu ? REF_RELU : REF_NONE);
}

static void two(const struct ref_format *format, const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        int mode = k & 1 ? FE_TOWARDZERO : FE_TONEAREST;
        out[k] = narrow(format, A, mode, k & 2) << 16 | narrow(format, B, mode, k & 2);
    }
}

static void p_f16x2(const uint32_t *in, uint32_t *out)
{
    two(&ref_f16, in, out);
}

static void p_bf16x2(const uint32_t *in, uint32_t *out)
{
    two(&ref_bf16, in, out);
}

static void p_single(const uint32_t *in, uint32_t *out)
{
    out[0] = narrow(&ref_f16, A, FE_TONEAREST, false);
    out[1] = narrow(&ref_bf16, A, FE_TONEAREST, false);
    out[2] = narrow(&ref_bf16, A, FE_TOWARDZERO, false);
    out[3] = narrow(&ref_f16, A, FE_TONEAREST, true);
    out[4] = narrow(&ref_bf16, B, FE_TONEAREST, true);
}

// .rna: ties away from zero; the lower bits of a TF32 number are zero.
static void p_tf32_away(const uint32_t *in, uint32_t *out)
{
    out[0] = ((in[0] & 0xbfffffff) + 0x1000) & ~UINT32_C(0x1fff); // finite
}

static void p_merge(const uint32_t *in, uint32_t *out)
{
    uint32_t bfloat = narrow(&ref_bf16, A, FE_TONEAREST, false);
    out[0] = (in[1] & 0xffff0000) | narrow(&ref_f16, A, FE_TONEAREST, false);
    out[1] = (in[1] & 0xffff0000) | bfloat;
    out[2] = in[1] << 16 | bfloat;
}

// The range of the 8-bit floats.
static double small(uint32_t bits)
{
    return sem_f32((bits & 0x807fffff) | (107 + (bits >> 23 & 0xff) % 40) << 23);
}

static uint32_t fp8(const struct ref_format *format, double value, bool relu)
{
    double limit = format->largest;
    value = value > limit ? limit : value < -limit ? -limit : value; // .satfinite
    return narrow(format, value, FE_TONEAREST, relu);
}

static uint32_t two_fp8(const struct ref_format *format, double high, double low, bool relu)
{
    return fp8(format, high, relu) << 8 | fp8(format, low, relu);
}

static void p_fp8(const uint32_t *in, uint32_t *out)
{
    out[0] = two_fp8(&ref_e4m3, small(in[0]), small(in[1]), false);
    out[1] = two_fp8(&ref_e5m2, small(in[0]), small(in[1]), false);
    out[2] = two_fp8(&ref_e4m3, small(in[0]), B, true);
    out[3] = two_fp8(&ref_e5m2, A, small(in[1]), true);
    out[4] = two_fp8(&ref_e4m3, A, B, false);
    out[5] = two_fp8(&ref_e5m2, A, B, false);
}

static uint32_t from_halves(const struct ref_format *format, uint32_t bits, bool relu)
{
    return two_fp8(format, ref_value(&ref_f16, bits >> 16), ref_value(&ref_f16, bits & 0xffff),
                   relu);
}

static void p_fp8_f16(const uint32_t *in, uint32_t *out)
{
    out[0] = from_halves(&ref_e4m3, in[0], false);
    out[1] = from_halves(&ref_e5m2, in[0], false);
    out[2] = from_halves(&ref_e4m3, in[1], true);
    out[3] = from_halves(&ref_e5m2, in[1], true);
}

static uint32_t to_halves(const struct ref_format *format, uint32_t bits, bool relu)
{
    uint32_t high = narrow(&ref_f16, ref_value(format, bits >> 8 & 0xff), FE_TONEAREST, relu);
    return high << 16 | narrow(&ref_f16, ref_value(format, bits & 0xff), FE_TONEAREST, relu);
}

static void p_f16_fp8(const uint32_t *in, uint32_t *out)
{
    out[0] = to_halves(&ref_e4m3, in[0], false);
    out[1] = to_halves(&ref_e5m2, in[0], false);
    out[2] = to_halves(&ref_e4m3, in[0] >> 16, true);
    out[3] = to_halves(&ref_e5m2, in[0] >> 16, true);
}

static void p_fp8x4(const uint32_t *in, uint32_t *out)
{
    out[0] = two_fp8(&ref_e4m3, small(in[2]), small(in[3]), false) << 16 |
             two_fp8(&ref_e4m3, small(in[0]), small(in[1]), false);
    out[1] = from_halves(&ref_e5m2, in[1], false) << 16 | from_halves(&ref_e5m2, in[0], false);
}

static void p_tf32(const uint32_t *in, uint32_t *out)
{
    enum { LOST = 13 };
    for (int k = 0; k < 4; k++) {
        int mode = k & 1 ? FE_TOWARDZERO : FE_TONEAREST;
        out[k] = isnan(A) ? 0x7fffffff : narrow(&ref_tf32, A, mode, k & 2) << LOST;
    }
}

static void halves(void **state)
{
    (void)state;
    SEM_RUN({.name = "p_f16x2", .thread = p_f16x2, .edges = 2},
            {.name = "p_bf16x2", .thread = p_bf16x2, .edges = 2},
            {.name = "p_single", .thread = p_single, .edges = 2},
            {.name = "p_tf32_away", .thread = p_tf32_away, .edges = 1},
            {.name = "p_merge", .thread = p_merge, .edges = 2});
}

static void bytes(void **state)
{
    (void)state;
    if (sm >= 89)
        SEM_RUN({.name = "p_fp8", .thread = p_fp8, .edges = 2},
                {.name = "p_fp8_f16", .thread = p_fp8_f16, .edges = 2},
                {.name = "p_f16_fp8", .thread = p_f16_fp8, .edges = 1},
                {.name = "p_fp8x4", .thread = p_fp8x4, .edges = 2});
    if (sm >= 90)
        SEM_RUN({.name = "p_tf32", .thread = p_tf32, .edges = 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves),
        cmocka_unit_test(bytes),
    };
    sem_open("pack", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
