// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/cache.h"

#include <stdlib.h>

enum { LINE_BYTES = 128 };

bool cache_init(struct cache *cache, uint64_t bytes)
{
    uint64_t sets = bytes / LINE_BYTES / CACHE_WAYS;
    *cache = (struct cache){.sets = sets ? sets : 1};
    cache->lines = calloc(cache->sets * CACHE_WAYS, sizeof *cache->lines);
    return cache->lines != NULL;
}

void cache_free(struct cache *cache)
{
    free(cache->lines);
}

bool cache_access(struct cache *cache, uint64_t sector, bool fill)
{
    uint64_t line = sector / CACHE_LINE_SECTORS + 1;
    uint8_t bit = (uint8_t)(1U << sector % CACHE_LINE_SECTORS);
    // Hashed, as the machines' are: rows of a power of two would meet in one set otherwise.
    uint64_t set = (line * 0x9e3779b97f4a7c15u >> 32) % cache->sets;
    struct cache_line *ways = &cache->lines[set * CACHE_WAYS], *oldest = ways;
    cache->clock++;
    for (unsigned w = 0; w < CACHE_WAYS; w++) {
        if (ways[w].line == line) {
            bool hit = ways[w].sectors & bit;
            ways[w].used = cache->clock;
            if (fill)
                ways[w].sectors |= bit;
            return hit;
        }
        if (ways[w].used < oldest->used)
            oldest = &ways[w];
    }
    if (fill)
        *oldest = (struct cache_line){line, cache->clock, bit};
    return false;
}
