// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The named barriers of a CTA. A barrier counts warps, 32 threads each: a warp arrives when all its
// lanes that live have come, wherever each of them stood, which is what __syncthreads promises.
#include "emulator/check/watch.h"
#include "emulator/cluster.h"
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"

#include <inttypes.h>

static uint32_t bit(unsigned index)
{
    return UINT32_C(1) << index;
}

static void tell_outcome(struct warp *warp, const struct cta_barrier *barrier)
{
    warp->reduced = barrier->count;
    warp->reduced_pred =
        barrier->reduce == REDUCE_AND ? barrier->count == barrier->total : barrier->count != 0;
}

// Open the barrier if enough warps have arrived: as many as it was asked for, or all that live.
static void try_open(struct cta *cta, unsigned index)
{
    struct cta_barrier *barrier = &cta->barriers[index];
    bool enough = barrier->threads ? barrier->arrived >= barrier->threads / LANES
                                   : (cta->live_warps & ~barrier->warps) == 0;
    if (!enough || !barrier->arrived)
        return;
    const struct cta_barrier opened = *barrier;
    *barrier = (struct cta_barrier){0};
    cta->barriers_used &= ~bit(index);
    if (cta->watch)
        watch_open(cta->watch, index, opened.warps);
    EACH_ACTIVE(opened.warps)
    {
        struct warp *warp = &cta->warps[i];
        if (opened.reduce)
            tell_outcome(warp, &opened);
        warp_wake(warp, WAIT_BARRIER, index, opened.threads, 0);
        if (warp->event == EVENT_BLOCKED && warp->live)
            warp_switch(warp, NULL);
    }
}

static void settle(struct warp *warp, unsigned index)
{
    struct cta_barrier *barrier = &warp->cta->barriers[index];
    if (warp->arrived[index] && (warp->live & ~warp->arrived[index]) == 0) {
        warp->arrived[index] = 0;
        barrier->warps |= bit(warp->index);
        barrier->arrived++;
    }
    try_open(warp->cta, index);
}

void barrier_exit(struct warp *warp)
{
    struct cta *cta = warp->cta;
    if (!warp->live)
        cta->live_warps &= ~bit(warp->index);
    EACH_ACTIVE(cta->barriers_used)
    settle(warp, i);
    cluster_settle(cta->cluster);
}

// Lanes that come to barrier `index`, whose predicates are `votes`. False: faulted.
static bool arrive(struct warp *warp, const struct uop *uop, uint32_t mask, unsigned index,
                   uint32_t threads, uint32_t votes)
{
    struct cta *cta = warp->cta;
    struct cta_barrier *barrier = &cta->barriers[index];
    uint32_t most = cta->launch->warps * LANES;
    if (threads % LANES || threads > most) {
        fault_at(warp, uop, mask, ERROR_LAUNCH_FAILED,
                 "a barrier for %" PRIu32
                 " threads: expected a multiple of 32, at most the CTA's %" PRIu32,
                 threads, most);
        return false;
    }
    if (cta->barriers_used & bit(index) && barrier->threads != threads) {
        fault_at(warp, uop, mask, ERROR_LAUNCH_FAILED,
                 "barrier %u for %" PRIu32 " threads, which others wait at for %" PRIu32
                 " (0: all): expected the same count",
                 index, threads, barrier->threads);
        return false;
    }
    cta->barriers_used |= bit(index);
    if (cta->watch)
        watch_arrive(cta->watch, warp, uop, mask, index);
    barrier->threads = threads;
    if (uop->info->v[1])
        barrier->reduce = (uint8_t)uop->info->v[1];
    barrier->count += (uint32_t)__builtin_popcount(votes & mask);
    barrier->total += (uint32_t)__builtin_popcount(mask);
    warp->arrived[index] |= mask;
    return true;
}

// BAR: v[0] tells whether the lanes wait, v[1] is the reduction; a is the row of the barrier's
// number, b that of the count of threads, to be shifted by v[2].
static const struct uop *bar_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    enum { NUMBER = 15, COUNT = 0xfff };
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);
    uint32_t votes = read_pred(warp, info->s, info->s_flip);
    if (info->v[0] && !warp_leave(warp, uop, uop + 1))
        return NULL;
    for (uint32_t left = mask; left;) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        unsigned index = info->v[3] ? BARRIER_SYNCALL : a[lane] & NUMBER;
        uint32_t threads = b[lane] >> info->v[2] & COUNT, same = 0;
        EACH_ACTIVE(left)
        {
            if ((info->v[3] || (a[i] & NUMBER) == index) && (b[i] >> info->v[2] & COUNT) == threads)
                same |= bit(i);
        }
        left &= ~same;
        if (!arrive(warp, uop, same, index, threads, votes))
            return NULL;
        if (info->v[0]) {
            warp->active &= ~same;
            warp_put_aside(warp, (struct group){.pc = uop + 1,
                                                .mask = same,
                                                .wait = WAIT_BARRIER,
                                                .index = (uint8_t)index,
                                                .key = threads});
        }
        settle(warp, index);
    }
    return info->v[0] ? warp_switch(warp, uop + 1) : uop + 1;
}

// B2R: a word about a barrier whose layout is not documented; here the threads that have arrived.
static const struct uop *b2r_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct cta_barrier *barrier = &warp->cta->barriers[uop->info->barrier];
    EACH_ACTIVE(mask)
    warp_row(warp, uop->d)[i] = barrier->arrived * LANES;
    return uop + 1;
}

// B2R.RESULT: what the last BAR.RED of this warp gave.
static const struct uop *b2r_result_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    EACH_ACTIVE(mask)
    warp_row(warp, uop->d)[i] = warp->reduced;
    write_pred(warp, uop->info->p, mask, warp->reduced_pred ? mask : 0);
    return uop + 1;
}

const struct exec_pair exec_barrier_table[EXEC_COUNT] = {
    EXEC_SINGLE(bar),
    EXEC_SINGLE(b2r),
    EXEC_SINGLE(b2r_result),
};
