// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// DMMA: tensor instruction in double precision, one fused multiplication and addition after the
// other from the lowest K on. Compiled with -frounding-math. Fragments as in exec_mma.c, with a
// double in place of a register. The binder's words: v[0] rows, v[1] doubles of B, v[2] bars of C.
#include "emulator/exec.h"
#include "emulator/fp.h"
#include "emulator/host_rounding.h"

#include <math.h>

enum { QUAD = 4, ROWS = 16, HALF_ROWS = 8, COLUMNS = 8, DEPTH = 16 };

static double read(const uint32_t *pair, unsigned lane, bool absolute, bool negative)
{
    uint64_t bits = pair[lane] | (uint64_t)pair[LANES + lane] << 32;
    bits &= absolute ? ~fp_sign(FP_F64) : UINT64_MAX;
    return fp_double(bits ^ (negative ? fp_sign(FP_F64) : 0));
}

static const uint32_t *pair_of(const struct warp *warp, uint32_t offset, unsigned i)
{
    return row_u32(warp, offset) + (size_t)2 * i * LANES;
}

static void gather(const struct warp *warp, const struct uop *uop, double a[ROWS][DEPTH],
                   double b[COLUMNS][DEPTH])
{
    const struct uop_info *info = uop->info;
    unsigned halves = info->v[0] / HALF_ROWS;
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned g = lane / QUAD, t = lane % QUAD;
        for (unsigned i = 0; i < info->v[1]; i++) {
            b[g][i * QUAD + t] =
                read(pair_of(warp, uop->b, i), lane, info->and_b != UINT32_MAX, info->xor_b);
            for (unsigned h = 0; h < halves; h++)
                a[g + h * HALF_ROWS][i * QUAD + t] =
                    read(pair_of(warp, uop->a, halves * i + h), lane, info->and_a != UINT32_MAX,
                         info->xor_a);
        }
    }
}

static double sum_of(const double *a, const double *b, double c, unsigned depth)
{
    volatile double sum = c; // volatile: see exec_double.c
    for (unsigned k = 0; k < depth; k++)
        sum = fma(a[k], b[k], sum);
    return sum;
}

static const struct uop *dmma_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    double a[ROWS][DEPTH], b[COLUMNS][DEPTH], sum[QUAD][LANES];
    uint32_t keep = read_pred(warp, info->s, info->s_flip);
    unsigned pairs = 2 * info->v[0] / HALF_ROWS;
    gather(warp, uop, a, b);
    for (unsigned i = 0; i < pairs; i++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            sum[i][lane] = keep >> lane & 1
                               ? read(pair_of(warp, uop->c, i), lane, info->v[2], info->xor_c)
                               : 0;
    }
    int saved = fegetround();
    fesetround(host_rounding[info->rnd]);
    for (unsigned i = 0; i < pairs; i++) {
        uint32_t *d = warp_row(warp, uop->d) + (size_t)2 * i * LANES;
        for (uint32_t rest = mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest), row = lane / QUAD + i / 2 * HALF_ROWS;
            double result =
                sum_of(a[row], b[lane % QUAD * 2 + i % 2], sum[i][lane], info->v[1] * QUAD);
            uint64_t bits = isnan(result) ? fp_nan(FP_F64) : fp_bits(result);
            d[lane] = (uint32_t)bits;
            d[LANES + lane] = (uint32_t)(bits >> 32);
        }
    }
    fesetround(saved);
    return uop + 1;
}

const struct exec_pair exec_dmma_table[EXEC_COUNT] = {
    EXEC_SINGLE(dmma),
};
