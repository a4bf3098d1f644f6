// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Initialisation, versions, errors, the device and its attributes.
#include "emulator/api.h"

#include "emulator/errors.h"
#include "emulator/grid.h"
#include "emulator/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 256, DRIVER_VERSION = 13000 };

static const struct device *_Atomic the_device;
static _Thread_local bool in_host_function;

/// Say once in the process's life what is wrong with the settings, however often cuInit is tried:
/// the CUresult cannot say it.
static void complain(const char *text)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&said))
        fprintf(stderr, "emulated GPU: %s\n", text);
}

CUresult CUDAAPI EXPORT cuInit(unsigned int flags)
{
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (atomic_load(&the_device))
        return CUDA_SUCCESS;
    char text[2 * TEXT_BYTES];
    if (!settings_check(text, sizeof text)) {
        complain(text);
        return CUDA_ERROR_INVALID_VALUE;
    }
    const struct device *device = device_chosen();
    if (!device) {
        char known[TEXT_BYTES];
        device_list(known, sizeof known);
        snprintf(text, sizeof text, "SASSDNN_EMU_DEVICE is '%.200s': one of %s was expected",
                 getenv("SASSDNN_EMU_DEVICE"), known);
        complain(text);
        return CUDA_ERROR_NO_DEVICE;
    }
    atomic_store(&the_device, device);
    return CUDA_SUCCESS;
}

void api_enter_host_function(void)
{
    in_host_function = true;
}

void api_leave_host_function(void)
{
    in_host_function = false;
}

CUresult api_ready(void)
{
    if (in_host_function)
        return CUDA_ERROR_NOT_PERMITTED;
    return atomic_load(&the_device) ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult api_device(CUdevice ordinal, const struct device **device)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (ordinal != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = atomic_load(&the_device);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDriverGetVersion(int *version)
{
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = DRIVER_VERSION;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGetErrorName(CUresult error, const char **text)
{
    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    *text = error_name((int)error);
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuGetErrorString(CUresult error, const char **text)
{
    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    *text = error_text((int)error);
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuDeviceGetCount(int *count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    *count = 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    if (ordinal != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGetName(char *name, int length, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!name || length <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    snprintf(name, (size_t)length, "%s", device->name);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!uuid)
        return CUDA_ERROR_INVALID_VALUE;
    memset(uuid->bytes, 0, sizeof uuid->bytes);
    memcpy(uuid->bytes, "emulated", 8);
    snprintf(uuid->bytes + 8, sizeof uuid->bytes - 8, "%s", device->key);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceComputeCapability(int *major, int *minor, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!major || !minor)
        return CUDA_ERROR_INVALID_VALUE;
    *major = (int)device->sm / 10;
    *minor = (int)device->sm % 10;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                                             CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!value || attribute < 1 || attribute >= CU_DEVICE_ATTRIBUTE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    *value = device_attribute(device, (int)attribute);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceTotalMem_v2(size_t *bytes, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!bytes)
        return CUDA_ERROR_INVALID_VALUE;
    *bytes = device->memory_bytes;
    return CUDA_SUCCESS;
}

const char *cuEmulatorMarker(void)
{
    return "sassdnn emulated GPU 1";
}

CUresult cuEmulatorInstructions(unsigned long long *count)
{
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    *count = grid_instructions();
    return CUDA_SUCCESS;
}
