// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef EMULATOR_LAUNCH_H
#define EMULATOR_LAUNCH_H

#include "emulator/task.h"

/// Everything in constant bank 0 but the parameters.
void launch_fill_bank(const struct kernel_task *self);

/// The `run` of a kernel's task.
void launch_run(const struct task *task, struct context *context);

#endif
