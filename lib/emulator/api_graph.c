// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Graphs as structures: making and destroying them, their nodes and edges.
#include "emulator/graph.h"
#include "emulator/unsupported.h"

#include <string.h>

CUresult CUDAAPI EXPORT cuGraphCreate(CUgraph *handle, unsigned int flags)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!handle || flags)
        return CUDA_ERROR_INVALID_VALUE;
    struct graph *graph = graph_new(true);
    if (!graph)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *handle = graph->handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGraphDestroy(CUgraph handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph *graph = graph_of(handle);
    bool ok = graph && !graph->is_inner;
    if (ok)
        graph_delete(graph);
    order_unlock();
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuGraphClone(CUgraph *handle, CUgraph original)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph *graph = graph_of(original), *copy = NULL;
    if (!handle || !graph)
        result = CUDA_ERROR_INVALID_VALUE;
    else if (!(copy = graph_clone(graph, true)))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    else
        *handle = copy->handle;
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphNodeFindInClone(CUgraphNode *handle, CUgraphNode original,
                                               CUgraph clone)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph *graph = graph_of(clone);
    struct graph_node *found = NULL;
    for (size_t i = 0; graph && i < graph->nodes.count; i++) {
        if (graph->nodes.list[i]->source == original)
            found = graph->nodes.list[i];
    }
    if (!handle || !original || !found)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        *handle = found->handle;
    order_unlock();
    return result;
}

// A list for the caller: how many there are, or as many as there is room for and NULL behind them.
static CUresult give_nodes(const struct graph_nodes *nodes, bool roots_only, CUgraphNode *list,
                           size_t *count)
{
    size_t found = 0;
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < nodes->count; i++) {
        if (roots_only && nodes->list[i]->before.count)
            continue;
        if (list && found < *count)
            list[found] = nodes->list[i]->handle;
        found++;
    }
    for (size_t i = found; list && i < *count; i++)
        list[i] = NULL;
    if (!list || found < *count)
        *count = found;
    return CUDA_SUCCESS;
}

static CUresult give_graph_nodes(CUgraph handle, bool roots_only, CUgraphNode *list, size_t *count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph *graph = graph_of(handle);
    result = graph ? give_nodes(&graph->nodes, roots_only, list, count) : CUDA_ERROR_INVALID_VALUE;
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return give_graph_nodes(graph, false, nodes, count);
}

CUresult CUDAAPI EXPORT cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return give_graph_nodes(graph, true, nodes, count);
}

static CUresult give_neighbours(CUgraphNode handle, bool after, CUgraphNode *list,
                                CUgraphEdgeData *edges, size_t *count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph_node *node = graph_node_of(handle);
    result = node ? give_nodes(after ? &node->after : &node->before, false, list, count)
                  : CUDA_ERROR_INVALID_VALUE;
    order_unlock();
    if (!result && list && edges)
        memset(edges, 0, *count * sizeof *edges);
    return result;
}

CUresult CUDAAPI EXPORT cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *list,
                                                   size_t *count)
{
    return give_neighbours(node, false, list, NULL, count);
}

CUresult CUDAAPI EXPORT cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *list,
                                                      CUgraphEdgeData *edges, size_t *count)
{
    return give_neighbours(node, false, list, edges, count);
}

CUresult CUDAAPI EXPORT cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *list,
                                                     size_t *count)
{
    return give_neighbours(node, true, list, NULL, count);
}

CUresult CUDAAPI EXPORT cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *list,
                                                        CUgraphEdgeData *edges, size_t *count)
{
    return give_neighbours(node, true, list, edges, count);
}

// With the order's lock held.
static CUresult give_edges(const struct graph *graph, CUgraphNode *from, CUgraphNode *to,
                           CUgraphEdgeData *edges, size_t *count)
{
    size_t found = 0;
    if (!graph || !count || !from != !to)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const struct graph_node *node = graph->nodes.list[i];
        for (size_t k = 0; k < node->after.count; k++, found++) {
            if (!from || found >= *count)
                continue;
            from[found] = node->handle;
            to[found] = node->after.list[k]->handle;
            if (edges)
                edges[found] = (CUgraphEdgeData){0};
        }
    }
    for (size_t i = found; from && i < *count; i++)
        from[i] = to[i] = NULL;
    if (!from || found < *count)
        *count = found;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuGraphGetEdges_v2(CUgraph handle, CUgraphNode *from, CUgraphNode *to,
                                           CUgraphEdgeData *edges, size_t *count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    result = give_edges(graph_of(handle), from, to, edges, count);
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                                        size_t *count)
{
    return cuGraphGetEdges_v2(graph, from, to, NULL, count);
}

// With the order's lock held. All edges are looked at before any is changed.
static CUresult change_edges(const struct graph *graph, const CUgraphNode *from,
                             const CUgraphNode *to, const CUgraphEdgeData *edges, size_t count,
                             bool add)
{
    if (!graph || (count && (!from || !to)))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        const struct graph_node *before = graph_node_of(from[i]), *after = graph_node_of(to[i]);
        if (!before || !after || before->graph != graph || after->graph != graph ||
            before == after || nodes_have(&after->before, before) == add)
            return CUDA_ERROR_INVALID_VALUE;
        if (edges && edges[i].type)
            return unsupported("edges of a graph that are not plain");
    }
    for (size_t i = 0; i < count; i++) {
        struct graph_node *before = graph_node_of(from[i]), *after = graph_node_of(to[i]);
        if (!add)
            graph_unlink(before, after);
        else if (!graph_link(before, after))
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

static CUresult change(CUgraph handle, const CUgraphNode *from, const CUgraphNode *to,
                       const CUgraphEdgeData *edges, size_t count, bool add)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    result = change_edges(graph_of(handle), from, to, edges, count, add);
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from,
                                               const CUgraphNode *to, size_t count)
{
    return change(graph, from, to, NULL, count, true);
}

CUresult CUDAAPI EXPORT cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                                  const CUgraphNode *to,
                                                  const CUgraphEdgeData *edges, size_t count)
{
    return change(graph, from, to, edges, count, true);
}

CUresult CUDAAPI EXPORT cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from,
                                                  const CUgraphNode *to, size_t count)
{
    return change(graph, from, to, NULL, count, false);
}

CUresult CUDAAPI EXPORT cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                                     const CUgraphNode *to,
                                                     const CUgraphEdgeData *edges, size_t count)
{
    return change(graph, from, to, edges, count, false);
}

CUresult CUDAAPI EXPORT cuGraphDestroyNode(CUgraphNode handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph_node *node = graph_node_of(handle);
    if (node)
        graph_remove(node);
    order_unlock();
    return node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
