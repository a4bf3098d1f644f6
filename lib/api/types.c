// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "api/api.h"

#include <limits.h>

static const struct {
    const char *name;
    unsigned char bytes;  ///< of an element or vector
    unsigned char vector; ///< channels in it
} types[] = {
    [SASSDNN_DATA_FLOAT] = {"FLOAT", 4, 1},       [SASSDNN_DATA_DOUBLE] = {"DOUBLE", 8, 1},
    [SASSDNN_DATA_HALF] = {"HALF", 2, 1},         [SASSDNN_DATA_INT8] = {"INT8", 1, 1},
    [SASSDNN_DATA_INT32] = {"INT32", 4, 1},       [SASSDNN_DATA_INT8x4] = {"INT8x4", 4, 4},
    [SASSDNN_DATA_UINT8] = {"UINT8", 1, 1},       [SASSDNN_DATA_UINT8x4] = {"UINT8x4", 4, 4},
    [SASSDNN_DATA_INT8x32] = {"INT8x32", 32, 32}, [SASSDNN_DATA_BFLOAT16] = {"BFLOAT16", 2, 1},
    [SASSDNN_DATA_INT64] = {"INT64", 8, 1},       [SASSDNN_DATA_BOOLEAN] = {"BOOLEAN", 1, 1},
    [SASSDNN_DATA_FP8_E4M3] = {"FP8_E4M3", 1, 1}, [SASSDNN_DATA_FP8_E5M2] = {"FP8_E5M2", 1, 1},
};

bool type_is_known(sassdnnDataType_t type)
{
    // The cast also turns a negative number, where the enumeration is signed, into a large one.
    return (size_t)type < sizeof types / sizeof types[0];
}

const char *type_name(sassdnnDataType_t type)
{
    return types[type].name;
}

size_t type_bytes(sassdnnDataType_t type)
{
    return types[type].bytes;
}

int type_vector(sassdnnDataType_t type)
{
    return types[type].vector;
}

static sassdnnStatus_t check_packed(const char *name, sassdnnTensorFormat_t format,
                                    sassdnnDataType_t type, const int dims[4])
{
    if (!type_is_known(type))
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "%s: unknown data type %d", name, (int)type);
    if (format != SASSDNN_TENSOR_NCHW && format != SASSDNN_TENSOR_NHWC &&
        format != SASSDNN_TENSOR_NCHW_VECT_C)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "%s: unknown format %d", name, (int)format);
    if (format == SASSDNN_TENSOR_NCHW_VECT_C && type_vector(type) == 1)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "%s: format NCHW_VECT_C with %s, no vector type",
                        name, type_name(type));
    for (int i = 0; i < 4; i++)
        if (dims[i] < 1)
            return api_fail(SASSDNN_STATUS_BAD_PARAM, "%s: dimensions %dx%dx%dx%d, each at least 1",
                            name, dims[0], dims[1], dims[2], dims[3]);
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t packed_layout(const char *name, sassdnnTensorFormat_t format,
                              sassdnnDataType_t type, const int dims[4], int strides[4],
                              size_t *bytes)
{
    sassdnnStatus_t status = check_packed(name, format, type, dims);
    if (status != SASSDNN_STATUS_SUCCESS)
        return status;
    int64_t extents[4] = {dims[0], dims[1], dims[2], dims[3]};
    static const int channels_last[] = {1, 3, 2, 0}, channels_first[] = {3, 2, 1, 0};
    const int *order = format == SASSDNN_TENSOR_NHWC ? channels_last : channels_first;
    if (format == SASSDNN_TENSOR_NCHW_VECT_C)
        extents[1] = (extents[1] + type_vector(type) - 1) / type_vector(type);
    int64_t elements = 1, packed[4];
    for (int i = 0; i < 4; i++) {
        packed[order[i]] = elements;
        if (extents[order[i]] > INT_MAX / elements)
            return api_fail(SASSDNN_STATUS_NOT_SUPPORTED,
                            "%s: %dx%dx%dx%d is more than 2147483647 elements", name, dims[0],
                            dims[1], dims[2], dims[3]);
        elements *= extents[order[i]];
    }
    for (int i = 0; i < 4; i++)
        strides[i] = (int)packed[i];
    *bytes = (size_t)elements * type_bytes(type);
    return SASSDNN_STATUS_SUCCESS;
}
