// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// FP64 arithmetic, in the host's with its rounding mode switched. Compiled with -frounding-math.
#include "emulator/exec.h"
#include "emulator/fp.h"
#include "emulator/host_rounding.h"

#include <math.h>

enum operation { ADD, MULTIPLY, FUSED };

static uint64_t read(const uint32_t *row, uint32_t i, bool absolute, bool negative)
{
    uint64_t bits = row[i] | (uint64_t)row[LANES + i] << 32;
    bits &= absolute ? ~fp_sign(FP_F64) : UINT64_MAX;
    return bits ^ (negative ? fp_sign(FP_F64) : 0);
}

// A sum or product with a NaN is the first NaN, quiet; that of DFMA, and one that comes from
// numbers, the default NaN.
static uint64_t nan_of(enum operation operation, uint64_t a, uint64_t b)
{
    const uint64_t quiet = UINT64_C(0x0008000000000000);
    if (operation != FUSED && isnan(fp_double(a)))
        return a | quiet;
    if (operation != FUSED && isnan(fp_double(b)))
        return b | quiet;
    return fp_nan(FP_F64);
}

static uint64_t compute(enum operation operation, uint64_t a, uint64_t b, uint64_t c)
{
    // Volatile: the arithmetic must happen here, between the two changes of the rounding mode.
    volatile double x = fp_double(a), y = fp_double(b), z = fp_double(c), result;
    if (operation == ADD)
        result = x + y;
    else if (operation == MULTIPLY)
        result = x * y;
    else
        result = fma(x, y, z);
    return isnan(result) ? nan_of(operation, a, b) : fp_bits(result);
}

static const struct uop *run(struct warp *warp, const struct uop *uop, uint32_t mask,
                             enum operation operation)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    const uint32_t *c = row_u32(warp, uop->c);
    int saved = fegetround();
    fesetround(host_rounding[info->rnd]);
    EACH_ACTIVE(mask)
    {
        uint64_t x = read(a, i, info->and_a != UINT32_MAX, info->xor_a);
        uint64_t y = read(b, i, info->and_b != UINT32_MAX, info->xor_b);
        uint64_t z = operation == FUSED ? read(c, i, info->v[0], info->xor_c) : 0;
        uint64_t result = compute(operation, x, y, z);
        d[i] = (uint32_t)result;
        d[LANES + i] = (uint32_t)(result >> 32);
    }
    fesetround(saved);
    return uop + 1;
}

static const struct uop *dadd_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return run(warp, uop, mask, ADD);
}

static const struct uop *dmul_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return run(warp, uop, mask, MULTIPLY);
}

static const struct uop *dfma_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return run(warp, uop, mask, FUSED);
}

const struct exec_pair exec_double_table[EXEC_COUNT] = {
    EXEC_SINGLE(dadd),
    EXEC_SINGLE(dmul),
    EXEC_SINGLE(dfma),
};
