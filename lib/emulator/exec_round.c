// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// FP32 arithmetic with a directed rounding (.RM, .RP, .RZ), of a scaled product (.M2, .D2) or with
// the absolute value of C: the host's rounding mode is switched around one warp instruction. Rare,
// so one lane after the other. Compiled with -frounding-math.
#include "emulator/exec_round.h"
#include "emulator/exec.h"
#include "emulator/host_rounding.h"

#include <math.h>

enum operation { ADD, MULTIPLY, FUSED };

static uint32_t flush(uint32_t bits, bool ftz)
{
    return ftz && (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits;
}

static float compute(enum operation operation, float a, float b, float c, float scale)
{
    // Volatile: the arithmetic must happen here, between the two changes of the rounding mode.
    volatile float x = a, y = b, z = c, result;
    if (operation == ADD)
        result = x + y;
    else if (operation == MULTIPLY)
        result = (float)((double)x * y * scale); // exact but for the last step
    else
        result = fmaf(x, y, z);
    return result;
}

static const struct uop *run(struct warp *warp, const struct uop *uop, uint32_t mask,
                             enum operation operation)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    const uint32_t *c = row_u32(warp, uop->c);
    uint32_t result[LANES];
    float scale = float_of(info->v[FLOAT_SCALE]);
    int saved = fegetround();
    fesetround(host_rounding[info->rnd]);
    for (int i = 0; i < LANES; i++) {
        float x = float_of(flush((a[i] & info->and_a) ^ info->xor_a, info->ftz));
        float y = float_of(flush((b[i] & info->and_b) ^ info->xor_b, info->ftz));
        float z = float_of(flush((c[i] & info->v[FLOAT_AND_C]) ^ info->xor_c, info->ftz));
        result[i] = bits_of(compute(operation, x, y, z, scale));
    }
    fesetround(saved);
    for (int i = 0; i < LANES; i++) {
        if (!(mask >> i & 1))
            continue;
        uint32_t bits = flush(result[i], info->ftz);
        float value = float_of(bits);
        if (value != value)
            bits = 0x7fffffff;
        if (info->sat)
            bits = value > 0 ? bits_of(value < 1 ? value : 1.0F) : 0;
        d[i] = bits;
    }
    return uop + 1;
}

// FSWZADD: each lane of four has its own signs, those of the first in the highest bits: a + b, a -
// b, b - a, or b.
static const struct uop *fswzadd_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    enum { SUM, LESS_B, LESS_A, ONLY_B };
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    int saved = fegetround();
    fesetround(host_rounding[info->rnd]);
    EACH_ACTIVE(mask)
    {
        unsigned signs = info->v[FLOAT_SIGNS] >> (6 - 2 * (i % 4)) & 3;
        float x = float_of(flush(a[i], info->ftz)), y = float_of(flush(b[i], info->ftz));
        float sum = compute(ADD, signs == LESS_A ? -x : x, signs == LESS_B ? -y : y, 0, 1);
        float value = signs == ONLY_B ? y : sum;
        d[i] = value != value ? 0x7fffffff : flush(bits_of(value), info->ftz);
    }
    fesetround(saved);
    return uop + 1;
}

#define ROUND_EXECUTOR(name, operation)                                                            \
    static const struct uop *name##_masked(struct warp *warp, const struct uop *uop,               \
                                           uint32_t mask)                                          \
    {                                                                                              \
        return run(warp, uop, mask, operation);                                                    \
    }

ROUND_EXECUTOR(fadd_round, ADD)
ROUND_EXECUTOR(fmul_round, MULTIPLY)
ROUND_EXECUTOR(ffma_round, FUSED)

#define ROUND_ENTRY(name) [EXEC_##name] = {name##_masked, name##_masked}

const struct exec_pair exec_round_table[EXEC_COUNT] = {
    ROUND_ENTRY(fadd_round),
    ROUND_ENTRY(fmul_round),
    ROUND_ENTRY(ffma_round),
    ROUND_ENTRY(fswzadd),
};
