// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef EMULATOR_CAPTURE_H
#define EMULATOR_CAPTURE_H

#include "emulator/graph.h"

#include <pthread.h>

struct capture {
    struct graph *graph; ///< NULL once it was handed out
    bool into_existing;  ///< the program's own graph
    bool invalid;
    CUstreamCaptureMode mode;
    uint64_t id;
    pthread_t thread;
    struct stream *origin; ///< NULL: it is over
    unsigned members;      ///< streams and events that refer to it
    struct capture *next;
};

// With the order's lock held.
CUresult capture_begin(struct stream *stream, CUstreamCaptureMode mode, struct graph *graph);
CUresult capture_end(struct stream *stream, struct graph **graph);
CUresult capture_add_node(struct stream *stream, struct task *task, struct graph *inner);

#endif
