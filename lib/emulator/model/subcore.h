// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A sub-core's own resources: pipes, ports of the register file, reuse cache, memory queue,
// instruction cache.
#ifndef EMULATOR_MODEL_SUBCORE_H
#define EMULATOR_MODEL_SUBCORE_H

#include "emulator/model/inst.h"

/// The read window, and the entries of the memory queue, each kept until the sources have been read
/// (Huerta et al.).
enum { READ_WINDOW = 3, QUEUE = 5 };
enum { MAX_RESIDENT = 64, NOBODY = UINT8_MAX };
/// Level-0 instruction cache: 12 KiB in lines of 128 bytes, and a miss that prefetching what
/// follows does not hide (Jia et al., arXiv 1804.06826, on Volta).
enum { FETCH_LINES = 96, FETCH_LINE_INSTS = 8, FETCH_MISS = 30 };

struct subcore {
    uint8_t warps[MAX_RESIDENT]; ///< oldest first
    unsigned warp_count, last;   ///< index of the warp that issued last
    uint64_t next;               ///< cycle to look again
    uint64_t idle_from;          ///< the slots from here on are bubbles ...
    uint8_t idle_wait;           ///< ... for this reason
    uint64_t pipe_at[PIPE_COUNT];
    uint64_t fma_free[2]; ///< halves of the FMA pipe, the first with integers
    uint64_t port_free[BANKS];
    uint64_t address_free; ///< the address unit
    uint64_t queue[QUEUE]; ///< when the last entries of the memory queue leave it
    unsigned queue_next;
    struct {
        uint8_t warp, reg;
    } reuse[OPERAND_SLOTS][BANKS];
    uint32_t fetch[FETCH_LINES]; ///< lines + 1, direct mapped
};

static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/// Of a zeroed one.
void subcore_init(struct subcore *core);

/// The instruction's pipe is busy from `now` on.
void subcore_occupy(struct subcore *core, const struct chip *chip, const struct model_inst *inst,
                    uint64_t now);

/// Sources through the ports of the register file, one per bank and cycle, unless the reuse cache
/// of their slot has them. Returns the cycles until they fit into the read window.
uint64_t subcore_read(struct subcore *core, uint8_t warp, const struct model_inst *inst,
                      uint64_t now);

/// Cycles that a warp waits for instruction `to` behind `from`. Straight on, the prefetcher is
/// ahead.
unsigned subcore_fetch(struct subcore *core, uint32_t from, uint32_t to);

#endif
