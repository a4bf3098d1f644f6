// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What nodes of graphs are made of: every kind's parameters as CUgraphNodeParams, and as a task.
#ifndef EMULATOR_GRAPH_NODE_H
#define EMULATOR_GRAPH_NODE_H

#include "emulator/graph.h"

/// The task that the parameters ask for, checked.
CUresult graph_node_task(const CUgraphNodeParams *params, struct task **task);

/// The type of the node that a task stands for.
CUgraphNodeType graph_node_type(const struct task *task);

CUgraphNodeParams graph_kernel_params(const CUDA_KERNEL_NODE_PARAMS *params);
CUDA_KERNEL_NODE_PARAMS graph_kernel_params_v1(const CUDA_KERNEL_NODE_PARAMS_v1 *params);
CUgraphNodeParams graph_copy_params(const CUDA_MEMCPY3D *copy, CUcontext context);
CUgraphNodeParams graph_fill_params(const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext context);
CUgraphNodeParams graph_host_params(const CUDA_HOST_NODE_PARAMS *host);
CUgraphNodeParams graph_event_params(CUgraphNodeType type, CUevent event);

/// With the order's lock held: the node of an executable graph that stands for a node of the graph
/// it was made of, or NULL.
struct graph_node *graph_exec_node(const struct graph_exec *exec, CUgraphNode source);

/// The task of a node, if it is of that kind and there is room for an answer; with a reference.
CUresult graph_task_of(CUgraphNode node, enum task_kind kind, const void *answer,
                       struct task **task);

/// Let a node do something else of the same kind.
CUresult graph_node_change(struct graph_node *node, struct task *task);

#endif
