// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Copies from global to shared memory that a kernel does not wait for. They are complete when they
// are issued, so that waiting for them is nothing to do.
#include "emulator/access_lane.h"
#include "emulator/exec.h"

#include <string.h>

// v: bytes, row of the shared address, its offset, whether zeros fill the end (ZFILL), row of the
// shared address's uniform register. s: false: all zeros.
static const struct uop *ldgsts_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t bytes = info->v[0];
    uint32_t copied = read_pred(warp, info->s, info->s_flip);
    const uint32_t *shared = row_u32(warp, info->v[1]), *u = row_u32(warp, info->v[4]);
    EACH_ACTIVE(mask)
    {
        struct lane_access access = {.warp = warp, .uop = uop, .lane = i};
        uint64_t from = lane_address(warp, uop, i);
        char value[16] = {0};
        if (copied >> i & 1) {
            // The low bits of the address say how many bytes at the end are zeros.
            uint32_t zeros = info->v[3] ? (uint32_t)from & (bytes - 1) : 0;
            access.bytes = bytes - zeros;
            access.alignment = info->v[3] ? 1 : bytes;
            const char *source = access_global(&access, from - zeros);
            if (!source)
                return NULL;
            memcpy(value, source, access.bytes);
        }
        access.bytes = access.alignment = bytes;
        access.is_store = true;
        char *to = access_shared(&access, shared[i] + u[0] + info->v[2]);
        if (!to)
            return NULL;
        memcpy(to, value, bytes);
    }
    return uop + 1;
}

// MEMBAR: the other CTAs may run on other threads of the host.
static const struct uop *fence_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    (void)warp, (void)mask;
    atomic_thread_fence(memory_order_seq_cst);
    return uop + 1;
}

const struct exec_pair exec_async_table[EXEC_COUNT] = {
    EXEC_SINGLE(ldgsts),
    EXEC_SINGLE(fence),
};
