// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Modelled time of a launch. The CTAs that the chip's first SM would run first are traced while
// they are executed, and then run through the cycle model together; the other SMs are taken to be
// as busy.
#ifndef EMULATOR_MODEL_MODEL_H
#define EMULATOR_MODEL_MODEL_H

#include "emulator/model/sm.h"

#include <stdio.h>

struct model;

/// For a launch that is about to start (all its fields are set). NULL when memory runs out.
struct model *model_new(const struct launch *launch, const struct device *device);
void model_free(struct model *model);

/// Who looks on while CTA `index` runs, with what, or NULL.
observe_fn *model_observer(struct model *model, uint64_t index, void **observer);

struct modelled {
    unsigned resident;     ///< CTAs per SM at a time
    uint64_t ctas, per_sm; ///< all, and the most that one SM gets
    uint64_t cycles;       ///< of the whole launch
    struct sm_times wave;  ///< of one SM with `resident` CTAs, or `per_sm` if that is less
};

/// When the launch is over. False: memory ran out, or nothing was traced.
bool model_solve(struct model *model, struct modelled *modelled);

/// A few lines about it: cycles, issue slots by pipe, bubbles by cause, efficiency, what limits.
void model_report(const struct model *model, const struct modelled *modelled, FILE *to);

/// The innermost loops that were executed, instruction by instruction. False when memory runs out.
bool model_report_loops(const struct model *model, FILE *to);

#endif
