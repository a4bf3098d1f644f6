// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A progress bar on stderr, drawn by a thread of its own, only where stderr is a terminal.
#ifndef SASSDNN_BENCH_PROGRESS_H
#define SASSDNN_BENCH_PROGRESS_H

#include "bench/device.h"

struct progress;

/// Start; NULL where stderr is no terminal or a thread cannot be had, which the other functions
/// accept. `total` is the work of all steps in FLOP.
struct progress *progress_start(const struct bench_device *device, double total);

/// A step begins: its name, which must live until the next step, and the FLOP before and in it.
void progress_step(struct progress *progress, const char *name, double done, double step);

/// Take the bar off the screen until the next step, so that a line can be printed.
void progress_hide(struct progress *progress);

void progress_stop(struct progress *progress);

#endif
