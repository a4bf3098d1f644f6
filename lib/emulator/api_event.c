// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Events. Recording one puts an empty piece of work into the stream; what waits for the event comes
// after that piece.
#include "emulator/stream.h"

#include <stdlib.h>

CUresult CUDAAPI EXPORT cuEventCreate(CUevent *handle, unsigned int flags)
{
    enum { KNOWN = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING };
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (handle && (flags & CU_EVENT_INTERPROCESS))
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!handle || (flags & ~(unsigned)KNOWN))
        return CUDA_ERROR_INVALID_VALUE;
    struct event *event = calloc(1, sizeof *event);
    if (!event)
        return CUDA_ERROR_OUT_OF_MEMORY;
    event->context = context;
    event->flags = flags;
    event->handle = handle_new(HANDLE_EVENT, event, context->handle);
    if (!event->handle) {
        free(event);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = event->handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuEventDestroy_v2(CUevent handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    struct event *event = handle_remove(handle, HANDLE_EVENT);
    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    order_lock();
    capture_forget_event(event);
    work_unref(event->last);
    order_unlock();
    free(event);
    return CUDA_SUCCESS;
}

CUresult event_find(CUevent handle, struct event **event)
{
    CUresult result = api_ready();
    if (result)
        return result;
    *event = handle_object(handle, HANDLE_EVENT);
    return *event ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

void event_set(struct event *event, struct work *work)
{
    capture_forget_event(event);
    work_unref(event->last);
    event->last = work_ref(work);
}

// With the order's lock held.
static CUresult record(struct event *event, struct stream *stream)
{
    struct context *context = stream->context;
    struct work *work = work_new(sizeof *work, &context->work, &context->error, NULL, NULL);
    if (!work || !stream_precede(work, stream)) {
        work_unref(work);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    event_set(event, work);
    stream_append(stream, work);
    work_unref(work);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuEventRecordWithFlags(CUevent handle, CUstream stream_handle,
                                               unsigned int flags)
{
    struct event *event;
    struct stream *stream;
    CUresult result = event_find(handle, &event);
    if (!result)
        result = stream_find(stream_handle, &stream);
    if (result)
        return result;
    if (flags & ~(unsigned)CU_EVENT_RECORD_EXTERNAL)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream->context != event->context)
        return CUDA_ERROR_INVALID_HANDLE;
    order_lock();
    if (stream->capture && (flags & CU_EVENT_RECORD_EXTERNAL)) {
        struct task *task = NULL;
        result = task_event(TASK_RECORD, handle, stream->context, &task);
        if (!result)
            result = capture_add(stream, task);
        task_unref(task);
    } else if (stream->capture) {
        result = capture_record(stream, event);
    } else {
        result =
            stream == stream_legacy(stream->context) ? capture_checks_legacy(stream) : CUDA_SUCCESS;
        if (!result)
            result = record(event, stream);
    }
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuEventRecord(CUevent handle, CUstream stream)
{
    return cuEventRecordWithFlags(handle, stream, CU_EVENT_RECORD_DEFAULT);
}

// With the order's lock held.
static CUresult wait_for(struct stream *stream, struct event *event)
{
    struct context *context = stream->context;
    if (!event->last)
        return CUDA_SUCCESS;
    struct work *work = work_new(sizeof *work, &context->work, &context->error, NULL, NULL);
    if (!work || !stream_precede(work, stream) || !work_after(work, event->last)) {
        work_unref(work);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    stream_append(stream, work);
    work_unref(work);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuStreamWaitEvent(CUstream stream_handle, CUevent handle,
                                          unsigned int flags)
{
    struct stream *stream;
    struct event *event;
    CUresult result = stream_find(stream_handle, &stream);
    if (!result)
        result = event_find(handle, &event);
    if (result)
        return result;
    if (flags & ~(unsigned)CU_EVENT_WAIT_EXTERNAL)
        return CUDA_ERROR_INVALID_VALUE;
    order_lock();
    if (stream->capture && (flags & CU_EVENT_WAIT_EXTERNAL)) {
        struct task *task = NULL;
        result = task_event(TASK_WAIT, handle, stream->context, &task);
        if (!result)
            result = capture_add(stream, task);
        task_unref(task);
    } else if (stream->capture || event->capture) {
        result = capture_wait(stream, event);
    } else {
        result = wait_for(stream, event);
    }
    order_unlock();
    return result;
}

// The work that the event stands for now, with a reference; NULL: there is none.
static CUresult work_of(CUevent handle, struct event **event, struct work **work)
{
    CUresult result = event_find(handle, event);
    if (result)
        return result;
    order_lock();
    *work = work_ref((*event)->last);
    if ((*event)->capture) {
        capture_invalidate((*event)->capture);
        result = CUDA_ERROR_CAPTURED_EVENT;
    }
    order_unlock();
    if (result)
        work_unref(*work);
    return result;
}

CUresult CUDAAPI EXPORT cuEventQuery(CUevent handle)
{
    struct event *event;
    struct work *work;
    CUresult result = work_of(handle, &event, &work);
    if (result)
        return result;
    bool done = work_is_done(work);
    work_unref(work);
    result = api_sticky(event->context);
    return result ? result : done ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult CUDAAPI EXPORT cuEventSynchronize(CUevent handle)
{
    struct event *event;
    struct work *work;
    CUresult result = work_of(handle, &event, &work);
    if (result)
        return result;
    work_wait(work);
    work_unref(work);
    return api_sticky(event->context);
}

static CUresult elapsed(float *milliseconds, const struct event *first, const struct work *start,
                        const struct event *last, const struct work *end)
{
    CUresult result = api_sticky(first->context);
    if (!result)
        result = api_sticky(last->context);
    if (result)
        return result;
    if (!milliseconds)
        return CUDA_ERROR_INVALID_VALUE;
    if (!start || !end || first->context != last->context ||
        ((first->flags | last->flags) & CU_EVENT_DISABLE_TIMING))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!work_is_done(start) || !work_is_done(end))
        return CUDA_ERROR_NOT_READY;
    *milliseconds = (float)(end->time_ms - start->time_ms);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuEventElapsedTime(float *milliseconds, CUevent start_handle,
                                           CUevent end_handle)
{
    struct event *first, *last;
    struct work *start, *end;
    CUresult result = work_of(start_handle, &first, &start);
    if (result)
        return result;
    result = work_of(end_handle, &last, &end);
    if (!result) {
        result = elapsed(milliseconds, first, start, last, end);
        work_unref(end);
    }
    work_unref(start);
    return result;
}

CUresult CUDAAPI EXPORT cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end)
{
    return cuEventElapsedTime(milliseconds, start, end);
}
