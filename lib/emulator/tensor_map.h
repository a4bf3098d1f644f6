// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a tensor map (CUtensorMap, 128 opaque bytes) holds on the emulated GPU. A kernel gets the
// bytes as a parameter or through memory; a driver's format would be another one.
#ifndef EMULATOR_TENSOR_MAP_H
#define EMULATOR_TENSOR_MAP_H

#include <stdint.h>

enum { TENSOR_MAP_MAGIC = 0x50414d54, TENSOR_RANK = 5 };
enum tensor_map_mode { TENSOR_TILED, TENSOR_IM2COL };

/// Values of cuda.h's enumerations where a field bears the name of one.
struct tensor_map {
    uint32_t magic;
    uint8_t mode;
    uint8_t rank;
    uint8_t type; ///< CUtensorMapDataType
    uint8_t element_bits;
    uint8_t interleave, swizzle, promotion, fill;
    uint32_t last[TENSOR_RANK]; ///< size of each dimension minus 1, innermost first
    uint64_t address;
    uint64_t stride[TENSOR_RANK - 1]; ///< bytes, of dimensions 1 ..
    uint16_t box[TENSOR_RANK];        ///< tiled: elements
    int16_t lower[3], upper[3];       ///< im2col: corners, innermost spatial dimension first
    uint16_t channels, pixels;        ///< im2col
    uint8_t step[TENSOR_RANK];        ///< element strides
    uint8_t reserved[25];
};
_Static_assert(sizeof(struct tensor_map) == 128, "as CUtensorMap");

#endif
