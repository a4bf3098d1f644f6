// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The memory side of an SM: the pipe that its sub-cores share, the data stage of shared memory and
// L1, and what lies behind, L2 and DRAM, as far as it is this SM's.
#ifndef EMULATOR_MODEL_LSU_H
#define EMULATOR_MODEL_LSU_H

#include "emulator/model/cache.h"
#include "emulator/model/trace.h"

/// The pipe that the sub-cores share takes a request every second cycle (Huerta et al.).
enum { REQUEST_CYCLES = 2 };

struct lsu {
    const struct chip *chip;
    struct cache l1, l2;
    uint64_t request_free, stage_free; ///< when the pipe takes the next request, and wavefront
    double l2_free, dram_free;
    uint64_t requests, wavefronts, l2_bytes; ///< so far
    double dram_bytes;
};

/// `l2_share` bytes of the L2 cache are this SM's. False when memory runs out.
bool lsu_init(struct lsu *lsu, const struct chip *chip, uint64_t l2_share);
void lsu_free(struct lsu *lsu);

struct lsu_times {
    uint64_t accepted; ///< by the shared pipe
    uint64_t done;     ///< result there
};

/// A request that leaves its sub-core's address unit at `from`. `weight`: share.h.
struct lsu_times lsu_request(struct lsu *lsu, const struct model_inst *inst, double weight,
                             const struct trace *trace, const struct trace_access *access,
                             uint64_t from);

/// When all stages have moved what was asked of them.
uint64_t lsu_drained(const struct lsu *lsu);

#endif
