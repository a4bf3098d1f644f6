// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/asm.h"
#include "sass_kernels/sasskit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sasskit as -a ARCH [OPTION]... FILE.sass -o FILE.cubin\n"
    "\n"
    "  -a ARCH       architecture: sm_80, sm_86, sm_89 or sm_90\n"
    "  -o FILE       output\n"
    "  -D NAME[=N]   define an integer (1 if no value is given)\n"
    "  -I DIR        look here for .include files too\n"
    "  --c-array ID  write the cubin as C text, 'static const unsigned char ID[]', to be included\n"
    "\n"
    "The language is described in sass_kernels/README.md.\n";

enum { MAX_REPEATED = 64 };

struct as_options {
    struct sass_asm_options assembler;
    const char *defines[MAX_REPEATED], *include_dirs[MAX_REPEATED];
    const char *input, *output, *c_array;
};

static bool parse_arch(const char *text, unsigned *sm)
{
    char *end;
    if (strncmp(text, "sm_", 3) != 0 || text[3] < '0' || text[3] > '9')
        return false;
    *sm = (unsigned)strtoul(text + 3, &end, 10);
    return *end == '\0' && sass_arch_bit(*sm);
}

// Value of an option that takes one: "-oFILE" or "-o FILE".
static const char *option_value(const char *name, int argc, char **argv, int *i)
{
    size_t n = strlen(name);
    if (name[1] != '-' && argv[*i][n])
        return argv[*i] + n;
    return *i + 1 < argc ? argv[++*i] : NULL;
}

static bool is_option(const char *argument, const char *name)
{
    if (name[1] == '-')
        return strcmp(argument, name) == 0;
    return strncmp(argument, name, strlen(name)) == 0;
}

static int parse_options(int argc, char **argv, struct as_options *options)
{
    static const char *const names[] = {"--c-array", "-a", "-o", "-D", "-I"};
    for (int i = 1; i < argc; i++) {
        const char *value = NULL, *name = NULL;
        for (size_t n = 0; n < sizeof names / sizeof names[0] && !name; n++) {
            if (is_option(argv[i], names[n]))
                name = names[n];
        }
        if (!name && argv[i][0] == '-')
            return sasskit_usage_error("as", "unknown option '%s'", argv[i]);
        if (!name) {
            if (options->input)
                return sasskit_usage_error("as", "one input file was expected, found '%s' too",
                                           argv[i]);
            options->input = argv[i];
            continue;
        }
        value = option_value(name, argc, argv, &i);
        if (!value)
            return sasskit_usage_error("as", "a value was expected after '%s'", name);
        if (strcmp(name, "-a") == 0 && !parse_arch(value, &options->assembler.sm))
            return sasskit_usage_error(
                "as", "unknown architecture '%s': sm_80, sm_86, sm_89 or sm_90 was expected",
                value);
        if (strcmp(name, "-o") == 0)
            options->output = value;
        if (strcmp(name, "--c-array") == 0)
            options->c_array = value;
        bool is_define = strcmp(name, "-D") == 0;
        if (is_define || strcmp(name, "-I") == 0) {
            size_t *count = is_define ? &options->assembler.define_count
                                      : &options->assembler.include_dir_count;
            if (*count == MAX_REPEATED)
                return sasskit_usage_error("as", "more than %d '%s'", MAX_REPEATED, name);
            (is_define ? options->defines : options->include_dirs)[(*count)++] = value;
        }
    }
    if (!options->assembler.sm)
        return sasskit_usage_error("as", "'-a ARCH' was expected");
    if (!options->input)
        return sasskit_usage_error("as", "an input file was expected");
    if (!options->output)
        return sasskit_usage_error("as", "'-o FILE' was expected");
    return SASSKIT_OK;
}

static bool write_c(FILE *file, const char *name, const unsigned char *data, size_t size)
{
    fprintf(file, "static const unsigned char %s[] = {", name);
    for (size_t i = 0; i < size; i++)
        fprintf(file, "%s%u,", i % 20 ? "" : "\n", data[i]);
    fprintf(file, "\n};\n");
    return !ferror(file);
}

static int write_output(const struct as_options *options, const unsigned char *data, size_t size)
{
    FILE *file = fopen(options->output, "wb");
    bool ok = file != NULL;
    if (ok && options->c_array)
        ok = write_c(file, options->c_array, data, size);
    else if (ok)
        ok = fwrite(data, 1, size, file) == size;
    if (file && fclose(file) != 0)
        ok = false;
    if (ok)
        return SASSKIT_OK;
    fprintf(stderr, "sasskit as: %s: cannot write the file: %s\n", options->output,
            strerror(errno));
    return SASSKIT_FAILED;
}

int sasskit_as(int argc, char **argv)
{
    struct as_options options = {0};
    char error[SASS_ASM_ERROR_TEXT];
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return SASSKIT_OK;
        }
    }
    int status = parse_options(argc, argv, &options);
    if (status != SASSKIT_OK)
        return status;
    options.assembler.defines = options.defines;
    options.assembler.include_dirs = options.include_dirs;
    struct sass_program *program = sass_assemble_file(options.input, &options.assembler, error);
    if (!program) {
        fprintf(stderr, "%s\n", error);
        return SASSKIT_FAILED;
    }
    unsigned char *data;
    size_t size;
    bool ok =
        cubin_write(options.assembler.sm, program->kernels, program->count, &data, &size, error);
    sass_program_free(program);
    if (!ok) {
        fprintf(stderr, "%s: error: %s\n", options.input, error);
        return SASSKIT_FAILED;
    }
    status = write_output(&options, data, size);
    free(data);
    return status;
}
