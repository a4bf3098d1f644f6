// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static unsigned sm;

static void copy_sizes(const uint32_t *in, uint32_t *out)
{
    out[0] = in[5];
    memcpy(&out[2], &in[2], 8);
    memcpy(&out[4], &in[4], 16);
}

static void copy_filled(const uint32_t *in, uint32_t *out, uint32_t size, unsigned at)
{
    static const uint32_t before[4] = {1, 2, 3, 4};
    memcpy(out, before, sizeof before);
    memset(out, 0, size);
    memcpy(out, &in[at], in[7] % (size + 1));
}

static void copy_filled_4(const uint32_t *in, uint32_t *out)
{
    copy_filled(in, out, 4, 3);
}

static void copy_filled_8(const uint32_t *in, uint32_t *out)
{
    copy_filled(in, out, 8, 2);
}

static void copy_filled_16(const uint32_t *in, uint32_t *out)
{
    copy_filled(in, out, 16, 4);
}

static void copy_ignored(const uint32_t *in, uint32_t *out)
{
    if (in[7] & 1)
        memset(out, 0, 16);
    else
        memcpy(out, in, 16);
}

static void copy_predicated(const uint32_t *in, uint32_t *out)
{
    out[0] = in[7] & 1 ? in[3] : in[0];
}

static void copy_pipeline(uint32_t in[SEM_LANES][SEM_WORDS], uint32_t out[SEM_LANES][SEM_WORDS])
{
    for (unsigned t = 0; t < SEM_LANES; t++) {
        uint32_t sum = 0;
        for (unsigned s = 0; s < 4; s++)
            sum = sum * 31 + in[t ^ 1][2 * s] + 7 * in[t ^ 2][2 * s + 1];
        out[t][0] = sum;
    }
}

// Row r of matrix m: what the lane gave whose memory lane 8 m + r points to.
static unsigned row_owner(unsigned m, unsigned r)
{
    return ((m * 8 + r) * 5 + 3) % SEM_LANES;
}

static uint32_t half_of(const uint32_t row[4], unsigned column)
{
    return row[column / 2] >> column % 2 * 16 & 0xffff;
}

static void load_matrices(uint32_t in[SEM_LANES][SEM_WORDS], uint32_t out[SEM_LANES][SEM_WORDS],
                          unsigned count, bool is_transposed)
{
    for (unsigned m = 0; m < count; m++) {
        for (unsigned lane = 0; lane < SEM_LANES; lane++) {
            out[lane][m] = 0;
            for (unsigned k = 0; k < 2; k++) {
                unsigned r = lane / 4, c = lane % 4 * 2 + k;
                uint32_t element = is_transposed ? half_of(in[row_owner(m, c)], r)
                                                 : half_of(in[row_owner(m, r)], c);
                out[lane][m] |= element << 16 * k;
            }
        }
    }
}

#define LOAD(name, count, is_transposed)                                                           \
    static void name(uint32_t in[SEM_LANES][SEM_WORDS], uint32_t out[SEM_LANES][SEM_WORDS])        \
    {                                                                                              \
        load_matrices(in, out, count, is_transposed);                                              \
    }
LOAD(load_matrix, 1, false)
LOAD(load_matrix_trans, 1, true)
LOAD(load_matrices_2, 2, false)
LOAD(load_matrices_2_trans, 2, true)
LOAD(load_matrices_4, 4, false)
LOAD(load_matrices_4_trans, 4, true)

static void move_matrix(uint32_t in[SEM_LANES][SEM_WORDS], uint32_t out[SEM_LANES][SEM_WORDS])
{
    for (unsigned lane = 0; lane < SEM_LANES; lane++) {
        out[lane][0] = 0;
        for (unsigned k = 0; k < 2; k++) {
            unsigned r = lane % 4 * 2 + k, c = lane / 4;
            out[lane][0] |= (in[4 * r + c / 2][0] >> c % 2 * 16 & 0xffff) << 16 * k;
        }
    }
}

static void store_matrices(uint32_t in[SEM_LANES][SEM_WORDS], uint32_t out[SEM_LANES][SEM_WORDS],
                           unsigned count, bool is_transposed)
{
    for (unsigned lane = 0; lane < SEM_LANES; lane++)
        memcpy(out[lane], &in[lane][4], 16);
    for (unsigned m = 0; m < count; m++) {
        for (unsigned r = 0; r < 8; r++) {
            uint32_t *row = out[row_owner(m, r)];
            memset(row, 0, 16);
            for (unsigned c = 0; c < 8; c++) {
                unsigned x = is_transposed ? c : r, y = is_transposed ? r : c;
                row[c / 2] |= (in[4 * x + y / 2][m] >> y % 2 * 16 & 0xffff) << c % 2 * 16;
            }
        }
    }
}

#define STORE(name, count, is_transposed)                                                          \
    static void name(uint32_t in[SEM_LANES][SEM_WORDS], uint32_t out[SEM_LANES][SEM_WORDS])        \
    {                                                                                              \
        store_matrices(in, out, count, is_transposed);                                             \
    }
STORE(store_matrix, 1, false)
STORE(store_matrices_2_trans, 2, true)
STORE(store_matrices_4, 4, false)

#define THREAD(f)                                                                                  \
    {                                                                                              \
        .name = #f, .thread = f                                                                    \
    }
#define WARP(f)                                                                                    \
    {                                                                                              \
        .name = #f, .warp = f                                                                      \
    }

static void copies(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        THREAD(copy_sizes),     THREAD(copy_filled_4), THREAD(copy_filled_8),
        THREAD(copy_filled_16), THREAD(copy_ignored),  THREAD(copy_predicated),
        WARP(copy_pipeline),
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        sem_run(&cases[i]);
}

static void matrices(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        WARP(load_matrix),           WARP(load_matrix_trans), WARP(load_matrices_2),
        WARP(load_matrices_2_trans), WARP(load_matrices_4),   WARP(load_matrices_4_trans),
        WARP(move_matrix),
    };
    static const struct sem_case newer[] = {
        WARP(store_matrix),
        WARP(store_matrices_2_trans),
        WARP(store_matrices_4),
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        sem_run(&cases[i]);
    for (size_t i = 0; sm >= 90 && i < sizeof newer / sizeof newer[0]; i++)
        sem_run(&newer[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(copies), cmocka_unit_test(matrices)};
    sem_open("copies", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
