// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint.h"

#include <stdio.h>

bool sass_lint_is_warning(enum sass_lint_rule rule)
{
    return rule == SASS_LINT_WAIT_UNSET || rule == SASS_LINT_COPY_RUN_UP;
}

size_t sass_lint_text(const struct sass_lint_finding *f, char *text, size_t size)
{
    char producer[24];
    snprintf(producer, sizeof producer, "%04zx", f->producer * SASS_WORD_BYTES);
    return sass_lint_text_with(f, producer, text, size);
}

size_t sass_lint_text_with(const struct sass_lint_finding *f, const char *producer, char *text,
                           size_t size)
{
    int n = 0;
    switch (f->rule) {
    case SASS_LINT_READ_EARLY:
        n = snprintf(text, size, "%s is read %u cycles after %s wrote it; %u are needed", f->reg,
                     f->gap, producer, f->needed);
        break;
    case SASS_LINT_READ_UNWAITED:
        n = snprintf(text, size, "%s is read without a wait for the write barrier of %s", f->reg,
                     producer);
        break;
    case SASS_LINT_WRITE_EARLY:
        n = snprintf(text, size,
                     "%s is written %u cycles after %s wrote it; %u are needed to land last",
                     f->reg, f->gap, producer, f->needed);
        break;
    case SASS_LINT_WRITE_UNWAITED:
        n = snprintf(text, size,
                     "%s is overwritten while the result of %s may still arrive: a wait for its "
                     "write barrier is missing",
                     f->reg, producer);
        break;
    case SASS_LINT_SOURCE_UNREAD:
        if (f->needed)
            n = snprintf(text, size,
                         "%s is overwritten %u cycles after %s started to read it; %u are needed",
                         f->reg, f->gap, producer, f->needed);
        else
            n = snprintf(
                text, size,
                "%s is overwritten before %s is known to have read it: a wait for its read "
                "barrier is missing",
                f->reg, producer);
        break;
    case SASS_LINT_NO_BARRIER:
        n = snprintf(text, size, "%s comes from %s, which sets no write barrier to wait for",
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
    case SASS_LINT_BEHIND_BAR:
        n = snprintf(text, size, "it issues %u cycles after a barrier of the CTA; %u are needed",
                     f->gap, f->needed);
        break;
    case SASS_LINT_ILLEGAL_CONTROL:
        n = snprintf(text, size, "the hardware takes no such control field: %s", f->detail);
        break;
    case SASS_LINT_REUSE_CHANGED:
        if (f->at == f->producer)
            n = snprintf(text, size, "%s is kept for reuse by the instruction that overwrites it",
                         f->reg);
        else
            n = snprintf(text, size,
                         "%s is read from where %s kept it for reuse, and was overwritten since",
                         f->reg, producer);
        break;
    case SASS_LINT_GROUP_RUNNING:
        n = snprintf(text, size,
                     "%s belongs to %s, which may still run: a WARPGROUP.DEPBAR is missing", f->reg,
                     producer);
        break;
    case SASS_LINT_GROUP_NO_ARRIVE:
        n = snprintf(text, size,
                     "%s was written by %s: a WARPGROUP.ARRIVE is missing between the two", f->reg,
                     producer);
        break;
    case SASS_LINT_RUNS_OFF:
        n = snprintf(text, size, "control runs off the end of the kernel");
        break;
    case SASS_LINT_TARGET:
        n = snprintf(text, size, "the target is no instruction of this kernel");
        break;
    case SASS_LINT_BSSY_UNCLOSED:
        n = snprintf(text, size, "no BSYNC %s follows on any path", f->reg);
        break;
    case SASS_LINT_BSYNC_UNOPENED:
        n = snprintf(text, size, "on a path to here no BSSY %s comes first", f->reg);
        break;
    case SASS_LINT_COPY_UNCOMMITTED:
        n = snprintf(text, size,
                     "neither LDGDEPBAR nor ARRIVES follows: nothing can wait for this copy");
        break;
    case SASS_LINT_COPY_RUN_UP:
        n = snprintf(text, size,
                     "%u loads or stores stand between this copy and the last access to shared "
                     "memory, barrier or label; compilers keep %u, '@!PT LDS RZ, [RZ]' if need be",
                     f->gap, f->needed);
        break;
    case SASS_LINT_COPY_UNWAITED:
        n = snprintf(text, size, "nothing that follows waits for %s: the copies may never arrive",
                     f->reg);
        break;
    case SASS_LINT_WAIT_UNSET:
        n = snprintf(text, size, "nothing in the kernel sets %s: the wait is for nothing", f->reg);
        break;
    case SASS_LINT_UNKNOWN:
        n = snprintf(text, size,
                     "the table does not describe this word; what follows is not "
                     "checked against it");
        break;
    }
    return n > 0 ? (size_t)n : 0;
}
