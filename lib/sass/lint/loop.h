// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The parts of a loop's report.
#ifndef SASS_LINT_LOOP_H
#define SASS_LINT_LOOP_H

#include "sass/lint/flow.h"
#include "sass/loops.h"

struct loop {
    unsigned sm;
    const struct cubin_kernel *kernel;
    struct flow flow;
    struct sass_loop_report *report;
    size_t note_room;
    bool out_of_memory;
};

void loop_note(struct loop *loop, struct sass_loop_note note);

/// Register banks and reuse flags.
void loop_banks(struct loop *loop);

/// Stalls that nothing needs.
void loop_stalls(struct loop *loop);

/// Waits that come before what they wait for can be done.
void loop_waits(struct loop *loop);

#endif
