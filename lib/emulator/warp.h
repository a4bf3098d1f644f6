// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// State of a warp and of the CTA it belongs to, as the executors see it.
#ifndef EMULATOR_WARP_H
#define EMULATOR_WARP_H

#include "emulator/memory.h"
#include "emulator/uop.h"

#include <stdatomic.h>

enum { MAX_WARPS = 32, CTA_BARRIERS = 16 };

enum warp_event {
    EVENT_NONE,
    EVENT_RESUME,  ///< go on at warp->pc: the active lanes changed, or the time slice is over
    EVENT_BLOCKED, ///< no lanes can go on: all wait at barriers, or all have exited
    EVENT_FAULT,
};

/// Lanes of a warp that share a program counter but are not the ones executing now.
struct group {
    const struct uop *pc;
    uint32_t mask;
    int barrier;      ///< waits there; -1: can go on
    uint32_t threads; ///< that the barrier was asked to wait for, 0 for all
};

struct warp {
    char *rows;
    uint32_t pred[PRED_COUNT];
    uint32_t active; ///< lanes executing now
    uint32_t live;   ///< lanes that have not exited
    const struct uop *pc;
    const struct uop *segment; ///< start of the straight run being executed
    uint64_t executed;         ///< instructions before `segment`
    uint64_t slice;            ///< of `executed`: where the other warps get their turn
    const struct uop *limit;   ///< lowest pc of the groups that can go on: lanes join them there
    unsigned group_count;
    struct group groups[LANES];
    enum warp_event event;
    unsigned index;
    struct cta *cta;
};

struct launch {
    const struct kernel *kernel;
    struct memory *memory;
    unsigned grid[3], block[3];
    unsigned threads, warps;
    uint32_t shared_base, shared_end; ///< legal shared addresses
    unsigned char *constants;         ///< bank 0
    uint64_t max_instructions;        ///< per warp
    uint64_t ctas;
    atomic_uint_fast64_t next_cta;
    atomic_bool stop;    ///< a fault ended the launch
    atomic_bool faulted; ///< somebody reports it
    int result;          ///< CUresult, written by whoever set `faulted`
    struct model *model; ///< of the launch's time, or NULL
};

/// Called with every instruction that a warp issues, before it is executed for the lanes of `mask`,
/// which may be none.
typedef void observe_fn(void *observer, const struct warp *warp, const struct uop *uop,
                        uint32_t mask);

struct cta {
    struct launch *launch;
    uint32_t id[3];
    char *shared;           ///< address 0 of shared memory
    struct allocation last; ///< global allocation that was hit last
    observe_fn *observe;    ///< NULL: nobody does
    void *observer;
    struct warp warps[MAX_WARPS];
};

static inline uint32_t *warp_row(const struct warp *warp, uint32_t offset)
{
    return (uint32_t *)(void *)(warp->rows + offset);
}

/// Put the executing lanes (if any are left) aside at `pc` and take the lanes with the lowest
/// program counter. Sets the event; always returns NULL.
const struct uop *warp_switch(struct warp *warp, const struct uop *pc);

/// Account for the run that ends with `uop`, and check the instruction budget. False: faulted.
bool warp_leave(struct warp *warp, const struct uop *uop, const struct uop *next);

/// Wake the lanes that wait at `barrier`.
void warp_release(struct warp *warp, unsigned barrier);

#endif
