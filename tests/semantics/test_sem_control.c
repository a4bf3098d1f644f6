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

static void nested_if(const uint32_t *in, uint32_t *out)
{
    uint32_t a = in[0], b = in[1], c = in[2], d = in[3], r = a;
    if (a & 1) {
        for (uint32_t i = 0; i < (b & 7); i++)
            r = step(r);
        for (uint32_t i = 0; a & 2 && i < (c & 7); i++)
            r ^= step(r) >> 3;
        for (uint32_t i = 0; !(a & 2) && i < (d & 3); i++)
            r += step(r);
        r ^= 0x1234;
    } else if (a & 4) {
        for (uint32_t i = 0; i < (b & 15); i++)
            r = r * 3 + i;
    }
    out[0] = r;
}

static void loop_trips(const uint32_t *in, uint32_t *out)
{
    uint32_t r = in[1];
    for (uint32_t i = 0; i < (in[0] & 63); i++)
        r = step(r);
    out[0] = r;
}

static void nested_loops(const uint32_t *in, uint32_t *out)
{
    uint32_t r = 0;
    for (uint32_t i = 0; i < (in[0] & 7); i++) {
        for (uint32_t j = 0; j < (in[1] >> i & 7); j++)
            r = step(r + j);
        r ^= i;
    }
    out[0] = r;
}

static void break_continue(const uint32_t *in, uint32_t *out)
{
    uint32_t r = in[2];
    for (uint32_t i = 0; i < (in[0] & 31); i++) {
        r = step(r);
        if (r >> 28 == (in[1] & 15))
            break;
        if (r & 0x10000)
            continue;
        for (uint32_t j = 0; j < r >> 30; j++)
            r += step(i);
    }
    out[0] = r;
}

static void leave_two_loops(const uint32_t *in, uint32_t *out)
{
    uint32_t r = in[1], n = 0;
    bool done = false;
    for (uint32_t i = 0; !done && i < (in[0] & 15); i++) {
        for (uint32_t j = 0; !done && j < (in[3] & 15); j++) {
            r = step(r);
            done = r >> 26 == (in[2] & 63);
            n += !done;
        }
        if (!done)
            r ^= 77;
    }
    out[0] = r;
    out[1] = n;
}

static void early_return(const uint32_t *in, uint32_t *out)
{
    uint32_t r = in[0];
    if ((r & 3) == 0)
        return;
    out[0] = r;
    for (uint32_t i = 0; i < (in[1] & 15); i++) {
        r = step(r);
        if (r >> 29 == 1)
            return;
        out[1] = r;
    }
    out[2] = r;
}

static void return_in_loops(const uint32_t *in, uint32_t *out)
{
    uint32_t r = in[0];
    for (uint32_t i = 0; i < 81; i++) {
        r = step(r);
        if (r >> 25 == (in[1] & 127)) {
            out[1] = i;
            return;
        }
    }
    out[0] = r;
}

static void collatz(const uint32_t *in, uint32_t *out)
{
    uint32_t n = in[0] % 1000 + 1, steps = 0;
    for (; n != 1; steps++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    out[0] = steps;
}

static void gcd(const uint32_t *in, uint32_t *out)
{
    uint32_t x = in[0] | 1, y = in[1] | 1;
    while (y) {
        uint32_t t = x % y;
        x = y;
        y = t;
    }
    out[0] = x;
}

static void switch_dense(const uint32_t *in, uint32_t *out)
{
    uint32_t b = in[1], c = in[2], r = b;
    switch (in[0] % 9) {
    case 0:
        for (uint32_t i = 0; i < (b & 3); i++)
            r = step(r);
        break;
    case 1:
        r = step(r) ^ c;
        break;
    case 2:
        r = in[b & 7];
        break;
    case 3:
        r = step(r) + step(c);
        break;
    case 4:
        r += step(c);
        break;
    case 5:
        out[1] = 5;
        break;
    case 6:
        for (uint32_t i = 0; i < (c & 7); i++)
            r += step(i);
        break;
    case 7:
        out[2] = r;
        return;
    default:
        r = step(step(r));
        break;
    }
    out[0] = r;
}

static void switch_in_loop(const uint32_t *in, uint32_t *out)
{
    uint32_t r = in[1], c = in[2], code = in[0];
    for (uint32_t i = 0; i < 8; i++) {
        unsigned op = code & 15;
        if (op == 9)
            break;
        if (op == 0) {
            r += 3;
        } else if (op == 1) {
            r = step(r);
        } else if (op == 2) {
            r ^= c;
            if (r & 1)
                continue;
            r++;
        } else if (op == 3) {
            code = step(code);
        } else if (op == 4) {
            r -= in[r & 7];
        } else if (op == 5) {
            for (uint32_t k = 0; k < (r & 3); k++)
                r = r * 5 + k;
        } else if (op == 6) {
            i += r & 1;
        } else if (op == 7) {
            out[3] = i;
        } else if (op == 8) {
            r = ~r;
        } else if (op == 10) {
            r = r << 3 | r >> 29;
        } else {
            r += code;
        }
        code >>= 4;
    }
    out[0] = r;
    out[1] = code;
}

static void turns(uint32_t in[SEM_LANES][SEM_WORDS], uint32_t out[SEM_LANES][SEM_WORDS])
{
    uint32_t sum = 0;
    for (unsigned turn = 0; turn < SEM_LANES; turn++) {
        unsigned lane = 0;
        while ((lane * 5 & 31) != turn)
            lane++;
        sum = sum * 3 + in[lane][0];
        out[lane][0] = sum;
    }
}

static void run_all(const struct sem_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sem_run(&cases[i]);
}

static void branches(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        {.name = "nested_if", .thread = nested_if, .edges = 2},
        {.name = "loop_trips", .thread = loop_trips},
        {.name = "nested_loops", .thread = nested_loops, .edges = 2},
        {.name = "break_continue", .thread = break_continue},
        {.name = "leave_two_loops", .thread = leave_two_loops},
        {.name = "early_return", .thread = early_return, .edges = 2},
        {.name = "return_in_loops", .thread = return_in_loops},
        {.name = "collatz", .thread = collatz},
        {.name = "gcd", .thread = gcd, .edges = 2},
        {.name = "switch_dense", .thread = switch_dense},
        {.name = "switch_in_loop", .thread = switch_in_loop, .edges = 1},
    };
    run_all(cases, sizeof cases / sizeof cases[0]);
}

static void progress(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        {.name = "turns_in_warp", .warp = turns},
        {.name = "turns_in_loop", .warp = turns},
    };
    run_all(cases, sizeof cases / sizeof cases[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches),
        cmocka_unit_test(progress),
    };
    unsigned sm;
    sem_open("control", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
