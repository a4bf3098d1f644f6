// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What ends a launch, and the report about it: one block of lines on stderr, or appended to the
// file named by SASSDNN_EMU_REPORT. Only the first fault of a launch is reported.
#ifndef EMULATOR_FAULT_H
#define EMULATOR_FAULT_H

#include "emulator/warp.h"
#include "sass/lint.h"

#include <pthread.h>

enum { FINDINGS_MOST = 100 };

/// The findings of a launch that were reported.
struct findings_seen {
    pthread_mutex_t lock;
    struct sass_lint_finding items[FINDINGS_MOST];
    unsigned count;
};

/// End the launch with `result` (a CUresult) because of what the lowest lane of `mask` did at
/// `uop`. Returns NULL, with the warp's event set, so that an executor can return it.
const struct uop *fault_at(struct warp *warp, const struct uop *uop, uint32_t mask, int result,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));

/// Append a text of whole lines to the reports.
void fault_write(const char *text);

/// Report what is wrong with the control codes on the way that a warp has taken, once per launch
/// and pair of instructions. The launch goes on.
void fault_finding(const struct warp *warp, const struct sass_lint_finding *finding);

/// Report what a check has found: its kind in the title, then what the lane did at `uop`, the text,
/// and the other party's instruction unless it is NULL. The launch goes on.
void fault_note(const struct warp *warp, const char *kind, const struct uop *uop, unsigned lane,
                const char *text, const struct uop *other);

/// End the launch because no warp of a CTA can go on.
void fault_deadlock(struct cta *cta);

#endif
