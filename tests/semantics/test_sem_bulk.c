// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Bulk copies and reductions in clusters of two.
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 1000, BYTES = 4 * WORDS, SHARED_BYTES = 4 * BYTES + 1024, BLOCKS = 8 };

static unsigned sm;

// Launch with `in` and what is in `out`, which is overwritten with what comes back.
static void launch(const char *name, const uint32_t *in, uint32_t out[BLOCKS * WORDS])
{
    CUfunction function = sem_function(name);
    CUdeviceptr from, to;
    uint32_t bytes = BYTES;
    void *params[] = {&from, &to, &bytes};
    if (!function)
        fail_msg("no kernel '%s'", name);
    OK(cu.cuMemAlloc_v2(&from, BLOCKS * BYTES));
    OK(cu.cuMemAlloc_v2(&to, BLOCKS * BYTES));
    OK(cu.cuMemcpyHtoD_v2(from, in, BLOCKS * BYTES));
    OK(cu.cuMemcpyHtoD_v2(to, out, BLOCKS * BYTES));
    OK(cu.cuLaunchKernel(function, 2, 1, 1, 96, 1, 1, SHARED_BYTES, NULL, params, NULL));
    if (cu.cuCtxSynchronize())
        fail_msg("%s: %s", name, emu_report());
    OK(cu.cuMemcpyDtoH_v2(out, to, BLOCKS * BYTES));
    OK(cu.cuMemFree_v2(from));
    OK(cu.cuMemFree_v2(to));
}

static void copies(void **state)
{
    static uint32_t in[BLOCKS * WORDS], out[BLOCKS * WORDS];
    (void)state;
    if (sm < 90)
        return;
    for (unsigned i = 0; i < BLOCKS * WORDS; i++)
        in[i] = emu_random();
    memset(out, 0, sizeof out);
    launch("bulk_copies", in, out);
    for (unsigned c = 0; c < 2; c++) {
        const uint32_t *got = out + (size_t)c * 4 * WORDS;
        assert_memory_equal(got, in + (size_t)c * WORDS, BYTES);
        assert_memory_equal(got + WORDS, in + 2 * (size_t)WORDS, BYTES);
        assert_memory_equal(got + 2 * (size_t)WORDS, in + (size_t)(1 - c) * WORDS, BYTES);
        for (unsigned i = 3 * WORDS; i < 4 * WORDS; i++)
            assert_int_equal(got[i], SEM_MARK);
    }
}

typedef void combine(uint32_t *pair, const uint32_t *with);

static uint64_t wide(const uint32_t *pair)
{
    return pair[0] | (uint64_t)pair[1] << 32;
}

#define EACH_WORD(name, ...)                                                                       \
    static void name(uint32_t *pair, const uint32_t *with)                                         \
    {                                                                                              \
        for (unsigned i = 0; i < 2; i++) {                                                         \
            uint32_t old = pair[i], x = with[i];                                                   \
            pair[i] = __VA_ARGS__;                                                                 \
        }                                                                                          \
    }
EACH_WORD(add, old + x)
EACH_WORD(max, (int32_t)old > (int32_t)x ? old : x)
EACH_WORD(min, old < x ? old : x)
EACH_WORD(xor, old ^ x)
EACH_WORD(and, old &x)
EACH_WORD(or, old | x)
EACH_WORD(inc, old >= x ? 0 : old + 1)
EACH_WORD(dec, old == 0 || old > x ? x : old - 1)
EACH_WORD(add_float, sem_bits(sem_f32(old) + sem_f32(x)))

static void add_wide(uint32_t *pair, const uint32_t *with)
{
    sem_put64(pair, wide(pair) + wide(with));
}

static void min_wide(uint32_t *pair, const uint32_t *with)
{
    sem_put64(pair, wide(pair) < wide(with) ? wide(pair) : wide(with));
}

static void add_double(uint32_t *pair, const uint32_t *with)
{
    sem_put_f64(pair, sem_f64(pair) + sem_f64(with));
}

// Halves that are 1, 2 and 4, so that sums are right whatever the rounding.
static void add_half(uint32_t *pair, const uint32_t *with)
{
    (void)with;
    for (unsigned i = 0; i < 2; i++)
        pair[i] = pair[i] == 0x40004000 ? 0x42004200 : 0x44004400; // 2 + 1, 3 + 1
}

static uint32_t any_word(unsigned i)
{
    (void)i;
    return emu_random() >> emu_random() % 32;
}

static uint32_t any_float(unsigned i)
{
    (void)i;
    return sem_bits((float)(emu_random() % 4096) / 16);
}

static uint32_t any_double(unsigned i)
{
    uint32_t pair[2];
    sem_put_f64(pair, (double)(i / 2 * 977 % 4099) / 32);
    return pair[i & 1];
}

static uint32_t one_half(unsigned i)
{
    (void)i;
    return 0x3c003c00;
}

static uint32_t two_half(unsigned i)
{
    (void)i;
    return 0x40004000;
}

static void reductions(void **state)
{
    static const struct {
        const char *name;
        combine *global, *shared;
        uint32_t (*in)(unsigned i), (*out)(unsigned i);
    } cases[] = {
        {"bulk_add", add, add, any_word, any_word},
        {"bulk_max", max, max, any_word, any_word},
        {"bulk_min", min_wide, min, any_word, any_word},
        {"bulk_wide", add_wide, add_wide, any_word, any_word},
        {"bulk_xor", xor, xor, any_word, any_word},
        {"bulk_inc", inc, dec, any_word, any_word},
        {"bulk_float", add_float, and, any_float, any_float},
        {"bulk_double", add_double, or, any_double, any_double},
        {"bulk_half", add_half, add, one_half, two_half},
    };
    static uint32_t in[BLOCKS * WORDS], out[BLOCKS * WORDS], want[3 * WORDS];
    (void)state;
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0] && sm >= 90; k++) {
        for (unsigned i = 0; i < BLOCKS * WORDS; i++) {
            in[i] = cases[k].in(i);
            out[i] = cases[k].out(i);
        }
        for (unsigned i = 0; i < WORDS; i += 2) {
            memcpy(want + i, out + i, 8);
            cases[k].global(want + i, in + i);
            cases[k].global(want + i, in + i);
            memcpy(want + WORDS + i, in + WORDS + i, 8);
            cases[k].shared(want + WORDS + i, in + i);
            memcpy(want + 2 * (size_t)WORDS + i, want + WORDS + i, 8);
        }
        launch(cases[k].name, in, out);
        for (unsigned i = 0; i < 3 * WORDS; i++) {
            if (out[i] != want[i])
                fail_msg("%s: word %u is 0x%08x, not 0x%08x", cases[k].name, i, out[i], want[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(copies), cmocka_unit_test(reductions)};
    sem_open("bulk", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
