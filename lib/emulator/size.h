// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Values of the sizes that loads and stores have, in the rows of a register.
#ifndef EMULATOR_SIZE_H
#define EMULATOR_SIZE_H

#include "emulator/warp.h"

#include <string.h>

static const uint8_t sass_size_bytes[] = {
    [SASS_SIZE_U8] = 1, [SASS_SIZE_S8] = 1, [SASS_SIZE_U16] = 2, [SASS_SIZE_S16] = 2,
    [SASS_SIZE_32] = 4, [SASS_SIZE_64] = 8, [SASS_SIZE_128] = 16};

/// Little-endian words of a value of `size` (enum sass_size), zeros above it, into a register of a
/// lane, as a load extends it.
static inline void lane_extend(uint32_t *d, unsigned lane, unsigned size, uint32_t words[4])
{
    if (size == SASS_SIZE_S8)
        words[0] = (uint32_t)(int8_t)words[0];
    else if (size == SASS_SIZE_S16)
        words[0] = (uint32_t)(int16_t)words[0];
    for (unsigned k = 0; k < sass_size_bytes[size] || k == 0; k += 4)
        d[k / 4 * LANES + lane] = words[k / 4];
}

/// A value of `size` at `from` into a register of a lane.
static inline void lane_load(uint32_t *d, unsigned lane, unsigned size, const void *from)
{
    uint32_t words[4] = {0};
    memcpy(words, from, sass_size_bytes[size]);
    lane_extend(d, lane, size, words);
}

/// Words of a register of a lane that a store of `size` writes.
static inline void lane_words(const uint32_t *d, unsigned lane, unsigned size, uint32_t words[4])
{
    for (unsigned k = 0; k < sass_size_bytes[size] || k == 0; k += 4)
        words[k / 4] = d[k / 4 * LANES + lane];
}

static inline void lane_store(const uint32_t *d, unsigned lane, unsigned size, void *to)
{
    uint32_t words[4] = {0};
    lane_words(d, lane, size, words);
    memcpy(to, words, sass_size_bytes[size]);
}

#endif
