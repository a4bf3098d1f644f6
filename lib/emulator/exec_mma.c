// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions of one warp: HMMA, QMMA, IMMA, BMMA. Fragments are those of PTX: with g =
// lane / 4 and t = lane % 4, a register of a factor holds `per` neighbours in K from t * per on, of
// row (or column) g; the registers of A go through rows g and g + 8 first and then, as those of B
// do, through K in steps of 4 * per. Two registers of the accumulator are columns 2 t and 2 t + 1
// of row g, the next two of row g + 8.
//
// The binder's words: v[0] rows, v[1] registers of B, v[2] format of A or whether it is signed,
// v[3] that of B, v[4] bits of an element, v[5] whether the accumulator is FP16, or the operation.
#include "emulator/exec.h"
#include "emulator/mma.h"

#include <string.h>

enum { QUAD = 4, HALF_ROWS = 8, WORD_BITS = 32 };

// Register `reg` of A, or of B with one row: where its elements lie.
static unsigned row_of(unsigned lane, unsigned reg, unsigned rows)
{
    return lane / QUAD + (rows > HALF_ROWS ? HALF_ROWS * (reg % 2) : 0);
}

static unsigned depth_of(unsigned lane, unsigned reg, unsigned rows, unsigned per)
{
    unsigned step = rows > HALF_ROWS ? reg / 2 : reg;
    return step * QUAD * per + lane % QUAD * per;
}

static unsigned registers_of_a(const struct uop_info *info)
{
    return info->v[1] * (info->v[0] / HALF_ROWS);
}

static void gather_left(const struct warp *warp, const struct uop *uop, struct mma_left *a)
{
    const struct uop_info *info = uop->info;
    unsigned bits = info->v[4], per = WORD_BITS / bits, rows = info->v[0];
    for (unsigned reg = 0; reg < registers_of_a(info); reg++) {
        const uint32_t *words = row_u32(warp, uop->a) + (size_t)reg * LANES;
        for (unsigned lane = 0; lane < LANES; lane++) {
            unsigned row = row_of(lane, reg, rows), k = depth_of(lane, reg, rows, per);
            for (unsigned i = 0; i < per; i++)
                mma_decode(info->v[2], mma_element(words[lane], i, bits) ^ info->xor_a,
                           &a->value[row][k + i], &a->exponent[row][k + i]);
        }
    }
}

static void gather_right(const struct warp *warp, const struct uop *uop, struct mma_right *b)
{
    const struct uop_info *info = uop->info;
    unsigned bits = info->v[4], per = WORD_BITS / bits;
    for (unsigned reg = 0; reg < info->v[1]; reg++) {
        const uint32_t *words = row_u32(warp, uop->b) + (size_t)reg * LANES;
        for (unsigned lane = 0; lane < LANES; lane++) {
            unsigned k = depth_of(lane, reg, 1, per), n = lane / QUAD;
            for (unsigned i = 0; i < per; i++)
                mma_decode(info->v[3], mma_element(words[lane], i, bits) ^ info->xor_b,
                           &b->value[k + i][n], &b->exponent[k + i][n]);
        }
    }
}

// The accumulators of a warp as a matrix, and back; zeros where a predicate says so.
static void gather_sum(const struct warp *warp, const struct uop *uop, bool halves,
                       uint32_t d[MMA_ROWS][MMA_COLUMNS])
{
    const uint32_t *words = row_u32(warp, uop->c);
    uint32_t keep = read_pred(warp, uop->info->s, uop->info->s_flip);
    for (unsigned lane = 0; lane < LANES; lane++) {
        for (unsigned i = 0; i < 2 * uop->info->v[0] / HALF_ROWS; i++) {
            uint32_t word = words[(halves ? i / 2 : i) * LANES + lane];
            uint32_t value = halves ? mma_element(word, i % 2, WORD_BITS / 2) : word;
            d[lane / QUAD + i / 2 * HALF_ROWS][lane % QUAD * 2 + i % 2] =
                keep >> lane & 1 ? value : 0;
        }
    }
}

static void scatter_sum(struct warp *warp, const struct uop *uop, uint32_t mask, bool halves,
                        uint32_t d[MMA_ROWS][MMA_COLUMNS])
{
    uint32_t *words = warp_row(warp, uop->d);
    EACH_ACTIVE(mask)
    {
        for (unsigned r = 0; r < uop->info->v[0] / HALF_ROWS; r++) {
            const uint32_t *pair = &d[i / QUAD + r * HALF_ROWS][i % QUAD * 2];
            if (halves) {
                words[r * LANES + i] = pair[0] | pair[1] << WORD_BITS / 2;
            } else {
                words[2 * r * LANES + i] = pair[0];
                words[(2 * r + 1) * LANES + i] = pair[1];
            }
        }
    }
}

static const struct uop *hmma_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    struct mma_left a;
    struct mma_right b;
    uint32_t d[MMA_ROWS][MMA_COLUMNS];
    unsigned depth = info->v[1] * QUAD * (WORD_BITS / info->v[4]);
    struct mma_rule rule = mma_rule_of(warp->cta->launch->kernel->sm, info->v[2], info->v[5]);
    gather_left(warp, uop, &a);
    gather_right(warp, uop, &b);
    gather_sum(warp, uop, info->v[5], d);
    mma_multiply(&a, &b, info->v[0], depth, &rule, d);
    scatter_sum(warp, uop, mask, info->v[5], d);
    return uop + 1;
}

static void gather_integers(const uint32_t *words, unsigned registers, unsigned rows, unsigned bits,
                            bool is_signed, int16_t (*to)[MMA_INTEGER_DEPTH])
{
    unsigned per = WORD_BITS / bits;
    for (unsigned reg = 0; reg < registers; reg++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            unsigned row = row_of(lane, reg, rows), k = depth_of(lane, reg, rows, per);
            for (unsigned i = 0; i < per; i++)
                to[row][k + i] =
                    (int16_t)mma_integer_of(words[(size_t)reg * LANES + lane], i, bits, is_signed);
        }
    }
}

// IMMA and BMMA.
static const struct uop *imma_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    unsigned bits = info->v[4], depth = info->v[1] * QUAD * (WORD_BITS / bits);
    struct mma_integers factors;
    uint32_t d[MMA_ROWS][MMA_COLUMNS];
    gather_integers(row_u32(warp, uop->a), registers_of_a(info), info->v[0], bits, info->v[2],
                    factors.a);
    gather_integers(row_u32(warp, uop->b), info->v[1], 1, bits, info->v[3], factors.b);
    gather_sum(warp, uop, false, d);
    mma_multiply_integers(&factors, info->v[0], depth, info->v[5], info->sat, d);
    scatter_sum(warp, uop, mask, false, d);
    return uop + 1;
}

const struct exec_pair exec_mma_table[EXEC_COUNT] = {
    EXEC_SINGLE(hmma),
    EXEC_SINGLE(imma),
};
