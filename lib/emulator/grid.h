// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Running a grid: CTAs over the pool, the warps of a CTA in turns.
#ifndef EMULATOR_GRID_H
#define EMULATOR_GRID_H

#include "emulator/warp.h"

/// Run all CTAs of `launch` (all fields up to `ctas` set, the rest 0), with the memory's lock held
/// for reading. Returns the CUresult of the kernel: 0, or what the first fault was.
int grid_run(struct launch *launch);

/// Warp instructions executed since the process started, by CTAs that have ended.
uint64_t grid_instructions(void);

enum cta_state { CTA_RUNNING, CTA_DONE, CTA_FAULT };

/// Begin a CTA, whose warps' rows are in place; then let each warp have a turn, until all have
/// exited. After a fault the launch has ended.
void cta_start(struct cta *cta);
enum cta_state cta_step(struct cta *cta);

#endif
