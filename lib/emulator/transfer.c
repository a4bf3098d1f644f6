// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/transfer.h"

#include "emulator/access_lane.h"
#include "emulator/barrier_object.h"
#include "emulator/exec.h"

#include <string.h>

unsigned transfer_lane(const struct warp *warp)
{
    return warp->active ? (unsigned)__builtin_ctz(warp->active) : 0;
}

uint32_t transfer_word(const struct warp *warp, uint32_t rows, unsigned k)
{
    return row_u32(warp, rows)[k * LANES];
}

uint64_t transfer_pair(const struct warp *warp, uint32_t rows)
{
    return transfer_word(warp, rows, 0) | (uint64_t)transfer_word(warp, rows, 1) << 32;
}

struct transfer_targets transfer_targets(const struct warp *warp, uint32_t rows, bool is_multicast,
                                         uint32_t ctas)
{
    struct transfer_targets targets = {.count = 0};
    uint32_t data = transfer_word(warp, rows, 0), object = transfer_word(warp, rows, 1);
    if (!is_multicast) {
        targets.count = 1;
        targets.data[0] = data;
        targets.object[0] = object;
        return targets;
    }
    EACH_ACTIVE(ctas & UINT16_MAX)
    {
        targets.data[targets.count] = (data & CLUSTER_OFFSET_MASK) | i << CLUSTER_RANK_BIT;
        targets.object[targets.count++] = (object & CLUSTER_OFFSET_MASK) | i << CLUSTER_RANK_BIT;
    }
    return targets;
}

bool transfer_complete(struct warp *warp, const struct uop *uop,
                       const struct transfer_targets *targets, uint64_t bytes)
{
    struct lane_access access = {.warp = warp,
                                 .uop = uop,
                                 .lane = transfer_lane(warp),
                                 .bytes = sizeof(uint64_t),
                                 .alignment = sizeof(uint64_t),
                                 .is_store = true};
    for (unsigned k = 0; k < targets->count; k++) {
        char *object = access_cluster(&access, targets->object[k]);
        if (!object || !barrier_object_complete(warp, uop, access.lane, object, bytes))
            return false;
    }
    return true;
}

// The other half of the pair stays as it is: by what changes no number, -0 in a sum and a NaN in an
// extreme.
static void reduce_half(char *to, enum atomic_op op, enum atomic_type type, const char *from)
{
    const uint32_t neutral = op == ATOMIC_ADD ? 0x8000 : 0x7fff;
    unsigned upper = (uintptr_t)to % sizeof(uint32_t) != 0;
    uint16_t half;
    uint32_t operand[4] = {0}, old[4];
    memcpy(&half, from, sizeof half);
    operand[0] = upper ? (uint32_t)half << 16 | neutral : half | neutral << 16;
    atomic_apply(to - upper * sizeof half, op, type, operand, old);
}

void transfer_reduce(char *to, enum atomic_op op, enum atomic_type type, const char *from,
                     unsigned bytes)
{
    uint32_t operand[4] = {0}, old[4];
    if (bytes == sizeof(uint16_t)) {
        reduce_half(to, op, type, from);
        return;
    }
    memcpy(operand, from, bytes);
    atomic_apply(to, op, type, operand, old);
}
