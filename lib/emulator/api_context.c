// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Contexts, and each thread's stack of current ones.
#include "emulator/fault.h"
#include "emulator/settings.h"
#include "emulator/stream.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { STACK_DEPTH = 256 };

static _Thread_local CUcontext stack[STACK_DEPTH];
static _Thread_local unsigned depth;

static _Atomic uint64_t next_id = 1;
static pthread_mutex_t primary_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct context *primary; ///< made once, and never freed: its handle stays the same
static unsigned primary_flags;

static CUcontext current(void)
{
    return depth ? stack[depth - 1] : NULL;
}

CUresult api_sticky(struct context *context)
{
    return (CUresult)atomic_load(&context->error);
}

struct context *api_live_context(CUcontext handle)
{
    struct context *context = handle_object(handle, HANDLE_CONTEXT);
    if (!context || !context->primary)
        return context;
    pthread_mutex_lock(&primary_mutex);
    bool active = context->retained > 0;
    pthread_mutex_unlock(&primary_mutex);
    return active ? context : NULL;
}

CUresult api_current(struct context **context)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!current())
        return CUDA_ERROR_INVALID_CONTEXT;
    *context = api_live_context(current());
    return *context ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult api_context(struct context **context)
{
    CUresult result = api_current(context);
    return result ? result : api_sticky(*context);
}

CUresult api_settle(struct context *context)
{
    work_wait_all(&context->work);
    return api_sticky(context);
}

// What a context that is in use has and one that was reset has lost.
static CUresult context_open(struct context *context)
{
    static const size_t limits[CONTEXT_LIMITS] = {
        [CU_LIMIT_STACK_SIZE] = 1024,
        [CU_LIMIT_PRINTF_FIFO_SIZE] = 1 << 20,
        [CU_LIMIT_MALLOC_HEAP_SIZE] = 8 << 20,
        [CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2,
        [CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048,
        [CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64,
    };
    struct stream *legacy;
    for (int i = 0; i < CONTEXT_LIMITS; i++)
        context->limits[i] = limits[i];
    context->cache_config = CU_FUNC_CACHE_PREFER_NONE;
    context->shared_config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    atomic_store(&context->error, CUDA_SUCCESS);
    return stream_make(context, CU_STREAM_DEFAULT, 0, &legacy);
}

static void report_leak(void *unused, const struct allocation *allocation)
{
    char text[160];
    (void)unused;
    if (allocation->kind != MEMORY_DEVICE)
        return;
    snprintf(text, sizeof text,
             "leak: the context ends with an allocation of %" PRIu64 " bytes at 0x%" PRIx64 "\n",
             allocation->size, allocation->base);
    fault_write(text);
}

// Everything that belongs to a context goes with it, once its work is done.
static void context_close(struct context *context)
{
    work_wait_all(&context->work);
    api_free_modules(context);
    api_free_streams(context);
    // After an error nothing can be freed.
    if ((settings_checks() & CHECK_MEMORY) && !atomic_load(&context->error))
        memory_each(&context->memory, report_leak, NULL);
    memory_clear(&context->memory);
}

static CUresult context_new(struct context **made, const struct device *device, unsigned flags)
{
    struct context *context = calloc(1, sizeof *context);
    if (!context)
        return CUDA_ERROR_OUT_OF_MEMORY;
    context->device = device;
    context->flags = flags;
    context->id = atomic_fetch_add(&next_id, 1);
    context->handle = handle_new(HANDLE_CONTEXT, context, NULL);
    context->memory.context = context->handle;
    if (!context->handle || context_open(context)) {
        handle_remove(context->handle, HANDLE_CONTEXT);
        free(context);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *made = context;
    return CUDA_SUCCESS;
}

static void context_free(struct context *context)
{
    context_close(context);
    free(context);
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
        result = context_new(&primary, device, primary_flags);
        if (!result)
            primary->primary = true;
    } else if (!primary->retained) {
        result = context_open(primary);
        primary->flags = primary_flags;
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
        context_close(primary);
    pthread_mutex_unlock(&primary_mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuDevicePrimaryCtxReset_v2(CUdevice ordinal)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    pthread_mutex_lock(&primary_mutex);
    if (primary && primary->retained) {
        context_close(primary);
        result = context_open(primary);
    }
    pthread_mutex_unlock(&primary_mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuDevicePrimaryCtxSetFlags_v2(CUdevice ordinal, unsigned int flags)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&primary_mutex);
    primary_flags = flags;
    if (primary)
        primary->flags = flags;
    pthread_mutex_unlock(&primary_mutex);
    return CUDA_SUCCESS;
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
    *flags = primary_flags;
    *active = primary && primary->retained;
    pthread_mutex_unlock(&primary_mutex);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxCreate_v2(CUcontext *handle, unsigned int flags, CUdevice ordinal)
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
        context_free(context);
    }
    return result;
}

CUresult CUDAAPI EXPORT cuCtxCreate_v3(CUcontext *handle, CUexecAffinityParam *params, int count,
                                       unsigned int flags, CUdevice ordinal)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (params && count)
        return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    return cuCtxCreate_v2(handle, flags, ordinal);
}

CUresult CUDAAPI EXPORT cuCtxCreate_v4(CUcontext *handle, CUctxCreateParams *params,
                                       unsigned int flags, CUdevice ordinal)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (params && (params->numExecAffinityParams || params->cigParams))
        return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    return cuCtxCreate_v2(handle, flags, ordinal);
}

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
    context_free(context);
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
    if (!api_live_context(handle))
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
    if (!api_live_context(handle))
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
    CUresult result = api_current(&context);
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
    CUresult result = api_current(&context);
    if (!result)
        result = capture_forbids();
    return result ? result : api_settle(context);
}

// These two take a context: NULL for the current one.
CUresult CUDAAPI EXPORT cuCtxGetDevice_v2(CUdevice *device, CUcontext handle)
{
    CUresult result = api_ready();
    if (result || !handle)
        return result ? result : cuCtxGetDevice(device);
    if (!api_live_context(handle))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuCtxSynchronize_v2(CUcontext handle)
{
    CUresult result = api_ready();
    if (result || !handle)
        return result ? result : cuCtxSynchronize();
    struct context *context = api_live_context(handle);
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    result = capture_forbids();
    return result ? result : api_settle(context);
}
