// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/graph.h"

#include <stdlib.h>
#include <string.h>

bool nodes_add(struct graph_nodes *nodes, struct graph_node *node)
{
    if (nodes->count == nodes->capacity) {
        size_t capacity = nodes->capacity ? 2 * nodes->capacity : 4;
        struct graph_node **larger = realloc(nodes->list, capacity * sizeof *larger);
        if (!larger)
            return false;
        nodes->list = larger;
        nodes->capacity = capacity;
    }
    nodes->list[nodes->count++] = node;
    return true;
}

bool nodes_have(const struct graph_nodes *nodes, const struct graph_node *node)
{
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->list[i] == node)
            return true;
    }
    return false;
}

void nodes_drop(struct graph_nodes *nodes, const struct graph_node *node)
{
    size_t kept = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->list[i] != node)
            nodes->list[kept++] = nodes->list[i];
    }
    nodes->count = kept;
}

void nodes_free(struct graph_nodes *nodes)
{
    free(nodes->list);
    *nodes = (struct graph_nodes){0};
}

struct graph *graph_new(bool with_handles)
{
    struct graph *graph = calloc(1, sizeof *graph);
    if (!graph || !with_handles)
        return graph;
    graph->handle = handle_new(HANDLE_GRAPH, graph, NULL);
    if (!graph->handle) {
        free(graph);
        return NULL;
    }
    return graph;
}

static void node_free(struct graph_node *node)
{
    if (node->handle)
        handle_remove(node->handle, HANDLE_GRAPH_NODE);
    if (node->inner)
        graph_delete(node->inner);
    task_unref(node->task);
    nodes_free(&node->before);
    nodes_free(&node->after);
    free(node);
}

void graph_delete(struct graph *graph)
{
    if (graph->handle)
        handle_remove(graph->handle, HANDLE_GRAPH);
    for (size_t i = 0; i < graph->nodes.count; i++)
        node_free(graph->nodes.list[i]);
    nodes_free(&graph->nodes);
    graph_release_users(graph);
    free(graph);
}

struct graph_node *graph_add(struct graph *graph, struct task *task, struct graph *inner)
{
    struct graph_node *node = calloc(1, sizeof *node);
    if (!node || !nodes_add(&graph->nodes, node)) {
        free(node);
        return NULL;
    }
    node->graph = graph;
    node->task = task_ref(task);
    node->inner = inner;
    if (inner)
        inner->is_inner = true;
    if (graph->handle)
        node->handle = handle_new(HANDLE_GRAPH_NODE, node, NULL);
    if (graph->handle && !node->handle) {
        node->inner = NULL;
        nodes_drop(&graph->nodes, node);
        node_free(node);
        return NULL;
    }
    return node;
}

void graph_remove(struct graph_node *node)
{
    for (size_t i = 0; i < node->before.count; i++)
        nodes_drop(&node->before.list[i]->after, node);
    for (size_t i = 0; i < node->after.count; i++)
        nodes_drop(&node->after.list[i]->before, node);
    nodes_drop(&node->graph->nodes, node);
    node_free(node);
}

bool graph_link(struct graph_node *before, struct graph_node *after)
{
    if (nodes_have(&after->before, before))
        return true;
    if (!nodes_add(&after->before, before))
        return false;
    if (nodes_add(&before->after, after))
        return true;
    nodes_drop(&after->before, before);
    return false;
}

void graph_unlink(struct graph_node *before, struct graph_node *after)
{
    nodes_drop(&after->before, before);
    nodes_drop(&before->after, after);
}

static bool clone_nodes(const struct graph *graph, struct graph *copy)
{
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct graph_node *node = graph->nodes.list[i];
        struct graph *inner = node->inner ? graph_clone(node->inner, copy->handle != NULL) : NULL;
        if (node->inner && !inner)
            return false;
        node->twin = graph_add(copy, node->task, inner);
        if (!node->twin) {
            if (inner)
                graph_delete(inner);
            return false;
        }
        node->twin->source = node->handle;
        node->twin->disabled = node->disabled;
    }
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct graph_node *node = graph->nodes.list[i];
        for (size_t k = 0; k < node->before.count; k++) {
            if (!graph_link(node->before.list[k]->twin, node->twin))
                return false;
        }
    }
    return true;
}

struct graph *graph_clone(const struct graph *graph, bool with_handles)
{
    struct graph *copy = graph_new(with_handles);
    if (!copy)
        return NULL;
    copy->source = graph->handle;
    for (const struct graph_user_reference *user = graph->users; user; user = user->next)
        graph_keep_user(copy, user->object, user->count);
    if (clone_nodes(graph, copy))
        return copy;
    graph_delete(copy);
    return NULL;
}

bool graph_sort(struct graph *graph)
{
    struct graph_nodes sorted = {0};
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct graph_node *node = graph->nodes.list[i];
        node->open = node->before.count;
        if (node->inner && !graph_sort(node->inner))
            return false;
        if (!node->open && !nodes_add(&sorted, node))
            break;
    }
    for (size_t i = 0; i < sorted.count; i++) {
        const struct graph_nodes *after = &sorted.list[i]->after;
        for (size_t k = 0; k < after->count; k++) {
            if (--after->list[k]->open == 0 && !nodes_add(&sorted, after->list[k]))
                break;
        }
    }
    bool ok = sorted.count == graph->nodes.count;
    if (ok)
        memcpy(graph->nodes.list, sorted.list, sorted.count * sizeof sorted.list[0]);
    nodes_free(&sorted);
    return ok;
}

struct graph *graph_of(CUgraph handle)
{
    return handle_object(handle, HANDLE_GRAPH);
}

struct graph_node *graph_node_of(CUgraphNode handle)
{
    return handle_object(handle, HANDLE_GRAPH_NODE);
}

struct graph_exec *graph_exec_of(CUgraphExec handle)
{
    return handle_object(handle, HANDLE_GRAPH_EXEC);
}
