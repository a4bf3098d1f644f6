// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Integer arithmetic besides what exec_int.c has. A negated source is its complement, with 1 added
// in `info->add`; a carry-in takes the place of that 1.
#include "emulator/exec_lanes.h"

#define CARRY_IN uint32_t carry = read_pred(warp, info->s, info->s_flip);

LANE_EXECUTOR(imad_x, CARRY_IN, a[i] * b[i] + (c[i] ^ info->xor_c) + (carry >> i & 1))

static uint64_t pair_of(const uint32_t *row, uint32_t i)
{
    return row[i] | (uint64_t)row[LANES + i] << 32;
}

// A * B + C in 64 bits; returns whether the addition carries.
static bool wide(const struct uop_info *info, uint32_t a, uint32_t b, uint64_t c, uint32_t carry,
                 uint64_t *sum)
{
    uint64_t product =
        info->is_signed ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : (uint64_t)a * b;
    uint64_t addend = info->xor_c ? ~c : c;
    bool first = __builtin_add_overflow(product, addend, sum);
    bool second = __builtin_add_overflow(*sum, info->add + carry, sum);
    return first || second;
}

static inline const struct uop *imad_64(struct warp *warp, const struct uop *uop, uint32_t mask,
                                        bool high_only)
{
    LANE_ROWS
    CARRY_IN
    uint32_t p = 0;
    EACH_ACTIVE(mask)
    {
        uint64_t sum;
        p |= (uint32_t)wide(info, a[i], b[i], pair_of(c, i), carry >> i & 1, &sum) << i;
        d[i] = (uint32_t)(high_only ? sum >> 32 : sum);
        if (!high_only)
            d[LANES + i] = (uint32_t)(sum >> 32);
    }
    write_pred(warp, info->p, mask, p);
    return uop + 1;
}

// IMAD.WIDE with a carry-in or a negated C.
static const struct uop *imad_wide_x_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return imad_64(warp, uop, mask, false);
}
EXEC_ALL_LANES(imad_wide_x)

// The high word of the same: C is a pair here, too.
static const struct uop *imad_hi_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return imad_64(warp, uop, mask, true);
}
EXEC_ALL_LANES(imad_hi)

static uint32_t byte_of(uint32_t word, unsigned k, bool is_signed)
{
    uint32_t byte = word >> (8 * k) & 0xff;
    return is_signed ? (uint32_t)(int8_t)byte : byte;
}

static uint32_t half_of(uint32_t word, unsigned k, bool is_signed)
{
    uint32_t half = word >> (16 * k) & 0xffff;
    return is_signed ? (uint32_t)(int16_t)half : half;
}

// v: whether A is signed, whether B is.
static uint32_t dot_4a(const struct uop_info *info, uint32_t a, uint32_t b)
{
    uint32_t sum = 0;
    for (unsigned k = 0; k < 4; k++)
        sum += byte_of(a, k, info->v[0]) * byte_of(b, k, info->v[1]);
    return sum;
}

// Two halves of A with the low or the high two bytes of B.
static uint32_t dot_2a(const struct uop_info *info, uint32_t a, uint32_t b)
{
    uint32_t sum = 0;
    for (unsigned k = 0; k < 2; k++)
        sum += half_of(a, k, info->v[0]) * byte_of(b, k + (info->hi ? 2 : 0), info->v[1]);
    return sum;
}

LANE_EXECUTOR(idp_4a, , dot_4a(info, a[i], b[i]) + (c[i] ^ info->xor_c) + info->add)
LANE_EXECUTOR(idp_2a, , dot_2a(info, a[i], b[i]) + (c[i] ^ info->xor_c) + info->add)

LANE_EXECUTOR(iabs, , a[i] >> 31 ? 0 - a[i] : a[i])

// xor_a: the sign bit, for a signed comparison.
static bool is_less(const struct uop_info *info, uint32_t a, uint32_t b)
{
    return (a ^ info->xor_a) < (b ^ info->xor_a);
}

// The minimum where the predicate holds, else the maximum.
LANE_EXECUTOR(imnmx, uint32_t min = read_pred(warp, info->s, info->s_flip);
              , is_less(info, a[i], b[i]) == (min >> i & 1) ? a[i] : b[i])

static uint32_t absolute_difference(const struct uop_info *info, uint32_t a, uint32_t b)
{
    return is_less(info, a, b) ? b - a : a - b;
}

LANE_EXECUTOR(vabsdiff, , absolute_difference(info, a[i], b[i]) + c[i])

// Byte by byte; .ACC (v[0]) adds the four differences to C, which nothing else looks at.
static uint32_t absolute_difference4(const struct uop_info *info, uint32_t a, uint32_t b,
                                     uint32_t c)
{
    uint32_t bytes = 0, sum = c;
    for (unsigned k = 0; k < 4; k++) {
        uint32_t x = byte_of(a, k, info->is_signed), y = byte_of(b, k, info->is_signed);
        uint32_t difference = absolute_difference(info, x, y);
        bytes |= (difference & 0xff) << (8 * k);
        sum += difference;
    }
    return info->v[0] ? sum : bytes;
}

LANE_EXECUTOR(vabsdiff4, , absolute_difference4(info, a[i], b[i], c[i]))

// (A << shift) + B, or (.HI) the high word of C:A << shift, with the carry of the addition. Where A
// is negated it is the shifted word that is. v: shift, whether .HI, whether .SX32: C is A's sign.
static const struct uop *lea_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    LANE_ROWS
    CARRY_IN
    uint32_t shift = info->v[0], p = 0;
    EACH_ACTIVE(mask)
    {
        uint32_t top = info->v[2] ? (uint32_t)((int32_t)a[i] >> 31) : c[i];
        uint64_t shifted = (a[i] | (uint64_t)top << 32) << shift;
        uint32_t word = (uint32_t)(info->v[1] ? shifted >> 32 : shifted);
        uint64_t sum =
            (uint64_t)(word ^ info->xor_a) + (b[i] ^ info->xor_b) + info->add + (carry >> i & 1);
        p |= (uint32_t)(sum >> 32 != 0) << i;
        d[i] = (uint32_t)sum;
    }
    write_pred(warp, info->p, mask, p);
    return uop + 1;
}
EXEC_ALL_LANES(lea)

// MOV of some of every four lanes: v[0] names them.
static const struct uop *mov_lanes_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    LANE_ROWS
    EACH_ACTIVE(mask & info->v[0] * 0x11111111)
    d[i] = a[i];
    return uop + 1;
}

// The sum of three pairs, with the carries of iadd3_carry.
static const struct uop *iadd3_64_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    LANE_ROWS
    uint32_t s = read_pred(warp, info->s, info->s_flip);
    uint32_t t = read_pred(warp, info->t, info->t_flip);
    uint32_t p = 0, q = 0;
    EACH_ACTIVE(mask)
    {
        uint64_t x = info->xor_a ? ~pair_of(a, i) : pair_of(a, i);
        uint64_t y = info->xor_b ? ~pair_of(b, i) : pair_of(b, i);
        uint64_t z = info->xor_c ? ~pair_of(c, i) : pair_of(c, i), sum;
        unsigned carries = __builtin_add_overflow(x, y, &sum);
        carries += __builtin_add_overflow(sum, z, &sum);
        carries += __builtin_add_overflow(sum, info->add + (s >> i & 1) + (t >> i & 1), &sum);
        p |= (uint32_t)(carries >= 1) << i;
        q |= (uint32_t)(carries >= 2) << i;
        d[i] = (uint32_t)sum;
        d[LANES + i] = (uint32_t)(sum >> 32);
    }
    write_pred(warp, info->p, mask, p);
    write_pred(warp, info->q, mask, q);
    return uop + 1;
}
EXEC_ALL_LANES(iadd3_64)

// One half of the product of two pairs without carries, plus (which is xor) a third.
static uint64_t carryless(bool high, uint64_t x, uint64_t y)
{
    uint64_t low_half = 0, high_half = 0;
    for (unsigned k = 0; k < 64; k++) {
        if (!(y >> k & 1))
            continue;
        low_half ^= x << k;
        high_half ^= k ? x >> (64 - k) : 0;
    }
    return high ? high_half : low_half;
}

static const struct uop *clmad_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    LANE_ROWS
    EACH_ACTIVE(mask)
    {
        uint64_t result = carryless(info->hi, pair_of(a, i), pair_of(b, i)) ^ pair_of(c, i);
        d[i] = (uint32_t)result;
        d[LANES + i] = (uint32_t)(result >> 32);
    }
    return uop + 1;
}

const struct exec_pair exec_arith_table[EXEC_COUNT] = {
    EXEC_ENTRY(imad_x),    EXEC_ENTRY(imad_wide_x), EXEC_ENTRY(imad_hi),    EXEC_ENTRY(idp_4a),
    EXEC_ENTRY(idp_2a),    EXEC_ENTRY(iabs),        EXEC_ENTRY(imnmx),      EXEC_ENTRY(vabsdiff),
    EXEC_ENTRY(vabsdiff4), EXEC_ENTRY(lea),         EXEC_SINGLE(mov_lanes), EXEC_ENTRY(iadd3_64),
    EXEC_SINGLE(clmad),
};
