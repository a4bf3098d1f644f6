// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Capturing streams: what is put into one becomes a node of a graph, after the nodes that the
// stream has come to. Events carry that from one stream to another.
#include "emulator/capture.h"

#include <pthread.h>
#include <stdlib.h>

/// Captures in progress; under the order's lock.
static struct capture *captures;
static uint64_t next_id = 1;
static _Thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

static bool copy_nodes(struct graph_nodes *to, const struct graph_nodes *from)
{
    bool ok = true;
    for (size_t i = 0; i < from->count && ok; i++)
        ok = nodes_have(to, from->list[i]) || nodes_add(to, from->list[i]);
    return ok;
}

static void drop_nodes(struct graph_nodes **nodes)
{
    if (*nodes)
        nodes_free(*nodes);
    free(*nodes);
    *nodes = NULL;
}

CUresult capture_begin(struct stream *stream, CUstreamCaptureMode mode, struct graph *graph)
{
    struct capture *capture = calloc(1, sizeof *capture);
    struct graph_nodes *nodes = calloc(1, sizeof *nodes);
    capture ? (void)0 : free(nodes);
    if (!capture || !nodes) {
        free(capture);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    capture->graph = graph;
    capture->mode = mode;
    capture->id = next_id++;
    capture->thread = pthread_self();
    capture->origin = stream;
    capture->next = captures;
    captures = capture;
    stream->capture = capture;
    stream->captured = nodes;
    capture->members = 1;
    return CUDA_SUCCESS;
}

static void leave(struct capture *capture)
{
    if (--capture->members || capture->origin)
        return;
    struct capture **link = &captures;
    while (*link && *link != capture)
        link = &(*link)->next;
    if (*link)
        *link = capture->next;
    if (capture->graph && !capture->into_existing)
        graph_delete(capture->graph);
    free(capture);
}

void capture_invalidate(struct capture *capture)
{
    capture->invalid = true;
}

void capture_forget_stream(struct stream *stream)
{
    struct capture *capture = stream->capture;
    if (!capture)
        return;
    if (capture->origin == stream)
        capture->origin = NULL;
    capture->invalid = true;
    stream->capture = NULL;
    drop_nodes(&stream->captured);
    leave(capture);
}

void capture_forget_event(struct event *event)
{
    struct capture *capture = event->capture;
    if (!capture)
        return;
    event->capture = NULL;
    drop_nodes(&event->captured);
    leave(capture);
}

CUresult capture_add_node(struct stream *stream, struct task *task, struct graph *inner)
{
    struct capture *capture = stream->capture;
    if (capture->invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    struct graph_node *node = graph_add(capture->graph, task, inner);
    bool ok = node != NULL;
    for (size_t i = 0; i < stream->captured->count && ok; i++)
        ok = graph_link(stream->captured->list[i], node);
    stream->captured->count = 0;
    if (ok && nodes_add(stream->captured, node))
        return CUDA_SUCCESS;
    capture->invalid = true;
    return CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult capture_add(struct stream *stream, struct task *task)
{
    if (task->kind == TASK_CALLBACK || task->kind == TASK_FREE || task->kind == TASK_VALUE) {
        capture_invalidate(stream->capture);
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return capture_add_node(stream, task, NULL);
}

CUresult capture_record(struct stream *stream, struct event *event)
{
    struct capture *capture = stream->capture;
    if (capture->invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    struct graph_nodes *nodes = calloc(1, sizeof *nodes);
    if (!nodes || !copy_nodes(nodes, stream->captured)) {
        drop_nodes(&nodes);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    capture->members++; // before the event may leave the same one
    capture_forget_event(event);
    event->capture = capture;
    event->captured = nodes;
    return CUDA_SUCCESS;
}

CUresult capture_wait(struct stream *stream, struct event *event)
{
    struct capture *capture = event->capture;
    if (!capture) {
        // What is captured cannot depend on what is not.
        if (!event->last)
            return CUDA_SUCCESS;
        capture_invalidate(stream->capture);
        return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    if (capture->invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (stream->capture && stream->capture != capture) {
        capture_invalidate(capture);
        capture_invalidate(stream->capture);
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    if (!stream->capture) {
        bool legacy = stream == stream_legacy(stream->context);
        if (legacy || !capture->origin || stream->context != capture->origin->context) {
            capture_invalidate(capture);
            return legacy ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
                          : CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
        }
        stream->captured = calloc(1, sizeof *stream->captured);
        if (!stream->captured)
            return CUDA_ERROR_OUT_OF_MEMORY;
        stream->capture = capture;
        capture->members++;
    }
    return copy_nodes(stream->captured, event->captured) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static bool is_blocking(const struct stream *stream)
{
    return !(stream->flags & CU_STREAM_NON_BLOCKING);
}

CUresult capture_checks_legacy(const struct stream *legacy)
{
    CUresult result = CUDA_SUCCESS;
    for (struct stream *stream = legacy->next; stream; stream = stream->next) {
        if (stream->capture && is_blocking(stream)) {
            capture_invalidate(stream->capture);
            result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
        }
    }
    return result;
}

CUresult capture_forbids(void)
{
    CUresult result = CUDA_SUCCESS;
    if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_SUCCESS;
    order_lock();
    for (struct capture *capture = captures; capture; capture = capture->next) {
        if (!capture->origin || capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED)
            continue;
        bool own = pthread_equal(capture->thread, pthread_self());
        bool global = capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
                      thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
        if (own || global) {
            capture_invalidate(capture);
            result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
        }
    }
    order_unlock();
    return result;
}

// Whether the origin has come after all that the other streams of the capture did.
static bool all_joined(const struct capture *capture)
{
    static uint64_t mark;
    const struct stream *origin = capture->origin;
    mark++;
    for (size_t i = 0; i < origin->captured->count; i++)
        origin->captured->list[i]->mark = mark;
    // A captured node comes after older ones only.
    const struct graph_nodes *nodes = &capture->graph->nodes;
    for (size_t i = nodes->count; i-- > 0;) {
        const struct graph_node *node = nodes->list[i];
        for (size_t k = 0; node->mark == mark && k < node->before.count; k++)
            node->before.list[k]->mark = mark;
    }
    for (const struct stream *stream = origin->context->streams; stream; stream = stream->next) {
        if (stream->capture != capture)
            continue;
        for (size_t i = 0; i < stream->captured->count; i++) {
            if (stream->captured->list[i]->mark != mark)
                return false;
        }
    }
    return true;
}

static void release_streams(struct capture *capture, struct context *context)
{
    for (struct stream *stream = context->streams; stream; stream = stream->next) {
        if (stream->capture != capture)
            continue;
        stream->capture = NULL;
        drop_nodes(&stream->captured);
        leave(capture);
    }
}

CUresult capture_end(struct stream *stream, struct graph **graph)
{
    struct capture *capture = stream->capture;
    if (!capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    if (capture->origin != stream)
        return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
        !pthread_equal(capture->thread, pthread_self()))
        return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    CUresult result = capture->invalid      ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
                      : all_joined(capture) ? CUDA_SUCCESS
                                            : CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    *graph = NULL;
    if (!result) {
        *graph = capture->graph;
        capture->graph = NULL;
    }
    // Events may refer to it for longer, but nothing can be added any more.
    capture->invalid = true;
    capture->origin = NULL;
    capture->members++;
    release_streams(capture, stream->context);
    leave(capture);
    return result;
}

CUresult CUDAAPI EXPORT cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!mode || (int)*mode < CU_STREAM_CAPTURE_MODE_GLOBAL ||
        *mode > CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_ERROR_INVALID_VALUE;
    CUstreamCaptureMode old = thread_mode;
    thread_mode = *mode;
    *mode = old;
    return CUDA_SUCCESS;
}
