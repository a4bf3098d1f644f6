// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Independent thread scheduling: lanes of a warp that went different ways are groups with a program
// counter each. The group with the lowest one runs, and groups that meet become one: code laid out
// in order meets again right behind its if and its loop, whether or not it says so with BSSY and
// BSYNC. So that lanes may also wait in a loop for what other lanes of their warp do, phases in
// which the group that waited longest runs follow phases of that kind.
#include "emulator/check_hazards.h"
#include "emulator/exec.h"
#include "emulator/fault.h"
#include "emulator/errors.h"

#include <inttypes.h>

static void found(void *context, const struct sass_lint_finding *finding)
{
    fault_finding(context, finding);
}

// The instructions from the segment's start up to `end` against what was on its way there.
static void check_run(struct warp *warp, const struct uop *end)
{
    struct hazards *hazards = warp->cta->hazards;
    if (!hazards)
        return;
    const struct kernel *kernel = warp->cta->launch->kernel;
    size_t first = (size_t)(warp->segment - kernel->uops), behind = (size_t)(end - kernel->uops);
    if (first < behind && behind <= kernel->source->words)
        warp->hazard = hazards_run(hazards, warp->hazard, first, behind - 1, found, warp);
}

void warp_meet(struct warp *warp, const struct uop *uop)
{
    check_run(warp, uop);
    warp->executed += (uint64_t)(uop - warp->segment);
    warp_switch(warp, uop);
}

bool warp_leave(struct warp *warp, const struct uop *uop, const struct uop *next)
{
    struct launch *launch = warp->cta->launch;
    check_run(warp, uop + 1);
    warp->executed += (uint64_t)(uop - warp->segment) + 1;
    warp->segment = next;
    if (warp->executed >= launch->max_instructions) {
        fault_at(warp, uop, warp->active, ERROR_LAUNCH_TIMEOUT,
                 "the warp has executed %" PRIu64
                 " instructions and is ended (SASSDNN_EMU_MAX_INSTRUCTIONS)",
                 warp->executed);
        return false;
    }
    if (atomic_load_explicit(&launch->stop, memory_order_relaxed)) {
        warp->event = EVENT_FAULT;
        return false;
    }
    return true;
}

static void start_phase(struct warp *warp, bool is_fair)
{
    warp->is_fair = is_fair;
    warp->phase = warp->executed + PHASE;
}

void warp_put_aside(struct warp *warp, struct group group)
{
    group.since = warp->switches++;
    group.hazard = warp->hazard;
    for (unsigned g = 0; g < warp->group_count; g++) {
        struct group *other = &warp->groups[g];
        if (other->pc == group.pc && other->wait == group.wait && other->index == group.index &&
            other->key == group.key && other->apart == group.apart) {
            other->mask |= group.mask;
            if (warp->cta->hazards)
                other->hazard = hazards_join(warp->cta->hazards, other->hazard, group.hazard);
            return;
        }
    }
    if (warp->group_count == 0)
        start_phase(warp, false);
    // A lane is in one group at a time, so there is room.
    warp->groups[warp->group_count++] = group;
}

static struct group *next_group(struct warp *warp)
{
    struct group *next = NULL;
    for (unsigned g = 0; g < warp->group_count; g++) {
        struct group *group = &warp->groups[g];
        if (group->wait == WAIT_NONE &&
            (!next || (warp->is_fair ? group->since < next->since : group->pc < next->pc)))
            next = group;
    }
    return next;
}

// Where the executing lanes stop for a group that can go on.
static void lower_limit(struct warp *warp, const struct group *group)
{
    if (!warp->is_fair && group->wait == WAIT_NONE && group->apart == warp->apart &&
        (!warp->limit || group->pc < warp->limit))
        warp->limit = group->pc;
}

void warp_wake(struct warp *warp, enum wait wait, unsigned index, uint32_t key, uint32_t apart)
{
    for (unsigned g = 0; g < warp->group_count;) {
        struct group group = warp->groups[g];
        if (group.wait != wait || group.index != index || group.key != key) {
            g++;
            continue;
        }
        warp->groups[g] = warp->groups[--warp->group_count];
        uint32_t hazard = warp->hazard; // of the lanes executing now, which are others
        warp->hazard = group.hazard;
        group = (struct group){.pc = group.pc, .mask = group.mask, .apart = apart};
        warp_put_aside(warp, group);
        warp->hazard = hazard;
        lower_limit(warp, &group);
        g = 0; // the order has changed
    }
}

uint32_t warp_participants(const struct warp *warp, unsigned index, uint32_t key, bool surely)
{
    uint32_t participants = 0;
    EACH_ACTIVE(key & warp->live)
    {
        // A lane whose B holds something else has left, or is in a function that has saved its B
        // and will give it back.
        if (warp->converge[index][i] == key || (!surely && warp->saved[index][i]))
            participants |= UINT32_C(1) << i;
    }
    return participants;
}

static uint32_t waiting_with(const struct warp *warp, const struct group *like)
{
    uint32_t mask = 0;
    for (unsigned g = 0; g < warp->group_count; g++) {
        const struct group *group = &warp->groups[g];
        if (group->wait == like->wait && group->index == like->index && group->key == like->key)
            mask |= group->mask;
    }
    return mask;
}

static void release(struct warp *warp, struct group group, uint32_t mask)
{
    if (group.wait == WAIT_SYNC) {
        EACH_ACTIVE(mask)
        warp->converge[group.index][i] = 0;
    }
    warp_wake(warp, (enum wait)group.wait, group.index, group.key,
              group.wait == WAIT_WARP && group.index ? group.key : 0);
}

// Let those of the lanes waiting in the warp go on that need not wait for others than `excused`.
static bool release_but(struct warp *warp, uint32_t excused, bool surely)
{
    bool any = false;
    for (unsigned g = 0; g < warp->group_count; g++) {
        const struct group group = warp->groups[g];
        uint32_t need = 0;
        if (group.wait == WAIT_SYNC)
            need = warp_participants(warp, group.index, group.key, surely) & ~excused;
        else if (group.wait == WAIT_WARP)
            need = group.key & warp->live;
        else
            continue;
        uint32_t here = waiting_with(warp, &group);
        if (need & ~here)
            continue;
        release(warp, group, here);
        any = true;
        g = UINT32_MAX; // the order has changed: begin again
    }
    return any;
}

void warp_converge(struct warp *warp)
{
    release_but(warp, 0, false);
}

const struct uop *warp_switch(struct warp *warp, const struct uop *pc)
{
    if (warp->active)
        warp_put_aside(warp, (struct group){.pc = pc, .mask = warp->active, .apart = warp->apart});
    warp->active = 0;
    warp->apart = 0;
    if (warp->group_count && warp->executed >= warp->phase) {
        start_phase(warp, !warp->is_fair);
        // A convergence barrier is no promise: lanes that yield may wait for those that wait there.
        release_but(warp, warp->yielded, false);
    }
    struct group *next = next_group(warp);
    if (!next && release_but(warp, 0, true))
        next = next_group(warp);
    warp->event = next ? EVENT_RESUME : EVENT_BLOCKED;
    if (!next)
        return NULL;
    warp->active = next->mask;
    warp->apart = next->apart;
    warp->hazard = next->hazard;
    warp->pc = warp->segment = next->pc;
    *next = warp->groups[--warp->group_count];
    warp->limit = NULL;
    for (unsigned g = 0; g < warp->group_count; g++)
        lower_limit(warp, &warp->groups[g]);
    bool takes_turns = warp->group_count && warp->phase < warp->turn;
    warp->slice = takes_turns ? warp->phase : warp->turn;
    return NULL;
}
