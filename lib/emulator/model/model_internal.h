// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef EMULATOR_MODEL_INTERNAL_H
#define EMULATOR_MODEL_INTERNAL_H

#include "emulator/model/model.h"
#include "emulator/model/share.h"

struct model {
    const struct kernel *kernel;
    struct chip chip;
    uint64_t ctas, per_sm;
    unsigned sm_count, active, resident, traced;
    struct trace *traces; ///< `traced`
    struct sharing sharing;
    // By instruction of the kernel, and one behind the last.
    struct sass_inst *insts;
    struct model_inst *facts;
    double *weights;
    struct inst_times *times;
};

#endif
