// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Comparisons, minima and maxima of pairs of halves and of bfloat16.
#include "emulator/compare.h"
#include "emulator/exec_half.h"

// The lanes in which the comparison of the low and of the high halves holds.
static void compare_halves(struct warp *warp, const struct uop *uop, uint32_t mask,
                           uint32_t result[2])
{
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    EACH_ACTIVE(mask)
    {
        for (unsigned part = 0; part < 2; part++) {
            double x = half_value(info, a[i], 0, part), y = half_value(info, b[i], 1, part);
            result[part] |= (uint32_t)compare_holds(info->cmp, x, y) << i;
        }
    }
}

// HSET2: 1 or, without .BF, all bits; 0 where it does not hold.
static const struct uop *hset2_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    uint32_t s = read_pred(warp, info->s, info->s_flip), result[2] = {0, 0};
    uint32_t one = info->v[HALF_FLAGS] ? (uint32_t)fp_encode(info->v[HALF_FORMAT], 1, FP_NEAREST)
                                       : UINT32_C(0xffff);
    compare_halves(warp, uop, mask, result);
    uint32_t low = compare_combine(info->bool_op, result[0], s);
    uint32_t high = compare_combine(info->bool_op, result[1], s);
    EACH_ACTIVE(mask) d[i] = (low >> i & 1 ? one : 0) | (high >> i & 1 ? one << 16 : 0);
    return uop + 1;
}

// HSETP2: a predicate for each half, or with .H_AND whether both hold, and its opposite.
static const struct uop *hsetp2_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t s = read_pred(warp, info->s, info->s_flip), result[2] = {0, 0};
    compare_halves(warp, uop, mask, result);
    if (info->v[HALF_FLAGS]) {
        compare_write(warp, uop, mask, result[0] & result[1]);
    } else {
        write_pred(warp, info->p, mask, compare_combine(info->bool_op, result[0], s));
        write_pred(warp, info->q, mask, compare_combine(info->bool_op, result[1], s));
    }
    return uop + 1;
}

// HMNMX2: a number wins over a NaN, or with .NAN the NaN wins.
static const struct uop *hmnmx2_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum fp_format format = info->v[HALF_FORMAT];
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    uint32_t minimum = read_pred(warp, info->s, info->s_flip);
    EACH_ACTIVE(mask)
    {
        uint32_t result = 0;
        for (unsigned part = 0; part < 2; part++) {
            uint32_t x = half_bits(info, a[i], 0, part), y = half_bits(info, b[i], 1, part);
            uint32_t sign =
                (half_raw(info, a[i], 0, part) ^ half_raw(info, b[i], 1, part)) & 0x8000;
            bool first = false, is_nan = false;
            compare_choose(fp_decode(format, x), fp_decode(format, y), minimum >> i & 1,
                           info->v[HALF_FLAGS], &first, &is_nan);
            uint32_t chosen = first ? x : y;
            if (info->hi)
                chosen = (chosen & 0x7fff) | sign;
            result |= (is_nan ? 0x7fff : chosen) << 16 * part;
        }
        d[i] = result;
    }
    return uop + 1;
}

const struct exec_pair exec_half_compare_table[EXEC_COUNT] = {
    EXEC_SINGLE(hset2),
    EXEC_SINGLE(hsetp2),
    EXEC_SINGLE(hmnmx2),
};
