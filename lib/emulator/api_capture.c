// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The calls about capturing streams.
#include "emulator/capture.h"

static CUresult begin(struct stream *stream, CUstreamCaptureMode mode, struct graph *graph,
                      bool into_existing)
{
    if (stream == stream_legacy(stream->context))
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if ((int)mode < CU_STREAM_CAPTURE_MODE_GLOBAL || mode > CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream->capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    CUresult result = capture_begin(stream, mode, graph);
    if (!result)
        stream->capture->into_existing = into_existing;
    return result;
}

CUresult CUDAAPI EXPORT cuStreamBeginCapture_v2(CUstream handle, CUstreamCaptureMode mode)
{
    struct stream *stream;
    CUresult result = stream_find(handle, &stream);
    if (result)
        return result;
    struct graph *graph = graph_new(true);
    if (!graph)
        return CUDA_ERROR_OUT_OF_MEMORY;
    order_lock();
    result = begin(stream, mode, graph, false);
    if (result)
        graph_delete(graph);
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuStreamBeginCapture(CUstream stream)
{
    return cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

// With the order's lock held.
static CUresult replace_captured(struct stream *stream, const CUgraphNode *nodes, size_t count,
                                 bool keep)
{
    for (size_t i = 0; i < count; i++) {
        const struct graph_node *node = nodes ? graph_node_of(nodes[i]) : NULL;
        if (!node || node->graph != stream->capture->graph)
            return CUDA_ERROR_INVALID_VALUE;
    }
    if (!keep)
        stream->captured->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct graph_node *node = graph_node_of(nodes[i]);
        if (!nodes_have(stream->captured, node) && !nodes_add(stream->captured, node))
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuStreamBeginCaptureToGraph(CUstream handle, CUgraph graph_handle,
                                                    const CUgraphNode *nodes,
                                                    const CUgraphEdgeData *edges, size_t count,
                                                    CUstreamCaptureMode mode)
{
    struct stream *stream;
    CUresult result = stream_find(handle, &stream);
    if (result)
        return result;
    struct graph *graph = graph_of(graph_handle);
    if (!graph || (count && !nodes) || (edges && count && edges->type != 0))
        return CUDA_ERROR_INVALID_VALUE;
    order_lock();
    result = begin(stream, mode, graph, true);
    if (!result) {
        result = replace_captured(stream, nodes, count, false);
        if (result)
            capture_forget_stream(stream);
    }
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuStreamEndCapture(CUstream handle, CUgraph *graph_handle)
{
    struct stream *stream;
    struct graph *graph;
    CUresult result = stream_find(handle, &stream);
    if (result)
        return result;
    if (!graph_handle)
        return CUDA_ERROR_INVALID_VALUE;
    *graph_handle = NULL;
    order_lock();
    result = capture_end(stream, &graph);
    if (!result)
        *graph_handle = graph->handle;
    order_unlock();
    return result;
}

// With the order's lock held.
static CUstreamCaptureStatus status_of(const struct stream *stream)
{
    return !stream->capture           ? CU_STREAM_CAPTURE_STATUS_NONE
           : stream->capture->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                      : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

CUresult CUDAAPI EXPORT cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status)
{
    struct stream *stream;
    CUresult result = stream_find(handle, &stream);
    if (result)
        return result;
    if (!status)
        return CUDA_ERROR_INVALID_VALUE;
    order_lock();
    if (stream == stream_legacy(stream->context))
        result = capture_checks_legacy(stream);
    *status = status_of(stream);
    order_unlock();
    return result;
}

enum { MOST_CAPTURED = 256 };

// The answer stays until the thread asks again.
static const CUgraphNode *captured_handles(const struct stream *stream)
{
    static _Thread_local CUgraphNode handles[MOST_CAPTURED];
    size_t count = stream->captured->count;
    for (size_t i = 0; i < count && i < MOST_CAPTURED; i++)
        handles[i] = stream->captured->list[i]->handle;
    return handles;
}

CUresult CUDAAPI EXPORT cuStreamGetCaptureInfo_v3(CUstream handle, CUstreamCaptureStatus *status,
                                                  cuuint64_t *id, CUgraph *graph,
                                                  const CUgraphNode **nodes,
                                                  const CUgraphEdgeData **edges, size_t *count)
{
    struct stream *stream;
    CUresult result = stream_find(handle, &stream);
    if (result)
        return result;
    if (!status)
        return CUDA_ERROR_INVALID_VALUE;
    order_lock();
    if (stream == stream_legacy(stream->context))
        result = capture_checks_legacy(stream);
    *status = status_of(stream);
    if (!result && *status == CU_STREAM_CAPTURE_STATUS_ACTIVE) {
        if (id)
            *id = stream->capture->id;
        if (graph)
            *graph = stream->capture->graph->handle;
        if (nodes)
            *nodes = captured_handles(stream);
        if (edges)
            *edges = NULL; // all are plain
        if (count)
            *count = stream->captured->count;
        if (nodes && stream->captured->count > MOST_CAPTURED)
            result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuStreamGetCaptureInfo_v2(CUstream handle, CUstreamCaptureStatus *status,
                                                  cuuint64_t *id, CUgraph *graph,
                                                  const CUgraphNode **nodes, size_t *count)
{
    return cuStreamGetCaptureInfo_v3(handle, status, id, graph, nodes, NULL, count);
}

CUresult CUDAAPI EXPORT cuStreamGetCaptureInfo(CUstream handle, CUstreamCaptureStatus *status,
                                               cuuint64_t *id)
{
    return cuStreamGetCaptureInfo_v3(handle, status, id, NULL, NULL, NULL, NULL);
}

CUresult CUDAAPI EXPORT cuStreamUpdateCaptureDependencies(CUstream handle, CUgraphNode *nodes,
                                                          size_t count, unsigned int flags)
{
    struct stream *stream;
    CUresult result = stream_find(handle, &stream);
    if (result)
        return result;
    if (flags != CU_STREAM_ADD_CAPTURE_DEPENDENCIES && flags != CU_STREAM_SET_CAPTURE_DEPENDENCIES)
        return CUDA_ERROR_INVALID_VALUE;
    order_lock();
    if (!stream->capture)
        result = CUDA_ERROR_ILLEGAL_STATE;
    else if (stream->capture->invalid)
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    else
        result =
            replace_captured(stream, nodes, count, flags == CU_STREAM_ADD_CAPTURE_DEPENDENCIES);
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuStreamUpdateCaptureDependencies_v2(CUstream handle, CUgraphNode *nodes,
                                                             const CUgraphEdgeData *edges,
                                                             size_t count, unsigned int flags)
{
    for (size_t i = 0; edges && i < count; i++) {
        if (edges[i].type)
            return CUDA_ERROR_NOT_SUPPORTED;
    }
    return cuStreamUpdateCaptureDependencies(handle, nodes, count, flags);
}
