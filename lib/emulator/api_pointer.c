// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a pointer is, and hints about managed memory.
#include "emulator/stream.h"

#include <string.h>

static unsigned memory_type(const struct allocation *found)
{
    return found->kind == MEMORY_HOST || found->kind == MEMORY_REGISTERED ? CU_MEMORYTYPE_HOST
                                                                          : CU_MEMORYTYPE_DEVICE;
}

static CUresult pointer_attribute(const struct allocation *found, CUpointer_attribute attribute,
                                  CUdeviceptr pointer, void *data)
{
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)data = found->owner ? (CUcontext)(uintptr_t)found->owner->context : NULL;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)data = memory_type(found);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)data = pointer;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!memory_is_host(found->kind))
            return CUDA_ERROR_INVALID_VALUE;
        *(char **)data = found->host + (pointer - found->base);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        *(unsigned long long *)data = found->id;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)data = found->kind == MEMORY_MANAGED;
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
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *(CUmemoryPool *)data = found->pool;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        *(unsigned *)data = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        *(unsigned long long *)data = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        *(unsigned *)data = CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        if (found->kind != MEMORY_MAPPED)
            return CUDA_ERROR_INVALID_VALUE;
        *(uint64_t *)data =
            attribute == CU_POINTER_ATTRIBUTE_MAPPING_SIZE ? found->size : found->base;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
        return CUDA_ERROR_NOT_SUPPORTED;
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
    const struct allocation *found = memory_find_any(pointer, 1);
    result = found ? pointer_attribute(found, attribute, pointer, data) : CUDA_ERROR_INVALID_VALUE;
    memory_unlock(&context->memory);
    return result;
}

// What cuPointerGetAttributes says of a pointer that it does not know.
static void unknown_attribute(CUpointer_attribute attribute, CUdeviceptr pointer, void *data)
{
    static const uint64_t none;
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(void **)data = (void *)(uintptr_t)pointer;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)data = -2; // no device
        break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_MAPPED:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        memcpy(data, &none, sizeof(unsigned));
        break;
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
        break;
    default:
        memcpy(data, &none, sizeof none);
        break;
    }
}

CUresult CUDAAPI EXPORT cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes,
                                               void **data, CUdeviceptr pointer)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!count || !attributes || !data)
        return CUDA_ERROR_INVALID_VALUE;
    memory_lock(&context->memory);
    const struct allocation *found = memory_find_any(pointer, 1);
    for (unsigned i = 0; i < count; i++) {
        if (!data[i])
            result = CUDA_ERROR_INVALID_VALUE;
        else if (!found || pointer_attribute(found, attributes[i], pointer, data[i]))
            unknown_attribute(attributes[i], found ? 0 : pointer, data[i]);
    }
    memory_unlock(&context->memory);
    return result;
}

CUresult CUDAAPI EXPORT cuPointerSetAttribute(const void *value, CUpointer_attribute attribute,
                                              CUdeviceptr pointer)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return CUDA_ERROR_INVALID_VALUE;
    memory_lock(&context->memory);
    bool known = memory_find_any(pointer, 1) != NULL;
    memory_unlock(&context->memory);
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; // copies wait long enough as it is
}

CUresult CUDAAPI EXPORT cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes,
                                                CUdeviceptr pointer)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    memory_lock(&context->memory);
    const struct allocation *found = memory_find_any(pointer, 1);
    if (found && base)
        *base = found->base;
    if (found && bytes)
        *bytes = found->size;
    memory_unlock(&context->memory);
    return found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

// Managed memory is where everybody can reach it: hints change nothing.
static CUresult check_managed(CUdeviceptr pointer, size_t bytes)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    memory_lock(&context->memory);
    const struct allocation *found = bytes ? memory_find_any(pointer, bytes) : NULL;
    bool managed = found && found->kind == MEMORY_MANAGED;
    memory_unlock(&context->memory);
    return managed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static bool is_advice(CUmem_advise advice)
{
    return advice >= CU_MEM_ADVISE_SET_READ_MOSTLY && advice <= CU_MEM_ADVISE_UNSET_ACCESSED_BY;
}

static bool is_place(CUdevice device)
{
    return device == 0 || device == CU_DEVICE_CPU;
}

static bool is_location(CUmemLocation location)
{
    return location.type == CU_MEM_LOCATION_TYPE_DEVICE
               ? location.id == 0
               : location.type >= CU_MEM_LOCATION_TYPE_HOST &&
                     location.type <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
}

CUresult CUDAAPI EXPORT cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                                    CUdevice device)
{
    CUresult result = check_managed(pointer, bytes);
    if (result)
        return result;
    if (!is_advice(advice))
        return CUDA_ERROR_INVALID_VALUE;
    bool needs_device = advice >= CU_MEM_ADVISE_SET_PREFERRED_LOCATION &&
                        advice != CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION;
    return !needs_device || is_place(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult CUDAAPI EXPORT cuMemAdvise_v2(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                                       CUmemLocation location)
{
    CUresult result = check_managed(pointer, bytes);
    if (result)
        return result;
    bool needs_place = advice >= CU_MEM_ADVISE_SET_PREFERRED_LOCATION &&
                       advice != CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION;
    bool good = is_advice(advice) && (!needs_place || is_location(location));
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Keeps its place in the stream.
static CUresult prefetch(CUdeviceptr pointer, size_t bytes, CUstream handle)
{
    struct stream *stream;
    CUresult result = stream_find(handle, &stream);
    if (!result)
        result = check_managed(pointer, bytes);
    if (result)
        return result;
    struct task *task = task_new(sizeof *task, TASK_EMPTY, stream->context);
    return task ? stream_do(stream, task, false) : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI EXPORT cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device,
                                           CUstream stream)
{
    CUresult result = api_ready();
    if (result)
        return result;
    return is_place(device) ? prefetch(pointer, bytes, stream) : CUDA_ERROR_INVALID_DEVICE;
}

CUresult CUDAAPI EXPORT cuMemPrefetchAsync_v2(CUdeviceptr pointer, size_t bytes,
                                              CUmemLocation location, unsigned int flags,
                                              CUstream stream)
{
    CUresult result = api_ready();
    if (result)
        return result;
    return is_location(location) && !flags ? prefetch(pointer, bytes, stream)
                                           : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuStreamAttachMemAsync(CUstream handle, CUdeviceptr pointer, size_t length,
                                               unsigned int flags)
{
    bool known = flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST ||
                 flags == CU_MEM_ATTACH_SINGLE;
    CUresult result = api_ready();
    if (result)
        return result;
    return known ? prefetch(pointer, length ? length : 1, handle) : CUDA_ERROR_INVALID_VALUE;
}
