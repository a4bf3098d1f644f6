// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Instructions of the uniform datapath, and constants that uniform registers point to.
#include "alu_case.h"
#include "alu_reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// The uniform datapath.
#define U_CARRY_IN "UISETP.LT.U32.AND UP0, UPT, UR20, UR21, UPT\n"
#define U_ONE "UMOV UR16, 0x1\n"
#define U_CARRY_OUT U_ONE "USEL UR26, UR16, URZ, UP1\n"
REFERENCE(add, out[0] = a - b + c; out[1] = (a < b) ? c : 0x89abcdef; out[2] = a * b - c;)
REFERENCE(add_64, put64(out, pair(a, b) + pair(c, d));
          out[2] = (uint32_t)(((u128)pair(a, b) + pair(c, d)) >> 64);)
REFERENCE(add_pairs, u128 sum = (u128)pair(a, b) + ~pair(c, d) + 1; put64(out, (uint64_t)sum);
          out[2] = (uint32_t)(sum >> 64);)
REFERENCE(add_pairs_x, put64(out, pair(a, b) + ~pair(c, d) - 5 + (a < b));)
REFERENCE(multiply, out[0] = a * b + ~c + (a < b); out[1] = a * c + 0x89abcdef;)
REFERENCE(logic, out[0] = (a & b) | (~a & c); out[1] = (uint32_t)(pair(a, c) >> (b & 31));
          out[2] = (b | a) != 0 && a < b;)

static uint32_t permute(uint32_t a, uint32_t selector, uint32_t c)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 4; k++) {
        uint32_t byte = pair(a, c) >> (8 * (selector >> (4 * k) & 7)) & 0xff;
        if (selector >> (4 * k) & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << (8 * k);
    }
    return result;
}

static uint32_t low_bits(uint32_t width)
{
    return width >= 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1;
}

REFERENCE(bytes, out[0] = permute(a, b, c); out[1] = permute(b, 0x7610, a);)
REFERENCE(fields, uint32_t width = b % 32; out[0] = a & low_bits(b);
          out[1] = width ? (uint32_t)((int32_t)(a << (32 - width)) >> (32 - width)) : 0;
          out[2] = c >= 32 ? 0 : low_bits(b) << c;)

static uint32_t count(uint32_t x)
{
    uint32_t bits = 0;
    for (; x; x &= x - 1)
        bits++;
    return bits;
}

static uint32_t highest(uint32_t x)
{
    uint32_t i = UINT32_MAX;
    for (; x; x >>= 1)
        i++;
    return i;
}

static uint32_t mirror(uint32_t x)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (x >> i & 1) << (31 - i);
    return result;
}

REFERENCE(counts, out[0] = count(~a); out[1] = mirror(b); out[2] = c ? 31 - highest(c) : UINT32_MAX;
          out[3] = highest((int32_t)d < 0 ? ~d : d);)
REFERENCE(compare_64, out[0] = (int64_t)pair(a, b) < (int64_t)pair(c, d);
          out[1] = pair(a, b) >= pair(c, d) || a == b;)
REFERENCE(predicates, bool p = a < b; bool q = b < c; bool r = c != 0;
          out[0] = at(0xb4, p, !q, r) | at(0x1d, p, !q, r) << 1;)
REFERENCE(all_predicates,
          unsigned bits = (a < b) | (unsigned)(b < c) << 1 | (unsigned)(c != 0) << 2;
          out[0] = (d & ~0x700U) | bits << 8; out[1] = d >> 8 & 1; out[2] = d >> 9 & 1;
          out[3] = (c != 0);)
// The loop over values that are not uniform, where all are.
REFERENCE(one_value, out[0] = a; out[1] = b; out[2] = 0;)

#define U_THREE                                                                                    \
    "UISETP.LT.U32.AND UP0, UPT, UR20, UR21, UPT\n"                                                \
    "UISETP.LT.U32.AND UP1, UPT, UR21, UR22, UPT\n"                                                \
    "UISETP.NE.AND UP2, UPT, UR22, URZ, UPT\n"

static void test_uniform(void **state)
{
    (void)state;
    static const struct alu_case cases[] = {
        {U_CARRY_IN "UIADD3 UR24, UR20, -UR21, UR22\n"
                    "USEL UR25, UR22, 0x89abcdef, UP0\n"
                    "UIMAD UR26, UR20, UR21, -UR22",
         add, true},
        {"UIADD3 UR24, UP0, UR20, UR22, URZ\n"
         "UIADD3.X UR25, UP1, UR21, UR23, URZ, UP0, !UPT\n" U_CARRY_OUT,
         add_64, true},
        {"UIADD3.64 UR24, UP1, UR20, -UR22, URZ\n" U_CARRY_OUT, add_pairs, true},
        {U_CARRY_IN "UIADD3.64.X UR24, UR20, -0x5, ~UR22, UP0, !UPT", add_pairs_x, true},
        {U_CARRY_IN "UIMAD.X UR24, UR20, UR21, ~UR22, UP0\n"
                    "UIMAD UR25, UR20, UR22, 0x89abcdef",
         multiply, true},
        {"UIMAD.WIDE.U32 UR24, UP1, UR20, UR21, -UR22\n" U_CARRY_OUT, wide_minus, true},
        {U_CARRY_IN "UIMAD.WIDE.X UR24, UP1, UR20, UR21, ~UR22, UP0\n" U_CARRY_OUT, wide_complement,
         true},
        {"ULEA UR24, UP1, UR20, -UR21, 0x3\n" U_CARRY_OUT, lea_minus, true},
        {U_CARRY_IN "ULEA.X UR24, UP1, ~UR20, UR21, 0x3, UP0\n" U_CARRY_OUT, lea_x, true},
        {"ULEA.HI UR24, UR20, UR21, UR22, 0x5", lea_hi, true},
        {U_CARRY_IN "ULEA.HI.X UR24, ~UR20, UR21, UR22, 0x5, UP0", lea_hi_x, true},
        {"ULEA.HI UR24, UR20, UR22, 0xfedcba98, 0x5", lea_hi_imm, true},
        {"ULEA.HI.SX32 UR24, UR20, UR21, 0x5", lea_sx, true},
        {U_CARRY_IN "ULEA.HI.X.SX32 UR24, UR20, ~UR21, 0x5, UP0", lea_sx_x, true},
        {U_CARRY_IN U_ONE "ULOP3.LUT UR24, UR20, UR21, UR22, 0xca, !UPT\n"
                          "USHF.R.W.U32 UR25, UR20, UR21, UR22\n"
                          "ULOP3.LUT.PAND UP1, URZ, UR20, UR21, URZ, 0xfc, UP0\n"
                          "USEL UR26, UR16, URZ, UP1",
         logic, true},
        {"UPRMT UR24, UR20, UR21, UR22\nUPRMT UR25, UR21, 0x7610, UR20", bytes, true},
        {"USGXT.U32 UR24, UR20, UR21\n"
         "USGXT.W UR25, UR20, UR21\n"
         "UBMSK UR26, UR22, UR21",
         fields, true},
        {"UPOPC UR24, ~UR20\n"
         "UBREV UR25, UR21\n"
         "UFLO.U32.SH UR26, UR22\n"
         "UFLO UR27, UR23",
         counts, true},
        {"UISETP.LT.U32.AND UP0, UPT, UR20, UR22, UPT\n"
         "UISETP.LT.AND.EX UP0, UPT, UR21, UR23, UPT, UP0\n"
         "UISETP.EQ.AND UP1, UPT, UR20, UR21, UPT\n"
         "UISETP.GE.U32.AND UP2, UPT, UR20, UR22, UPT\n"
         "UISETP.GE.U32.OR.EX UP2, UPT, UR21, UR23, UP1, UP2\n" U_ONE "USEL UR24, UR16, URZ, UP0\n"
         "USEL UR25, UR16, URZ, UP2",
         compare_64, true},
        {U_THREE U_ONE "UPLOP3.LUT UP3, UP4, UP0, !UP1, UP2, 0xb4, 0x1d\n"
                       "USEL UR24, UR16, URZ, UP3\n"
                       "USEL UR25, UR16, URZ, UP4\n"
                       "ULEA UR24, UR25, UR24, 0x1\n"
                       "UMOV UR25, 0x55555555",
         predicates, true},
        {"UPLOP3.LUT UP3, UP4, UR20.SIGN, UR21.SIGN, UR22.SIGN, 0xca, 0x71\n" U_ONE
         "USEL UR24, UR16, URZ, UP3\n"
         "USEL UR25, UR16, URZ, UP4",
         plop3_sss, true},
        {U_THREE U_ONE "UP2UR.B1 UR24, UPR, UR23, 0x7\n"
                       "UR2UP UPR, UR23.B1, 0x3\n"
                       "USEL UR25, UR16, URZ, UP0\n"
                       "USEL UR26, UR16, URZ, UP1\n"
                       "USEL UR27, UR16, URZ, UP2",
         all_predicates, true},
        {"R2UR P0, UR24, R4\n"
         "R2UR.OR P0, UR25, R5\n"
         "SEL R16, R21, RZ, P0\n"
         "R2UR UR26, R16",
         one_value, true},
    };
    ALU_RUN(cases);
}

// R2UR's predicate tells which lanes have another value than the first one that takes part.
static void test_other_values(void **state)
{
    (void)state;
    static const struct alu_case test = {"LOP3.LUT R16, R1, 0x1f, RZ, 0xc0, !PT\n"
                                         "R2UR P0, UR24, R16\n"
                                         "SEL R8, R21, RZ, P0\n"
                                         "R2UR.OR P0, UR25, RZ\n"
                                         "SEL R9, R21, RZ, P0",
                                         NULL, false};
    OK(alu_case_launch(&test, true));
    for (size_t i = 0; i < ALU_SETS; i++) {
        if (i % 4 == 0)
            continue;
        assert_int_equal(alu_out[i * ALU_WORDS], i % ALU_LANES != 1);
        assert_int_equal(alu_out[i * ALU_WORDS + 1], i % ALU_LANES != 1);
    }
}

// Constants whose bank or offset a uniform register tells.
REFERENCE(bank_sources, out[0] = a * alu_bank[1] + b; out[1] = a + alu_bank[3] + c;
          out[2] = a & alu_bank[4];)
REFERENCE(bank_pair, put64(out, product(a, b, false) + pair(alu_bank[2], alu_bank[3]));)
REFERENCE(bank_uniform, (void)in; out[0] = alu_bank[5]; put64(out + 2, pair(alu_bank[6], 3));
          out[1] = (uint32_t)(int8_t)(alu_bank[6] >> 8);)
REFERENCE(indexed, (void)in; out[0] = ALU_WORDS; out[1] = ALU_WORDS;)

static void test_constants(void **state)
{
    (void)state;
    static const struct alu_case cases[] = {
        {"IMAD R8, R4, cx[UR12][0x4], R5\n"
         "IADD3 R9, R4, cx[UR12][0xc], R6\n"
         "LOP3.LUT R10, R4, cx[UR12][0x10], RZ, 0xc0, !PT",
         bank_sources, false},
        {"IMAD.WIDE.U32 R8, R4, R5, cx[UR12][0x8]", bank_pair, false},
        {"ULDC UR24, cx[UR12][0x14]\n"
         "ULDC.S8 UR25, cx[UR12][0x19]\n"
         "ULDC.64 UR26, cx[UR12][0x18]",
         bank_uniform, true},
        {"UMOV UR16, 0x210\n"
         "ULDC UR24, c[0x0][UR16+0x14]\n"
         "UMOV UR16, 0x4\n"
         "ULDC.U8 UR25, c[0x0][UR16+0x220]",
         indexed, true},
    };
    ALU_RUN(cases);
}

static void test_bad_constants(void **state)
{
    static const struct {
        const char *body, *phrase;
        CUresult result;
    } faults[] = {
        {"IMAD R8, R4, cx[UR12][0x20], R5", "the bank has 32 bytes", CUDA_ERROR_ILLEGAL_ADDRESS},
        {"UMOV UR16, 0x4\nULDC.64 UR24, c[0x0][UR16]", "not a multiple of 8",
         CUDA_ERROR_MISALIGNED_ADDRESS},
        {"UMOV UR16, 0x1\nULDC UR24, c[0x0][UR16]", "not a multiple of 4",
         CUDA_ERROR_MISALIGNED_ADDRESS},
        {"UMOV UR16, 0x10000\nULDC UR24, c[0x0][UR16]", "the bank has", CUDA_ERROR_ILLEGAL_ADDRESS},
        {"UMOV UR12, URZ\nULDC UR24, cx[UR12][0x0]", "where no memory is",
         CUDA_ERROR_ILLEGAL_ADDRESS},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct alu_case test = {faults[i].body, NULL, true};
        emu_report();
        assert_int_equal(alu_case_launch(&test, false), faults[i].result);
        const char *report = emu_report();
        if (!strstr(report, faults[i].phrase))
            fail_msg("'%s' was expected: %s", faults[i].phrase, report);
        // A fault spoils its context.
        alu_tear_down(state);
        alu_set_up(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ALU_TEST(test_uniform),
        ALU_TEST(test_other_values),
        ALU_TEST(test_constants),
        ALU_TEST(test_bad_constants),
    };
    emu_open();
    emu_seed();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
