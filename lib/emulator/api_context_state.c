// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a context can be told and asked: limits, preferences, flags, peers.
#include "emulator/stream.h"

#include <string.h>

enum { API_VERSION = 3020 };

CUresult CUDAAPI EXPORT cuCtxGetFlags(unsigned int *flags)
{
    struct context *context;
    CUresult result = api_current(&context);
    if (result)
        return result;
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = context->flags;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxSetFlags(unsigned int flags)
{
    struct context *context;
    CUresult result = api_current(&context);
    if (result)
        return result;
    if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    context->flags = flags;
    return CUDA_SUCCESS;
}

// A handle, or NULL for the current context.
static CUresult choose(CUcontext handle, struct context **context)
{
    CUresult result = api_ready();
    if (result || !handle)
        return result ? result : api_current(context);
    *context = api_live_context(handle);
    return *context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult CUDAAPI EXPORT cuCtxGetId(CUcontext handle, unsigned long long *id)
{
    struct context *context;
    CUresult result = choose(handle, &context);
    if (result)
        return result;
    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    *id = context->id;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxGetApiVersion(CUcontext handle, unsigned int *version)
{
    struct context *context;
    CUresult result = choose(handle, &context);
    if (result)
        return result;
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = API_VERSION;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxGetLimit(size_t *value, CUlimit limit)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!value || (int)limit < 0 || (int)limit >= CU_LIMIT_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    if ((int)limit >= CONTEXT_LIMITS)
        return CUDA_ERROR_UNSUPPORTED_LIMIT;
    *value = context->limits[limit];
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxSetLimit(CUlimit limit, size_t value)
{
    enum { MOST_FETCH = 128 };
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if ((int)limit < 0 || (int)limit >= CU_LIMIT_MAX ||
        (limit == CU_LIMIT_MAX_L2_FETCH_GRANULARITY && value > MOST_FETCH))
        return CUDA_ERROR_INVALID_VALUE;
    if ((int)limit >= CONTEXT_LIMITS || limit == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH)
        return CUDA_ERROR_UNSUPPORTED_LIMIT;
    context->limits[limit] = value;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxGetCacheConfig(CUfunc_cache *config)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!config)
        return CUDA_ERROR_INVALID_VALUE;
    *config = (CUfunc_cache)context->cache_config;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxSetCacheConfig(CUfunc_cache config)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if ((int)config < 0 || config > CU_FUNC_CACHE_PREFER_EQUAL)
        return CUDA_ERROR_INVALID_VALUE;
    context->cache_config = (int)config;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!config)
        return CUDA_ERROR_INVALID_VALUE;
    *config = (CUsharedconfig)context->shared_config;
    return CUDA_SUCCESS;
}

// The banks of these chips are four bytes wide, whatever is asked for.
CUresult CUDAAPI EXPORT cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    bool known = (int)config >= 0 && config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuCtxResetPersistingL2Cache(void)
{
    struct context *context;
    return api_context(&context);
}

CUresult CUDAAPI EXPORT cuCtxGetExecAffinity(CUexecAffinityParam *param, CUexecAffinityType type)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!param || (int)type < 0 || type >= CU_EXEC_AFFINITY_TYPE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
}

CUresult CUDAAPI EXPORT cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    const struct device *found;
    CUresult result = api_device(device, &found);
    if (!result)
        result = api_device(peer, &found);
    if (result)
        return result;
    if (!can)
        return CUDA_ERROR_INVALID_VALUE;
    *can = 0; // a device is no peer of its own
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute,
                                                CUdevice device, CUdevice peer)
{
    const struct device *found;
    CUresult result = api_device(device, &found);
    if (!result)
        result = api_device(peer, &found);
    (void)attribute;
    if (result)
        return result;
    // There is one device, and both have to differ.
    return value ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags)
{
    struct context *context, *other;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    other = api_live_context(peer);
    if (!other || other == context)
        return CUDA_ERROR_INVALID_CONTEXT;
    return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

CUresult CUDAAPI EXPORT cuCtxDisablePeerAccess(CUcontext peer)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    return api_live_context(peer) ? CUDA_ERROR_PEER_ACCESS_NOT_ENABLED : CUDA_ERROR_INVALID_CONTEXT;
}
