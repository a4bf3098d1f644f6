// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Every operation of the emulated GPU on edge values and random ones, against values computed here
// from the definition of the operation. Each runs twice: by all lanes, and in a divergent branch
// that a quarter of the lanes do not take.
#include "op_case.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Floats, from their bits and back; a NaN is 0x7fffffff.

static float f(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t u(float value)
{
    uint32_t bits;
    if (isnan(value))
        return 0x7fffffff;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t flush(uint32_t bits)
{
    return fpclassify(f(bits)) == FP_SUBNORMAL ? bits & 0x80000000 : bits;
}

static uint32_t saturate(uint32_t bits)
{
    float value = f(bits);
    return isnan(value) || value <= 0 ? 0 : value >= 1 ? u(1.0F) : bits;
}

enum direction { DOWN = 1, UP, ZERO };

// The float next to an exact sum high + low in one direction: from the nearest float, one step
// where that lies on the wrong side.
static uint32_t directed(double high, double low, enum direction direction, bool zero_negative)
{
    if (isnan(high) || isinf(high))
        return u((float)high);
    if (high == 0 && low == 0)
        return zero_negative ? 0x80000000 : 0;
    if (direction == ZERO)
        direction = high > 0 || (high == 0 && low > 0) ? DOWN : UP;
    float nearest = (float)high;
    bool above = nearest > high || (nearest == high && low < 0);
    bool below = nearest < high || (nearest == high && low > 0);
    if (direction == DOWN && above)
        nearest = nextafterf(nearest, -INFINITY);
    if (direction == UP && below)
        nearest = nextafterf(nearest, INFINITY);
    return u(nearest);
}

// x * y + z: the product of two floats is exact in double, and the sum is split into the rounded
// sum and what that lost.
static uint32_t directed_sum(double product, double addend, enum direction direction)
{
    volatile double sum = product + addend;
    volatile double part = sum - product;
    volatile double lost = (product - (sum - part)) + (addend - part);
    bool negative = signbit(product) && signbit(addend);
    bool mixed = (signbit(product) != 0) != (signbit(addend) != 0);
    return directed(sum, lost, direction, negative || (mixed && direction == DOWN));
}

REFERENCE(fadd_plain, out[0] = u(f(a) + f(b));)
REFERENCE(fadd_neg, out[0] = u(-f(a) + fabsf(f(b)));)
REFERENCE(fadd_neg_abs, out[0] = u(f(a) - fabsf(f(b)));)
REFERENCE(fadd_ftz, out[0] = flush(u(f(flush(a)) + f(flush(b))));)
REFERENCE(fadd_sat, out[0] = saturate(u(f(a) + f(b)));)
REFERENCE(fadd_down, out[0] = directed_sum(f(a), f(b), DOWN);)
REFERENCE(fadd_up, out[0] = directed_sum(f(a), f(b), UP);)
REFERENCE(fadd_zero, out[0] = directed_sum(f(a), f(b), ZERO);)
REFERENCE(fmul_plain, out[0] = u(f(a) * f(b));)
REFERENCE(fmul_mod, out[0] = u(-fabsf(f(a)) * -f(b));)
REFERENCE(fmul_ftz_sat, out[0] = saturate(flush(u(f(flush(a)) * f(flush(b)))));)
REFERENCE(fmul_value, out[0] = u(f(a) * f(OP_VALUE));)
static uint32_t directed_product(uint32_t a, uint32_t b, enum direction direction)
{
    double product = (double)f(a) * f(b);
    return directed(product, 0, direction, signbit(product));
}
REFERENCE(fmul_down, out[0] = directed_product(a, b, DOWN);)
REFERENCE(fmul_up, out[0] = directed_product(a, b, UP);)
REFERENCE(fmul_zero, out[0] = directed_product(a, b, ZERO);)
REFERENCE(ffma_plain, out[0] = u(fmaf(f(a), f(b), f(c)));)
REFERENCE(ffma_in_place, out[0] = u(fmaf(f(a), f(b), f(OP_MARK)));)
REFERENCE(ffma_neg, out[0] = u(fmaf(-f(a), f(b), -f(c)));)
REFERENCE(ffma_ftz, out[0] = flush(u(fmaf(f(flush(a)), f(flush(b)), f(flush(c)))));)
REFERENCE(ffma_sat, out[0] = saturate(u(fmaf(f(a), f(b), f(c))));)
REFERENCE(ffma_value, out[0] = u(fmaf(f(a), f(OP_VALUE), f(c)));)
REFERENCE(ffma_down, out[0] = directed_sum((double)f(a) * f(b), f(c), DOWN);)
REFERENCE(ffma_up, out[0] = directed_sum((double)f(a) * f(b), f(c), UP);)
REFERENCE(ffma_zero, out[0] = directed_sum((double)f(a) * f(b), f(c), ZERO);)
REFERENCE(ffma_down_ftz,
          out[0] = flush(directed_sum((double)f(flush(a)) * f(flush(b)), f(flush(c)), DOWN));)

static void test_float(void **state)
{
    static const struct op_case cases[] = {
        {"FADD R8, R4, R5", fadd_plain},           {"FADD R8, -R4, |R5|", fadd_neg},
        {"FADD R8, R4, -|R5|", fadd_neg_abs},      {"FADD.FTZ R8, R4, R5", fadd_ftz},
        {"FADD.SAT R8, R4, R5", fadd_sat},         {"FADD.RM R8, R4, R5", fadd_down},
        {"FADD.RP R8, R4, R5", fadd_up},           {"FADD.RZ R8, R4, R5", fadd_zero},
        {"FMUL R8, R4, R5", fmul_plain},           {"FMUL R8, -|R4|, -R5", fmul_mod},
        {"FMUL.FTZ.SAT R8, R4, R5", fmul_ftz_sat}, {"FMUL R8, R4, UR10", fmul_value},
        {"FMUL.RM R8, R4, R5", fmul_down},         {"FMUL.RP R8, R4, R5", fmul_up},
        {"FMUL.RZ R8, R4, R5", fmul_zero},         {"FFMA R8, R4, R5, R6", ffma_plain},
        {"FFMA R8, R4, R5, R8", ffma_in_place},    {"FFMA R8, R4, -R5, -R6", ffma_neg},
        {"FFMA R8, -R4, R5, -R6", ffma_neg},       {"FFMA.FTZ R8, R4, R5, R6", ffma_ftz},
        {"FFMA.SAT R8, R4, R5, R6", ffma_sat},     {"FFMA R8, R4, UR10, R6", ffma_value},
        {"FFMA.RM R8, R4, R5, R6", ffma_down},     {"FFMA.RP R8, R4, R5, R6", ffma_up},
        {"FFMA.RZ R8, R4, R5, R6", ffma_zero},     {"FFMA.FTZ.RM R8, R4, R5, R6", ffma_down_ftz},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// The rounding mode of the calling thread is its own affair.
static void test_host_rounding(void **state)
{
    static const struct op_case cases[] = {
        {"FADD R8, R4, R5", fadd_plain},
        {"FFMA R8, R4, R5, R6", ffma_plain},
        {"FMUL.RM R8, R4, R5", fmul_down},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        op_case_rounding = FE_UPWARD;
        op_case_run(&cases[i], false);
        op_case_rounding = FE_TONEAREST;
    }
}

#define PREDICATES(p, q) "SEL R9, R21, R20, " p "\nSEL R10, R21, R20, " q

static uint64_t neg33(uint32_t x)
{
    return (uint64_t)~x + 1;
}

REFERENCE(mov, out[0] = a;)
REFERENCE(mov_imm, out[0] = 0x12345678;)
REFERENCE(mov_value, out[0] = OP_VALUE;)
REFERENCE(mov_zero, out[0] = 0;)
REFERENCE(sel, out[0] = (int32_t)a < (int32_t)b ? a : c;)
REFERENCE(iadd3, out[0] = a + b + c;)
REFERENCE(iadd3_neg, out[0] = 0 - a - b + c;)
REFERENCE(iadd3_neg_c, out[0] = a + 0xfffffff9U - c;)
REFERENCE(iadd3_value, out[0] = a - OP_VALUE + c;)
REFERENCE(iadd3_carry, uint64_t s = (uint64_t)a + b + c; out[0] = (uint32_t)s;
          out[1] = s >= UINT64_C(1) << 32; out[2] = s >= UINT64_C(2) << 32;)
REFERENCE(iadd3_borrow, uint64_t s = a + neg33(b) + c; out[0] = (uint32_t)s;
          out[1] = s >= UINT64_C(1) << 32; out[2] = s >= UINT64_C(2) << 32;)
// 64-bit: (b:a) + (d:c), and (b:a) - (d:c)
REFERENCE(add64, uint64_t s = (a | (uint64_t)b << 32) + (c | (uint64_t)d << 32);
          out[0] = (uint32_t)s; out[1] = (uint32_t)(s >> 32);)
REFERENCE(sub64, uint64_t s = (a | (uint64_t)b << 32) - (c | (uint64_t)d << 32);
          out[0] = (uint32_t)s; out[1] = (uint32_t)(s >> 32);)
REFERENCE(imad, out[0] = a * b + c;)
REFERENCE(imad_neg, out[0] = a * b - c;)
REFERENCE(imad_imm, out[0] = a * 0xfffffffdU + c;)
REFERENCE(imad_value, out[0] = a * OP_VALUE + c;)
REFERENCE(wide, int64_t p = (int64_t)(int32_t)a * (int32_t)b;
          uint64_t s = (uint64_t)p + (c | (uint64_t)d << 32); out[0] = (uint32_t)s;
          out[1] = (uint32_t)(s >> 32);)
REFERENCE(wide_u32, uint64_t s = (uint64_t)a * b + (c | (uint64_t)d << 32); out[0] = (uint32_t)s;
          out[1] = (uint32_t)(s >> 32);)
REFERENCE(wide_imm, uint64_t s = (uint64_t)((int64_t)(int32_t)a * -3); out[0] = (uint32_t)s;
          out[1] = (uint32_t)(s >> 32);)
REFERENCE(wide_carry, uint64_t p = (uint64_t)a * b; uint64_t s = p + (c | (uint64_t)d << 32);
          out[0] = (uint32_t)s; out[1] = (uint32_t)(s >> 32); out[2] = s < p;)
REFERENCE(wide_over,
          uint64_t s = (uint64_t)((int64_t)(int32_t)a * (int32_t)b) + (a | (uint64_t)b << 32);
          out[0] = (uint32_t)s; out[1] = (uint32_t)(s >> 32);)

static void test_integer(void **state)
{
    static const struct op_case cases[] = {
        {"MOV R8, R4", mov},
        {"MOV R8, 0x12345678", mov_imm},
        {"MOV R8, UR10", mov_value},
        {"MOV R8, RZ", mov_zero},
        {"ISETP.LT.AND P0, PT, R4, R5, PT\nSEL R8, R4, R6, P0", sel},
        {"ISETP.GE.AND P0, PT, R4, R5, PT\nSEL R8, R4, R6, !P0", sel},
        {"ISETP.LT.AND P0, PT, R4, R5, PT\nMOV R8, R6\n@P0 MOV R8, R4", sel},
        {"ISETP.LT.AND P0, PT, R4, R5, PT\nMOV R8, R4\n@!P0 MOV R8, R6", sel},
        {"IADD3 R8, R4, R5, R6", iadd3},
        {"IADD3 R8, -R4, -R5, R6", iadd3_neg},
        {"IADD3 R8, R4, -0x7, -R6", iadd3_neg_c},
        {"IADD3 R8, R4, -UR10, R6", iadd3_value},
        {"IADD3 R8, P0, P1, R4, R5, R6\n" PREDICATES("P0", "P1"), iadd3_carry},
        {"IADD3 R8, P0, P1, R4, -R5, R6\n" PREDICATES("P0", "P1"), iadd3_borrow},
        {"IADD3 R8, P0, R4, R6, RZ\nIADD3.X R9, R5, R7, RZ, P0, !PT", add64},
        {"IADD3 R8, P0, R4, -R6, RZ\nIADD3.X R9, R5, ~R7, RZ, P0, !PT", sub64},
        {"IMAD R8, R4, R5, R6", imad},
        {"IMAD.U32 R8, R4, R5, R6", imad},
        {"IMAD R8, R4, R5, -R6", imad_neg},
        {"IMAD R8, R4, -0x3, R6", imad_imm},
        {"IMAD R8, R4, UR10, R6", imad_value},
        {"IMAD.WIDE R8, R4, R5, R6", wide},
        {"IMAD.WIDE.U32 R8, R4, R5, R6", wide_u32},
        {"IMAD.WIDE R8, R4, -0x3, RZ", wide_imm},
        {"IMAD.WIDE.U32 R8, P0, R4, R5, R6\nSEL R10, R21, R20, P0", wide_carry},
        {"IMAD.WIDE R4, R4, R5, R4\nMOV R8, R4\nMOV R9, R5", wide_over},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

#define COMPARE(name, type, operation)                                                             \
    REFERENCE(name, out[1] = (type)a operation(type) b; out[2] = !out[1];)
COMPARE(cmp_lt, int32_t, <)
COMPARE(cmp_eq, int32_t, ==)
COMPARE(cmp_le, int32_t, <=)
COMPARE(cmp_gt, int32_t, >)
COMPARE(cmp_ne, int32_t, !=)
COMPARE(cmp_ge, int32_t, >=)
COMPARE(cmp_lt_u, uint32_t, <)
COMPARE(cmp_le_u, uint32_t, <=)
COMPARE(cmp_gt_u, uint32_t, >)
COMPARE(cmp_ge_u, uint32_t, >=)
REFERENCE(cmp_never, out[1] = 0; out[2] = 1;)
REFERENCE(cmp_always, out[1] = 1; out[2] = 0;)
// The source predicate is b < c.
REFERENCE(cmp_and, bool s = b < c; out[1] = (a < b) && s; out[2] = !(a < b) && s;)
REFERENCE(cmp_or, bool s = b < c; out[1] = (a < b) || s; out[2] = !(a < b) || s;)
REFERENCE(cmp_xor, bool s = b < c; out[1] = (a < b) != s; out[2] = !(a < b) != s;)
REFERENCE(cmp_and_not, bool s = !(b < c); out[1] = (a < b) && s; out[2] = !(a < b) && s;)
REFERENCE(cmp_imm, out[1] = (int32_t)a < -1; out[2] = !out[1];)
REFERENCE(cmp_value, out[1] = a < OP_VALUE; out[2] = !out[1];)

#define SETP(text) "ISETP." text "\n" PREDICATES("P0", "P1")
#define WITH_SOURCE(text) "ISETP.LT.U32.AND P2, PT, R5, R6, PT\n" SETP(text)

static void test_compare(void **state)
{
    static const struct op_case cases[] = {
        {SETP("LT.AND P0, P1, R4, R5, PT"), cmp_lt},
        {SETP("EQ.AND P0, P1, R4, R5, PT"), cmp_eq},
        {SETP("LE.AND P0, P1, R4, R5, PT"), cmp_le},
        {SETP("GT.AND P0, P1, R4, R5, PT"), cmp_gt},
        {SETP("NE.AND P0, P1, R4, R5, PT"), cmp_ne},
        {SETP("GE.AND P0, P1, R4, R5, PT"), cmp_ge},
        {SETP("LT.U32.AND P0, P1, R4, R5, PT"), cmp_lt_u},
        {SETP("EQ.U32.AND P0, P1, R4, R5, PT"), cmp_eq},
        {SETP("LE.U32.AND P0, P1, R4, R5, PT"), cmp_le_u},
        {SETP("GT.U32.AND P0, P1, R4, R5, PT"), cmp_gt_u},
        {SETP("GE.U32.AND P0, P1, R4, R5, PT"), cmp_ge_u},
        {SETP("F.AND P0, P1, R4, R5, PT"), cmp_never},
        {SETP("T.AND P0, P1, R4, R5, PT"), cmp_always},
        {WITH_SOURCE("LT.U32.AND P0, P1, R4, R5, P2"), cmp_and},
        {WITH_SOURCE("LT.U32.OR P0, P1, R4, R5, P2"), cmp_or},
        {WITH_SOURCE("LT.U32.XOR P0, P1, R4, R5, P2"), cmp_xor},
        {WITH_SOURCE("LT.U32.AND P0, P1, R4, R5, !P2"), cmp_and_not},
        {SETP("LT.AND P0, P1, R4, -0x1, PT"), cmp_imm},
        {SETP("LT.U32.AND P0, P1, R4, UR10, PT"), cmp_value},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

static uint32_t lut;

static uint32_t lop3_by_bits(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (int bit = 0; bit < 32; bit++) {
        unsigned index = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | (c >> bit & 1);
        result |= (lut >> index & 1) << bit;
    }
    return result;
}

REFERENCE(lop3, out[0] = lop3_by_bits(a, b, c);)
REFERENCE(lop3_pred, out[0] = lop3_by_bits(a, b, c); out[1] = out[0] != 0;)
REFERENCE(lop3_pred_or, out[0] = lop3_by_bits(a, b, c); out[1] = out[0] != 0 || b < c;)

static void test_logic(void **state)
{
    (void)state;
    for (lut = 0; lut < 256; lut += lut == 0xc0 ? 1 : 5) {
        char body[256];
        struct op_case op = {body, lop3};
        snprintf(body, sizeof body, "LOP3.LUT R8, R4, R5, R6, 0x%x, !PT", lut);
        op_case_run(&op, lut & 1);
    }
    static const uint32_t special[] = {0xc0, 0xfc, 0x3c, 0x96, 0xe8};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        char body[512];
        struct op_case op = {body, lop3};
        lut = special[i];
        snprintf(body, sizeof body, "LOP3.LUT R8, R4, R5, R6, 0x%x, !PT", lut);
        op_cases_run(&op, 1);
        op.reference = lop3_pred;
        snprintf(body, sizeof body, "LOP3.LUT P0, R8, R4, R5, R6, 0x%x, !PT\nSEL R9, R21, R20, P0",
                 lut);
        op_cases_run(&op, 1);
        op.reference = lop3_pred_or;
        snprintf(body, sizeof body,
                 "ISETP.LT.U32.AND P2, PT, R5, R6, PT\n"
                 "LOP3.LUT P0, R8, R4, R5, R6, 0x%x, P2\nSEL R9, R21, R20, P0",
                 lut);
        op_cases_run(&op, 1);
    }
}

// Shifts, as the PTX manual defines shl, shr and shf: R4 is the low word, R5 the count, R6 the high
// word.
static uint32_t funnel_left(uint32_t low, uint32_t high, uint32_t n)
{
    return n == 0 ? high : n >= 32 ? low : high << n | low >> (32 - n);
}

static uint32_t funnel_right(uint32_t low, uint32_t high, uint32_t n)
{
    return n == 0 ? low : n >= 32 ? high : low >> n | high << (32 - n);
}

static uint64_t pair(uint32_t low, uint32_t high)
{
    return low | (uint64_t)high << 32;
}

static uint64_t shl64(uint64_t value, uint32_t n)
{
    return n >= 64 ? 0 : value << n;
}

static uint64_t shr64(uint64_t value, uint32_t n)
{
    return n >= 64 ? 0 : value >> n;
}

static uint64_t sar64(uint64_t value, uint32_t n)
{
    return (uint64_t)((int64_t)value >> (n >= 64 ? 63 : n));
}

REFERENCE(shl, out[0] = b >= 32 ? 0 : a << b;)
REFERENCE(shl_wrap, out[0] = a << (b & 31);)
REFERENCE(shr, out[0] = b >= 32 ? 0 : c >> b;)
REFERENCE(sar, out[0] = (uint32_t)((int32_t)c >> (b >= 32 ? 31 : b));)
REFERENCE(shf_l, out[0] = funnel_left(a, c, b);)
REFERENCE(shf_l_wrap, out[0] = funnel_left(a, c, b & 31);)
REFERENCE(shf_r, out[0] = funnel_right(a, c, b);)
REFERENCE(shf_r_wrap, out[0] = funnel_right(a, c, b & 31);)
REFERENCE(shl64_high, out[0] = (uint32_t)(shl64(pair(a, c), b) >> 32);)
REFERENCE(shr64_low, out[0] = (uint32_t)shr64(pair(a, c), b);)
REFERENCE(shr64_high, out[0] = (uint32_t)(shr64(pair(a, c), b) >> 32);)
REFERENCE(sar64_low, out[0] = (uint32_t)sar64(pair(a, c), b);)
REFERENCE(sar64_high, out[0] = (uint32_t)(sar64(pair(a, c), b) >> 32);)
REFERENCE(shr64_wrap, out[0] = (uint32_t)shr64(pair(a, c), b & 63);)
// Whole 64-bit shifts, in the instructions that nvcc makes of them.
REFERENCE(whole_shl, uint64_t s = shl64(pair(a, c), b); out[0] = (uint32_t)s;
          out[1] = (uint32_t)(s >> 32);)
REFERENCE(whole_shr, uint64_t s = shr64(pair(a, c), b); out[0] = (uint32_t)s;
          out[1] = (uint32_t)(s >> 32);)
REFERENCE(whole_sar, uint64_t s = sar64(pair(a, c), b); out[0] = (uint32_t)s;
          out[1] = (uint32_t)(s >> 32);)
REFERENCE(shr_imm, out[0] = c >> 5;)
REFERENCE(shl_value, out[0] = a << (OP_VALUE & 31);)

static void test_shift(void **state)
{
    static const struct op_case cases[] = {
        {"SHF.L.U32 R8, R4, R5, RZ", shl},
        {"SHF.L.U32 R8, R4, R5, R6", shl},
        {"SHF.L.W.U32 R8, R4, R5, RZ", shl_wrap},
        {"SHF.R.U32.HI R8, RZ, R5, R6", shr},
        {"SHF.R.S32.HI R8, RZ, R5, R6", sar},
        {"SHF.L.U32.HI R8, R4, R5, R6", shf_l},
        {"SHF.L.W.U32.HI R8, R4, R5, R6", shf_l_wrap},
        {"SHF.R.U32 R8, R4, R5, R6", shf_r},
        {"SHF.R.S32 R8, R4, R5, R6", shf_r},
        {"SHF.R.W.U32 R8, R4, R5, R6", shf_r_wrap},
        {"SHF.L.U64.HI R8, R4, R5, R6", shl64_high},
        {"SHF.R.U64 R8, R4, R5, R6", shr64_low},
        {"SHF.R.U64.HI R8, R4, R5, R6", shr64_high},
        {"SHF.R.S64 R8, R4, R5, R6", sar64_low},
        {"SHF.R.S64.HI R8, R4, R5, R6", sar64_high},
        {"SHF.R.W.U64 R8, R4, R5, R6", shr64_wrap},
        {"SHF.L.U32 R8, R4, R5, RZ\nSHF.L.U64.HI R9, R4, R5, R6", whole_shl},
        {"SHF.R.U64 R8, R4, R5, R6\nSHF.R.U32.HI R9, RZ, R5, R6", whole_shr},
        {"SHF.R.S64 R8, R4, R5, R6\nSHF.R.S32.HI R9, RZ, R5, R6", whole_sar},
        {"SHF.R.U32.HI R8, RZ, 0x5, R6", shr_imm},
        {"SHF.L.W.U32 R8, R4, UR10, RZ", shl_value},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// Memory: shared memory of one CTA, 16 bytes per thread at R14, and sub-words. Bytes of R4..R7.

#define SLOT "SHF.L.U32 R14, R0, 0x4, RZ\nIADD3 R14, R14, 0x400, RZ\n"
#define FILL SLOT "STS.128 [R14], R4\n"

REFERENCE(all, out[0] = a; out[1] = b; out[2] = c; out[3] = d;)
REFERENCE(lds_64, out[2] = c; out[3] = d;)
REFERENCE(lds_32, out[1] = d;)
REFERENCE(lds_u8, out[0] = a >> 8 & 0xff;)
REFERENCE(lds_s8, out[0] = (uint32_t)(int8_t)(a >> 24);)
REFERENCE(lds_u16, out[0] = b >> 16;)
REFERENCE(lds_s16, out[0] = (uint32_t)(int16_t)b;)
REFERENCE(sts_8, out[0] = (a & 0xffff00ff) | (b & 0xff) << 8;)
REFERENCE(sts_16, out[0] = (a & 0x0000ffff) | (b & 0xffff) << 16;)
REFERENCE(sts_64, out[0] = c; out[1] = d; out[2] = c; out[3] = d;)
REFERENCE(zeros, out[0] = out[1] = out[2] = out[3] = 0;)
REFERENCE(sum_of_constants, out[0] = OP_VALUE & 0xff;)
REFERENCE(constant_signed, out[0] = (uint32_t)(int16_t)OP_VALUE;)
REFERENCE(constant_s8, out[0] = (uint32_t)(int8_t)OP_VALUE;)
REFERENCE(constant_u16, out[0] = OP_VALUE & 0xffff;)
REFERENCE(srz, out[0] = out[1] = 0;)
REFERENCE(no_change, (void)out;)

static void test_memory(void **state)
{
    static const struct op_case cases[] = {
        {".shared buffer, 4096\n" FILL "LDS.128 R8, [R14]", all},
        {".shared buffer, 4096\n" FILL "LDS.64 R10, [R14+0x8]", lds_64},
        {".shared buffer, 4096\n" FILL "LDS R9, [R14+0xc]", lds_32},
        {".shared buffer, 4096\n" FILL "LDS.U8 R8, [R14+0x1]", lds_u8},
        {".shared buffer, 4096\n" FILL "LDS.S8 R8, [R14+0x3]", lds_s8},
        {".shared buffer, 4096\n" FILL "LDS.U16 R8, [R14+0x6]", lds_u16},
        {".shared buffer, 4096\n" FILL "LDS.S16 R8, [R14+0x4]", lds_s16},
        {".shared buffer, 4096\n" FILL "STS.U8 [R14+0x1], R5\nLDS R8, [R14]", sts_8},
        {".shared buffer, 4096\n" FILL "STS.U16 [R14+0x2], R5\nLDS R8, [R14]", sts_16},
        {".shared buffer, 4096\n" FILL "STS.64 [R14], R6\nLDS.128 R8, [R14]", sts_64},
        {".shared buffer, 4096\n" FILL "STS.128 [R14], RZ\nLDS.128 R8, [R14]", zeros},
        {".shared buffer, 4096\n" FILL "LDS.128 RZ, [R14]", no_change},
        {"LDG.E.128 R8, desc[UR4][R2.64]", all},
        {"LDG.E.64 R10, desc[UR4][R2.64+0x8]", lds_64},
        {"LDG.E R9, desc[UR4][R2.64+0xc]", lds_32},
        {"LDG.E.U8 R8, desc[UR4][R2.64+0x1]", lds_u8},
        {"LDG.E.S8 R8, desc[UR4][R2.64+0x3]", lds_s8},
        {"LDG.E.U16 R8, desc[UR4][R2.64+0x6]", lds_u16},
        {"LDG.E.S16 R8, desc[UR4][R2.64+0x4]", lds_s16},
        {"LDG.E.128 RZ, desc[UR4][R2.64]", no_change},
        // Through the output, which the store at the end overwrites with the same.
        {"STG.E.128 desc[UR4][R12.64], R4\nSTG.E.U8 desc[UR4][R12.64+0x1], R5\n"
         "LDG.E R8, desc[UR4][R12.64]",
         sts_8},
        {"STG.E.128 desc[UR4][R12.64], R4\nSTG.E.U16 desc[UR4][R12.64+0x2], R5\n"
         "LDG.E R8, desc[UR4][R12.64]",
         sts_16},
        {"STG.E.128 desc[UR4][R12.64], R4\nSTG.E.64 desc[UR4][R12.64], R6\n"
         "LDG.E.128 R8, desc[UR4][R12.64]",
         sts_64},
        {"STG.E.128 desc[UR4][R12.64], RZ\nLDG.E.128 R8, desc[UR4][R12.64]", zeros},
        {"STG.E.64 desc[UR4][R12.64], R4\nSTG.E desc[UR4][R12.64+0x8], R6\n"
         "STG.E desc[UR4][R12.64+0xc], R7\nLDG.E.128 R8, desc[UR4][R12.64]",
         all},
        {"ULDC.U8 UR12, c[0x0][value]\nMOV R8, UR12", sum_of_constants},
        {"ULDC.S16 UR12, c[0x0][value]\nMOV R8, UR12", constant_signed},
        {"ULDC.S8 UR12, c[0x0][value]\nMOV R8, UR12", constant_s8},
        {"ULDC.U16 UR12, c[0x0][value]\nMOV R8, UR12", constant_u16},
        {"CS2R R8, SRZ", srz},
        {"NOP", no_change},
        {"@!PT MOV R8, RZ", no_change},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// Thread and CTA numbers of a three-dimensional launch, with a last warp that is not full.
static void test_special_registers(void **state)
{
    static const char source[] = ".kernel k\n.param ptr out\n"
                                 "ULDC.64 UR4, c[0x0][0x208]\nULDC.64 UR8, c[0x0][out]\n"
                                 "ULDC UR10, c[0x0][0x0]\nULDC UR11, c[0x0][0x4]\n"
                                 "ULDC UR12, c[0x0][0x8]\nULDC UR13, c[0x0][0xc]\n"
                                 "ULDC UR14, c[0x0][0x10]\nS2R R4, SR_TID.X\nS2R R5, SR_TID.Y\n"
                                 "S2R R6, SR_TID.Z\nS2R R7, SR_LANEID\nS2R R8, SR_CTAID.X\n"
                                 "S2R R9, SR_CTAID.Y\nS2R R10, SR_CTAID.Z\n"
                                 "IMAD R0, R6, UR11, R5\nIMAD R0, R0, UR10, R4\n"
                                 "IMAD R1, R10, UR14, R9\nIMAD R1, R1, UR13, R8\n"
                                 "MOV R11, UR10\nIMAD R11, R11, UR11, RZ\nIMAD R11, R11, UR12, RZ\n"
                                 "IMAD R0, R1, R11, R0\nMOV R2, UR8\nMOV R3, UR9\n"
                                 "IMAD.WIDE.U32 R2, R0, 0x20, R2\n"
                                 "STG.E.128 desc[UR4][R2.64], R4\n"
                                 "STG.E.128 desc[UR4][R2.64+0x10], R8\nEXIT\n.endkernel\n";
    enum { X = 5, Y = 3, Z = 7, GX = 3, GY = 2, GZ = 4, THREADS = X * Y * Z, ROW = 8 };
    enum { TOTAL = THREADS * GX * GY * GZ };
    static uint32_t out[TOTAL * ROW];
    CUmodule module;
    CUdeviceptr memory;
    (void)state;
    CUfunction function = emu_function(&module, source, "k", NULL);
    assert_int_equal(cu.cuMemAlloc_v2(&memory, sizeof out), CUDA_SUCCESS);
    void *params[] = {&memory};
    assert_int_equal(cu.cuLaunchKernel(function, GX, GY, GZ, X, Y, Z, 0, NULL, params, NULL),
                     CUDA_SUCCESS);
    if (cu.cuCtxSynchronize())
        fail_msg("%s", emu_report());
    assert_int_equal(cu.cuMemcpyDtoH_v2(out, memory, sizeof out), CUDA_SUCCESS);
    for (unsigned i = 0; i < TOTAL; i++) {
        unsigned t = i % THREADS, cta = i / THREADS;
        const uint32_t want[ROW] = {t % X,    t / X % Y,     t / X / Y,     t % 32,
                                    cta % GX, cta / GX % GY, cta / GX / GY, THREADS};
        assert_memory_equal(&out[(size_t)i * ROW], want, sizeof want);
    }
    assert_int_equal(cu.cuMemFree_v2(memory), CUDA_SUCCESS);
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_float),   cmocka_unit_test(test_host_rounding),
        cmocka_unit_test(test_integer), cmocka_unit_test(test_compare),
        cmocka_unit_test(test_logic),   cmocka_unit_test(test_shift),
        cmocka_unit_test(test_memory),  cmocka_unit_test(test_special_registers),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, op_case_set_up, op_case_tear_down);
    emu_close();
    return failed;
}
