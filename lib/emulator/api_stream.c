// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Streams and events. Work is executed by the call that submits it, so that it is complete when the
// call returns: every order that streams and events ask for holds, and nothing is ever pending.
#include "emulator/api.h"

#include <stdlib.h>
#include <time.h>

static bool is_default(CUstream stream)
{
    return !stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
}

CUresult api_stream_context(CUstream handle, struct context **context)
{
    if (is_default(handle))
        return api_context(context);
    CUresult result = api_ready();
    if (result)
        return result;
    struct stream *stream = handle_object(handle, HANDLE_STREAM);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *context = stream->context;
    return api_sticky(stream->context);
}

CUresult CUDAAPI EXPORT cuStreamCreate(CUstream *handle, unsigned int flags)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!handle || (flags & ~(unsigned)CU_STREAM_NON_BLOCKING))
        return CUDA_ERROR_INVALID_VALUE;
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stream->context = context;
    CUstream made = handle_new(HANDLE_STREAM, stream, context->handle);
    if (!made) {
        free(stream);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = made;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuStreamCreateWithPriority(CUstream *handle, unsigned int flags,
                                                   int priority)
{
    (void)priority; // a hint, clamped to the range by the driver; the range is one value here
    return cuStreamCreate(handle, flags);
}

CUresult CUDAAPI EXPORT cuStreamDestroy_v2(CUstream handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    struct stream *stream = handle_remove(handle, HANDLE_STREAM);
    free(stream);
    return stream ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI EXPORT cuStreamSynchronize(CUstream stream)
{
    struct context *context;
    return api_stream_context(stream, &context);
}

CUresult CUDAAPI EXPORT cuStreamQuery(CUstream stream)
{
    struct context *context;
    return api_stream_context(stream, &context);
}

CUresult CUDAAPI EXPORT cuStreamGetCtx(CUstream stream, CUcontext *handle)
{
    struct context *context;
    CUresult result = api_stream_context(stream, &context);
    if (result)
        return result;
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    *handle = context->handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuStreamWaitEvent(CUstream stream, CUevent handle, unsigned int flags)
{
    struct context *context;
    CUresult result = api_stream_context(stream, &context);
    if (result)
        return result;
    if (!handle_object(handle, HANDLE_EVENT))
        return CUDA_ERROR_INVALID_HANDLE;
    return flags & ~(unsigned)CU_EVENT_WAIT_EXTERNAL ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuEventCreate(CUevent *handle, unsigned int flags)
{
    enum { KNOWN = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING };
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!handle || (flags & ~(unsigned)KNOWN))
        return CUDA_ERROR_INVALID_VALUE;
    struct event *event = calloc(1, sizeof *event);
    if (!event)
        return CUDA_ERROR_OUT_OF_MEMORY;
    event->context = context;
    event->flags = flags;
    CUevent made = handle_new(HANDLE_EVENT, event, context->handle);
    if (!made) {
        free(event);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = made;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuEventDestroy_v2(CUevent handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    struct event *event = handle_remove(handle, HANDLE_EVENT);
    free(event);
    return event ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

CUresult CUDAAPI EXPORT cuEventRecord(CUevent handle, CUstream stream)
{
    CUresult result = api_ready();
    if (result)
        return result;
    struct event *event = handle_object(handle, HANDLE_EVENT);
    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    struct context *context;
    result = api_stream_context(stream, &context);
    if (result)
        return result;
    if (context != event->context)
        return CUDA_ERROR_INVALID_HANDLE;
    event->recorded = true;
    event->time_ms = now_ms();
    return CUDA_SUCCESS;
}

static CUresult event_of(CUevent handle, struct event **event)
{
    CUresult result = api_ready();
    if (result)
        return result;
    *event = handle_object(handle, HANDLE_EVENT);
    return *event ? api_sticky((*event)->context) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI EXPORT cuEventQuery(CUevent handle)
{
    struct event *event;
    return event_of(handle, &event);
}

CUresult CUDAAPI EXPORT cuEventSynchronize(CUevent handle)
{
    struct event *event;
    return event_of(handle, &event);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    struct event *first, *last;
    CUresult result = event_of(start, &first);
    if (!result)
        result = event_of(end, &last);
    if (result)
        return result;
    if (!milliseconds)
        return CUDA_ERROR_INVALID_VALUE;
    if (!first->recorded || !last->recorded || first->context != last->context ||
        ((first->flags | last->flags) & CU_EVENT_DISABLE_TIMING))
        return CUDA_ERROR_INVALID_HANDLE;
    *milliseconds = (float)(last->time_ms - first->time_ms);
    return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end)
{
    return cuEventElapsedTime(milliseconds, start, end);
}

void api_free_streams(struct context *context)
{
    void *handle;
    while ((handle = handle_owned(context->handle, HANDLE_STREAM)))
        free(handle_remove(handle, HANDLE_STREAM));
    while ((handle = handle_owned(context->handle, HANDLE_EVENT)))
        free(handle_remove(handle, HANDLE_EVENT));
}
