// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned sm;

// Where the word lies, and what is written of it: kernels come in four kinds.
enum kind { GLOBAL, SHARED, GENERIC, REDUCE, KINDS };
static const char *const kind_names[KINDS] = {"global", "shared", "generic", "reduce"};
static enum kind kind;

static uint64_t pair(const uint32_t *words)
{
    return words[0] | (uint64_t)words[1] << 32;
}

static void put(const uint32_t *in, uint32_t *out, unsigned bytes, uint64_t old, uint64_t fresh)
{
    bool in_global = kind == GLOBAL || kind == REDUCE || (kind == GENERIC && !(in[7] & 1));
    if (in_global && bytes == 8)
        sem_put64(&out[0], fresh);
    else if (in_global)
        out[0] = (uint32_t)fresh;
    if (kind != REDUCE)
        sem_put64(&out[2], old);
    sem_put64(&out[4], fresh);
}

#define SIGNED_WORD(x) ((uint64_t)(int32_t)(x))
#define TEST(name, bytes, first, result)                                                           \
    static void name(const uint32_t *in, uint32_t *out)                                            \
    {                                                                                              \
        uint64_t old = first, x = bytes == 8 ? pair(&in[2]) : in[1];                               \
        (void)x;                                                                                   \
        put(in, out, bytes, old, result);                                                          \
    }
#define WORD(name, result) TEST(name, 4, in[0], (uint32_t)(result))
#define WIDE(name, result) TEST(name, 8, pair(&in[0]), result)
WORD(add_u32, old + x)
TEST(min_s32, 4, SIGNED_WORD(in[0]), (int64_t)old < (int32_t)in[1] ? old : SIGNED_WORD(in[1]))
TEST(max_s32, 4, SIGNED_WORD(in[0]), (int64_t)old > (int32_t)in[1] ? old : SIGNED_WORD(in[1]))
WORD(min_u32, old < x ? old : x)
WORD(max_u32, old > x ? old : x)
WORD(inc_u32, old >= x ? 0 : old + 1)
WORD(dec_u32, old == 0 || old > x ? x : old - 1)
WORD(and_u32, old &x)
WORD(or_u32, old | x)
WORD(xor_u32, old ^ x)
WORD(exch_u32, x)
WORD(cas_u32, (in[2] & 1) || in[0] == in[1] ? in[3] : old)
WIDE(add_u64, old + x)
WIDE(min_s64, (int64_t)old < (int64_t)x ? old : x)
WIDE(max_s64, (int64_t)old > (int64_t)x ? old : x)
WIDE(min_u64, old < x ? old : x)
WIDE(max_u64, old > x ? old : x)
WIDE(and_u64, old &x)
WIDE(or_u64, old | x)
WIDE(xor_u64, old ^ x)
WIDE(exch_u64, x)
WIDE(cas_u64, (in[4] & 1) || old == x ? pair(&in[5]) : old)

static uint32_t flush(uint32_t bits)
{
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

static uint32_t add_flushed(uint32_t a, uint32_t b)
{
    return flush(sem_bits(sem_f32(flush(a)) + sem_f32(flush(b))));
}

// Shared memory keeps denormals, global memory does not.
static void add_f32(const uint32_t *in, uint32_t *out)
{
    bool is_shared = kind == SHARED || (kind == GENERIC && in[7] & 1);
    put(in, out, 4, in[0],
        is_shared ? sem_bits(sem_f32(in[0]) + sem_f32(in[1])) : add_flushed(in[0], in[1]));
}

static void add_f64(const uint32_t *in, uint32_t *out)
{
    uint32_t sum[2];
    sem_put_f64(sum, sem_f64(&in[0]) + sem_f64(&in[2]));
    put(in, out, 8, pair(&in[0]), pair(sum));
}

// A format of 16 bits with this many bits of fraction.
static double half_value(uint32_t bits, int fraction)
{
    int bias = (1 << (14 - fraction)) - 1, exponent = (int)(bits & 0x7fff) >> fraction;
    double mantissa = bits & ((1U << fraction) - 1), sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 2 * bias + 1)
        return mantissa != 0 ? NAN : sign * INFINITY;
    if (exponent == 0)
        return sign * ldexp(mantissa, 1 - bias - fraction);
    return sign * ldexp(mantissa + (1 << fraction), exponent - bias - fraction);
}

static uint32_t half_bits(double value, int fraction)
{
    int bias = (1 << (14 - fraction)) - 1;
    uint32_t sign = signbit(value) ? 0x8000 : 0;
    uint32_t infinity = (uint32_t)(2 * bias + 1) << fraction;
    if (isnan(value))
        return 0x7fff;
    if (isinf(value))
        return sign | infinity;
    if (value == 0)
        return sign;
    int exponent = ilogb(value) < 1 - bias ? 1 - bias : ilogb(value);
    double scaled = nearbyint(ldexp(fabs(value), fraction - exponent));
    uint32_t bits = (uint32_t)(exponent + bias - 1) << fraction;
    bits += (uint32_t)scaled;
    return sign | (bits < infinity ? bits : infinity);
}

static uint32_t add_halves(uint32_t a, uint32_t b, int fraction)
{
    uint32_t sum = 0;
    for (int s = 0; s < 32; s += 16)
        sum |=
            half_bits(half_value(a >> s & 0xffff, fraction) + half_value(b >> s & 0xffff, fraction),
                      fraction)
            << s;
    return sum;
}

static uint32_t max_halves(uint32_t a, uint32_t b)
{
    uint32_t result = 0;
    for (int s = 0; s < 32; s += 16) {
        uint32_t x = a >> s & 0xffff, y = b >> s & 0xffff, larger;
        double p = half_value(x, 10), q = half_value(y, 10);
        if (isnan(p) || isnan(q))
            larger = isnan(p) && isnan(q) ? 0x7fff : isnan(p) ? y : x;
        else
            larger = p > q || (p == q && !(x & 0x8000)) ? x : y;
        result |= larger << s;
    }
    return result;
}

enum { F16_FRACTION = 10, BF16_FRACTION = 7 };

static void add_f16x2(const uint32_t *in, uint32_t *out)
{
    put(in, out, 4, in[0], add_halves(in[0], in[1], F16_FRACTION));
}

static void cas_u16(const uint32_t *in, uint32_t *out)
{
    uint16_t words[2] = {(uint16_t)in[0], (uint16_t)in[1]}, *q = &words[in[2] & 1];
    out[2] = *q;
    if (*q == (uint16_t)(in[3] & 1 ? in[0] : in[1]))
        *q = (uint16_t)in[4];
    memcpy(&out[0], words, sizeof words);
}

static void add_bf16x2_global(const uint32_t *in, uint32_t *out)
{
    out[2] = in[0];
    out[0] = out[4] = add_halves(in[0], in[1], BF16_FRACTION);
}

static void add_bf16x2_reduce(const uint32_t *in, uint32_t *out)
{
    out[0] = out[4] = add_halves(in[0], in[1], BF16_FRACTION);
}

static void reduce_v2_f32(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 2; k++)
        out[k] = add_flushed(in[k], in[2 + k]);
}

static void reduce_v4_f32(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 4; k++)
        out[k] = add_flushed(in[k], in[4 + k]);
}

static void atomic_v2_f16x2(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 2; k++) {
        out[4 + k] = in[k];
        out[k] = add_halves(in[k], in[2 + k], F16_FRACTION);
    }
}

// The second pair meets what the output held.
static void reduce_max_f16x2(const uint32_t *in, uint32_t *out)
{
    out[0] = max_halves(in[0], in[1]);
    out[1] = max_halves(SEM_MARK, in[2]);
}

static void exch_b128(const uint32_t *in, uint32_t *out)
{
    memcpy(&out[0], &in[4], 16);
    memcpy(&out[4], &in[0], 16);
}

static void cas_b128(const uint32_t *in, uint32_t *out)
{
    const uint32_t fresh[4] = {in[4], in[4], in[5], in[5]};
    memcpy(&out[4], &in[0], 16);
    memcpy(&out[0], in[7] & 1 || in[7] == in[3] ? fresh : &in[0], 16);
}

static void of_all_kinds(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        {.name = "add_u32", .thread = add_u32, .edges = 2},
        {.name = "min_s32", .thread = min_s32, .edges = 2},
        {.name = "max_s32", .thread = max_s32, .edges = 2},
        {.name = "min_u32", .thread = min_u32, .edges = 2},
        {.name = "max_u32", .thread = max_u32, .edges = 2},
        {.name = "inc_u32", .thread = inc_u32, .edges = 2},
        {.name = "dec_u32", .thread = dec_u32, .edges = 2},
        {.name = "and_u32", .thread = and_u32},
        {.name = "or_u32", .thread = or_u32},
        {.name = "xor_u32", .thread = xor_u32},
        {.name = "exch_u32", .thread = exch_u32},
        {.name = "cas_u32", .thread = cas_u32},
        {.name = "add_u64", .thread = add_u64},
        {.name = "min_s64", .thread = min_s64},
        {.name = "max_s64", .thread = max_s64},
        {.name = "min_u64", .thread = min_u64},
        {.name = "max_u64", .thread = max_u64},
        {.name = "and_u64", .thread = and_u64},
        {.name = "or_u64", .thread = or_u64},
        {.name = "xor_u64", .thread = xor_u64},
        {.name = "exch_u64", .thread = exch_u64},
        {.name = "cas_u64", .thread = cas_u64},
        {.name = "add_f32", .thread = add_f32, .compare = SEM_F32, .edges = 2},
        {.name = "add_f64", .thread = add_f64, .compare = SEM_F64},
        {.name = "add_f16x2", .thread = add_f16x2, .edges = 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (kind = GLOBAL; kind < KINDS; kind++) {
            char name[32];
            struct sem_case test = cases[i];
            snprintf(name, sizeof name, "%s_%s", test.name, kind_names[kind]);
            test.name = name;
            sem_run(&test);
        }
    }
}

static void special_forms(void **state)
{
    (void)state;
    static const struct sem_case all[] = {{.name = "cas_u16", .thread = cas_u16}};
    static const struct sem_case newer[] = {
        {.name = "add_bf16x2_global", .thread = add_bf16x2_global, .edges = 2},
        {.name = "add_bf16x2_reduce", .thread = add_bf16x2_reduce, .edges = 2},
        {.name = "reduce_v2_f32", .thread = reduce_v2_f32, .compare = SEM_F32},
        {.name = "reduce_v4_f32", .thread = reduce_v4_f32, .compare = SEM_F32},
        {.name = "atomic_v2_f16x2", .thread = atomic_v2_f16x2},
        {.name = "reduce_max_f16x2", .thread = reduce_max_f16x2, .edges = 2},
        {.name = "exch_b128", .thread = exch_b128},
        {.name = "cas_b128", .thread = cas_b128},
    };
    sem_run(&all[0]);
    for (size_t i = 0; sm >= 90 && i < sizeof newer / sizeof newer[0]; i++)
        sem_run(&newer[i]);
}

enum { CTAS = 48, THREADS = CTAS * SEM_CTA, SUMS = 32, SHARED_WORDS = 32 };

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static CUdeviceptr words_on_device(uint32_t in[THREADS])
{
    CUdeviceptr device;
    for (unsigned i = 0; i < THREADS; i++)
        in[i] = emu_random();
    OK(cu.cuMemAlloc_v2(&device, THREADS * sizeof in[0]));
    OK(cu.cuMemcpyHtoD_v2(device, in, THREADS * sizeof in[0]));
    return device;
}

static void launch(const char *name, void **params)
{
    CUfunction function = sem_function(name);
    if (!function)
        fail_msg("no kernel '%s'", name);
    OK(cu.cuLaunchKernel(function, CTAS, 1, 1, SEM_CTA, 1, 1, 0, NULL, params, NULL));
    if (cu.cuCtxSynchronize())
        fail_msg("%s: %s", name, emu_report());
}

// Totals of all threads of a grid do not depend on the order in which they come.
static void contention(void **state)
{
    (void)state;
    static uint32_t in[THREADS], got[SUMS + THREADS];
    uint32_t want[SUMS] = {0};
    uint64_t wide[4] = {0}, got_wide[4];
    double sum = 0;
    float small = 0;
    CUdeviceptr device_in = words_on_device(in), device;
    OK(cu.cuMemAlloc_v2(&device, sizeof got + sizeof wide));
    OK(cu.cuMemsetD8_v2(device, 0, sizeof got + sizeof wide));
    want[4] = UINT32_MAX;
    OK(cu.cuMemsetD32_v2(device + 4 * sizeof want[0], UINT32_MAX, 1));
    CUdeviceptr device_wide = device + sizeof got;
    CUdeviceptr f32 = device + 16 * sizeof want[0], f64 = device_wide + 3 * sizeof wide[0];
    void *params[] = {&device, &device_wide, &f32, &f64, &device_in};
    launch("contend", params);
    for (unsigned i = 0; i < THREADS; i++) {
        uint32_t x = in[i];
        want[0] += x;
        want[1] ^= x;
        want[2] |= 1U << (x & 31);
        want[3] = x > want[3] ? x : want[3];
        want[4] = x < want[4] ? x : want[4];
        if ((int32_t)x > (int32_t)want[6])
            want[6] = x;
        wide[0] += (uint64_t)x << 20;
        wide[1] = (uint64_t)x * x > wide[1] ? (uint64_t)x * x : wide[1];
        wide[2] ^= (uint64_t)x * x;
        small += (float)(x & 7);
        sum += x;
    }
    want[5] = THREADS % 1000;
    want[7] = THREADS;
    want[8] = 3 * THREADS;
    want[16] = sem_bits(small);
    memcpy(&wide[3], &sum, sizeof sum);
    OK(cu.cuMemcpyDtoH_v2(got, device, sizeof got));
    OK(cu.cuMemcpyDtoH_v2(got_wide, device_wide, sizeof got_wide));
    assert_memory_equal(got, want, sizeof want);
    assert_memory_equal(got_wide, wide, sizeof wide);
    // Each thread has got a place of its own.
    qsort(got + SUMS, THREADS, sizeof got[0], compare_words);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(got[SUMS + i], i);
    OK(cu.cuMemFree_v2(device));
    OK(cu.cuMemFree_v2(device_in));
}

static void contention_in_shared_memory(void **state)
{
    (void)state;
    static uint32_t in[THREADS], got[CTAS][SHARED_WORDS];
    CUdeviceptr device_in = words_on_device(in), device;
    OK(cu.cuMemAlloc_v2(&device, sizeof got));
    OK(cu.cuMemsetD8_v2(device, 0, sizeof got));
    void *params[] = {&device, &device_in};
    launch("contend_shared", params);
    OK(cu.cuMemcpyDtoH_v2(got, device, sizeof got));
    for (unsigned c = 0; c < CTAS; c++) {
        uint32_t want[SHARED_WORDS] = {[16] = SEM_CTA};
        uint64_t wide = 0;
        double sum = 0;
        float small = 0;
        for (unsigned i = 0; i < SEM_CTA; i++) {
            uint32_t x = in[c * SEM_CTA + i];
            want[x & 15]++;
            wide += (uint64_t)x * x;
            small += (float)(x & 7);
            sum += x;
        }
        sem_put64(&want[18], wide);
        want[20] = sem_bits(small);
        sem_put_f64(&want[22], sum);
        assert_memory_equal(got[c], want, sizeof want);
    }
    OK(cu.cuMemFree_v2(device));
    OK(cu.cuMemFree_v2(device_in));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_all_kinds),
        cmocka_unit_test(special_forms),
        cmocka_unit_test(contention),
        cmocka_unit_test(contention_in_shared_memory),
    };
    setenv("SASSDNN_EMU_THREADS", "4", 0); // so that CTAs do meet
    sem_open("atomics", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
