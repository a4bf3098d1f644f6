// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Memory: allocation, copies, fills, pointer attributes.
#include "emulator/api.h"

#include <string.h>

CUresult CUDAAPI EXPORT cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!pointer || !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    uint64_t used = memory_used(), total = context->device->memory_bytes;
    if (used > total || bytes > total - used)
        return CUDA_ERROR_OUT_OF_MEMORY;
    uint64_t base = memory_allocate(&context->memory, bytes, false);
    if (!base)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *pointer = base;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuMemFree_v2(CUdeviceptr pointer)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result || !pointer)
        return result;
    return memory_free(&context->memory, pointer, false) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
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
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!pointer || !bytes || (flags & ~(unsigned)KNOWN))
        return CUDA_ERROR_INVALID_VALUE;
    uint64_t base = memory_allocate(&context->memory, bytes, true);
    if (!base)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *pointer = (void *)(uintptr_t)base;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuMemAllocHost_v2(void **pointer, size_t bytes)
{
    return cuMemHostAlloc(pointer, bytes, 0);
}

CUresult CUDAAPI EXPORT cuMemFreeHost(void *pointer)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    bool freed = pointer && memory_free(&context->memory, (uint64_t)(uintptr_t)pointer, true);
    return freed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// One side of a copy: device memory if `device`, else the caller's.
struct side {
    bool device;
    uint64_t address;
};

static struct side device_side(CUdeviceptr pointer)
{
    return (struct side){true, pointer};
}

static struct side host_side(const void *pointer)
{
    return (struct side){false, (uint64_t)(uintptr_t)pointer};
}

// Host address of a side, NULL where the range is not all in one allocation. Host memory is taken
// on trust but for addresses that can only be device ones.
static char *resolve(struct context *context, struct side side, size_t bytes)
{
    if (!side.device) {
        if (memory_is_device_address(side.address))
            return NULL;
        return (char *)(uintptr_t)side.address;
    }
    const struct allocation *found = memory_find(&context->memory, side.address, bytes);
    return found ? found->host + (side.address - found->base) : NULL;
}

static CUresult copy(struct context *context, struct side to, struct side from, size_t bytes)
{
    if (!bytes)
        return CUDA_SUCCESS;
    memory_lock(&context->memory);
    char *target = resolve(context, to, bytes);
    const char *source = resolve(context, from, bytes);
    if (target && source)
        memmove(target, source, bytes);
    memory_unlock(&context->memory);
    return target && source ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult copy_now(struct side to, struct side from, size_t bytes)
{
    struct context *context;
    CUresult result = api_context(&context);
    return result ? result : copy(context, to, from, bytes);
}

static CUresult copy_on(CUstream stream, struct side to, struct side from, size_t bytes)
{
    struct context *context;
    CUresult result = api_stream_context(stream, &context);
    return result ? result : copy(context, to, from, bytes);
}

CUresult CUDAAPI EXPORT cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    return copy_now(device_side(to), host_side(from), bytes);
}

CUresult CUDAAPI EXPORT cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    return copy_now(host_side(to), device_side(from), bytes);
}

CUresult CUDAAPI EXPORT cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy_now(device_side(to), device_side(from), bytes);
}

CUresult CUDAAPI EXPORT cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes,
                                             CUstream stream)
{
    return copy_on(stream, device_side(to), host_side(from), bytes);
}

CUresult CUDAAPI EXPORT cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                                             CUstream stream)
{
    return copy_on(stream, host_side(to), device_side(from), bytes);
}

CUresult CUDAAPI EXPORT cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                             CUstream stream)
{
    return copy_on(stream, device_side(to), device_side(from), bytes);
}

// `count` elements of `width` bytes, all `value`.
static CUresult fill(struct context *context, CUdeviceptr to, unsigned value, size_t count,
                     size_t width)
{
    if (to % width || count > SIZE_MAX / width)
        return CUDA_ERROR_INVALID_VALUE;
    if (!count)
        return CUDA_SUCCESS;
    memory_lock(&context->memory);
    char *target = resolve(context, device_side(to), count * width);
    if (target && width == 1) {
        memset(target, (int)(value & 0xff), count);
    } else if (target && width == 2) {
        uint16_t half = (uint16_t)value;
        for (size_t i = 0; i < count; i++)
            memcpy(target + i * width, &half, sizeof half);
    } else if (target) {
        uint32_t word = value;
        for (size_t i = 0; i < count; i++)
            memcpy(target + i * width, &word, sizeof word);
    }
    memory_unlock(&context->memory);
    return target ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult fill_now(CUdeviceptr to, unsigned value, size_t count, size_t width)
{
    struct context *context;
    CUresult result = api_context(&context);
    return result ? result : fill(context, to, value, count, width);
}

static CUresult fill_on(CUstream stream, CUdeviceptr to, unsigned value, size_t count, size_t width)
{
    struct context *context;
    CUresult result = api_stream_context(stream, &context);
    return result ? result : fill(context, to, value, count, width);
}

CUresult CUDAAPI EXPORT cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count)
{
    return fill_now(to, value, count, 1);
}

CUresult CUDAAPI EXPORT cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count)
{
    return fill_now(to, value, count, 2);
}

CUresult CUDAAPI EXPORT cuMemsetD32_v2(CUdeviceptr to, unsigned int value, size_t count)
{
    return fill_now(to, value, count, 4);
}

CUresult CUDAAPI EXPORT cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count,
                                        CUstream stream)
{
    return fill_on(stream, to, value, count, 1);
}

CUresult CUDAAPI EXPORT cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count,
                                         CUstream stream)
{
    return fill_on(stream, to, value, count, 2);
}

CUresult CUDAAPI EXPORT cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count,
                                         CUstream stream)
{
    return fill_on(stream, to, value, count, 4);
}

static CUresult pointer_attribute(const struct context *context, const struct allocation *found,
                                  CUpointer_attribute attribute, CUdeviceptr pointer, void *data)
{
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)data = context->handle;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)data = found->is_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)data = pointer;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!found->is_host)
            return CUDA_ERROR_INVALID_VALUE;
        *(char **)data = found->host + (pointer - found->base);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)data = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)data = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(CUdeviceptr *)data = found->base;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)data = found->size;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *(unsigned *)data = 1;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult CUDAAPI EXPORT cuPointerGetAttribute(void *data, CUpointer_attribute attribute,
                                              CUdeviceptr pointer)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!data)
        return CUDA_ERROR_INVALID_VALUE;
    memory_lock(&context->memory);
    const struct allocation *found = memory_find(&context->memory, pointer, 1);
    result = found ? pointer_attribute(context, found, attribute, pointer, data)
                   : CUDA_ERROR_INVALID_VALUE;
    memory_unlock(&context->memory);
    return result;
}

CUresult CUDAAPI EXPORT cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes,
                                                CUdeviceptr pointer)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    memory_lock(&context->memory);
    const struct allocation *found = memory_find(&context->memory, pointer, 1);
    if (found && base)
        *base = found->base;
    if (found && bytes)
        *bytes = found->size;
    memory_unlock(&context->memory);
    return found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
