// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef EMULATOR_MODEL_INTERNAL_H
#define EMULATOR_MODEL_INTERNAL_H

#include "emulator/model/model.h"

struct model {
    const struct kernel *kernel;
    struct chip chip;
    uint64_t ctas, per_sm;
    unsigned sm_count, resident, traced;
    struct trace *traces; ///< `traced`
    struct sass_inst *insts;
    struct inst_times *times;
};

#endif
