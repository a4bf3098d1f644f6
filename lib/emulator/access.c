// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/access.h"

#include "emulator/cluster.h"
#include "emulator/errors.h"
#include "emulator/fault.h"

#include <inttypes.h>

enum { TEXT_BYTES = 160 };

static const char *verb(bool is_store)
{
    return is_store ? "write" : "read";
}

bool access_find_span(struct warp *warp, uint64_t first, uint64_t last, uint32_t bytes)
{
    if (last > UINT64_MAX - bytes)
        return false;
    const struct allocation *found =
        memory_find(warp->cta->launch->memory, first, last - first + bytes);
    if (found)
        warp->cta->last = *found;
    return found != NULL;
}

bool access_global_lanes(struct warp *warp, const struct uop *uop, uint32_t mask, uint32_t bytes,
                         bool is_store, uint64_t address[LANES])
{
    const struct memory *memory = warp->cta->launch->memory;
    for (unsigned i = 0; i < LANES; i++) {
        if (!(mask >> i & 1))
            continue;
        if (address[i] % bytes) {
            fault_at(warp, uop, UINT32_C(1) << i, ERROR_MISALIGNED_ADDRESS,
                     "global %s of %" PRIu32 " bytes at 0x%" PRIx64
                     ": the address is not a multiple of %" PRIu32,
                     verb(is_store), bytes, address[i], bytes);
            return false;
        }
        const struct allocation *found = memory_find(memory, address[i], bytes);
        if (!found) {
            char where[TEXT_BYTES];
            memory_describe(memory, address[i], where, sizeof where);
            fault_at(warp, uop, UINT32_C(1) << i, ERROR_ILLEGAL_ADDRESS,
                     "global %s of %" PRIu32 " bytes at 0x%" PRIx64 ": %s", verb(is_store), bytes,
                     address[i], where);
            return false;
        }
        address[i] = (uint64_t)(uintptr_t)found->host + (address[i] - found->base);
    }
    return true;
}

bool access_shared_lanes(struct warp *warp, const struct uop *uop, uint32_t mask, uint32_t bytes,
                         bool is_store, uint32_t address[LANES])
{
    const struct launch *launch = warp->cta->launch;
    for (unsigned i = 0; i < LANES; i++) {
        if (!(mask >> i & 1))
            continue;
        if (address[i] >> CLUSTER_RANK_BIT == warp->cta->rank)
            address[i] &= CLUSTER_OFFSET_MASK;
        bool inside = address[i] >= launch->shared_base && address[i] <= launch->shared_end &&
                      bytes <= launch->shared_end - address[i];
        if (address[i] % bytes)
            fault_at(warp, uop, UINT32_C(1) << i, ERROR_MISALIGNED_ADDRESS,
                     "shared %s of %" PRIu32 " bytes at 0x%" PRIx32
                     ": the address is not a multiple of %" PRIu32,
                     verb(is_store), bytes, address[i], bytes);
        else if (!inside)
            fault_at(warp, uop, UINT32_C(1) << i, ERROR_ILLEGAL_ADDRESS,
                     "shared %s of %" PRIu32 " bytes at 0x%" PRIx32 ": the launch has %" PRIu32
                     " bytes, from 0x%" PRIx32 " to 0x%" PRIx32,
                     verb(is_store), bytes, address[i], launch->shared_end - launch->shared_base,
                     launch->shared_base, launch->shared_end);
        else
            continue;
        return false;
    }
    return true;
}
