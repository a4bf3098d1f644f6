// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions of a warp group: HGMMA, QGMMA, IGMMA, BGMMA. Each of the four warps has 16 of
// the 64 rows and computes them when it comes to the instruction; what waits for the results finds
// them there. Registers of A, and of the accumulator for 8 columns, are those of HMMA (exec_mma.c);
// those of the next 8 columns follow.
//
// The binder's words: v[0] columns, v[1] enum wgmma_source, v[2] format of A or whether it is
// signed, v[3] that of B, v[4] bits of an element, v[5] whether the accumulator is FP16, or the
// operation.
#include "emulator/exec.h"
#include "emulator/mma.h"
#include "emulator/wgmma_matrix.h"

enum { QUAD = 4, WARPS = 4, HALF_ROWS = 8, WORD_BITS = 32, A_REGISTERS = 4, HALF_WORD = 16 };

typedef uint32_t left_words[MMA_ROWS][WGMMA_WORDS];
typedef uint32_t right_words[MMA_COLUMNS][WGMMA_WORDS];
typedef uint32_t block[MMA_ROWS][MMA_COLUMNS];

static struct wgmma_operand operand_of(const struct warp *warp, uint32_t row, bool is_transposed)
{
    const uint32_t *words = row_u32(warp, row);
    struct wgmma_operand operand = {words[0] | (uint64_t)words[LANES] << 32, is_transposed};
    return operand;
}

static bool gather_left(struct warp *warp, const struct uop *uop, uint32_t mask, left_words a)
{
    unsigned source = uop->info->v[1];
    if (source & WGMMA_A_SHARED) {
        struct wgmma_operand operand = operand_of(warp, uop->a, source & WGMMA_A_TRANSPOSED);
        return wgmma_read(warp, uop, mask, &operand, warp->index % WARPS * MMA_ROWS, MMA_ROWS, a);
    }
    for (unsigned i = 0; i < A_REGISTERS * LANES; i++) {
        unsigned reg = i / LANES, lane = i % LANES;
        a[lane / QUAD + HALF_ROWS * (reg % 2)][reg / 2 * QUAD + lane % QUAD] =
            row_u32(warp, uop->a)[i];
    }
    return true;
}

static bool gather_right(struct warp *warp, const struct uop *uop, uint32_t mask, unsigned first,
                         right_words b)
{
    struct wgmma_operand operand = operand_of(warp, uop->b, uop->info->v[1] & WGMMA_B_TRANSPOSED);
    return wgmma_read(warp, uop, mask, &operand, first, MMA_COLUMNS, b);
}

// Where element (row, column) of a block is: the register, and the lowest bit in it.
static unsigned sum_register(unsigned row, unsigned column, bool halves)
{
    return halves ? row / HALF_ROWS : row / HALF_ROWS * 2 + column % 2;
}

static void gather_sum(const struct warp *warp, const struct uop *uop, uint32_t first, bool halves,
                       block d)
{
    const uint32_t *words = row_u32(warp, uop->c) + (size_t)first * LANES;
    uint32_t keep = read_pred(warp, uop->info->s, uop->info->s_flip);
    for (unsigned row = 0; row < MMA_ROWS; row++) {
        for (unsigned n = 0; n < MMA_COLUMNS; n++) {
            unsigned lane = row % HALF_ROWS * QUAD + n / 2;
            uint32_t *to = &d[row][n];
            if (!(keep >> lane & 1)) {
                *to = 0;
                continue;
            }
            *to = words[sum_register(row, n, halves) * LANES + lane];
            if (halves)
                *to = mma_element(*to, n % 2, HALF_WORD);
        }
    }
}

static void scatter_sum(struct warp *warp, const struct uop *uop, uint32_t mask, uint32_t first,
                        bool halves, block d)
{
    uint32_t *words = warp_row(warp, uop->d) + (size_t)first * LANES;
    EACH_ACTIVE(mask)
    {
        for (unsigned row = i / QUAD; row < MMA_ROWS; row += HALF_ROWS) {
            const uint32_t *pair = &d[row][i % QUAD * 2];
            uint32_t *low = &words[sum_register(row, 0, halves) * LANES + i];
            low[0] = halves ? pair[0] | pair[1] << HALF_WORD : pair[0];
            if (!halves)
                low[LANES] = pair[1];
        }
    }
}

static void decode_left(const struct uop_info *info, left_words a, struct mma_left *to)
{
    unsigned bits = info->v[4], per = WORD_BITS / bits;
    for (unsigned row = 0; row < MMA_ROWS; row++) {
        for (unsigned k = 0; k < WGMMA_WORDS * per; k++)
            mma_decode(info->v[2], mma_element(a[row][k / per], k % per, bits) ^ info->xor_a,
                       &to->value[row][k], &to->exponent[row][k]);
    }
}

static void decode_right(const struct uop_info *info, right_words b, struct mma_right *to)
{
    unsigned bits = info->v[4], per = WORD_BITS / bits;
    for (unsigned n = 0; n < MMA_COLUMNS; n++) {
        for (unsigned k = 0; k < WGMMA_WORDS * per; k++)
            mma_decode(info->v[3], mma_element(b[n][k / per], k % per, bits) ^ info->xor_b,
                       &to->value[k][n], &to->exponent[k][n]);
    }
}

// HGMMA and QGMMA.
static const struct uop *hgmma_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    bool halves = info->v[5];
    unsigned depth = WGMMA_WORDS * WORD_BITS / info->v[4];
    struct mma_rule rule = mma_rule_of(warp->cta->launch->kernel->sm, info->v[2], halves);
    left_words of_a;
    struct mma_left a;
    if (!gather_left(warp, uop, mask, of_a))
        return NULL;
    decode_left(info, of_a, &a);
    for (unsigned n = 0; n < info->v[0]; n += MMA_COLUMNS) {
        unsigned first = n / MMA_COLUMNS * (halves ? 2 : 4);
        right_words of_b;
        struct mma_right b;
        block d;
        if (!gather_right(warp, uop, mask, n, of_b))
            return NULL;
        decode_right(info, of_b, &b);
        gather_sum(warp, uop, first, halves, d);
        mma_multiply(&a, &b, MMA_ROWS, depth, &rule, d);
        scatter_sum(warp, uop, mask, first, halves, d);
    }
    return uop + 1;
}

static void integers_of(uint32_t words[][WGMMA_WORDS], unsigned rows, unsigned bits, bool is_signed,
                        int16_t to[][MMA_INTEGER_DEPTH])
{
    unsigned per = WORD_BITS / bits;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned k = 0; k < WGMMA_WORDS * per; k++)
            to[row][k] = (int16_t)mma_integer_of(words[row][k / per], k % per, bits, is_signed);
    }
}

// IGMMA and BGMMA.
static const struct uop *igmma_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    unsigned bits = info->v[4];
    struct mma_integers factors;
    left_words a;
    if (!gather_left(warp, uop, mask, a))
        return NULL;
    integers_of(a, MMA_ROWS, bits, info->v[2], factors.a);
    for (unsigned n = 0; n < info->v[0]; n += MMA_COLUMNS) {
        unsigned first = n / MMA_COLUMNS * 4;
        right_words b;
        block d;
        if (!gather_right(warp, uop, mask, n, b))
            return NULL;
        integers_of(b, MMA_COLUMNS, bits, info->v[3], factors.b);
        gather_sum(warp, uop, first, false, d);
        mma_multiply_integers(&factors, MMA_ROWS, WGMMA_WORDS * WORD_BITS / bits, info->v[5],
                              info->sat, d);
        scatter_sum(warp, uop, mask, first, false, d);
    }
    return uop + 1;
}

const struct exec_pair exec_wgmma_table[EXEC_COUNT] = {
    EXEC_SINGLE(hgmma),
    EXEC_SINGLE(igmma),
};
