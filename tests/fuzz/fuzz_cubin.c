// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a cubin. What can be read is disassembled and linted, and
// read as a loader does.
#include "sass/cubin_load.h"
#include "sass/dis.h"
#include "sass/lint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[CUBIN_ERROR_TEXT] = "";
    struct cubin_load *load = cubin_load_read(data, size, error);
    if (!load && (!error[0] || strchr(error, '\n')))
        abort();
    cubin_load_free(load);
    error[0] = '\0';
    struct cubin *cubin = cubin_read(data, size, error);
    if (!cubin) {
        if (!error[0] || strchr(error, '\n'))
            abort();
        return 0;
    }
    if (sass_arch_bit(cubin->sm)) {
        char *text;
        size_t length;
        FILE *stream = open_memstream(&text, &length);
        sass_disassemble(cubin, stream);
        fclose(stream);
        free(text);
        for (size_t k = 0; k < cubin->count; k++) {
            struct sass_lint_finding *findings;
            sass_lint(cubin->sm, &cubin->kernels[k], &findings);
            free(findings);
        }
    }
    cubin_free(cubin);
    return 0;
}
