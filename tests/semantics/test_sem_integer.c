// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "words.h"

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

static uint64_t product(uint32_t a, uint32_t b)
{
    return (uint64_t)a * b;
}

static uint64_t product_64(uint64_t x, uint64_t y)
{
    return x * y;
}

WORDS(add_u32, out[0] = a + b)
WORDS(mul_lo, out[0] = a * b)
WORDS(mad_lo, out[0] = a * b + c)
WORDS(mul_wide_u32, sem_put64(out, product(a, b)))
WORDS(add_u64, sem_put64(out, PAIR(a, b) + PAIR(c, d)))
WORDS(mad_forms, out[0] = a * b - c; out[1] = c - a * b; out[2] = a * 0x12345 + b;
      out[3] = a * b + 0x89abcdef; out[4] = a * 5 - b; out[5] = b - a * 9)

static uint32_t high_product(uint32_t a, uint32_t b)
{
    return (uint32_t)(product(a, b) >> 32);
}

static uint64_t signed_product(uint32_t a, uint32_t b)
{
    return (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
}

WORDS(mul_hi_u32, out[0] = high_product(a, b))
WORDS(mul_hi_s32, out[0] = (uint32_t)(signed_product(a, b) >> 32))
WORDS(mad_hi_u32, out[0] = high_product(a, b) + c)
WORDS(mad_hi_s32, out[0] = (uint32_t)(signed_product(a, b) >> 32) + c)
WORDS(mul_wide_s32, sem_put64(out, signed_product(a, b)))
WORDS(mad_wide_u32, uint64_t x = PAIR(c, d); sem_put64(out, product(a, b) + x);
      sem_put64(out + 2, product(a, b) - x); sem_put64(out + 4, product(a, 0xfedcba98) + x);
      sem_put64(out + 6, product(a, b) + c))
WORDS(mad_wide_s32, uint64_t x = PAIR(c, d); sem_put64(out, signed_product(a, b) + x);
      sem_put64(out + 2, signed_product(a, b) - x);
      sem_put64(out + 4, signed_product(a, (uint32_t)-77) + x);
      sem_put64(out + 6, x - signed_product(a, b)))

static u128 quad(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return PAIR(a, b) | (u128)PAIR(c, d) << 64;
}

static void put128(uint32_t *out, u128 value)
{
    sem_put64(out, (uint64_t)value);
    sem_put64(out + 2, (uint64_t)(value >> 64));
}

WORDS(add_96, put128(out, quad(a, b, c, 0) + quad(d, e, f, 0)))
WORDS(sub_96, put128(out, quad(a, b, c, 0) - quad(d, e, f, 0)))
WORDS(add_128, put128(out, quad(a, b, c, d) + quad(e, f, g, h)))
WORDS(sub_128, put128(out, quad(a, b, c, d) - quad(e, f, g, h)))
WORDS(mad_carry_hi, uint64_t carry = ((uint64_t)a + b) >> 32;
      uint64_t sum = (uint64_t)high_product(a, b) + c + carry; out[0] = a + b;
      sem_put64(out + 1, sum); out[2] += d; out[3] = 0)
WORDS(mad_carry_hi_s32, put128(out, (uint64_t)(signed_product(a, b) + PAIR(c, d))))
WORDS(mad_carry_lo, uint64_t carry = ((uint64_t)a + b) >> 32;
      uint64_t sum = (uint64_t)(a * c) + d + carry; out[0] = a + b; sem_put64(out + 1, sum);
      out[2] += e; out[3] = 0)
WORDS(mad_64_128, put128(out, (u128)PAIR(a, b) * PAIR(c, d) + quad(e, f, g, h)))
WORDS(add3_64, uint64_t x = PAIR(a, b); uint64_t y = PAIR(c, d); uint64_t z = PAIR(e, f);
      sem_put64(out, x + y + z); sem_put64(out + 2, x - y + z); sem_put64(out + 4, x - y - z);
      sem_put64(out + 6, -x - y))
WORDS(add3_128, u128 x = quad(a, b, c, d); u128 y = quad(e, f, g, h);
      put128(out, x + y + PAIR(a, h)); put128(out + 4, x - y - PAIR(b, c)))
WORDS(neg_64, uint64_t x = PAIR(a, b); sem_put64(out, -x); sem_put64(out + 2, x + 1);
      sem_put64(out + 4, x - 1); sem_put64(out + 6, ~x + PAIR(c, d)))
WORDS(mul_64, uint64_t x = PAIR(a, b); uint64_t y = PAIR(c, d); sem_put64(out, product_64(x, y));
      sem_put64(out + 2, product_64(x, y) + PAIR(e, f));
      sem_put64(out + 4, product_64(x, UINT64_C(0x123456789abcdef1))))
WORDS(mul_hi_64, sem_put64(out, (uint64_t)((u128)PAIR(a, b) * PAIR(c, d) >> 64));
      sem_put64(out + 2, (uint64_t)((s128)(int64_t)PAIR(a, b) * (int64_t)PAIR(c, d) >> 64)))
WORDS(mul_128, put128(out, quad(a, b, c, d) * quad(e, f, g, h)))
WORDS(divide_by_constants, int32_t x = (int32_t)a; out[0] = a / 7; out[1] = a / 641;
      out[2] = a % 10; out[3] = (uint32_t)(x / 7); out[4] = (uint32_t)(x / -10);
      out[5] = (uint32_t)(x % 1000); out[6] = (uint32_t)(x / 16); out[7] = a / 3 + b / 5)
WORDS(divide_64_by_constants, uint64_t x = PAIR(a, b); sem_put64(out, x / 7);
      sem_put64(out + 2, x / 1000003); sem_put64(out + 4, (uint64_t)((int64_t)x / 10));
      sem_put64(out + 6, (uint64_t)((int64_t)x / 4096)))
WORDS(scaled, out[0] = (a << 4) + b; out[1] = b - (a << 3); out[2] = (a << 5) - b;
      out[3] = b + (a >> 7); out[4] = b + (uint32_t)((int32_t)a >> 9); out[5] = b - (a >> 20);
      out[6] = (a >> 3) + 0x1234567; out[7] = (a << 11) + 0x89abcdef)
WORDS(scaled_64, uint64_t x = PAIR(c, d); sem_put64(out, x + ((uint64_t)a << 3));
      sem_put64(out + 2, x + signed_product(a, 8)); sem_put64(out + 4, x + (PAIR(a, b) << 5));
      sem_put64(out + 6, x - (PAIR(a, b) << 3)))
WORDS(scaled_64_more, uint64_t x = PAIR(c, d); sem_put64(out, x - ((uint64_t)a << 4));
      sem_put64(out + 2, x - signed_product(a, 16)); sem_put64(out + 4, (PAIR(a, b) << 7) - x);
      sem_put64(out + 6, -(PAIR(a, b) << 2)))

static uint32_t magnitude(uint32_t x)
{
    return x >> 31 ? 0 - x : x;
}

static uint64_t magnitude64(uint64_t x)
{
    return x >> 63 ? 0 - x : x;
}

WORDS(absolute, out[0] = magnitude(a); out[1] = magnitude(a - b);
      sem_put64(out + 2, magnitude64(PAIR(a, b))))
WORDS(sad_u32, out[0] = c + (a < b ? b - a : a - b))
WORDS(sad_s32, out[0] = c + ((int32_t)a < (int32_t)b ? b - a : a - b))

#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define MAX(x, y) ((x) > (y) ? (x) : (y))

WORDS(min_max, int32_t x = (int32_t)a; int32_t y = (int32_t)b; out[0] = MIN(a, b);
      out[1] = MAX(a, b); out[2] = (uint32_t)MIN(x, y); out[3] = (uint32_t)MAX(x, y);
      out[4] = MIN(a, 100); out[5] = (uint32_t)MAX(x, -100); out[6] = (uint32_t)MIN(MAX(x, 0), 255);
      out[7] = MAX(MIN(a, b), c))
WORDS(min_max_64, uint64_t x = PAIR(a, b); uint64_t y = PAIR(c, d); int64_t s = (int64_t)x;
      int64_t t = (int64_t)y; sem_put64(out, MIN(x, y)); sem_put64(out + 2, MAX(x, y));
      sem_put64(out + 4, (uint64_t)MIN(s, t)); sem_put64(out + 6, (uint64_t)MAX(s, t)))

static struct sem_case cases[] = {
    CASE(add_u32, 2),
    CASE(mul_lo, 2),
    CASE(mad_lo, 3),
    CASE(mul_wide_u32, 2),
    CASE(add_u64, 3),
    CASE(mad_forms, 3),
    CASE(mul_hi_u32, 2),
    CASE(mul_hi_s32, 2),
    CASE(mad_hi_u32, 3),
    CASE(mad_hi_s32, 3),
    CASE(mul_wide_s32, 2),
    CASE(mad_wide_u32, 3),
    CASE(mad_wide_s32, 3),
    CASE(add_96, 3),
    CASE(sub_96, 3),
    CASE(add_128, 3),
    CASE(sub_128, 3),
    CASE(mad_carry_hi, 3),
    CASE(mad_carry_hi_s32, 3),
    CASE(mad_carry_lo, 3),
    CASE(mad_64_128, 3),
    CASE(add3_64, 3),
    CASE(add3_128, 3),
    CASE(neg_64, 3),
    CASE(mul_64, 3),
    CASE(mul_hi_64, 3),
    CASE(mul_128, 3),
    CASE(divide_by_constants, 2),
    CASE(divide_64_by_constants, 2),
    CASE(scaled, 2),
    CASE(scaled_64, 3),
    CASE(scaled_64_more, 3),
    CASE(absolute, 2),
    CASE(sad_u32, 3),
    CASE(sad_s32, 3),
    CASE(min_max, 3),
    CASE(min_max_64, 3),
};

MAIN("integer", cases)
