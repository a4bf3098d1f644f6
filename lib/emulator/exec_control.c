// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Control flow, special registers, and instructions that cannot be executed. Lanes of a warp that
// went different ways are groups with a program counter each; the group with the lowest one runs,
// and groups that meet become one. Code that the compiler or a person lays out in order meets
// again right behind its if and its loop.
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"

#include <inttypes.h>

bool warp_leave(struct warp *warp, const struct uop *uop, const struct uop *next)
{
    struct launch *launch = warp->cta->launch;
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

static void put_aside(struct warp *warp, const struct uop *pc, uint32_t mask, int barrier,
                      uint32_t threads)
{
    for (unsigned g = 0; g < warp->group_count; g++) {
        struct group *group = &warp->groups[g];
        if (group->pc == pc && group->barrier == barrier && group->threads == threads) {
            group->mask |= mask;
            return;
        }
    }
    // A lane is in one group at a time, so there is room.
    warp->groups[warp->group_count++] = (struct group){pc, mask, barrier, threads};
}

const struct uop *warp_switch(struct warp *warp, const struct uop *pc)
{
    if (warp->active)
        put_aside(warp, pc, warp->active, -1, 0);
    warp->active = 0;
    struct group *next = NULL;
    for (unsigned g = 0; g < warp->group_count; g++) {
        struct group *group = &warp->groups[g];
        if (group->barrier < 0 && (!next || group->pc < next->pc))
            next = group;
    }
    warp->event = next ? EVENT_RESUME : EVENT_BLOCKED;
    if (!next)
        return NULL;
    warp->active = next->mask;
    warp->pc = warp->segment = next->pc;
    *next = warp->groups[--warp->group_count];
    warp->limit = NULL;
    for (unsigned g = 0; g < warp->group_count; g++) {
        const struct group *group = &warp->groups[g];
        if (group->barrier < 0 && (!warp->limit || group->pc < warp->limit))
            warp->limit = group->pc;
    }
    return NULL;
}

void warp_release(struct warp *warp, unsigned barrier)
{
    for (unsigned g = 0; g < warp->group_count;) {
        struct group group = warp->groups[g];
        if (group.barrier != (int)barrier) {
            g++;
            continue;
        }
        warp->groups[g] = warp->groups[--warp->group_count];
        put_aside(warp, group.pc, group.mask, -1, 0);
        g = 0; // the order has changed
    }
}

const struct uop *exec_guarded(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    mask &= warp->pred[info->guard] ^ info->guard_flip;
    if (mask == 0)
        return uop + 1;
    return mask == UINT32_MAX ? info->plain(warp, uop, mask) : info->masked(warp, uop, mask);
}

static const struct uop *nop(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)warp, (void)mask;
    return uop + 1;
}

static const struct uop *bra(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop *target = uop->info->target;
    if (mask == warp->active) {
        if (!warp_leave(warp, uop, target))
            return NULL;
        if (warp->executed < warp->slice)
            return target;
        warp->pc = target;
        warp->event = EVENT_RESUME;
        return NULL;
    }
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    warp->active &= ~mask;
    put_aside(warp, target, mask, -1, 0);
    return warp_switch(warp, uop + 1);
}

static const struct uop *exit_(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    warp->live &= ~mask;
    warp->active &= ~mask;
    return warp_switch(warp, uop + 1);
}

static const struct uop *bar(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    if (info->threads % LANES || info->threads > warp->cta->launch->warps * LANES)
        return fault_at(warp, uop, mask, ERROR_LAUNCH_FAILED,
                        "a barrier for %" PRIu32
                        " threads: expected a multiple of 32, at most the CTA's %u",
                        info->threads, warp->cta->launch->warps * LANES);
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    warp->active &= ~mask;
    put_aside(warp, uop + 1, mask, (int)info->barrier, info->threads);
    return warp_switch(warp, uop + 1);
}

enum { SR_LANEID = 0x00, SR_TID_X = 0x21, SR_TID_Y = 0x22, SR_TID_Z = 0x23 };
enum { SR_CTAID_X = 0x25, SR_CTAID_Z = 0x27, SR_ZERO = 0xff };

static bool special_register(const struct warp *warp, uint32_t id, uint32_t value[LANES])
{
    const struct launch *launch = warp->cta->launch;
    for (unsigned i = 0; i < LANES; i++) {
        unsigned thread = warp->index * LANES + i;
        switch (id) {
        case SR_LANEID:
            value[i] = i;
            break;
        case SR_TID_X:
            value[i] = thread % launch->block[0];
            break;
        case SR_TID_Y:
            value[i] = thread / launch->block[0] % launch->block[1];
            break;
        case SR_TID_Z:
            value[i] = thread / launch->block[0] / launch->block[1];
            break;
        case SR_ZERO:
            value[i] = 0;
            break;
        default:
            if (id < SR_CTAID_X || id > SR_CTAID_Z)
                return false;
            value[i] = warp->cta->id[id - SR_CTAID_X];
            break;
        }
    }
    return true;
}

// S2R, and CS2R, whose result is a pair with a high word of zero.
static const struct uop *s2r(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t value[LANES];
    if (!special_register(warp, uop->info->sreg, value))
        return fault_at(warp, uop, mask, ERROR_ILLEGAL_INSTRUCTION,
                        "special register 0x%02" PRIx32 " is not known", uop->info->sreg);
    uint32_t *d = warp_row(warp, uop->d);
    for (int i = 0; i < LANES; i++) {
        if (!(mask >> i & 1))
            continue;
        d[i] = value[i];
        if (uop->info->hi)
            d[LANES + i] = 0;
    }
    return uop + 1;
}

// S2UR: what the first active lane reads.
static const struct uop *s2ur(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t value[LANES];
    if (!special_register(warp, uop->info->sreg, value))
        return fault_at(warp, uop, mask, ERROR_ILLEGAL_INSTRUCTION,
                        "special register 0x%02" PRIx32 " is not known", uop->info->sreg);
    uint32_t *d = warp_row(warp, uop->d);
    for (int i = 0; i < LANES; i++)
        d[i] = value[__builtin_ctz(mask)];
    return uop + 1;
}

static const struct uop *illegal(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return fault_at(warp, uop, mask, ERROR_ILLEGAL_INSTRUCTION, "%s", uop->info->reason);
}

static const struct uop *end(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return fault_at(warp, uop, mask, ERROR_INVALID_PC, "%s", uop->info->reason);
}

#define CONTROL_ENTRY(name, function) [EXEC_##name] = {function, function}

const struct exec_pair exec_control_table[EXEC_COUNT] = {
    CONTROL_ENTRY(nop, nop),         CONTROL_ENTRY(exit, exit_), CONTROL_ENTRY(bra, bra),
    CONTROL_ENTRY(bar, bar),         CONTROL_ENTRY(s2r, s2r),    CONTROL_ENTRY(s2ur, s2ur),
    CONTROL_ENTRY(illegal, illegal), CONTROL_ENTRY(end, end),
};
