// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Contexts, and each thread's stack of current ones.
#include "emulator/api.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_DEPTH = 256 };

static _Thread_local CUcontext stack[STACK_DEPTH];
static _Thread_local unsigned depth;

static pthread_mutex_t primary_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct context *primary; ///< made once, and never freed: its handle stays the same

static CUcontext current(void)
{
    return depth ? stack[depth - 1] : NULL;
}

CUresult api_sticky(struct context *context)
{
    return (CUresult)atomic_load(&context->error);
}

// The object of a context that is alive.
static struct context *live_context(CUcontext handle)
{
    struct context *context = handle_object(handle, HANDLE_CONTEXT);
    if (!context || !context->primary)
        return context;
    pthread_mutex_lock(&primary_mutex);
    bool active = context->retained > 0;
    pthread_mutex_unlock(&primary_mutex);
    return active ? context : NULL;
}

static CUresult current_context(struct context **context)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!current())
        return CUDA_ERROR_INVALID_CONTEXT;
    *context = live_context(current());
    return *context ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult api_context(struct context **context)
{
    CUresult result = current_context(context);
    return result ? result : api_sticky(*context);
}

static CUresult context_new(struct context **made, const struct device *device, unsigned flags)
{
    struct context *context = calloc(1, sizeof *context);
    if (!context)
        return CUDA_ERROR_OUT_OF_MEMORY;
    context->device = device;
    context->flags = flags;
    if (!memory_init(&context->memory)) {
        free(context);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    context->handle = handle_new(HANDLE_CONTEXT, context, NULL);
    if (!context->handle) {
        memory_destroy(&context->memory);
        free(context);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *made = context;
    return CUDA_SUCCESS;
}

// Everything that belongs to a context goes with it. Waits for its launches.
static void context_clear(struct context *context)
{
    memory_clear(&context->memory);
    api_free_modules(context);
    api_free_streams(context);
    atomic_store(&context->error, CUDA_SUCCESS);
}

static CUresult push(CUcontext handle)
{
    if (depth == STACK_DEPTH)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack[depth++] = handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuDevicePrimaryCtxRetain(CUcontext *handle, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&primary_mutex);
    if (!primary) {
        result = context_new(&primary, device, 0);
        if (!result)
            primary->primary = true;
    }
    if (!result) {
        primary->retained++;
        *handle = primary->handle;
    }
    pthread_mutex_unlock(&primary_mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuDevicePrimaryCtxRelease_v2(CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    pthread_mutex_lock(&primary_mutex);
    if (!primary || !primary->retained)
        result = CUDA_ERROR_INVALID_CONTEXT;
    else if (--primary->retained == 0)
        context_clear(primary);
    pthread_mutex_unlock(&primary_mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuDevicePrimaryCtxGetState(CUdevice ordinal, unsigned int *flags,
                                                   int *active)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&primary_mutex);
    *flags = primary ? primary->flags : 0;
    *active = primary && primary->retained;
    pthread_mutex_unlock(&primary_mutex);
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext *handle, unsigned int flags, CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!handle || (flags & ~(unsigned)CU_CTX_FLAGS_MASK))
        return CUDA_ERROR_INVALID_VALUE;
    struct context *context;
    result = context_new(&context, device, flags);
    if (result)
        return result;
    *handle = context->handle;
    result = push(context->handle);
    if (result) {
        handle_remove(context->handle, HANDLE_CONTEXT);
        memory_destroy(&context->memory);
        free(context);
    }
    return result;
}

#if CUDA_VERSION >= 12050
CUresult cuCtxCreate_v4(CUcontext *handle, CUctxCreateParams *params, unsigned int flags,
                        CUdevice ordinal)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (params && (params->numExecAffinityParams || params->cigParams))
        return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    return cuCtxCreate_v2(handle, flags, ordinal);
}
#endif

CUresult CUDAAPI EXPORT cuCtxDestroy_v2(CUcontext handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    struct context *context = handle_object(handle, HANDLE_CONTEXT);
    if (!context || context->primary)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!handle_remove(handle, HANDLE_CONTEXT)) // another thread was faster
        return CUDA_ERROR_INVALID_CONTEXT;
    if (current() == handle)
        depth--;
    context_clear(context);
    memory_destroy(&context->memory);
    free(context);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxGetCurrent(CUcontext *handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    *handle = current();
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxSetCurrent(CUcontext handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!handle) {
        if (depth)
            depth--;
        return CUDA_SUCCESS;
    }
    if (!live_context(handle))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!depth)
        return push(handle);
    stack[depth - 1] = handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxPushCurrent_v2(CUcontext handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!live_context(handle))
        return CUDA_ERROR_INVALID_CONTEXT;
    return push(handle);
}

CUresult CUDAAPI EXPORT cuCtxPopCurrent_v2(CUcontext *handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!depth)
        return CUDA_ERROR_INVALID_CONTEXT;
    depth--;
    if (handle)
        *handle = stack[depth];
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxGetDevice(CUdevice *device)
{
    struct context *context;
    CUresult result = current_context(&context);
    if (result)
        return result;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxSynchronize(void)
{
    struct context *context;
    return api_context(&context);
}
