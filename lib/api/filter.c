// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "api/api.h"

#include <string.h>

sassdnnStatus_t sassdnnCreateFilterDescriptor(sassdnnFilterDescriptor_t *filterDesc)
{
    if (!api_need((const struct argument[]){ARGUMENT(filterDesc), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *filterDesc = object_create(OBJECT_FILTER, sizeof **filterDesc);
    return *filterDesc ? SASSDNN_STATUS_SUCCESS : SASSDNN_STATUS_ALLOC_FAILED;
}

sassdnnStatus_t sassdnnDestroyFilterDescriptor(sassdnnFilterDescriptor_t filterDesc)
{
    return object_destroy(filterDesc, OBJECT_FILTER, "filterDesc");
}

sassdnnStatus_t sassdnnSetFilter4dDescriptor(sassdnnFilterDescriptor_t filterDesc,
                                             sassdnnDataType_t dataType,
                                             sassdnnTensorFormat_t format, int k, int c, int h,
                                             int w)
{
    if (!object_check(filterDesc, OBJECT_FILTER, "filterDesc"))
        return SASSDNN_STATUS_BAD_PARAM;
    const int dims[4] = {k, c, h, w};
    int strides[4];
    size_t bytes;
    sassdnnStatus_t status = packed_layout("filterDesc", format, dataType, dims, strides, &bytes);
    if (status != SASSDNN_STATUS_SUCCESS)
        return status;
    filterDesc->type = dataType;
    filterDesc->format = format;
    memcpy(filterDesc->dims, dims, sizeof dims);
    memcpy(filterDesc->strides, strides, sizeof strides);
    filterDesc->bytes = bytes;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetFilter4dDescriptor(sassdnnFilterDescriptor_t filterDesc,
                                             sassdnnDataType_t *dataType,
                                             sassdnnTensorFormat_t *format, int *k, int *c, int *h,
                                             int *w)
{
    if (!object_check(filterDesc, OBJECT_FILTER, "filterDesc") ||
        !api_need((const struct argument[]){ARGUMENT(dataType),
                                            ARGUMENT(format),
                                            ARGUMENT(k),
                                            ARGUMENT(c),
                                            ARGUMENT(h),
                                            ARGUMENT(w),
                                            {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *dataType = filterDesc->type;
    *format = filterDesc->format;
    *k = filterDesc->dims[0];
    *c = filterDesc->dims[1];
    *h = filterDesc->dims[2];
    *w = filterDesc->dims[3];
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetFilterSizeInBytes(sassdnnFilterDescriptor_t filterDesc, size_t *size)
{
    if (!object_check(filterDesc, OBJECT_FILTER, "filterDesc") ||
        !api_need((const struct argument[]){ARGUMENT(size), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *size = filterDesc->bytes;
    return SASSDNN_STATUS_SUCCESS;
}
