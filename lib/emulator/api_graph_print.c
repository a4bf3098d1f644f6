// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Graphs for Graphviz.
#include "emulator/graph_node.h"

#include <stdio.h>

static void print_node(FILE *file, const struct graph_node *node, unsigned flags)
{
    static const char *const names[] = {
        "kernel", "copy",  "fill",           "host function",
        "graph",  "empty", "wait for event", "record event",
    };
    unsigned long number = (unsigned long)(uintptr_t)node->handle;
    fprintf(file, "n%lu [label=\"%s", number, names[graph_node_type(node->task)]);
    if (node->task->kind == TASK_KERNEL)
        fprintf(file, " %s",
                ((const struct kernel_task *)node->task)->function->kernel.source->name);
    if (flags & (CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE | CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES))
        fprintf(file, " 0x%lx", number);
    fprintf(file, "\"]\n");
    for (size_t i = 0; i < node->after.count; i++)
        fprintf(file, "n%lu -> n%lu\n", number,
                (unsigned long)(uintptr_t)node->after.list[i]->handle);
}

CUresult CUDAAPI EXPORT cuGraphDebugDotPrint(CUgraph handle, const char *path, unsigned int flags)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    const struct graph *graph = graph_of(handle);
    FILE *file = graph && path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "digraph {\n");
        for (size_t i = 0; i < graph->nodes.count; i++)
            print_node(file, graph->nodes.list[i], flags);
        fprintf(file, "}\n");
    }
    order_unlock();
    if (!graph || !path)
        return CUDA_ERROR_INVALID_VALUE;
    return file && fclose(file) == 0 ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}
