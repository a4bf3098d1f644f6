// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Jumps to addresses of code: indirect branches, calls, returns, and the instructions that make the
// addresses. Calls keep no stack: the return address is in registers.
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"

#include <inttypes.h>

// Send the lanes of `mask`, part of the executing ones, to their addresses.
static const struct uop *jump(struct warp *warp, const struct uop *uop, uint32_t mask,
                              const uint64_t address[LANES])
{
    const struct kernel *kernel = warp->cta->launch->kernel;
    uint64_t first = address[__builtin_ctz(mask)];
    if (!warp_leave(warp, uop, uop + 1))
        return NULL;
    uint32_t rest = mask;
    while (rest) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest), same = 0;
        const struct uop *target = kernel_code_at(kernel, address[lane]);
        if (!target)
            return fault_at(warp, uop, UINT32_C(1) << lane, ERROR_INVALID_PC,
                            "a jump to 0x%" PRIx64 ", which is no instruction of the kernel, whose "
                            "code starts at 0x%" PRIx64,
                            address[lane], kernel->code_base);
        for (uint32_t i = lane; i < LANES; i++)
            same |= rest >> i & 1 && address[i] == address[lane] ? UINT32_C(1) << i : 0;
        rest &= ~same;
        if (same == warp->active && address[lane] == first && warp->executed < warp->slice) {
            warp->segment = target;
            return target;
        }
        warp->active &= ~same;
        warp_put_aside(warp, (struct group){.pc = target, .mask = same, .apart = warp->apart});
    }
    return warp_switch(warp, uop + 1);
}

static void count_calls(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    EACH_ACTIVE(mask)
    warp->call_depth[i] += uop->info->add;
}

// The address is a base (of the kernel's code, 0, or the next instruction's), a number, and a pair
// of registers.
static const struct uop *jump_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint64_t address[LANES];
    const uint32_t *a = row_u32(warp, uop->a);
    mask &= read_pred(warp, info->s, info->s_flip);
    if (!mask)
        return uop + 1;
    uint64_t base = (uint64_t)info->offset;
    if (info->v[0])
        base += kernel_code_address(warp->cta->launch->kernel, uop + 1);
    for (unsigned i = 0; i < LANES; i++)
        address[i] = base + (a[i] | (uint64_t)a[LANES + i] << 32);
    count_calls(warp, uop, mask);
    return jump(warp, uop, mask, address);
}

static const struct uop *lepc_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint64_t address =
        kernel_code_address(warp->cta->launch->kernel, uop) + (uint64_t)uop->info->offset;
    uint32_t *d = warp_row(warp, uop->d);
    if (uop->info->v[0]) // a uniform register
        mask = UINT32_MAX;
    EACH_ACTIVE(mask)
    {
        d[i] = (uint32_t)address;
        d[LANES + i] = (uint32_t)(address >> 32);
    }
    return uop + 1;
}

static const struct uop *rpcmov_from_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    EACH_ACTIVE(mask)
    warp_row(warp, uop->d)[i] = warp->return_pc[uop->info->hi][i];
    return uop + 1;
}

static const struct uop *rpcmov_to_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    EACH_ACTIVE(mask)
    warp->return_pc[uop->info->hi][i] = row_u32(warp, uop->a)[i];
    return uop + 1;
}

const struct exec_pair exec_jump_table[EXEC_COUNT] = {
    EXEC_SINGLE(jump),
    EXEC_SINGLE(lepc),
    EXEC_SINGLE(rpcmov_from),
    EXEC_SINGLE(rpcmov_to),
};
