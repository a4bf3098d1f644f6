// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The order that streams promise. Within a stream each piece of work comes after the one before it.
// The legacy default stream comes after all blocking streams of its context, and they come after
// it; each thread's own default stream is a blocking one.
#include "emulator/stream.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint64_t next_id = 1;
static _Thread_local bool use_per_thread;

/// The default streams of one thread, one for each context that it used them in.
struct own_stream {
    CUcontext context;
    CUstream stream;
    struct own_stream *next;
};

static pthread_key_t own_key;
static pthread_once_t own_once = PTHREAD_ONCE_INIT;

void order_lock(void)
{
    pthread_mutex_lock(&order);
}

void order_unlock(void)
{
    pthread_mutex_unlock(&order);
}

void stream_use_per_thread(bool on)
{
    use_per_thread = on;
}

CUresult stream_make(struct context *context, unsigned flags, int priority, struct stream **made)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stream->context = context;
    stream->flags = flags;
    stream->priority = priority;
    stream->id = atomic_fetch_add(&next_id, 1);
    stream->handle = handle_new(HANDLE_STREAM, stream, context->handle);
    if (!stream->handle) {
        free(stream);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    order_lock();
    struct stream **link = &context->streams;
    while (*link)
        link = &(*link)->next;
    *link = stream;
    order_unlock();
    *made = stream;
    return CUDA_SUCCESS;
}

struct stream *stream_legacy(struct context *context)
{
    return context->streams;
}

// When a thread ends, so do its streams; the work in them goes on.
static void end_own_streams(void *first)
{
    struct own_stream *own = first;
    while (own) {
        struct own_stream *next = own->next;
        cuStreamDestroy_v2(own->stream);
        free(own);
        own = next;
    }
}

static void make_key(void)
{
    if (pthread_key_create(&own_key, end_own_streams) != 0)
        abort();
}

static CUresult find_own(struct context *context, struct stream **stream)
{
    pthread_once(&own_once, make_key);
    struct own_stream *first = pthread_getspecific(own_key);
    for (struct own_stream *own = first; own; own = own->next) {
        // A primary context that was reset has lost its streams and keeps its handle.
        if (own->context == context->handle &&
            (*stream = handle_object(own->stream, HANDLE_STREAM)))
            return CUDA_SUCCESS;
    }
    struct own_stream *own = malloc(sizeof *own);
    if (!own)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = stream_make(context, CU_STREAM_DEFAULT, 0, stream);
    if (result) {
        free(own);
        return result;
    }
    *own = (struct own_stream){context->handle, (*stream)->handle, first};
    pthread_setspecific(own_key, own);
    return CUDA_SUCCESS;
}

CUresult stream_find_failed(CUstream handle, struct stream **stream)
{
    CUresult result;
    if (!handle)
        handle = use_per_thread ? CU_STREAM_PER_THREAD : CU_STREAM_LEGACY;
    if (handle != CU_STREAM_LEGACY && handle != CU_STREAM_PER_THREAD) {
        result = api_ready();
        if (result)
            return result;
        *stream = handle_object(handle, HANDLE_STREAM);
        return *stream ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    }
    struct context *context;
    result = api_current(&context);
    if (result)
        return result;
    if (handle == CU_STREAM_PER_THREAD)
        return find_own(context, stream);
    *stream = stream_legacy(context);
    return CUDA_SUCCESS;
}

CUresult stream_find(CUstream handle, struct stream **stream)
{
    CUresult result = stream_find_failed(handle, stream);
    return result ? result : api_sticky((*stream)->context);
}

static bool is_blocking(const struct stream *stream)
{
    return !(stream->flags & CU_STREAM_NON_BLOCKING);
}

static bool is_legacy(const struct stream *stream)
{
    return stream == stream->context->streams;
}

// What is done needs no memory.
static struct work *pending(struct work **tail)
{
    if (*tail && work_is_done(*tail)) {
        work_unref(*tail);
        *tail = NULL;
    }
    return *tail;
}

bool stream_precede(struct work *work, struct stream *stream)
{
    struct context *context = stream->context;
    bool ok = work_after(work, pending(&stream->tail));
    if (is_legacy(stream)) {
        ok = ok && work_after(work, pending(&context->orphans));
        for (struct stream *other = stream->next; other && ok; other = other->next) {
            if (is_blocking(other))
                ok = work_after(work, pending(&other->tail));
        }
    } else if (is_blocking(stream)) {
        ok = ok && work_after(work, pending(&context->streams->tail));
    }
    return ok;
}

static bool append(struct stream *stream, struct work *work)
{
    bool ready = work_submit(work);
    work_unref(stream->tail);
    stream->tail = work_ref(work);
    return ready;
}

void stream_append(struct stream *stream, struct work *work)
{
    if (append(stream, work))
        work_start(work);
}

static CUresult enter(struct stream *stream, struct work *work, bool *ready)
{
    order_lock();
    bool ok = stream_precede(work, stream);
    if (ok)
        *ready = append(stream, work);
    order_unlock();
    return ok ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult run_task(struct stream *stream, struct task *task, bool wait)
{
    bool ready = false;
    struct work *work = task_work(task, stream->context);
    if (!work)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = enter(stream, work, &ready);
    if (!result && ready)
        (wait ? work_run : work_start)(work);
    if (!result && wait)
        work_wait(work);
    work_unref(work);
    return result ? result : wait ? api_sticky(stream->context) : CUDA_SUCCESS;
}

// CUDA_ERROR_NOT_READY: not captured.
static CUresult capture_task(struct stream *stream, struct task *task, bool wait)
{
    CUresult result = CUDA_ERROR_NOT_READY;
    order_lock();
    if (stream->capture && wait) {
        capture_invalidate(stream->capture);
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    } else if (stream->capture) {
        result = capture_add(stream, task);
    } else if (is_legacy(stream)) {
        CUresult forbidden = capture_checks_legacy(stream);
        result = forbidden ? forbidden : result;
    }
    order_unlock();
    return result;
}

CUresult stream_do(struct stream *stream, struct task *task, bool wait)
{
    CUresult result = capture_task(stream, task, wait);
    if (result == CUDA_ERROR_NOT_READY)
        result = run_task(stream, task, wait);
    task_unref(task);
    return result;
}

CUresult stream_drain(struct stream *stream, bool wait)
{
    CUresult result = CUDA_SUCCESS;
    struct context *context = stream->context;
    order_lock();
    if (stream->capture) {
        capture_invalidate(stream->capture);
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    } else if (is_legacy(stream)) {
        result = capture_checks_legacy(stream);
    }
    struct work *mark = NULL;
    if (!result) {
        mark = work_new(sizeof *mark, &context->work, &context->error, NULL, NULL);
        if (!mark || !stream_precede(mark, stream))
            result = CUDA_ERROR_OUT_OF_MEMORY;
        else if (work_submit(mark))
            work_start(mark);
    }
    order_unlock();
    if (!result && wait)
        work_wait(mark);
    else if (!result && !work_is_done(mark))
        result = CUDA_ERROR_NOT_READY;
    work_unref(mark);
    CUresult sticky = api_sticky(context);
    return sticky ? sticky : result;
}

CUresult CUDAAPI EXPORT cuStreamDestroy_v2(CUstream handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (handle && handle == CU_STREAM_LEGACY)
        return CUDA_ERROR_INVALID_HANDLE;
    struct stream *stream = handle_remove(handle, HANDLE_STREAM);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    struct context *context = stream->context;
    order_lock();
    capture_forget_stream(stream);
    struct stream **link = &context->streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    if (is_blocking(stream) && pending(&stream->tail)) {
        // The legacy stream still has to wait for it.
        struct work *both = work_new(sizeof *both, &context->work, &context->error, NULL, NULL);
        if (both && work_after(both, stream->tail) &&
            work_after(both, pending(&context->orphans)) && work_submit(both))
            work_start(both);
        work_unref(context->orphans);
        context->orphans = both;
    }
    work_unref(stream->tail);
    order_unlock();
    free(stream);
    return CUDA_SUCCESS;
}

static void free_stream(struct stream *stream)
{
    handle_remove(stream->handle, HANDLE_STREAM);
    capture_forget_stream(stream);
    work_unref(stream->tail);
    free(stream);
}

void api_free_streams(struct context *context)
{
    void *handle;
    order_lock();
    while (context->streams) {
        struct stream *next = context->streams->next;
        free_stream(context->streams);
        context->streams = next;
    }
    work_unref(context->orphans);
    context->orphans = NULL;
    while ((handle = handle_owned(context->handle, HANDLE_EVENT))) {
        struct event *event = handle_remove(handle, HANDLE_EVENT);
        capture_forget_event(event);
        work_unref(event->last);
        free(event);
    }
    order_unlock();
}
