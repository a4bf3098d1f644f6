// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Graphs of tasks. All of it is under the order's lock.
#ifndef EMULATOR_GRAPH_H
#define EMULATOR_GRAPH_H

#include "emulator/stream.h"

struct graph_node;

struct graph_nodes {
    struct graph_node **list;
    size_t count, capacity;
};

struct graph {
    CUgraph handle;
    struct graph_nodes nodes;
    CUgraph source; ///< cloned from; NULL: from none
    bool is_inner;  ///< belongs to a node of another graph
    struct graph_user_reference *users;
};

struct graph_node {
    CUgraphNode handle; ///< NULL in an executable graph
    CUgraphNode source; ///< what it was cloned from
    struct graph *graph;
    struct task *task;
    struct graph_nodes before, after;
    struct graph *inner;     ///< of TASK_GRAPH
    bool disabled;           ///< in an executable graph
    struct graph_node *twin; ///< while a graph is cloned
    struct work *work;       ///< while a graph is launched
    size_t open;             ///< while nodes are put in order
    uint64_t mark;           ///< while nodes are visited
};

/// User objects: reference counts with a destructor.
struct graph_user_reference {
    CUuserObject object;
    unsigned count;
    struct graph_user_reference *next;
};

struct graph_exec {
    CUgraphExec handle;
    struct graph *graph; ///< a clone, in an order in which it can run
    struct work *last;   ///< its latest launch
    uint64_t flags;
};

bool nodes_add(struct graph_nodes *nodes, struct graph_node *node);
bool nodes_have(const struct graph_nodes *nodes, const struct graph_node *node);
void nodes_drop(struct graph_nodes *nodes, const struct graph_node *node);
void nodes_free(struct graph_nodes *nodes);

/// `with_handles`: a graph that the program works with.
struct graph *graph_new(bool with_handles);
void graph_delete(struct graph *graph);

/// A new node with its own reference to the task. For TASK_GRAPH `inner` is given to the node.
struct graph_node *graph_add(struct graph *graph, struct task *task, struct graph *inner);
void graph_remove(struct graph_node *node);

/// False without memory.
bool graph_link(struct graph_node *before, struct graph_node *after);
void graph_unlink(struct graph_node *before, struct graph_node *after);

struct graph *graph_clone(const struct graph *graph, bool with_handles);

/// Put the nodes in an order in which they can run. False: they depend on each other in a circle.
bool graph_sort(struct graph *graph);

/// Put all of a sorted graph into a stream. `last` is done when all is.
CUresult graph_submit(struct graph *graph, struct stream *stream, struct work *previous,
                      struct work **last);

/// Of a live handle, else NULL.
struct graph *graph_of(CUgraph handle);
struct graph_node *graph_node_of(CUgraphNode handle);
struct graph_exec *graph_exec_of(CUgraphExec handle);

void graph_keep_user(struct graph *graph, CUuserObject object, unsigned count);
void graph_release_users(struct graph *graph);

#endif
