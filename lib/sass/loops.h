// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a loop costs: issue slots, register banks, stalls and waits of one round of one warp, by the
// published rules. Figures are modelled, and advice is not needed for correct values. A loop is a
// range of instructions; each of them counts once, whatever branches lie between.
#ifndef SASS_LOOPS_H
#define SASS_LOOPS_H

#include "sass/cubin.h"

struct sass_loop_range {
    size_t first, last; ///< instructions
};

enum sass_note_kind {
    SASS_NOTE_BANKS,        ///< sources in one bank: the read takes longer than the issue
    SASS_NOTE_REUSE_MISSED, ///< a flag here would spare a read that is in the way at `other`
    SASS_NOTE_REUSE_UNUSED, ///< a flag that nobody makes use of
    SASS_NOTE_LONG_STALL,   ///< nothing needs so long a stall
    SASS_NOTE_EARLY_WAIT,   ///< waits for `other` before it can be done
};

struct sass_loop_note {
    enum sass_note_kind kind;
    size_t at, other;
    char regs[40]; ///< registers concerned, "R4, R6, R8", or the barrier
    unsigned found,
        needed;      ///< the stall and the one that is enough; cycles since and usual latency
    unsigned cycles; ///< that a round loses
};

struct sass_loop_report {
    struct sass_loop_range range;
    unsigned instructions, ffma;
    unsigned issue_cycles;        ///< sum of the stalls
    unsigned bank_cycles;         ///< more, for register banks
    unsigned stall_cycles;        ///< of the issue cycles, those that nothing needs
    unsigned wait_cycles;         ///< spent in waits if no other warp has anything to issue
    struct sass_loop_note *notes; ///< in the order of their instructions
    size_t note_count;
};

/// The innermost loops of a kernel: ranges that end with a branch back to their start and hold no
/// other. Returns their number, (size_t)-1 when memory runs out; *ranges is malloc'ed.
size_t sass_find_loops(unsigned sm, const struct cubin_kernel *kernel,
                       struct sass_loop_range **ranges);

/// Work out a report; its notes are malloc'ed. False when memory runs out. Thread-safe.
bool sass_measure_loop(unsigned sm, const struct cubin_kernel *kernel, struct sass_loop_range range,
                       struct sass_loop_report *report);

/// One line about a note; `other` names note->other: "0170", "line 12". Truncates like snprintf.
size_t sass_note_text(const struct sass_loop_note *note, const char *other, char *text,
                      size_t size);

/// One line about a loop.
size_t sass_loop_text(const struct sass_loop_report *report, char *text, size_t size);

#endif
