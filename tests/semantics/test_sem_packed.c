// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "words.h"

static int32_t byte_of(uint32_t x, unsigned k, bool is_signed)
{
    uint32_t byte = x >> (8 * k) & 0xff;
    return is_signed ? (int8_t)byte : (int32_t)byte;
}

static int32_t half_of(uint32_t x, unsigned k, bool is_signed)
{
    uint32_t half = x >> (16 * k) & 0xffff;
    return is_signed ? (int16_t)half : (int32_t)half;
}

static uint32_t dot4(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
    int64_t sum = c;
    for (unsigned k = 0; k < 4; k++)
        sum += byte_of(a, k, a_signed) * byte_of(b, k, b_signed);
    return (uint32_t)sum;
}

static uint32_t dot2(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed,
                     unsigned first)
{
    int64_t sum = c;
    for (unsigned k = 0; k < 2; k++)
        sum += half_of(a, k, a_signed) * byte_of(b, first + k, b_signed);
    return (uint32_t)sum;
}

WORDS(dp4a_uu, out[0] = dot4(a, b, c, false, false))
WORDS(dp4a_us, out[0] = dot4(a, b, c, false, true))
WORDS(dp4a_su, out[0] = dot4(a, b, c, true, false))
WORDS(dp4a_ss, out[0] = dot4(a, b, c, true, true))
WORDS(dp2a_lo_uu, out[0] = dot2(a, b, c, false, false, 0))
WORDS(dp2a_lo_us, out[0] = dot2(a, b, c, false, true, 0))
WORDS(dp2a_lo_su, out[0] = dot2(a, b, c, true, false, 0))
WORDS(dp2a_lo_ss, out[0] = dot2(a, b, c, true, true, 0))
WORDS(dp2a_hi_uu, out[0] = dot2(a, b, c, false, false, 2))
WORDS(dp2a_hi_us, out[0] = dot2(a, b, c, false, true, 2))
WORDS(dp2a_hi_su, out[0] = dot2(a, b, c, true, false, 2))
WORDS(dp2a_hi_ss, out[0] = dot2(a, b, c, true, true, 2))

static int32_t difference(int32_t x, int32_t y)
{
    return x < y ? y - x : x - y;
}

static uint32_t differences4(uint32_t a, uint32_t b, bool is_signed)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 4; k++)
        result |= (uint32_t)difference(byte_of(a, k, is_signed), byte_of(b, k, is_signed))
                  << (8 * k);
    return result;
}

static uint32_t differences2(uint32_t a, uint32_t b)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 2; k++)
        result |= (uint32_t)difference(half_of(a, k, false), half_of(b, k, false)) << (16 * k);
    return result;
}

static uint32_t sum4(uint32_t x)
{
    return (x & 0xff) + (x >> 8 & 0xff) + (x >> 16 & 0xff) + (x >> 24);
}

static uint32_t averages4(uint32_t a, uint32_t b)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 4; k++)
        result |= (uint32_t)(byte_of(a, k, false) + byte_of(b, k, false) + 1) / 2 << (8 * k);
    return result;
}

WORDS(vabsdiff4_u, out[0] = differences4(a, b, false))
WORDS(vabsdiff4_s, out[0] = differences4(a, b, true))
WORDS(vabsdiff4_u_add, out[0] = c + sum4(differences4(a, b, false)))
WORDS(vabsdiff4_s_add, out[0] = c + sum4(differences4(a, b, true)))
WORDS(byte_sums, out[0] = differences4(a, b, false); out[1] = sum4(differences4(a, b, false));
      out[2] = differences4(a, b, true); out[3] = differences2(a, b); out[4] = averages4(a, b))

// The larger or the smaller of two words, and of each half of two words.
enum choice { MIN_S32, MAX_S32, MIN_U32, MAX_U32 };

static uint32_t choose(enum choice choice, uint32_t x, uint32_t y)
{
    bool less = choice <= MAX_S32 ? (int32_t)x < (int32_t)y : x < y;
    return less == (choice % 2 == 0) ? x : y;
}

static uint32_t choose2(enum choice choice, uint32_t x, uint32_t y)
{
    return (choose(choice, x & 0xffff0000, y & 0xffff0000)) |
           choose(choice, x << 16, y << 16) >> 16;
}

static uint32_t add2(uint32_t x, uint32_t y)
{
    return ((x & 0xffff0000) + (y & 0xffff0000)) | ((x + y) & 0xffff);
}

static uint32_t sub2(uint32_t x, uint32_t y)
{
    return ((x & 0xffff0000) - (y & 0xffff0000)) | ((x - y) & 0xffff);
}

WORDS(halves, out[0] = add2(a, b); out[1] = sub2(a, b); out[2] = choose2(MAX_S32, a, b);
      out[3] = choose2(MAX_U32, a, b); out[4] = choose2(MIN_S32, a, b);
      out[5] = choose2(MIN_U32, a, b))

static void minima_of(uint32_t (*of)(enum choice, uint32_t, uint32_t), const uint32_t *in,
                      uint32_t *out)
{
    uint32_t a = in[0], b = in[1], c = in[2];
    out[0] = of(MAX_S32, of(MAX_S32, a, b), c);
    out[1] = of(MIN_S32, of(MIN_S32, a, b), c);
    out[2] = of(MAX_U32, of(MAX_U32, a, b), c);
    out[3] = of(MIN_U32, of(MIN_U32, a, b), c);
    out[4] = of(MAX_S32, of(MAX_S32, a, b), 0);
    out[5] = of(MAX_S32, of(MIN_S32, a, b), 0);
    out[6] = of(MAX_S32, out[0], 0);
    out[7] = of(MAX_S32, out[1], 0);
}

static void added_minima_of(uint32_t (*of)(enum choice, uint32_t, uint32_t), uint32_t sum,
                            uint32_t c, uint32_t *out)
{
    out[0] = of(MAX_S32, sum, c);
    out[1] = of(MIN_S32, sum, c);
    out[2] = of(MAX_U32, sum, c);
    out[3] = of(MIN_U32, sum, c);
    out[4] = of(MAX_S32, out[0], 0);
    out[5] = of(MAX_S32, out[1], 0);
}

WORDS(minima, minima_of(choose, in, out))
WORDS(minima_16x2, minima_of(choose2, in, out))
WORDS(added_minima, added_minima_of(choose, a + b, c, out))
WORDS(added_minima_16x2, added_minima_of(choose2, add2(a, b), c, out))

// The same kernels compiled for sm_90, which has instructions for them.
WORDS(halves_sm90, halves(in, out))
WORDS(minima_sm90, minima(in, out))
WORDS(minima_16x2_sm90, minima_16x2(in, out))
WORDS(added_minima_sm90, added_minima(in, out))
WORDS(added_minima_16x2_sm90, added_minima_16x2(in, out))
WORDS(subtracted_minima_sm90, out[0] = choose(MAX_S32, a - b, c);
      out[1] = choose(MIN_U32, a - b, c); out[2] = choose(MAX_S32, a - 7, c);
      out[3] = choose(MIN_U32, a + b, 1000))

static uint32_t clamp(int64_t x, int64_t least, int64_t most)
{
    return (uint32_t)(x < least ? least : x > most ? most : x);
}

WORDS(saturate_bytes, int32_t x = (int32_t)a; out[0] = clamp(x, 0, 255);
      out[1] = clamp(x, -128, 127); out[2] = clamp(a, 0, 255); out[3] = clamp(a, 0, 127))
WORDS(saturate_words, int32_t x = (int32_t)a; out[0] = clamp(x, 0, 65535);
      out[1] = clamp(x, -32768, 32767); out[2] = clamp(a, 0, 65535); out[3] = clamp(a, 0, 32767);
      out[4] = clamp(x, 0, UINT32_MAX); out[5] = clamp(a, 0, INT32_MAX))

static uint32_t pack(const uint32_t *in, unsigned bits, bool is_signed)
{
    int64_t most = (INT64_C(1) << (is_signed ? bits - 1 : bits)) - 1;
    int64_t least = is_signed ? -most - 1 : 0;
    uint32_t mask = (UINT32_C(1) << bits) - 1;
    uint32_t x = clamp((int32_t)in[0], least, most) & mask;
    uint32_t y = clamp((int32_t)in[1], least, most) & mask;
    return (bits == 16 ? 0 : in[2] << (2 * bits)) | x << bits | y;
}

WORDS(pack_u16, out[0] = pack(in, 16, false))
WORDS(pack_s16, out[0] = pack(in, 16, true))
WORDS(pack_u8, out[0] = pack(in, 8, false))
WORDS(pack_s8, out[0] = pack(in, 8, true))
WORDS(pack_u4, out[0] = pack(in, 4, false))
WORDS(pack_s4, out[0] = pack(in, 4, true))
WORDS(pack_u2, out[0] = pack(in, 2, false))
WORDS(pack_s2, out[0] = pack(in, 2, true))

static struct sem_case cases[] = {
    CASE(dp4a_uu, 3),
    CASE(dp4a_us, 3),
    CASE(dp4a_su, 3),
    CASE(dp4a_ss, 3),
    CASE(dp2a_lo_uu, 3),
    CASE(dp2a_lo_us, 3),
    CASE(dp2a_lo_su, 3),
    CASE(dp2a_lo_ss, 3),
    CASE(dp2a_hi_uu, 3),
    CASE(dp2a_hi_us, 3),
    CASE(dp2a_hi_su, 3),
    CASE(dp2a_hi_ss, 3),
    CASE(vabsdiff4_u, 3),
    CASE(vabsdiff4_s, 3),
    CASE(vabsdiff4_u_add, 3),
    CASE(vabsdiff4_s_add, 3),
    CASE(byte_sums, 2),
    CASE(halves, 2),
    CASE(minima, 3),
    CASE(minima_16x2, 3),
    CASE(added_minima, 3),
    CASE(added_minima_16x2, 3),
    CASE(halves_sm90, 2),
    CASE(minima_sm90, 3),
    CASE(minima_16x2_sm90, 3),
    CASE(added_minima_sm90, 3),
    CASE(added_minima_16x2_sm90, 3),
    CASE(subtracted_minima_sm90, 3),
    CASE(saturate_bytes, 1),
    CASE(saturate_words, 1),
    CASE(pack_u16, 2),
    CASE(pack_s16, 2),
    CASE(pack_u8, 3),
    CASE(pack_s8, 3),
    CASE(pack_u4, 3),
    CASE(pack_s4, 3),
    CASE(pack_u2, 3),
    CASE(pack_s2, 3),
};

MAIN("packed", cases)
