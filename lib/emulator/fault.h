// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What ends a launch, and the report about it: one block of lines on stderr, or appended to the
// file named by SASSDNN_EMU_REPORT. Only the first fault of a launch is reported.
#ifndef EMULATOR_FAULT_H
#define EMULATOR_FAULT_H

#include "emulator/warp.h"

/// End the launch with `result` (a CUresult) because of what the lowest lane of `mask` did at
/// `uop`. Returns NULL, with the warp's event set, so that an executor can return it.
const struct uop *fault_at(struct warp *warp, const struct uop *uop, uint32_t mask, int result,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));

/// Append a text of whole lines to the reports.
void fault_write(const char *text);

/// End the launch because no warp of a CTA can go on.
void fault_deadlock(struct cta *cta);

#endif
