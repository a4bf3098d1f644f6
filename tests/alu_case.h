// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Integer, predicate and uniform instructions in our assembly, on edge values and random ones,
// against values computed in C. Each case runs twice: by all lanes, and in a divergent branch that
// a quarter of the lanes do not take.
#ifndef TEST_ALU_CASE_H
#define TEST_ALU_CASE_H

#include "emu.h"

enum { ALU_WORDS = 4, ALU_SETS = 5120, ALU_LANES = 32, ALU_BANK_WORDS = 8 };

/// What a word that the body does not write holds.
#define ALU_MARK UINT32_C(0x55555555)

/// The words a b c d are in R4..R7 and, where all lanes of a warp have the same ones (`uniform`),
/// in UR20..UR23; results go to R8..R11 or UR24..UR27. The reference does the same. R14, R16 to R19
/// and P0 to P5 are free, UR14 to UR19 and UP0 to UP6; R0 is the thread in the CTA, R1 in the grid,
/// R20 is 0, R21 is 1, R22 the thread modulo 4; UR12 describes alu_bank as a constant bank.
/// c[0x0][0x224] is ALU_WORDS.
struct alu_case {
    const char *body;
    void (*reference)(const uint32_t *in, uint32_t *out);
    bool uniform;
};

extern const uint32_t alu_bank[ALU_BANK_WORDS];

/// The words of the sets, and results: of thread i where the case is not uniform.
extern uint32_t alu_in[ALU_SETS * ALU_WORDS];
extern uint32_t *alu_out;

/// Run cases; fails the running cmocka test with the first difference.
void alu_cases_run(const struct alu_case *cases, size_t count);
#define ALU_RUN(cases) alu_cases_run(cases, sizeof(cases) / sizeof(cases)[0])

/// Run one of them without looking at the results, which go to alu_out.
CUresult alu_case_launch(const struct alu_case *test, bool diverge);

/// Set-up and tear-down of a test: a context of its own.
int alu_set_up(void **state);
int alu_tear_down(void **state);
#define ALU_TEST(function) cmocka_unit_test_setup_teardown(function, alu_set_up, alu_tear_down)

#endif
