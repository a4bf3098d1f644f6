// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Integer and predicate instructions that the compiler rarely or never emits.
#include "alu_case.h"
#include "alu_reference.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// Multiplications with carries and negated addends; P0 = a < b is a carry-in.
#define CARRY_IN "ISETP.LT.U32.AND P0, PT, R4, R5, PT\n"
#define CARRY_OUT "SEL R10, R21, RZ, P1\n"
REFERENCE(wide_minus_signed, put64(out, product(a, b, true) - pair(c, d));)
REFERENCE(wide_carry, put64(out, product(a, b, false) + pair(c, d) + (a < b));
          out[2] = carry_of(product(a, b, false), pair(c, d), a < b);)
REFERENCE(high_minus, out[0] = (uint32_t)((product(a, b, false) - pair(c, d)) >> 32);
          out[2] = carry_of(product(a, b, false), ~pair(c, d), 1);)
REFERENCE(high_carry, out[0] = (uint32_t)((product(a, b, true) + pair(c, d) + (a < b)) >> 32);)
REFERENCE(low_complement, out[0] = a * b + ~c + (a < b);)
REFERENCE(dot_minus, out[0] = (a & 0xff) * (b & 0xff) + (a >> 8 & 0xff) * (b >> 8 & 0xff) +
                              (a >> 16 & 0xff) * (b >> 16 & 0xff) + (a >> 24) * (b >> 24) - c;)

// Scaled additions, as sums of 64 bits that are shifted and cut.
REFERENCE(lea_carry, out[0] = (a << 3) + b; out[2] = (uint32_t)(((uint64_t)(a << 3) + b) >> 32);)
REFERENCE(lea_minus_a, out[0] = b - (a << 3);)

// The product of polynomials over one bit.
static uint64_t carryless(uint64_t x, uint64_t y, bool high)
{
    u128 sum = 0;
    for (unsigned k = 0; k < 64; k++)
        sum ^= y >> k & 1 ? (u128)x << k : 0;
    return (uint64_t)(high ? sum >> 64 : sum);
}

REFERENCE(clmad_low, put64(out, carryless(pair(a, b), pair(c, d), false) ^ pair(a, b));)
REFERENCE(clmad_high, put64(out, carryless(pair(a, b), pair(c, d), true) ^ pair(c, d));)

static void test_arithmetic(void **state)
{
    (void)state;
    static const struct alu_case cases[] = {
        {"IMAD.WIDE.U32 R8, P1, R4, R5, -R6\n" CARRY_OUT, wide_minus, false},
        {"IMAD.WIDE R8, R4, R5, -R6", wide_minus_signed, false},
        {CARRY_IN "IMAD.WIDE.U32.X R8, P1, R4, R5, R6, P0\n" CARRY_OUT, wide_carry, false},
        {CARRY_IN "IMAD.WIDE.X R8, P1, R4, R5, ~R6, P0\n" CARRY_OUT, wide_complement, false},
        {"IMAD.HI.U32 R8, P1, R4, R5, -R6\n" CARRY_OUT, high_minus, false},
        {CARRY_IN "IMAD.HI.X R8, R4, R5, R6, P0", high_carry, false},
        {CARRY_IN "IMAD.X R8, R4, R5, ~R6, P0", low_complement, false},
        {"IDP.4A.U8.U8 R8, R4, R5, -R6", dot_minus, false},
        {"LEA R8, P1, R4, R5, 0x3\n" CARRY_OUT, lea_carry, false},
        {"LEA R8, P1, R4, -R5, 0x3\n" CARRY_OUT, lea_minus, false},
        {"LEA R8, -R4, R5, 0x3", lea_minus_a, false},
        {CARRY_IN "LEA.X R8, P1, ~R4, R5, 0x3, P0\n" CARRY_OUT, lea_x, false},
        {"LEA.HI R8, R4, R5, R6, 0x5", lea_hi, false},
        {CARRY_IN "LEA.HI.X R8, ~R4, R5, R6, 0x5, P0", lea_hi_x, false},
        {"LEA.HI R8, R4, R6, 0xfedcba98, 0x5", lea_hi_imm, false},
        {"LEA.HI.SX32 R8, R4, R5, 0x5", lea_sx, false},
        {"CLMAD.LO R8, R4, R6, R4", clmad_low, false},
        {"CLMAD.HI R8, R4, R6, R6", clmad_high, false},
        {CARRY_IN "LEA.HI.X.SX32 R8, R4, ~R5, 0x5, P0", lea_sx_x, false},
    };
    ALU_RUN(cases);
}

// P0 to P2 from three comparisons.
#define THREE                                                                                      \
    "ISETP.LT.U32.AND P0, PT, R4, R5, PT\n"                                                        \
    "ISETP.LT.AND P1, PT, R5, R6, PT\n"                                                            \
    "ISETP.NE.AND P2, PT, R6, RZ, PT\n"

static unsigned three(const uint32_t *in)
{
    return (in[0] < in[1]) | (unsigned)((int32_t)in[1] < (int32_t)in[2]) << 1 |
           (unsigned)(in[2] != 0) << 2;
}

REFERENCE(p2r, out[0] = (d & ~0x5U) | (three(in) & 5);)
REFERENCE(p2r_last, out[0] = (d & ~0x40U) | (unsigned)(a < c) << 6;)
REFERENCE(p2r_byte, out[0] = (d & ~0x70000U) | three(in) << 16;)
REFERENCE(p2r_mask, out[0] = three(in) & c & 7;)
REFERENCE(r2p, out[0] = d & 1; out[1] = three(in) >> 1 & 1; out[2] = d >> 2 & 1;)
REFERENCE(r2p_byte, out[0] = d >> 24 & 1; out[1] = d >> 25 & 1; out[2] = three(in) >> 2;)
#define SELECT3                                                                                    \
    "SEL R8, R21, RZ, P0\n"                                                                        \
    "SEL R9, R21, RZ, P1\n"                                                                        \
    "SEL R10, R21, RZ, P2\n"

REFERENCE(plop3, bool p = three(in) & 1; bool q = three(in) & 2; bool r = three(in) & 4;
          out[0] = at(0xb4, p, !q, r); out[1] = at(0x1d, p, !q, r);)
REFERENCE(plop3_psp, bool p = three(in) & 1; bool r = three(in) & 4;
          out[0] = at(0xe2, p, d >> 31, !r); out[1] = at(0x35, p, d >> 31, !r);)
REFERENCE(plop3_pss, bool q = three(in) & 2; out[0] = at(0x96, !q, a >> 31, d >> 31);
          out[1] = at(0x4d, !q, a >> 31, d >> 31);)
#define SELECT2                                                                                    \
    "SEL R8, R21, RZ, P3\n"                                                                        \
    "SEL R9, R21, RZ, P4\n"

REFERENCE(lop3_pand, out[0] = (a & b) ^ c; out[1] = out[0] && !(three(in) & 2);)

static void test_predicates(void **state)
{
    (void)state;
    static const struct alu_case cases[] = {
        {THREE "P2R R8, PR, R7, 0x5", p2r, false},
        {"ISETP.LT.U32.AND P6, PT, R4, R6, PT\nP2R R8, PR, R7, 0xc0", p2r_last, false},
        {THREE "P2R.B2 R8, PR, R7, 0x7", p2r_byte, false},
        {THREE "P2R R8, PR, RZ, R6\nLOP3.LUT R8, R8, 0x7, RZ, 0xc0, !PT", p2r_mask, false},
        {THREE "R2P PR, R7, 0x5\n" SELECT3, r2p, false},
        {THREE "R2P PR, R7.B3, 0x3\n" SELECT3, r2p_byte, false},
        {THREE "PLOP3.LUT P3, P4, P0, !P1, P2, 0xb4, 0x1d\n" SELECT2, plop3, false},
        {THREE "PLOP3.LUT P3, P4, P0, R7.SIGN, !P2, 0xe2, 0x35\n" SELECT2, plop3_psp, false},
        {THREE "PLOP3.LUT P3, P4, !P1, R4.SIGN, R7.SIGN, 0x96, 0x4d\n" SELECT2, plop3_pss, false},
        {"PLOP3.LUT P3, P4, R4.SIGN, R5.SIGN, R6.SIGN, 0xca, 0x71\n" SELECT2, plop3_sss, false},
        {THREE "LOP3.LUT.PAND P3, R8, R4, R5, R6, 0x6a, !P1\nSEL R9, R21, RZ, P3", lop3_pand,
         false},
    };
    ALU_RUN(cases);
}

// Two of every four lanes.
static void test_moves_of_some_lanes(void **state)
{
    (void)state;
    static const struct alu_case test = {"MOV R8, R4, 0x6", NULL, false};
    OK(alu_case_launch(&test, false));
    for (size_t i = 0; i < ALU_SETS; i++)
        assert_int_equal(alu_out[i * ALU_WORDS],
                         0x6 >> i % 4 & 1 ? alu_in[i * ALU_WORDS] : ALU_MARK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ALU_TEST(test_arithmetic),
        ALU_TEST(test_predicates),
        ALU_TEST(test_moves_of_some_lanes),
    };
    emu_open();
    emu_seed();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
