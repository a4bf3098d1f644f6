// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/device_status.h"

#include <stdlib.h>

sassdnnStatus_t device_status(enum device_result result, const char *text)
{
    static const sassdnnStatus_t statuses[] = {
        [DEVICE_OK] = SASSDNN_STATUS_SUCCESS,
        [DEVICE_NO_DRIVER] = SASSDNN_STATUS_NOT_INITIALIZED,
        [DEVICE_NO_KERNELS] = SASSDNN_STATUS_ARCH_MISMATCH,
        [DEVICE_BAD_KERNEL] = SASSDNN_STATUS_SUBLIBRARY_LOADING_FAILED,
        [DEVICE_NO_HOST_MEMORY] = SASSDNN_STATUS_ALLOC_FAILED,
        [DEVICE_NO_MEMORY] = SASSDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED,
        [DEVICE_OTHER_CONTEXT] = SASSDNN_STATUS_MAPPING_ERROR,
        [DEVICE_FAILED] = SASSDNN_STATUS_EXECUTION_FAILED,
    };
    return result == DEVICE_OK ? SASSDNN_STATUS_SUCCESS : api_fail(statuses[result], "%s", text);
}

sassdnnStatus_t sassdnnCreate(sassdnnHandle_t *handle)
{
    if (!api_need((const struct argument[]){ARGUMENT(handle), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *handle = NULL;
    struct device *device;
    char text[DEVICE_ERROR_TEXT];
    enum device_result result = device_open(&device, text);
    if (result != DEVICE_OK)
        return device_status(result, text);
    struct sassdnnContext *created = object_create(OBJECT_HANDLE, sizeof *created);
    if (!created) {
        device_close(device);
        return SASSDNN_STATUS_ALLOC_FAILED;
    }
    created->device = device;
    *handle = created;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnDestroy(sassdnnHandle_t handle)
{
    if (!handle)
        return SASSDNN_STATUS_SUCCESS;
    if (!object_remove(handle, OBJECT_HANDLE, "handle"))
        return SASSDNN_STATUS_BAD_PARAM;
    device_close(handle->device);
    free(handle);
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnSetStream(sassdnnHandle_t handle, struct CUstream_st *streamId)
{
    if (!object_check(handle, OBJECT_HANDLE, "handle"))
        return SASSDNN_STATUS_BAD_PARAM;
    handle->stream = streamId;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetStream(sassdnnHandle_t handle, struct CUstream_st **streamId)
{
    if (!object_check(handle, OBJECT_HANDLE, "handle") ||
        !api_need((const struct argument[]){ARGUMENT(streamId), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *streamId = handle->stream;
    return SASSDNN_STATUS_SUCCESS;
}
