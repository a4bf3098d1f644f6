// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint.h"

#include <stdio.h>

size_t sass_lint_text(const struct sass_lint_finding *f, char *text, size_t size)
{
    size_t producer = f->producer * SASS_WORD_BYTES;
    int n = 0;
    switch (f->rule) {
    case SASS_LINT_READ_EARLY:
        n = snprintf(text, size, "%s is read %u cycles after %04zx wrote it; %u are needed", f->reg,
                     f->gap, producer, f->needed);
        break;
    case SASS_LINT_READ_UNWAITED:
        n = snprintf(text, size, "%s is read without a wait for the write barrier of %04zx", f->reg,
                     producer);
        break;
    case SASS_LINT_WRITE_EARLY:
        n = snprintf(text, size,
                     "%s is written %u cycles after %04zx wrote it; %u are needed to land last",
                     f->reg, f->gap, producer, f->needed);
        break;
    case SASS_LINT_WRITE_UNWAITED:
        n = snprintf(text, size,
                     "%s is overwritten while the result of %04zx may still arrive: a wait for its "
                     "write barrier is missing",
                     f->reg, producer);
        break;
    case SASS_LINT_SOURCE_UNREAD:
        if (f->needed)
            n = snprintf(
                text, size,
                "%s is overwritten %u cycles after %04zx started to read it; %u are needed", f->reg,
                f->gap, producer, f->needed);
        else
            n = snprintf(
                text, size,
                "%s is overwritten before %04zx is known to have read it: a wait for its read "
                "barrier is missing",
                f->reg, producer);
        break;
    case SASS_LINT_NO_BARRIER:
        n = snprintf(text, size, "%s comes from %04zx, which sets no write barrier to wait for",
                     f->reg, producer);
        break;
    case SASS_LINT_WAIT_TOO_SOON:
        n = snprintf(text, size,
                     "a barrier is waited for %u cycles after it was set; %u are needed", f->gap,
                     f->needed);
        break;
    case SASS_LINT_SHORT_STALL:
        n = snprintf(text, size, "the stall is %u; this instruction needs %u", f->gap, f->needed);
        break;
    case SASS_LINT_UNKNOWN:
        n = snprintf(text, size,
                     "the table does not describe this word; what follows is not "
                     "checked against it");
        break;
    }
    return n > 0 ? (size_t)n : 0;
}
