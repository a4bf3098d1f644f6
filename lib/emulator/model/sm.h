// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The cycle model of one SM. Every figure that it gives is modelled, never measured.
//
// Four sub-cores issue at most one instruction per cycle each, in order within a warp, the last
// warp again if it can, else the youngest that can (Huerta et al.). A warp may issue when its last
// stall is over, the barriers that it waits for are clear, the pipe is free, the register file's
// ports are not behind by more than the read window, and, for memory, the sub-core's queue has
// room. Memory goes through the sub-core's address unit and the SM's data stage (wavefronts), then
// L1, L2 and DRAM by tags, latencies and bandwidths.
#ifndef EMULATOR_MODEL_SM_H
#define EMULATOR_MODEL_SM_H

#include "emulator/model/chip.h"
#include "emulator/model/trace.h"

/// Why a sub-core issued nothing in a cycle.
enum bubble {
    BUBBLE_STALL,   ///< the warps' stalls
    BUBBLE_PIPE,    ///< the pipe is busy
    BUBBLE_BANK,    ///< register ports
    BUBBLE_SHARED,  ///< results from shared memory
    BUBBLE_GLOBAL,  ///< results from global memory
    BUBBLE_OTHER,   ///< other results: XU, special registers, constants
    BUBBLE_SOURCES, ///< sources that are still to be read
    BUBBLE_QUEUE,   ///< the memory queue is full
    BUBBLE_BARRIER, ///< the CTA's barrier
    BUBBLE_FETCH,   ///< instructions
    BUBBLE_NO_WARP, ///< all warps have exited
    BUBBLE_COUNT
};

const char *bubble_name(enum bubble bubble);

/// Of one instruction of the kernel, over all warps.
struct inst_times {
    uint64_t issues;
    uint64_t waited; ///< cycles beyond the stall of the instruction before
    uint64_t by_cause[BUBBLE_COUNT];
};

struct sm_times {
    uint64_t cycles; ///< until the last warp has exited
    uint64_t issued;
    uint64_t issued_by_pipe[PIPE_COUNT];
    uint64_t busy_by_pipe[PIPE_COUNT]; ///< cycles, summed over sub-cores
    uint64_t bubbles[BUBBLE_COUNT];    ///< issue slots, summed over sub-cores
    uint64_t data_stage;               ///< cycles that the data stage of shared memory is busy
    uint64_t l2_bytes, dram_bytes;     ///< moved
    struct inst_times *insts;          ///< by instruction; owned by the caller
};

/// Run the CTAs together, from cycle 0 on. `insts` are the kernel's instructions, row NULL for a
/// word that is not known. times->insts has room for as many, zeroed, or is NULL. False when memory
/// runs out.
bool sm_run(const struct chip *chip, const struct sass_inst *insts, const struct trace *traces,
            unsigned ctas, struct sm_times *times);

#endif
