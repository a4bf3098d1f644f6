// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Launching graphs: each node becomes a piece of work that comes after those of the nodes before
// it.
#include "emulator/graph.h"

#include <stdlib.h>

/// The work of one launch, collected before any of it starts: either all is submitted or nothing.
struct batch {
    struct work **list;
    size_t count, capacity;
};

static bool collect(struct batch *batch, struct work *work)
{
    if (batch->count == batch->capacity) {
        size_t capacity = batch->capacity ? 2 * batch->capacity : 16;
        struct work **larger = realloc(batch->list, capacity * sizeof *larger);
        if (!larger)
            return false;
        batch->list = larger;
        batch->capacity = capacity;
    }
    batch->list[batch->count++] = work;
    return true;
}

static struct work *new_empty(struct batch *batch, struct context *context)
{
    struct work *work = work_new(sizeof *work, &context->work, &context->error, NULL, NULL);
    if (work && !collect(batch, work)) {
        work_unref(work);
        return NULL;
    }
    return work;
}

static struct work *new_task(struct batch *batch, struct task *task, struct context *context)
{
    struct work *work = task_work(task, context);
    if (work && !collect(batch, work)) {
        work_unref(work);
        return NULL;
    }
    return work;
}

static struct work *add_graph(struct batch *batch, struct graph *graph, struct context *context,
                              struct work *first);

static struct work *add_node(struct batch *batch, struct graph_node *node, struct context *context,
                             struct work *first)
{
    bool plain = !node->disabled && node->task->kind != TASK_GRAPH;
    struct work *work = plain ? new_task(batch, node->task, context) : new_empty(batch, context);
    bool ok = work && work_after(work, node->before.count ? NULL : first);
    for (size_t i = 0; i < node->before.count && ok; i++)
        ok = work_after(work, node->before.list[i]->work);
    if (!ok)
        return NULL;
    if (node->inner && !node->disabled)
        return add_graph(batch, node->inner, context, work);
    if (node->task->kind == TASK_RECORD || node->task->kind == TASK_WAIT) {
        struct event *event;
        if (event_find(((struct event_task *)node->task)->event, &event))
            return work; // it was destroyed
        if (node->task->kind == TASK_RECORD)
            event_set(event, work);
        else if (!work_after(work, event->last))
            return NULL;
    }
    return work;
}

// The work that is done when all of the graph is.
static struct work *add_graph(struct batch *batch, struct graph *graph, struct context *context,
                              struct work *first)
{
    struct work *last = NULL;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct graph_node *node = graph->nodes.list[i];
        node->work = add_node(batch, node, context, first);
        if (!node->work)
            return NULL;
    }
    last = new_empty(batch, context);
    bool ok = last && work_after(last, first);
    for (size_t i = 0; i < graph->nodes.count && ok; i++) {
        if (!graph->nodes.list[i]->after.count)
            ok = work_after(last, graph->nodes.list[i]->work);
    }
    return ok ? last : NULL;
}

CUresult graph_submit(struct graph *graph, struct stream *stream, struct work *previous,
                      struct work **last)
{
    struct batch batch = {0};
    struct work *first = new_empty(&batch, stream->context);
    bool ok = first && stream_precede(first, stream) && work_after(first, previous);
    struct work *end = ok ? add_graph(&batch, graph, stream->context, first) : NULL;
    if (end)
        *last = work_ref(end);
    for (size_t i = 0; i < batch.count && end; i++) {
        if (batch.list[i] == end)
            stream_append(stream, end);
        else if (work_submit(batch.list[i]))
            work_start(batch.list[i]);
    }
    for (size_t i = 0; i < batch.count; i++)
        work_unref(batch.list[i]);
    free(batch.list);
    return end ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}
