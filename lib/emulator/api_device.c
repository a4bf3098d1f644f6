// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The device by its places on the bus, and what is left of device queries.
#include "emulator/api.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char BUS_ID[] = "0000:01:00.0";

CUresult CUDAAPI EXPORT cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    return cuDeviceGetUuid_v2(uuid, device);
}

CUresult CUDAAPI EXPORT cuDeviceGetPCIBusId(char *text, int length, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!text || length < (int)sizeof BUS_ID)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(text, BUS_ID, sizeof BUS_ID);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGetByPCIBusId(CUdevice *device, const char *text)
{
    CUresult result = api_ready();
    unsigned domain = 0, bus, slot, function = 0;
    if (result)
        return result;
    if (!device || !text)
        return CUDA_ERROR_INVALID_VALUE;
    // [domain]:[bus]:[device].[function], or without the function, or without the domain too.
    if (sscanf(text, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3) {
        domain = function = 0;
        if (sscanf(text, "%x:%x.%x", &bus, &slot, &function) < 2)
            return CUDA_ERROR_INVALID_VALUE;
    }
    if (domain || bus != 1 || slot || function)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGetProperties(CUdevprop *properties, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!properties)
        return CUDA_ERROR_INVALID_VALUE;
    *properties = (CUdevprop){
        .maxThreadsPerBlock = MAX_THREADS_PER_CTA,
        .maxThreadsDim = {MAX_THREADS_PER_CTA, MAX_THREADS_PER_CTA, MAX_BLOCK_Z},
        .maxGridSize = {MAX_GRID_X, MAX_GRID_YZ, MAX_GRID_YZ},
        .sharedMemPerBlock = SHARED_WITHOUT_OPT_IN,
        .totalConstantMemory = device_attribute(device, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY),
        .SIMDWidth = WARP_LANES,
        .memPitch = device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_PITCH),
        .regsPerBlock = REGISTERS_PER_SM,
        .clockRate = (int)device->clock_khz,
        .textureAlign = device_attribute(device, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT),
    };
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGetTexture1DLinearMaxWidth(size_t *width, CUarray_format format,
                                                           unsigned channels, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    (void)format;
    if (result)
        return result;
    if (!width || !channels || channels > 4 || channels == 3)
        return CUDA_ERROR_INVALID_VALUE;
    *width = (size_t)device_attribute(device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGetExecAffinitySupport(int *supported, CUexecAffinityType type,
                                                       CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!supported || (int)type < 0 || type >= CU_EXEC_AFFINITY_TYPE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    *supported = 0;
    return CUDA_SUCCESS;
}

// There is nothing to profile, and no harm in asking for it.
CUresult CUDAAPI EXPORT cuProfilerStart(void)
{
    struct context *context;
    return api_context(&context);
}

CUresult CUDAAPI EXPORT cuProfilerStop(void)
{
    struct context *context;
    return api_context(&context);
}
