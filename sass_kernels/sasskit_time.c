// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/asm.h"
#include "sass_kernels/sasskit.h"
#include "sass_kernels/sasskit_launch.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sasskit time [OPTION]... --grid X[,Y[,Z]] --block X[,Y[,Z]] FILE.cubin|FILE.sass\n"
    "\n"
    "Runs a kernel once on the emulated GPU and models how many cycles it takes: issue slots by\n"
    "pipe, what they are lost to, memory, efficiency, the limiter. Every figure is modelled, none\n"
    "is measured; lib/emulator/README.md has the rules and their limits.\n"
    "\n"
    "  --grid X[,Y[,Z]]    CTAs\n"
    "  --block X[,Y[,Z]]   threads of a CTA\n"
    "  --param TYPE:VALUE  a parameter, in the order of the kernel's: u8 to u64, s8 to s64, f32,\n"
    "                      f64; ptr:BYTES[:zero|:random] is fresh memory of zeros (the default) "
    "or\n"
    "                      floats from -1 to 1; BYTES may end with K, M or G\n"
    "  --shared BYTES      dynamic shared memory\n"
    "  -k KERNEL           which kernel, where the file has several\n"
    "  -a ARCH             architecture of a .sass file: sm_80, sm_86, sm_89 or sm_90 (default)\n"
    "  --device NAME       chip: H200, H100, RTX4090, RTX3090 or A100; by default one of the\n"
    "                      architecture\n"
    "  --loops             a table of each innermost loop: what its instructions wait for\n"
    "  --flop N            useful floating-point operations of the launch, for its efficiency\n"
    "\n"
    "A warp that executes 10,000,000 instructions is ended; SASSDNN_EMU_MAX_INSTRUCTIONS=N sets\n"
    "another number.\n"
    "\n"
    "Example: y[i] = a * x[i] + y[i] for 1,048,576 floats\n"
    "\n"
    "  sasskit time axpy.sass --grid 4096 --block 256 --param u32:1048576 --param f32:2.5 \\\n"
    "      --param ptr:4M:random --param ptr:4M --loops\n";

struct time_options {
    const char *input, *kernel;
    unsigned sm; ///< of -a; 0: not given
    struct param_value params[CUBIN_MAX_PARAMS];
    struct kernel_launch launch;
};

// "X[,Y[,Z]]", each at least 1.
static bool parse_triple(const char *text, unsigned triple[3])
{
    for (int i = 0; i < 3; i++)
        triple[i] = 1;
    for (int i = 0; i < 3; i++) {
        char *end;
        errno = 0;
        unsigned long value = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 0;
        if (!value || errno || value > INT_MAX)
            return false;
        triple[i] = (unsigned)value;
        if (!*end)
            return true;
        if (*end != ',')
            return false;
        text = end + 1;
    }
    return false;
}

static int add_param(struct time_options *options, const char *text)
{
    size_t count = options->launch.param_count;
    if (count == CUBIN_MAX_PARAMS)
        return sasskit_usage_error("time", "more than %d '--param'", CUBIN_MAX_PARAMS);
    if (!param_parse(text, &options->params[count]))
        return sasskit_usage_error("time", "'%s' is no parameter: %s was expected", text,
                                   param_forms);
    options->launch.param_count++;
    return SASSKIT_OK;
}

static int parse_option(struct time_options *options, const char *name, const char *value)
{
    const char *end;
    size_t bytes;
    if (strcmp(name, "--grid") == 0 || strcmp(name, "--block") == 0) {
        unsigned *triple = name[2] == 'g' ? options->launch.grid : options->launch.block;
        if (!parse_triple(value, triple))
            return sasskit_usage_error("time", "'%s %s': X, X,Y or X,Y,Z was expected", name,
                                       value);
    } else if (strcmp(name, "--param") == 0) {
        return add_param(options, value);
    } else if (strcmp(name, "--shared") == 0) {
        if (!param_parse_bytes(value, &end, &bytes) || *end || bytes > INT_MAX)
            return sasskit_usage_error("time", "'--shared %s': a number of bytes was expected",
                                       value);
        options->launch.shared = (unsigned)bytes;
    } else if (strcmp(name, "-k") == 0) {
        options->kernel = value;
    } else if (strcmp(name, "-a") == 0) {
        if (!sasskit_parse_arch("time", value, &options->sm))
            return SASSKIT_USAGE;
    } else if (strcmp(name, "--device") == 0) {
        options->launch.device = value;
    } else {
        char *rest;
        options->launch.flop = strtod(value, &rest);
        if (*rest || rest == value || !(options->launch.flop > 0))
            return sasskit_usage_error("time", "'--flop %s': a number was expected", value);
    }
    return SASSKIT_OK;
}

static bool takes_value(const char *name)
{
    static const char *const names[] = {"--grid", "--block",  "--param", "--shared",
                                        "-k",     "--device", "-a",      "--flop"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

static int parse_options(int argc, char **argv, struct time_options *options)
{
    int status = SASSKIT_OK;
    for (int i = 1; status == SASSKIT_OK && i < argc; i++) {
        if (strcmp(argv[i], "--loops") == 0)
            options->launch.loops = true;
        else if (takes_value(argv[i]) && i + 1 == argc)
            status = sasskit_usage_error("time", "a value was expected after '%s'", argv[i]);
        else if (takes_value(argv[i]))
            status = parse_option(options, argv[i], argv[i + 1]), i++;
        else if (argv[i][0] == '-')
            status = sasskit_usage_error("time", "unknown option '%s'", argv[i]);
        else if (options->input)
            status =
                sasskit_usage_error("time", "one input file was expected, found '%s' too", argv[i]);
        else
            options->input = argv[i];
    }
    if (status == SASSKIT_OK && !options->input)
        return sasskit_usage_error("time", "an input file was expected");
    if (status == SASSKIT_OK && (!options->launch.grid[0] || !options->launch.block[0]))
        return sasskit_usage_error("time", "--grid and --block were expected");
    return status;
}

static int fail(const char *path, const char *format, const char *what)
{
    fprintf(stderr, "sasskit time: %s: ", path);
    fprintf(stderr, format, what);
    fputc('\n', stderr);
    return SASSKIT_FAILED;
}

static const struct cubin_kernel *find_kernel(const struct cubin *cubin,
                                              const struct time_options *options)
{
    if (!options->kernel && cubin->count == 1)
        return &cubin->kernels[0];
    if (!options->kernel) {
        fail(options->input, "several kernels: '-k %s' or another was expected",
             cubin->count ? cubin->kernels[0].name : "");
        return NULL;
    }
    for (size_t i = 0; i < cubin->count; i++) {
        if (strcmp(cubin->kernels[i].name, options->kernel) == 0)
            return &cubin->kernels[i];
    }
    fail(options->input, "no kernel '%s'", options->kernel);
    return NULL;
}

static bool params_fit(const struct cubin_kernel *kernel, const struct time_options *options)
{
    size_t given = options->launch.param_count;
    if (given != kernel->param_count) {
        fprintf(stderr, "sasskit time: %s: kernel %s has %u parameters, %zu '--param' were given:",
                options->input, kernel->name, kernel->param_count, given);
        for (unsigned i = 0; i < kernel->param_count; i++)
            fprintf(stderr, "%s %u", i ? "," : " their bytes are", kernel->params[i].size);
        fputc('\n', stderr);
        return false;
    }
    for (size_t i = 0; i < given; i++) {
        if (options->params[i].bytes != kernel->params[i].size) {
            fprintf(stderr,
                    "sasskit time: %s: parameter %zu of kernel %s has %u bytes, '%s' has %u\n",
                    options->input, i + 1, kernel->name, kernel->params[i].size,
                    options->params[i].text, options->params[i].bytes);
            return false;
        }
    }
    return true;
}

static int time_image(const struct time_options *options, const void *image, size_t size)
{
    char error[CUBIN_ERROR_TEXT];
    struct cubin *cubin = cubin_read(image, size, error);
    if (!cubin)
        return fail(options->input, "%s", error);
    int status = SASSKIT_FAILED;
    const struct cubin_kernel *kernel = find_kernel(cubin, options);
    if (kernel && params_fit(kernel, options) &&
        launch_modelled(options->input, image, cubin->sm, kernel, &options->launch))
        status = SASSKIT_OK;
    cubin_free(cubin);
    return status;
}

static int time_source(const struct time_options *options)
{
    char error[SASS_ASM_ERROR_TEXT];
    struct sass_asm_options assembler = {.sm = options->sm ? options->sm : 90};
    unsigned char *image;
    size_t size;
    struct sass_program *program = sass_assemble_file(options->input, &assembler, error);
    if (!program) {
        fprintf(stderr, "%s\n", error);
        return SASSKIT_FAILED;
    }
    int status = SASSKIT_FAILED;
    if (cubin_write(assembler.sm, program->kernels, program->count, &image, &size, error)) {
        status = time_image(options, image, size);
        free(image);
    } else {
        fail(options->input, "%s", error);
    }
    sass_program_free(program);
    return status;
}

int sasskit_time(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return SASSKIT_OK;
        }
    }
    struct time_options options = {0};
    options.launch.params = options.params;
    int status = parse_options(argc, argv, &options);
    if (status != SASSKIT_OK)
        return status;
    size_t length = strlen(options.input), size;
    if (length > 5 && strcmp(options.input + length - 5, ".sass") == 0)
        return time_source(&options);
    unsigned char *image = sasskit_read_file("time", options.input, &size);
    status = image ? time_image(&options, image, size) : SASSKIT_FAILED;
    free(image);
    return status;
}
