// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/asm.h"
#include "sass_kernels/sasskit.h"
#include "sass_kernels/sasskit_report.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "usage: sasskit as -a ARCH [OPTION]... FILE.sass -o FILE.cubin\n"
    "\n"
    "  -a ARCH       architecture: sm_80, sm_86, sm_89, sm_90 or sm_90a\n"
    "  -o FILE       output; - for the standard output\n"
    "  -D NAME[=N]   define an integer (1 if no value is given)\n"
    "  -I DIR        look here for .include files too\n"
    "  --into FILE   put the code into a copy of this cubin and leave all else in it as it is\n"
    "  --c-array ID  write the cubin as C text, 'static const unsigned char ID[]', to be included\n"
    "  --no-lint     do not check the control codes of what was assembled\n"
    "  -Werror       what the check finds is an error: no output is written\n"
    "  -W            for each .loop: what a round costs, and what costs it\n"
    "\n"
    "A source, complete (ptr: the address of one number, here written):\n"
    "\n"
    "  .kernel answer\n"
    "  .param ptr out\n"
    "  .reg d[2], UR                          // descriptor of global memory\n"
    "  .reg at[2], R                          // the assembler chooses the registers,\n"
    "  .reg value, R\n"
    "  ULDC.64 d, c[0x0][MEMORY_DESCRIPTOR]   // and the control codes where none are written\n"
    "  MOV at[0], c[0x0][out]\n"
    "  MOV at[1], c[0x0][out + 4]\n"
    "  MOV value, 42\n"
    "  STG.E desc[d][at.64], value\n"
    "  EXIT\n"
    "  .endkernel\n"
    "\n"
    "examples:\n"
    "  sasskit as -a sm_86 answer.sass -o answer.cubin\n"
    "  sasskit as -a sm_90 -D TILE=64 -I include conv.sass -o conv.cubin\n"
    "\n"
    "'sasskit isa' lists the instructions; the language is described in sass_kernels/README.md.\n";

enum { MAX_REPEATED = 64 };

struct as_options {
    struct sass_asm_options assembler;
    const char *defines[MAX_REPEATED], *include_dirs[MAX_REPEATED];
    const char *input, *output, *c_array, *into;
    bool no_lint, warnings_fail, loops;
};

static bool is_c_identifier(const char *text)
{
    for (size_t i = 0; text[i]; i++) {
        if (!isalpha((unsigned char)text[i]) && text[i] != '_' &&
            (i == 0 || !isdigit((unsigned char)text[i])))
            return false;
    }
    return text[0] != '\0';
}

// Writing over the source would lose it.
static bool same_file(const char *a, const char *b)
{
    struct stat sa, sb;
    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && S_ISREG(sa.st_mode) &&
           sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
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

static bool parse_switch(const char *argument, struct as_options *options)
{
    const struct {
        const char *name;
        bool *value;
    } switches[] = {{"--no-lint", &options->no_lint},
                    {"-Werror", &options->warnings_fail},
                    {"-W", &options->loops}};
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        if (strcmp(argument, switches[i].name) == 0)
            return *switches[i].value = true;
    }
    return false;
}

static int parse_options(int argc, char **argv, struct as_options *options)
{
    static const char *const names[] = {"--c-array", "--into", "-a", "-o", "-D", "-I"};
    for (int i = 1; i < argc; i++) {
        const char *value = NULL, *name = NULL;
        for (size_t n = 0; n < sizeof names / sizeof names[0] && !name; n++) {
            if (is_option(argv[i], names[n]))
                name = names[n];
        }
        if (parse_switch(argv[i], options))
            continue;
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
        if (strcmp(name, "-a") == 0 && !sasskit_parse_arch("as", value, &options->assembler.sm))
            return SASSKIT_USAGE;
        if (strcmp(name, "-o") == 0)
            options->output = value;
        if (strcmp(name, "--c-array") == 0)
            options->c_array = value;
        if (strcmp(name, "--into") == 0)
            options->into = value;
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
    if (same_file(options->input, options->output))
        return sasskit_usage_error("as", "the output '%s' is the input", options->output);
    if (options->c_array && !is_c_identifier(options->c_array))
        return sasskit_usage_error("as", "'%s' is no C identifier", options->c_array);
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
    bool to_stdout = strcmp(options->output, "-") == 0;
    FILE *file = to_stdout ? stdout : fopen(options->output, "wb");
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

static bool make_cubin(const struct as_options *options, const struct sass_program *program,
                       unsigned char **data, size_t *size, char *error)
{
    if (!options->into)
        return cubin_write(options->assembler.sm, program->kernels, program->count, data, size,
                           error);
    unsigned char *frame = sasskit_read_file("as", options->into, size);
    bool ok = frame && cubin_replace_code(options->assembler.sm, frame, *size, program->kernels,
                                          program->count, data, error);
    if (!frame)
        error[0] = '\0'; // that is said already
    free(frame);
    return ok;
}

// Returns the number of warnings, or -1 when memory runs out.
static long lint_kernel(const struct named_kernel *named)
{
    struct sass_lint_finding *findings;
    size_t count = sass_lint(named->sm, named->kernel, &findings);
    long warnings = 0;
    if (count == (size_t)-1)
        return -1;
    for (size_t i = 0; i < count; i++) {
        // Who writes a .word that the table lacks knows it.
        if (findings[i].rule == SASS_LINT_UNKNOWN)
            continue;
        report_finding(stderr, named, &findings[i]);
        warnings++;
    }
    free(findings);
    return warnings;
}

static int check(const struct as_options *options, const struct sass_program *program)
{
    long warnings = 0;
    bool ok = true;
    for (size_t k = 0; ok && k < program->count; k++) {
        const struct sass_source *source = &program->sources[k];
        const struct named_kernel named = {options->input, options->assembler.sm,
                                           &program->kernels[k], source};
        long found = options->no_lint ? 0 : lint_kernel(&named);
        ok = found >= 0;
        warnings += found;
        for (size_t i = 0; ok && options->loops && i < source->loop_count; i++) {
            const struct sass_loop *loop = &source->loops[i];
            ok = report_loop(stderr, &named, loop->name,
                             (struct sass_loop_range){loop->first, loop->last});
        }
    }
    if (!ok)
        fprintf(stderr, "%s: error: out of memory\n", options->input);
    return !ok || (warnings && options->warnings_fail) ? SASSKIT_FAILED : SASSKIT_OK;
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
    if (check(&options, program) != SASSKIT_OK) {
        sass_program_free(program);
        return SASSKIT_FAILED;
    }
    unsigned char *data;
    size_t size;
    bool ok = make_cubin(&options, program, &data, &size, error);
    sass_program_free(program);
    if (!ok) {
        if (error[0])
            fprintf(stderr, "%s: error: %s\n", options.input, error);
        return SASSKIT_FAILED;
    }
    status = write_output(&options, data, size);
    free(data);
    return status;
}
