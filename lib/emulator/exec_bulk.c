// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Bulk copies and reductions, of a multiple of 16 bytes. They are complete when they are issued.
#include "emulator/access_lane.h"
#include "emulator/bulk.h"
#include "emulator/exec.h"
#include "emulator/transfer.h"

#include <string.h>

enum { UNIT = 16, SIZE_MASK = 0xffff, CTAS_SHIFT = 16 };

static struct lane_access bulk_access(struct warp *warp, const struct uop *uop, bool is_store)
{
    return (struct lane_access){.warp = warp,
                                .uop = uop,
                                .lane = transfer_lane(warp),
                                .bytes = (transfer_word(warp, uop->c, 0) & SIZE_MASK) * UNIT,
                                .alignment = UNIT,
                                .is_store = is_store};
}

static const char *find_source(struct warp *warp, const struct uop *uop)
{
    struct lane_access access = bulk_access(warp, uop, false);
    if (uop->info->v[0] == BULK_TO_SHARED)
        return access_global(&access, transfer_pair(warp, uop->b));
    return access_cluster(&access, transfer_word(warp, uop->b, 0));
}

// v: enum bulk_way, whether to several CTAs. a: destination, of a shared one two addresses; b:
// source; c: size, and in the upper half the CTAs.
static const struct uop *ublkcp_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct lane_access access = bulk_access(warp, uop, true);
    (void)mask;
    if (!access.bytes)
        return uop + 1;
    const char *from = find_source(warp, uop);
    if (!from)
        return NULL;
    if (uop->info->v[0] == BULK_TO_GLOBAL) {
        char *to = access_global(&access, transfer_pair(warp, uop->a));
        if (to)
            memcpy(to, from, access.bytes);
        return to ? uop + 1 : NULL;
    }
    uint32_t ctas = transfer_word(warp, uop->c, 0) >> CTAS_SHIFT;
    struct transfer_targets targets = transfer_targets(warp, uop->a, uop->info->v[1], ctas);
    for (unsigned k = 0; k < targets.count; k++) {
        char *to = access_cluster(&access, targets.data[k]);
        if (!to)
            return NULL;
        memmove(to, from, access.bytes);
    }
    return transfer_complete(warp, uop, &targets, access.bytes) ? uop + 1 : NULL;
}

// v: enum bulk_way, -, enum atomic_op, enum atomic_type.
static const struct uop *ublkred_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct lane_access access = bulk_access(warp, uop, true);
    const struct uop_info *info = uop->info;
    enum atomic_op op = (enum atomic_op)info->v[2];
    enum atomic_type type = (enum atomic_type)info->v[3];
    (void)mask;
    if (!access.bytes)
        return uop + 1;
    const char *from = find_source(warp, uop);
    if (!from)
        return NULL;
    bool to_global = info->v[0] == BULK_TO_GLOBAL;
    char *to = to_global ? access_global(&access, transfer_pair(warp, uop->a))
                         : access_cluster(&access, transfer_word(warp, uop->a, 0));
    if (!to)
        return NULL;
    for (uint32_t at = 0; at < access.bytes; at += atomic_bytes(type))
        transfer_reduce(to + at, op, type, from + at, atomic_bytes(type));
    struct transfer_targets targets = transfer_targets(warp, uop->a, false, 0);
    return to_global || transfer_complete(warp, uop, &targets, access.bytes) ? uop + 1 : NULL;
}

const struct exec_pair exec_bulk_table[EXEC_COUNT] = {
    EXEC_SINGLE(ublkcp),
    EXEC_SINGLE(ublkred),
};
