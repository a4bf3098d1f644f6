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

struct cache_line *cache_find(struct cache *cache, uint64_t sector, uint8_t *bit)
{
    uint64_t line = sector / CACHE_LINE_SECTORS + 1;
    // Hashed, as the machines' are: rows of a power of two would meet in one set otherwise.
    uint64_t set = (line * UINT64_C(0x9e3779b97f4a7c15) >> 32) % cache->sets;
    struct cache_line *ways = &cache->lines[set * CACHE_WAYS], *oldest = ways;
    *bit = (uint8_t)(1U << sector % CACHE_LINE_SECTORS);
    cache->clock++;
    for (unsigned w = 0; w < CACHE_WAYS; w++) {
        if (ways[w].line == line) {
            ways[w].used = cache->clock;
            return &ways[w];
        }
        if (ways[w].used < oldest->used)
            oldest = &ways[w];
    }
    *oldest = (struct cache_line){.line = line, .used = cache->clock};
    return oldest;
}
