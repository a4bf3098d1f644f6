// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Executable graphs: a sorted copy of a graph, launched as often as one likes.
#include "emulator/capture.h"
#include "emulator/graph_node.h"
#include "emulator/unsupported.h"

#include <stdlib.h>

static void exec_free(struct graph_exec *exec)
{
    if (exec->graph)
        graph_delete(exec->graph);
    work_unref(exec->last);
    free(exec);
}

// With the order's lock held.
static CUresult instantiate(CUgraphExec *handle, struct graph *graph, uint64_t flags,
                            CUgraphInstantiateResult *reason)
{
    struct graph_exec *exec = calloc(1, sizeof *exec);
    if (exec)
        exec->graph = graph_clone(graph, false);
    if (!exec || !exec->graph) {
        free(exec);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    exec->flags = flags;
    if (!graph_sort(exec->graph)) {
        exec_free(exec);
        *reason = CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
        return CUDA_ERROR_INVALID_VALUE;
    }
    exec->handle = handle_new(HANDLE_GRAPH_EXEC, exec, NULL);
    if (!exec->handle) {
        exec_free(exec);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = exec->handle;
    *reason = CUDA_GRAPH_INSTANTIATE_SUCCESS;
    return CUDA_SUCCESS;
}

static CUresult instantiate_handle(CUgraphExec *handle, CUgraph graph_handle, uint64_t flags,
                                   CUgraphInstantiateResult *reason)
{
    enum {
        KNOWN = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH |
                CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY
    };
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)
        return unsupported("launching graphs from kernels");
    if (!handle || (flags & ~(uint64_t)KNOWN))
        return CUDA_ERROR_INVALID_VALUE;
    order_lock();
    struct graph *graph = graph_of(graph_handle);
    result = graph ? instantiate(handle, graph, flags, reason) : CUDA_ERROR_INVALID_VALUE;
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph,
                                                    unsigned long long flags)
{
    CUgraphInstantiateResult reason = CUDA_GRAPH_INSTANTIATE_ERROR;
    return instantiate_handle(exec, graph, flags, &reason);
}

CUresult CUDAAPI EXPORT cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph,
                                                     CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    params->hErrNode_out = NULL;
    params->result_out = CUDA_GRAPH_INSTANTIATE_ERROR;
    return instantiate_handle(exec, graph, params->flags, &params->result_out);
}

CUresult CUDAAPI EXPORT cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph,
                                              CUgraphNode *error_node, char *log, size_t size)
{
    CUgraphInstantiateResult reason = CUDA_GRAPH_INSTANTIATE_ERROR;
    if (error_node)
        *error_node = NULL;
    if (log && size)
        log[0] = '\0';
    return instantiate_handle(exec, graph, 0, &reason);
}

CUresult CUDAAPI EXPORT cuGraphInstantiate(CUgraphExec *exec, CUgraph graph,
                                           CUgraphNode *error_node, char *log, size_t size)
{
    return cuGraphInstantiate_v2(exec, graph, error_node, log, size);
}

CUresult CUDAAPI EXPORT cuGraphExecDestroy(CUgraphExec handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph_exec *exec = handle_remove(handle, HANDLE_GRAPH_EXEC);
    if (exec)
        exec_free(exec); // launches have their own references to the tasks
    order_unlock();
    return exec ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuGraphExecGetFlags(CUgraphExec handle, cuuint64_t *flags)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    const struct graph_exec *exec = graph_exec_of(handle);
    if (!exec || !flags)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        *flags = exec->flags;
    order_unlock();
    return result;
}

// A graph that is launched into a stream that is captured becomes a node.
static CUresult capture_launch(struct graph_exec *exec, struct stream *stream)
{
    struct graph *inner = graph_clone(exec->graph, true);
    struct task *task = inner ? task_new(sizeof *task, TASK_GRAPH, stream->context) : NULL;
    if (!task) {
        if (inner)
            graph_delete(inner);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    CUresult result = capture_add_node(stream, task, inner);
    if (result)
        graph_delete(inner);
    task_unref(task);
    return result;
}

CUresult CUDAAPI EXPORT cuGraphLaunch(CUgraphExec handle, CUstream stream_handle)
{
    struct stream *stream;
    CUresult result = stream_find(stream_handle, &stream);
    if (result)
        return result;
    order_lock();
    struct graph_exec *exec = graph_exec_of(handle);
    struct work *last = NULL;
    if (!exec)
        result = CUDA_ERROR_INVALID_VALUE;
    else if (stream->capture)
        result = capture_launch(exec, stream);
    else if (stream == stream_legacy(stream->context))
        result = capture_checks_legacy(stream);
    if (!result && !stream->capture) {
        result = graph_submit(exec->graph, stream, exec->last, &last);
        if (!result) {
            work_unref(exec->last);
            exec->last = last;
        }
    }
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphUpload(CUgraphExec handle, CUstream stream_handle)
{
    struct stream *stream;
    CUresult result = stream_find(stream_handle, &stream);
    if (result)
        return result;
    return graph_exec_of(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuGraphNodeSetEnabled(CUgraphExec handle, CUgraphNode source,
                                              unsigned int enabled)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    const struct graph_exec *exec = graph_exec_of(handle);
    struct graph_node *node = exec ? graph_exec_node(exec, source) : NULL;
    bool can = node && (node->task->kind == TASK_KERNEL || node->task->kind == TASK_COPY ||
                        node->task->kind == TASK_FILL);
    if (can)
        node->disabled = !enabled;
    order_unlock();
    return can ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuGraphNodeGetEnabled(CUgraphExec handle, CUgraphNode source,
                                              unsigned int *enabled)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    const struct graph_exec *exec = graph_exec_of(handle);
    const struct graph_node *node = exec ? graph_exec_node(exec, source) : NULL;
    if (!node || !enabled)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        *enabled = !node->disabled;
    order_unlock();
    return result;
}

/// Why two graphs do not fit each other.
struct difference {
    CUgraphExecUpdateResult reason;
    CUgraphNode node, from;
};

static size_t place_of(const struct graph *graph, const struct graph_node *node)
{
    size_t i = 0;
    while (i < graph->nodes.count && graph->nodes.list[i] != node)
        i++;
    return i;
}

// Compare a sorted copy of the new graph with what is executed; nodes pair by their place.
static bool same_shape(const struct graph *old, const struct graph *new,
                       struct difference *difference)
{
    difference->reason = CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    if (old->nodes.count != new->nodes.count)
        return false;
    for (size_t i = 0; i < old->nodes.count; i++) {
        const struct graph_node *was = old->nodes.list[i], *is = new->nodes.list[i];
        difference->node = is->source;
        if (was->before.count != is->before.count)
            return false;
        for (size_t k = 0; k < was->before.count; k++) {
            difference->from = is->before.list[k]->source;
            if (!nodes_have(&was->before, old->nodes.list[place_of(new, is->before.list[k])]))
                return false;
        }
        difference->from = NULL;
        if (was->task->kind != is->task->kind) {
            difference->reason = CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
            return false;
        }
        if (was->inner && !same_shape(was->inner, is->inner, difference))
            return false;
    }
    difference->reason = CU_GRAPH_EXEC_UPDATE_SUCCESS;
    difference->node = NULL;
    return true;
}

static void take_tasks(struct graph *old, const struct graph *new)
{
    for (size_t i = 0; i < old->nodes.count; i++) {
        graph_node_change(old->nodes.list[i], new->nodes.list[i]->task);
        if (old->nodes.list[i]->inner)
            take_tasks(old->nodes.list[i]->inner, new->nodes.list[i]->inner);
    }
}

// With the order's lock held.
static CUresult update(struct graph *old, const struct graph *graph, struct difference *difference)
{
    struct graph *new = graph_clone(graph, false);
    if (!new)
        return CUDA_ERROR_OUT_OF_MEMORY;
    bool ok = graph_sort(new) && same_shape(old, new, difference);
    if (ok)
        take_tasks(old, new);
    graph_delete(new);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
}

static CUresult update_handles(CUgraphExec handle, CUgraph graph_handle,
                               struct difference *difference)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph_exec *exec = graph_exec_of(handle);
    const struct graph *graph = graph_of(graph_handle);
    result = exec && graph ? update(exec->graph, graph, difference) : CUDA_ERROR_INVALID_VALUE;
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph,
                                             CUgraphExecUpdateResultInfo *info)
{
    struct difference difference = {.reason = CU_GRAPH_EXEC_UPDATE_ERROR};
    if (!info)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = update_handles(exec, graph, &difference);
    info->result = difference.reason;
    info->errorNode = difference.node;
    info->errorFromNode = difference.from;
    return result;
}

CUresult CUDAAPI EXPORT cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *error_node,
                                          CUgraphExecUpdateResult *reason)
{
    struct difference difference = {.reason = CU_GRAPH_EXEC_UPDATE_ERROR};
    CUresult result = update_handles(exec, graph, &difference);
    if (error_node)
        *error_node = difference.node;
    if (reason)
        *reason = difference.reason;
    return result;
}

CUresult CUDAAPI EXPORT cuGraphExecChildGraphNodeSetParams(CUgraphExec handle, CUgraphNode source,
                                                           CUgraph graph_handle)
{
    struct difference difference;
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    const struct graph_exec *exec = graph_exec_of(handle);
    const struct graph *graph = graph_of(graph_handle);
    struct graph_node *node = exec ? graph_exec_node(exec, source) : NULL;
    result = node && node->inner && graph ? update(node->inner, graph, &difference)
                                          : CUDA_ERROR_INVALID_VALUE;
    order_unlock();
    return result == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE ? CUDA_ERROR_INVALID_VALUE : result;
}
