// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Instructions in our assembly on edge values and random ones, against values computed here. Each
// case runs twice: by all lanes, and in a divergent branch that a quarter of the lanes do not take.
#ifndef TEST_OP_CASE_H
#define TEST_OP_CASE_H

#include "emu.h"

/// What a word that the body does not write holds, and the kernel's parameter `value`.
#define OP_MARK UINT32_C(0x55555555)
#define OP_VALUE UINT32_C(0x9e37f9b9)

/// A case: the body reads R4 R5 R6 R7 (a b c d) and writes R8..R11; the reference does the same.
/// R14 to R19 and predicates P0 to P5 are free; R20 is 0, R21 is 1, UR10 is OP_VALUE.
struct op_case {
    const char *body;
    void (*reference)(const uint32_t *in, uint32_t *out);
};

/// The reference of a case: statements about a b c d and out[].
#define REFERENCE(name, ...)                                                                       \
    static void name(const uint32_t *in, uint32_t *out)                                            \
    {                                                                                              \
        uint32_t a = in[0], b = in[1], c = in[2], d = in[3];                                       \
        (void)a, (void)b, (void)c, (void)d;                                                        \
        __VA_ARGS__                                                                                \
    }

/// The host's rounding mode while the kernel runs.
extern int op_case_rounding;

/// Run one case; fails the running cmocka test with the first difference.
void op_case_run(const struct op_case *op, bool diverge);
void op_cases_run(const struct op_case *cases, size_t count);

/// Set-up and tear-down of a cmocka group.
int op_case_set_up(void **state);
int op_case_tear_down(void **state);

#endif
