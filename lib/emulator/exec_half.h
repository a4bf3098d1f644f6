// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Packed halves: what their binders tell their executors in uop_info.v, and how a half is read.
// Signs are in xor_a, xor_b and xor_c, for both halves; bars in and_a and and_b, for one.
#ifndef EMULATOR_EXEC_HALF_H
#define EMULATOR_EXEC_HALF_H

#include "emulator/exec.h"
#include "emulator/fp.h"

enum {
    HALF_SELECT, ///< for each of three sources: bit 0, 1: low, high result from the high half
    HALF_AND_C = HALF_SELECT + 3,
    HALF_FORMAT, ///< enum fp_format
    HALF_FLAGS,  ///< HSET2 .BF, HSETP2 .H_AND, HMNMX2 .NAN
};

/// One half of a source, in the low 16 bits.
static inline uint32_t half_raw(const struct uop_info *info, uint32_t row, unsigned source,
                                unsigned part)
{
    return (info->v[HALF_SELECT + source] >> part & 1 ? row >> 16 : row) & 0xffff;
}

/// The same with its bars, its sign, and the flush of denormals.
static inline uint32_t half_bits(const struct uop_info *info, uint32_t row, unsigned source,
                                 unsigned part)
{
    const uint32_t and_masks[] = {info->and_a, info->and_b, info->v[HALF_AND_C]};
    const uint32_t xor_masks[] = {info->xor_a, info->xor_b, info->xor_c};
    uint32_t bits = half_raw(info, row, source, part) & and_masks[source];
    bits ^= xor_masks[source] >> 16 * part & 0xffff;
    return (uint32_t)fp_flush_as(info->v[HALF_FORMAT], bits, info->ftz);
}

static inline double half_value(const struct uop_info *info, uint32_t row, unsigned source,
                                unsigned part)
{
    return fp_decode(info->v[HALF_FORMAT], half_bits(info, row, source, part));
}

#endif
