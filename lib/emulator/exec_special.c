// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Special registers: S2R, CS2R, S2UR. Clocks count the instructions of the warp; nothing else
// depends on time here.
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"
#include "emulator/window.h"

#include <inttypes.h>

enum {
    SR_LANEID = 0x00,
    SR_CLOCK = 0x01,
    SR_VIRTCFG = 0x02,
    SR_VIRTID = 0x03,
    SR_TID = 0x20,
    SR_TID_X = 0x21,
    SR_TID_Y = 0x22,
    SR_TID_Z = 0x23,
    SR_CTAID_X = 0x25,
    SR_CTAID_Z = 0x27,
    SR_NTID = 0x28,
    SR_LWINHI = 0x2e,
    SR_SWINHI = 0x2f,
    SR_SWINLO = 0x30,
    SR_SMEMSZ = 0x32,
    SR_LWINLO = 0x34,
    SR_LMEMHIOFF = 0x37,
    SR_EQMASK = 0x38,
    SR_LTMASK = 0x39,
    SR_LEMASK = 0x3a,
    SR_GTMASK = 0x3b,
    SR_GEMASK = 0x3c,
    SR_GLOBALERRORSTATUS = 0x40,
    SR_WARPERRORSTATUS = 0x42,
    SR_VIRTUALSMID = 0x43,
    SR_CLOCKLO = 0x50,
    SR_CLOCKHI = 0x51,
    SR_GLOBALTIMERLO = 0x52,
    SR_GLOBALTIMERHI = 0x53,
    SR_PM_FIRST = 0x64,
    SR_PM_LAST = 0x83,
    SR_WARPGROUPID = 0x87,
    SR_CGA_CTA_ID = 0x88,
    SR_ZERO = 0xff,
};

enum { TID_Y_SHIFT = 16, TID_Z_SHIFT = 26, WARP_SHIFT = 8, WARPGROUP_WARPS = 4 };

// Three dimensions in one word.
static uint32_t packed(const uint32_t x[3])
{
    return x[0] | x[1] << TID_Y_SHIFT | x[2] << TID_Z_SHIFT;
}

// Those that differ between the lanes.
static bool of_lane(const struct warp *warp, uint32_t id, unsigned lane, uint32_t *value)
{
    const struct launch *launch = warp->cta->launch;
    const unsigned *block = launch->block;
    unsigned thread = warp->index * LANES + lane;
    uint32_t own = UINT32_C(1) << lane;
    const uint32_t tid[] = {thread % block[0], thread / block[0] % block[1],
                            thread / block[0] / block[1]};
    switch (id) {
    case SR_LANEID:
        *value = lane;
        return true;
    case SR_TID:
        *value = packed(tid);
        return true;
    case SR_TID_X:
    case SR_TID_Y:
    case SR_TID_Z:
        *value = tid[id - SR_TID_X];
        return true;
    case SR_EQMASK:
        *value = own;
        return true;
    case SR_LTMASK:
        *value = own - 1;
        return true;
    case SR_LEMASK:
        *value = own | (own - 1);
        return true;
    case SR_GTMASK:
        *value = ~(own | (own - 1));
        return true;
    case SR_GEMASK:
        *value = ~(own - 1);
        return true;
    default:
        return false;
    }
}

// Those that are the same in all lanes.
static bool of_warp(const struct warp *warp, const struct uop *uop, uint32_t id, uint32_t *value)
{
    const struct cta *cta = warp->cta;
    const struct launch *launch = cta->launch;
    uint64_t clock = warp->executed + (uint64_t)(uop - warp->segment);
    switch (id) {
    case SR_VIRTCFG:
        *value = launch->warps_per_sm << WARP_SHIFT;
        return true;
    case SR_VIRTID:
        *value = warp->index << WARP_SHIFT;
        return true;
    case SR_NTID:
        *value = packed(launch->block);
        return true;
    case SR_SMEMSZ:
        *value = launch->shared_end;
        return true;
    case SR_VIRTUALSMID:
        *value = (uint32_t)(cta->index % launch->sm_count);
        return true;
    case SR_CLOCK:
    case SR_CLOCKLO:
    case SR_GLOBALTIMERLO:
        *value = (uint32_t)clock;
        return true;
    case SR_CLOCKHI:
    case SR_GLOBALTIMERHI:
        *value = (uint32_t)(clock >> 32);
        return true;
    case SR_CGA_CTA_ID:
        *value = cta->rank;
        return true;
    case SR_WARPGROUPID:
        *value = warp->index / WARPGROUP_WARPS;
        return true;
    case SR_SWINHI:
        *value = (uint32_t)(SHARED_WINDOW >> 32);
        return true;
    case SR_LWINHI:
        *value = (uint32_t)(LOCAL_WINDOW >> 32);
        return true;
    case SR_LMEMHIOFF: // where the stack must not go below
        *value = LOCAL_END - launch->local_bytes;
        return true;
    case SR_SWINLO:
    case SR_LWINLO:
    case SR_ZERO:
        *value = 0;
        return true;
    default:
        *value = 0;
        if (id >= SR_CTAID_X && id <= SR_CTAID_Z)
            *value = cta->id[id - SR_CTAID_X];
        return (id >= SR_CTAID_X && id <= SR_CTAID_Z) ||
               (id >= SR_GLOBALERRORSTATUS && id <= SR_WARPERRORSTATUS) ||
               (id >= SR_PM_FIRST && id <= SR_PM_LAST); // no error, no counters
    }
}

// The register that holds the upper half of this one, SR_ZERO where there is none.
static uint32_t upper_half(uint32_t id)
{
    bool is_lower = id == SR_CLOCKLO || id == SR_GLOBALTIMERLO ||
                    (id >= SR_PM_FIRST && id <= SR_PM_LAST && id % 2 == 0);
    return is_lower ? id + 1 : (uint32_t)SR_ZERO;
}

static bool read_special(const struct warp *warp, const struct uop *uop, uint32_t id, uint32_t mask,
                         uint32_t value[LANES])
{
    uint32_t common;
    if (of_warp(warp, uop, id, &common)) {
        EACH_ACTIVE(mask)
        value[i] = common;
        return true;
    }
    EACH_ACTIVE(mask)
    {
        if (!of_lane(warp, id, i, &value[i]))
            return false;
    }
    return true;
}

static const struct uop *unknown(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const char *name = sass_sreg_name(uop->info->sreg);
    return fault_at(warp, uop, mask, ERROR_ILLEGAL_INSTRUCTION,
                    "the special register 0x%02" PRIx32 " (%s) has no executor", uop->info->sreg,
                    name ? name : "unknown");
}

// S2R, and CS2R, whose result may be a pair.
static const struct uop *s2r_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t *d = warp_row(warp, uop->d);
    if (!read_special(warp, uop, uop->info->sreg, mask, d))
        return unknown(warp, uop, mask);
    if (uop->info->hi)
        read_special(warp, uop, upper_half(uop->info->sreg), mask, d + LANES);
    return uop + 1;
}

// S2UR: what the first active lane reads.
static const struct uop *s2ur_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t value[LANES];
    if (!read_special(warp, uop, uop->info->sreg, mask, value))
        return unknown(warp, uop, mask);
    uint32_t *d = warp_row(warp, uop->d);
    for (int i = 0; i < LANES; i++)
        d[i] = value[__builtin_ctz(mask)];
    return uop + 1;
}

const struct exec_pair exec_special_table[EXEC_COUNT] = {
    EXEC_SINGLE(s2r),
    EXEC_SINGLE(s2ur),
};
