// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The references take the lanes' words by columns: a is in[lane][0], b in[lane][1] ...
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { A, B, C, D, E, F, TILE = 8 };

typedef uint32_t words[SEM_LANES][SEM_WORDS];

#define LANES(i) for (unsigned i = 0; i < SEM_LANES; i++)

static uint32_t bit(unsigned i)
{
    return UINT32_C(1) << i;
}

static bool has(uint32_t mask, unsigned i)
{
    return mask >> i & 1;
}

// Lanes in which column `k` has any of the bits.
static uint32_t lanes_with(words in, unsigned k, uint32_t bits)
{
    uint32_t mask = 0;
    LANES(i)
    mask |= in[i][k] & bits ? bit(i) : 0;
    return mask;
}

// As PTX describes shfl.sync.
static void shuffle(words in, words out, char mode)
{
    LANES(i)
    {
        int b = (int)(in[i][B] & 31), clamp = (int)(in[i][C] & 31), lane = (int)i;
        int segment = (int)(in[i][C] >> 8 & 31);
        int most = (lane & segment) | (clamp & ~segment), least = lane & segment, from;
        if (mode == 'u')
            from = lane - b;
        else if (mode == 'd')
            from = lane + b;
        else
            from = mode == 'x' ? lane ^ b : least | (b & ~segment);
        bool good = mode == 'u' ? from >= most : from <= most;
        out[i][0] = in[good ? from & 31 : lane][A];
        out[i][1] = good;
    }
}

static void shfl_idx(words in, words out)
{
    shuffle(in, out, 'i');
}

static void shfl_up(words in, words out)
{
    shuffle(in, out, 'u');
}

static void shfl_down(words in, words out)
{
    shuffle(in, out, 'd');
}

static void shfl_bfly(words in, words out)
{
    shuffle(in, out, 'x');
}

static void shfl_width(words in, words out)
{
    LANES(i)
    {
        unsigned in8 = i % 8, in16 = i % 16;
        out[i][0] = in[i - in8 + in[i][B] % 8][A];
        out[i][1] = in[in16 >= 3 ? i - 3 : i][A];
        out[i][2] = in[in8 + 5 < 8 ? i + 5 : i][A];
        out[i][3] = in[i ^ 6][A];
        out[i][4] = in[17][A];
        out[i][5] = in[i >= 1 ? i - 1 : i][A];
        out[i][6] = in[i + 31 < 32 ? i + 31 : i][A];
        out[i][7] = in[i ^ 21][A];
    }
}

static uint32_t churn(uint32_t c, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        c = c * 5 + i;
    return c;
}

static void shfl_branch(words in, words out)
{
    uint32_t mask = lanes_with(in, A, 1);
    LANES(i)
    {
        if (has(mask, i)) {
            const uint32_t *from = in[__builtin_ctz(mask)];
            out[i][0] = churn(from[C], from[B] & 7);
            out[i][1] = in[i][B];
        } else {
            out[i][2] = in[__builtin_ctz(~mask)][C];
        }
    }
}

static void shfl_first_lanes(words in, words out)
{
    for (unsigned i = 0; i < 20; i++)
        out[i][0] = in[i < 15 ? i + 5 : i][A];
}

static void reduce_by_shuffle(words in, words out)
{
    uint32_t sum = 0, least = UINT32_MAX;
    LANES(i)
    {
        sum += in[i][A];
        least = in[i][B] < least ? in[i][B] : least;
    }
    LANES(i)
    {
        out[i][0] = sum;
        out[i][1] = least;
    }
}

static void scan_by_shuffle(words in, words out)
{
    uint32_t sum = 0;
    LANES(i)
    out[i][0] = sum += in[i][A];
}

static void votes(words in, words out)
{
    bool any = false, all = true;
    unsigned large = 0;
    LANES(i)
    {
        any |= (in[i][A] & 31) == 7;
        all &= (in[i][A] & 31) != 7;
        large += in[i][B] > 0x0fffffff;
    }
    LANES(i)
    {
        out[i][0] = lanes_with(in, A, 1);
        out[i][1] = any;
        out[i][2] = all;
        out[i][3] = large == 0 || large == SEM_LANES;
    }
}

static void votes_in_branch(words in, words out)
{
    uint32_t mask = lanes_with(in, A, 1), fours = 0;
    bool any = false;
    LANES(i)
    {
        uint32_t c = churn(in[i][C], in[i][B] & 3);
        fours |= has(mask, i) && c & 4 ? bit(i) : 0;
        any |= has(mask, i) && (c & 15) == 3;
    }
    LANES(i)
    {
        if (!has(mask, i))
            continue;
        out[i][0] = fours;
        out[i][1] = any;
        out[i][2] = !any;
    }
}

static void votes_of_tiles(words in, words out)
{
    LANES(i)
    {
        unsigned first = i / TILE * TILE;
        uint32_t ones = 0, same = 0;
        bool any = false, all = true;
        for (unsigned k = first; k < first + TILE; k++) {
            ones |= in[k][A] & 1 ? bit(k) : 0;
            any |= (in[k][A] & 7) == 3;
            all &= (in[k][A] & 3) != 3;
            same |= (in[k][B] & 3) == (in[i][B] & 3) ? bit(k) : 0;
        }
        out[i][0] = ones;
        out[i][1] = any;
        out[i][2] = in[first + 5][A];
        out[i][3] = same;
        out[i][4] = all;
    }
}

static void match_any32(words in, words out)
{
    LANES(i)
    {
        out[i][0] = out[i][1] = 0;
        LANES(k)
        {
            out[i][0] |= (in[k][A] & 7) == (in[i][A] & 7) ? bit(k) : 0;
            out[i][1] |= in[k][A] == in[i][A] ? bit(k) : 0;
        }
    }
}

static void match_any64(words in, words out)
{
    LANES(i)
    {
        out[i][0] = out[i][1] = 0;
        LANES(k)
        {
            bool same = (in[k][A] & 1) == (in[i][A] & 1) && (in[k][B] & 3) == (in[i][B] & 3);
            out[i][0] |= same ? bit(k) : 0;
            out[i][1] |= (in[k][A] & 3) == (in[i][A] & 3) ? bit(k) : 0;
        }
    }
}

// All lanes of `mask` have the same values: the mask, and whether there was one.
static void put_match(words out, unsigned at, uint32_t mask, const uint32_t values[SEM_LANES])
{
    bool all = true;
    LANES(i)
    all &= !has(mask, i) || values[i] == values[__builtin_ctz(mask)];
    LANES(i)
    {
        if (!has(mask, i))
            continue;
        out[i][at] = all ? mask : 0;
        out[i][at + 1] = all;
    }
}

static void match_all32(words in, words out)
{
    uint32_t narrow[SEM_LANES], wide[SEM_LANES];
    LANES(i)
    {
        uint32_t four = in[i][A] & in[i][B] & in[i][C] & in[i][D];
        narrow[i] = four & 0x80000001;
        wide[i] = four & in[i][E] & in[i][F] & 1;
    }
    put_match(out, 0, UINT32_MAX, narrow);
    put_match(out, 2, UINT32_MAX, wide);
}

static void match_in_branch(words in, words out)
{
    uint32_t mask = lanes_with(in, A, 1), c[SEM_LANES], rare[SEM_LANES];
    LANES(i)
    {
        c[i] = churn(in[i][C], in[i][B] & 3);
        rare[i] = c[i] & in[i][D] & in[i][E] & in[i][F] & 64;
    }
    LANES(i)
    {
        if (!has(mask, i))
            continue;
        out[i][0] = 0;
        LANES(k)
        out[i][0] |= has(mask, k) && (c[k] & 3) == (c[i] & 3) ? bit(k) : 0;
    }
    put_match(out, 1, mask, rare);
}

static void reductions_u32(words in, words out)
{
    uint32_t r[] = {0, UINT32_MAX, 0, UINT32_MAX, 0, 0};
    LANES(i)
    {
        const uint32_t *x = in[i];
        r[0] += x[A];
        r[1] = x[B] < r[1] ? x[B] : r[1];
        r[2] = x[B] > r[2] ? x[B] : r[2];
        r[3] &= x[A] | x[B] | x[C] | x[D];
        r[4] |= x[A] & x[B] & x[C] & x[D];
        r[5] ^= x[A];
    }
    LANES(i)
    {
        for (unsigned k = 0; k < 6; k++)
            out[i][k] = r[k];
    }
}

static void reductions_s32(words in, words out)
{
    uint32_t sum = 0;
    int32_t least = INT32_MAX, most = INT32_MIN;
    LANES(i)
    {
        int32_t b = (int32_t)in[i][B];
        sum += in[i][A];
        least = b < least ? b : least;
        most = b > most ? b : most;
    }
    LANES(i)
    {
        out[i][0] = sum;
        out[i][1] = (uint32_t)least;
        out[i][2] = (uint32_t)most;
    }
}

static void reductions_in_branch(words in, words out)
{
    uint32_t mask = lanes_with(in, A, 1), sum = 0;
    int32_t most = INT32_MIN;
    LANES(i)
    {
        int32_t c = (int32_t)churn(in[i][C], in[i][B] & 3);
        if (!has(mask, i))
            continue;
        sum += (uint32_t)c;
        most = c > most ? c : most;
    }
    LANES(i)
    {
        if (!has(mask, i))
            continue;
        out[i][0] = sum;
        out[i][1] = (uint32_t)most;
    }
}

static void reductions_of_tiles(words in, words out)
{
    LANES(i)
    {
        unsigned first = i / TILE * TILE;
        uint32_t sum = 0, least = UINT32_MAX;
        for (unsigned k = first; k < first + TILE; k++) {
            sum += in[k][A];
            least = in[k][B] < least ? in[k][B] : least;
        }
        out[i][0] = sum;
        out[i][1] = least;
    }
}

static void lane_masks(words in, words out)
{
    (void)in;
    LANES(i)
    {
        out[i][0] = bit(i);
        out[i][1] = bit(i) - 1;
        out[i][2] = bit(i) | (bit(i) - 1);
        out[i][3] = ~out[i][2];
        out[i][4] = ~out[i][1];
        out[i][5] = i;
    }
}

static uint32_t churned(const uint32_t *in)
{
    return in[A] & 1 ? churn(in[C], in[B] & 7) : in[C];
}

static void sync_through_shared(words in, words out)
{
    LANES(i)
    out[i][0] = in[i ^ 9][A] + churned(in[i ^ 18]);
}

static void sync_from_two_places(words in, words out)
{
    LANES(i)
    out[i][0] = i & 1 ? in[i ^ 1][A] : churn(in[i ^ 1][C], in[i ^ 1][B] & 7);
}

static void tile_group(words in, words out)
{
    enum { GROUP = 16 };
    LANES(i)
    {
        unsigned first = i / GROUP * GROUP;
        for (unsigned k = 0; k < 5; k++)
            out[i][k] = 0;
        for (unsigned k = first; k < first + GROUP; k++) {
            out[i][0] += in[k][A];
            out[i][2] |= in[k][B] & 1 ? bit(k - first) : 0;
            out[i][3] |= (in[k][B] & 31) == 3;
            out[i][4] |= (in[k][B] & 3) == (in[i][B] & 3) ? bit(k - first) : 0;
        }
        out[i][1] = i - first;
        out[i][5] = i / GROUP;
    }
}

static void coalesced_group(words in, words out)
{
    uint32_t mask = lanes_with(in, A, 1);
    bool any = false;
    LANES(i)
    any |= has(mask, i) && (in[i][B] & 7) == 3;
    LANES(i)
    {
        if (!has(mask, i))
            continue;
        out[i][0] = (uint32_t)__builtin_popcount(mask);
        out[i][1] = (uint32_t)__builtin_popcount(mask & (bit(i) - 1));
        out[i][2] = in[__builtin_ctz(mask)][B];
        out[i][3] = any;
    }
}

static void elect_of(words out, uint32_t mask)
{
    LANES(i)
    {
        if (!has(mask, i))
            continue;
        out[i][0] = (uint32_t)__builtin_ctz(mask);
        out[i][1] = i == out[i][0];
    }
}

static void elect(words in, words out)
{
    (void)in;
    elect_of(out, UINT32_MAX);
}

static void elect_in_branch(words in, words out)
{
    elect_of(out, lanes_with(in, A, 1));
}

#define CASE(reference)                                                                            \
    {                                                                                              \
        .name = #reference, .warp = reference                                                      \
    }
#define RUN(cases)                                                                                 \
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases)[0]; i++)                                  \
    sem_run(&(cases)[i])

static unsigned sm;

static void shuffles(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        CASE(shfl_idx),         CASE(shfl_up),         CASE(shfl_down),
        CASE(shfl_bfly),        CASE(shfl_width),      CASE(shfl_branch),
        CASE(shfl_first_lanes), CASE(scan_by_shuffle), CASE(reduce_by_shuffle),
    };
    RUN(cases);
}

static void votes_and_matches(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        CASE(votes),       CASE(votes_in_branch), CASE(votes_of_tiles),  CASE(match_any32),
        CASE(match_any64), CASE(match_all32),     CASE(match_in_branch),
    };
    RUN(cases);
}

static void reductions(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        CASE(reductions_u32),
        CASE(reductions_s32),
        CASE(reductions_in_branch),
        CASE(reductions_of_tiles),
    };
    RUN(cases);
}

static void groups(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {
        CASE(lane_masks), CASE(sync_through_shared), CASE(sync_from_two_places),
        CASE(tile_group), CASE(coalesced_group),
    };
    RUN(cases);
}

static void elections(void **state)
{
    (void)state;
    static const struct sem_case cases[] = {CASE(elect), CASE(elect_in_branch)};
    if (sm >= 90)
        RUN(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shuffles),   cmocka_unit_test(votes_and_matches),
        cmocka_unit_test(reductions), cmocka_unit_test(groups),
        cmocka_unit_test(elections),
    };
    sem_open("warp", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
