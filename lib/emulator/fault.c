// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/fault.h"

#include "emulator/errors.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPORT_BYTES = 8192, TEXT_BYTES = 256, CONTROL_BYTES = 24 };

struct report {
    char text[REPORT_BYTES];
    size_t length;
};

static void add(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t left = sizeof report->text - report->length;
    int n = vsnprintf(report->text + report->length, left, format, arguments);
    va_end(arguments);
    if (n > 0)
        report->length += (size_t)n < left ? (size_t)n : left - 1;
}

void fault_write(const char *text)
{
    // One write per report, so that reports of several threads do not mix.
    const char *path = getenv("SASSDNN_EMU_REPORT");
    int file = path && *path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    size_t length = strlen(text);
    ssize_t written = write(file < 0 ? STDERR_FILENO : file, text, length);
    if (written < 0 || (size_t)written < length)
        perror("emulated GPU: a fault report could not be written");
    if (file >= 0)
        close(file);
}

static size_t pc_of(const struct warp *warp, const struct uop *uop)
{
    return (size_t)(uop - warp->cta->launch->kernel->uops);
}

// "pc 0x0040  FFMA R0, R1, R2, R3  [B------:R-:W-:-:S04]"
static void add_instruction(struct report *report, const struct warp *warp, const struct uop *uop)
{
    const struct kernel *kernel = warp->cta->launch->kernel;
    size_t index = pc_of(warp, uop);
    add(report, "pc 0x%04zx", index * SASS_WORD_BYTES);
    if (index >= kernel->source->words) {
        add(report, "  (behind the last instruction)\n");
        return;
    }
    struct sass_word word = kernel->source->code[index];
    struct sass_inst inst;
    char text[TEXT_BYTES], control[CONTROL_BYTES];
    if (sass_decode(kernel->sm, word, &inst)) {
        sass_print(&inst, index * SASS_WORD_BYTES, text, sizeof text);
        sass_print_control(&inst.control, control);
        add(report, "  %s  %s\n", text, control);
    } else {
        add(report, "  word 0x%016" PRIx64 " 0x%016" PRIx64 "\n", word.lo, word.hi);
    }
}

static bool claim(struct launch *launch, int result)
{
    bool first = !atomic_exchange(&launch->faulted, true);
    if (first)
        launch->result = result;
    atomic_store(&launch->stop, true);
    return first;
}

static void add_title(struct report *report, const struct cta *cta, int result)
{
    add(report, "%s in kernel %s, CTA (%u,%u,%u)", error_name(result),
        cta->launch->kernel->source->name, cta->id[0], cta->id[1], cta->id[2]);
}

const struct uop *fault_at(struct warp *warp, const struct uop *uop, uint32_t mask, int result,
                           const char *format, ...)
{
    warp->event = EVENT_FAULT;
    if (!claim(warp->cta->launch, result))
        return NULL;
    struct report report = {.length = 0};
    char what[TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    add_title(&report, warp->cta, result);
    add(&report, ", warp %u, lane %u\n  ", warp->index, mask ? (unsigned)__builtin_ctz(mask) : 0);
    add_instruction(&report, warp, uop);
    add(&report, "  %s\n", what);
    fault_write(report.text);
    return NULL;
}

static void add_wait(struct report *report, const struct warp *warp, const struct group *group)
{
    uint32_t absent = 0;
    switch (group->wait) {
    case WAIT_BARRIER:
        if (group->index == BARRIER_SYNCALL)
            add(report, "the barrier of all warps");
        else
            add(report, "barrier %u", group->index);
        if (group->key)
            add(report, " for %" PRIu32 " threads", group->key);
        return;
    case WAIT_SYNC:
        absent = warp_participants(warp, group->index, group->key, false) & ~group->mask;
        add(report, "B%u, for lanes 0x%08" PRIx32, group->index, absent);
        return;
    case WAIT_CLUSTER:
        add(report, "the barrier of the cluster");
        return;
    default:
        add(report, "WARPSYNC, for lanes 0x%08" PRIx32, group->key & warp->live & ~group->mask);
        return;
    }
}

void fault_deadlock(struct cta *cta)
{
    if (!claim(cta->launch, ERROR_LAUNCH_FAILED))
        return;
    struct report report = {.length = 0};
    add_title(&report, cta, ERROR_LAUNCH_FAILED);
    add(&report, "\n  deadlock: every warp that has not exited waits at a barrier\n");
    for (unsigned i = 0; i < cta->launch->warps; i++) {
        const struct warp *warp = &cta->warps[i];
        if (!warp->live)
            add(&report, "  warp %u: exited\n", i);
        if (warp->live && warp->event == EVENT_RESUME && warp->asked) {
            add(&report, "  warp %u, lanes 0x%08" PRIx32 ": a barrier object, asked in vain at ", i,
                warp->active);
            add_instruction(&report, warp, warp->asked);
        }
        for (unsigned g = 0; g < warp->group_count; g++) {
            const struct group *group = &warp->groups[g];
            add(&report, "  warp %u, lanes 0x%08" PRIx32 ": ", i, group->mask);
            add_wait(&report, warp, group);
            add(&report, " at ");
            add_instruction(&report, warp, group->pc - 1);
        }
    }
    fault_write(report.text);
}

// Whether nobody has reported it yet, and there is room.
static bool claim_finding(struct findings_seen *seen, const struct sass_lint_finding *finding)
{
    bool is_new = true;
    pthread_mutex_lock(&seen->lock);
    for (unsigned i = 0; i < seen->count; i++) {
        const struct sass_lint_finding *other = &seen->items[i];
        is_new = is_new && (other->at != finding->at || other->producer != finding->producer ||
                            other->rule != finding->rule);
    }
    is_new = is_new && seen->count < FINDINGS_MOST;
    if (is_new)
        seen->items[seen->count++] = *finding;
    pthread_mutex_unlock(&seen->lock);
    return is_new;
}

void fault_note(const struct warp *warp, const char *kind, const struct uop *uop, unsigned lane,
                const char *text, const struct uop *other)
{
    const struct cta *cta = warp->cta;
    struct report report = {.length = 0};
    add(&report, "%s in kernel %s, CTA (%u,%u,%u), warp %u, lane %u\n  ", kind,
        cta->launch->kernel->source->name, cta->id[0], cta->id[1], cta->id[2], warp->index, lane);
    add_instruction(&report, warp, uop);
    add(&report, "  %s\n", text);
    if (other && other != uop) {
        add(&report, "  ");
        add_instruction(&report, warp, other);
    }
    fault_write(report.text);
}

void fault_finding(const struct warp *warp, const struct sass_lint_finding *finding)
{
    const struct cta *cta = warp->cta;
    const struct uop *uops = cta->launch->kernel->uops;
    char text[TEXT_BYTES];
    if (!claim_finding(cta->launch->seen, finding))
        return;
    sass_lint_text(finding, text, sizeof text);
    fault_note(warp, "hazard", &uops[finding->at],
               warp->active ? (unsigned)__builtin_ctz(warp->active) : 0, text,
               &uops[finding->producer]);
}
