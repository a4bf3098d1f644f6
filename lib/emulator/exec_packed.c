// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Integers in pairs of 16 bits, minimum and maximum with additions, and conversions to shorter
// integers.
#include "emulator/exec_lanes.h"

enum { VIMNMX_U32, VIMNMX_S32, VIMNMX_U16X2, VIMNMX_S16X2 };

static uint32_t pack(uint32_t high, uint32_t low)
{
    return high << 16 | (low & 0xffff);
}

static uint32_t add_16x2(uint32_t a, uint32_t b)
{
    return pack((a >> 16) + (b >> 16), a + b);
}

// B is complemented and 1 added to each half where it is negated.
static uint32_t negate_16x2(const struct uop_info *info, uint32_t b)
{
    return info->xor_b ? add_16x2(~b, 0x00010001) : b;
}

LANE_EXECUTOR(viadd_16x2, , add_16x2(a[i], negate_16x2(info, b[i])))

static uint32_t choose(bool min, bool is_signed, bool relu, uint32_t a, uint32_t b)
{
    uint32_t bias = is_signed ? UINT32_C(0x80000000) : 0;
    uint32_t result = ((a ^ bias) < (b ^ bias)) == min ? a : b;
    return relu && is_signed && result >> 31 ? 0 : result;
}

static uint32_t choose_16x2(bool min, bool is_signed, bool relu, uint32_t a, uint32_t b)
{
    // In the upper halves of words the comparison of words is that of halves.
    return choose(min, is_signed, relu, a & 0xffff0000, b & 0xffff0000) |
           choose(min, is_signed, relu, a << 16, b << 16) >> 16;
}

// VIMNMX, VIMNMX3 and VIADDMNMX. v: type; whether A + B takes the place of A and B; how many
// comparisons there are.
static uint32_t vimnmx_lane(const struct uop_info *info, bool min, uint32_t a, uint32_t b,
                            uint32_t c)
{
    bool pairs = info->v[0] >= VIMNMX_U16X2;
    bool is_signed = info->v[0] == VIMNMX_S32 || info->v[0] == VIMNMX_S16X2;
    uint32_t (*choice)(bool, bool, bool, uint32_t, uint32_t) = pairs ? choose_16x2 : choose;
    if (info->v[1]) {
        b = pairs ? negate_16x2(info, b) : (b ^ info->xor_b) + info->add;
        return choice(min, is_signed, info->v[3], pairs ? add_16x2(a, b) : a + b, c);
    }
    if (info->v[2] == 1)
        return choice(min, is_signed, info->v[3], a, b);
    return choice(min, is_signed, info->v[3], choice(min, is_signed, false, a, b), c);
}

LANE_EXECUTOR(vimnmx, uint32_t min = read_pred(warp, info->s, info->s_flip);
              , vimnmx_lane(info, min >> i & 1, a[i], b[i], c[i]))

// A signed word to an integer of v[0] bits: clamped (v[1]) or cut off, and (v[2]) not negative.
static uint32_t shorten(const struct uop_info *info, uint32_t a)
{
    unsigned bits = info->v[0];
    int32_t least = info->is_signed ? -(INT32_C(1) << (bits - 1)) : 0;
    int32_t most = (INT32_C(1) << (info->is_signed ? bits - 1 : bits)) - 1;
    int32_t value = (int32_t)a;
    if (info->v[1])
        value = value < least ? least : value > most ? most : value;
    return (uint32_t)(info->v[2] && value < 0 ? 0 : value);
}

LANE_EXECUTOR(i2i, , shorten(info, a[i]))

// A and B side by side, in front of a part of C: v[3] is what C is masked with and v[4] how far it
// goes up.
static uint32_t i2ip_lane(const struct uop_info *info, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t bits = info->v[0], mask = (UINT32_C(1) << bits) - 1;
    return (c & info->v[3]) << info->v[4] | (shorten(info, a) & mask) << bits |
           (shorten(info, b) & mask);
}

LANE_EXECUTOR(i2ip, , i2ip_lane(info, a[i], b[i], c[i]))

const struct exec_pair exec_packed_table[EXEC_COUNT] = {
    EXEC_ENTRY(viadd_16x2),
    EXEC_ENTRY(vimnmx),
    EXEC_ENTRY(i2i),
    EXEC_ENTRY(i2ip),
};
