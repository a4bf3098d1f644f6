// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor maps. The rules are those that cuda.h documents.
#include "emulator/api.h"
#include "emulator/tensor_map.h"

#include <string.h>

enum { MOST_STEP = 8, MOST_BOX = 256, MOST_PIXELS = 1024, STRIDE_BITS = 40 };

static unsigned element_bits(CUtensorMapDataType type)
{
    switch ((int)type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8:
        return 8;
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
        return 16;
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
        return 32;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
        return 64;
    default: // packed ones, of chips that are not emulated
        return 0;
    }
}

static bool is_float(CUtensorMapDataType type)
{
    return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16 && type <= CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
}

// What both kinds of maps have in common.
static bool fill_common(struct tensor_map *map, const cuuint64_t *sizes, const cuuint64_t *strides,
                        const cuuint32_t *steps)
{
    const uint64_t alignment = map->interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 32 : 16;
    unsigned least = map->interleave == CU_TENSOR_MAP_INTERLEAVE_NONE ? 1 : 3;
    if (!map->element_bits || map->rank < least || map->rank > TENSOR_RANK || !sizes || !steps ||
        (map->rank > 1 && !strides) || map->address % alignment || !map->address)
        return false;
    if (map->interleave > CU_TENSOR_MAP_INTERLEAVE_32B ||
        map->swizzle > CU_TENSOR_MAP_SWIZZLE_128B ||
        map->promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B ||
        map->fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA)
        return false;
    if ((map->interleave == CU_TENSOR_MAP_INTERLEAVE_32B &&
         map->swizzle != CU_TENSOR_MAP_SWIZZLE_32B) ||
        (map->fill && !is_float((CUtensorMapDataType)map->type)))
        return false;
    for (unsigned i = 0; i < map->rank; i++) {
        if (!sizes[i] || sizes[i] > UINT64_C(1) << 32 || !steps[i] || steps[i] > MOST_STEP)
            return false;
        map->last[i] = (uint32_t)(sizes[i] - 1);
        map->step[i] = (uint8_t)steps[i];
    }
    for (unsigned i = 0; i + 1 < map->rank; i++) {
        if (strides[i] % alignment || strides[i] >> STRIDE_BITS)
            return false;
        map->stride[i] = strides[i];
    }
    return true;
}

// The innermost extent of what is copied.
static bool check_inner(const struct tensor_map *map, uint64_t elements)
{
    enum { LEAST_SWIZZLE = 16 };
    uint64_t bytes = elements * map->element_bits / 8;
    if (map->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
        return true;
    return bytes % 16 == 0 && (!map->swizzle || bytes <= (uint64_t)LEAST_SWIZZLE << map->swizzle);
}

static CUresult prepare(const void *target, const void *address, CUtensorMapDataType type,
                        cuuint32_t rank, int interleave, int swizzle, int promotion, int fill,
                        struct tensor_map *map)
{
    const struct device *device;
    enum { SINCE = 90, ALIGNMENT = 64, MOST = 255 };
    CUresult result = api_device(0, &device);
    if (result)
        return result;
    if (device->sm < SINCE)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!target || (uintptr_t)target % ALIGNMENT || rank > TENSOR_RANK || interleave < 0 ||
        interleave > MOST || swizzle < 0 || swizzle > MOST || promotion < 0 || promotion > MOST ||
        fill < 0 || fill > MOST)
        return CUDA_ERROR_INVALID_VALUE;
    *map = (struct tensor_map){
        .magic = TENSOR_MAP_MAGIC,
        .rank = (uint8_t)rank,
        .type = (uint8_t)type,
        .element_bits = (uint8_t)element_bits(type),
        .interleave = (uint8_t)interleave,
        .swizzle = (uint8_t)swizzle,
        .promotion = (uint8_t)promotion,
        .fill = (uint8_t)fill,
        .address = (uint64_t)(uintptr_t)address,
    };
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuTensorMapEncodeTiled(
    CUtensorMap *target, CUtensorMapDataType type, cuuint32_t rank, void *address,
    const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box,
    const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    struct tensor_map map;
    CUresult result = prepare(target, address, type, rank, (int)interleave, (int)swizzle,
                              (int)promotion, (int)fill, &map);
    if (result)
        return result;
    map.mode = TENSOR_TILED;
    if (!box || !fill_common(&map, sizes, strides, steps) || !check_inner(&map, box[0]))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < rank; i++) {
        if (!box[i] || box[i] > MOST_BOX)
            return CUDA_ERROR_INVALID_VALUE;
        map.box[i] = (uint16_t)box[i];
    }
    memcpy(target, &map, sizeof map);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuTensorMapEncodeIm2col(
    CUtensorMap *target, CUtensorMapDataType type, cuuint32_t rank, void *address,
    const cuuint64_t *sizes, const cuuint64_t *strides, const int *lower, const int *upper,
    cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps,
    CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill)
{
    static const int corner_bits[] = {15, 7, 4}; // by the number of spatial dimensions
    enum { LEAST_RANK = 3 };
    struct tensor_map map;
    CUresult result = prepare(target, address, type, rank, (int)interleave, (int)swizzle,
                              (int)promotion, (int)fill, &map);
    if (result)
        return result;
    map.mode = TENSOR_IM2COL;
    if (rank < LEAST_RANK || !lower || !upper || !fill_common(&map, sizes, strides, steps) ||
        !channels || channels > MOST_BOX || !pixels || pixels > MOST_PIXELS ||
        !check_inner(&map, channels))
        return CUDA_ERROR_INVALID_VALUE;
    const int most = 1 << corner_bits[rank - LEAST_RANK];
    for (unsigned i = 0; i < rank - 2; i++) {
        int64_t extent = (int64_t)sizes[i + 1] + upper[i] - lower[i];
        if (lower[i] < -most || lower[i] >= most || upper[i] < -most || upper[i] >= most ||
            extent <= 0)
            return CUDA_ERROR_INVALID_VALUE;
        map.lower[i] = (int16_t)lower[i];
        map.upper[i] = (int16_t)upper[i];
    }
    map.channels = (uint16_t)channels;
    map.pixels = (uint16_t)pixels;
    memcpy(target, &map, sizeof map);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuTensorMapReplaceAddress(CUtensorMap *target, void *address)
{
    struct tensor_map map;
    CUresult result = api_ready();
    if (result)
        return result;
    if (!target)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&map, target, sizeof map);
    const uint64_t alignment = map.interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 32 : 16;
    if (map.magic != TENSOR_MAP_MAGIC || !address || (uintptr_t)address % alignment)
        return CUDA_ERROR_INVALID_VALUE;
    map.address = (uint64_t)(uintptr_t)address;
    memcpy(target, &map, sizeof map);
    return CUDA_SUCCESS;
}
