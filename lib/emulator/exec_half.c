// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Arithmetic on pairs of halves and of bfloat16. Each result is rounded once, to nearest even;
// every NaN result is 0x7fff.
#include "emulator/exec_half.h"

enum operation { ADD, MULTIPLY, FUSED };

static uint32_t clamp(const struct uop_info *info, enum fp_format format, uint64_t bits)
{
    bool is_nan = (bits & (fp_sign(format) - 1)) > fp_infinity(format);
    if (info->sat) {
        uint64_t one = fp_encode(format, 1, FP_NEAREST);
        if (is_nan || bits & fp_sign(format))
            return 0;
        return (uint32_t)(bits < one ? bits : one);
    }
    // A negative zero counts as negative.
    if (info->hi && bits & fp_sign(format) && !is_nan)
        return 0;
    return (uint32_t)bits;
}

static uint32_t finish(const struct uop_info *info, enum fp_format format, double value)
{
    uint64_t bits = fp_flush_as(format, fp_encode(format, value, FP_NEAREST), info->ftz);
    return clamp(info, format, bits);
}

static double compute(enum operation operation, double a, double b, double c)
{
    switch (operation) {
    case ADD:
        return fp_add_odd(a, b);
    case MULTIPLY:
        return a * b; // exact
    default:
        return fp_fma_odd(a, b, c);
    }
}

static const struct uop *arithmetic(struct warp *warp, const struct uop *uop, uint32_t mask,
                                    enum operation operation)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    const uint32_t *c = row_u32(warp, uop->c);
    EACH_ACTIVE(mask)
    {
        uint32_t result = 0;
        for (unsigned part = 0; part < 2; part++) {
            double x = half_value(info, a[i], 0, part), y = half_value(info, b[i], 1, part);
            double z = operation == FUSED ? half_value(info, c[i], 2, part) : 0;
            result |= finish(info, info->v[HALF_FORMAT], compute(operation, x, y, z)) << 16 * part;
        }
        d[i] = result;
    }
    return uop + 1;
}

static const struct uop *hadd2_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return arithmetic(warp, uop, mask, ADD);
}

static const struct uop *hmul2_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return arithmetic(warp, uop, mask, MULTIPLY);
}

static const struct uop *hfma2_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return arithmetic(warp, uop, mask, FUSED);
}

// HADD2.F32: the sum of the low halves as a float.
static const struct uop *hadd2_f32_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    EACH_ACTIVE(mask)
    {
        double sum = fp_add_odd(half_value(info, a[i], 0, 0), half_value(info, b[i], 1, 0));
        d[i] = finish(info, FP_F32, sum);
    }
    return uop + 1;
}

const struct exec_pair exec_half_table[EXEC_COUNT] = {
    EXEC_SINGLE(hadd2),
    EXEC_SINGLE(hadd2_f32),
    EXEC_SINGLE(hmul2),
    EXEC_SINGLE(hfma2),
};
