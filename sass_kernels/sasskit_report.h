// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Findings and loop reports as lines, for code with and without a source text.
#ifndef SASSKIT_REPORT_H
#define SASSKIT_REPORT_H

#include "sass/asm.h"
#include "sass/lint.h"
#include "sass/loops.h"

#include <stdio.h>

/// A kernel and how its instructions are named.
struct named_kernel {
    const char *path; ///< of the cubin
    unsigned sm;
    const struct cubin_kernel *kernel;
    const struct sass_source *source; ///< where it is known: places are lines of the text
};

/// Print a finding: "FILE: KERNEL+OFFSET: INSTRUCTION: text", or with "PATH:LINE:COLUMN: warning"
/// as the place.
void report_finding(FILE *out, const struct named_kernel *named,
                    const struct sass_lint_finding *finding);

/// Print a line for the loop and one for each note. False when memory runs out.
bool report_loop(FILE *out, const struct named_kernel *named, const char *name,
                 struct sass_loop_range range);

#endif
