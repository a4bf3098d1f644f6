// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Bytes and bits: permutations, masks, counts.
#include "emulator/exec_lanes.h"

enum prmt_mode { PRMT_ANY, PRMT_F4E, PRMT_B4E, PRMT_RC8, PRMT_ECL, PRMT_ECR, PRMT_RC16 };

// Which of the eight bytes of C:A goes to byte k.
static unsigned prmt_index(unsigned mode, uint32_t selector, unsigned k)
{
    unsigned n = selector & 3;
    switch (mode) {
    case PRMT_F4E:
        return n + k;
    case PRMT_B4E:
        return (n - k) & 7;
    case PRMT_RC8:
        return n;
    case PRMT_ECL:
        return n > k ? n : k;
    case PRMT_ECR:
        return n < k ? n : k;
    case PRMT_RC16:
        return (n & 1) * 2 + (k & 1);
    default:
        return selector >> (4 * k) & 7;
    }
}

static uint32_t prmt_lane(unsigned mode, uint32_t a, uint32_t selector, uint32_t c)
{
    uint64_t source = a | (uint64_t)c << 32;
    uint32_t result = 0;
    for (unsigned k = 0; k < 4; k++) {
        uint32_t byte = source >> (8 * prmt_index(mode, selector, k)) & 0xff;
        // The fourth bit of a selector spreads the byte's sign.
        if (mode == PRMT_ANY && selector >> (4 * k + 3) & 1)
            byte = byte >> 7 ? 0xff : 0;
        result |= byte << (8 * k);
    }
    return result;
}

LANE_EXECUTOR(prmt, , prmt_lane(info->v[0], a[i], b[i], c[i]))

static uint32_t low_mask(uint32_t width)
{
    return width >= 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1;
}

// The low B bits of A, extended. .W (wrap) counts modulo 32.
static uint32_t sgxt_lane(const struct uop_info *info, uint32_t a, uint32_t width)
{
    uint32_t mask = low_mask(info->wrap ? width % 32 : width);
    uint32_t sign = mask ^ mask >> 1; // its uppermost bit
    return info->is_signed && a & sign ? a | ~mask : a & mask;
}

LANE_EXECUTOR(sgxt, , sgxt_lane(info, a[i], b[i]))

// B bits from bit A on.
static uint32_t bmsk_lane(const struct uop_info *info, uint32_t start, uint32_t width)
{
    if (info->wrap) {
        start %= 32;
        width %= 32;
    }
    return start >= 32 ? 0 : low_mask(width) << start;
}

LANE_EXECUTOR(bmsk, , bmsk_lane(info, a[i], b[i]))

LANE_EXECUTOR(popc, , (uint32_t)__builtin_popcount(a[i] ^ info->xor_a))

static uint32_t brev_lane(uint32_t x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
}

LANE_EXECUTOR(brev, , brev_lane(a[i]))

// The highest bit that is not the sign; .SH: how far it is from the top. All ones where there is
// none.
static uint32_t flo_lane(const struct uop_info *info, uint32_t a)
{
    a ^= info->xor_a;
    if (info->is_signed && a >> 31)
        a = ~a;
    if (!a)
        return UINT32_MAX;
    uint32_t leading = (uint32_t)__builtin_clz(a);
    return info->v[0] ? leading : 31 - leading;
}

LANE_EXECUTOR(flo, , flo_lane(info, a[i]))

const struct exec_pair exec_bits_table[EXEC_COUNT] = {
    EXEC_ENTRY(prmt), EXEC_ENTRY(sgxt), EXEC_ENTRY(bmsk),
    EXEC_ENTRY(popc), EXEC_ENTRY(brev), EXEC_ENTRY(flo),
};
