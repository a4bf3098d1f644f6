// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a source file. What assembles must disassemble and assemble again
// to the same words.
#include "sass/asm.h"
#include "sass/dis.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned sms[] = {80, 86, 89, 90};
    char error[SASS_ASM_ERROR_TEXT];
    const struct sass_asm_options options = {.sm = sms[size % 4]};
    struct sass_program *first = sass_assemble("fuzz", (const char *)data, size, &options, error);
    if (!first) {
        if (!error[0] || strchr(error, '\n'))
            abort();
        return 0;
    }
    struct cubin cubin = {.sm = options.sm, .count = first->count, .kernels = first->kernels};
    char *text;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    sass_disassemble(&cubin, stream);
    fclose(stream);
    struct sass_program *again = sass_assemble("again", text, length, &options, error);
    if (!again || again->count != first->count)
        abort();
    for (size_t k = 0; k < first->count; k++) {
        const struct cubin_kernel *a = &first->kernels[k], *b = &again->kernels[k];
        if (a->words != b->words || memcmp(a->code, b->code, a->words * sizeof *a->code) != 0)
            abort();
    }
    free(text);
    sass_program_free(first);
    sass_program_free(again);
    return 0;
}
