// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The elements that one copy by a tensor map moves, row by row: a row is the innermost dimension of
// the box, or the channels of a pixel, and lies in shared memory behind the row before.
#ifndef EMULATOR_TENSOR_WALK_H
#define EMULATOR_TENSOR_WALK_H

#include "emulator/tensor_map.h"

#include <stdbool.h>

struct tensor_walk {
    struct tensor_map map;
    unsigned rows;              ///< that are left
    uint32_t elements;          ///< of a row
    int64_t at[TENSOR_RANK];    ///< the row's first element
    int64_t from[TENSOR_RANK];  ///< tiled: where each dimension begins; im2col: begins anew
    int64_t last[TENSOR_RANK];  ///< last place of the walk, of dimensions 1 ..
    int64_t shift[TENSOR_RANK]; ///< im2col: from the walk's place to the element
};

/// Begin at `coordinates`, of the map's rank; `offsets` are those of im2col, else 0.
void tensor_walk_begin(struct tensor_walk *walk, const struct tensor_map *map,
                       const int32_t coordinates[TENSOR_RANK], uint32_t offsets);

/// Elements *first to *end - 1 of the row lie in the tensor, the first of them at *address.
void tensor_walk_row(const struct tensor_walk *walk, uint32_t *first, uint32_t *end,
                     uint64_t *address);

void tensor_walk_next(struct tensor_walk *walk);

#endif
