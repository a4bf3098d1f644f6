// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Nodes of graphs by kind: adding them, asking and changing what they do.
#include "emulator/graph_node.h"
#include "emulator/unsupported.h"

#include <string.h>

CUresult task_event(enum task_kind kind, CUevent handle, struct context *context,
                    struct task **task)
{
    struct event *event;
    CUresult result = event_find(handle, &event);
    if (result)
        return CUDA_ERROR_INVALID_VALUE;
    struct event_task *self = task_new(sizeof *self, kind, context);
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    self->event = handle;
    *task = &self->task;
    return CUDA_SUCCESS;
}

static CUresult make_kernel(const CUDA_KERNEL_NODE_PARAMS_v3 *params, struct context *context,
                            struct task **task)
{
    CUlaunchConfig config = {
        .gridDimX = params->gridDimX,
        .gridDimY = params->gridDimY,
        .gridDimZ = params->gridDimZ,
        .blockDimX = params->blockDimX,
        .blockDimY = params->blockDimY,
        .blockDimZ = params->blockDimZ,
        .sharedMemBytes = params->sharedMemBytes,
    };
    CUfunction function = params->func ? params->func : (CUfunction)params->kern;
    CUresult result =
        task_kernel(&config, function, params->kernelParams, params->extra, false, context, task);
    return result == CUDA_ERROR_INVALID_HANDLE ? CUDA_ERROR_INVALID_VALUE : result;
}

static CUresult make_fill(const CUDA_MEMSET_NODE_PARAMS_v2 *params, struct context *context,
                          struct task **task)
{
    CUDA_MEMSET_NODE_PARAMS fill = {params->dst,         params->pitch, params->value,
                                    params->elementSize, params->width, params->height};
    return task_fill(&fill, context, task);
}

// The context that a node names, or the current one.
static CUresult node_context(const CUgraphNodeParams *params, struct context **context)
{
    CUcontext handle = params->type == CU_GRAPH_NODE_TYPE_KERNEL   ? params->kernel.ctx
                       : params->type == CU_GRAPH_NODE_TYPE_MEMCPY ? params->memcpy.copyCtx
                       : params->type == CU_GRAPH_NODE_TYPE_MEMSET ? params->memset.ctx
                                                                   : NULL;
    if (!handle)
        return api_context(context);
    *context = api_live_context(handle);
    return *context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult make_plain(enum task_kind kind, struct context *context, struct task **task)
{
    *task = task_new(sizeof **task, kind, context);
    return *task ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult graph_node_task(const CUgraphNodeParams *params, struct task **task)
{
    struct context *context;
    CUresult result = node_context(params, &context);
    if (result)
        return result;
    switch ((int)params->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return make_kernel(&params->kernel, context, task);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return task_copy(&params->memcpy.copyParams, context, task);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return make_fill(&params->memset, context, task);
    case CU_GRAPH_NODE_TYPE_HOST:
        return task_host(&(CUDA_HOST_NODE_PARAMS){params->host.fn, params->host.userData}, context,
                         task);
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return make_plain(TASK_GRAPH, context, task);
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return make_plain(TASK_EMPTY, context, task);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return task_event(TASK_WAIT, params->eventWait.event, context, task);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return task_event(TASK_RECORD, params->eventRecord.event, context, task);
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return unsupported("a kind of node of a graph");
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

// With the order's lock held.
static CUresult add(CUgraphNode *handle, struct graph *graph, const CUgraphNode *before,
                    size_t count, struct task *task, const CUgraphNodeParams *params)
{
    struct graph *inner = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct graph_node *node = before ? graph_node_of(before[i]) : NULL;
        if (!node || node->graph != graph)
            return CUDA_ERROR_INVALID_VALUE;
    }
    if (params->type == CU_GRAPH_NODE_TYPE_GRAPH) {
        struct graph *source = graph_of(params->graph.graph);
        if (!source || source == graph)
            return CUDA_ERROR_INVALID_VALUE;
        inner = graph_clone(source, true);
        if (!inner)
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    struct graph_node *node = graph_add(graph, task, inner);
    bool ok = node != NULL;
    if (!ok && inner)
        graph_delete(inner);
    for (size_t i = 0; i < count && ok; i++)
        ok = graph_link(graph_node_of(before[i]), node);
    if (!ok) {
        if (node)
            graph_remove(node);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = node->handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGraphAddNode(CUgraphNode *handle, CUgraph graph_handle,
                                       const CUgraphNode *before, size_t count,
                                       CUgraphNodeParams *params)
{
    struct task *task = NULL;
    CUresult result = api_ready();
    if (result)
        return result;
    if (!handle || !params || !graph_of(graph_handle) || (count && !before))
        return CUDA_ERROR_INVALID_VALUE;
    result = graph_node_task(params, &task);
    if (result)
        return result;
    order_lock();
    struct graph *graph = graph_of(graph_handle);
    result = graph ? add(handle, graph, before, count, task, params) : CUDA_ERROR_INVALID_VALUE;
    order_unlock();
    task_unref(task);
    return result;
}

CUresult CUDAAPI EXPORT cuGraphAddNode_v2(CUgraphNode *handle, CUgraph graph,
                                          const CUgraphNode *before, const CUgraphEdgeData *edges,
                                          size_t count, CUgraphNodeParams *params)
{
    for (size_t i = 0; edges && i < count; i++) {
        if (edges[i].type)
            return unsupported("edges of a graph that are not plain");
    }
    return cuGraphAddNode(handle, graph, before, count, params);
}

CUresult CUDAAPI EXPORT cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph,
                                                const CUgraphNode *before, size_t count,
                                                const CUDA_KERNEL_NODE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_kernel_params(params);
    return cuGraphAddNode(node, graph, before, count, &all);
}

CUresult CUDAAPI EXPORT cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph,
                                             const CUgraphNode *before, size_t count,
                                             const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUDA_KERNEL_NODE_PARAMS new = graph_kernel_params_v1(params);
    return cuGraphAddKernelNode_v2(node, graph, before, count, &new);
}

CUresult CUDAAPI EXPORT cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph,
                                             const CUgraphNode *before, size_t count,
                                             const CUDA_MEMCPY3D *copy, CUcontext context)
{
    if (!copy)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_copy_params(copy, context);
    return cuGraphAddNode(node, graph, before, count, &all);
}

CUresult CUDAAPI EXPORT cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph,
                                             const CUgraphNode *before, size_t count,
                                             const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext context)
{
    if (!fill)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_fill_params(fill, context);
    return cuGraphAddNode(node, graph, before, count, &all);
}

CUresult CUDAAPI EXPORT cuGraphAddHostNode(CUgraphNode *node, CUgraph graph,
                                           const CUgraphNode *before, size_t count,
                                           const CUDA_HOST_NODE_PARAMS *host)
{
    if (!host)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_host_params(host);
    return cuGraphAddNode(node, graph, before, count, &all);
}

CUresult CUDAAPI EXPORT cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph,
                                                 const CUgraphNode *before, size_t count,
                                                 CUgraph child)
{
    CUgraphNodeParams all = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {.graph = child}};
    return cuGraphAddNode(node, graph, before, count, &all);
}

CUresult CUDAAPI EXPORT cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph,
                                            const CUgraphNode *before, size_t count)
{
    CUgraphNodeParams all = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    return cuGraphAddNode(node, graph, before, count, &all);
}

CUresult CUDAAPI EXPORT cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph,
                                                  const CUgraphNode *before, size_t count,
                                                  CUevent event)
{
    CUgraphNodeParams all = graph_event_params(CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
    return cuGraphAddNode(node, graph, before, count, &all);
}

CUresult CUDAAPI EXPORT cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph,
                                                const CUgraphNode *before, size_t count,
                                                CUevent event)
{
    CUgraphNodeParams all = graph_event_params(CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
    return cuGraphAddNode(node, graph, before, count, &all);
}
