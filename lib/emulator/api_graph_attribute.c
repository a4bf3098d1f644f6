// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Attributes of kernel nodes.
#include "emulator/graph_node.h"

CUresult CUDAAPI EXPORT cuGraphKernelNodeGetAttribute(CUgraphNode node,
                                                      CUkernelNodeAttrID attribute,
                                                      CUkernelNodeAttrValue *value)
{
    struct task *task;
    CUresult result = graph_task_of(node, TASK_KERNEL, value, &task);
    if (result)
        return result;
    const struct kernel_task *self = (const struct kernel_task *)task;
    *value = (CUkernelNodeAttrValue){0};
    switch ((int)attribute) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        value->cooperative = self->cooperative;
        break;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        value->priority = self->priority.priority;
        break;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        value->clusterDim.x = self->cluster[0];
        value->clusterDim.y = self->cluster[1];
        value->clusterDim.z = self->cluster[2];
        break;
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        break;
    default:
        result = CUDA_ERROR_INVALID_VALUE;
        break;
    }
    task_unref(task);
    return result;
}

// The same launch with some attributes of its own, and those given last.
static CUresult with_attributes(const struct kernel_task *self, const CUlaunchAttribute *last,
                                bool cooperative, struct task **task)
{
    CUlaunchAttribute attributes[3] = {
        {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
         .value = {.clusterDim = {self->cluster[0], self->cluster[1], self->cluster[2]}}},
        {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY, .value = self->priority},
        *last,
    };
    CUlaunchConfig config = {
        .gridDimX = self->grid[0],
        .gridDimY = self->grid[1],
        .gridDimZ = self->grid[2],
        .blockDimX = self->block[0],
        .blockDimY = self->block[1],
        .blockDimZ = self->block[2],
        .sharedMemBytes = self->shared_bytes,
        .attrs = attributes,
        .numAttrs = 3,
    };
    return task_kernel(&config, self->handle, self->params, NULL, cooperative, self->task.context,
                       task);
}

static CUresult set_attribute(CUgraphNode handle, const CUlaunchAttribute *attribute)
{
    struct task *task, *changed = NULL;
    CUresult result = graph_task_of(handle, TASK_KERNEL, attribute, &task);
    if (result)
        return result;
    const struct kernel_task *self = (const struct kernel_task *)task;
    result = with_attributes(self, attribute, self->cooperative, &changed);
    task_unref(task);
    if (result)
        return result;
    order_lock();
    struct graph_node *node = graph_node_of(handle);
    result = node ? graph_node_change(node, changed) : CUDA_ERROR_INVALID_VALUE;
    order_unlock();
    task_unref(changed);
    return result;
}

CUresult CUDAAPI EXPORT cuGraphKernelNodeSetAttribute(CUgraphNode node,
                                                      CUkernelNodeAttrID attribute,
                                                      const CUkernelNodeAttrValue *value)
{
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    return set_attribute(node, &(CUlaunchAttribute){.id = attribute, .value = *value});
}

CUresult CUDAAPI EXPORT cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    static const CUkernelNodeAttrID known[] = {
        CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
        CU_LAUNCH_ATTRIBUTE_PRIORITY,
        CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
    };
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; i < sizeof known / sizeof known[0] && !result; i++) {
        CUkernelNodeAttrValue value;
        result = cuGraphKernelNodeGetAttribute(from, known[i], &value);
        if (!result)
            result = cuGraphKernelNodeSetAttribute(to, known[i], &value);
    }
    return result;
}
