// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static unsigned sm;

// .rni .rzi .rmi .rpi are in the order of ref_modes.
enum { RNI, RZI, RMI, RPI };

// A whole number as an integer of some bits, saturated; what a NaN is differs.
static uint64_t integer(double value, int rounding, unsigned bits, bool is_signed, uint64_t nan)
{
    double whole = ref_whole(value, ref_modes[rounding]);
    double least = is_signed ? -ldexp(1, (int)bits - 1) : 0;
    double end = ldexp(1, is_signed ? (int)bits - 1 : (int)bits);
    if (isnan(value))
        return nan;
    if (whole < least)
        whole = least;
    if (whole >= end)
        return is_signed ? (UINT64_C(1) << (bits - 1)) - 1 : UINT64_MAX >> (64 - bits);
    return whole < 0 ? (uint64_t)(int64_t)whole : (uint64_t)whole;
}

static uint32_t int32(double value, int rounding, unsigned bits, bool is_signed)
{
    return (uint32_t)integer(value, rounding, bits, is_signed, 0);
}

static float float_a(const uint32_t *in)
{
    return sem_f32((in[0] & 0x807fffff) | (119 + (in[0] >> 23 & 0xff) % 80) << 23);
}

static double double_a(const uint32_t *in)
{
    const uint32_t words[2] = {in[1], (in[0] & 0x800fffff) | (1015 + (in[0] >> 20 & 0x7ff) % 80)
                                                                 << 20};
    return sem_f64(words);
}

static double half_a(const uint32_t *in)
{
    return ref_value(&ref_f16, in[0] & 0xffff);
}

static double high_half_a(const uint32_t *in)
{
    return ref_value(&ref_f16, in[0] >> 16);
}

static void c_f32_s32(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        out[k] = int32(float_a(in), k, 32, true);
        out[k + 4] = int32(ref_ftz(sem_f32(in[1])), k, 32, true);
    }
}

static void c_f32_u32(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        out[k] = int32(float_a(in), k, 32, false);
        out[k + 4] = int32(ref_ftz(sem_f32(in[1])), k, 32, false);
    }
}

static void c_f32_short(const uint32_t *in, uint32_t *out)
{
    float b = sem_f32(in[1]);
    out[0] = int32(float_a(in), RNI, 16, true);
    out[1] = int32(float_a(in), RZI, 16, false);
    out[2] = int32(float_a(in), RMI, 8, true);
    out[3] = int32(float_a(in), RPI, 8, false);
    out[4] = int32(b, RNI, 16, true);
    out[5] = int32(b, RZI, 16, false);
    out[6] = int32(b, RZI, 8, true);
    out[7] = int32(b, RNI, 8, false);
}

#define NAN_64 UINT64_C(0x8000000000000000)

static void c_f32_s64(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        sem_put64(&out[2 * k], integer(float_a(in), k, 64, true, NAN_64));
}

static void c_f32_u64(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        sem_put64(&out[2 * k], integer(float_a(in), k, 64, false, NAN_64));
}

static void c_f16_int(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        out[k] = int32(half_a(in), k, 32, true);
    out[4] = int32(half_a(in), RZI, 32, false);
    out[5] = int32(half_a(in), RNI, 16, true);
    out[6] = int32(high_half_a(in), RNI, 8, false);
    out[7] = int32(half_a(in), RPI, 8, true);
}

static void c_f16_64(const uint32_t *in, uint32_t *out)
{
    sem_put64(out, integer(half_a(in), RNI, 64, true, NAN_64));
    sem_put64(&out[2], integer(high_half_a(in), RZI, 64, false, NAN_64));
}

static void c_f64_32(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        out[k] = int32(double_a(in), k, 32, true);
        out[k + 4] = int32(double_a(in), k, 32, false);
    }
}

static void c_f64_short(const uint32_t *in, uint32_t *out)
{
    out[0] = int32(double_a(in), RNI, 16, true);
    out[1] = int32(double_a(in), RZI, 16, false);
    out[2] = int32(double_a(in), RMI, 8, true);
    out[3] = int32(double_a(in), RPI, 8, false);
}

static void c_f64_s64(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        sem_put64(&out[2 * k], integer(double_a(in), k, 64, true, NAN_64));
}

static void c_f64_u64(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        sem_put64(&out[2 * k], integer(double_a(in), k, 64, false, NAN_64));
}

// A NaN of a double becomes the highest bit of integers of 32 bits, too.
static void c_f64_raw(const uint32_t *in, uint32_t *out)
{
    const uint32_t words[2] = {in[1], in[0]};
    double value = sem_f64(words);
    out[0] = (uint32_t)integer(value, RZI, 32, true, 0x80000000);
    out[1] = (uint32_t)integer(value, RNI, 32, false, 0x80000000);
    sem_put64(&out[2], integer(value, RZI, 64, true, NAN_64));
    sem_put64(&out[4], integer(value, RNI, 64, false, NAN_64));
}

// The host converts integers in its rounding mode.
static float from_s64(int64_t value, int mode)
{
    volatile int64_t x = value;
    volatile float result;
    fesetround(mode);
    result = (float)x;
    fesetround(FE_TONEAREST);
    return result;
}

// One that is too large by half, with what is lost in its last bit.
static float from_u64(uint64_t value, int mode)
{
    bool large = value >> 63;
    float result = from_s64((int64_t)(large ? value >> 1 | (value & 1) : value), mode);
    return large ? result * 2 : result;
}

static double double_from_s64(int64_t value, int mode)
{
    volatile int64_t x = value;
    volatile double result;
    fesetround(mode);
    result = (double)x;
    fesetround(FE_TONEAREST);
    return result;
}

static double double_from_u64(uint64_t value, int mode)
{
    bool large = value >> 63;
    double result = double_from_s64((int64_t)(large ? value >> 1 | (value & 1) : value), mode);
    return large ? result * 2 : result;
}

static void c_int_f32(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        out[k] = sem_bits(from_s64((int32_t)in[0], ref_modes[k]));
        out[k + 4] = sem_bits(from_s64(in[0], ref_modes[k]));
    }
}

static void c_short_f32(const uint32_t *in, uint32_t *out)
{
    out[0] = sem_bits((float)(int8_t)in[0]);
    out[1] = sem_bits((float)(uint8_t)(in[0] >> 8));
    out[2] = sem_bits((float)(int8_t)(in[0] >> 24));
    out[3] = sem_bits((float)(uint8_t)(in[0] >> 16));
    out[4] = sem_bits((float)(int16_t)in[0]);
    out[5] = sem_bits((float)(in[0] >> 16));
    out[6] = sem_bits((float)(int16_t)(in[0] >> 16));
}

static uint64_t long_of(const uint32_t *in)
{
    return in[1] | (uint64_t)in[0] << 32;
}

static void c_long_f32(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        out[k] = sem_bits(from_s64((int64_t)long_of(in), ref_modes[k]));
        out[k + 4] = sem_bits(from_u64(long_of(in), ref_modes[k]));
    }
}

static void c_int_f16(const uint32_t *in, uint32_t *out)
{
    int32_t a = (int32_t)in[0];
    for (int k = 0; k < 4; k++)
        out[k] = ref_bits(&ref_f16, a, ref_modes[k]);
    out[4] = ref_bits(&ref_f16, in[0], FE_TONEAREST);
    out[5] = ref_bits(&ref_f16, in[0] & 0x1ffff, FE_TOWARDZERO);
    out[6] = ref_bits(&ref_f16, (int8_t)in[0], FE_TONEAREST);
    out[7] = ref_bits(&ref_f16, a, FE_TONEAREST);
}

static void c_int_f64(const uint32_t *in, uint32_t *out)
{
    sem_put_f64(out, (int32_t)in[0]);
    sem_put_f64(&out[2], in[0]);
    sem_put_f64(&out[4], (int8_t)in[0]);
    sem_put_f64(&out[6], (uint8_t)(in[0] >> 8));
}

static void c_s64_f64(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        sem_put_f64(&out[2 * k], double_from_s64((int64_t)long_of(in), ref_modes[k]));
}

static void c_u64_f64(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        sem_put_f64(&out[2 * k], double_from_u64(long_of(in), ref_modes[k]));
}

static void c_whole_f32(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        out[k] = ref_f32((float)ref_whole(float_a(in), ref_modes[k]));
        out[k + 4] = ref_f32((float)ref_whole(ref_ftz(sem_f32(in[1])), ref_modes[k]));
    }
}

static void c_whole_f16(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++) {
        out[k] = ref_bits(&ref_f16, ref_whole(half_a(in), ref_modes[k]), FE_TONEAREST);
        out[k + 4] = ref_bits(&ref_f16, ref_whole(high_half_a(in), ref_modes[k]), FE_TONEAREST);
    }
}

static void c_whole_f64(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        sem_put_f64(&out[2 * k], ref_whole(double_a(in), ref_modes[k]));
}

static void c_f64_f16(const uint32_t *in, uint32_t *out)
{
    const uint32_t words[2] = {in[1], (in[0] & 0x800fffff) | (995 + (in[0] >> 20 & 0x7ff) % 48)
                                                                 << 20};
    for (int k = 0; k < 4; k++)
        out[k] = ref_bits(&ref_f16, sem_f64(words), ref_modes[k]);
}

static void c_f16_f64(const uint32_t *in, uint32_t *out)
{
    sem_put_f64(out, half_a(in));
    sem_put_f64(&out[2], high_half_a(in));
}

static double bfloat(uint32_t bits)
{
    return ref_value(&ref_bf16, bits & 0xffff);
}

static void c_bf_int(const uint32_t *in, uint32_t *out)
{
    double low = bfloat(in[0]), high = bfloat(in[0] >> 16);
    out[0] = int32(low, RNI, 32, true);
    out[1] = int32(high, RZI, 32, false);
    out[2] = int32(low, RMI, 32, true);
    out[3] = int32(low, RPI, 32, false);
    sem_put64(&out[4], integer(low, RZI, 64, true, NAN_64));
    sem_put64(&out[6], integer(high, RNI, 64, false, NAN_64));
}

static void c_int_bf(const uint32_t *in, uint32_t *out)
{
    int32_t a = (int32_t)in[0];
    out[0] = ref_bits(&ref_bf16, a, FE_TONEAREST);
    out[1] = ref_bits(&ref_bf16, in[0], FE_TOWARDZERO);
    out[2] = ref_bits(&ref_bf16, a, FE_UPWARD);
    out[3] = ref_bits(&ref_bf16, in[0], FE_DOWNWARD);
    out[4] = ref_bits(&ref_bf16, in[0] & 0xff, FE_TONEAREST);
}

static void c_bf_float(const uint32_t *in, uint32_t *out)
{
    const uint32_t words[2] = {in[1], (in[0] & 0x800fffff) | (0x370 + (in[0] >> 20 & 0x7ff) % 0x120)
                                                                 << 20};
    double low = bfloat(in[0]), high = bfloat(in[0] >> 16);
    out[0] = ref_bits(&ref_bf16, half_a(in), FE_TONEAREST);
    out[1] = ref_bits(&ref_f16, low, FE_TONEAREST);
    out[2] = ref_bits(&ref_bf16, ref_whole(low, FE_TONEAREST), FE_TONEAREST);
    out[3] = ref_bits(&ref_bf16, ref_whole(high, FE_UPWARD), FE_TONEAREST);
    sem_put_f64(&out[4], low);
    out[6] = ref_bits(&ref_bf16, sem_f64(words), FE_TONEAREST);
}

static void to_integer(void **state)
{
    (void)state;
    SEM_RUN({.name = "c_f32_s32", .thread = c_f32_s32, .edges = 2},
            {.name = "c_f32_u32", .thread = c_f32_u32, .edges = 2},
            {.name = "c_f32_short", .thread = c_f32_short, .edges = 2},
            {.name = "c_f32_s64", .thread = c_f32_s64, .edges = 1},
            {.name = "c_f32_u64", .thread = c_f32_u64, .edges = 1},
            {.name = "c_f16_int", .thread = c_f16_int, .edges = 1},
            {.name = "c_f16_64", .thread = c_f16_64, .edges = 1},
            {.name = "c_f64_32", .thread = c_f64_32, .edges = 2},
            {.name = "c_f64_short", .thread = c_f64_short, .edges = 2},
            {.name = "c_f64_s64", .thread = c_f64_s64, .edges = 2},
            {.name = "c_f64_u64", .thread = c_f64_u64, .edges = 2},
            {.name = "c_f64_raw", .thread = c_f64_raw, .edges = 2});
}

static void from_integer(void **state)
{
    (void)state;
    SEM_RUN({.name = "c_int_f32", .thread = c_int_f32, .edges = 1},
            {.name = "c_short_f32", .thread = c_short_f32, .edges = 1},
            {.name = "c_long_f32", .thread = c_long_f32, .edges = 2},
            {.name = "c_int_f16", .thread = c_int_f16, .edges = 1},
            {.name = "c_int_f64", .thread = c_int_f64, .edges = 1},
            {.name = "c_s64_f64", .thread = c_s64_f64, .edges = 2},
            {.name = "c_u64_f64", .thread = c_u64_f64, .edges = 2});
}

static void whole(void **state)
{
    (void)state;
    SEM_RUN({.name = "c_whole_f32", .thread = c_whole_f32, .edges = 2},
            {.name = "c_whole_f16", .thread = c_whole_f16, .edges = 1},
            {.name = "c_whole_f64", .thread = c_whole_f64, .compare = SEM_F64, .edges = 2},
            {.name = "c_f64_f16", .thread = c_f64_f16, .edges = 2},
            {.name = "c_f16_f64", .thread = c_f16_f64, .compare = SEM_F64, .edges = 1});
}

static void bfloats(void **state)
{
    (void)state;
    if (sm < 90)
        return;
    SEM_RUN({.name = "c_bf_int", .thread = c_bf_int, .edges = 1},
            {.name = "c_int_bf", .thread = c_int_bf, .edges = 1},
            {.name = "c_bf_float", .thread = c_bf_float, .compare = SEM_F64, .edges = 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(to_integer),
        cmocka_unit_test(from_integer),
        cmocka_unit_test(whole),
        cmocka_unit_test(bfloats),
    };
    sem_open("convert", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
