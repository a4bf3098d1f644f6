// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A set-associative cache with sectors and the least recently used way replaced: tags, and when the
// data are there.
#ifndef EMULATOR_MODEL_CACHE_H
#define EMULATOR_MODEL_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { CACHE_WAYS = 16, CACHE_LINE_SECTORS = 4 };

struct cache_line {
    uint64_t line; ///< number + 1; 0 is free
    uint64_t used;
    uint64_t ready;         ///< when its last sector is there
    uint8_t sectors, dirty; ///< that are there, that were written, as bits
};

struct cache {
    struct cache_line *lines;
    uint64_t sets, clock;
};

/// False when memory runs out.
bool cache_init(struct cache *cache, uint64_t bytes);
void cache_free(struct cache *cache);

/// The line of a sector (device address / 32), made if there is none, and the sector's bit.
struct cache_line *cache_find(struct cache *cache, uint64_t sector, uint8_t *bit);

#endif
