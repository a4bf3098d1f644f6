// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Where lanes of a warp wait for each other: the convergence barriers B0 to B15, and WARPSYNC. A B
// holds the lanes that were active at its BSSY, and every lane has its own: lanes of one warp may
// be in several calls of a function at a time, which save it, use it and give it back.
#include "emulator/exec.h"

static uint32_t also(const struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return mask & read_pred(warp, uop->info->s, uop->info->s_flip);
}

static const struct uop *bssy_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    mask = also(warp, uop, mask);
    EACH_ACTIVE(mask)
    warp->converge[uop->info->barrier][i] = mask;
    return uop + 1;
}

// Take `mask` out of the executing lanes, in groups of those with the same key, to wait.
static const struct uop *wait_by_key(struct warp *warp, const struct uop *uop, uint32_t mask,
                                     struct group group, const uint32_t key[LANES])
{
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    warp->active &= ~mask;
    group.pc = uop + 1;
    while (mask) {
        group.key = key[__builtin_ctz(mask)];
        group.mask = 0;
        EACH_ACTIVE(mask)
        group.mask |= key[i] == group.key ? UINT32_C(1) << i : 0;
        mask &= ~group.mask;
        warp_put_aside(warp, group);
    }
    warp_converge(warp);
    return warp_switch(warp, uop + 1);
}

static bool all_equal(const uint32_t key[LANES], uint32_t mask)
{
    uint32_t first = key[__builtin_ctz(mask)];
    EACH_ACTIVE(mask)
    {
        if (key[i] != first)
            return false;
    }
    return true;
}

static const struct uop *bsync_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    unsigned index = uop->info->barrier;
    uint32_t *key = warp->converge[index];
    mask = also(warp, uop, mask);
    if (!mask)
        return uop + 1;
    if (mask == warp->active && !warp->apart && all_equal(key, mask)) {
        uint32_t first = key[__builtin_ctz(mask)];
        if (!(warp_participants(warp, index, first, false) & ~mask)) {
            EACH_ACTIVE(mask)
            key[i] = 0;
            return uop + 1;
        }
    }
    return wait_by_key(warp, uop, mask, (struct group){.wait = WAIT_SYNC, .index = (uint8_t)index},
                       key);
}

// BREAK: the lanes leave the barrier without waiting.
static const struct uop *break_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    mask = also(warp, uop, mask);
    EACH_ACTIVE(mask)
    warp->converge[uop->info->barrier][i] = 0;
    warp_converge(warp);
    return uop + 1;
}

static const struct uop *bmov_from_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t *d = warp_row(warp, uop->d);
    uint32_t *barrier = warp->converge[info->barrier];
    EACH_ACTIVE(mask)
    {
        d[i] = barrier[i];
        if (!info->v[0]) // .CLEAR
            continue;
        barrier[i] = 0;
        if (warp->saved[info->barrier][i] < UINT8_MAX)
            warp->saved[info->barrier][i]++;
    }
    return uop + 1;
}

static const struct uop *bmov_to_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a);
    EACH_ACTIVE(mask)
    {
        warp->converge[info->barrier][i] = a[i];
        if (warp->saved[info->barrier][i])
            warp->saved[info->barrier][i]--;
    }
    warp_converge(warp);
    return uop + 1;
}

static const struct uop *bmov_between_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    EACH_ACTIVE(mask)
    {
        uint32_t registered = warp->converge[info->v[1]][i];
        if (info->v[0]) // .CLEAR
            warp->converge[info->v[1]][i] = 0;
        warp->converge[info->barrier][i] = registered;
    }
    return uop + 1;
}

static const struct uop *bmov_state_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t *d = warp_row(warp, uop->d);
    EACH_ACTIVE(mask)
    {
        switch (uop->info->v[0]) {
        case STATE_MEXITED:
            d[i] = ~warp->live;
            break;
        case STATE_MACTIVE:
            d[i] = warp->active;
            break;
        default:
            d[i] = warp->call_depth[i];
            break;
        }
    }
    return uop + 1;
}

static const struct uop *bmov_depth_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    EACH_ACTIVE(mask)
    warp->call_depth[i] = row_u32(warp, uop->a)[i];
    return uop + 1;
}

// WARPSYNC. Lanes that name other lanes than their neighbours do go on apart from them where the
// instruction says so: .EXCLUSIVE, .COLLECTIVE. A lane that does not name itself (PTX leaves that
// undefined) waits for those that it names.
static const struct uop *warpsync_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const uint32_t *key = row_u32(warp, uop->a);
    mask = also(warp, uop, mask);
    if (!mask)
        return uop + 1;
    if (mask == warp->active && all_equal(key, mask)) {
        uint32_t first = key[__builtin_ctz(mask)];
        if (!(first & warp->live & ~mask)) {
            warp->apart = uop->info->v[0] && warp->group_count ? first : 0;
            return uop + 1;
        }
    }
    return wait_by_key(warp, uop, mask,
                       (struct group){.wait = WAIT_WARP, .index = (uint8_t)uop->info->v[0]}, key);
}

static const struct uop *endcollective_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)mask;
    warp->apart = 0;
    return uop + 1;
}

// YIELD and NANOSLEEP: the turn of other groups and of other warps, unless they had it just now. A
// lane that sleeps (v[0]) waits for another warp.
const struct uop *warp_yield(struct warp *warp, const struct uop *uop, uint32_t mask, bool warps)
{
    uint64_t now = warp->executed + (uint64_t)(uop - warp->segment) + 1;
    bool groups = warp->group_count && now + PHASE >= warp->phase + YIELD_PHASE;
    warps |= now + TURN >= warp->turn + YIELD_TURN;
    warp->yielded |= mask;
    if (!groups && !warps)
        return uop + 1;
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    if (warps)
        warp->turn = warp->executed;
    if (groups) {
        warp->phase = warp->executed;
        return warp_switch(warp, uop + 1);
    }
    warp->pc = uop + 1;
    warp->event = EVENT_RESUME;
    return NULL;
}

static const struct uop *yield_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return warp_yield(warp, uop, mask, uop->info->v[0]);
}

const struct exec_pair exec_converge_table[EXEC_COUNT] = {
    EXEC_SINGLE(bssy),          EXEC_SINGLE(bsync),      EXEC_SINGLE(break),
    EXEC_SINGLE(bmov_from),     EXEC_SINGLE(bmov_to),    EXEC_SINGLE(bmov_between),
    EXEC_SINGLE(bmov_state),    EXEC_SINGLE(bmov_depth), EXEC_SINGLE(warpsync),
    EXEC_SINGLE(endcollective), EXEC_SINGLE(yield),
};
