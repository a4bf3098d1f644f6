// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// An instruction as the checks see it, worked out once.
#ifndef EMULATOR_CHECK_WATCH_INST_H
#define EMULATOR_CHECK_WATCH_INST_H

#include "sass/lint/access.h"

#include <stdbool.h>
#include <stddef.h>

enum watch_space { WATCH_GLOBAL, WATCH_SHARED, WATCH_LOCAL, WATCH_GENERIC };

/// Where results come from.
enum watch_flow {
    FLOW_LANES,   ///< from the sources of the same lane
    FLOW_CHOICE,  ///< from one of them
    FLOW_WARP,    ///< from those of all lanes, any of which may matter
    FLOW_TENSOR,  ///< from those of all lanes, each of which matters
    FLOW_DEFINED, ///< from elsewhere
    FLOW_LOAD,    ///< from memory
};

struct watch_access {
    enum watch_space space;
    enum sass_operand_kind kind; ///< of the operand that is the address
    uint8_t bytes;               ///< of a lane
    bool reads, writes, atomic;
};

struct watch_inst {
    bool known;
    struct sass_inst inst;
    struct effects effects;
    enum watch_flow flow;
    bool decides;                  ///< its sources say where control goes, or who waits
    struct watch_access access[2]; ///< of LDGSTS: from global, to shared memory
    unsigned access_count;
    unsigned matrices; ///< LDSM and STSM: rows of 16 bytes by lanes 0 to 8 * matrices - 1
    bool strong;       ///< orders other accesses: atomic, or .STRONG
    bool exchanges;    ///< atomic, and what was there does not matter
    int data;          ///< operand that is stored; -1: none
};

/// Loads whose value a compare-and-swap shortly behind them compares with: they count as strong, as
/// the loop that the two make does not mind a change in between.
void watch_inst_find_loops(struct watch_inst *insts, size_t count);

void watch_inst_of(struct watch_inst *to, unsigned sm, struct sass_word word);

#endif
