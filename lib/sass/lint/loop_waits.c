// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Waits that come before what they wait for can be done: two rounds of the loop, of which the
// second counts, so that what a round starts for the next one is seen.
#include "sass/lint/loop.h"

#include <stdio.h>

/// The operation on a barrier that is done last.
struct outstanding {
    size_t inst;
    unsigned set, done; ///< cycles
    bool valid;
};

struct clock {
    struct outstanding barriers[BARRIERS];
    unsigned now;
};

static void set(struct clock *clock, unsigned barrier, size_t at, unsigned latency)
{
    if (barrier >= BARRIERS)
        return;
    struct outstanding *o = &clock->barriers[barrier];
    if (!o->valid || clock->now + latency > o->done)
        *o = (struct outstanding){at, clock->now, clock->now + latency, true};
}

static void wait(struct loop *loop, struct clock *clock, size_t at, bool counts)
{
    const struct sass_inst *inst = &loop->flow.graph.insts[at];
    const struct outstanding *last = NULL;
    unsigned last_barrier = 0;
    for (unsigned b = 0; b < BARRIERS; b++) {
        struct outstanding *o = &clock->barriers[b];
        if (!(inst->control.wait_mask >> b & 1) || !o->valid)
            continue;
        o->valid = false;
        if (o->done > clock->now && (!last || o->done > last->done)) {
            last = o;
            last_barrier = b;
        }
    }
    if (!last)
        return;
    unsigned cycles = last->done - clock->now;
    if (counts) {
        struct sass_loop_note note = {.kind = SASS_NOTE_EARLY_WAIT,
                                      .at = at,
                                      .other = last->inst,
                                      .found = clock->now - last->set,
                                      .needed = last->done - last->set,
                                      .cycles = cycles};
        snprintf(note.regs, sizeof note.regs, "SB%u", last_barrier);
        loop_note(loop, note);
        loop->report->wait_cycles += cycles;
    }
    clock->now += cycles;
}

void loop_waits(struct loop *loop)
{
    const struct sass_loop_range *range = &loop->report->range;
    struct clock clock = {.now = 0};
    for (unsigned round = 0; round < 2; round++) {
        for (size_t i = range->first; i <= range->last; i++) {
            const struct sass_inst *inst = &loop->flow.graph.insts[i];
            if (!loop->flow.graph.known[i])
                continue;
            wait(loop, &clock, i, round == 1);
            // A group of copies is waited for by count.
            if (inst->row->op != SASS_OP_LDGDEPBAR)
                set(&clock, inst->control.write_barrier, i, usual_latency(inst));
            set(&clock, inst->control.read_barrier, i, SOURCE_LATENCY);
            clock.now += inst->control.stall ? inst->control.stall : DRAIN_CYCLES;
        }
    }
}
