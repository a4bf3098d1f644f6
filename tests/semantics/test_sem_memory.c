// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// What a local array of a type gives: `get` reads a stored value back.
static void local_array(const uint32_t *in, uint32_t *out, int64_t (*get)(uint64_t))
{
    uint64_t x[16];
    uint32_t v = in[0];
    for (int i = 0; i < 16; i++) {
        x[i] = v;
        v = v * 0x19660d + 0x3c6ef35f;
    }
    for (uint32_t i = 0; i < (in[2] & 7); i++)
        x[(in[1] + i) & 15] = (uint64_t)get(x[in[1] >> 4 & 15]) + i;
    sem_put64(out, (uint64_t)get((uint64_t)get(x[in[3] & 15]) + (uint64_t)get(x[in[4] & 15])));
}

#define LOCAL(name, type)                                                                          \
    static int64_t get_##name(uint64_t value)                                                      \
    {                                                                                              \
        return (int64_t)(type)value;                                                               \
    }                                                                                              \
    static void local_##name(const uint32_t *in, uint32_t *out)                                    \
    {                                                                                              \
        local_array(in, out, get_##name);                                                          \
    }
LOCAL(u8, uint8_t)
LOCAL(s8, int8_t)
LOCAL(u16, uint16_t)
LOCAL(s16, int16_t)
LOCAL(u32, uint32_t)
LOCAL(s64, int64_t)

static void local_uint4(const uint32_t *in, uint32_t *out)
{
    uint32_t x[8][4], v[4];
    for (uint32_t i = 0; i < 8; i++) {
        x[i][0] = in[0] + i;
        x[i][1] = in[1] ^ i;
        x[i][2] = in[2] - i;
        x[i][3] = in[3] * i;
    }
    memcpy(v, x[in[4] & 7], sizeof v);
    for (int k = 0; k < 4; k++)
        x[in[5] & 7][k] = v[3 - k];
    memcpy(out, x[in[6] & 7], sizeof v);
}

static void swap_words(uint32_t *x, uint32_t *y)
{
    uint32_t t = *x;
    *x = *y;
    *y = t;
}

static void local_pointers(const uint32_t *in, uint32_t *out)
{
    uint32_t x[8];
    memcpy(x, in, sizeof x);
    swap_words(&x[in[0] & 7], &x[in[1] & 7]);
    swap_words(&x[in[2] & 7], &out[0]);
    swap_words(&x[0], &x[7]);
    out[1] = x[in[0] & 7];
    out[2] = x[0] ^ x[1] ^ x[2];
    out[3] = x[7];
}

// p[0..3] of the space that the last word chooses.
static void choose(const uint32_t *in, uint64_t p[4])
{
    for (uint32_t i = 0; i < 4; i++)
        p[i] = in[7] % 3 == 0 ? in[i] : in[7] % 3 == 1 ? in[0] + i : in[1] * i;
}

static void generic_u8(const uint32_t *in, uint32_t *out)
{
    uint64_t p[4];
    choose(in, p);
    p[in[4] & 3] = in[5];
    if (in[7] % 3 == 2) {
        uint8_t bytes[4];
        for (int i = 0; i < 4; i++)
            bytes[i] = (uint8_t)p[i];
        memcpy(out, bytes, sizeof bytes);
    }
    out[7] = (uint32_t)(uint8_t)p[in[6] & 3] + (uint8_t)p[0];
}

static void generic_s16(const uint32_t *in, uint32_t *out)
{
    uint64_t p[4];
    choose(in, p);
    p[in[4] & 3] = in[5];
    if (in[7] % 3 == 2) {
        int16_t halves[4];
        for (int i = 0; i < 4; i++)
            halves[i] = (int16_t)p[i];
        memcpy(out, halves, sizeof halves);
    }
    out[7] = (uint32_t)((int16_t)p[in[6] & 3] + (int16_t)p[0]);
}

static void generic_u32(const uint32_t *in, uint32_t *out)
{
    uint64_t p[4];
    choose(in, p);
    p[in[4] & 3] = in[5];
    for (int i = 0; in[7] % 3 == 2 && i < 4; i++)
        out[i] = (uint32_t)p[i];
    out[7] = (uint32_t)(p[in[6] & 3] + p[0]);
}

static void generic_u64(const uint32_t *in, uint32_t *out)
{
    uint64_t p[4];
    choose(in, p);
    if (in[7] % 3 == 2) {
        for (int i = 0; i < 4; i++)
            sem_put64(&out[2 * i], p[i]);
        out[7] = 0;
        return;
    }
    p[in[4] & 3] = in[5] * UINT64_C(0x100000001);
    uint64_t r = p[in[6] & 3] + p[0];
    out[7] = (uint32_t)r ^ (uint32_t)(r >> 32);
}

static void spaces(const uint32_t *in, uint32_t *out)
{
    uint32_t local = in[0], shared = in[1], space = in[7] % 3;
    *(space == 0 ? &local : space == 1 ? &shared : &out[0]) = in[2];
    out[1] = space == 0 ? 4 : space == 1 ? 2 : 1;
    out[2] = in[2];
    out[3] = local + shared;
}

static void convert_shared(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0];
    out[1] = 1;
}

static void convert_local(const uint32_t *in, uint32_t *out)
{
    out[0] = in[1];
    out[1] = 1;
}

static uint32_t mix(uint32_t i)
{
    return i * 2654435761U + 12345U;
}

static uint64_t mix_wide(uint32_t i)
{
    return mix(i) * UINT64_C(0x123456789);
}

static void constants(const uint32_t *in, uint32_t *out)
{
    out[0] = mix(in[0] & 15);
    out[1] = (uint32_t)(int8_t)(mix(in[1] & 15) >> 8);
    out[2] = (uint8_t)(mix(in[2] & 15) >> 8);
    out[3] = (uint32_t)(int16_t)(mix(in[3] & 15) >> 8);
    out[4] = (uint16_t)(mix(in[4] & 15) >> 8);
    sem_put64(&out[5], mix_wide(in[5] & 15));
}

static void constants_fixed(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] + mix(3);
    out[1] = in[1] + (uint32_t)(int8_t)(mix(5) >> 8);
    sem_put64(&out[2], in[2] * mix_wide(7));
}

static void constant_pointer(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] & 1 ? mix(in[1] & 7) : in[in[1] & 7];
}

static void globals(const uint32_t *in, uint32_t *out)
{
    out[0] = mix(in[0] & 15);
    out[1] = 0;
    out[2] = mix((in[2] & 7) + 2);
    out[3] = mix((in[3] & 7) + 1);
}

static void unaligned(const uint32_t *in, uint32_t *out)
{
    uint8_t x[20];
    for (int i = 0; i < 20; i++)
        x[i] = (uint8_t)((uint8_t)(in[0] >> (i & 3) * 8) + i);
    memcpy(&out[0], x + (in[1] & 15), 4);
    memcpy(x + (in[2] & 15), &in[3], 4);
    memcpy(&out[1], x + (in[4] & 15), 4);
}

static void variable_stack(const uint32_t *in, uint32_t *out)
{
    out[0] = 0;
    for (uint32_t i = 0; i < (in[0] & 7) + 2; i++)
        out[0] += in[1] * i;
}

static void shared_typed(const uint32_t *in, uint32_t *out)
{
    out[0] = (uint8_t)in[0];
    out[1] = (uint32_t)(int16_t)in[1];
    out[2] = in[3];
    out[3] = in[2];
}

static void fences(const uint32_t *in, uint32_t *out)
{
    for (uint32_t i = 0; i < 4; i++)
        out[i] = in[0] + i;
}

#define CASE(f)                                                                                    \
    {                                                                                              \
        .name = #f, .thread = f                                                                    \
    }

static void run_all(const struct sem_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sem_run(&cases[i]);
}

static void local_memory(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        CASE(local_u8),  CASE(local_s8),       CASE(local_u16),   CASE(local_s16),
        CASE(local_u32), CASE(local_s64),      CASE(local_uint4), CASE(local_pointers),
        CASE(unaligned), CASE(variable_stack),
    };
    run_all(cases, sizeof cases / sizeof cases[0]);
}

static void generic_pointers(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        CASE(generic_u8), CASE(generic_s16),    CASE(generic_u32),   CASE(generic_u64),
        CASE(spaces),     CASE(convert_shared), CASE(convert_local),
    };
    run_all(cases, sizeof cases / sizeof cases[0]);
}

static void variables(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        CASE(constants), CASE(constants_fixed), CASE(constant_pointer),
        CASE(globals),   CASE(shared_typed),    CASE(fences),
    };
    run_all(cases, sizeof cases / sizeof cases[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_memory),
        cmocka_unit_test(generic_pointers),
        cmocka_unit_test(variables),
    };
    unsigned sm;
    sem_open("memory", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
