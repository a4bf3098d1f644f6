// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Matrices of 8 x 8 halves that a warp holds: lane 4 r + c has the elements 2 c and 2 c + 1 of row
// r in one register.
#include "emulator/access_lane.h"
#include "emulator/exec.h"

#include <string.h>

enum { SIDE = 8, ROW_SIZE = 16 };

typedef uint16_t matrix[SIDE][SIDE];

static void transpose(matrix m)
{
    for (int r = 0; r < SIDE; r++) {
        for (int c = 0; c < r; c++) {
            uint16_t element = m[r][c];
            m[r][c] = m[c][r];
            m[c][r] = element;
        }
    }
}

static void put(matrix m, uint32_t *row, uint32_t mask)
{
    EACH_ACTIVE(mask)
    {
        const uint16_t *pair = &m[i / 4][i % 4 * 2];
        row[i] = pair[0] | (uint32_t)pair[1] << 16;
    }
}

static void get(matrix m, const uint32_t *row)
{
    for (unsigned i = 0; i < LANES; i++) {
        m[i / 4][i % 4 * 2] = (uint16_t)row[i];
        m[i / 4][i % 4 * 2 + 1] = (uint16_t)(row[i] >> 16);
    }
}

// v: number of matrices, whether they are transposed. Lanes 8 k to 8 k + 7 have the addresses of
// the rows of matrix k; a warp that executes this without all its lanes does what no one says.
static char *row_of(struct warp *warp, const struct uop *uop, unsigned lane, bool is_store)
{
    struct lane_access access = {.warp = warp,
                                 .uop = uop,
                                 .lane = lane,
                                 .bytes = ROW_SIZE,
                                 .alignment = ROW_SIZE,
                                 .is_store = is_store};
    return access_shared(&access, (uint32_t)lane_address(warp, uop, lane));
}

static const struct uop *ldsm_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    matrix m[4];
    for (unsigned i = 0; i < SIDE * uop->info->v[0]; i++) {
        const char *from = row_of(warp, uop, i, false);
        if (!from)
            return NULL;
        memcpy(m[i / SIDE][i % SIDE], from, ROW_SIZE);
    }
    for (unsigned k = 0; k < uop->info->v[0]; k++) {
        if (uop->info->v[1])
            transpose(m[k]);
        put(m[k], warp_row(warp, uop->d) + (size_t)k * LANES, mask);
    }
    return uop + 1;
}

static const struct uop *stsm_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)mask;
    for (unsigned k = 0; k < uop->info->v[0]; k++) {
        matrix m;
        get(m, row_u32(warp, uop->d) + (size_t)k * LANES);
        if (uop->info->v[1])
            transpose(m);
        for (unsigned r = 0; r < SIDE; r++) {
            char *to = row_of(warp, uop, k * SIDE + r, true);
            if (!to)
                return NULL;
            memcpy(to, m[r], ROW_SIZE);
        }
    }
    return uop + 1;
}

static const struct uop *movm_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    matrix m;
    get(m, row_u32(warp, uop->a));
    transpose(m);
    put(m, warp_row(warp, uop->d), mask);
    return uop + 1;
}

const struct exec_pair exec_matrix_table[EXEC_COUNT] = {
    EXEC_SINGLE(ldsm),
    EXEC_SINGLE(stsm),
    EXEC_SINGLE(movm),
};
