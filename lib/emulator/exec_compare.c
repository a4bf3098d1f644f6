// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Comparisons of floats and doubles, and what chooses one of two floats.
#include "emulator/compare.h"
#include "emulator/exec.h"
#include "emulator/fp.h"

#include <math.h>

static uint32_t source_a(const struct uop_info *info, uint32_t bits)
{
    return fp_flush((bits & info->and_a) ^ info->xor_a, info->ftz);
}

static uint32_t source_b(const struct uop_info *info, uint32_t bits)
{
    return fp_flush((bits & info->and_b) ^ info->xor_b, info->ftz);
}

// The lanes in which the comparison holds.
static uint32_t compare_floats(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    uint32_t result = 0;
    EACH_ACTIVE(mask)
    {
        float x = float_of(source_a(info, a[i])), y = float_of(source_b(info, b[i]));
        result |= (uint32_t)compare_holds(info->cmp, x, y) << i;
    }
    return result;
}

static const struct uop *fsetp_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    compare_write(warp, uop, mask, compare_floats(warp, uop, mask));
    return uop + 1;
}

// FSET.BF: 1 or 0.
static const struct uop *fset_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    uint32_t s = read_pred(warp, info->s, info->s_flip);
    uint32_t result = compare_combine(info->bool_op, compare_floats(warp, uop, mask), s);
    EACH_ACTIVE(mask) d[i] = result >> i & 1 ? bits_of(1) : 0;
    return uop + 1;
}

// FSEL moves bits: a NaN keeps its payload, as halves of doubles must.
static const struct uop *fsel_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    uint32_t s = read_pred(warp, info->s, info->s_flip);
    EACH_ACTIVE(mask) d[i] = s >> i & 1 ? source_a(info, a[i]) : source_b(info, b[i]);
    return uop + 1;
}

// FMNMX: a number wins over a NaN, or with .NAN the NaN wins.
static const struct uop *fmnmx_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    uint32_t minimum = read_pred(warp, info->s, info->s_flip);
    EACH_ACTIVE(mask)
    {
        uint32_t sign = (a[i] ^ b[i]) & 0x80000000;
        uint32_t x = source_a(info, a[i]), y = source_b(info, b[i]);
        bool first = false, is_nan = false;
        compare_choose(float_of(x), float_of(y), minimum >> i & 1, info->v[0], &first, &is_nan);
        uint32_t chosen = first ? x : y;
        if (info->v[1])
            chosen = (chosen & 0x7fffffff) | sign;
        d[i] = is_nan ? 0x7fffffff : chosen;
    }
    return uop + 1;
}

// FCHK: whether the short sequence for a / b would lose the correct rounding, so that the long one
// is needed. Which exponents the machine lets pass is not documented; these are those for which no
// step of the short one overflows or loses bits, and the long one is right for all.
static const struct uop *fchk_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    enum { LOW = 2, HIGH = 252, LEAST = 32, DIFFERENCE = 120 };
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    uint32_t result = 0;
    EACH_ACTIVE(mask)
    {
        int x = (int)(source_a(info, a[i]) >> 23 & 0xff);
        int y = (int)(source_b(info, b[i]) >> 23 & 0xff);
        bool passes = y >= LOW && y <= HIGH && x >= LEAST && x <= HIGH && x - y < DIFFERENCE &&
                      y - x < DIFFERENCE;
        result |= (uint32_t)!passes << i;
    }
    write_pred(warp, info->p, mask, result);
    return uop + 1;
}

static double read_double(const uint32_t *row, uint32_t i, bool absolute, bool negative)
{
    double value = fp_double(row[i] | (uint64_t)row[LANES + i] << 32);
    value = absolute ? fabs(value) : value;
    return negative ? -value : value;
}

// DSETP. Of .MIN and .MAX the first predicate says that A is the result, the second that both are
// NaNs.
static const struct uop *dsetp_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    enum { MINIMUM = 0, MAXIMUM = 15 };
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    uint32_t result = 0, nans = 0;
    EACH_ACTIVE(mask)
    {
        double x = read_double(a, i, info->and_a != UINT32_MAX, info->xor_a);
        double y = read_double(b, i, info->and_b != UINT32_MAX, info->xor_b);
        if (info->cmp == MINIMUM || info->cmp == MAXIMUM) {
            bool first = false, is_nan = false;
            compare_choose(x, y, info->cmp == MINIMUM, false, &first, &is_nan);
            result |= (uint32_t)(first && !is_nan) << i;
            nans |= (uint32_t)is_nan << i;
        } else {
            result |= (uint32_t)compare_holds(info->cmp, x, y) << i;
        }
    }
    if (info->cmp == MINIMUM || info->cmp == MAXIMUM) {
        uint32_t s = read_pred(warp, info->s, info->s_flip);
        write_pred(warp, info->p, mask, compare_combine(info->bool_op, result, s));
        write_pred(warp, info->q, mask, compare_combine(info->bool_op, nans, s));
    } else {
        compare_write(warp, uop, mask, result);
    }
    return uop + 1;
}

const struct exec_pair exec_compare_table[EXEC_COUNT] = {
    EXEC_SINGLE(fsetp), EXEC_SINGLE(fset), EXEC_SINGLE(fsel),
    EXEC_SINGLE(fmnmx), EXEC_SINGLE(fchk), EXEC_SINGLE(dsetp),
};
