// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass_kernels/sasskit_report.h"

#include <stdlib.h>

enum { LINE_TEXT = 512, NAME_TEXT = 24 };

// What comes before the text, up to a blank.
static void print_place(FILE *out, const struct named_kernel *named, size_t at, const char *kind)
{
    char instruction[LINE_TEXT] = "unknown instruction";
    struct sass_inst inst;
    // A line of a macro stands for many instructions: each is shown as it was assembled.
    if (sass_decode(named->sm, named->kernel->code[at], &inst))
        sass_print(&inst, at * SASS_WORD_BYTES, instruction, sizeof instruction);
    if (named->source) {
        const struct sass_origin *origin = &named->source->origins[at];
        fprintf(out, "%s:%u:%u: %s: ", origin->path, origin->line, origin->column, kind);
    } else {
        fprintf(out, "%s: %s+%04zx: ", named->path, named->kernel->name, at * SASS_WORD_BYTES);
    }
    fprintf(out, "%s: ", instruction);
}

static void name_instruction(const struct named_kernel *named, size_t at, char *name)
{
    if (named->source)
        snprintf(name, NAME_TEXT, "line %u", named->source->origins[at].line);
    else
        snprintf(name, NAME_TEXT, "%04zx", at * SASS_WORD_BYTES);
}

void report_finding(FILE *out, const struct named_kernel *named,
                    const struct sass_lint_finding *finding)
{
    char text[LINE_TEXT], producer[NAME_TEXT];
    name_instruction(named, finding->producer, producer);
    sass_lint_text_with(finding, producer, text, sizeof text);
    print_place(out, named, finding->at, "warning");
    bool says_so = !named->source && sass_lint_is_warning(finding->rule);
    fprintf(out, "%s%s\n", says_so ? "warning: " : "", text);
}

bool report_loop(FILE *out, const struct named_kernel *named, const char *name,
                 struct sass_loop_range range)
{
    struct sass_loop_report report;
    char text[LINE_TEXT], other[NAME_TEXT];
    if (!sass_measure_loop(named->sm, named->kernel, range, &report))
        return false;
    sass_loop_text(&report, text, sizeof text);
    if (named->source) {
        const struct sass_origin *origin = &named->source->origins[range.first];
        fprintf(out, "%s:%u:%u: note: loop %s: %s\n", origin->path, origin->line, origin->column,
                name, text);
    } else {
        fprintf(out, "%s: %s+%s: %s\n", named->path, named->kernel->name, name, text);
    }
    for (size_t i = 0; i < report.note_count; i++) {
        name_instruction(named, report.notes[i].other, other);
        sass_note_text(&report.notes[i], other, text, sizeof text);
        print_place(out, named, report.notes[i].at, "note");
        fprintf(out, "%s\n", text);
    }
    free(report.notes);
    return true;
}
