// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One CTA: each warp runs until it blocks at a barrier or exits (or has had a long turn), then the
// next.
#include "emulator/check_hazards.h"
#include "emulator/fault.h"
#include "emulator/grid.h"
#include "emulator/order.h"

#include <string.h>

enum { POISON_BYTE = 0xff };
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
    warp->apart = 0;
    warp->hazard = HAZARDS_NOTHING;
    warp->limit = NULL;
    warp->executed = warp->switches = 0;
    warp->group_count = 0;
    warp->is_fair = false;
    warp->yielded = 0;
    memset(warp->converge, 0, sizeof warp->converge);
    memset(warp->saved, 0, sizeof warp->saved);
    memset(warp->return_pc, POISON_BYTE, sizeof warp->return_pc);
    memset(warp->call_depth, 0, sizeof warp->call_depth);
    memset(warp->arrived, 0, sizeof warp->arrived);
    warp->reduced = 0;
    warp->reduced_pred = false;
    warp->cluster_arrived = 0;
    warp->asked = NULL;
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
            warp_meet(warp, uop);
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
            warp_meet(warp, uop);
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
    const struct launch *launch = warp->cta->launch;
    bool is_short =
        launch->cooperative || launch->cluster_ctas > 1 || launch->kernel->has_barrier_objects;
    const uint64_t before = warp->executed;
    warp->turn = before + order_turn(launch->order, before, is_short ? SHORT_TURN : TURN);
    warp->slice = warp->group_count && warp->phase < warp->turn ? warp->phase : warp->turn;
    while (warp->event == EVENT_RESUME && warp->executed < warp->turn) {
        if (warp->cta->observe)
            run_observed(warp, warp->pc);
        else if (warp->active == UINT32_MAX)
            run_converged(warp, warp->pc);
        else
            run_diverged(warp, warp->pc);
    }
    // It has more to do than to ask again and to sleep in between.
    if (warp->executed - before >= YIELD_TURN)
        warp->asked = NULL;
}

void cta_start(struct cta *cta)
{
    const struct launch *launch = cta->launch;
    cta->live_warps = launch->warps == MAX_WARPS ? UINT32_MAX : (UINT32_C(1) << launch->warps) - 1;
    cta->barriers_used = 0;
    memset(cta->barriers, 0, sizeof cta->barriers);
    for (unsigned i = 0; i < launch->warps; i++)
        warp_start(cta, i);
}

enum cta_state cta_step(struct cta *cta)
{
    const struct launch *launch = cta->launch;
    for (unsigned i = 0; i < launch->warps; i++) {
        struct warp *warp = &cta->warps[order_warp(launch->order, i, launch->warps)];
        warp_run(warp);
        if (warp->event == EVENT_FAULT)
            return CTA_FAULT;
    }
    return cta->live_warps ? CTA_RUNNING : CTA_DONE;
}
