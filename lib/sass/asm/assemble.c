// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/asm/internal.h"
#include "sass/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 2048 };

// Read a whole file into the arena.
static bool read_file(struct assembler *as, const char *path, const char **text, size_t *size)
{
    unsigned char *data = whole_file_read(path, size);
    char *copy = data ? arena_alloc(as, *size + 1) : NULL;
    if (copy)
        memcpy(copy, data, *size);
    *text = copy;
    free(data);
    return copy != NULL;
}

static bool run_text(struct assembler *as, const char *path, const char *text, size_t size)
{
    struct lines lines;
    return lex(as, path, text, size, &lines) && expand_lines(as, lines.items, lines.count);
}

bool include_file(struct assembler *as, const struct token *at, const char *name)
{
    const struct sass_asm_options *options = as->options;
    if (as->depth == MAX_DEPTH)
        return fail_at(as, at, "macros, loops and includes are nested more than %d deep",
                       MAX_DEPTH);
    // The directory of the including file, then the -I directories.
    const char *slash = strrchr(at->path, '/');
    for (size_t i = 0; i <= options->include_dir_count; i++) {
        char *path = arena_alloc(as, PATH_BYTES);
        const char *text;
        size_t size;
        int n;
        if (!path)
            return false;
        if (name[0] == '/')
            n = snprintf(path, PATH_BYTES, "%s", name);
        else if (i == 0)
            n = snprintf(path, PATH_BYTES, "%.*s%s", slash ? (int)(slash + 1 - at->path) : 0,
                         at->path, name);
        else
            n = snprintf(path, PATH_BYTES, "%s/%s", options->include_dirs[i - 1], name);
        if (n < 0 || n >= PATH_BYTES || !read_file(as, path, &text, &size))
            continue;
        as->depth++;
        bool ok = run_text(as, path, text, size);
        as->depth--;
        return ok;
    }
    return fail_at(as, at, "cannot open the include file '%s'", name);
}

static bool is_name(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool letter = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z') ||
                      name[i] == '_' || name[i] == '$';
        if (!letter && (i == 0 || name[i] < '0' || name[i] > '9'))
            return false;
    }
    return length > 0;
}

static bool define_integer(struct assembler *as, const char *name, size_t length, int64_t value,
                           bool builtin)
{
    const char *reserved = reserved_name(name, length);
    if (reserved) {
        snprintf(as->error, SASS_ASM_ERROR_TEXT, "error: -D %.*s: this is the name of %s",
                 (int)length, name, reserved);
        return false;
    }
    if (symbol_find(as, name, length)) {
        snprintf(as->error, SASS_ASM_ERROR_TEXT, "error: -D %.*s: the name is taken already",
                 (int)length, name);
        return false;
    }
    struct symbol *symbol = symbol_define(as, name, length, SYMBOL_INTEGER);
    if (!symbol)
        return false;
    symbol->value = value;
    symbol->builtin = builtin;
    return true;
}

// -D NAME or -D NAME=INTEGER
static bool define_option(struct assembler *as, const char *text)
{
    const char *equal = strchr(text, '=');
    size_t length = equal ? (size_t)(equal - text) : strlen(text);
    long long value = 1;
    char *end = NULL;
    if (equal) {
        errno = 0;
        value = strtoll(equal + 1, &end, 0);
    }
    // strtoll reads 010 as octal, a source refuses it.
    const char *digits = equal ? equal + 1 + (equal[1] == '-') : "";
    bool octal = digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
    if (!is_name(text, length) || (equal && (end == equal + 1 || *end || errno || octal))) {
        snprintf(as->error, SASS_ASM_ERROR_TEXT, "error: -D %s: NAME or NAME=INTEGER was expected",
                 text);
        return false;
    }
    return define_integer(as, text, length, value, false);
}

// SM is the architecture's number, MEMORY_DESCRIPTOR where c[0] holds the generic descriptor.
static bool define_builtins(struct assembler *as)
{
    static const char sm[] = "SM", descriptor[] = "MEMORY_DESCRIPTOR";
    return define_integer(as, sm, sizeof sm - 1, as->options->sm, true) &&
           define_integer(as, descriptor, sizeof descriptor - 1,
                          cubin_descriptor_offset(as->options->sm), true);
}

static bool prepare(struct assembler *as)
{
    if (!as->arch) {
        snprintf(as->error, SASS_ASM_ERROR_TEXT,
                 "error: sm_%u is not supported: sm_80, sm_86, sm_89 or sm_90 was expected",
                 as->options->sm);
        return false;
    }
    if (!define_builtins(as))
        return false;
    for (size_t i = 0; i < as->options->define_count; i++) {
        if (!define_option(as, as->options->defines[i]))
            return false;
    }
    return true;
}

static bool finish(struct assembler *as, const char *path)
{
    if (as->kernel)
        return fail_at(as, as->kernel->name,
                       "the kernel '%.*s' is never closed: .endkernel was "
                       "expected",
                       (int)as->kernel->name->length, as->kernel->name->text);
    if (as->program->count == 0) {
        snprintf(as->error, SASS_ASM_ERROR_TEXT, "%s:1:1: error: no .kernel in this file", path);
        return false;
    }
    return true;
}

static struct sass_program *run_once(const char *path, const char *text, size_t size,
                                     const struct sass_asm_options *options, struct plan *plan,
                                     char *error)
{
    struct assembler as = {
        .options = options, .arch = sass_arch_bit(options->sm), .error = error, .plan = plan};
    as.program = calloc(1, sizeof *as.program);
    if (!as.program) {
        snprintf(error, SASS_ASM_ERROR_TEXT, "error: out of memory");
        return NULL;
    }
    bool ok = prepare(&as) && run_text(&as, path, text, size) && finish(&as, path);
    arena_free(&as);
    if (ok)
        return as.program;
    sass_program_free(as.program);
    return NULL;
}

static struct sass_program *assemble(const char *path, const char *text, size_t size,
                                     const struct sass_asm_options *options, char *error)
{
    struct plan plan = {.survey = true};
    error[0] = '\0';
    struct sass_program *program = run_once(path, text, size, options, &plan, error);
    if (program && plan.count) {
        sass_program_free(program);
        plan.survey = false;
        program = run_once(path, text, size, options, &plan, error);
    }
    free(plan.bases);
    return program;
}

struct sass_program *sass_assemble(const char *path, const char *text, size_t size,
                                   const struct sass_asm_options *options, char *error)
{
    return assemble(path, text, size, options, error);
}

struct sass_program *sass_assemble_file(const char *path, const struct sass_asm_options *options,
                                        char *error)
{
    struct assembler reader = {.options = options, .error = error};
    struct sass_program *program = NULL;
    const char *text;
    size_t size;
    error[0] = '\0';
    if (read_file(&reader, path, &text, &size))
        program = assemble(path, text, size, options, error);
    else
        snprintf(error, SASS_ASM_ERROR_TEXT, "%s: error: cannot read the file: %s", path,
                 strerror(errno));
    arena_free(&reader);
    return program;
}

void sass_program_free(struct sass_program *program)
{
    if (!program)
        return;
    for (size_t i = 0; i < program->count; i++) {
        free((char *)program->kernels[i].name);
        free((struct sass_word *)program->kernels[i].code);
    }
    sources_free(program);
    free(program->kernels);
    free(program);
}
