// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/tensor_walk.h"

// Element strides: a box of n places holds every step-th of them, the first included. There is none
// in the innermost dimension.
static void begin_tiled(struct tensor_walk *walk)
{
    const struct tensor_map *map = &walk->map;
    walk->elements = map->box[0];
    walk->rows = 1;
    for (unsigned d = 1; d < map->rank; d++) {
        walk->from[d] = walk->at[d];
        walk->last[d] = walk->at[d] + map->box[d] - 1;
        walk->rows *= (map->box[d] + map->step[d] - 1U) / map->step[d];
    }
}

// The walk goes over the pixels between two corners, image after image; the offsets say which one
// of the filter's taps is fetched for each.
static void begin_im2col(struct tensor_walk *walk, uint32_t offsets)
{
    static const uint8_t offset_bits[] = {16, 8, 5}; // by the number of spatial dimensions
    const struct tensor_map *map = &walk->map;
    const unsigned spatial = map->rank - 2, bits = offset_bits[spatial - 1];
    walk->elements = map->channels;
    walk->rows = map->pixels;
    for (unsigned d = 1; d <= spatial; d++) {
        walk->from[d] = map->lower[d - 1];
        walk->last[d] = (int64_t)map->last[d] + map->upper[d - 1];
        walk->shift[d] = offsets >> (d - 1) * bits & ((1U << bits) - 1);
    }
    walk->last[spatial + 1] = INT64_MAX;
}

void tensor_walk_begin(struct tensor_walk *walk, const struct tensor_map *map,
                       const int32_t coordinates[TENSOR_RANK], uint32_t offsets)
{
    *walk = (struct tensor_walk){.map = *map};
    for (unsigned d = 0; d < map->rank; d++)
        walk->at[d] = coordinates[d];
    if (map->mode == TENSOR_IM2COL)
        begin_im2col(walk, offsets);
    else
        begin_tiled(walk);
}

void tensor_walk_row(const struct tensor_walk *walk, uint32_t *first, uint32_t *end,
                     uint64_t *address)
{
    const struct tensor_map *map = &walk->map;
    const int64_t size = (int64_t)map->last[0] + 1;
    int64_t low = walk->at[0] < 0 ? -walk->at[0] : 0, high = size - walk->at[0];
    low = low < walk->elements ? low : walk->elements;
    high = high < walk->elements ? high : walk->elements;
    *address = map->address + (uint64_t)(walk->at[0] + low) * (map->element_bits / 8U);
    for (unsigned d = 1; d < map->rank; d++) {
        int64_t place = walk->at[d] + walk->shift[d];
        if (place < 0 || place > map->last[d])
            high = low;
        *address += (uint64_t)place * map->stride[d - 1];
    }
    *first = (uint32_t)low;
    *end = (uint32_t)(high > low ? high : low);
}

void tensor_walk_next(struct tensor_walk *walk)
{
    walk->rows--;
    for (unsigned d = 1; d < walk->map.rank; d++) {
        // Images follow one by one.
        bool is_image = walk->map.mode == TENSOR_IM2COL && d + 1U == walk->map.rank;
        walk->at[d] += is_image ? 1 : walk->map.step[d];
        if (walk->at[d] <= walk->last[d])
            return;
        walk->at[d] = walk->from[d];
    }
}
