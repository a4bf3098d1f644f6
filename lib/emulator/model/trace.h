// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the warps of a CTA executed, for the cycle model: instruction by instruction, with what each
// access to memory asks of the pipes.
#ifndef EMULATOR_MODEL_TRACE_H
#define EMULATOR_MODEL_TRACE_H

#include "emulator/warp.h"

enum { SECTOR_BYTES = 32, TRACE_NONE = UINT32_MAX };

struct trace_entry {
    uint32_t inst;   ///< index in the kernel
    uint32_t access; ///< in trace.accesses, or TRACE_NONE
};

/// One access of a warp to memory.
struct trace_access {
    uint16_t wavefronts;   ///< passes through the data stage of shared memory and L1
    uint16_t sector_count; ///< global memory: different sectors of 32 bytes
    uint32_t sectors;      ///< first of them in trace.sectors
};

struct trace_warp {
    struct trace_entry *entries;
    size_t count, room;
};

/// One CTA.
struct trace {
    struct trace_warp warps[MAX_WARPS];
    unsigned warp_count;
    struct trace_access *accesses;
    size_t access_count, access_room;
    uint64_t *sectors; ///< device address / SECTOR_BYTES
    size_t sector_count, sector_room;
    bool out_of_memory;
};

/// Note that a warp issues an instruction for the lanes of `mask`, before it is executed.
void trace_issue(struct trace *trace, const struct warp *warp, const struct uop *uop, uint32_t mask,
                 const struct sass_inst *insts);
void trace_free(struct trace *trace);

#endif
