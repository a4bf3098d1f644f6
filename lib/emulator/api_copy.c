// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Copies. All of them are boxes of bytes (CUDA_MEMCPY3D); the linear ones have one row.
#include "emulator/copy.h"
#include "emulator/stream.h"

#include <stdlib.h>
#include <string.h>

enum { STAGED_BYTES = 64 << 10 }; // copies of pageable memory up to this are put aside at once

/// One side of a box: where its first byte is, and the steps between rows and slices.
struct side {
    CUmemorytype type;
    uint64_t address;
    size_t pitch, slice;
};

static bool make_side(CUmemorytype type, const void *host, CUdeviceptr device, size_t pitch,
                      size_t height, const size_t at[3], const CUDA_MEMCPY3D *box,
                      struct side *side)
{
    enum { MOST_BITS = 60 }; // no sum or product below wraps around
    const size_t most = SIZE_MAX >> (64 - MOST_BITS);
    if (type == CU_MEMORYTYPE_ARRAY || (int)type < CU_MEMORYTYPE_HOST ||
        (int)type > CU_MEMORYTYPE_UNIFIED)
        return false;
    if (at[0] > most || box->WidthInBytes > most || at[1] > most || box->Height > most ||
        pitch > most || height > most)
        return false;
    if (!pitch)
        pitch = at[0] + box->WidthInBytes;
    if (!height)
        height = at[1] + box->Height;
    if (pitch < at[0] + box->WidthInBytes || height < at[1] + box->Height)
        return false;
    if (height > most / pitch || at[2] > most / (pitch * height) ||
        box->Depth > most / (pitch * height))
        return false;
    side->type = type;
    side->address = type == CU_MEMORYTYPE_HOST ? (uint64_t)(uintptr_t)host : device;
    if (!side->address)
        return false;
    side->address += (at[2] * height + at[1]) * pitch + at[0];
    side->pitch = pitch;
    side->slice = pitch * height;
    return true;
}

static bool make_sides(const CUDA_MEMCPY3D *box, struct side *to, struct side *from)
{
    const size_t to_at[3] = {box->dstXInBytes, box->dstY, box->dstZ};
    const size_t from_at[3] = {box->srcXInBytes, box->srcY, box->srcZ};
    return make_side(box->dstMemoryType, box->dstHost, box->dstDevice, box->dstPitch,
                     box->dstHeight, to_at, box, to) &&
           make_side(box->srcMemoryType, box->srcHost, box->srcDevice, box->srcPitch,
                     box->srcHeight, from_at, box, from);
}

// From the first byte of a box to behind its last.
static size_t span_of(const struct side *side, const CUDA_MEMCPY3D *box)
{
    return (box->Depth - 1) * side->slice + (box->Height - 1) * side->pitch + box->WidthInBytes;
}

// Host address of a side, NULL where it is not all in one allocation. Pageable host memory is taken
// on trust, but for addresses that can only be device ones.
static char *resolve(const struct side *side, const CUDA_MEMCPY3D *box)
{
    if (side->type != CU_MEMORYTYPE_DEVICE && !memory_is_device_address(side->address))
        return (char *)(uintptr_t)side->address;
    if (side->type == CU_MEMORYTYPE_HOST)
        return NULL;
    const struct allocation *found = memory_find_any(side->address, span_of(side, box));
    return found ? found->host + (side->address - found->base) : NULL;
}

// What was copied to has values; bytes between the rows of a box count as copied to.
static void define(const struct side *side, const CUDA_MEMCPY3D *box)
{
    const struct allocation *found = memory_find_any(side->address, span_of(side, box));
    if (found)
        memory_define(found, side->address - found->base, span_of(side, box));
}

// Neither the device's memory nor page-locked.
static bool is_pageable(const struct side *side)
{
    return !memory_is_device_address(side->address) && !memory_find_any(side->address, 1);
}

static bool is_device_memory(const struct side *side)
{
    const struct allocation *found = memory_find_any(side->address, 1);
    return found && !memory_is_host(found->kind);
}

static void copy_box(const CUDA_MEMCPY3D *box, char *to, const struct side *to_side,
                     const char *from, const struct side *from_side)
{
    for (size_t z = 0; z < box->Depth; z++) {
        for (size_t y = 0; y < box->Height; y++)
            memmove(to + z * to_side->slice + y * to_side->pitch,
                    from + z * from_side->slice + y * from_side->pitch, box->WidthInBytes);
    }
}

static void run(const struct task *task, struct context *context)
{
    const struct copy_task *self = (const struct copy_task *)task;
    struct side to, from;
    bool ok = make_sides(&self->box, &to, &from);
    memory_lock(&context->memory);
    char *target = ok ? resolve(&to, &self->box) : NULL;
    const char *source = self->staged ? self->staged : ok ? resolve(&from, &self->box) : NULL;
    if (target && source) {
        copy_box(&self->box, target, &to, source, &from);
        define(&to, &self->box);
    }
    memory_unlock(&context->memory);
    if (!target || !source) // it was good when the copy was asked for
        task_fail(context, CUDA_ERROR_ILLEGAL_ADDRESS);
}

static void release(struct task *task)
{
    free(((struct copy_task *)task)->staged);
}

static bool is_empty(const CUDA_MEMCPY3D *box)
{
    return !box->WidthInBytes || !box->Height || !box->Depth;
}

static CUresult check(const CUDA_MEMCPY3D *box)
{
    struct side to, from;
    if (box->srcMemoryType == CU_MEMORYTYPE_ARRAY || box->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (box->reserved0 || box->reserved1 || box->srcLOD || box->dstLOD)
        return CUDA_ERROR_INVALID_VALUE;
    if (is_empty(box))
        return CUDA_SUCCESS;
    if (!make_sides(box, &to, &from))
        return CUDA_ERROR_INVALID_VALUE;
    memory_lock(NULL);
    bool ok = resolve(&to, box) && resolve(&from, box);
    memory_unlock(NULL);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult task_copy(const CUDA_MEMCPY3D *box, struct context *context, struct task **task)
{
    if (!box)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = check(box);
    if (result)
        return result;
    struct copy_task *self = task_new(sizeof *self, TASK_COPY, context);
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    self->box = *box;
    if (!is_empty(box))
        self->task.run = run;
    self->task.release = release;
    *task = &self->task;
    return CUDA_SUCCESS;
}

CUDA_MEMCPY3D task_copy_row(CUmemorytype to_type, uint64_t to, CUmemorytype from_type,
                            uint64_t from, size_t bytes)
{
    return (CUDA_MEMCPY3D){
        .srcMemoryType = from_type,
        .srcHost = (const void *)(uintptr_t)from,
        .srcDevice = from,
        .dstMemoryType = to_type,
        .dstHost = (void *)(uintptr_t)to,
        .dstDevice = to,
        .WidthInBytes = bytes,
        .Height = 1,
        .Depth = 1,
    };
}

// The source of a row in pageable memory may be changed as soon as the call returns.
static bool stage(struct copy_task *self, const struct side *from)
{
    size_t bytes = self->box.WidthInBytes;
    if (self->box.Height != 1 || self->box.Depth != 1 || bytes > STAGED_BYTES)
        return false;
    self->staged = malloc(bytes);
    if (self->staged)
        memcpy(self->staged, (const char *)(uintptr_t)from->address, bytes);
    return self->staged != NULL;
}

// Whether the caller has to wait, by the rules that the driver documents for copies.
static bool must_wait(struct copy_task *self, bool async)
{
    struct side to, from;
    if (is_empty(&self->box) || !make_sides(&self->box, &to, &from))
        return false;
    memory_lock(NULL);
    bool to_pageable = is_pageable(&to), from_pageable = is_pageable(&from);
    bool within_device = is_device_memory(&to) && is_device_memory(&from);
    memory_unlock(NULL);
    if (!async)
        return !within_device;
    return to_pageable || (from_pageable && !stage(self, &from));
}

CUresult copy_box_on(CUstream handle, const CUDA_MEMCPY3D *box, bool async)
{
    struct stream *stream;
    struct task *task;
    CUresult result = stream_find(handle, &stream);
    if (!result)
        result = task_copy(box, stream->context, &task);
    if (result)
        return result;
    bool wait = !stream->capture && must_wait((struct copy_task *)task, async);
    return stream_do(stream, task, wait);
}

static CUresult copy_row(CUstream stream, CUmemorytype to_type, uint64_t to, CUmemorytype from_type,
                         uint64_t from, size_t bytes, bool async)
{
    CUDA_MEMCPY3D box = task_copy_row(to_type, to, from_type, from, bytes);
    return copy_box_on(stream, &box, async);
}

#define HOST(pointer) CU_MEMORYTYPE_HOST, (uint64_t)(uintptr_t)(pointer)
#define DEVICE(pointer) CU_MEMORYTYPE_DEVICE, (pointer)
#define UNIFIED(pointer) CU_MEMORYTYPE_UNIFIED, (pointer)

CUresult CUDAAPI EXPORT cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    return copy_row(NULL, DEVICE(to), HOST(from), bytes, false);
}

CUresult CUDAAPI EXPORT cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    return copy_row(NULL, HOST(to), DEVICE(from), bytes, false);
}

CUresult CUDAAPI EXPORT cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy_row(NULL, DEVICE(to), DEVICE(from), bytes, false);
}

CUresult CUDAAPI EXPORT cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes,
                                             CUstream stream)
{
    return copy_row(stream, DEVICE(to), HOST(from), bytes, true);
}

CUresult CUDAAPI EXPORT cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                                             CUstream stream)
{
    return copy_row(stream, HOST(to), DEVICE(from), bytes, true);
}

CUresult CUDAAPI EXPORT cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                             CUstream stream)
{
    return copy_row(stream, DEVICE(to), DEVICE(from), bytes, true);
}

CUresult CUDAAPI EXPORT cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy_row(NULL, UNIFIED(to), UNIFIED(from), bytes, false);
}

CUresult CUDAAPI EXPORT cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                      CUstream stream)
{
    return copy_row(stream, UNIFIED(to), UNIFIED(from), bytes, true);
}

static CUresult check_peers(CUcontext to, CUcontext from)
{
    CUresult result = api_ready();
    if (result)
        return result;
    return api_live_context(to) && api_live_context(from) ? CUDA_SUCCESS
                                                          : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult CUDAAPI EXPORT cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                                     CUcontext from_context, size_t bytes)
{
    CUresult result = check_peers(to_context, from_context);
    return result ? result : copy_row(NULL, DEVICE(to), DEVICE(from), bytes, false);
}

CUresult CUDAAPI EXPORT cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                                          CUcontext from_context, size_t bytes, CUstream stream)
{
    CUresult result = check_peers(to_context, from_context);
    return result ? result : copy_row(stream, DEVICE(to), DEVICE(from), bytes, true);
}
