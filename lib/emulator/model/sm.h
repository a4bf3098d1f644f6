// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The cycle model of one SM. Every figure that it gives is modelled, never measured.
//
// Four sub-cores issue at most one instruction per cycle each, in order within a warp, the last
// warp again if it can, else the youngest that can (Huerta et al., arXiv 2503.20481). A warp may
// issue when its last stall is over, the barriers that it waits for are clear, the pipe is free,
// and, for memory, the sub-core's queue has room. An instruction of fixed latency whose sources do
// not fit into its read window of three cycles holds the sub-core up until they do. Memory goes
// through the sub-core's address unit and then the SM's pipe (lsu.h).
#ifndef EMULATOR_MODEL_SM_H
#define EMULATOR_MODEL_SM_H

#include "emulator/model/trace.h"

const char *wait_name(enum delay wait);

/// Of one instruction of the kernel, over all warps.
struct inst_times {
    uint64_t issues;
    uint64_t waited[DELAY_COUNT]; ///< cycles beyond the stall of the instruction before
};

struct sm_times {
    uint64_t cycles; ///< until the last warp has exited and its stores have left
    uint64_t issued;
    uint64_t issued_by_pipe[PIPE_COUNT];
    uint64_t busy_by_pipe[PIPE_COUNT];       ///< cycles, summed over sub-cores
    uint64_t bubbles[DELAY_COUNT];           ///< issue slots, summed over sub-cores
    uint64_t requests, wavefronts, l2_bytes; ///< of the SM's memory pipe
    double dram_bytes;
};

/// What all runs of a launch have in common.
struct sm_setup {
    const struct chip *chip;
    const struct model_inst *facts;
    const double *weights; ///< by instruction: share.h
    uint64_t l2_share;     ///< bytes of the L2 cache
};

/// Run the CTAs together, from cycle 0 on. `insts` has an entry for every instruction, zeroed, or
/// is NULL. False when memory runs out.
bool sm_run(const struct sm_setup *setup, const struct trace *traces, unsigned ctas,
            struct sm_times *times, struct inst_times *insts);

#endif
