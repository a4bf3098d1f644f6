// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// References of kernels whose results are all exact words: WORDS(name, body) is the function of
// one thread, whose body writes `out` from the words a to h.
#ifndef TEST_SEMANTICS_WORDS_H
#define TEST_SEMANTICS_WORDS_H

#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define WORDS(name, ...)                                                                           \
    static void name(const uint32_t *in, uint32_t *out)                                            \
    {                                                                                              \
        uint32_t a = in[0], b = in[1], c = in[2], d = in[3];                                       \
        uint32_t e = in[4], f = in[5], g = in[6], h = in[7];                                       \
        (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;                    \
        __VA_ARGS__;                                                                               \
    }

#define CASE(function, combinations)                                                               \
    {                                                                                              \
        .name = #function, .thread = function, .edges = combinations                               \
    }

static inline void run_case(void **state)
{
    sem_run(*state);
}

/// Whether a kernel exists for architecture `sm`: all but those named ..._sm90 do.
static inline bool is_for(const char *name, unsigned sm)
{
    size_t length = strlen(name);
    return sm >= 90 || length < 5 || strcmp(name + length - 5, "_sm90") != 0;
}

/// Runs the cases for the device's architecture on the kernels of one group.
static inline int run_cases(const char *group, struct sem_case *cases, size_t count)
{
    enum { MOST = 64 };
    struct CMUnitTest tests[MOST] = {{0}};
    size_t used = 0;
    unsigned sm;
    sem_open(group, &sm);
    for (size_t i = 0; i < count && used < MOST; i++) {
        if (is_for(cases[i].name, sm))
            tests[used++] = (struct CMUnitTest){
                .name = cases[i].name, .test_func = run_case, .initial_state = &cases[i]};
    }
    int failed = _cmocka_run_group_tests(group, tests, used, NULL, NULL);
    return sem_close(failed);
}

/// The program of a group.
#define MAIN(group, cases)                                                                         \
    int main(void)                                                                                 \
    {                                                                                              \
        return run_cases(group, cases, sizeof(cases) / sizeof(cases)[0]);                          \
    }

#define PAIR(low, high) ((low) | (uint64_t)(high) << 32)

#endif
