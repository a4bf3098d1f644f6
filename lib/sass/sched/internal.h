// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the steps of the scheduler share. In their order: stalls for results of fixed latency, which
// results need a barrier, a number for each barrier, waits and read barriers, stalls between a
// barrier and its wait, reuse flags.
#ifndef SASS_SCHED_INTERNAL_H
#define SASS_SCHED_INTERNAL_H

#include "sass/lint/flow.h"
#include "sass/schedule.h"

enum { STALL_MOST = 15, STALL_MOST_REUSE = 11 };

struct block {
    size_t first, last; ///< instructions
    size_t pred_start;  ///< in sched.preds; ends where the next block's start
    struct state out;   ///< what is on its way behind `last`
    uint64_t out_hash;
    bool root;      ///< nothing that is known leads here: starts with nothing on its way
    unsigned depth; ///< of loops
};

struct sched {
    struct flow flow;
    bool *fixed;   ///< control field stays
    uint8_t *most; ///< longest stall that the instruction may have
    struct block *blocks;
    size_t block_count;
    size_t *block_of; ///< by instruction
    size_t *preds;    ///< blocks
    size_t *visit_of; ///< by block: the last walk against the flow that came by
    size_t visits;    ///< walks so far
    bool changed;     ///< a step changed a control field: sweep again
    bool restart;     ///< a barrier is new, which the states do not know: once more from the start
    unsigned sweeps;  ///< of the step that runs
    struct sass_schedule_error *error;
    enum sass_schedule_result result;
};

/// One step's work, called before each instruction issues in `state`, over all blocks until nothing
/// changes. `enter`, if any, comes before the states of a block's predecessors are merged.
struct sweep {
    void (*enter)(struct sched *s, void *context, size_t block);
    void (*visit)(struct sched *s, void *context, size_t at, struct state *state);
    void *context;
};

void sched_sweep(struct sched *s, const struct sweep *sweep);

/// Call `visit` once more for every instruction, with the states of the last sweep.
void sched_sweep_last(struct sched *s, const struct sweep *sweep);

/// Note that block's `out` was changed by a step.
void sched_touch(struct sched *s, size_t block);

static inline size_t sched_pred_count(const struct sched *s, size_t block)
{
    return s->blocks[block + 1].pred_start - s->blocks[block].pred_start;
}

static inline size_t sched_pred(const struct sched *s, size_t block, size_t i)
{
    return s->preds[s->blocks[block].pred_start + i];
}

/// Whether a walk that goes against the flow comes to the block for the first time since `visits`
/// was counted up for it.
bool sched_first_visit(struct sched *s, size_t block);

/// The first failure is kept.
void sched_fail(struct sched *s, enum sass_schedule_result result, size_t at, size_t producer,
                unsigned needed);

/// Whether control goes where this kernel's text does not show: everything must be there before.
bool sched_leaves(const struct sched *s, size_t at);

/// What is left of the usual latency of a result, or of a source that is read late: what a needless
/// wait would cost.
unsigned sched_remaining(const struct sched *s, const struct record *record);

/// Barriers that DEPBAR instructions count, as bits.
unsigned sched_counted_barriers(const struct sched *s);

// The steps.
void sched_stalls(struct sched *s);
void sched_write_barriers(struct sched *s);
void sched_waits(struct sched *s);
void sched_reuse(struct sched *s);

#endif
