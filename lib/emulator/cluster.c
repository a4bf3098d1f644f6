// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/cluster.h"

#include "emulator/exec.h"
#include "emulator/fault.h"

/// Rounds after which warps that ask barrier objects in vain are taken for a deadlock.
enum { IDLE_MOST = 1 << 16 };

// Whether the warp has nothing to do but to ask a barrier object again.
static bool only_asks(const struct warp *warp)
{
    if (warp->event != EVENT_RESUME)
        return true;
    if (!warp->asked)
        return false;
    for (unsigned g = 0; g < warp->group_count; g++) {
        if (warp->groups[g].wait == WAIT_NONE)
            return false;
    }
    return true;
}

static void look_at(const struct cta *cta, bool *can_run, bool *is_idle)
{
    EACH_ACTIVE(cta->live_warps)
    {
        *can_run |= cta->warps[i].event == EVENT_RESUME;
        *is_idle &= only_asks(&cta->warps[i]);
    }
}

enum cta_state cluster_step(struct cluster *cluster)
{
    uint32_t left = 0;
    bool can_run = false, is_idle = true;
    cluster->progress = false;
    for (unsigned c = 0; c < cluster->count; c++) {
        struct cta *cta = cluster->ctas[c];
        if (cta->live_warps && cta_step(cta) == CTA_FAULT)
            return CTA_FAULT;
    }
    // Only now: one CTA may have let another one go on.
    for (unsigned c = 0; c < cluster->count; c++) {
        look_at(cluster->ctas[c], &can_run, &is_idle);
        left |= cluster->ctas[c]->live_warps;
    }
    if (!left)
        return CTA_DONE;
    cluster->idle = is_idle && !cluster->progress ? cluster->idle + 1 : 0;
    if (can_run && cluster->idle < IDLE_MOST)
        return CTA_RUNNING;
    for (unsigned c = 0; c < cluster->count; c++) {
        if (cluster->ctas[c]->live_warps)
            fault_deadlock(cluster->ctas[c]);
    }
    return CTA_FAULT;
}

static bool is_open(const struct cluster *cluster)
{
    for (unsigned c = 0; c < cluster->count; c++) {
        const struct cta *cta = cluster->ctas[c];
        EACH_ACTIVE(cta->live_warps)
        {
            if (cta->warps[i].live & ~cta->warps[i].cluster_arrived)
                return false;
        }
    }
    return true;
}

void cluster_settle(struct cluster *cluster)
{
    if (!is_open(cluster))
        return;
    for (unsigned c = 0; c < cluster->count; c++) {
        struct cta *cta = cluster->ctas[c];
        EACH_ACTIVE(cta->live_warps)
        {
            struct warp *warp = &cta->warps[i];
            warp->cluster_arrived = 0;
            warp_wake(warp, WAIT_CLUSTER, 0, 0, 0);
            if (warp->event == EVENT_BLOCKED)
                warp_switch(warp, NULL);
        }
    }
}
