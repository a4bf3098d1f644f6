// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Atomic operations and reductions. The lanes of a warp take their turns from the lowest to the
// highest.
#include "emulator/access_lane.h"
#include "emulator/atomic_ops.h"
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"

#include <string.h>

// v: enum atomic_op, enum atomic_type, number of values of that type, enum space or any
// (SPACE_LOCAL + 1: a generic address), whether the result tells if it was done (CAST), shift of
// the register of a shared address. b: operand. c: what CAS stores. p: whether it was done.

static uint64_t address_of(const struct warp *warp, const struct uop *uop, unsigned lane)
{
    const struct uop_info *info = uop->info;
    uint32_t base = row_u32(warp, uop->a)[lane], u = row_u32(warp, info->u)[0];
    if (info->v[3] == SPACE_SHARED)
        return (uint32_t)((base << info->v[5]) + u + (uint32_t)info->offset);
    return lane_address(warp, uop, lane);
}

// What the hardware does not do through a generic address in shared memory: it says so in a
// predicate, and the compiled code does it in another way.
static bool needs_global(enum atomic_type type)
{
    return type != ATOMIC_U32 && type != ATOMIC_S32;
}

enum outcome { DONE, NOT_DONE, FAULTED };

static enum outcome find(const struct lane_access *access, uint64_t address, char **at)
{
    const struct uop_info *info = access->uop->info;
    uint64_t offset = address;
    enum space space = (enum space)info->v[3];
    bool is_generic = info->v[3] > SPACE_LOCAL;
    if (is_generic)
        space = generic_space(address, &offset);
    if (is_generic && space != SPACE_GLOBAL && !info->v[4] && info->p != PRED_SCRATCH &&
        needs_global((enum atomic_type)info->v[1]))
        return NOT_DONE;
    if (is_generic && space == SPACE_LOCAL) {
        fault_at(access->warp, access->uop, UINT32_C(1) << access->lane, ERROR_ILLEGAL_ADDRESS,
                 "atomic operation on local memory");
        return FAULTED;
    }
    if (space == SPACE_GLOBAL)
        *at = access_global(access, address);
    else
        *at = is_generic ? access_cluster(access, (uint32_t)offset)
                         : access_shared(access, (uint32_t)offset);
    return *at ? DONE : FAULTED;
}

static struct lane_access access_of(struct warp *warp, const struct uop *uop)
{
    uint32_t bytes = atomic_bytes((enum atomic_type)uop->info->v[1]) * uop->info->v[2];
    return (struct lane_access){
        .warp = warp, .uop = uop, .bytes = bytes, .alignment = bytes, .is_store = true};
}

static void gather(const struct warp *warp, uint32_t row, unsigned lane, unsigned words,
                   uint32_t *values)
{
    for (unsigned k = 0; k < words; k++)
        values[k] = row_u32(warp, row)[k * LANES + lane];
}

static void scatter(const struct warp *warp, uint32_t row, unsigned lane, unsigned words,
                    const uint32_t *values)
{
    for (unsigned k = 0; k < words; k++)
        warp_row(warp, row)[k * LANES + lane] = values[k];
}

static const struct uop *atom_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum atomic_type type = (enum atomic_type)info->v[1];
    struct lane_access access = access_of(warp, uop);
    unsigned words = access.bytes / 4, each = atomic_bytes(type) / 4;
    uint32_t done = 0;
    EACH_ACTIVE(mask)
    {
        uint32_t operand[4], old[4];
        char *at;
        access.lane = i;
        enum outcome outcome = find(&access, address_of(warp, uop, i), &at);
        if (outcome == FAULTED)
            return NULL;
        if (outcome == NOT_DONE)
            continue;
        gather(warp, uop->b, i, words, operand);
        // A vector is atomic value by value.
        for (unsigned k = 0; k < words; k += each)
            atomic_apply(at + k * sizeof(uint32_t), (enum atomic_op)info->v[0], type, operand + k,
                         old + k);
        scatter(warp, uop->d, i, words, old);
        done |= UINT32_C(1) << i;
    }
    write_pred(warp, info->p, mask, done);
    return uop + 1;
}

static const struct uop *cas_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    enum atomic_type type = (enum atomic_type)info->v[1];
    struct lane_access access = access_of(warp, uop);
    unsigned words = access.bytes / 4;
    uint32_t done = 0;
    EACH_ACTIVE(mask)
    {
        uint32_t expected[4] = {0}, fresh[4] = {0}, old[4] = {0};
        char *at;
        access.lane = i;
        enum outcome outcome = find(&access, address_of(warp, uop, i), &at);
        if (outcome == FAULTED)
            return NULL;
        if (outcome == NOT_DONE)
            continue;
        gather(warp, uop->b, i, words, expected);
        gather(warp, uop->c, i, words, fresh);
        atomic_compare(at, type, expected, fresh, old);
        if (info->v[4]) {
            uint32_t is_stored[4] = {memcmp(old, expected, access.bytes) == 0};
            scatter(warp, uop->d, i, words, is_stored);
        } else {
            scatter(warp, uop->d, i, words, old);
        }
        done |= UINT32_C(1) << i;
    }
    write_pred(warp, info->p, mask, done);
    return uop + 1;
}

const struct exec_pair exec_atomic_table[EXEC_COUNT] = {
    EXEC_SINGLE(atom),
    EXEC_SINGLE(cas),
};
