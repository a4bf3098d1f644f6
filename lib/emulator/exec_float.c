// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// FP32 add, multiply and fused multiply-add, rounding to nearest even. Compiled once per host
// instruction set, without contraction: only FFMA fuses. Every NaN result is 0x7fffffff, as the
// machine's is, whatever the payloads of the sources.
#include "emulator/exec.h"

#include <math.h>

static inline float machine_nan(float value)
{
    return value != value ? float_of(0x7fffffff) : value;
}

static inline uint32_t flush(uint32_t bits)
{
    return (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits;
}

static inline float saturate(float value)
{
    return value > 0 ? (value < 1 ? value : 1.0F) : 0.0F; // a NaN becomes +0
}

#define FLOAT_EXECUTOR(name, expression)                                                           \
    static const struct uop *name##_plain(struct warp *warp, const struct uop *uop, uint32_t mask) \
    {                                                                                              \
        (void)mask;                                                                                \
        lane_float *d = row_f32(warp, uop->d);                                                     \
        const lane_float *a = row_f32(warp, uop->a), *b = row_f32(warp, uop->b);                   \
        const lane_float *c = row_f32(warp, uop->c);                                               \
        (void)c;                                                                                   \
        EACH_LANE d[i] = machine_nan(expression);                                                  \
        return uop + 1;                                                                            \
    }                                                                                              \
    static const struct uop *name##_masked(struct warp *warp, const struct uop *uop,               \
                                           uint32_t mask)                                          \
    {                                                                                              \
        lane_float *d = row_f32(warp, uop->d);                                                     \
        const lane_float *a = row_f32(warp, uop->a), *b = row_f32(warp, uop->b);                   \
        const lane_float *c = row_f32(warp, uop->c);                                               \
        (void)c;                                                                                   \
        EACH_LANE d[i] = mask >> i & 1 ? machine_nan(expression) : d[i];                           \
        return uop + 1;                                                                            \
    }

FLOAT_EXECUTOR(fadd, a[i] + b[i])
FLOAT_EXECUTOR(fmul, a[i] * b[i])
FLOAT_EXECUTOR(ffma, fmaf(a[i], b[i], c[i]))

// With modifiers: absolute value, then sign, then the flush of denormal sources; the result is
// flushed before it is clamped.
#define MOD_BODY(expression, store)                                                                \
    const struct uop_info *info = uop->info;                                                       \
    uint32_t *d = warp_row(warp, uop->d);                                                          \
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);                         \
    const uint32_t *c = row_u32(warp, uop->c);                                                     \
    uint32_t and_a = info->and_a, and_b = info->and_b;                                             \
    uint32_t xor_a = info->xor_a, xor_b = info->xor_b, xor_c = info->xor_c;                        \
    bool ftz = info->ftz, sat = info->sat;                                                         \
    EACH_LANE                                                                                      \
    {                                                                                              \
        uint32_t ua = (a[i] & and_a) ^ xor_a, ub = (b[i] & and_b) ^ xor_b, uc = c[i] ^ xor_c;      \
        float x = float_of(ftz ? flush(ua) : ua), y = float_of(ftz ? flush(ub) : ub);              \
        float z = float_of(ftz ? flush(uc) : uc);                                                  \
        (void)z;                                                                                   \
        uint32_t bits = bits_of(machine_nan(expression));                                          \
        bits = ftz ? flush(bits) : bits;                                                           \
        uint32_t r = sat ? bits_of(saturate(float_of(bits))) : bits;                               \
        d[i] = store;                                                                              \
    }                                                                                              \
    return uop + 1;

#define FLOAT_MOD_EXECUTOR(name, expression)                                                       \
    static const struct uop *name##_plain(struct warp *warp, const struct uop *uop, uint32_t mask) \
    {                                                                                              \
        (void)mask;                                                                                \
        MOD_BODY(expression, r)                                                                    \
    }                                                                                              \
    static const struct uop *name##_masked(struct warp *warp, const struct uop *uop,               \
                                           uint32_t mask)                                          \
    {                                                                                              \
        MOD_BODY(expression, (mask >> i & 1 ? r : d[i]))                                           \
    }

FLOAT_MOD_EXECUTOR(fadd_mod, x + y)
FLOAT_MOD_EXECUTOR(fmul_mod, x *y)
FLOAT_MOD_EXECUTOR(ffma_mod, fmaf(x, y, z))

const struct exec_pair EXEC_TABLE(float)[EXEC_COUNT] = {
    EXEC_ENTRY(fadd),     EXEC_ENTRY(fmul),     EXEC_ENTRY(ffma),
    EXEC_ENTRY(fadd_mod), EXEC_ENTRY(fmul_mod), EXEC_ENTRY(ffma_mod),
};
