// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "driver/device.h"
#include "driver/failure.h"
#include "driver/kernel_cache.h"

#include <stdio.h>
#include <stdlib.h>

struct device {
    const struct driver *driver;
    CUcontext context;
    CUdevice ordinal;
    struct kernel_set *kernels;
};

/// Make device 0's primary context current.
static enum device_result use_primary(struct device *device, char *error)
{
    const struct driver *driver = device->driver;
    CUresult result;
    if ((result = driver->cuDeviceGet(&device->ordinal, 0)) != CUDA_SUCCESS) {
        driver_failure(driver, result, "device 0", error);
        return DEVICE_NO_DRIVER;
    }
    if ((result = driver->cuDevicePrimaryCtxRetain(&device->context, device->ordinal)) !=
        CUDA_SUCCESS)
        return driver_failure(driver, result, "primary context of device 0", error);
    if ((result = driver->cuCtxSetCurrent(device->context)) != CUDA_SUCCESS) {
        driver->cuDevicePrimaryCtxRelease_v2(device->ordinal);
        return driver_failure(driver, result, "making device 0's primary context current", error);
    }
    return DEVICE_OK;
}

static enum device_result find_context(struct device *device, bool *made_current, char *error)
{
    CUresult result;
    device->driver = driver_get(error);
    if (!device->driver)
        return DEVICE_NO_DRIVER;
    if ((result = device->driver->cuInit(0)) != CUDA_SUCCESS) {
        driver_failure(device->driver, result, "cuInit", error);
        return DEVICE_NO_DRIVER;
    }
    if ((result = device->driver->cuCtxGetCurrent(&device->context)) != CUDA_SUCCESS)
        return driver_failure(device->driver, result, "the current context", error);
    if (!device->context) {
        *made_current = true;
        return use_primary(device, error);
    }
    if ((result = device->driver->cuCtxGetDevice(&device->ordinal)) != CUDA_SUCCESS)
        return driver_failure(device->driver, result, "the current context's device", error);
    return DEVICE_OK;
}

enum device_result device_open(struct device **device, char *error)
{
    struct device opened = {0};
    bool made_current = false;
    enum device_result status = find_context(&opened, &made_current, error);
    if (status != DEVICE_OK)
        return status;
    struct device *result = malloc(sizeof *result);
    if (!result) {
        snprintf(error, DEVICE_ERROR_TEXT, "no host memory for a handle");
        status = DEVICE_NO_HOST_MEMORY;
    } else {
        status =
            kernel_cache_get(opened.driver, opened.context, opened.ordinal, &opened.kernels, error);
    }
    if (status != DEVICE_OK) {
        free(result);
        if (made_current) {
            opened.driver->cuCtxSetCurrent(NULL);
            opened.driver->cuDevicePrimaryCtxRelease_v2(opened.ordinal);
        }
        return status;
    }
    *result = opened;
    *device = result;
    return DEVICE_OK;
}

void device_close(struct device *device)
{
    const struct driver *driver = device->driver;
    CUcontext context;
    // A destroyed context has taken its modules along.
    bool alive = driver->cuCtxPushCurrent_v2(device->context) == CUDA_SUCCESS;
    if (alive)
        driver->cuCtxSynchronize();
    kernel_cache_put(driver, device->kernels, alive);
    if (alive)
        driver->cuCtxPopCurrent_v2(&context);
    free(device);
}

static enum device_result launch_now(const struct device *device, struct CUstream_st *stream,
                                     const struct launch *launch, char *error)
{
    size_t bytes = launch->param_bytes;
    // The driver reads the buffer before it returns and takes it by a pointer to non-const.
    uint64_t params[LAUNCH_PARAM_BYTES / sizeof(uint64_t)];
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++)
        params[i] = launch->params[i];
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, params, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    CUresult result = device->driver->cuLaunchKernel(
        device->kernels->functions[launch->kernel], launch->grid[0], launch->grid[1],
        launch->grid[2], launch->threads, 1, 1, launch->shared_bytes, stream, NULL, extra);
    if (result == CUDA_SUCCESS)
        return DEVICE_OK;
    char what[192];
    snprintf(what, sizeof what, "launch of %s with grid %u x %u x %u",
             kernel_manifest[launch->kernel].name, launch->grid[0], launch->grid[1],
             launch->grid[2]);
    return driver_failure(device->driver, result, what, error);
}

static enum device_result other_context(const struct device *device, char *error)
{
    CUdevice current;
    if (device->driver->cuCtxGetDevice(&current) == CUDA_SUCCESS && current != device->ordinal)
        snprintf(error, DEVICE_ERROR_TEXT,
                 "the handle belongs to device %d, but device %d is current", (int)device->ordinal,
                 (int)current);
    else
        snprintf(error, DEVICE_ERROR_TEXT,
                 "another context of device %d is current than the handle's", (int)device->ordinal);
    return DEVICE_OTHER_CONTEXT;
}

enum device_result device_launch(const struct device *device, struct CUstream_st *stream,
                                 const struct launch *launch, char *error)
{
    const struct driver *driver = device->driver;
    CUcontext current;
    CUresult result = driver->cuCtxGetCurrent(&current);
    if (result != CUDA_SUCCESS)
        return driver_failure(driver, result, "the current context", error);
    if (current == device->context)
        return launch_now(device, stream, launch, error);
    if (current)
        return other_context(device, error);
    if ((result = driver->cuCtxPushCurrent_v2(device->context)) != CUDA_SUCCESS)
        return driver_failure(driver, result, "making the handle's context current", error);
    enum device_result status = launch_now(device, stream, launch, error);
    driver->cuCtxPopCurrent_v2(&current);
    return status;
}
