// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One CTA: each warp runs until it blocks at a barrier or exits (or has had a long turn), then the
// next.
#include "emulator/fault.h"
#include "emulator/grid.h"

#include <string.h>

enum { POISON_BYTE = 0xff, TIME_SLICE = 1 << 20 };
static const uint32_t POISON_PREDICATE = 0xaaaaaaaa;

static void warp_start(struct cta *cta, unsigned index)
{
    const struct kernel *kernel = cta->launch->kernel;
    struct warp *warp = &cta->warps[index];
    unsigned threads = cta->launch->threads - index * LANES;
    for (unsigned p = 0; p < PRED_COUNT; p++)
        warp->pred[p] = p == PRED_PT || p >= PRED_UNIFORM ? UINT32_MAX : POISON_PREDICATE;
    memset(warp->rows + (size_t)ROW_REGISTER * ROW_BYTES, POISON_BYTE,
           (size_t)(kernel->pool_row - ROW_REGISTER) * ROW_BYTES);
    warp->live = threads >= LANES ? UINT32_MAX : (UINT32_C(1) << threads) - 1;
    warp->active = warp->live;
    warp->pc = warp->segment = kernel->uops;
    warp->limit = NULL;
    warp->executed = 0;
    warp->group_count = 0;
    warp->index = index;
    warp->cta = cta;
    warp->event = EVENT_RESUME;
}

static void run_converged(struct warp *warp, const struct uop *uop)
{
    do {
        uop = uop->fn(warp, uop, UINT32_MAX);
    } while (uop);
}

static void run_diverged(struct warp *warp, const struct uop *uop)
{
    do {
        if (warp->limit && uop >= warp->limit) {
            warp->executed += (uint64_t)(uop - warp->segment);
            warp_switch(warp, uop);
            return;
        }
        const struct uop_info *info = uop->info;
        uint32_t mask = warp->active & (warp->pred[info->guard] ^ info->guard_flip);
        uop = mask ? info->masked(warp, uop, mask) : uop + 1;
    } while (uop);
}

// The same for any lanes, with somebody looking on.
static void run_observed(struct warp *warp, const struct uop *uop)
{
    const struct cta *cta = warp->cta;
    do {
        if (warp->limit && uop >= warp->limit) {
            warp->executed += (uint64_t)(uop - warp->segment);
            warp_switch(warp, uop);
            return;
        }
        const struct uop_info *info = uop->info;
        uint32_t mask = warp->active & (warp->pred[info->guard] ^ info->guard_flip);
        cta->observe(cta->observer, warp, uop, mask);
        if (!mask)
            uop = uop + 1;
        else
            uop = (mask == UINT32_MAX ? info->plain : info->masked)(warp, uop, mask);
    } while (uop);
}

// Until the warp blocks, or its time slice ends: a warp may wait in a loop for another one's store.
static void warp_run(struct warp *warp)
{
    warp->slice = warp->executed + TIME_SLICE;
    while (warp->event == EVENT_RESUME && warp->executed < warp->slice) {
        if (warp->cta->observe)
            run_observed(warp, warp->pc);
        else if (warp->active == UINT32_MAX)
            run_converged(warp, warp->pc);
        else
            run_diverged(warp, warp->pc);
    }
}

// Whether a warp is blocked with all its live lanes at `barrier`; tells for how many threads.
static bool has_arrived(const struct warp *warp, unsigned barrier, uint32_t *threads)
{
    if (warp->event != EVENT_BLOCKED || !warp->live)
        return false;
    for (unsigned g = 0; g < warp->group_count; g++) {
        const struct group *group = &warp->groups[g];
        if (group->barrier != (int)barrier || group->threads != warp->groups[0].threads)
            return false;
    }
    *threads = warp->groups[0].threads;
    return true;
}

// Open `barrier` if enough warps have arrived: as many as it was asked for, or all that live.
static bool try_release(struct cta *cta, unsigned barrier)
{
    unsigned arrived = 0, live = 0;
    uint32_t threads = 0;
    for (unsigned i = 0; i < cta->launch->warps; i++) {
        const struct warp *warp = &cta->warps[i];
        uint32_t asked;
        live += warp->live != 0;
        if (!has_arrived(warp, barrier, &asked))
            continue;
        if (arrived && asked != threads)
            return false;
        threads = asked;
        arrived++;
    }
    if (!arrived || arrived < (threads ? threads / LANES : live))
        return false;
    for (unsigned i = 0; i < cta->launch->warps; i++) {
        struct warp *warp = &cta->warps[i];
        uint32_t asked;
        if (!has_arrived(warp, barrier, &asked))
            continue;
        warp_release(warp, barrier);
        warp_switch(warp, NULL);
    }
    return true;
}

bool cta_run(struct cta *cta)
{
    const struct launch *launch = cta->launch;
    for (unsigned i = 0; i < launch->warps; i++)
        warp_start(cta, i);
    for (;;) {
        uint32_t live = 0;
        bool running = false;
        for (unsigned i = 0; i < launch->warps; i++) {
            struct warp *warp = &cta->warps[i];
            warp_run(warp);
            if (warp->event == EVENT_FAULT)
                return false;
            live |= warp->live;
            running |= warp->event == EVENT_RESUME;
        }
        if (!live)
            return true;
        for (unsigned b = 0; b < CTA_BARRIERS; b++)
            running |= try_release(cta, b);
        if (!running) {
            fault_deadlock(cta);
            return false;
        }
    }
}
