// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass_kernels/sasskit.h"
#include "sass_kernels/sasskit_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sasskit lint [OPTION]... FILE.cubin...\n"
    "\n"
    "Checks the control codes of every kernel over all paths: results that are read or "
    "overwritten\n"
    "before they are there, sources that are overwritten before they have been read, waits that "
    "do\n"
    "not wait for what is read; and where control goes. One line per finding:\n"
    "\n"
    "  FILE: KERNEL+OFFSET: INSTRUCTION: what is wrong\n"
    "\n"
    "The gaps are those that NVIDIA's compiler keeps: a longer one is never wrong.\n"
    "\n"
    "  --loops                   for each innermost loop: what a round costs, and what costs it\n"
    "  --loop [KERNEL+]FROM-TO   for the instructions at these offsets (hexadecimal)\n"
    "\n"
    "Exit status 0: nothing found; 1: findings (warnings and loops do not count), or a file that\n"
    "cannot be read.\n"
    "\n"
    "example, with what it finds where a stall is too short:\n"
    "  sasskit lint conv.cubin\n"
    "  conv.cubin: conv+0b10: IMAD R1, R6, R2, R1: R1 is read 4 cycles after 0b00 wrote it; 5 are "
    "needed\n";

enum { MAX_LOOPS = 64 };

struct asked_loop {
    const char *text;
    const char *kernel; ///< in `text`, `kernel_length` long; 0: every kernel
    size_t kernel_length;
    struct sass_loop_range range;
};

struct lint_options {
    bool all_loops;
    struct asked_loop loops[MAX_LOOPS];
    size_t loop_count;
};

static bool parse_offset(const char **text, size_t *index)
{
    char *end;
    errno = 0;
    unsigned long long offset = strtoull(*text, &end, 16);
    if (end == *text || errno || **text == '-' || offset % SASS_WORD_BYTES)
        return false;
    *index = (size_t)(offset / SASS_WORD_BYTES);
    *text = end;
    return true;
}

// "[KERNEL+]FROM-TO"
static bool parse_loop(const char *text, struct asked_loop *loop)
{
    const char *plus = strrchr(text, '+'), *at = plus ? plus + 1 : text;
    *loop = (struct asked_loop){.text = text, .kernel = text};
    loop->kernel_length = plus ? (size_t)(plus - text) : 0;
    return parse_offset(&at, &loop->range.first) && *at++ == '-' &&
           parse_offset(&at, &loop->range.last) && !*at && loop->range.first <= loop->range.last;
}

static bool is_asked(const struct asked_loop *loop, const struct cubin_kernel *kernel)
{
    return loop->range.last < kernel->words &&
           (!loop->kernel_length || (strlen(kernel->name) == loop->kernel_length &&
                                     memcmp(kernel->name, loop->kernel, loop->kernel_length) == 0));
}

static bool report_range(const struct named_kernel *named, struct sass_loop_range range)
{
    char name[48];
    snprintf(name, sizeof name, "%04zx-%04zx", range.first * SASS_WORD_BYTES,
             range.last * SASS_WORD_BYTES);
    return report_loop(stdout, named, name, range);
}

static bool report_loops(const struct named_kernel *named, const struct lint_options *options)
{
    struct sass_loop_range *ranges = NULL;
    size_t count = options->all_loops ? sass_find_loops(named->sm, named->kernel, &ranges) : 0;
    bool ok = count != (size_t)-1;
    for (size_t i = 0; ok && i < count; i++)
        ok = report_range(named, ranges[i]);
    free(ranges);
    for (size_t i = 0; ok && i < options->loop_count; i++) {
        if (is_asked(&options->loops[i], named->kernel))
            ok = report_range(named, options->loops[i].range);
    }
    return ok;
}

// Returns the number of findings that are no mere warnings, or -1 after a message.
static long lint_cubin(const char *path, const struct cubin *cubin,
                       const struct lint_options *options)
{
    long total = 0;
    for (size_t k = 0; k < cubin->count + cubin->function_count; k++) {
        const struct named_kernel named = {
            .path = path, .sm = cubin->sm, .kernel = &cubin->kernels[k]};
        struct sass_lint_finding *findings;
        size_t count = sass_lint(cubin->sm, named.kernel, &findings);
        for (size_t i = 0; count != (size_t)-1 && i < count; i++) {
            report_finding(stdout, &named, &findings[i]);
            total += !sass_lint_is_warning(findings[i].rule);
        }
        free(findings);
        if (count == (size_t)-1 || !report_loops(&named, options)) {
            fprintf(stderr, "sasskit lint: %s: out of memory\n", path);
            return -1;
        }
    }
    return total;
}

// A range that no kernel of the file has is a mistake.
static bool has_loops(const char *path, const struct cubin *cubin,
                      const struct lint_options *options)
{
    for (size_t i = 0; i < options->loop_count; i++) {
        bool found = false;
        for (size_t k = 0; k < cubin->count + cubin->function_count; k++)
            found = found || is_asked(&options->loops[i], &cubin->kernels[k]);
        if (!found) {
            fprintf(stderr, "sasskit lint: %s: no kernel has the instructions '%s'\n", path,
                    options->loops[i].text);
            return false;
        }
    }
    return true;
}

static int lint_file(const char *path, const struct lint_options *options)
{
    struct cubin *cubin = sasskit_read_cubin("lint", path);
    long found = -1;
    if (cubin && !sass_arch_bit(cubin->sm))
        fprintf(stderr,
                "sasskit lint: %s: sm_%u is not supported: sm_80, sm_86, sm_89 or sm_90 was "
                "expected\n",
                path, cubin->sm);
    else if (cubin && has_loops(path, cubin, options))
        found = lint_cubin(path, cubin, options);
    cubin_free(cubin);
    return found == 0 ? SASSKIT_OK : SASSKIT_FAILED;
}

// Takes the options out of argv; what is left are the command and files.
static int parse_options(int *argc, char **argv, struct lint_options *options)
{
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--loops") == 0) {
            options->all_loops = true;
        } else if (strcmp(argv[i], "--loop") == 0) {
            const char *value = i + 1 < *argc ? argv[++i] : NULL;
            if (!value)
                return sasskit_usage_error("lint", "a value was expected after '--loop'");
            if (options->loop_count == MAX_LOOPS)
                return sasskit_usage_error("lint", "more than %d '--loop'", MAX_LOOPS);
            if (!parse_loop(value, &options->loops[options->loop_count++]))
                return sasskit_usage_error(
                    "lint", "'%s' is no range of instructions: [KERNEL+]FROM-TO was expected",
                    value);
        } else {
            argv[kept++] = argv[i];
        }
    }
    *argc = kept;
    return SASSKIT_OK;
}

int sasskit_lint(int argc, char **argv)
{
    struct lint_options options = {0};
    int status = parse_options(&argc, argv, &options);
    if (status != SASSKIT_OK || !sasskit_takes_files(argc, argv, help, &status))
        return status;
    for (int i = 1; i < argc; i++) {
        if (lint_file(argv[i], &options) != SASSKIT_OK)
            status = SASSKIT_FAILED;
    }
    return status;
}
