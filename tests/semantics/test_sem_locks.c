// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef uint32_t words[SEM_CTA][SEM_WORDS];

#define THREADS(i) for (unsigned i = 0; i < SEM_CTA; i++)

// What every fourth thread has added under the lock.
static void sum(words in, words out)
{
    uint32_t total = 0;
    THREADS(i)
    total += i % 4 == 1 ? in[i][0] : 0;
    THREADS(i)
    out[i][0] = total;
}

static void locks(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        {.name = "lock_in_loop", .cta = sum},
        {.name = "lock_by_waiting", .cta = sum},
        {.name = "lock_by_ticket", .cta = sum},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        sem_run(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(locks)};
    unsigned sm;
    sem_open("locks", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
