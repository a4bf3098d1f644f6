// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint/mine.h"
#include "sass_kernels/sasskit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: sasskit gaps FILE.cubin...\n"
    "\n"
    "Prints the smallest issue gap, in cycles, that the code keeps between each class of producer\n"
    "and each role of a reader: what a compiler dares to use is safe. One tab-separated line per\n"
    "pair: architecture, producer, role, gap, the lint's own gap, pairs seen, and a kernel with "
    "the\n"
    "two offsets as witness. Code of several architectures is kept apart.\n"
    "\n"
    "example: what the code keeps behind an FMA\n"
    "  sasskit gaps build/*.cubin | grep 'FMA'\n";

static const unsigned sms[] = {80, 86, 89, 90};

enum { SM_COUNT = sizeof sms / sizeof sms[0] };

static void print_gaps(unsigned sm, const struct mined_gaps *gaps)
{
    for (unsigned p = 0; p < PRODUCER_FIXED_COUNT; p++) {
        for (unsigned r = 0; r < ROLE_COUNT; r++) {
            const struct mined_gap *cell = &gaps->cells[p][r];
            if (cell->count == 0)
                continue;
            printf("sm_%u\t%s\t%s\t%u\t%u\t%" PRIu64 "\t%s+%04zx..%04zx\n", sm,
                   producer_name((enum producer)p), role_name((enum role)r), cell->least,
                   gap_read(sm, (enum producer)p, (enum role)r), cell->count, cell->kernel,
                   cell->producer * SASS_WORD_BYTES, cell->consumer * SASS_WORD_BYTES);
        }
    }
}

static bool add_file(const char *path, struct mined_gaps *gaps)
{
    struct cubin *cubin = sasskit_read_cubin("gaps", path);
    for (unsigned s = 0; cubin && s < SM_COUNT; s++) {
        for (size_t k = 0; cubin->sm == sms[s] && k < cubin->count + cubin->function_count; k++)
            mine_gaps(cubin->sm, &cubin->kernels[k], &gaps[s]);
    }
    bool ok = cubin != NULL;
    cubin_free(cubin);
    return ok;
}

int sasskit_gaps(int argc, char **argv)
{
    int status = SASSKIT_OK;
    if (!sasskit_takes_files(argc, argv, help, &status))
        return status;
    struct mined_gaps *gaps = calloc(SM_COUNT, sizeof *gaps);
    if (!gaps) {
        fprintf(stderr, "sasskit gaps: out of memory\n");
        return SASSKIT_FAILED;
    }
    for (int i = 1; i < argc; i++) {
        if (!add_file(argv[i], gaps))
            status = SASSKIT_FAILED;
    }
    for (unsigned s = 0; s < SM_COUNT; s++) {
        print_gaps(sms[s], &gaps[s]);
        if (gaps[s].instructions)
            fprintf(stderr, "sm_%u: %" PRIu64 " instructions, %" PRIu64 " not in the table\n",
                    sms[s], gaps[s].instructions, gaps[s].unknown);
    }
    free(gaps);
    return status;
}
