// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Floating-point operations of the emulated GPU in forms that ptxas does not choose by itself:
// scales, bars and signs, parts of registers, immediates, modifiers in every combination.
#include "op_case.h"
#include "semantics/reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define F(bits) sem_f32(bits)
#define FLUSHED(bits) ref_ftz(sem_f32(bits))
#define NEGATIVE UINT32_C(0x80000000)
#define LOW(x) ((x)&0xffff)
#define HIGH(x) ((x) >> 16)

// FP32. FMUL multiplies the product before it is rounded.

static uint32_t scaled(uint32_t a, uint32_t b, double scale, int mode)
{
    return ref_f32(ref_narrow((double)F(a) * F(b) * scale, mode));
}

REFERENCE(fmul_m2, out[0] = scaled(a, b, 2, FE_TONEAREST);)
REFERENCE(fmul_m8, out[0] = scaled(a, b, 8, FE_TONEAREST);)
REFERENCE(fmul_d2, out[0] = scaled(a, b, 0.5, FE_TONEAREST);)
REFERENCE(fmul_d8_rz, out[0] = scaled(a, b, 0.125, FE_TOWARDZERO);)
REFERENCE(fmul_d4_mods,
          float x = ref_narrow((double)-FLUSHED(a) * fabsf(FLUSHED(b)) * 0.25, FE_TONEAREST);
          out[0] = sem_bits(ref_sat(ref_ftz(x)));)
REFERENCE(ffma_abs_c, out[0] = ref_f32(fmaf(F(a), F(b), fabsf(F(c))));)
REFERENCE(ffma_all, float x = -fabsf(FLUSHED(a)), y = fabsf(FLUSHED(b)), z = -fabsf(FLUSHED(c));
          out[0] = ref_f32(ref_ftz(ref_fma(x, y, z, FE_UPWARD)));)

REFERENCE(fswzadd, float x = FLUSHED(a), y = FLUSHED(b); out[0] = ref_f32(ref_ftz(x + y));
          out[1] = ref_f32(ref_ftz(ref_add(x, -y, FE_DOWNWARD))); out[2] = ref_f32(ref_ftz(y - x));
          out[3] = ref_f32(y);)
REFERENCE(zero_word, out[0] = 0;)

// The four kinds in R14 to R17, and each in one lane of four: the first has the first signs.
#define FOUR_KINDS                                                                                 \
    "FSWZADD R14, R4, R5, PPPPPPPP\nFSWZADD R15, R4, R5, PNPNPNPN\n"                               \
    "FSWZADD R16, R4, R5, NPNPNPNP\nFSWZADD R17, R4, R5, ZPZPZPZP\n"
#define KIND_OF_LANE                                                                               \
    "S2R R19, SR_LANEID\nLOP3.LUT R19, R19, 0x3, RZ, 0xc0, !PT\n"                                  \
    "ISETP.EQ.AND P1, PT, R19, 0x1, PT\nISETP.EQ.AND P2, PT, R19, 0x2, PT\n"                       \
    "ISETP.EQ.AND P3, PT, R19, 0x3, PT\nMOV R18, R14\n@P1 MOV R18, R15\n@P2 MOV R18, R16\n"        \
    "@P3 MOV R18, R17\n"

static void test_arithmetic(void **state)
{
    static const struct op_case cases[] = {
        {"FMUL.M2 R8, R4, R5", fmul_m2},
        {"FMUL.M8 R8, R4, R5", fmul_m8},
        {"FMUL.D2 R8, R4, R5", fmul_d2},
        {"FMUL.D8.RZ R8, R4, R5", fmul_d8_rz},
        {"FMUL.FTZ.D4.SAT R8, -R4, |R5|", fmul_d4_mods},
        {"FFMA R8, R4, R5, |R6|", ffma_abs_c},
        {"FFMA.FTZ.RP R8, -|R4|, |R5|, -|R6|", ffma_all},
        {"FSWZADD.FTZ R8, R4, R5, PPPPPPPP\nFSWZADD.FTZ.RM R9, R4, R5, PNPNPNPN\n"
         "FSWZADD.FTZ R10, R4, R5, NPNPNPNP\nFSWZADD.FTZ R11, R4, R5, ZPZPZPZP",
         fswzadd},
        {FOUR_KINDS KIND_OF_LANE "FSWZADD R19, R4, R5, PPPNNPZP\n"
                                 "LOP3.LUT R8, R18, R19, RZ, 0x3c, !PT",
         zero_word},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// P0 is whether d is odd.
#define ODD "LOP3.LUT R14, R7, 0x1, RZ, 0xc0, !PT\nISETP.NE.AND P0, PT, R14, RZ, PT\n"

static uint32_t flush_bits(uint32_t bits)
{
    return ref_flush(&ref_single, bits, true);
}

static uint32_t best(uint32_t a, uint32_t b, bool minimum, bool nan_wins)
{
    return ref_choose(&ref_single, a, b, minimum, nan_wins);
}

REFERENCE(fsel_mods, out[0] = flush_bits(d & 1 ? a & ~NEGATIVE : b ^ NEGATIVE);)
REFERENCE(fsel_not, out[0] = d & 1 ? 0x40200000 : a;)
REFERENCE(fset_or, out[0] = F(a) > fabsf(F(b)) || (d & 1) ? 0x3f800000 : 0;)
REFERENCE(fset_xor_not, out[0] = (F(a) != F(b)) ^ !(d & 1) ? 0x3f800000 : 0;)
REFERENCE(fsetp_or_not, bool holds = FLUSHED(a) >= -FLUSHED(b); out[0] = holds || !(d & 1);
          out[1] = !holds || !(d & 1);)
REFERENCE(fmnmx_pred, out[0] = best(a, b, d & 1, false);)
REFERENCE(fmnmx_mods, uint32_t x = flush_bits(a & ~NEGATIVE), y = flush_bits(b ^ NEGATIVE);
          out[0] = best(x, y, false, true);)
REFERENCE(fmnmx_imm, out[0] = best(a, 0x3fc00000, true, false);)

#define TO_BITS "SEL R8, R21, RZ, P1\nSEL R9, R21, RZ, P2"

static void test_choice(void **state)
{
    static const struct op_case cases[] = {
        {ODD "FSEL.FTZ R8, |R4|, -R5, P0", fsel_mods},
        {ODD "FSEL R8, R4, 2.5, !P0", fsel_not},
        {ODD "FSET.BF.GT.OR R8, R4, |R5|, P0", fset_or},
        {ODD "FSET.BF.NEU.XOR R8, R4, R5, !P0", fset_xor_not},
        {ODD "FSETP.GE.FTZ.OR P1, P2, R4, -R5, !P0\n" TO_BITS, fsetp_or_not},
        {ODD "FMNMX R8, R4, R5, P0", fmnmx_pred},
        {"FMNMX.FTZ.NAN R8, |R4|, -R5, !PT", fmnmx_mods},
        {"FMNMX R8, R4, 1.5, PT", fmnmx_imm},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// MUFU: here every function is the nearest float.

REFERENCE(mufu_rcp, out[0] = ref_f32(ref_ftz((float)(1 / -(double)fabsf(FLUSHED(a)))));)
REFERENCE(mufu_sqrt_imm, out[0] = sem_bits(sqrtf(2));)
REFERENCE(mufu_lg2_value, out[0] = ref_f32((float)log2(fabs(F(OP_VALUE))));)
REFERENCE(mufu_half, out[0] = ref_bits(&ref_f16, sqrt(ref_value(&ref_f16, HIGH(a))), FE_TONEAREST);
          out[1] = ref_bits(&ref_f16, 1 / -fabs(ref_value(&ref_f16, LOW(b))), FE_TONEAREST);)
REFERENCE(mufu_bf16, uint32_t x = ref_flush(&ref_bf16, HIGH(a) & 0x7fff, true);
          out[0] = ref_flush(&ref_bf16,
                             ref_bits(&ref_bf16, log2(ref_value(&ref_bf16, x)), FE_TONEAREST),
                             true);)
REFERENCE(mufu_64h_imm, out[0] = 0x3fd00000; out[1] = 0x3fe00000;)

static void test_mufu(void **state)
{
    static const struct op_case cases[] = {
        {"MUFU.RCP R8, -|R4|", mufu_rcp},
        {"MUFU.SQRT R8, 2", mufu_sqrt_imm},
        {"MUFU.LG2 R8, |UR10|", mufu_lg2_value},
        {"MUFU.SQRT.F16 R8, R4.H1\nMUFU.RCP.F16 R9, -|R5|", mufu_half},
        {"MUFU.LG2.BF16 R8, |R4.H1|", mufu_bf16},
        {"MUFU.RCP64H R8, 4\nMUFU.RSQ64H R9, 4", mufu_64h_imm},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// Halves.

#define H (&ref_f16)
#define B (&ref_bf16)
#define TWO(low, high) ((low) | (high) << 16)

static uint32_t add(const struct ref_format *format, uint32_t x, uint32_t y, bool ftz,
                    enum ref_clamp clamp)
{
    return ref_add_in(format, x, y, ftz, clamp);
}

static uint32_t fma_half(const struct ref_format *format, uint32_t x, uint32_t y, uint32_t z)
{
    return ref_fma_in(format, x, y, z, false, REF_NONE);
}

static uint32_t relu_half(const struct ref_format *format, uint32_t x, uint32_t y, uint32_t z)
{
    return ref_fma_in(format, x, y, z, true, REF_RELU);
}

REFERENCE(hadd2_parts, uint32_t y = HIGH(b) ^ 0x8000;
          out[0] = TWO(add(H, LOW(a) & 0x7fff, y, false, REF_NONE),
                       add(H, LOW(a) & 0x7fff, y, false, REF_NONE));)
REFERENCE(hadd2_imm, out[0] = TWO(add(H, LOW(a), 0xc000, false, REF_NONE),
                                  add(H, HIGH(a), 0x3c00, false, REF_NONE));)
REFERENCE(hadd2_bf, out[0] = TWO(add(B, LOW(a), HIGH(b), true, REF_SAT),
                                 add(B, HIGH(a), HIGH(b), true, REF_SAT));)
REFERENCE(hadd2_bf_imm, out[0] = TWO(add(B, LOW(a), 0xc000, false, REF_NONE),
                                     add(B, HIGH(a), 0x3f80, false, REF_NONE));)

static float sum(uint32_t x, uint32_t y)
{
    // Of halves: their sum in double is exact.
    return (float)(ref_value(H, x) + ref_value(H, y));
}

REFERENCE(hadd2_f32, out[0] = ref_f32(sum(HIGH(a) ^ 0x8000, LOW(b)));)
REFERENCE(hadd2_f32_sat, out[0] = sem_bits(ref_sat(sum(LOW(a), 0x3800)));)
REFERENCE(hfma2_parts, out[0] = TWO(fma_half(H, HIGH(a) | 0x8000, LOW(b) & 0x7fff, HIGH(c)),
                                    fma_half(H, HIGH(a) | 0x8000, LOW(b) & 0x7fff, HIGH(c)));)
REFERENCE(hfma2_imm, out[0] = TWO(relu_half(H, LOW(a), LOW(b), 0x3c00),
                                  relu_half(H, HIGH(a), LOW(b), 0xbc00));)
REFERENCE(hfma2_conj, out[0] = TWO(fma_half(H, LOW(a), LOW(b), LOW(c)),
                                   fma_half(H, HIGH(a), HIGH(b) ^ 0x8000, HIGH(c)));)
REFERENCE(hfma2_conj_bf, out[0] = TWO(relu_half(B, HIGH(a), LOW(b), LOW(c)),
                                      relu_half(B, HIGH(a), HIGH(b) ^ 0x8000, HIGH(c)));)
REFERENCE(hmul2_bf, uint32_t product = ref_mul_in(B, HIGH(a), LOW(b) ^ 0x8000, true, REF_NONE);
          out[0] = TWO(product, product);)

static void test_half_arithmetic(void **state)
{
    static const struct op_case cases[] = {
        {"HADD2 R8, |R4|.H0_H0, -R5.H1_H1", hadd2_parts},
        {"HADD2 R8, R4, 1, -2", hadd2_imm},
        {"HADD2.BF16_V2.FTZ.SAT R8, R4, R5.H1_H1", hadd2_bf},
        {"HADD2.BF16_V2 R8, R4, 1, -2", hadd2_bf_imm},
        {"HADD2.F32 R8, -R4.H1_H1, R5.H0_H0", hadd2_f32},
        {"HADD2.F32.SAT R8, R4.H0_H0, 0.5", hadd2_f32_sat},
        {"HFMA2 R8, -|R4|.H1_H1, |R5|.H0_H0, R6.H1_H1", hfma2_parts},
        {"HFMA2.FTZ.RELU R8, R4, R5.H0_H0, -1, 1", hfma2_imm},
        {"HFMA2 R8, R4, R5.H0_NH1, R6", hfma2_conj},
        {"HFMA2.BF16_V2.FTZ.RELU R8, R4.H1_H1, R5.H0_NH1, R6", hfma2_conj_bf},
        {"HMUL2.BF16_V2.FTZ R8, R4.H1_H1, -R5.H0_H0", hmul2_bf},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

static uint32_t pick(const struct ref_format *format, uint32_t x, uint32_t y, bool minimum,
                     bool nan_wins)
{
    return ref_choose(format, x, y, minimum, nan_wins);
}

#define LESS(x, y) (ref_value(H, x) < ref_value(H, y))
REFERENCE(hsetp2_and, bool both = LESS(LOW(a), LOW(b)) && LESS(HIGH(a), LOW(b));
          out[0] = both && (d & 1); out[1] = !both && (d & 1);)
REFERENCE(hsetp2_xor, out[0] = LESS(LOW(a) & 0x7fff, LOW(b)) ^ !(d & 1);
          out[1] = LESS(HIGH(a) & 0x7fff, HIGH(b)) ^ !(d & 1);)
REFERENCE(hset2_or, uint32_t low = LESS(LOW(a), 0x3c00) || (d & 1);
          uint32_t high = LESS(HIGH(a), 0x4000) || (d & 1);
          out[0] = TWO(low * 0x3c00, high * 0x3c00);)
REFERENCE(hmnmx2_pred, out[0] = TWO(pick(H, LOW(a), HIGH(b), d & 1, true),
                                    pick(H, HIGH(a), HIGH(b), d & 1, true));)
REFERENCE(hmnmx2_bf, out[0] = TWO(pick(B, ref_flush(B, LOW(a) ^ 0x8000, true),
                                       ref_flush(B, LOW(b) & 0x7fff, true), true, false),
                                  pick(B, ref_flush(B, HIGH(a) ^ 0x8000, true),
                                       ref_flush(B, HIGH(b) & 0x7fff, true), true, false));)

static void test_half_choice(void **state)
{
    static const struct op_case cases[] = {
        {ODD "HSETP2.LT.H_AND.AND P1, P2, R4, R5.H0_H0, P0\n" TO_BITS, hsetp2_and},
        {ODD "HSETP2.LT.XOR P1, P2, |R4|, R5, !P0\n" TO_BITS, hsetp2_xor},
        {ODD "HSET2.BF.LT.OR R8, R4, 2, 1, P0", hset2_or},
        {ODD "HMNMX2.NAN R8, R4, R5.H1_H1, P0", hmnmx2_pred},
        {"HMNMX2.BF16_V2.FTZ R8, -R4, |R5|, PT", hmnmx2_bf},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// FP64: a pair of registers is the low word and the high one.

static double pair(uint32_t low, uint32_t high)
{
    const uint32_t words[2] = {low, high};
    return sem_f64(words);
}

// A NaN result of numbers or of DFMA is the default one; a sum or product keeps the NaN that it
// has, as PTX says, made quiet.
static void put(uint32_t *out, double value, double x, double y)
{
    const uint64_t quiet = UINT64_C(0x0008000000000000);
    uint32_t words[2];
    if (!isnan(value)) {
        sem_put_f64(out, value);
        return;
    }
    sem_put64(out, UINT64_C(0xfff8000000000000));
    if (isnan(x) || isnan(y)) {
        sem_put_f64(words, isnan(x) ? x : y);
        sem_put64(out, words[0] | (uint64_t)words[1] << 32 | quiet);
    }
}

REFERENCE(dadd_signs, double x = -fabs(pair(a, b)), y = fabs(pair(c, d));
          put(out, ref_add64(x, y, FE_DOWNWARD), x, y);)
REFERENCE(dmul_imm, double x = pair(a, b); put(out, x * 1.5, x, 1.5);)
REFERENCE(dadd_neg_c, double x = pair(a, b), y = -pair(c, d); put(out, x + y, x, y);)
REFERENCE(dfma_signs, double x = pair(a, b), y = pair(c, d);
          put(out, fma(x, -fabs(y), -fabs(x)), 0, 0);)
REFERENCE(dfma_imm_c, double x = pair(a, b), y = pair(c, d);
          put(out, ref_fma64(x, y, -3, FE_TOWARDZERO), 0, 0);)
REFERENCE(dsetp_xor, bool holds = fabs(pair(a, b)) <= -pair(c, d); out[0] = holds ^ (a & 1);
          out[1] = !holds ^ (a & 1);)
REFERENCE(dsetp_imm, bool holds = pair(a, b) > 2; out[0] = holds; out[1] = !holds;)

#define ODD_A "LOP3.LUT R14, R4, 0x1, RZ, 0xc0, !PT\nISETP.NE.AND P0, PT, R14, RZ, PT\n"

static void test_double(void **state)
{
    static const struct op_case cases[] = {
        {"DADD.RM R8, -|R4|, |R6|", dadd_signs},
        {"DMUL R8, R4, 1.5", dmul_imm},
        {"DADD R8, R4, -R6", dadd_neg_c},
        {"DFMA R8, R4, -|R6|, -|R4|", dfma_signs},
        {"DFMA.RZ R8, R4, R6, -3", dfma_imm_c},
        {ODD_A "DSETP.LE.XOR P1, P2, |R4|, -R6, P0\n" TO_BITS, dsetp_xor},
        {"DSETP.GT.AND P1, P2, R4, 2, PT\n" TO_BITS, dsetp_imm},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// Conversions of parts of a register and of immediates.

REFERENCE(i2f_bytes, out[0] = sem_bits((float)(a >> 24));
          out[1] = sem_bits((float)(int8_t)(a >> 8)); out[2] = sem_bits((float)(int16_t)(b >> 16));
          out[3] = sem_bits((float)(uint16_t)(b >> 16));)
REFERENCE(i2f_double, sem_put_f64(out, (int16_t)HIGH(a)); sem_put_f64(&out[2], (uint8_t)(b >> 16));)
REFERENCE(i2f_half, out[0] = ref_bits(H, (uint8_t)(a >> 8), FE_TONEAREST);
          out[1] = ref_bits(B, (int32_t)a, FE_DOWNWARD);)
REFERENCE(i2f_imm, sem_put_f64(out, -5); out[2] = sem_bits(0x1p32F); out[3] = sem_bits(-7);)
REFERENCE(i2fp, out[0] = ref_bits(&ref_single, (int32_t)a, FE_TOWARDZERO);
          out[1] = sem_bits((float)OP_VALUE); out[2] = sem_bits(100);)
REFERENCE(f2f_parts, out[0] = ref_f32((float)-fabs(ref_value(H, HIGH(a))));
          out[1] = ref_bits(B, ref_value(H, LOW(a)), FE_UPWARD);
          out[2] = ref_f32((float)ref_value(B, HIGH(b))); out[3] = ref_bits(H, -F(c), FE_DOWNWARD);)
REFERENCE(frnd_parts, out[0] = ref_bits(H, ceil(ref_value(H, HIGH(a))), FE_TONEAREST);
          out[1] = ref_bits(B, floor(ref_value(B, HIGH(a)) * -1), FE_TONEAREST);
          out[2] = ref_f32(truncf(fabsf(F(b))));)

static uint32_t saturated(double value, double least, double most, uint32_t nan)
{
    if (isnan(value))
        return nan;
    return (uint32_t)(int64_t)(value < least ? least : value > most ? most : value);
}

REFERENCE(f2i_nan, out[0] = saturated(trunc(F(a)), INT32_MIN, INT32_MAX, NEGATIVE);
          out[1] = saturated(nearbyint(-F(a)), 0, UINT32_MAX, NEGATIVE);
          out[2] = saturated(ceil(ref_value(H, HIGH(b))), -128, 127, 0);
          out[3] = saturated(floor(fabs(ref_value(B, HIGH(b)))), 0, 65535, 0);)

static void test_conversion(void **state)
{
    static const struct op_case cases[] = {
        {"I2F.U8 R8, R4.B3\nI2F.S8 R9, R4.B1\nI2F.S16 R10, R5.H1\nI2F.U16 R11, R5.H1", i2f_bytes},
        {"I2F.F64.S16 R8, R4.H1\nI2F.F64.U8 R10, R5.B2", i2f_double},
        {"I2F.F16.U8 R8, R4.B1\nI2F.BF16.RM R9, R4", i2f_half},
        {"I2F.F64.S64 R8, -0x5\nI2F.U32 R10, 0xffffffff\nI2F.S64 R11, -0x7", i2f_imm},
        {"I2FP.F32.S32.RZ R8, R4\nI2FP.F32.U32 R9, UR10\nI2FP.F32.S32 R10, 0x64", i2fp},
        {"F2F.F32.F16 R8, -|R4.H1|\nF2F.BF16.F16.RP R9, R4\nF2F.F32.BF16 R10, R5.H1\n"
         "F2F.F16.F32.RM R11, -R6",
         f2f_parts},
        {"FRND.F16.CEIL R8, R4.H1\nFRND.BF16.FLOOR R9, -R4.H1\nFRND.TRUNC R10, |R5|", frnd_parts},
        {"F2I.TRUNC R8, R4\nF2I.U32 R9, -R4\nF2I.S8.F16.CEIL.NTZ R10, R5.H1\n"
         "F2I.U16.BF16.FLOOR.NTZ R11, |R5.H1|",
         f2i_nan},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

// Packed results.

static uint32_t largest_or(const struct ref_format *format, float value)
{
    uint32_t bits = ref_bits(format, value, FE_TONEAREST);
    uint32_t largest = ref_bits(format, format->largest, FE_TONEAREST);
    bool large = (bits & (format->sign - 1)) == format->infinity;
    return large ? (bits & format->sign) | largest : bits;
}

static uint32_t byte(uint32_t bits, bool is_signed, uint32_t nan)
{
    return saturated(nearbyint(F(bits)), is_signed ? -128 : 0, is_signed ? 127 : 255, nan) & 0xff;
}

static uint32_t positive(uint32_t bits)
{
    double value = trunc(F(bits));
    return saturated(value < 0 ? 0 : value, -128, 127, 0x80) & 0xff;
}

static uint32_t small(uint32_t bits, const struct ref_format *format)
{
    float value = F(bits), limit = (float)format->largest;
    value = value > limit ? limit : value < -limit ? -limit : value;
    return ref_bits(format, value, FE_TONEAREST);
}

REFERENCE(f2fp_finite, out[0] = largest_or(H, F(a)) << 16 | largest_or(H, F(b));
          out[1] = largest_or(B, F(a)) << 16 | largest_or(B, F(b));)
REFERENCE(f2fp_imm, out[0] = ref_bits(H, F(a), FE_TOWARDZERO) << 16 | 0x3e00;
          out[1] = ref_bits(B, F(a), FE_TONEAREST) << 16 | ref_bits(B, F(OP_VALUE), FE_TONEAREST);)
REFERENCE(f2fp_fp8, uint32_t packed = small(a, &ref_e4m3) << 8 | small(b, &ref_e4m3);
          out[0] = c << 16 | packed; out[1] = (c & 0xffff0000) | packed;)
REFERENCE(f2fp_unpack, out[0] = ref_bits(H, ref_value(&ref_e5m2, a >> 24), FE_TONEAREST) << 16 |
                                ref_bits(H, ref_value(&ref_e5m2, a >> 16 & 0xff), FE_TONEAREST);)
REFERENCE(f2ip, out[0] = c << 16 | byte(a, true, 0) << 8 | byte(b, true, 0);
          out[1] = HIGH(c) << 16 | byte(a, false, 0x80) << 8 | byte(b, false, 0x80);
          out[2] = positive(a) << 8 | positive(b);)
REFERENCE(uf2fp, out[0] = ref_bits(H, F(OP_VALUE), FE_TONEAREST) << 16 | 0x3e00;
          out[1] = 0x40000000 | ref_bits(H, F(OP_VALUE), FE_TOWARDZERO);)

static void test_packed(void **state)
{
    static const struct op_case cases[] = {
        {"F2FP.SATFINITE.F16.F32.PACK_AB R8, R4, R5\n"
         "F2FP.SATFINITE.BF16.F32.PACK_AB R9, R4, R5",
         f2fp_finite},
        {"F2FP.F16.F32.PACK_AB.RZ R8, R4, 1.5\nF2FP.BF16.F32.PACK_AB R9, R4, UR10", f2fp_imm},
        {"F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C R8, R4, R5, R6\n"
         "F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C R9, R4, R5, R6.H1",
         f2fp_fp8},
        {"F2FP.F16.E5M2.UNPACK_B R8, R4.H1", f2fp_unpack},
        {"F2IP.S8.F32.NTZ R8, R4, R5, R6\nF2IP.U8.F32 R9, R4, R5, R6.H1\n"
         "F2IP.S8.F32.TRUNC.RELU R10, R4, R5, RZ",
         f2ip},
        {"MOV R14, 0x40000000\nR2UR UR12, R14\nUF2FP.PACK_AB UR13, UR10, 1.5\n"
         "UF2FP.PACK_AB.RZ UR14, UR12, UR10\nMOV R8, UR13\nMOV R9, UR14",
         uf2fp},
    };
    (void)state;
    op_cases_run(cases, sizeof cases / sizeof cases[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),  cmocka_unit_test(test_choice),
        cmocka_unit_test(test_mufu),        cmocka_unit_test(test_half_arithmetic),
        cmocka_unit_test(test_half_choice), cmocka_unit_test(test_double),
        cmocka_unit_test(test_conversion),  cmocka_unit_test(test_packed),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, op_case_set_up, op_case_tear_down);
    emu_close();
    return failed;
}
