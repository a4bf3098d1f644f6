// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The scheduler: control codes for instructions that have none, and, apart from that, a better
// order for instructions that may move.
#ifndef SASS_SCHEDULE_H
#define SASS_SCHEDULE_H

#include "sass/isa.h"

enum sass_schedule_result {
    SASS_SCHEDULE_OK,
    SASS_SCHEDULE_TOO_CLOSE, ///< no stall is long enough: an instruction must stand between the two
    SASS_SCHEDULE_NO_BARRIER, ///< fixed control fields leave no barrier, or no place for its wait
    SASS_SCHEDULE_NO_MEMORY,
};

/// The two instructions that cannot be kept apart.
struct sass_schedule_error {
    size_t at;       ///< index of the instruction that comes too early
    size_t producer; ///< index of the instruction it depends on
    unsigned needed; ///< SASS_SCHEDULE_TOO_CLOSE: cycles between the two
};

/// Give every instruction of one kernel whose fixed[i] is false its stall, yield flag, barriers,
/// wait mask and reuse flags, so that on every path no result is read or overwritten before it is
/// there and no source is overwritten before it has been read (sass_lint finds nothing), in as few
/// issue cycles as that takes. What such a word's control field held is ignored; reuse flags that
/// it has are kept. The other words stay as they are, and what they set and wait for counts. What a
/// word that does not decode reads and writes is not known: it counts as fixed and as reading and
/// writing nothing. On failure the code is unchanged and *error tells why. Thread-safe.
enum sass_schedule_result sass_schedule(unsigned sm, struct sass_word *code, size_t words,
                                        const bool *fixed, struct sass_schedule_error *error);

/// Where an instruction may stand.
enum sass_place {
    SASS_PLACE_FIXED,  ///< it stays, and nothing moves across it
    SASS_PLACE_FREE,   ///< it may move to a neighbour's place
    SASS_PLACE_ANCHOR, ///< it may move, but neither it nor anything behind it to before this place
};

/// Find an order of one kernel's instructions in which results are waited for less. Instructions
/// move only inside a basic block, between those that are fixed, anchors, barriers, fences, reads
/// of a clock and other instructions with an effect besides their registers and memory; what
/// depends on another instruction through a register or a predicate stays behind it, and so does an
/// access to memory behind another one to the same memory of which one writes. Where nothing is
/// gained nothing moves. order[i] becomes the index of the instruction that is to come i-th; the
/// control fields of moved instructions have no meaning then. Times are estimates: 400 cycles for
/// global memory, 30 for shared, 20 for the XU. False when memory runs out. Thread-safe.
bool sass_reorder(unsigned sm, const struct sass_word *code, size_t words,
                  const enum sass_place *places, size_t *order);

#endif
