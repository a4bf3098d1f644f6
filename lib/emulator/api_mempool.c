// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Memory in a stream's order, and the pools that it is taken from. Memory is there from the call
// on, which comes before the stream's turn; it goes when it is the stream's turn. Pools keep books
// and hold no memory back.
#include "emulator/mempool.h"
#include "emulator/stream.h"
#include "emulator/unsupported.h"

#include <pthread.h>
#include <stdlib.h>

enum { REUSE_FLAGS = 3 };

struct mempool {
    CUmemoryPool handle;
    bool is_default;
    bool destroyed; ///< goes with its last allocation
    uint64_t threshold, used, most_used;
    int reuse[REUSE_FLAGS];
    uint64_t limit;
    CUmemAccess_flags access;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct mempool *default_pool, *current_pool;

static struct mempool *pool_new(void)
{
    struct mempool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    for (int i = 0; i < REUSE_FLAGS; i++)
        pool->reuse[i] = 1;
    pool->access = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    pool->handle = handle_new(HANDLE_POOL, pool, NULL);
    if (!pool->handle) {
        free(pool);
        return NULL;
    }
    return pool;
}

// With the mutex held: NULL without memory.
static struct mempool *the_default(void)
{
    if (!default_pool) {
        default_pool = pool_new();
        if (default_pool)
            default_pool->is_default = true;
    }
    return default_pool;
}

static struct mempool *the_current(void)
{
    return current_pool ? current_pool : the_default();
}

static struct mempool *live_pool(CUmemoryPool handle)
{
    struct mempool *pool = handle_object(handle, HANDLE_POOL);
    return pool && !pool->destroyed ? pool : NULL;
}

static CUresult give_pool(CUmemoryPool *handle, CUdevice ordinal, bool current)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&mutex);
    const struct mempool *pool = current ? the_current() : the_default();
    if (pool)
        *handle = pool->handle;
    pthread_mutex_unlock(&mutex);
    return pool ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI EXPORT cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    return give_pool(pool, device, false);
}

CUresult CUDAAPI EXPORT cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    return give_pool(pool, device, true);
}

CUresult CUDAAPI EXPORT cuDeviceSetMemPool(CUdevice ordinal, CUmemoryPool handle)
{
    const struct device *device;
    CUresult result = api_device(ordinal, &device);
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    struct mempool *pool = live_pool(handle);
    if (pool)
        current_pool = pool;
    pthread_mutex_unlock(&mutex);
    return pool ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuMemPoolCreate(CUmemoryPool *handle, const CUmemPoolProps *props)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!handle || !props || props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    if (props->handleTypes || props->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return props->location.type == CU_MEM_LOCATION_TYPE_INVALID
                   ? CUDA_ERROR_INVALID_VALUE
                   : (CUresult)unsupported("memory pools on the host or for other processes");
    if (props->location.id)
        return CUDA_ERROR_INVALID_DEVICE;
    struct mempool *pool = pool_new();
    if (!pool)
        return CUDA_ERROR_OUT_OF_MEMORY;
    pool->limit = props->maxSize;
    *handle = pool->handle;
    return CUDA_SUCCESS;
}

// With the mutex held.
static void discard_if_empty(struct mempool *pool)
{
    if (!pool->destroyed || pool->used)
        return;
    handle_remove(pool->handle, HANDLE_POOL);
    free(pool);
}

CUresult CUDAAPI EXPORT cuMemPoolDestroy(CUmemoryPool handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    struct mempool *pool = live_pool(handle);
    if (!pool || pool->is_default) {
        result = CUDA_ERROR_INVALID_VALUE;
    } else {
        if (current_pool == pool)
            current_pool = NULL;
        pool->destroyed = true;
        discard_if_empty(pool);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuMemPoolTrimTo(CUmemoryPool handle, size_t least)
{
    CUresult result = api_ready();
    (void)least; // nothing is held back
    return result ? result : live_pool(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static int *reuse_flag(struct mempool *pool, CUmemPool_attribute attribute)
{
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
        return &pool->reuse[0];
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
        return &pool->reuse[1];
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        return &pool->reuse[2];
    default:
        return NULL;
    }
}

// With the mutex held.
static CUresult set_attribute(struct mempool *pool, CUmemPool_attribute attribute,
                              const void *value)
{
    int *flag = reuse_flag(pool, attribute);
    if (flag) {
        *flag = *(const int *)value != 0;
        return CUDA_SUCCESS;
    }
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        pool->threshold = *(const cuuint64_t *)value;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        if (*(const cuuint64_t *)value)
            return CUDA_ERROR_INVALID_VALUE;
        pool->most_used = pool->used;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult get_attribute(struct mempool *pool, CUmemPool_attribute attribute, void *value)
{
    const int *flag = reuse_flag(pool, attribute);
    if (flag) {
        *(int *)value = *flag;
        return CUDA_SUCCESS;
    }
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        *(cuuint64_t *)value = pool->threshold;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
        *(cuuint64_t *)value = pool->used;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        *(cuuint64_t *)value = pool->most_used;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult CUDAAPI EXPORT cuMemPoolSetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute,
                                              void *value)
{
    CUresult result = api_ready();
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    struct mempool *pool = live_pool(handle);
    result = pool && value ? set_attribute(pool, attribute, value) : CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_unlock(&mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuMemPoolGetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute,
                                              void *value)
{
    CUresult result = api_ready();
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    struct mempool *pool = live_pool(handle);
    result = pool && value ? get_attribute(pool, attribute, value) : CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_unlock(&mutex);
    return result;
}

static bool is_the_device(const CUmemLocation *location)
{
    return location->type == CU_MEM_LOCATION_TYPE_DEVICE && location->id == 0;
}

CUresult CUDAAPI EXPORT cuMemPoolSetAccess(CUmemoryPool handle, const CUmemAccessDesc *map,
                                           size_t count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!live_pool(handle) || (count && !map))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        // A device always reaches its own pools.
        if (!is_the_device(&map[i].location) || map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_NONE)
            return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool handle,
                                           CUmemLocation *location)
{
    CUresult result = api_ready();
    if (result)
        return result;
    const struct mempool *pool = live_pool(handle);
    if (!flags || !pool || !location || !is_the_device(location))
        return CUDA_ERROR_INVALID_VALUE;
    *flags = pool->access;
    return CUDA_SUCCESS;
}

// With the mutex held.
static CUresult take(struct mempool *pool, const struct context *context, size_t bytes,
                     CUdeviceptr *pointer)
{
    uint64_t used = memory_used(), total = context->device->memory_bytes;
    if (used > total || bytes > total - used ||
        (pool->limit && (pool->used > pool->limit || bytes > pool->limit - pool->used)))
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct allocation model = {
        .size = bytes, .owner = &context->memory, .kind = MEMORY_POOL, .pool = pool->handle};
    CUdeviceptr base = memory_new(&model);
    if (!base)
        return CUDA_ERROR_OUT_OF_MEMORY;
    pool->used += bytes;
    pool->most_used = pool->used > pool->most_used ? pool->used : pool->most_used;
    *pointer = base;
    return CUDA_SUCCESS;
}

static CUresult allocate(CUdeviceptr *pointer, size_t bytes, bool use_current, CUmemoryPool handle,
                         CUstream stream_handle)
{
    struct stream *stream;
    CUresult result = stream_find(stream_handle, &stream);
    if (result)
        return result;
    if (!pointer || !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream->capture)
        return unsupported("allocating memory in a stream that is captured");
    pthread_mutex_lock(&mutex);
    struct mempool *pool = use_current ? the_current() : live_pool(handle);
    result = pool ? take(pool, stream->context, bytes, pointer) : CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_unlock(&mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream stream)
{
    return allocate(pointer, bytes, true, NULL, stream);
}

CUresult CUDAAPI EXPORT cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t bytes,
                                                CUmemoryPool pool, CUstream stream)
{
    return allocate(pointer, bytes, false, pool, stream);
}

bool mempool_free(const struct allocation *allocation)
{
    if (!memory_remove(allocation->owner, allocation->base, allocation->kind))
        return false;
    pthread_mutex_lock(&mutex);
    struct mempool *pool = handle_object(allocation->pool, HANDLE_POOL);
    if (pool) {
        pool->used -= allocation->size;
        discard_if_empty(pool);
    }
    pthread_mutex_unlock(&mutex);
    return true;
}

struct free_task {
    struct task task;
    struct allocation allocation;
};

static void run_free(const struct task *task, struct context *context)
{
    const struct free_task *self = (const struct free_task *)task;
    const struct allocation *entry = &self->allocation;
    bool ok = entry->kind == MEMORY_POOL ? mempool_free(entry)
                                         : memory_remove(entry->owner, entry->base, entry->kind);
    if (!ok) // freed twice
        task_fail(context, CUDA_ERROR_INVALID_VALUE);
}

CUresult CUDAAPI EXPORT cuMemFreeAsync(CUdeviceptr pointer, CUstream stream_handle)
{
    struct stream *stream;
    CUresult result = stream_find(stream_handle, &stream);
    if (result || !pointer)
        return result;
    struct free_task *self = task_new(sizeof *self, TASK_FREE, stream->context);
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memory_lock(NULL);
    const struct allocation *found = memory_find_any(pointer, 1);
    bool ok = found && found->base == pointer &&
              (found->kind == MEMORY_POOL || found->kind == MEMORY_DEVICE);
    if (ok)
        self->allocation = *found;
    memory_unlock(NULL);
    self->task.run = run_free;
    if (!ok) {
        task_unref(&self->task);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return stream_do(stream, &self->task, false);
}
