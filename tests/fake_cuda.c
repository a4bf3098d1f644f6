// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "tests/fake_cuda.h"

#include <stdint.h>
#include <string.h>

static struct fake_cuda state = {.devices = 1, .major = {8, 8}, .minor = {6, 6}};
static CUcontext below[8]; ///< contexts under the current one
static char contexts[FAKE_DEVICES][2];
static char module, function;

struct fake_cuda *fake_cuda_state(void)
{
    return &state;
}

CUcontext fake_cuda_context(int device, int index)
{
    return (CUcontext)&contexts[device][index];
}

#define CALL(name, params)                                                                         \
    CUresult CUDAAPI name params;                                                                  \
    CUresult CUDAAPI name params

CALL(cuInit, (unsigned int flags))
{
    return flags == 0 ? state.init : CUDA_ERROR_INVALID_VALUE;
}

CALL(cuGetErrorName, (CUresult result, const char **text))
{
    *text = result == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_OTHER";
    return result == CUDA_ERROR_UNKNOWN ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CALL(cuGetErrorString, (CUresult result, const char **text))
{
    *text = "as the test asked";
    return result == CUDA_ERROR_UNKNOWN ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CALL(cuDeviceGetCount, (int *count))
{
    *count = state.devices;
    return CUDA_SUCCESS;
}

CALL(cuDeviceGet, (CUdevice * device, int ordinal))
{
    *device = ordinal;
    return ordinal < state.devices ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CALL(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device))
{
    if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
        *value = state.major[device];
    else if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
        *value = state.minor[device];
    else
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CALL(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))
{
    state.retained[device]++;
    *context = fake_cuda_context(device, 0);
    return CUDA_SUCCESS;
}

CALL(cuDevicePrimaryCtxRelease_v2, (CUdevice device))
{
    state.retained[device]--;
    return CUDA_SUCCESS;
}

CALL(cuCtxGetCurrent, (CUcontext * context))
{
    *context = state.current;
    return CUDA_SUCCESS;
}

CALL(cuCtxSetCurrent, (CUcontext context))
{
    state.current = context;
    return CUDA_SUCCESS;
}

CALL(cuCtxPushCurrent_v2, (CUcontext context))
{
    below[state.pushed++] = state.current;
    state.current = context;
    return CUDA_SUCCESS;
}

CALL(cuCtxPopCurrent_v2, (CUcontext * context))
{
    *context = state.current;
    state.current = below[--state.pushed];
    return CUDA_SUCCESS;
}

CALL(cuCtxGetDevice, (CUdevice * device))
{
    for (int i = 0; i < FAKE_DEVICES; i++)
        for (int j = 0; j < 2; j++)
            if (state.current == fake_cuda_context(i, j)) {
                *device = i;
                return CUDA_SUCCESS;
            }
    return CUDA_ERROR_INVALID_CONTEXT;
}

CALL(cuCtxSynchronize, (void))
{
    state.synchronized++;
    return state.current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CALL(cuModuleLoadData, (CUmodule * loaded, const void *image))
{
    if (!state.current)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (state.load != CUDA_SUCCESS)
        return state.load;
    state.loaded++;
    state.image = image;
    *loaded = (CUmodule)&module;
    return CUDA_SUCCESS;
}

CALL(cuModuleUnload, (CUmodule unloaded))
{
    if (unloaded != (CUmodule)&module || !state.current)
        return CUDA_ERROR_INVALID_HANDLE;
    state.loaded--;
    return CUDA_SUCCESS;
}

CALL(cuModuleGetFunction, (CUfunction * found, CUmodule from, const char *name))
{
    *found = (CUfunction)&function;
    return from == (CUmodule)&module && *name ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CALL(cuMemGetInfo_v2, (size_t * available, size_t *total))
{
    *available = 1234;
    *total = 5678;
    return CUDA_SUCCESS;
}

CALL(cuLaunchKernel,
     (CUfunction launched, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
      unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
      CUstream stream, void **params, void **extra))
{
    if (launched != (CUfunction)&function || params || extra[0] != CU_LAUNCH_PARAM_BUFFER_POINTER ||
        extra[2] != CU_LAUNCH_PARAM_BUFFER_SIZE || extra[4] != CU_LAUNCH_PARAM_END)
        return CUDA_ERROR_INVALID_VALUE;
    if (state.launch != CUDA_SUCCESS)
        return state.launch;
    const unsigned grid[] = {grid_x, grid_y, grid_z}, block[] = {block_x, block_y, block_z};
    memcpy(state.grid, grid, sizeof grid);
    memcpy(state.block, block, sizeof block);
    state.shared_bytes = shared_bytes;
    state.stream = stream;
    state.launched_in = state.current;
    state.param_bytes = *(size_t *)extra[3];
    memcpy(state.params, extra[1], state.param_bytes);
    return CUDA_SUCCESS;
}
