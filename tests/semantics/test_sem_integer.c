// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void add_u32(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] + in[1];
}

static void mul_lo(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] * in[1];
}

static void mad_lo(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] * in[1] + in[2];
}

static void mul_wide_u32(const uint32_t *in, uint32_t *out)
{
    sem_put64(out, (uint64_t)in[0] * in[1]);
}

static void add_u64(const uint32_t *in, uint32_t *out)
{
    sem_put64(out, (in[0] | (uint64_t)in[1] << 32) + (in[2] | (uint64_t)in[3] << 32));
}

static void arithmetic(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        {.name = "add_u32", .thread = add_u32, .edges = 2},
        {.name = "mul_lo", .thread = mul_lo, .edges = 2},
        {.name = "mad_lo", .thread = mad_lo, .edges = 3},
        {.name = "mul_wide_u32", .thread = mul_wide_u32, .edges = 2},
        {.name = "add_u64", .thread = add_u64, .edges = 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        sem_run(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(arithmetic)};
    unsigned sm;
    sem_open("integer", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sem_close();
    return failed;
}
