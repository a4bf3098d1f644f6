// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Loads and stores through generic addresses, of local memory, and strong ones, which threads in
// other CTAs, on other threads of the host, may do at the same time.
#include "emulator/access_lane.h"
#include "emulator/atomic_ops.h"
#include "emulator/cluster.h"
#include "emulator/exec.h"
#include "emulator/size.h"

typedef char *access_fn(const struct lane_access *access, uint64_t address);

static char *local(const struct lane_access *access, uint64_t address)
{
    return access_local(access, (uint32_t)address);
}

// v: size, whether the access is strong.
static inline const struct uop *load(struct warp *warp, const struct uop *uop, uint32_t mask,
                                     access_fn *find)
{
    unsigned size = uop->info->v[0];
    struct lane_access access = {.warp = warp,
                                 .uop = uop,
                                 .bytes = sass_size_bytes[size],
                                 .alignment = sass_size_bytes[size]};
    uint32_t *d = warp_row(warp, uop->d);
    EACH_ACTIVE(mask)
    {
        access.lane = i;
        const char *from = find(&access, lane_address(warp, uop, i));
        if (!from)
            return NULL;
        if (uop->info->v[1]) {
            uint32_t words[4] = {0};
            atomic_get(from, access.bytes, words);
            lane_extend(d, i, size, words);
        } else {
            lane_load(d, i, size, from);
        }
    }
    return uop + 1;
}

// The same; the data is at d.
static inline const struct uop *store(struct warp *warp, const struct uop *uop, uint32_t mask,
                                      access_fn *find)
{
    unsigned size = uop->info->v[0];
    struct lane_access access = {.warp = warp,
                                 .uop = uop,
                                 .bytes = sass_size_bytes[size],
                                 .alignment = sass_size_bytes[size],
                                 .is_store = true};
    const uint32_t *d = row_u32(warp, uop->d);
    EACH_ACTIVE(mask)
    {
        access.lane = i;
        char *to = find(&access, lane_address(warp, uop, i));
        if (!to)
            return NULL;
        if (uop->info->v[1]) {
            uint32_t words[4] = {0};
            lane_words(d, i, size, words);
            atomic_put(to, access.bytes, words);
        } else {
            lane_store(d, i, size, to);
        }
    }
    return uop + 1;
}

static const struct uop *ld_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return load(warp, uop, mask, access_generic);
}

static const struct uop *st_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return store(warp, uop, mask, access_generic);
}

static const struct uop *ldg_strong_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return load(warp, uop, mask, access_global);
}

static const struct uop *stg_strong_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return store(warp, uop, mask, access_global);
}

static const struct uop *ldl_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return load(warp, uop, mask, local);
}

static const struct uop *stl_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return store(warp, uop, mask, local);
}

// QSPC: whether a generic address lies in a space. v: enum space, or SPACE_LOCAL + 1 for the shared
// memory of any CTA of the cluster.
static const struct uop *qspc_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t inside = 0;
    EACH_ACTIVE(mask)
    {
        uint64_t offset;
        unsigned space = generic_space(lane_address(warp, uop, i), &offset);
        uint32_t rank = (uint32_t)(offset >> CLUSTER_RANK_BIT);
        bool holds = space == uop->info->v[0];
        if (space == SPACE_SHARED)
            holds = uop->info->v[0] > SPACE_LOCAL ? rank < warp->cta->cluster->count
                                                  : holds && rank == warp->cta->rank;
        inside |= holds ? UINT32_C(1) << i : 0;
    }
    write_pred(warp, uop->info->p, mask, inside);
    return uop + 1;
}

const struct exec_pair exec_generic_table[EXEC_COUNT] = {
    EXEC_SINGLE(ld),   EXEC_SINGLE(st),         EXEC_SINGLE(ldl),        EXEC_SINGLE(stl),
    EXEC_SINGLE(qspc), EXEC_SINGLE(ldg_strong), EXEC_SINGLE(stg_strong),
};
