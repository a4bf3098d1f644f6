// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/access_lane.h"

#include "emulator/cluster.h"
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"
#include "emulator/window.h"

#include <inttypes.h>

enum { TEXT_BYTES = 160 };

static const char *verb(const struct lane_access *access)
{
    return access->is_store ? "write" : "read";
}

static bool is_aligned(const struct lane_access *access, const char *space, uint64_t address)
{
    if (address % access->alignment == 0)
        return true;
    fault_at(access->warp, access->uop, UINT32_C(1) << access->lane, ERROR_MISALIGNED_ADDRESS,
             "%s %s of %" PRIu32 " bytes at 0x%" PRIx64
             ": the address is not a multiple of %" PRIu32,
             space, verb(access), access->bytes, address, access->alignment);
    return false;
}

enum space generic_space(uint64_t address, uint64_t *offset)
{
    *offset = address - SHARED_WINDOW;
    if (*offset < SHARED_WINDOW_BYTES)
        return SPACE_SHARED;
    *offset = address - LOCAL_WINDOW;
    if (*offset < LOCAL_WINDOW_BYTES)
        return SPACE_LOCAL;
    *offset = address;
    return SPACE_GLOBAL;
}

char *access_global(const struct lane_access *access, uint64_t address)
{
    const struct memory *memory = access->warp->cta->launch->memory;
    if (!is_aligned(access, "global", address))
        return NULL;
    const struct allocation *last = &access->warp->cta->last;
    if (address >= last->base && last->size >= access->bytes &&
        address - last->base <= last->size - access->bytes)
        return last->host + (address - last->base);
    const struct allocation *found = memory_find(memory, address, access->bytes);
    if (!found) {
        char where[TEXT_BYTES];
        memory_describe(memory, address, where, sizeof where);
        fault_at(access->warp, access->uop, UINT32_C(1) << access->lane, ERROR_ILLEGAL_ADDRESS,
                 "global %s of %" PRIu32 " bytes at 0x%" PRIx64 ": %s", verb(access), access->bytes,
                 address, where);
        return NULL;
    }
    access->warp->cta->last = *found;
    return found->host + (address - found->base);
}

static char *shared_of(const struct lane_access *access, struct cta *cta, uint32_t address)
{
    const struct launch *launch = cta->launch;
    if (!is_aligned(access, "shared", address))
        return NULL;
    if (address >= launch->shared_base && address <= launch->shared_end &&
        access->bytes <= launch->shared_end - address)
        return cta->shared + address;
    fault_at(access->warp, access->uop, UINT32_C(1) << access->lane, ERROR_ILLEGAL_ADDRESS,
             "shared %s of %" PRIu32 " bytes at 0x%" PRIx32 ": the launch has %" PRIu32
             " bytes, from 0x%" PRIx32 " to 0x%" PRIx32,
             verb(access), access->bytes, address, launch->shared_end - launch->shared_base,
             launch->shared_base, launch->shared_end);
    return NULL;
}

char *access_shared(const struct lane_access *access, uint32_t address)
{
    struct cta *cta = access->warp->cta;
    if (address >> CLUSTER_RANK_BIT == cta->rank)
        address &= CLUSTER_OFFSET_MASK;
    return shared_of(access, cta, address);
}

char *access_cluster(const struct lane_access *access, uint32_t address)
{
    const struct cluster *cluster = access->warp->cta->cluster;
    uint32_t rank = address >> CLUSTER_RANK_BIT;
    const uint32_t mask = UINT32_C(1) << access->lane;
    if (rank >= cluster->count) {
        fault_at(access->warp, access->uop, mask, ERROR_ILLEGAL_ADDRESS,
                 "shared %s at 0x%" PRIx32 ", of CTA %" PRIu32 " of a cluster that has %u",
                 verb(access), address, rank, cluster->count);
        return NULL;
    }
    if (!cluster->ctas[rank]->live_warps) {
        fault_at(access->warp, access->uop, mask, ERROR_ILLEGAL_ADDRESS,
                 "shared %s at 0x%" PRIx32 ", of CTA %" PRIu32
                 " of the cluster, which has exited: expected it to wait",
                 verb(access), address, rank);
        return NULL;
    }
    return shared_of(access, cluster->ctas[rank], address & CLUSTER_OFFSET_MASK);
}

char *access_local(const struct lane_access *access, uint32_t address)
{
    const struct launch *launch = access->warp->cta->launch;
    uint32_t first = LOCAL_END - launch->local_bytes;
    if (!is_aligned(access, "local", address))
        return NULL;
    if (address >= first && address <= LOCAL_END && access->bytes <= LOCAL_END - address) {
        size_t thread = (size_t)access->warp->index * LANES + access->lane;
        return access->warp->cta->local + thread * launch->local_bytes + (address - first);
    }
    fault_at(access->warp, access->uop, UINT32_C(1) << access->lane, ERROR_ILLEGAL_ADDRESS,
             "local %s of %" PRIu32 " bytes at 0x%" PRIx32 ": the thread has %" PRIu32
             " bytes, from 0x%" PRIx32 " to 0x%x",
             verb(access), access->bytes, address, launch->local_bytes, first, LOCAL_END);
    return NULL;
}

char *access_generic(const struct lane_access *access, uint64_t address)
{
    uint64_t offset;
    switch (generic_space(address, &offset)) {
    case SPACE_SHARED:
        return access_cluster(access, (uint32_t)offset);
    case SPACE_LOCAL:
        return access_local(access, (uint32_t)offset);
    default:
        return access_global(access, address);
    }
}

uint64_t lane_address(const struct warp *warp, const struct uop *uop, unsigned lane)
{
    const struct uop_info *info = uop->info;
    const uint32_t *a = row_u32(warp, uop->a), *u = row_u32(warp, info->u);
    uint64_t address = a[lane];
    if (info->address64)
        address |= (uint64_t)a[LANES + lane] << 32;
    return address + (uint64_t)info->offset + (u[0] | (uint64_t)u[LANES] << 32);
}
