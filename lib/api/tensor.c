// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "api/api.h"

#include <string.h>

sassdnnStatus_t sassdnnCreateTensorDescriptor(sassdnnTensorDescriptor_t *tensorDesc)
{
    if (!api_need((const struct argument[]){ARGUMENT(tensorDesc), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *tensorDesc = object_create(OBJECT_TENSOR, sizeof **tensorDesc);
    return *tensorDesc ? SASSDNN_STATUS_SUCCESS : SASSDNN_STATUS_ALLOC_FAILED;
}

sassdnnStatus_t sassdnnDestroyTensorDescriptor(sassdnnTensorDescriptor_t tensorDesc)
{
    return object_destroy(tensorDesc, OBJECT_TENSOR, "tensorDesc");
}

sassdnnStatus_t sassdnnSetTensor4dDescriptor(sassdnnTensorDescriptor_t tensorDesc,
                                             sassdnnTensorFormat_t format,
                                             sassdnnDataType_t dataType, int n, int c, int h, int w)
{
    if (!object_check(tensorDesc, OBJECT_TENSOR, "tensorDesc"))
        return SASSDNN_STATUS_BAD_PARAM;
    const int dims[4] = {n, c, h, w};
    int strides[4];
    size_t bytes;
    sassdnnStatus_t status = packed_layout("tensorDesc", format, dataType, dims, strides, &bytes);
    if (status != SASSDNN_STATUS_SUCCESS)
        return status;
    bool vectors = format == SASSDNN_TENSOR_NCHW_VECT_C;
    if (vectors && c % type_vector(dataType) != 0)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "tensorDesc: C = %d is no multiple of %d for %s",
                        c, type_vector(dataType), type_name(dataType));
    tensorDesc->type = dataType;
    memcpy(tensorDesc->dims, dims, sizeof dims);
    memcpy(tensorDesc->strides, strides, sizeof strides);
    tensorDesc->vectors = vectors;
    tensorDesc->bytes = bytes;
    return SASSDNN_STATUS_SUCCESS;
}

/// Add what one dimension spans, in elements; false where more than `limit` is reached.
static bool add_span(uint64_t *span, int dim, int stride, uint64_t limit)
{
    uint64_t step = stride < 0 ? (uint64_t) - (int64_t)stride : (uint64_t)stride;
    *span += (uint64_t)(dim - 1) * step;
    return *span <= limit;
}

sassdnnStatus_t sassdnnSetTensor4dDescriptorEx(sassdnnTensorDescriptor_t tensorDesc,
                                               sassdnnDataType_t dataType, int n, int c, int h,
                                               int w, int nStride, int cStride, int hStride,
                                               int wStride)
{
    if (!object_check(tensorDesc, OBJECT_TENSOR, "tensorDesc"))
        return SASSDNN_STATUS_BAD_PARAM;
    if (!type_is_known(dataType))
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "tensorDesc: unknown data type %d",
                        (int)dataType);
    const int dims[4] = {n, c, h, w};
    const int strides[4] = {nStride, cStride, hStride, wStride};
    uint64_t span = 1;
    for (int i = 0; i < 4; i++) {
        if (dims[i] < 1)
            return api_fail(SASSDNN_STATUS_BAD_PARAM,
                            "tensorDesc: dimensions %dx%dx%dx%d, each at least 1", n, c, h, w);
        if (dims[i] > 1 && strides[i] == 0)
            return api_fail(SASSDNN_STATUS_BAD_PARAM,
                            "tensorDesc: stride of 0 in %dx%dx%dx%d with strides %d, %d, %d, %d", n,
                            c, h, w, nStride, cStride, hStride, wStride);
        if (!add_span(&span, dims[i], strides[i], (UINT64_C(1) << 62) / type_bytes(dataType)))
            return api_fail(SASSDNN_STATUS_NOT_SUPPORTED,
                            "tensorDesc: %dx%dx%dx%d with strides %d, %d, %d, %d spans more than "
                            "2^62 bytes",
                            n, c, h, w, nStride, cStride, hStride, wStride);
    }
    tensorDesc->type = dataType;
    memcpy(tensorDesc->dims, dims, sizeof dims);
    memcpy(tensorDesc->strides, strides, sizeof strides);
    tensorDesc->vectors = false;
    tensorDesc->bytes = (size_t)span * type_bytes(dataType);
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetTensor4dDescriptor(sassdnnTensorDescriptor_t tensorDesc,
                                             sassdnnDataType_t *dataType, int *n, int *c, int *h,
                                             int *w, int *nStride, int *cStride, int *hStride,
                                             int *wStride)
{
    if (!object_check(tensorDesc, OBJECT_TENSOR, "tensorDesc") ||
        !api_need((const struct argument[]){ARGUMENT(dataType),
                                            ARGUMENT(n),
                                            ARGUMENT(c),
                                            ARGUMENT(h),
                                            ARGUMENT(w),
                                            ARGUMENT(nStride),
                                            ARGUMENT(cStride),
                                            ARGUMENT(hStride),
                                            ARGUMENT(wStride),
                                            {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *dataType = tensorDesc->type;
    int *const dims[4] = {n, c, h, w};
    int *const strides[4] = {nStride, cStride, hStride, wStride};
    for (int i = 0; i < 4; i++) {
        *dims[i] = tensorDesc->dims[i];
        *strides[i] = tensorDesc->strides[i];
    }
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetTensorSizeInBytes(sassdnnTensorDescriptor_t tensorDesc, size_t *size)
{
    if (!object_check(tensorDesc, OBJECT_TENSOR, "tensorDesc") ||
        !api_need((const struct argument[]){ARGUMENT(size), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *size = tensorDesc->bytes;
    return SASSDNN_STATUS_SUCCESS;
}
