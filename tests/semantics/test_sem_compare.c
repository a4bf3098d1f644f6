// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "words.h"

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

enum { LESS = 1, EQUAL = 2, GREATER = 4 };

// Which of the three holds; both arguments are at least as wide as what is compared.
static unsigned order(s128 x, s128 y)
{
    return x < y ? LESS : x > y ? GREATER : EQUAL;
}

static unsigned unsigned_order(u128 x, u128 y)
{
    return x < y ? LESS : x > y ? GREATER : EQUAL;
}

// lt le gt ge eq ne as bits.
static uint32_t six(unsigned order)
{
    static const unsigned sets[] = {LESS,  LESS | EQUAL,  GREATER, GREATER | EQUAL,
                                    EQUAL, LESS | GREATER};
    uint32_t bits = 0;
    for (unsigned i = 0; i < 6; i++)
        bits |= (uint32_t)((order & sets[i]) != 0) << i;
    return bits;
}

static int32_t s32(uint32_t x)
{
    return (int32_t)x;
}

static int64_t s64(uint32_t low, uint32_t high)
{
    return (int64_t)PAIR(low, high);
}

WORDS(compare_32, out[0] = six(order(a, b)); out[1] = six(order(s32(a), s32(b)));
      out[2] = six(order(a, 32)); out[3] = six(order(s32(a), -2)))
WORDS(compare_64, out[0] = six(order(PAIR(a, b), PAIR(c, d)));
      out[1] = six(order(s64(a, b), s64(c, d))); out[2] = six(order(s64(a, b), s32(c)));
      out[3] = six(order(PAIR(a, b), c)))

static u128 quad(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return PAIR(a, b) | (u128)PAIR(c, d) << 64;
}

WORDS(compare_128, u128 x = quad(a, b, c, d); u128 y = quad(e, f, c, h);
      out[0] = six(unsigned_order(x, y)); out[1] = six(order((s128)x, (s128)y)))

// For each comparison its outcome and the opposite, each combined with r.
static uint32_t twelve(unsigned order, char bool_op, bool r)
{
    uint32_t outcomes = six(order), bits = 0;
    for (unsigned i = 0; i < 6; i++) {
        bool holds = outcomes >> i & 1, p, q;
        if (bool_op == '&')
            p = holds && r, q = !holds && r;
        else if (bool_op == '|')
            p = holds || r, q = !holds || r;
        else
            p = holds != r, q = !holds != r;
        bits |= (uint32_t)p << (2 * i) | (uint32_t)q << (2 * i + 1);
    }
    return bits;
}

static void setp_32(const uint32_t *in, uint32_t *out, char bool_op)
{
    bool r = s32(in[4]) > s32(in[5]);
    out[0] = twelve(order(in[0], in[1]), bool_op, r);
    out[1] = twelve(order(s32(in[0]), s32(in[1])), bool_op, r);
    out[2] = twelve(order(s32(in[0]), -2), bool_op, r);
    out[3] = 0;
}

static void setp_64(const uint32_t *in, uint32_t *out, char bool_op)
{
    bool r = s32(in[4]) > s32(in[5]);
    out[0] = twelve(order(PAIR(in[0], in[1]), PAIR(in[2], in[3])), bool_op, r);
    out[1] = twelve(order(s64(in[0], in[1]), s64(in[2], in[3])), bool_op, r);
    out[2] = twelve(order(s64(in[0], in[1]), -2), bool_op, r);
    out[3] = 0;
}

WORDS(setp_and, setp_32(in, out, '&'))
WORDS(setp_or, setp_32(in, out, '|'))
WORDS(setp_xor, setp_32(in, out, '^'))
WORDS(setp_64_and, setp_64(in, out, '&'))
WORDS(setp_64_or, setp_64(in, out, '|'))
WORDS(setp_64_xor, setp_64(in, out, '^'))
WORDS(set_masks, out[0] = a < b ? UINT32_MAX : 0; out[1] = s32(a) >= s32(b) ? UINT32_MAX : 0;
      out[2] = (a == b) != (c != 0) ? UINT32_MAX : 0; out[3] = 0)
WORDS(selection, out[0] = a < b ? c : d; out[1] = s32(a) < 0 ? 17 : c;
      sem_put64(out + 2, a > c ? PAIR(a, b) : PAIR(c, d)); out[4] = s32(c) >= 0 ? a : b;
      out[5] = a == b ? UINT32_MAX : 0; out[6] = (a < b) != (c < d) ? e : f)

static void many_predicates(const uint32_t *in, uint32_t *out)
{
    bool p[16];
    uint32_t r = 0;
    for (unsigned i = 0; i < 16; i++)
        p[i] = in[i % 8] < in[(i + 1 + i / 8) % 8];
    for (unsigned i = 0; i < 16; i++)
        r += p[i] ? in[(i + 3) % 8] : i;
    for (unsigned i = 16; i--;)
        r = r * 3 + (p[i] != p[(i + 5) % 16]);
    out[0] = r;
}

static void bits_to_predicates(const uint32_t *in, uint32_t *out)
{
    uint32_t a = in[0], r = in[7];
    r += a & 1 ? in[1] : 0;
    r ^= a & 2 ? in[2] : 0;
    r *= a & 4 ? 5 : 1;
    r -= a & 8 ? in[3] : 0;
    r = a & 16 ? ~r : r;
    r += a & 32 ? in[4] : 0;
    r <<= a & 64 ? 3 : 0;
    r ^= a & 0x10000000 ? in[5] : 0;
    out[0] = r;
}

WORDS(predicate_logic, bool p = a < b; bool q = b < c; bool r = s32(c) < s32(d);
      bool s = (p && q) || r; bool t = !p != r; out[0] = s; out[1] = t; out[2] = s != t;
      out[3] = (t && q) || p)
WORDS(boolean_functions, bool p = a < b; bool q = s32(c) < s32(d); bool r = e != f;
      out[0] = p ? q : r; out[1] = (p + q + r) & 1; out[2] = (p || !q) && !r;
      out[3] = p + q + r >= 2; out[4] = p + q + r == 0; out[5] = p == (q || r))
WORDS(signed_overflow, int64_t sum = (int64_t)s32(a) + s32(b);
      int64_t difference = (int64_t)s32(a) - s32(b); out[0] = sum > INT32_MAX;
      out[1] = sum<INT32_MIN; out[2] = difference> INT32_MAX || difference < INT32_MIN;
      out[3] = s32(a) < 0 || s32(b) < 0)

static uint32_t saturate(int64_t x)
{
    return (uint32_t)(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}

WORDS(add_sat, out[0] = saturate((int64_t)s32(a) + s32(b)))
WORDS(sub_sat, out[0] = saturate((int64_t)s32(a) - s32(b)))

static struct sem_case cases[] = {
    CASE(compare_32, 2),         CASE(compare_64, 3),      CASE(compare_128, 3),
    CASE(setp_and, 2),           CASE(setp_or, 2),         CASE(setp_xor, 2),
    CASE(setp_64_and, 3),        CASE(setp_64_or, 3),      CASE(setp_64_xor, 3),
    CASE(set_masks, 2),          CASE(selection, 3),       CASE(many_predicates, 3),
    CASE(bits_to_predicates, 2), CASE(predicate_logic, 3), CASE(boolean_functions, 3),
    CASE(signed_overflow, 2),    CASE(add_sat, 2),         CASE(sub_sat, 2),
};

MAIN("compare", cases)
