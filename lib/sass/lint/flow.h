// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What is still on its way at an instruction: results that have not arrived, and sources that may
// still be read. The lint reports who comes too early; the scheduler keeps it from happening.
#ifndef SASS_LINT_FLOW_H
#define SASS_LINT_FLOW_H

#include "sass/lint.h"
#include "sass/lint/access.h"
#include "sass/lint/graph.h"

/// A stall of 0 waits for the pipeline to drain: 37 to 45 cycles were measured, and no gap is
/// longer.
enum { BARRIERS = 6, AGE_MAX = 63, SET_TO_WAIT = 2, DRAIN_CYCLES = 37 };

/// A result on its way, or a source that may still be read.
struct record {
    uint32_t inst; ///< who writes or reads
    uint16_t resource;
    uint8_t age;       ///< fewest cycles since its issue over all paths
    uint8_t kind;      ///< enum producer of a result
    bool is_source;    ///< not a result: a late source, or one that is read for a few cycles
    uint8_t unit;      ///< enum late_unit
    uint8_t order;     ///< enum result_order of a result
    uint8_t done_mask; ///< a wait for any of these barriers means that it is done
    /// By barrier of done_mask: the fewest operations that are counted on it and finish behind it.
    uint8_t younger[BARRIERS];
    uint8_t guard; ///< guard of the instruction, SASS_PT if it always happens or is not known
    bool guard_not;
};

struct state {
    struct record *records;
    size_t count, room;
    uint8_t barrier_age[BARRIERS]; ///< fewest cycles since the barrier was set
    uint8_t bar_age;               ///< fewest cycles since a CTA barrier
    bool reached;
};

/// What the states keep: results and sources that time alone makes harmless, results of variable
/// latency, sources that are read late.
enum { TRACK_TIMED = 1, TRACK_RESULTS = 2, TRACK_SOURCES = 4, TRACK_ALL = 7 };

struct flow {
    struct graph graph;
    unsigned tracked; ///< TRACK_ALL from flow_build; less where a step of the scheduler needs less
    struct effects *effects; ///< of every instruction
    bool out_of_memory;      ///< what follows is incomplete
    uint32_t *slots;         ///< scratch of state_join: records by their key
    size_t slot_count, slot_room;
};

/// Whether time alone makes the record harmless: no barrier is involved.
static inline bool record_is_timed(const struct record *record)
{
    return record->is_source ? record->unit == LATE_NONE : record->kind != PRODUCER_VARIABLE;
}

/// Two instructions that come too close. `needed` is 0 where a wait is what is missing.
struct hazard {
    enum sass_lint_rule rule;
    const struct record *record;
    unsigned needed;
};

bool flow_build(struct flow *flow, unsigned sm, const struct sass_word *code, size_t words);
void flow_free(struct flow *flow);

/// Nothing on its way, no barrier set.
void state_clear(struct state *state);
void state_copy(struct flow *flow, struct state *to, const struct state *from);

/// Merge what may be on its way; returns whether `to` changed.
bool state_join(struct flow *flow, struct state *to, const struct state *from);

/// Let cycles pass.
void state_advance(struct state *state, unsigned cycles);

/// What a wait for these barriers says to be done leaves the state.
void state_wait(struct state *state, unsigned barriers);

/// The barriers that the instruction waits for: its mask, and those that a DEPBAR names, whatever
/// the count.
unsigned flow_waits(const struct sass_inst *inst);

/// What the waits of the instruction say to be done leaves the state. A DEPBAR with a count leaves
/// as many of the youngest operations.
void flow_wait(struct state *state, const struct sass_inst *inst);

/// Call `found` for each record that the instruction would read or overwrite too early if it issued
/// in this state.
void flow_hazards(const struct flow *flow, const struct state *state, size_t at,
                  void (*found)(void *context, const struct hazard *hazard), void *context);

/// Issue the instruction: its waits, its effects, its stall. An unknown word clears the records.
void flow_step(struct flow *flow, struct state *state, size_t at);

/// Barriers that a control field sets, as bits.
unsigned control_sets(const struct sass_control *control);

#endif
