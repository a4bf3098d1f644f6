// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint32_t step(uint32_t x)
{
    return x * 1664525U + 1013904223U;
}

static uint32_t triple(uint32_t x)
{
    return x * 3 + 1;
}

static uint32_t mix(uint32_t x)
{
    uint32_t r = x;
    for (uint32_t i = 0; i < (x & 7); i++)
        r = step(r);
    return r;
}

static uint32_t half(uint32_t x)
{
    return x >> 1 ^ 0x55;
}

static void calls_in_branches(const uint32_t *in, uint32_t *out)
{
    uint32_t a = in[0], r = in[1];
    r = a & 1 ? mix(r) + 1 : a & 2 ? triple(r) : mix(in[2]) ^ triple(r);
    out[0] = r + mix(a);
}

static void calls_in_loops(const uint32_t *in, uint32_t *out)
{
    uint32_t r = in[1];
    for (uint32_t i = 0; i < (in[0] & 15); i++) {
        r = mix(r);
        if (r & 0x100)
            r = triple(r);
        if (r >> 28 == 5)
            break;
    }
    out[0] = r;
}

static void function_pointer(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] & 1 ? mix(in[1]) : in[0] & 2 ? triple(in[1]) : half(in[1]);
}

static void function_pointers_in_loop(const uint32_t *in, uint32_t *out)
{
    uint32_t (*f)(uint32_t) = mix, r = in[1];
    for (uint32_t i = 0; i < (in[0] & 7); i++) {
        r = f(r);
        f = r & 1 ? triple : r & 2 ? half : mix;
    }
    out[0] = r;
}

static uint32_t fibonacci(uint32_t n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void recursion_fibonacci(const uint32_t *in, uint32_t *out)
{
    out[0] = fibonacci(in[0] % 11);
}

static uint32_t ackermann(uint32_t m, uint32_t n)
{
    return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static void recursion_ackermann(const uint32_t *in, uint32_t *out)
{
    out[0] = ackermann(in[0] % 3, in[1] % 4);
}

static void recursion_mutual(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] % 2 == 0;
    if (in[1] & 1)
        out[1] = 1;
}

static uint32_t tree(uint32_t n, uint32_t x)
{
    uint32_t r = x;
    for (uint32_t i = 0; i < (n & 3); i++) {
        r = step(r + tree(n >> 2, r ^ i));
        if (r >> 28 == 7)
            break;
        if (r >> 28 == 6)
            return r * 3;
    }
    return r;
}

static void recursion_tree(const uint32_t *in, uint32_t *out)
{
    out[0] = tree(in[0] & 255, in[1]);
}

static void function_table(const uint32_t *in, uint32_t *out)
{
    static uint32_t (*const table[])(uint32_t) = {mix, triple, half};
    out[0] = table[in[0] % 3](in[1]);
}

static void virtual_calls(const uint32_t *in, uint32_t *out)
{
    uint32_t area[] = {in[1] * in[1], mix(in[2])};
    out[0] = area[in[0] & 1] + area[in[0] >> 1 & 1];
}

static void run_all(const struct sem_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sem_run(&cases[i]);
}

static void calls(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        {.name = "calls_in_branches", .thread = calls_in_branches},
        {.name = "calls_in_loops", .thread = calls_in_loops},
        {.name = "function_pointer", .thread = function_pointer},
        {.name = "function_pointers_in_loop", .thread = function_pointers_in_loop},
        {.name = "function_table", .thread = function_table},
        {.name = "virtual_calls", .thread = virtual_calls},
    };
    run_all(cases, sizeof cases / sizeof cases[0]);
}

static void recursion(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        {.name = "recursion_fibonacci", .thread = recursion_fibonacci},
        {.name = "recursion_ackermann", .thread = recursion_ackermann},
        {.name = "recursion_mutual", .thread = recursion_mutual},
        {.name = "recursion_tree", .thread = recursion_tree},
    };
    run_all(cases, sizeof cases / sizeof cases[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls),
        cmocka_unit_test(recursion),
    };
    unsigned sm;
    sem_open("calls", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
