// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The barrier of a cluster, and stores to its shared memory that a barrier object tells the end of.
#include "emulator/access_lane.h"
#include "emulator/atomic_ops.h"
#include "emulator/barrier_object.h"
#include "emulator/cluster.h"
#include "emulator/exec.h"
#include "emulator/size.h"

static const struct uop *ucgabar_arv_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)mask; // the uniform datapath acts for all lanes that are executing
    warp->cluster_arrived |= warp->active;
    cluster_settle(warp->cta->cluster);
    return uop + 1;
}

// Lanes that have arrived wait for the phase that they arrived at.
static const struct uop *ucgabar_wait_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)mask;
    uint32_t wait = warp->active & warp->cluster_arrived;
    if (!wait)
        return uop + 1;
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    warp->active &= ~wait;
    warp_put_aside(warp, (struct group){.pc = uop + 1, .mask = wait, .wait = WAIT_CLUSTER});
    return warp_switch(warp, uop + 1);
}

// The pair of registers: where the data goes to, and its barrier object.
static bool find(struct lane_access *access, const struct uop *uop, char **to, char **object)
{
    const uint32_t *a = row_u32(access->warp, uop->a);
    uint32_t bytes = access->bytes;
    *to = access_cluster(access, a[access->lane] + (uint32_t)uop->info->offset);
    if (!*to)
        return false;
    access->bytes = access->alignment = sizeof(uint64_t);
    *object = access_cluster(access, a[LANES + access->lane]);
    access->bytes = access->alignment = bytes;
    return *object;
}

// v: size.
static const struct uop *stas_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    unsigned size = uop->info->v[0];
    struct lane_access access = {.warp = warp,
                                 .uop = uop,
                                 .bytes = sass_size_bytes[size],
                                 .alignment = sass_size_bytes[size],
                                 .is_store = true};
    EACH_ACTIVE(mask)
    {
        char *to, *object;
        access.lane = i;
        if (!find(&access, uop, &to, &object))
            return NULL;
        lane_store(row_u32(warp, uop->d), i, size, to);
        if (!barrier_object_complete(warp, uop, i, object, access.bytes))
            return NULL;
    }
    return uop + 1;
}

// v: enum atomic_op, enum atomic_type.
static const struct uop *redas_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum atomic_type type = (enum atomic_type)info->v[1];
    const uint32_t *d = row_u32(warp, uop->d);
    struct lane_access access = {.warp = warp,
                                 .uop = uop,
                                 .bytes = atomic_bytes(type),
                                 .alignment = atomic_bytes(type),
                                 .is_store = true};
    EACH_ACTIVE(mask)
    {
        char *to, *object;
        uint32_t old[4], operand[4] = {d[i], access.bytes > 4 ? d[LANES + i] : 0};
        access.lane = i;
        if (!find(&access, uop, &to, &object))
            return NULL;
        atomic_apply(to, (enum atomic_op)info->v[0], type, operand, old);
        if (!barrier_object_complete(warp, uop, i, object, access.bytes))
            return NULL;
    }
    return uop + 1;
}

// USETMAXREG.TRY_ALLOC
static const struct uop *granted_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)mask;
    write_pred(warp, uop->info->p, UINT32_MAX, UINT32_MAX);
    return uop + 1;
}

const struct exec_pair exec_cluster_table[EXEC_COUNT] = {
    EXEC_SINGLE(ucgabar_arv), EXEC_SINGLE(ucgabar_wait), EXEC_SINGLE(stas),
    EXEC_SINGLE(redas),       EXEC_SINGLE(granted),
};
