// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/isa.h"
#include "sass/nearest.h"
#include "sass/reference.h"
#include "sass_kernels/sasskit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: sasskit isa [MNEMONIC] [-a ARCH]\n"
    "\n"
    "Prints the instructions that the table has: without a mnemonic one line each, with one all "
    "its\n"
    "forms, their modifiers and operands, the bits of each, the architectures and the timing.\n"
    "\n"
    "  -a ARCH   only what sm_80, sm_86, sm_89 or sm_90 has\n"
    "\n"
    "examples:\n"
    "  sasskit isa\n"
    "  sasskit isa LDG -a sm_90\n";

static int print_page(const char *name, unsigned sm, unsigned archs)
{
    if (sass_reference_page(name, archs, stdout))
        return SASSKIT_OK;
    size_t length;
    const char *nearest = nearest_instruction(archs, name, &length);
    size_t count;
    if (sass_rows_named(name, &count))
        fprintf(stderr, "sasskit isa: '%s' does not exist on sm_%u\n", name, sm);
    else if (nearest)
        fprintf(stderr, "sasskit isa: unknown instruction '%s'; '%.*s' is the nearest\n", name,
                (int)length, nearest);
    else
        fprintf(stderr, "sasskit isa: unknown instruction '%s'\n", name);
    return SASSKIT_FAILED;
}

int sasskit_isa(int argc, char **argv)
{
    const char *name = NULL;
    unsigned sm = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return SASSKIT_OK;
        }
        if (strncmp(argv[i], "-a", 2) == 0) {
            const char *value = argv[i][2] ? argv[i] + 2 : i + 1 < argc ? argv[++i] : NULL;
            if (!value)
                return sasskit_usage_error("isa", "a value was expected after '-a'");
            if (!sasskit_parse_arch("isa", value, &sm))
                return SASSKIT_USAGE;
        } else if (argv[i][0] == '-') {
            return sasskit_usage_error("isa", "unknown option '%s'", argv[i]);
        } else if (name) {
            return sasskit_usage_error("isa", "one mnemonic was expected, found '%s' too", argv[i]);
        } else {
            name = argv[i];
        }
    }
    unsigned archs = sm ? sass_arch_bit(sm) : SASS_ALL_ARCHS;
    int status = SASSKIT_OK;
    if (name)
        status = print_page(name, sm, archs);
    else
        sass_reference_list(archs, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "sasskit isa: cannot write the output: %s\n", strerror(errno));
        return SASSKIT_FAILED;
    }
    return status;
}
