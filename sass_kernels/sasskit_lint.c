// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint.h"
#include "sass_kernels/sasskit.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: sasskit lint FILE.cubin...\n"
    "\n"
    "Checks the control codes of every kernel over all paths: results that are read or "
    "overwritten\n"
    "before they are there, sources that are overwritten before they have been read, barriers "
    "that\n"
    "nobody waits for. One line per finding:\n"
    "\n"
    "  FILE: KERNEL+OFFSET: INSTRUCTION: what is wrong\n"
    "\n"
    "The gaps are those that NVIDIA's compiler keeps: a longer one is never wrong. Exit status 0:\n"
    "nothing found; 1: findings, or a file that cannot be read.\n";

static void print_finding(const char *path, unsigned sm, const struct cubin_kernel *kernel,
                          const struct sass_lint_finding *finding)
{
    char text[256], instruction[256] = "unknown instruction";
    struct sass_inst inst;
    if (sass_decode(sm, kernel->code[finding->at], &inst))
        sass_print(&inst, finding->at * SASS_WORD_BYTES, instruction, sizeof instruction);
    sass_lint_text(finding, text, sizeof text);
    printf("%s: %s+%04zx: %s: %s\n", path, kernel->name, finding->at * SASS_WORD_BYTES, instruction,
           text);
}

// Returns the number of findings, or -1 after a message.
static long lint_cubin(const char *path, const struct cubin *cubin)
{
    long total = 0;
    for (size_t k = 0; k < cubin->count + cubin->function_count; k++) {
        struct sass_lint_finding *findings;
        size_t count = sass_lint(cubin->sm, &cubin->kernels[k], &findings);
        if (count == (size_t)-1) {
            fprintf(stderr, "sasskit lint: %s: out of memory\n", path);
            return -1;
        }
        for (size_t i = 0; i < count; i++)
            print_finding(path, cubin->sm, &cubin->kernels[k], &findings[i]);
        total += (long)count;
        free(findings);
    }
    return total;
}

static int lint_file(const char *path)
{
    struct cubin *cubin = sasskit_read_cubin("lint", path);
    long found = -1;
    if (cubin && !sass_arch_bit(cubin->sm))
        fprintf(stderr,
                "sasskit lint: %s: sm_%u is not supported: sm_80, sm_86, sm_89 or sm_90 was "
                "expected\n",
                path, cubin->sm);
    else if (cubin)
        found = lint_cubin(path, cubin);
    cubin_free(cubin);
    return found == 0 ? SASSKIT_OK : SASSKIT_FAILED;
}

int sasskit_lint(int argc, char **argv)
{
    int status = SASSKIT_OK;
    if (!sasskit_takes_files(argc, argv, help, &status))
        return status;
    for (int i = 1; i < argc; i++) {
        if (lint_file(argv[i]) != SASSKIT_OK)
            status = SASSKIT_FAILED;
    }
    return status;
}
