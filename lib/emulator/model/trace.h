// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the warps of a CTA executed, for the cycle model: runs of instructions, and what each access
// to memory asks of the pipes.
#ifndef EMULATOR_MODEL_TRACE_H
#define EMULATOR_MODEL_TRACE_H

#include "emulator/model/inst.h"
#include "emulator/warp.h"

enum { SECTOR_BYTES = 32 };

/// Instructions one after another.
struct trace_run {
    uint32_t first, count;
};

/// One access of a warp to memory.
struct trace_access {
    uint16_t wavefronts;   ///< passes through the data stage of shared memory and L1
    uint16_t sector_count; ///< global memory: different sectors of 32 bytes
    uint32_t sectors;      ///< first of them in trace.sectors
};

struct trace_warp {
    struct trace_run *runs;
    size_t run_count, run_room;
    uint32_t next;                 ///< instruction that would lengthen the last run
    struct trace_access *accesses; ///< of every instruction of the memory queue
    size_t access_count, access_room;
};

/// One CTA.
struct trace {
    const struct sass_inst *insts; ///< of the kernel
    const struct model_inst *facts;
    struct trace_warp warps[MAX_WARPS];
    unsigned warp_count;
    uint64_t *sectors; ///< device address / SECTOR_BYTES
    size_t sector_count, sector_room;
    bool out_of_memory;
};

/// Note that a warp issues an instruction for the lanes of `mask`, before it is executed.
void trace_issue(void *trace, const struct warp *warp, const struct uop *uop, uint32_t mask);
void trace_free(struct trace *trace);

/// Index of the instruction in the kernel.
uint32_t trace_index(const struct warp *warp, const struct uop *uop);

#endif
