// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a stream can be asked to do and a node of a graph stands for: all arguments checked and
// copied. A task does not change once it is made, so that streams and graphs can share it.
#ifndef EMULATOR_TASK_H
#define EMULATOR_TASK_H

#include "emulator/api.h"
#include "emulator/work.h"

enum task_kind {
    TASK_EMPTY,
    TASK_KERNEL,
    TASK_COPY,
    TASK_FILL,
    TASK_HOST,
    TASK_GRAPH,  ///< a graph within a graph
    TASK_RECORD, ///< of an event
    TASK_WAIT,   ///< for an event
    TASK_VALUE,  ///< write a word, or wait for one
    TASK_FREE,   ///< in the stream's order
    TASK_CALLBACK,
};

struct task {
    enum task_kind kind;
    struct context *context;
    void (*run)(const struct task *task, struct context *context); ///< NULL: nothing to do
    void (*release)(struct task *task);                            ///< NULL: nothing to release
    atomic_uint references;
    bool always; ///< run even after an error
};

/// `size` zeroed bytes that begin with a struct task, with one reference. NULL without memory.
void *task_new(size_t size, enum task_kind kind, struct context *context);
struct task *task_ref(struct task *task);
void task_unref(struct task *task); ///< NULL: nothing happens

/// A piece of work that runs the task in `context`; it takes its own reference. NULL without
/// memory.
struct work *task_work(struct task *task, struct context *context);

/// A sticky error of a context, unless it has one.
void task_fail(struct context *context, CUresult result);

/// A launch: its function, its sizes, and constant bank 0.
struct kernel_task {
    struct task task;
    CUfunction handle; ///< as the caller gave it: of a function or of a library's kernel
    struct function *function;
    unsigned grid[3], block[3], shared_bytes, cluster[3];
    bool cooperative;
    bool is_clustered; ///< the launch or the kernel says how large clusters are
    CUlaunchAttributeValue priority;
    unsigned char *constants;
    void **params; ///< pointers into `constants`
};

/// Checks and copies: a launch without a stream. `function` may be a kernel of a library.
CUresult task_kernel(const CUlaunchConfig *config, CUfunction function, void **params, void **extra,
                     bool cooperative, struct context *context, struct task **task);

/// A box of bytes copied from one place to another.
struct copy_task {
    struct task task;
    CUDA_MEMCPY3D box; ///< without arrays
    char *staged;      ///< a copy of the source, where the caller may change it at once
};
CUresult task_copy(const CUDA_MEMCPY3D *box, struct context *context, struct task **task);

/// The copies that are one row.
CUDA_MEMCPY3D task_copy_row(CUmemorytype to_type, uint64_t to, CUmemorytype from_type,
                            uint64_t from, size_t bytes);

struct fill_task {
    struct task task;
    CUDA_MEMSET_NODE_PARAMS fill;
};
CUresult task_fill(const CUDA_MEMSET_NODE_PARAMS *fill, struct context *context,
                   struct task **task);

struct host_task {
    struct task task;
    CUDA_HOST_NODE_PARAMS host;
};
CUresult task_host(const CUDA_HOST_NODE_PARAMS *host, struct context *context, struct task **task);

struct event_task {
    struct task task;
    CUevent event;
};
CUresult task_event(enum task_kind kind, CUevent event, struct context *context,
                    struct task **task);

#endif
