// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Calls that have a newer version of the same meaning, for programs that ask for the old one.
#include "emulator/api.h"

CUresult CUDAAPI EXPORT cuCtxDestroy(CUcontext context)
{
    return cuCtxDestroy_v2(context);
}

CUresult CUDAAPI EXPORT cuCtxPushCurrent(CUcontext context)
{
    return cuCtxPushCurrent_v2(context);
}

CUresult CUDAAPI EXPORT cuCtxPopCurrent(CUcontext *context)
{
    return cuCtxPopCurrent_v2(context);
}

CUresult CUDAAPI EXPORT cuDevicePrimaryCtxRelease(CUdevice device)
{
    return cuDevicePrimaryCtxRelease_v2(device);
}

CUresult CUDAAPI EXPORT cuDevicePrimaryCtxReset(CUdevice device)
{
    return cuDevicePrimaryCtxReset_v2(device);
}

CUresult CUDAAPI EXPORT cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
    return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

CUresult CUDAAPI EXPORT cuStreamDestroy(CUstream stream)
{
    return cuStreamDestroy_v2(stream);
}

CUresult CUDAAPI EXPORT cuEventDestroy(CUevent event)
{
    return cuEventDestroy_v2(event);
}

CUresult CUDAAPI EXPORT cuMemHostRegister(void *pointer, size_t bytes, unsigned int flags)
{
    return cuMemHostRegister_v2(pointer, bytes, flags);
}
