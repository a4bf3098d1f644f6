// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "words.h"

static uint32_t shl(uint32_t x, uint32_t n)
{
    return n >= 32 ? 0 : x << n;
}

static uint32_t shr(uint32_t x, uint32_t n)
{
    return n >= 32 ? 0 : x >> n;
}

static uint32_t sar(uint32_t x, uint32_t n)
{
    return (uint32_t)((int32_t)x >> (n >= 32 ? 31 : n));
}

static uint64_t shl64(uint64_t x, uint32_t n)
{
    return n >= 64 ? 0 : x << n;
}

static uint64_t shr64(uint64_t x, uint32_t n)
{
    return n >= 64 ? 0 : x >> n;
}

static uint64_t sar64(uint64_t x, uint32_t n)
{
    return (uint64_t)((int64_t)x >> (n >= 64 ? 63 : n));
}

WORDS(shl_b32, out[0] = shl(a, b))
WORDS(shr_u32, out[0] = shr(a, b))
WORDS(shr_s32, out[0] = sar(a, b))
WORDS(shift_64, uint64_t x = PAIR(a, b); sem_put64(out, shl64(x, c));
      sem_put64(out + 2, shr64(x, c)); sem_put64(out + 4, sar64(x, c)))
WORDS(shift_constants, uint64_t x = PAIR(a, b); out[0] = a << 7; out[1] = a >> 9;
      out[2] = sar(a, 31); sem_put64(out + 3, x << 13); sem_put64(out + 5, x >> 45);
      out[7] = (uint32_t)(x >> 21))

static uint32_t funnel_left(uint32_t low, uint32_t high, uint32_t n)
{
    return (uint32_t)(shl64(PAIR(low, high), n) >> 32);
}

static uint32_t funnel_right(uint32_t low, uint32_t high, uint32_t n)
{
    return (uint32_t)shr64(PAIR(low, high), n);
}

static uint32_t least(uint32_t x, uint32_t y)
{
    return x < y ? x : y;
}

WORDS(shf_l_wrap, out[0] = funnel_left(a, b, c % 32))
WORDS(shf_l_clamp, out[0] = funnel_left(a, b, least(c, 32)))
WORDS(shf_r_wrap, out[0] = funnel_right(a, b, c % 32))
WORDS(shf_r_clamp, out[0] = funnel_right(a, b, least(c, 32)))
WORDS(rotate, out[0] = a << 5 | a >> 27; out[1] = funnel_left(a, a, b % 32);
      out[2] = funnel_right(a, b, 3); out[3] = funnel_left(a, b, 31))

// Position and length of a field are eight bits of their words.
static uint64_t field(uint64_t x, unsigned bits, uint32_t pos, uint32_t length, bool is_signed)
{
    pos &= 0xff;
    length &= 0xff;
    unsigned top = pos + length - 1 < bits - 1 ? pos + length - 1 : bits - 1;
    bool sign = is_signed && length && x >> top & 1;
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; i++) {
        bool bit = i < length && pos + i < bits ? x >> (pos + i) & 1 : sign;
        result |= (uint64_t)bit << i;
    }
    return result;
}

static uint64_t insert(uint64_t x, uint64_t into, unsigned bits, uint32_t pos, uint32_t length)
{
    pos &= 0xff;
    length &= 0xff;
    for (unsigned i = 0; i < length && pos + i < bits; i++)
        into = (into & ~(UINT64_C(1) << (pos + i))) | (x >> i & 1) << (pos + i);
    return into;
}

WORDS(bfe_u32, out[0] = (uint32_t)field(a, 32, b, c, false))
WORDS(bfe_s32, out[0] = (uint32_t)field(a, 32, b, c, true))
WORDS(bfe_64, sem_put64(out, field(PAIR(a, b), 64, c, d, false));
      sem_put64(out + 2, field(PAIR(a, b), 64, c, d, true)))
WORDS(bfi_b32, out[0] = (uint32_t)insert(a, d, 32, b, c))
WORDS(bfi_b64, sem_put64(out, insert(PAIR(d, e), PAIR(a, g), 64, b, c)))
WORDS(bfe_constants, out[0] = (uint32_t)field(a, 32, 3, 11, false);
      out[1] = (uint32_t)field(a, 32, 5, 9, true); out[2] = (uint32_t)insert(a, b, 32, 8, 12);
      out[3] = (uint32_t)field(a, 32, 24, 16, true))

static uint32_t highest(uint64_t x)
{
    uint32_t i = UINT32_MAX;
    for (; x; x >>= 1)
        i++;
    return i;
}

static uint32_t unsign(uint32_t x)
{
    return x >> 31 ? ~x : x;
}

static uint32_t from_top(uint32_t position, uint32_t top)
{
    return position == UINT32_MAX ? UINT32_MAX : top - position;
}

WORDS(bfind_u32, out[0] = highest(a))
WORDS(bfind_s32, out[0] = highest(unsign(a)))
WORDS(bfind_shift_u32, out[0] = from_top(highest(a), 31))
WORDS(bfind_shift_s32, out[0] = from_top(highest(unsign(a)), 31))

static uint64_t unsign64(uint64_t x)
{
    return x >> 63 ? ~x : x;
}

WORDS(bfind_64, uint64_t x = PAIR(a, b); out[0] = highest(x); out[1] = highest(unsign64(x));
      out[2] = from_top(highest(x), 63))

static uint32_t ones(uint64_t x)
{
    uint32_t count = 0;
    for (; x; x &= x - 1)
        count++;
    return count;
}

static uint64_t mirror(uint64_t x, unsigned bits)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; i++)
        result |= (x >> i & 1) << (bits - 1 - i);
    return result;
}

static uint32_t first_set(uint64_t x)
{
    return x ? highest(x & -x) + 1 : 0;
}

WORDS(counts, uint64_t x = PAIR(a, b); out[0] = ones(a); out[1] = ones(x);
      out[2] = ones(~a & 0xffff); out[3] = 31 - highest(a); out[4] = 63 - highest(x);
      out[5] = first_set(a); out[6] = first_set(x); out[7] = ones(~b))

static uint32_t permute(uint32_t a, uint32_t b, uint32_t selector)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 4; k++) {
        uint32_t byte = PAIR(a, b) >> (8 * (selector >> (4 * k) & 7)) & 0xff;
        if (selector >> (4 * k) & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << (8 * k);
    }
    return result;
}

WORDS(reversal, out[0] = (uint32_t)mirror(a, 32); sem_put64(out + 1, mirror(PAIR(a, b), 64));
      out[3] = permute(a, 0, 0x123))
WORDS(prmt_any, out[0] = permute(a, b, c))
// The special modes as selectors, by the low bits of the third source.
WORDS(prmt_f4e, static const uint32_t s[] = {0x3210, 0x4321, 0x5432, 0x6543};
      out[0] = permute(a, b, s[c & 3]))
WORDS(prmt_b4e, static const uint32_t s[] = {0x5670, 0x6701, 0x7012, 0x0123};
      out[0] = permute(a, b, s[c & 3]))
WORDS(prmt_rc8, static const uint32_t s[] = {0x0000, 0x1111, 0x2222, 0x3333};
      out[0] = permute(a, b, s[c & 3]))
WORDS(prmt_ecl, static const uint32_t s[] = {0x3210, 0x3211, 0x3222, 0x3333};
      out[0] = permute(a, b, s[c & 3]))
WORDS(prmt_ecr, static const uint32_t s[] = {0x0000, 0x1110, 0x2210, 0x3210};
      out[0] = permute(a, b, s[c & 3]))
WORDS(prmt_rc16, static const uint32_t s[] = {0x1010, 0x3232, 0x1010, 0x3232};
      out[0] = permute(a, b, s[c & 3]))
WORDS(prmt_constants, out[0] = permute(a, b, 0x7531); out[1] = permute(a, b, 0x0426);
      out[2] = (uint32_t)(int8_t)a; out[3] = (uint32_t)(int16_t)b; out[4] = a >> 8 & 0xff;
      out[5] = permute(a, b, 0xba98))

static uint32_t extend(uint32_t x, uint32_t width, bool is_signed)
{
    return width >= 32 ? x : (uint32_t)field(x, 32, 0, width, is_signed);
}

static uint32_t bit_mask(uint32_t start, uint32_t width)
{
    uint32_t result = 0;
    for (uint64_t i = start; i < (uint64_t)start + width && i < 32; i++)
        result |= UINT32_C(1) << i;
    return result;
}

WORDS(szext_clamp_u32, out[0] = extend(a, b, false))
WORDS(szext_clamp_s32, out[0] = extend(a, b, true))
WORDS(szext_wrap_u32, out[0] = extend(a, b % 32, false))
WORDS(szext_wrap_s32, out[0] = extend(a, b % 32, true))
WORDS(bmsk_clamp, out[0] = bit_mask(a, b))
WORDS(bmsk_wrap, out[0] = bit_mask(a % 32, b % 32))

static uint32_t look_up(unsigned table, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 8; k++) {
        if (table >> k & 1)
            result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    }
    return result;
}

static void lop3_all(const uint32_t *in, uint32_t *out)
{
    out[0] = out[1] = out[2] = out[3] = 0;
    for (unsigned table = 0; table < 256; table++)
        out[0] = out[0] * 0x01000193 + look_up(table, in[0], in[1], in[2]);
}

WORDS(logic, out[0] = (a & b) | ~c; out[1] = a ^ b ^ c;
      out[2] = (a & 0x0ff0ff00) | (b & 0xf00f00ff); out[3] = ~(a | b); out[4] = a & ~b;
      out[5] = (a ^ 0x12345678) & b)
WORDS(logic_64, uint64_t x = PAIR(a, b); uint64_t y = PAIR(c, d); sem_put64(out, x &y);
      sem_put64(out + 2, x ^ ~y); sem_put64(out + 4, (x | y) & PAIR(e, f)))
WORDS(lop3_or, out[0] = look_up(0xe8, a, b, c); out[1] = out[0] || d < e;
      out[2] = (a & b & 0x0f0f) || d < e; out[3] = 0)
WORDS(lop3_and, out[0] = look_up(0xe8, a, b, c); out[1] = out[0] && d < e;
      out[2] = (a & b & 0x0f0f) && d < e; out[3] = 0)

static struct sem_case cases[] = {
    CASE(shl_b32, 2),         CASE(shr_u32, 2),         CASE(shr_s32, 2),
    CASE(shift_64, 3),        CASE(shift_constants, 2), CASE(shf_l_wrap, 3),
    CASE(shf_l_clamp, 3),     CASE(shf_r_wrap, 3),      CASE(shf_r_clamp, 3),
    CASE(rotate, 2),          CASE(bfe_u32, 3),         CASE(bfe_s32, 3),
    CASE(bfe_64, 3),          CASE(bfi_b32, 3),         CASE(bfi_b64, 3),
    CASE(bfe_constants, 2),   CASE(bfind_u32, 1),       CASE(bfind_s32, 1),
    CASE(bfind_shift_u32, 1), CASE(bfind_shift_s32, 1), CASE(bfind_64, 2),
    CASE(counts, 2),          CASE(reversal, 2),        CASE(prmt_any, 3),
    CASE(prmt_f4e, 3),        CASE(prmt_b4e, 3),        CASE(prmt_rc8, 3),
    CASE(prmt_ecl, 3),        CASE(prmt_ecr, 3),        CASE(prmt_rc16, 3),
    CASE(prmt_constants, 2),  CASE(szext_clamp_u32, 2), CASE(szext_clamp_s32, 2),
    CASE(szext_wrap_u32, 2),  CASE(szext_wrap_s32, 2),  CASE(bmsk_clamp, 2),
    CASE(bmsk_wrap, 2),       CASE(lop3_all, 1),        CASE(logic, 2),
    CASE(logic_64, 2),        CASE(lop3_or, 3),         CASE(lop3_and, 3),
};

MAIN("bits", cases)
