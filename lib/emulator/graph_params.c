// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/graph_node.h"

CUgraphNodeType graph_node_type(const struct task *task)
{
    switch (task->kind) {
    case TASK_KERNEL:
        return CU_GRAPH_NODE_TYPE_KERNEL;
    case TASK_COPY:
        return CU_GRAPH_NODE_TYPE_MEMCPY;
    case TASK_FILL:
        return CU_GRAPH_NODE_TYPE_MEMSET;
    case TASK_HOST:
        return CU_GRAPH_NODE_TYPE_HOST;
    case TASK_GRAPH:
        return CU_GRAPH_NODE_TYPE_GRAPH;
    case TASK_RECORD:
        return CU_GRAPH_NODE_TYPE_EVENT_RECORD;
    case TASK_WAIT:
        return CU_GRAPH_NODE_TYPE_WAIT_EVENT;
    default:
        return CU_GRAPH_NODE_TYPE_EMPTY;
    }
}

CUgraphNodeParams graph_kernel_params(const CUDA_KERNEL_NODE_PARAMS *params)
{
    return (CUgraphNodeParams){
        .type = CU_GRAPH_NODE_TYPE_KERNEL,
        .kernel =
            {
                .func = params->func,
                .gridDimX = params->gridDimX,
                .gridDimY = params->gridDimY,
                .gridDimZ = params->gridDimZ,
                .blockDimX = params->blockDimX,
                .blockDimY = params->blockDimY,
                .blockDimZ = params->blockDimZ,
                .sharedMemBytes = params->sharedMemBytes,
                .kernelParams = params->kernelParams,
                .extra = params->extra,
                .kern = params->kern,
                .ctx = params->ctx,
            },
    };
}

CUDA_KERNEL_NODE_PARAMS graph_kernel_params_v1(const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    return (CUDA_KERNEL_NODE_PARAMS){
        .func = params->func,
        .gridDimX = params->gridDimX,
        .gridDimY = params->gridDimY,
        .gridDimZ = params->gridDimZ,
        .blockDimX = params->blockDimX,
        .blockDimY = params->blockDimY,
        .blockDimZ = params->blockDimZ,
        .sharedMemBytes = params->sharedMemBytes,
        .kernelParams = params->kernelParams,
        .extra = params->extra,
    };
}

CUgraphNodeParams graph_copy_params(const CUDA_MEMCPY3D *copy, CUcontext context)
{
    return (CUgraphNodeParams){
        .type = CU_GRAPH_NODE_TYPE_MEMCPY,
        .memcpy = {.copyCtx = context, .copyParams = *copy},
    };
}

CUgraphNodeParams graph_fill_params(const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext context)
{
    return (CUgraphNodeParams){
        .type = CU_GRAPH_NODE_TYPE_MEMSET,
        .memset = {fill->dst, fill->pitch, fill->value, fill->elementSize, fill->width,
                   fill->height, context},
    };
}

CUgraphNodeParams graph_host_params(const CUDA_HOST_NODE_PARAMS *host)
{
    return (CUgraphNodeParams){
        .type = CU_GRAPH_NODE_TYPE_HOST,
        .host = {.fn = host->fn, .userData = host->userData},
    };
}

CUgraphNodeParams graph_event_params(CUgraphNodeType type, CUevent event)
{
    if (type == CU_GRAPH_NODE_TYPE_WAIT_EVENT)
        return (CUgraphNodeParams){.type = type, .eventWait = {event}};
    return (CUgraphNodeParams){.type = type, .eventRecord = {event}};
}

struct graph_node *graph_exec_node(const struct graph_exec *exec, CUgraphNode source)
{
    for (size_t i = 0; source && i < exec->graph->nodes.count; i++) {
        if (exec->graph->nodes.list[i]->source == source)
            return exec->graph->nodes.list[i];
    }
    return NULL;
}

CUresult graph_node_change(struct graph_node *node, struct task *task)
{
    if (node->task->kind != task->kind)
        return CUDA_ERROR_INVALID_VALUE;
    struct task *old = node->task;
    node->task = task_ref(task);
    task_unref(old);
    return CUDA_SUCCESS;
}
