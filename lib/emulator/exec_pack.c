// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Conversions of two numbers that are packed into one register.
#include "emulator/convert.h"
#include "emulator/exec.h"
#include "emulator/exec_convert.h"
#include "emulator/fp.h"

#include <math.h>

// One number rounded. What is too large becomes infinity (in E4M3 a NaN), or the largest number; so
// does infinity itself.
static uint32_t narrow(const struct uop_info *info, double value)
{
    enum fp_format to = info->v[CONVERT_TO];
    if (info->v[CONVERT_RELU] && value <= 0)
        return 0;
    uint64_t bits = fp_encode(to, value, info->rnd), magnitude = bits & (fp_sign(to) - 1);
    if (info->v[CONVERT_FINITE] && !isnan(value) && magnitude > fp_largest(to))
        bits = (bits & fp_sign(to)) | fp_largest(to);
    return (uint32_t)bits;
}

static double float_value(uint32_t bits)
{
    return float_of(bits);
}

// F2FP.PACK_AB: A becomes the high half, B the low one.
static const struct uop *f2fp_pack_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    EACH_ACTIVE(mask)
    d[i] = narrow(info, float_value(a[i])) << 16 | narrow(info, float_value(b[i]));
    return uop + 1;
}

// UF2FP is the same in all lanes, whichever are active.
static const struct uop *f2fp_pack_plain(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)mask;
    return f2fp_pack_masked(warp, uop, UINT32_MAX);
}

// F2FP.MERGE_C: B becomes the low half, the high one is C's.
static const struct uop *f2fp_merge_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *b = row_u32(warp, uop->b), *c = row_u32(warp, uop->c);
    EACH_ACTIVE(mask)
    d[i] = (c[i] & 0xffff0000) | narrow(info, float_value(b[i]));
    return uop + 1;
}

// Two bytes in front of a half of C, which moves up.
static uint32_t merge_bytes(const struct uop_info *info, uint32_t high, uint32_t low, uint32_t c)
{
    return (c >> info->v[CONVERT_SHIFT]) << 16 | high << 8 | low;
}

// F2FP.PACK_AB_MERGE_C: two floats to 8-bit floats.
static const struct uop *f2fp_fp8_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    const uint32_t *c = row_u32(warp, uop->c);
    EACH_ACTIVE(mask)
    {
        uint32_t high = narrow(info, float_value(a[i])), low = narrow(info, float_value(b[i]));
        d[i] = merge_bytes(info, high, low, c[i]);
    }
    return uop + 1;
}

// F2FP.F16.UNPACK_B_MERGE_C: the two halves of B to 8-bit floats.
static const struct uop *f2fp_fp8_from_f16_any(struct warp *warp, const struct uop *uop,
                                               uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *b = row_u32(warp, uop->b), *c = row_u32(warp, uop->c);
    EACH_ACTIVE(mask)
    {
        uint32_t high = narrow(info, fp_decode(FP_F16, b[i] >> 16));
        uint32_t low = narrow(info, fp_decode(FP_F16, b[i] & 0xffff));
        d[i] = merge_bytes(info, high, low, c[i]);
    }
    return uop + 1;
}

// F2FP.F16.UNPACK_B: two 8-bit floats of a half of B to halves.
static const struct uop *f2fp_f16_from_fp8_any(struct warp *warp, const struct uop *uop,
                                               uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum fp_format from = info->v[CONVERT_FROM];
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *b = row_u32(warp, uop->b);
    EACH_ACTIVE(mask)
    {
        uint32_t bytes = b[i] >> info->v[CONVERT_SHIFT];
        uint32_t high = narrow(info, fp_decode(from, bytes >> 8 & 0xff));
        d[i] = high << 16 | narrow(info, fp_decode(from, bytes & 0xff));
    }
    return uop + 1;
}

// F2FP.TF32: a float whose low 13 bits are zero.
static const struct uop *f2fp_tf32_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    enum { LOST = 13 };
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *b = row_u32(warp, uop->b);
    EACH_ACTIVE(mask)
    {
        uint32_t bits = narrow(info, float_value(b[i]));
        d[i] = isnan(float_of(b[i])) ? 0x7fffffff : bits << LOST;
    }
    return uop + 1;
}

// F2IP: two floats to integers of 8 bits.
static const struct uop *f2ip_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    enum { BITS = 8 };
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    const uint32_t *c = row_u32(warp, uop->c);
    EACH_ACTIVE(mask)
    {
        uint32_t byte[2];
        for (int k = 0; k < 2; k++) {
            double value = convert_whole(float_value(k ? a[i] : b[i]), info->rnd);
            if (info->v[CONVERT_RELU] && value < 0)
                value = 0;
            byte[k] = convert_integer(value, BITS, info->is_signed, info->v[CONVERT_ZERO]) & 0xff;
        }
        d[i] = merge_bytes(info, byte[1], byte[0], c[i]);
    }
    return uop + 1;
}

const struct exec_pair exec_pack_table[EXEC_COUNT] = {
    EXEC_ENTRY(f2fp_pack),
    EXEC_SINGLE(f2fp_merge),
    EXEC_SINGLE(f2fp_fp8),
    EXEC_SINGLE(f2fp_fp8_from_f16),
    EXEC_SINGLE(f2fp_f16_from_fp8),
    EXEC_SINGLE(f2fp_tf32),
    EXEC_SINGLE(f2ip),
};
