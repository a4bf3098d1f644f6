// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Moves, integer arithmetic, comparison, logic and shifts. Compiled once per host instruction set.
#include "emulator/exec.h"

// An executor for all lanes and one for any lanes, from the expression of a lane's result. A
// negated integer source is its complement, with 1 added in `info->add`.
#define INT_EXECUTOR(name, setup, expression)                                                      \
    static const struct uop *name##_plain(struct warp *warp, const struct uop *uop, uint32_t mask) \
    {                                                                                              \
        (void)mask;                                                                                \
        INT_ROWS setup EACH_LANE d[i] = expression;                                                \
        return uop + 1;                                                                            \
    }                                                                                              \
    static const struct uop *name##_masked(struct warp *warp, const struct uop *uop,               \
                                           uint32_t mask)                                          \
    {                                                                                              \
        INT_ROWS setup EACH_LANE d[i] = mask >> i & 1 ? (expression) : d[i];                       \
        return uop + 1;                                                                            \
    }

#define INT_ROWS                                                                                   \
    const struct uop_info *info = uop->info;                                                       \
    uint32_t *d = warp_row(warp, uop->d);                                                          \
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);                         \
    const uint32_t *c = row_u32(warp, uop->c);                                                     \
    (void)info, (void)a, (void)b, (void)c;

#define NEGATIONS                                                                                  \
    uint32_t xor_a = info->xor_a, xor_b = info->xor_b, xor_c = info->xor_c, add = info->add;

INT_EXECUTOR(mov, , a[i])
INT_EXECUTOR(sel, uint32_t s = read_pred(warp, info->s, info->s_flip);, s >> i & 1 ? a[i] : b[i])
INT_EXECUTOR(iadd3, NEGATIONS, (a[i] ^ xor_a) + (b[i] ^ xor_b) + (c[i] ^ xor_c) + add)
INT_EXECUTOR(imad, uint32_t xor_c = info->xor_c; uint32_t add = info->add;
             , a[i] * b[i] + (c[i] ^ xor_c) + add)

// Without a mask: what writes uniform registers has the same value in every lane.
static const struct uop *mov_pair_plain(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)mask;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a);
    EACH_LANE
    {
        uint32_t low = a[i], high = a[LANES + i];
        d[i] = low;
        d[LANES + i] = high;
    }
    return uop + 1;
}

// IADD3 with carries. The carry-outs tell how often the sum passed 2^32: P once, Q twice. For
// IADD3.X the carry-ins take the place of the ones of the negations.
static const struct uop *iadd3_carry_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    INT_ROWS
    NEGATIONS
    uint32_t s = read_pred(warp, info->s, info->s_flip);
    uint32_t t = read_pred(warp, info->t, info->t_flip);
    uint32_t p = 0, q = 0;
    EACH_LANE
    {
        uint64_t sum = (uint64_t)(a[i] ^ xor_a) + (b[i] ^ xor_b) + (c[i] ^ xor_c) + add +
                       (s >> i & 1) + (t >> i & 1);
        p |= (uint32_t)(sum >> 32 >= 1) << i;
        q |= (uint32_t)(sum >> 32 >= 2) << i;
        d[i] = mask >> i & 1 ? (uint32_t)sum : d[i];
    }
    write_pred(warp, info->p, mask, p);
    write_pred(warp, info->q, mask, q);
    return uop + 1;
}
EXEC_ALL_LANES(iadd3_carry)

#define WIDE_EXECUTOR(name, product)                                                               \
    static const struct uop *name##_masked(struct warp *warp, const struct uop *uop,               \
                                           uint32_t mask)                                          \
    {                                                                                              \
        uint32_t *d = warp_row(warp, uop->d);                                                      \
        const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);                     \
        const uint32_t *c = row_u32(warp, uop->c);                                                 \
        EACH_LANE                                                                                  \
        {                                                                                          \
            uint64_t sum = (uint64_t)(product) + (c[i] | (uint64_t)c[LANES + i] << 32);            \
            uint32_t low = (uint32_t)sum, high = (uint32_t)(sum >> 32);                            \
            d[i] = mask >> i & 1 ? low : d[i];                                                     \
            d[LANES + i] = mask >> i & 1 ? high : d[LANES + i];                                    \
        }                                                                                          \
        return uop + 1;                                                                            \
    }                                                                                              \
    EXEC_ALL_LANES(name)

WIDE_EXECUTOR(imad_wide, (int64_t)(int32_t)a[i] * (int32_t)b[i])
WIDE_EXECUTOR(imad_wide_u32, (uint64_t)a[i] * b[i])

// IMAD.WIDE with a carry-out: of the 64-bit addition.
static const struct uop *imad_wide_carry_masked(struct warp *warp, const struct uop *uop,
                                                uint32_t mask)
{
    INT_ROWS
    bool is_signed = info->is_signed;
    uint32_t p = 0;
    for (int i = 0; i < LANES; i++) {
        uint64_t product =
            is_signed ? (uint64_t)((int64_t)(int32_t)a[i] * (int32_t)b[i]) : (uint64_t)a[i] * b[i];
        uint64_t sum = product + (c[i] | (uint64_t)c[LANES + i] << 32);
        p |= (uint32_t)(sum < product) << i;
        if (mask >> i & 1) {
            d[i] = (uint32_t)sum;
            d[LANES + i] = (uint32_t)(sum >> 32);
        }
    }
    write_pred(warp, info->p, mask, p);
    return uop + 1;
}
EXEC_ALL_LANES(imad_wide_carry)

// ISETP. The comparison code is a set: 1 less, 2 equal, 4 greater.
static const struct uop *isetp_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    uint32_t bias = info->xor_a; // the sign bit, for a signed comparison
    uint32_t less = 0, equal = 0;
    EACH_LANE less |= (uint32_t)((a[i] ^ bias) < (b[i] ^ bias)) << i;
    EACH_LANE equal |= (uint32_t)(a[i] == b[i]) << i;
    uint32_t result = (info->cmp & 1 ? less : 0) | (info->cmp & 2 ? equal : 0) |
                      (info->cmp & 4 ? ~(less | equal) : 0);
    uint32_t s = read_pred(warp, info->s, info->s_flip);
    uint32_t p = result, q = ~result;
    if (info->bool_op == 0) {
        p &= s;
        q &= s;
    } else if (info->bool_op == 1) {
        p |= s;
        q |= s;
    } else {
        p ^= s;
        q ^= s;
    }
    write_pred(warp, info->p, mask, p);
    write_pred(warp, info->q, mask, q);
    return uop + 1;
}
EXEC_ALL_LANES(isetp)

INT_EXECUTOR(lop3_and, , a[i] & b[i])
INT_EXECUTOR(lop3_or, , a[i] | b[i])
INT_EXECUTOR(lop3_xor, , a[i] ^ b[i])

// Any function of three bits. info->lut[2k] is the result for (a, b) = k and c = 0, and lut[2k + 1]
// what c = 1 changes, both as masks.
static inline uint32_t lop3_lane(const uint32_t lut[8], uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t f00 = lut[0] ^ (c & lut[1]), f01 = lut[2] ^ (c & lut[3]);
    uint32_t f10 = lut[4] ^ (c & lut[5]), f11 = lut[6] ^ (c & lut[7]);
    uint32_t f0 = f00 ^ (b & (f00 ^ f01)), f1 = f10 ^ (b & (f10 ^ f11));
    return f0 ^ (a & (f0 ^ f1));
}

#define LUT                                                                                        \
    uint32_t lut[8];                                                                               \
    for (int k = 0; k < 8; k++)                                                                    \
        lut[k] = info->lut[k];

INT_EXECUTOR(lop3, LUT, lop3_lane(lut, a[i], b[i], c[i]))

// With a destination predicate: whether any bit of the result is set, or (.PAND: and) the source
// predicate.
static const struct uop *lop3_pred_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    INT_ROWS
    LUT uint32_t nonzero = 0;
    EACH_LANE
    {
        uint32_t r = lop3_lane(lut, a[i], b[i], c[i]);
        nonzero |= (uint32_t)(r != 0) << i;
        d[i] = mask >> i & 1 ? r : d[i];
    }
    uint32_t s = read_pred(warp, info->s, info->s_flip);
    write_pred(warp, info->p, mask, info->bool_op ? nonzero & s : nonzero | s);
    return uop + 1;
}
EXEC_ALL_LANES(lop3_pred)

// Funnel shifts of c:a. A count of 64 is two shifts by 32, as C has no shift by the full width.

#define SHIFT_SETUP                                                                                \
    uint32_t wrap = info->wrap, clamp = info->clamp;                                               \
    int word = info->hi ? 32 : 0;

#define PAIR (a[i] | (uint64_t)c[i] << 32)
#define COUNT ((b[i] & wrap) < clamp ? (b[i] & wrap) : clamp)
#define HALF (COUNT >> 1)
#define REST (COUNT - HALF)

INT_EXECUTOR(shf_left, SHIFT_SETUP, (uint32_t)((PAIR << HALF << REST) >> word))
INT_EXECUTOR(shf_right, SHIFT_SETUP, (uint32_t)((PAIR >> HALF >> REST) >> word))
INT_EXECUTOR(shf_right_signed, SHIFT_SETUP, (uint32_t)(((int64_t)PAIR >> HALF >> REST) >> word))

const struct exec_pair EXEC_TABLE(int)[EXEC_COUNT] = {
    EXEC_ENTRY(mov),
    [EXEC_mov_pair] = {mov_pair_plain, mov_pair_plain},
    EXEC_ENTRY(sel),
    EXEC_ENTRY(iadd3),
    EXEC_ENTRY(iadd3_carry),
    EXEC_ENTRY(imad),
    EXEC_ENTRY(imad_wide),
    EXEC_ENTRY(imad_wide_u32),
    EXEC_ENTRY(imad_wide_carry),
    EXEC_ENTRY(isetp),
    EXEC_ENTRY(lop3),
    EXEC_ENTRY(lop3_and),
    EXEC_ENTRY(lop3_or),
    EXEC_ENTRY(lop3_xor),
    EXEC_ENTRY(lop3_pred),
    EXEC_ENTRY(shf_left),
    EXEC_ENTRY(shf_right),
    EXEC_ENTRY(shf_right_signed),
};
