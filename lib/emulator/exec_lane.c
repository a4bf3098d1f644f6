// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Between the lanes of a warp: votes, matches, reductions, shuffles. All work on the lanes that
// execute together; which ones these are is told by WARPSYNC.
#include "emulator/check/watch.h"
#include "emulator/exec.h"

enum { VOTE_ALL, VOTE_ANY, VOTE_EQ };
enum { REDUX_AND, REDUX_OR, REDUX_XOR, REDUX_SUM, REDUX_MIN, REDUX_MAX };
enum { SHFL_IDX, SHFL_UP, SHFL_DOWN, SHFL_BFLY };

static void write_uniform(struct warp *warp, uint32_t offset, uint32_t value)
{
    uint32_t *d = warp_row(warp, offset);
    for (int i = 0; i < LANES; i++)
        d[i] = value;
}

static bool vote_outcome(unsigned mode, uint32_t votes, uint32_t mask)
{
    switch (mode) {
    case VOTE_ALL:
        return votes == mask;
    case VOTE_ANY:
        return votes != 0;
    default:
        return votes == 0 || votes == mask;
    }
}

static const struct uop *vote_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t votes = mask & read_pred(warp, info->s, info->s_flip);
    uint32_t *d = warp_row(warp, uop->d);
    EACH_ACTIVE(mask)
    d[i] = votes;
    write_pred(warp, info->p, mask, vote_outcome(info->cmp, votes, mask) ? mask : 0);
    return uop + 1;
}

static const struct uop *voteu_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t votes = mask & read_pred(warp, info->s, info->s_flip);
    write_uniform(warp, uop->d, votes);
    warp->pred[info->p] = vote_outcome(info->cmp, votes, mask) ? UINT32_MAX : 0;
    return uop + 1;
}

// The lanes of `mask` that have the value of lane `like`; of 64 bits where info->hi.
static uint32_t matching(const struct warp *warp, const struct uop *uop, uint32_t mask,
                         uint32_t like)
{
    const uint32_t *low = row_u32(warp, uop->a);
    const uint32_t *high = uop->info->hi ? low + LANES : low;
    uint32_t same = 0;
    EACH_ACTIVE(mask)
    same |= low[i] == low[like] && high[i] == high[like] ? UINT32_C(1) << i : 0;
    return same;
}

static const struct uop *match_any_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t result[LANES];
    EACH_ACTIVE(mask)
    result[i] = matching(warp, uop, mask, i);
    EACH_ACTIVE(mask)
    warp_row(warp, uop->d)[i] = result[i];
    return uop + 1;
}

static const struct uop *match_all_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    bool all = matching(warp, uop, mask, (uint32_t)__builtin_ctz(mask)) == mask;
    uint32_t *d = warp_row(warp, uop->d);
    EACH_ACTIVE(mask)
    d[i] = all ? mask : 0;
    write_pred(warp, uop->info->p, mask, all ? mask : 0);
    return uop + 1;
}

static uint32_t reduce(unsigned function, uint32_t sign, uint32_t x, uint32_t y)
{
    switch (function) {
    case REDUX_AND:
        return x & y;
    case REDUX_OR:
        return x | y;
    case REDUX_XOR:
        return x ^ y;
    case REDUX_SUM:
        return x + y;
    case REDUX_MIN:
        return (x ^ sign) < (y ^ sign) ? x : y;
    default:
        return (x ^ sign) > (y ^ sign) ? x : y;
    }
}

static const struct uop *redux_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a);
    uint32_t value = a[__builtin_ctz(mask)];
    EACH_ACTIVE(mask & (mask - 1))
    value = reduce(info->cmp, info->xor_a, value, a[i]);
    write_uniform(warp, uop->d, value);
    return uop + 1;
}

// The lane that lane i reads from, and whether that is in range.
static uint32_t shuffle_source(unsigned mode, uint32_t i, uint32_t b, uint32_t c, bool *in_range)
{
    uint32_t clamp = c & 31, segment = c >> 8 & 31;
    int32_t most = (int32_t)((i & segment) | (clamp & ~segment)), from;
    b &= 31;
    switch (mode) {
    case SHFL_IDX:
        from = (int32_t)((i & segment) | (b & ~segment));
        break;
    case SHFL_UP:
        from = (int32_t)i - (int32_t)b;
        break;
    case SHFL_DOWN:
        from = (int32_t)(i + b);
        break;
    default:
        from = (int32_t)(i ^ b);
        break;
    }
    *in_range = mode == SHFL_UP ? from >= most : from <= most;
    return *in_range ? (uint32_t)from & 31 : i;
}

// What comes from a lane that does not take part is undefined; here it is as conspicuous as the
// contents of fresh memory.
static const struct uop *shfl_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    static const uint32_t poison = UINT32_MAX;
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a);
    const uint32_t *b = row_u32(warp, uop->b), *c = row_u32(warp, uop->c);
    uint32_t result[LANES], in_range = 0, absent = 0;
    EACH_ACTIVE(mask)
    {
        bool good;
        uint32_t from = shuffle_source(info->cmp, i, b[i], c[i], &good);
        result[i] = mask >> from & 1 ? a[from] : poison;
        absent |= mask >> from & 1 ? 0 : UINT32_C(1) << i;
        in_range |= good ? UINT32_C(1) << i : 0;
    }
    EACH_ACTIVE(mask)
    warp_row(warp, uop->d)[i] = result[i];
    write_pred(warp, info->p, mask, in_range);
    if (absent && warp->cta->watch)
        watch_absent(warp->cta->watch, warp, uop, absent);
    return uop + 1;
}

// The lowest lane is the one. PTX only asks for the same one whenever the lanes are the same.
static const struct uop *elect_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t of = mask & read_pred(warp, info->s, info->s_flip) & row_u32(warp, uop->a)[0];
    write_uniform(warp, uop->d, of ? (uint32_t)__builtin_ctz(of) : 0);
    write_pred(warp, info->p, mask, of & -of);
    return uop + 1;
}

const struct exec_pair exec_lane_table[EXEC_COUNT] = {
    EXEC_SINGLE(vote),  EXEC_SINGLE(voteu), EXEC_SINGLE(match_any), EXEC_SINGLE(match_all),
    EXEC_SINGLE(redux), EXEC_SINGLE(shfl),  EXEC_SINGLE(elect),
};
