// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What is left to the assembler in a complete kernel: the order inside .schedule regions, and the
// control codes of instructions that were written without.
#include "sass/schedule.h"

#include "sass/asm/internal.h"

static bool explain(struct assembler *as, enum sass_schedule_result result,
                    const struct sass_schedule_error *error)
{
    const struct token *at = as->kernel->code[error->at].at;
    const struct token *producer = as->kernel->code[error->producer].at;
    switch (result) {
    case SASS_SCHEDULE_TOO_CLOSE:
        return fail_at(as, at,
                       "this must come %u cycles behind line %u, which the stalls between them "
                       "cannot give: a NOP between them was expected",
                       error->needed, producer->line);
    case SASS_SCHEDULE_NO_BARRIER:
        return fail_at(
            as, at,
            "this must wait for line %u: a barrier for it in the control prefixes was expected",
            producer->line);
    default:
        return fail_at(as, at, "out of memory");
    }
}

static void anchor(enum sass_place *places, size_t count, size_t at)
{
    if (at < count && places[at] == SASS_PLACE_FREE)
        places[at] = SASS_PLACE_ANCHOR;
}

// Put the instructions of .schedule regions into a better order. Labels and the ends of
// marked loops are anchors.
static bool reorder(struct assembler *as, struct sass_word *code)
{
    struct kernel *kernel = as->kernel;
    size_t count = kernel->count, movable = 0;
    for (size_t i = 0; i < count; i++)
        movable += kernel->code[i].movable;
    if (movable == 0)
        return true;
    enum sass_place *places = arena_alloc(as, count * sizeof *places);
    size_t *order = arena_alloc(as, count * sizeof *order);
    struct pending *ordered = arena_alloc(as, count * sizeof *ordered);
    if (!places || !order || !ordered)
        return false;
    for (size_t i = 0; i < count; i++)
        places[i] = kernel->code[i].movable ? SASS_PLACE_FREE : SASS_PLACE_FIXED;
    for (size_t b = 0; b < LABEL_BUCKETS; b++) {
        for (const struct label *label = kernel->labels[b]; label; label = label->next)
            anchor(places, count, label->index);
    }
    for (const struct marked_loop *loop = kernel->loops; loop; loop = loop->next) {
        anchor(places, count, loop->first);
        anchor(places, count, loop->last + 1);
    }
    if (!sass_reorder(as->options->sm, code, count, places, order))
        return fail_at(as, kernel->name, "out of memory");
    for (size_t i = 0; i < count; i++)
        ordered[i] = kernel->code[order[i]];
    kernel->code = ordered;
    for (size_t i = 0; i < count; i++)
        code[i] = ordered[i].word;
    return true;
}

// Control codes for the instructions that were written without.
static bool set_controls(struct assembler *as, struct sass_word *code)
{
    const struct kernel *kernel = as->kernel;
    struct sass_schedule_error error = {0};
    bool *fixed = arena_alloc(as, kernel->count * sizeof *fixed);
    size_t fixed_count = 0;
    if (!fixed)
        return false;
    for (size_t i = 0; i < kernel->count; i++) {
        fixed[i] = !kernel->code[i].scheduled;
        fixed_count += fixed[i];
    }
    if (fixed_count == kernel->count)
        return true;
    enum sass_schedule_result result =
        sass_schedule(as->options->sm, code, kernel->count, fixed, &error);
    return result == SASS_SCHEDULE_OK || explain(as, result, &error);
}

bool kernel_schedule(struct assembler *as, struct sass_word *code)
{
    return reorder(as, code) && set_controls(as, code);
}
