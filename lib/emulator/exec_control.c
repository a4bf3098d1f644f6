// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Branches, exits, and instructions that cannot be executed. What goes where is told by groups.c.
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"

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
        if (warp->group_count)
            return warp_switch(warp, target);
        warp->pc = target;
        warp->event = EVENT_RESUME;
        return NULL;
    }
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    warp->active &= ~mask;
    warp_put_aside(warp, (struct group){.pc = target, .mask = mask, .apart = warp->apart});
    return warp_switch(warp, uop + 1);
}

// With predicates besides the guard, one of them uniform.
static const struct uop *bra_pred(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    mask &= read_pred(warp, uop->info->s, uop->info->s_flip) &
            read_pred(warp, uop->info->q, uop->info->v[1]);
    return mask ? bra(warp, uop, mask) : uop + 1;
}

// The branches that all executing lanes take or none, by a condition of the warp. Their guard is in
// s and a part of the condition, as are t and q: a lane where they do not hold goes with the
// others.
static const struct uop *bra_warp(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t holds = mask & read_pred(warp, info->s, info->s_flip) &
                     read_pred(warp, info->t, info->t_flip) & read_pred(warp, info->q, info->v[1]);
    bool taken;
    if (info->v[0] == BRA_ALL) {
        taken = holds == mask;
    } else if (info->v[0] == BRA_ANY) {
        taken = holds != 0;
    } else {
        // The lanes that should be here are a mask; those that have exited are not missed.
        uint32_t expected = (row_u32(warp, uop->a)[0] ^ info->xor_a) & warp->live;
        bool converged = holds && (expected & ~holds) == 0;
        taken = converged == (info->v[0] == BRA_CONVERGED);
    }
    return taken ? bra(warp, uop, mask) : uop + 1;
}

static const struct uop *exit_(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    mask &= read_pred(warp, uop->info->s, uop->info->s_flip);
    if (!mask)
        return uop + 1;
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    warp->live &= ~mask;
    warp->active &= ~mask;
    barrier_exit(warp);
    warp_converge(warp);
    return warp_switch(warp, uop + 1);
}

static const struct uop *trap(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return fault_at(warp, uop, mask, ERROR_LAUNCH_FAILED, "the kernel has trapped");
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
    CONTROL_ENTRY(nop, nop),           CONTROL_ENTRY(exit, exit_),        CONTROL_ENTRY(bra, bra),
    CONTROL_ENTRY(bra_pred, bra_pred), CONTROL_ENTRY(bra_warp, bra_warp), CONTROL_ENTRY(trap, trap),
    CONTROL_ENTRY(illegal, illegal),   CONTROL_ENTRY(end, end),
};
