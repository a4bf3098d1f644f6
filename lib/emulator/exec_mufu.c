// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// MUFU, the approximate functions. The machine's tables are not published; here every result is the
// function's value in double precision, rounded once, which is inside every bound that PTX gives:
//
//     RCP      1 ulp                     EX2   2 ulp
//     RSQ      2^-22.9 relative          LG2   2^-22 absolute from 0.5 to 2, 2^-22 relative else
//     SQRT     2^-23 relative            SIN, COS   2^-20.5 absolute, of an angle in turns
//     TANH     2^-11 relative            F16, BF16  2^-9.9 and 2^-7 relative
//     RCP64H, RSQ64H: 20 fraction bits of a double's high word
//
// Floats and bfloat16 are flushed when read and when written but for TANH, as the code around them
// shows that ptxas makes for functions without .ftz; halves never.
#include "emulator/exec.h"
#include "emulator/exec_mufu.h"
#include "emulator/fp.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// Sine of an angle in turns, exact where it is 0 or 1: by quadrants.
static double sine(double turns)
{
    double quarters = 4 * (turns - floor(turns));
    double quadrant = nearbyint(quarters);
    double angle = (quarters - quadrant) * (pi / 2);
    switch ((int)quadrant % 4) {
    case 0:
        return sin(angle);
    case 1:
        return cos(angle);
    case 2:
        return -sin(angle);
    default:
        return -cos(angle);
    }
}

static double circular(bool is_sine, double x)
{
    if (!isfinite(x))
        return NAN;
    if (!is_sine)
        return sine(fabs(x) - floor(fabs(x)) + 0.25);
    return x == 0 ? x : copysign(1, x) * sine(fabs(x));
}

static double compute(unsigned function, double x)
{
    switch (function) {
    case MUFU_COS:
    case MUFU_SIN:
        return circular(function == MUFU_SIN, x);
    case MUFU_EX2:
        return exp2(x);
    case MUFU_LG2:
        return log2(x);
    case MUFU_RCP:
    case MUFU_RCP64H:
        return 1 / x;
    case MUFU_RSQ:
    case MUFU_RSQ64H:
        return 1 / sqrt(x); // of -0: -infinity
    case MUFU_SQRT:
        return sqrt(x);
    default:
        return tanh(x);
    }
}

static const struct uop *mufu_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum fp_format format = info->v[MUFU_FORMAT];
    unsigned function = info->v[MUFU_FUNCTION];
    bool flushes = format != FP_F16 && function != MUFU_TANH;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a);
    EACH_ACTIVE(mask)
    {
        uint64_t bits = ((a[i] >> info->v[MUFU_SHIFT]) & info->and_a) ^ info->xor_a;
        bits &= 2 * fp_sign(format) - 1;
        double x = fp_decode(format, fp_flush_as(format, bits, flushes));
        uint64_t result = fp_encode(format, compute(function, x), FP_NEAREST);
        d[i] = (uint32_t)fp_flush_as(format, result, flushes);
    }
    return uop + 1;
}

// RCP64H and RSQ64H: the source is the high word of a double, whose low word counts as zero.
static const struct uop *mufu_64h_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a);
    EACH_ACTIVE(mask)
    {
        uint64_t bits = (uint64_t)((a[i] & info->and_a) ^ info->xor_a) << 32;
        double x = fp_double(fp_flush_as(FP_F64, bits, true));
        double value = compute(info->v[MUFU_FUNCTION], x);
        uint64_t result = fp_encode(FP_F64, value, FP_NEAREST);
        if (isfinite(value))
            result += UINT64_C(0x80000000); // to the nearest high word
        d[i] = (uint32_t)(fp_flush_as(FP_F64, result, true) >> 32);
    }
    return uop + 1;
}

const struct exec_pair exec_mufu_table[EXEC_COUNT] = {
    EXEC_SINGLE(mufu),
    EXEC_SINGLE(mufu_64h),
};
