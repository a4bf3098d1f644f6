// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Memory that does not come from a pool: allocation, page-locking, what is free.
#include "emulator/mempool.h"
#include "emulator/stream.h"

enum { PITCH = 512 };

static CUresult allocate(struct context *context, size_t bytes, enum memory_kind kind,
                         unsigned flags, CUdeviceptr *pointer)
{
    struct allocation model = {
        .size = bytes, .owner = &context->memory, .kind = kind, .flags = flags};
    uint64_t used = memory_used(), total = context->device->memory_bytes;
    if (kind != MEMORY_HOST && (used > total || bytes > total - used))
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUdeviceptr base = memory_new(&model);
    if (!base)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *pointer = base;
    return CUDA_SUCCESS;
}

// For calls that change what memory there is.
static CUresult context_for_change(struct context **context)
{
    CUresult result = api_context(context);
    return result ? result : capture_forbids();
}

CUresult CUDAAPI EXPORT cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes)
{
    struct context *context;
    CUresult result = context_for_change(&context);
    if (result)
        return result;
    if (!pointer || !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    return allocate(context, bytes, MEMORY_DEVICE, 0, pointer);
}

CUresult CUDAAPI EXPORT cuMemAllocPitch_v2(CUdeviceptr *pointer, size_t *pitch, size_t width,
                                           size_t height, unsigned int element)
{
    struct context *context;
    CUresult result = context_for_change(&context);
    if (result)
        return result;
    if (!pointer || !pitch || !width || !height || (element != 4 && element != 8 && element != 16))
        return CUDA_ERROR_INVALID_VALUE;
    if (width > SIZE_MAX - PITCH)
        return CUDA_ERROR_OUT_OF_MEMORY;
    size_t row = (width + PITCH - 1) / PITCH * PITCH;
    if (height > SIZE_MAX / row)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = allocate(context, row * height, MEMORY_DEVICE, 0, pointer);
    if (!result)
        *pitch = row;
    return result;
}

CUresult CUDAAPI EXPORT cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned int flags)
{
    struct context *context;
    CUresult result = context_for_change(&context);
    if (result)
        return result;
    if (!pointer || !bytes || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST))
        return CUDA_ERROR_INVALID_VALUE;
    return allocate(context, bytes, MEMORY_MANAGED, flags, pointer);
}

// What starts at `pointer`, of whatever kind.
static bool allocation_at(const struct context *context, CUdeviceptr pointer,
                          struct allocation *allocation)
{
    memory_lock(NULL);
    const struct allocation *found = memory_find_any(pointer, 1);
    bool ok = found && found->base == pointer && found->owner == &context->memory;
    if (ok)
        *allocation = *found;
    memory_unlock(NULL);
    return ok;
}

// Freeing waits for all work of the context: it might use the memory.
CUresult CUDAAPI EXPORT cuMemFree_v2(CUdeviceptr pointer)
{
    struct context *context;
    struct allocation found;
    CUresult result = context_for_change(&context);
    if (result || !pointer)
        return result;
    result = api_settle(context);
    if (result)
        return result;
    if (!allocation_at(context, pointer, &found))
        return CUDA_ERROR_INVALID_VALUE;
    if (found.kind == MEMORY_POOL)
        return mempool_free(&found) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    bool ok = (found.kind == MEMORY_DEVICE || found.kind == MEMORY_MANAGED) &&
              memory_remove(&context->memory, pointer, found.kind);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuMemGetInfo_v2(size_t *available, size_t *total)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!available || !total)
        return CUDA_ERROR_INVALID_VALUE;
    uint64_t used = memory_used(), host = memory_host_available();
    *total = context->device->memory_bytes;
    *available = used < *total ? *total - used : 0;
    if (host < *available)
        *available = host;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuMemHostAlloc(void **pointer, size_t bytes, unsigned int flags)
{
    enum {
        KNOWN = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED
    };
    struct context *context;
    CUdeviceptr base;
    CUresult result = context_for_change(&context);
    if (result)
        return result;
    if (!pointer || !bytes || (flags & ~(unsigned)KNOWN))
        return CUDA_ERROR_INVALID_VALUE;
    result = allocate(context, bytes, MEMORY_HOST, flags | CU_MEMHOSTALLOC_DEVICEMAP, &base);
    if (!result)
        *pointer = (void *)(uintptr_t)base;
    return result;
}

CUresult CUDAAPI EXPORT cuMemAllocHost_v2(void **pointer, size_t bytes)
{
    return cuMemHostAlloc(pointer, bytes, 0);
}

CUresult CUDAAPI EXPORT cuMemFreeHost(void *pointer)
{
    struct context *context;
    CUresult result = context_for_change(&context);
    if (!result)
        result = api_settle(context);
    if (result)
        return result;
    bool freed =
        pointer && memory_remove(&context->memory, (uint64_t)(uintptr_t)pointer, MEMORY_HOST);
    return freed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuMemHostRegister_v2(void *pointer, size_t bytes, unsigned int flags)
{
    enum {
        KNOWN = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                CU_MEMHOSTREGISTER_READ_ONLY
    };
    struct context *context;
    CUresult result = context_for_change(&context);
    if (result)
        return result;
    uint64_t base = (uint64_t)(uintptr_t)pointer;
    if (flags & CU_MEMHOSTREGISTER_IOMEMORY)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!pointer || !bytes || (flags & ~(unsigned)KNOWN) || memory_is_device_address(base) ||
        bytes > UINT64_MAX - base)
        return CUDA_ERROR_INVALID_VALUE;
    struct allocation allocation = {
        .base = base,
        .size = bytes,
        .host = pointer,
        .owner = &context->memory,
        .kind = MEMORY_REGISTERED,
        .flags = flags | CU_MEMHOSTREGISTER_DEVICEMAP,
    };
    return memory_enter(&allocation) ? CUDA_SUCCESS : CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
}

CUresult CUDAAPI EXPORT cuMemHostUnregister(void *pointer)
{
    struct context *context;
    CUresult result = context_for_change(&context);
    if (!result)
        result = api_settle(context);
    if (result)
        return result;
    if (!pointer)
        return CUDA_ERROR_INVALID_VALUE;
    bool removed = memory_remove(&context->memory, (uint64_t)(uintptr_t)pointer, MEMORY_REGISTERED);
    return removed ? CUDA_SUCCESS : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

// The page-locked memory that a host pointer lies in.
static CUresult host_allocation(const void *pointer, struct allocation *allocation)
{
    memory_lock(NULL);
    const struct allocation *found = memory_find_any((uint64_t)(uintptr_t)pointer, 1);
    bool ok = found && memory_is_host(found->kind);
    if (ok)
        *allocation = *found;
    memory_unlock(NULL);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuMemHostGetDevicePointer_v2(CUdeviceptr *device, void *pointer,
                                                     unsigned int flags)
{
    struct context *context;
    struct allocation found;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!device || !pointer || flags)
        return CUDA_ERROR_INVALID_VALUE;
    result = host_allocation(pointer, &found);
    if (!result)
        *device = (CUdeviceptr)(uintptr_t)pointer;
    return result;
}

CUresult CUDAAPI EXPORT cuMemHostGetFlags(unsigned int *flags, void *pointer)
{
    struct context *context;
    struct allocation found;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!flags || !pointer)
        return CUDA_ERROR_INVALID_VALUE;
    result = host_allocation(pointer, &found);
    if (!result && found.kind == MEMORY_MANAGED)
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result)
        *flags = found.flags;
    return result;
}
