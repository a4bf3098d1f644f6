// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { A, B, C };

typedef uint32_t words[SEM_CTA][SEM_WORDS];

#define THREADS(i) for (unsigned i = 0; i < SEM_CTA; i++)

static uint32_t churn(uint32_t c, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        c = c * 5 + i;
    return c;
}

static void barrier_all(words in, words out)
{
    THREADS(i)
    {
        const uint32_t *other = in[i ^ 37];
        out[i][0] = in[127 - i][A] + churn(other[C], other[B] & 7);
    }
}

static void barrier_scan(words in, words out)
{
    uint32_t sum = 0;
    THREADS(i)
    out[i][0] = sum += in[i][A];
}

static void barrier_count_and_or(words in, words out)
{
    uint32_t odd = 0;
    bool five = false;
    THREADS(i)
    {
        odd += in[i][A] & 1;
        five |= (in[i][B] & 127) == 5;
    }
    THREADS(i)
    {
        out[i][0] = odd;
        out[i][1] = !five;
        out[i][2] = five;
        out[i][3] = 1;
        out[i][4] = 0;
    }
}

static void barrier_pairs(words in, words out)
{
    THREADS(i)
    {
        out[i][0] = in[i ^ 63][A];
        out[i][1] = in[i ^ 63][B];
        out[i][2] = in[i ^ 32][C];
    }
}

static void barrier_reductions(words in, words out)
{
    uint32_t none = 0;
    THREADS(i)
    none += (in[i][B] & 3) == 0;
    THREADS(i)
    {
        uint32_t odd = 0;
        bool nine = false;
        for (unsigned k = i / 64 * 64; k < i / 64 * 64 + 64; k++) {
            odd += in[k][A] & 1;
            nine |= (in[k][A] & 63) == 9;
        }
        out[i][0] = odd;
        out[i][1] = !nine;
        out[i][2] = nine;
        out[i][3] = none;
    }
}

static void barrier_producers(words in, words out)
{
    THREADS(i)
    {
        out[i][0] = in[i][B];
        for (uint32_t k = 0; i >= 64 && k < 6; k++)
            out[i][0] = out[i][0] * 3 + in[127 - i][A] * (k + 1);
    }
}

static void barrier_after_exit(words in, words out)
{
    for (unsigned i = 32; i < SEM_CTA; i += 2)
        out[i][0] = in[i - 32][A] + in[32 + (i - 32 + 40) % 96][B];
}

static void barrier_in_branches(words in, words out)
{
    THREADS(i)
    {
        out[i][i & 1] = in[(i + (i & 1 ? 33 : 66)) % SEM_CTA][A];
        out[i][2] = i & 1 ? churn(in[i][C], in[i][B] & 7) : in[i][C];
    }
}

static void barrier_of_some_warps(words in, words out)
{
    THREADS(i)
    {
        if (i / 32 % 2)
            out[i][0] = in[i][A] + in[i ^ 64][B];
    }
}

static void flag_between_warps(words in, words out)
{
    for (unsigned i = 96; i < SEM_CTA; i++)
        out[i][0] = churn(in[5][A], 100) + in[i][A];
}

static void turns_in_cta(words in, words out)
{
    uint32_t sum = 0;
    for (unsigned turn = 0; turn < SEM_CTA; turn++) {
        unsigned i = 0;
        while (i * 37 % SEM_CTA != turn)
            i++;
        out[i][0] = sum = sum * 3 + in[i][A];
    }
}

#define CASE(reference)                                                                            \
    {                                                                                              \
        .name = #reference, .cta = reference                                                       \
    }

static void all(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        CASE(barrier_all),        CASE(barrier_scan),        CASE(barrier_count_and_or),
        CASE(barrier_pairs),      CASE(barrier_reductions),  CASE(barrier_producers),
        CASE(barrier_after_exit), CASE(barrier_in_branches), CASE(barrier_of_some_warps),
        CASE(flag_between_warps), CASE(turns_in_cta),
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        sem_run(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all)};
    unsigned sm;
    sem_open("barrier", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
