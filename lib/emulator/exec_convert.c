// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Conversions between floating-point formats and integers, one number at a time.
#include "emulator/exec_convert.h"
#include "emulator/convert.h"
#include "emulator/exec.h"
#include "emulator/fp.h"

#include <math.h>

// The source, with its bars and sign and, of floats alone, the flush of denormals.
static uint64_t source(const struct uop_info *info, const uint32_t *row, uint32_t i)
{
    enum fp_format format = info->v[CONVERT_FROM];
    uint64_t sign = fp_sign(format), bits = row[i] >> info->v[CONVERT_SHIFT];
    if (format == FP_F64)
        bits = row[i] | (uint64_t)row[LANES + i] << 32;
    bits &= sign | (sign - 1);
    if (info->and_a != UINT32_MAX)
        bits &= ~sign;
    if (info->xor_a)
        bits ^= sign;
    return fp_flush_as(format, bits, info->ftz && format == FP_F32);
}

static void store(uint32_t *d, uint32_t i, bool wide, uint64_t value)
{
    d[i] = (uint32_t)value;
    if (wide)
        d[LANES + i] = (uint32_t)(value >> 32);
}

// F2F. A NaN that becomes a double keeps its payload.
static const struct uop *f2f_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum fp_format from = info->v[CONVERT_FROM], to = info->v[CONVERT_TO];
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a);
    EACH_ACTIVE(mask)
    {
        uint64_t bits = source(info, a, i);
        double value = fp_decode(from, bits);
        uint64_t result = fp_encode(to, value, info->rnd);
        if (isnan(value) && to == FP_F64 && from == FP_F32)
            result = (bits >> 31) << 63 | UINT64_C(0x7ff8000000000000) | (bits & 0x3fffff) << 29;
        store(d, i, to == FP_F64, fp_flush_as(to, result, info->ftz && to == FP_F32));
    }
    return uop + 1;
}

// FRND: source and result have one format.
static const struct uop *frnd_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum fp_format format = info->v[CONVERT_FROM];
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a);
    EACH_ACTIVE(mask)
    {
        double value = convert_whole(fp_decode(format, source(info, a, i)), info->rnd);
        store(d, i, format == FP_F64, fp_encode(format, value, FP_NEAREST));
    }
    return uop + 1;
}

static const struct uop *f2i_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a);
    unsigned bits = info->v[CONVERT_TO];
    EACH_ACTIVE(mask)
    {
        double value = fp_decode(info->v[CONVERT_FROM], source(info, a, i));
        uint64_t result = convert_integer(convert_whole(value, info->rnd), bits, info->is_signed,
                                          info->v[CONVERT_ZERO]);
        store(d, i, bits == 64, result);
    }
    return uop + 1;
}

static const struct uop *i2f_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum fp_format to = info->v[CONVERT_TO];
    unsigned bits = info->v[CONVERT_FROM];
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *low = row_u32(warp, uop->a), *high = row_u32(warp, uop->b);
    EACH_ACTIVE(mask)
    {
        uint64_t value = low[i] >> info->v[CONVERT_SHIFT];
        if (bits == 64)
            value |= (uint64_t)high[i] << 32;
        // To the top and back: cut off, or extended by the sign.
        value <<= 64 - bits;
        bool negative = info->is_signed && value >> 63;
        uint64_t magnitude = (negative ? -value : value) >> (64 - bits);
        store(d, i, to == FP_F64, fp_round(to, negative, magnitude, 0, info->rnd));
    }
    return uop + 1;
}

const struct exec_pair exec_convert_table[EXEC_COUNT] = {
    EXEC_SINGLE(f2f),
    EXEC_SINGLE(frnd),
    EXEC_SINGLE(f2i),
    EXEC_SINGLE(i2f),
};
