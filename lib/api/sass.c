// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// include/sassdnn/sass.h on top of lib/sass.
#include "sassdnn/sass.h"

#include "sass/asm.h"
#include "sass/dis.h"
#include "sass/lint.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

static sass_status refuse(char *message, sass_status status, const char *text)
{
    if (message)
        snprintf(message, SASS_MESSAGE_SIZE, "%s", text);
    return status;
}

EXPORT sass_status sass_assemble_cubin(const char *path, const char *text, size_t text_size,
                                       unsigned sm, const char *const *defines, size_t define_count,
                                       void **cubin, size_t *cubin_size, char *message)
{
    const struct sass_asm_options options = {
        .sm = sm, .defines = defines, .define_count = define_count};
    char error[SASS_ASM_ERROR_TEXT];
    unsigned char *data;
    if (!path || !text || !cubin || !cubin_size || (!defines && define_count))
        return refuse(message, SASS_BAD_PARAM, "a pointer is NULL");
    if (!sass_arch_bit(sm))
        return refuse(message, SASS_BAD_PARAM, "the architecture must be 80, 86, 89 or 90");
    struct sass_program *program = sass_assemble(path, text, text_size, &options, error);
    if (!program)
        return refuse(message, SASS_BAD_INPUT, error);
    bool ok = cubin_write(sm, program->kernels, program->count, &data, cubin_size, error);
    sass_program_free(program);
    if (!ok)
        return refuse(message, SASS_BAD_INPUT, error);
    *cubin = data;
    return SASS_SUCCESS;
}

static sass_status read_cubin(const void *data, size_t size, struct cubin **cubin, char *message)
{
    char error[CUBIN_ERROR_TEXT];
    *cubin = cubin_read(data, size, error);
    if (!*cubin)
        return refuse(message, SASS_BAD_INPUT, error);
    if (sass_arch_bit((*cubin)->sm))
        return SASS_SUCCESS;
    snprintf(error, sizeof error,
             "sm_%u is not supported: sm_80, sm_86, sm_89 or sm_90 was expected", (*cubin)->sm);
    cubin_free(*cubin);
    return refuse(message, SASS_BAD_INPUT, error);
}

EXPORT sass_status sass_disassemble_cubin(const void *cubin, size_t cubin_size, char **text,
                                          size_t *unknown, char *message)
{
    struct cubin *parsed;
    size_t size;
    if (!cubin || !text)
        return refuse(message, SASS_BAD_PARAM, "a pointer is NULL");
    sass_status status = read_cubin(cubin, cubin_size, &parsed, message);
    if (status != SASS_SUCCESS)
        return status;
    *text = NULL;
    FILE *stream = open_memstream(text, &size);
    size_t words = stream ? sass_disassemble(parsed, stream) : 0;
    cubin_free(parsed);
    if (!stream || fclose(stream) != 0 || !*text) {
        free(*text);
        return refuse(message, SASS_OUT_OF_MEMORY, "out of memory");
    }
    if (unknown)
        *unknown = words;
    return SASS_SUCCESS;
}

static bool lint_kernel(unsigned sm, const struct cubin_kernel *kernel,
                        sass_finding_callback *callback, void *user, size_t *total)
{
    struct sass_lint_finding *findings;
    size_t count = sass_lint(sm, kernel, &findings);
    if (count == (size_t)-1)
        return false;
    *total += count;
    for (size_t i = 0; callback && i < count; i++) {
        char text[256], instruction[256] = "";
        struct sass_inst inst;
        size_t offset = findings[i].at * SASS_WORD_BYTES;
        sass_lint_text(&findings[i], text, sizeof text);
        if (sass_decode(sm, kernel->code[findings[i].at], &inst))
            sass_print(&inst, offset, instruction, sizeof instruction);
        const sass_finding finding = {kernel->name, offset, findings[i].producer * SASS_WORD_BYTES,
                                      instruction,  text,   sass_lint_is_warning(findings[i].rule)};
        callback(&finding, user);
    }
    free(findings);
    return true;
}

EXPORT sass_status sass_lint_cubin(const void *cubin, size_t cubin_size,
                                   sass_finding_callback *callback, void *user, size_t *count,
                                   char *message)
{
    struct cubin *parsed;
    size_t total = 0;
    bool ok = true;
    if (!cubin)
        return refuse(message, SASS_BAD_PARAM, "a pointer is NULL");
    sass_status status = read_cubin(cubin, cubin_size, &parsed, message);
    if (status != SASS_SUCCESS)
        return status;
    for (size_t k = 0; ok && k < parsed->count + parsed->function_count; k++)
        ok = lint_kernel(parsed->sm, &parsed->kernels[k], callback, user, &total);
    cubin_free(parsed);
    if (!ok)
        return refuse(message, SASS_OUT_OF_MEMORY, "out of memory");
    if (count)
        *count = total;
    return SASS_SUCCESS;
}

EXPORT void sass_free(void *memory)
{
    free(memory);
}
