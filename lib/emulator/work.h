// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Work that runs behind the caller's back: launches, copies, fills, host functions, events. Each
// piece waits for the pieces that it was put after, then runs on a thread of its own, as long as
// there are not too many. What order streams and graphs ask for is expressed in `work_after`.
#ifndef EMULATOR_WORK_H
#define EMULATOR_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct work;
typedef void work_fn(struct work *work);

/// What a context has submitted and is not finished, oldest first.
struct work_list {
    struct work *first, *last;
};

/// The first member of whatever else a piece of work needs.
struct work {
    struct work_list *list; ///< of its context
    atomic_int *error;      ///< of its context: once it is set, nothing runs any more
    work_fn *run;           ///< NULL: nothing to do
    work_fn *release;       ///< NULL: nothing to release
    bool is_short;          ///< run by whoever finishes what it waits for
    bool always;            ///< run even after an error
    double time_ms;         ///< when it was finished

    // Of work.c.
    unsigned references, waits;
    bool done;
    uint64_t serial;
    struct work **followers;
    unsigned follower_count, follower_capacity;
    struct work *previous, *next, *next_ready;
};

/// `size` zeroed bytes that begin with a struct work, with one reference. NULL without memory.
void *work_new(size_t size, struct work_list *list, atomic_int *error, work_fn *run,
               work_fn *release);

struct work *work_ref(struct work *work);
void work_unref(struct work *work); ///< NULL: nothing happens

/// Before it is submitted: let `work` wait for `before`, which may be done already, or NULL. False
/// without memory.
bool work_after(struct work *work, struct work *before);

/// From now on it counts. True: nothing holds it up, and the caller must call work_start or
/// work_run; until then it waits. The caller keeps its reference.
bool work_submit(struct work *work);

/// Run it on a thread of its own; or here, where it is short.
void work_start(struct work *work);

/// Run it here.
void work_run(struct work *work);

void work_wait(struct work *work); ///< NULL: does not wait
bool work_is_done(const struct work *work);

/// Wait for all that has been submitted to the list until now.
void work_wait_all(struct work_list *list);

double work_now_ms(void);

#endif
