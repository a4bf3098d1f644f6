// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Fills. All of them are rectangles of elements; the linear ones have one row.
#include "emulator/stream.h"

#include <string.h>

static size_t span_of(const CUDA_MEMSET_NODE_PARAMS *fill)
{
    return (fill->height - 1) * fill->pitch + fill->width * fill->elementSize;
}

static void fill_row(char *to, unsigned value, size_t count, size_t width)
{
    if (width == 1) {
        memset(to, (int)(value & 0xff), count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * width, &value, width); // little-endian, as the device is
}

static void run(const struct task *task, struct context *context)
{
    const CUDA_MEMSET_NODE_PARAMS *fill = &((const struct fill_task *)task)->fill;
    memory_lock(&context->memory);
    const struct allocation *found = memory_find_any(fill->dst, span_of(fill));
    char *to = found ? found->host + (fill->dst - found->base) : NULL;
    for (size_t y = 0; to && y < fill->height; y++)
        fill_row(to + y * fill->pitch, fill->value, fill->width, fill->elementSize);
    if (to)
        memory_define(found, fill->dst - found->base, span_of(fill));
    memory_unlock(&context->memory);
    if (!to) // it was good when the fill was asked for
        task_fail(context, CUDA_ERROR_ILLEGAL_ADDRESS);
}

static CUresult check(const CUDA_MEMSET_NODE_PARAMS *fill)
{
    size_t element = fill->elementSize;
    if (element != 1 && element != 2 && element != 4)
        return CUDA_ERROR_INVALID_VALUE;
    if (fill->dst % element || fill->width > SIZE_MAX / element)
        return CUDA_ERROR_INVALID_VALUE;
    if (!fill->width || !fill->height)
        return CUDA_SUCCESS;
    if (fill->height > 1 && (fill->pitch < fill->width * element || fill->pitch % element ||
                             fill->height - 1 > SIZE_MAX / 2 / fill->pitch))
        return CUDA_ERROR_INVALID_VALUE;
    memory_lock(NULL);
    bool ok = memory_find_any(fill->dst, span_of(fill)) != NULL;
    memory_unlock(NULL);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult task_fill(const CUDA_MEMSET_NODE_PARAMS *fill, struct context *context, struct task **task)
{
    if (!fill)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = check(fill);
    if (result)
        return result;
    struct fill_task *self = task_new(sizeof *self, TASK_FILL, context);
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    self->fill = *fill;
    if (fill->width && fill->height)
        self->task.run = run;
    *task = &self->task;
    return CUDA_SUCCESS;
}

// The caller does not wait for a fill of device memory, even by a synchronous call.
static bool must_wait(const CUDA_MEMSET_NODE_PARAMS *fill, bool async)
{
    memory_lock(NULL);
    const struct allocation *found = memory_find_any(fill->dst, 1);
    bool is_host = found && memory_is_host(found->kind);
    memory_unlock(NULL);
    return !async && is_host;
}

static CUresult fill_on(CUstream handle, CUdeviceptr to, size_t pitch, unsigned value,
                        unsigned element, size_t width, size_t height, bool async)
{
    CUDA_MEMSET_NODE_PARAMS fill = {to, pitch, value, element, width, height};
    struct stream *stream;
    struct task *task;
    CUresult result = stream_find(handle, &stream);
    if (!result)
        result = task_fill(&fill, stream->context, &task);
    return result ? result : stream_do(stream, task, must_wait(&fill, async));
}

#define FILL(bits, type)                                                                           \
    CUresult CUDAAPI EXPORT cuMemsetD##bits##_v2(CUdeviceptr to, type value, size_t count)         \
    {                                                                                              \
        return fill_on(NULL, to, 0, value, bits / 8, count, 1, false);                             \
    }                                                                                              \
    CUresult CUDAAPI EXPORT cuMemsetD##bits##Async(CUdeviceptr to, type value, size_t count,       \
                                                   CUstream stream)                                \
    {                                                                                              \
        return fill_on(stream, to, 0, value, bits / 8, count, 1, true);                            \
    }                                                                                              \
    CUresult CUDAAPI EXPORT cuMemsetD2D##bits##_v2(CUdeviceptr to, size_t pitch, type value,       \
                                                   size_t width, size_t height)                    \
    {                                                                                              \
        return fill_on(NULL, to, pitch, value, bits / 8, width, height, false);                    \
    }                                                                                              \
    CUresult CUDAAPI EXPORT cuMemsetD2D##bits##Async(CUdeviceptr to, size_t pitch, type value,     \
                                                     size_t width, size_t height, CUstream stream) \
    {                                                                                              \
        return fill_on(stream, to, pitch, value, bits / 8, width, height, true);                   \
    }
FILL(8, unsigned char)
FILL(16, unsigned short)
FILL(32, unsigned int)
