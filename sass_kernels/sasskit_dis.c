// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/dis.h"
#include "sass_kernels/sasskit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: sasskit dis FILE.cubin [-o FILE]\n"
    "\n"
    "Prints the kernels of a cubin (sm_80, sm_86, sm_89, sm_90; CUDA 12 or 13) with their control\n"
    "codes, in the language that 'sasskit as' reads. Instructions that the table lacks are "
    "printed\n"
    "as .word lines, with a warning.\n"
    "\n"
    "examples:\n"
    "  sasskit dis kernel.cubin                    # to the terminal\n"
    "  nvcc -cubin -arch=sm_86 k.cu -o k.cubin && sasskit dis k.cubin -o k.sass\n"
    "  sasskit as -a sm_86 k.sass --into k.cubin -o edited.cubin   # put the edited text back\n";

static int print_cubin(const char *input, const struct cubin *cubin, FILE *out)
{
    if (!sass_arch_bit(cubin->sm)) {
        fprintf(stderr,
                "sasskit dis: %s: sm_%u is not supported: sm_80, sm_86, sm_89 or sm_90 was "
                "expected\n",
                input, cubin->sm);
        return SASSKIT_FAILED;
    }
    size_t unknown = sass_disassemble(cubin, out);
    if (unknown)
        fprintf(stderr,
                "sasskit dis: %s: warning: %zu instructions are not in the table and are "
                "printed as .word\n",
                input, unknown);
    if (fflush(out) != 0 || ferror(out)) {
        fprintf(stderr, "sasskit dis: cannot write the output: %s\n", strerror(errno));
        return SASSKIT_FAILED;
    }
    return SASSKIT_OK;
}

int sasskit_dis(int argc, char **argv)
{
    const char *input = NULL, *output = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return SASSKIT_OK;
        }
        if (strcmp(argv[i], "-o") == 0) {
            if (i + 1 == argc)
                return sasskit_usage_error("dis", "a value was expected after '-o'");
            output = argv[++i];
        } else if (argv[i][0] == '-') {
            return sasskit_usage_error("dis", "unknown option '%s'", argv[i]);
        } else if (input) {
            return sasskit_usage_error("dis", "one input file was expected, found '%s' too",
                                       argv[i]);
        } else {
            input = argv[i];
        }
    }
    if (!input)
        return sasskit_usage_error("dis", "an input file was expected");
    struct cubin *cubin = sasskit_read_cubin("dis", input);
    if (!cubin)
        return SASSKIT_FAILED;
    FILE *out = output ? fopen(output, "w") : stdout;
    int status = SASSKIT_FAILED;
    if (out)
        status = print_cubin(input, cubin, out);
    else
        fprintf(stderr, "sasskit dis: %s: cannot write the file: %s\n", output, strerror(errno));
    if (out && output && fclose(out) != 0)
        status = SASSKIT_FAILED;
    cubin_free(cubin);
    return status;
}
