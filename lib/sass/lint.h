// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Static checking of control codes. The hardware does not interlock fixed-latency results and does
// not know which barrier protects which register; the lint follows every path through a kernel and
// reports each instruction that may read or overwrite a register, uniform register or predicate
// too early.
#ifndef SASS_LINT_H
#define SASS_LINT_H

#include "sass/cubin.h"

enum sass_lint_rule {
    SASS_LINT_READ_EARLY,       ///< RAW: a fixed-latency result is read before it is there
    SASS_LINT_READ_UNWAITED,    ///< RAW: no wait for the write barrier of a variable-latency result
    SASS_LINT_WRITE_EARLY,      ///< WAW: overtakes an earlier fixed-latency result
    SASS_LINT_WRITE_UNWAITED,   ///< WAW: overwrites a variable-latency result that may still arrive
    SASS_LINT_SOURCE_UNREAD,    ///< WAR: overwrites a source that may not have been read
    SASS_LINT_NO_BARRIER,       ///< a result that is read has no write barrier to wait for
    SASS_LINT_WAIT_TOO_SOON,    ///< waits for a barrier one cycle after it was set
    SASS_LINT_SHORT_STALL,      ///< the instruction itself needs a longer stall (EXIT, BRA, BAR)
    SASS_LINT_BEHIND_BAR,       ///< too close behind a CTA barrier
    SASS_LINT_ILLEGAL_CONTROL,  ///< a control field that no assembler accepts; `detail` says why
    SASS_LINT_REUSE_CHANGED,    ///< a register that is kept for reuse was written since
    SASS_LINT_GROUP_RUNNING,    ///< a register of an asynchronous tensor instruction is touched
    SASS_LINT_GROUP_NO_ARRIVE,  ///< such a register is written behind the last WARPGROUP.ARRIVE
    SASS_LINT_RUNS_OFF,         ///< control reaches the end of the kernel
    SASS_LINT_TARGET,           ///< a branch to a place that is no instruction of the kernel
    SASS_LINT_BSSY_UNCLOSED,    ///< no BSYNC of the convergence barrier follows
    SASS_LINT_BSYNC_UNOPENED,   ///< on some path nothing has opened the convergence barrier
    SASS_LINT_COPY_UNCOMMITTED, ///< nothing follows that counts an asynchronous copy
    SASS_LINT_COPY_UNWAITED,    ///< a group of asynchronous copies that nothing waits for
    SASS_LINT_COPY_RUN_UP,      ///< warning: too little stands before an asynchronous copy
    SASS_LINT_WAIT_UNSET,       ///< warning: waits for a barrier that nothing sets
    SASS_LINT_UNKNOWN,          ///< a word that the table does not describe
};

struct sass_lint_finding {
    enum sass_lint_rule rule;
    size_t at;          ///< index of the instruction that comes too early
    size_t producer;    ///< index of the other instruction; equal to `at` where there is none
    char reg[8];        ///< "R12", "UR4", "P0", "SB3", "B0"; "" where none is concerned
    unsigned gap;       ///< cycles found between the two; stalls: found
    unsigned needed;    ///< cycles needed; 0 for barrier rules
    const char *detail; ///< static text, or NULL
};

/// Check one kernel. Returns the number of findings, in order of their instructions, and a
/// malloc'ed array of them in *findings (NULL where there are none). (size_t)-1 when memory runs
/// out. Thread-safe.
size_t sass_lint(unsigned sm, const struct cubin_kernel *kernel,
                 struct sass_lint_finding **findings);

/// Whether the finding may be harmless.
bool sass_lint_is_warning(enum sass_lint_rule rule);

/// One line about a finding, without the place: "R4 is read 3 cycles after 0170 wrote it; 5 are
/// needed". Truncates like snprintf.
size_t sass_lint_text(const struct sass_lint_finding *finding, char *text, size_t size);

/// The same where the other instruction is named in another way than by its offset: "line 12".
size_t sass_lint_text_with(const struct sass_lint_finding *finding, const char *producer,
                           char *text, size_t size);

#endif
