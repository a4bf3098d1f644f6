// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Streams: what a program asks them, and host functions in them.
#include "emulator/stream.h"

#include <string.h>

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

CUresult CUDAAPI EXPORT cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    struct context *context;
    CUresult result = api_current(&context);
    if (result)
        return result;
    if (least)
        *least = LEAST_PRIORITY;
    if (greatest)
        *greatest = GREATEST_PRIORITY;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuStreamCreateWithPriority(CUstream *handle, unsigned int flags,
                                                   int priority)
{
    struct context *context;
    struct stream *stream;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!handle || (flags & ~(unsigned)CU_STREAM_NON_BLOCKING))
        return CUDA_ERROR_INVALID_VALUE;
    if (priority > LEAST_PRIORITY)
        priority = LEAST_PRIORITY;
    if (priority < GREATEST_PRIORITY)
        priority = GREATEST_PRIORITY;
    result = stream_make(context, flags, priority, &stream);
    if (!result)
        *handle = stream->handle;
    return result;
}

CUresult CUDAAPI EXPORT cuStreamCreate(CUstream *handle, unsigned int flags)
{
    return cuStreamCreateWithPriority(handle, flags, LEAST_PRIORITY);
}

CUresult CUDAAPI EXPORT cuStreamSynchronize(CUstream handle)
{
    struct stream *stream;
    CUresult result = stream_find_failed(handle, &stream);
    return result ? result : stream_drain(stream, true);
}

CUresult CUDAAPI EXPORT cuStreamQuery(CUstream handle)
{
    struct stream *stream;
    CUresult result = stream_find_failed(handle, &stream);
    return result ? result : stream_drain(stream, false);
}

// What a stream is does not depend on what went wrong in it.
static CUresult find_for_query(CUstream handle, const void *answer, struct stream **stream)
{
    CUresult result = stream_find(handle, stream);
    return result ? result : answer ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuStreamGetCtx(CUstream handle, CUcontext *context)
{
    struct stream *stream;
    CUresult result = find_for_query(handle, context, &stream);
    if (!result)
        *context = stream->context->handle;
    return result;
}

CUresult CUDAAPI EXPORT cuStreamGetCtx_v2(CUstream handle, CUcontext *context, CUgreenCtx *green)
{
    CUresult result = cuStreamGetCtx(handle, context);
    if (!result && green)
        *green = NULL;
    return result;
}

CUresult CUDAAPI EXPORT cuStreamGetDevice(CUstream handle, CUdevice *device)
{
    struct stream *stream;
    CUresult result = find_for_query(handle, device, &stream);
    if (!result)
        *device = 0;
    return result;
}

CUresult CUDAAPI EXPORT cuStreamGetFlags(CUstream handle, unsigned int *flags)
{
    struct stream *stream;
    CUresult result = find_for_query(handle, flags, &stream);
    if (!result)
        *flags = stream->flags;
    return result;
}

CUresult CUDAAPI EXPORT cuStreamGetPriority(CUstream handle, int *priority)
{
    struct stream *stream;
    CUresult result = find_for_query(handle, priority, &stream);
    if (!result)
        *priority = stream->priority;
    return result;
}

CUresult CUDAAPI EXPORT cuStreamGetId(CUstream handle, unsigned long long *id)
{
    struct stream *stream;
    CUresult result = find_for_query(handle, id, &stream);
    if (!result)
        *id = stream->id;
    return result;
}

static int policy_index(CUstreamAttrID attribute)
{
    return attribute == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW     ? 0
           : attribute == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY ? 1
                                                                     : -1;
}

CUresult CUDAAPI EXPORT cuStreamGetAttribute(CUstream handle, CUstreamAttrID attribute,
                                             CUstreamAttrValue *value)
{
    struct stream *stream;
    CUresult result = find_for_query(handle, value, &stream);
    if (result)
        return result;
    int index = policy_index(attribute);
    if (attribute == CU_LAUNCH_ATTRIBUTE_PRIORITY)
        value->priority = stream->priority;
    else if (index >= 0)
        *value = stream->policy[index];
    else
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuStreamSetAttribute(CUstream handle, CUstreamAttrID attribute,
                                             const CUstreamAttrValue *value)
{
    struct stream *stream;
    CUresult result = find_for_query(handle, value, &stream);
    if (result)
        return result;
    int index = policy_index(attribute);
    if (attribute == CU_LAUNCH_ATTRIBUTE_PRIORITY)
        stream->priority = value->priority;
    else if (index >= 0)
        stream->policy[index] = *value; // caches and waiting are not modelled
    else
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuStreamCopyAttributes(CUstream to_handle, CUstream from_handle)
{
    struct stream *to, *from;
    CUresult result = stream_find(to_handle, &to);
    if (!result)
        result = stream_find(from_handle, &from);
    if (result)
        return result;
    memcpy(to->policy, from->policy, sizeof to->policy);
    to->priority = from->priority;
    return CUDA_SUCCESS;
}

static void run_host(const struct task *task, struct context *context)
{
    const struct host_task *self = (const struct host_task *)task;
    (void)context;
    api_enter_host_function();
    self->host.fn(self->host.userData);
    api_leave_host_function();
}

CUresult task_host(const CUDA_HOST_NODE_PARAMS *host, struct context *context, struct task **task)
{
    if (!host || !host->fn)
        return CUDA_ERROR_INVALID_VALUE;
    struct host_task *self = task_new(sizeof *self, TASK_HOST, context);
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    self->host = *host;
    self->task.run = run_host;
    *task = &self->task;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuLaunchHostFunc(CUstream handle, CUhostFn function, void *data)
{
    struct stream *stream;
    struct task *task;
    CUDA_HOST_NODE_PARAMS host = {.fn = function, .userData = data};
    CUresult result = stream_find(handle, &stream);
    if (!result)
        result = task_host(&host, stream->context, &task);
    return result ? result : stream_do(stream, task, false);
}

struct callback_task {
    struct task task;
    CUstreamCallback function;
    CUstream stream;
    void *data;
};

// Unlike a host function it is called after an error too, and told of it.
static void run_callback(const struct task *task, struct context *context)
{
    const struct callback_task *self = (const struct callback_task *)task;
    api_enter_host_function();
    self->function(self->stream, api_sticky(context), self->data);
    api_leave_host_function();
}

CUresult CUDAAPI EXPORT cuStreamAddCallback(CUstream handle, CUstreamCallback function, void *data,
                                            unsigned int flags)
{
    struct stream *stream;
    CUresult result = stream_find(handle, &stream);
    if (result)
        return result;
    if (!function || flags)
        return CUDA_ERROR_INVALID_VALUE;
    struct callback_task *self = task_new(sizeof *self, TASK_CALLBACK, stream->context);
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    self->task.run = run_callback;
    self->task.always = true;
    self->function = function;
    self->stream = handle;
    self->data = data;
    return stream_do(stream, &self->task, false);
}
