// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// An instruction as the cycle model sees it, worked out once.
#ifndef EMULATOR_MODEL_INST_H
#define EMULATOR_MODEL_INST_H

#include "emulator/model/chip.h"

enum { MODEL_BARRIERS = 6, OPERAND_SLOTS = 4, BANKS = 2, MAX_SOURCES = 12 };

/// What a warp, or a sub-core without a warp that can issue, waits for.
enum delay {
    DELAY_STALL,   ///< the stall
    DELAY_PIPE,    ///< the pipe is busy
    DELAY_BANK,    ///< register ports
    DELAY_SHARED,  ///< results from shared memory
    DELAY_GLOBAL,  ///< results from global and local memory
    DELAY_OTHER,   ///< other results: XU, special registers, constants
    DELAY_SOURCES, ///< sources that are still to be read
    DELAY_QUEUE,   ///< the memory queue is full
    DELAY_BARRIER, ///< the CTA's barrier
    DELAY_FETCH,   ///< instructions
    DELAY_NO_WARP, ///< sub-cores: all warps have exited
    DELAY_SLOT,    ///< warps: another one issues
    DELAY_COUNT
};

/// A source register that is read through the ports of the register file.
struct model_source {
    uint8_t reg;
    uint8_t slot; ///< of the reuse cache; OPERAND_SLOTS: none
    bool keep;    ///< its reuse flag
};

struct model_inst {
    bool known;   ///< the word is in the table
    uint8_t pipe; ///< enum pipe
    uint16_t interval;
    uint8_t stall; ///< cycles to the warp's next issue
    bool yield;
    uint8_t waits;         ///< barriers that must be clear, as bits
    uint8_t counted, rest; ///< barrier of a DEPBAR.LE, and what it may leave; SASS_NO_BARRIER
    uint8_t write_barrier, read_barrier;
    uint8_t result_wait;   ///< enum delay of who waits for the result
    uint16_t latency;      ///< where the memory pipe does not say
    uint8_t source_cycles; ///< until its late sources have been read

    bool memory; ///< goes through the memory queue
    bool global; ///< to L1, L2, DRAM
    bool local;  ///< of those, local memory
    bool matrix; ///< LDSM, STSM
    uint8_t matrices;
    uint8_t bytes;                 ///< of a lane
    bool load;                     ///< waits for what it asks for
    bool uses_l1;                  ///< may find and leave it there
    bool async;                    ///< LDGSTS
    bool commit;                   ///< LDGDEPBAR
    bool atomic;                   ///< lanes at one word follow each other
    bool bar;                      ///< a CTA barrier ...
    bool bar_goes;                 ///< ... which the warp does not wait at
    uint8_t bar_number, bar_warps; ///< 0: for all warps

    uint8_t source_count;
    struct model_source sources[MAX_SOURCES];
    uint8_t more_reads[BANKS]; ///< sources beyond those
};

/// What a memory instruction accesses for one lane.
uint8_t model_inst_bytes(const struct sass_inst *inst);

void model_inst_of(struct model_inst *to, const struct chip *chip, const struct sass_inst *inst);

#endif
