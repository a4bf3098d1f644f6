// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Asking and changing what a node of a graph, or of an executable graph, does.
#include "emulator/graph_node.h"

CUresult CUDAAPI EXPORT cuGraphNodeGetType(CUgraphNode handle, CUgraphNodeType *type)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    const struct graph_node *node = graph_node_of(handle);
    if (!node || !type)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        *type = graph_node_type(node->task);
    order_unlock();
    return result;
}

CUresult graph_task_of(CUgraphNode handle, enum task_kind kind, const void *answer,
                       struct task **task)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    const struct graph_node *node = graph_node_of(handle);
    if (!node || !answer || node->task->kind != kind)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        *task = task_ref(node->task);
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphKernelNodeGetParams_v2(CUgraphNode node,
                                                      CUDA_KERNEL_NODE_PARAMS *params)
{
    struct task *task;
    CUresult result = graph_task_of(node, TASK_KERNEL, params, &task);
    if (result)
        return result;
    // The parameters stay where the node keeps them, as with a driver.
    const struct kernel_task *self = (const struct kernel_task *)task;
    bool is_kernel = handle_object(self->handle, HANDLE_KERNEL) != NULL;
    *params = (CUDA_KERNEL_NODE_PARAMS){
        .func = is_kernel ? NULL : self->handle,
        .gridDimX = self->grid[0],
        .gridDimY = self->grid[1],
        .gridDimZ = self->grid[2],
        .blockDimX = self->block[0],
        .blockDimY = self->block[1],
        .blockDimZ = self->block[2],
        .sharedMemBytes = self->shared_bytes,
        .kernelParams = self->params,
        .kern = is_kernel ? (CUkernel)self->handle : NULL,
        .ctx = task->context->handle,
    };
    task_unref(task);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGraphKernelNodeGetParams(CUgraphNode node,
                                                   CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    CUDA_KERNEL_NODE_PARAMS new;
    CUresult result = params ? cuGraphKernelNodeGetParams_v2(node, &new) : CUDA_ERROR_INVALID_VALUE;
    if (result)
        return result;
    *params = (CUDA_KERNEL_NODE_PARAMS_v1){
        .func = new.func ? new.func : (CUfunction) new.kern,
        .gridDimX = new.gridDimX,
        .gridDimY = new.gridDimY,
        .gridDimZ = new.gridDimZ,
        .blockDimX = new.blockDimX,
        .blockDimY = new.blockDimY,
        .blockDimZ = new.blockDimZ,
        .sharedMemBytes = new.sharedMemBytes,
        .kernelParams = new.kernelParams,
    };
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *copy)
{
    struct task *task;
    CUresult result = graph_task_of(node, TASK_COPY, copy, &task);
    if (result)
        return result;
    *copy = ((const struct copy_task *)task)->box;
    task_unref(task);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *fill)
{
    struct task *task;
    CUresult result = graph_task_of(node, TASK_FILL, fill, &task);
    if (result)
        return result;
    *fill = ((const struct fill_task *)task)->fill;
    task_unref(task);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *host)
{
    struct task *task;
    CUresult result = graph_task_of(node, TASK_HOST, host, &task);
    if (result)
        return result;
    *host = ((const struct host_task *)task)->host;
    task_unref(task);
    return CUDA_SUCCESS;
}

static CUresult get_event(CUgraphNode node, enum task_kind kind, CUevent *event)
{
    struct task *task;
    CUresult result = graph_task_of(node, kind, event, &task);
    if (result)
        return result;
    *event = ((const struct event_task *)task)->event;
    task_unref(task);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event)
{
    return get_event(node, TASK_RECORD, event);
}

CUresult CUDAAPI EXPORT cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event)
{
    return get_event(node, TASK_WAIT, event);
}

CUresult CUDAAPI EXPORT cuGraphChildGraphNodeGetGraph(CUgraphNode handle, CUgraph *graph)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    const struct graph_node *node = graph_node_of(handle);
    if (!node || !graph || !node->inner)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        *graph = node->inner->handle;
    order_unlock();
    return result;
}

// Replace what a node does: a node of a graph, or with `exec_handle` the one that stands for it.
static CUresult change(CUgraphExec exec_handle, bool in_exec, CUgraphNode handle,
                       const CUgraphNodeParams *params)
{
    struct task *task = NULL;
    CUresult result = api_ready();
    if (result)
        return result;
    if (params->type == CU_GRAPH_NODE_TYPE_GRAPH)
        return CUDA_ERROR_INVALID_VALUE; // has a call of its own
    result = graph_node_task(params, &task);
    if (result)
        return result;
    order_lock();
    const struct graph_exec *exec = in_exec ? graph_exec_of(exec_handle) : NULL;
    struct graph_node *node = !in_exec ? graph_node_of(handle)
                              : exec   ? graph_exec_node(exec, handle)
                                       : NULL;
    result = node ? graph_node_change(node, task) : CUDA_ERROR_INVALID_VALUE;
    order_unlock();
    task_unref(task);
    return result;
}

CUresult CUDAAPI EXPORT cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params)
{
    return params ? change(NULL, false, node, params) : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                 CUgraphNodeParams *params)
{
    return params ? change(exec, true, node, params) : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuGraphKernelNodeSetParams_v2(CUgraphNode node,
                                                      const CUDA_KERNEL_NODE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_kernel_params(params);
    return change(NULL, false, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphKernelNodeSetParams(CUgraphNode node,
                                                   const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUDA_KERNEL_NODE_PARAMS new = graph_kernel_params_v1(params);
    return cuGraphKernelNodeSetParams_v2(node, &new);
}

CUresult CUDAAPI EXPORT cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                                          const CUDA_KERNEL_NODE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_kernel_params(params);
    return change(exec, true, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                       const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUDA_KERNEL_NODE_PARAMS new = graph_kernel_params_v1(params);
    return cuGraphExecKernelNodeSetParams_v2(exec, node, &new);
}

CUresult CUDAAPI EXPORT cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *copy)
{
    if (!copy)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_copy_params(copy, NULL);
    return change(NULL, false, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                       const CUDA_MEMCPY3D *copy, CUcontext context)
{
    if (!copy)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_copy_params(copy, context);
    return change(exec, true, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphMemsetNodeSetParams(CUgraphNode node,
                                                   const CUDA_MEMSET_NODE_PARAMS *fill)
{
    if (!fill)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_fill_params(fill, NULL);
    return change(NULL, false, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                       const CUDA_MEMSET_NODE_PARAMS *fill,
                                                       CUcontext context)
{
    if (!fill)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_fill_params(fill, context);
    return change(exec, true, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphHostNodeSetParams(CUgraphNode node,
                                                 const CUDA_HOST_NODE_PARAMS *host)
{
    if (!host)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_host_params(host);
    return change(NULL, false, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                     const CUDA_HOST_NODE_PARAMS *host)
{
    if (!host)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams all = graph_host_params(host);
    return change(exec, true, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event)
{
    CUgraphNodeParams all = graph_event_params(CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
    return change(NULL, false, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event)
{
    CUgraphNodeParams all = graph_event_params(CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
    return change(NULL, false, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node,
                                                           CUevent event)
{
    CUgraphNodeParams all = graph_event_params(CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
    return change(exec, true, node, &all);
}

CUresult CUDAAPI EXPORT cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node,
                                                         CUevent event)
{
    CUgraphNodeParams all = graph_event_params(CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
    return change(exec, true, node, &all);
}
