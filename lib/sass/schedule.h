// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The scheduler: control codes for instructions that have none. It never moves an instruction.
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

#endif
