// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Streams as the other files see them: which one a handle means, and putting tasks into it.
#ifndef EMULATOR_STREAM_H
#define EMULATOR_STREAM_H

#include "emulator/task.h"

struct graph_nodes; // graph.h
struct capture;

struct stream {
    CUstream handle;
    struct context *context;
    struct stream *next; ///< of the context's
    unsigned flags;
    int priority;
    uint64_t id;
    struct work *tail; ///< what was put into it last; NULL: nothing, or done
    struct capture *capture;
    struct graph_nodes *captured;     ///< what the next captured task comes after
    CUlaunchAttributeValue policy[2]; ///< access policy window, synchronisation policy
};

struct event {
    CUevent handle;
    struct context *context;
    unsigned flags;
    struct work *last; ///< done when the event is; NULL: never recorded
    struct capture *capture;
    struct graph_nodes *captured;
};

/// One lock for the order of things: the tails of streams, events, captures and graphs.
void order_lock(void);
void order_unlock(void);

/// The stream that a handle means to the calling thread, its context initialised, alive and without
/// an error.
CUresult stream_find(CUstream handle, struct stream **stream);

/// The same, but an error of its context does not matter: for waiting until it is idle all the
/// same.
CUresult stream_find_failed(CUstream handle, struct stream **stream);

/// Add a stream to a context. `handle` is NULL for the legacy one.
CUresult stream_make(struct context *context, unsigned flags, int priority, struct stream **stream);

/// Give the task to the stream, or to the graph that is captured from it, and wait for it if
/// `wait`. Consumes the reference to the task.
CUresult stream_do(struct stream *stream, struct task *task, bool wait);

/// With the order's lock held: let `work` come after all that the stream holds. False without
/// memory.
bool stream_precede(struct work *work, struct stream *stream);

/// With the order's lock held: `work` is now the last in the stream. Starts it if it is ready.
void stream_append(struct stream *stream, struct work *work);

/// Wait for all that was put into the stream (and, for the legacy stream, into those that it waits
/// for). CUDA_ERROR_NOT_READY instead, if not `wait`.
CUresult stream_drain(struct stream *stream, bool wait);

/// The legacy stream of a context.
struct stream *stream_legacy(struct context *context);

/// The event of a live handle, initialised.
CUresult event_find(CUevent handle, struct event **event);

/// With the order's lock held: the event is now that of `work`.
void event_set(struct event *event, struct work *work);

/// Calls that may not be made while the calling thread (or, depending on the mode, any thread)
/// captures: CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, and the captures are invalid.
CUresult capture_forbids(void);

/// With the order's lock held.
CUresult capture_add(struct stream *stream, struct task *task);
CUresult capture_record(struct stream *stream, struct event *event);
CUresult capture_wait(struct stream *stream, struct event *event);
void capture_invalidate(struct capture *capture);
/// A captured stream or event goes.
void capture_forget_stream(struct stream *stream);
void capture_forget_event(struct event *event);
/// Whether work in the legacy stream of this context is allowed; it would take part in a capture.
CUresult capture_checks_legacy(const struct stream *legacy);

/// While the calling thread is in a call of the per-thread kind, NULL means its own stream.
void stream_use_per_thread(bool on);

#endif
