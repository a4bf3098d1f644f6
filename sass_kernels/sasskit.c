// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// sasskit: the command line for machine code.
#include "sass_kernels/sasskit.h"
#include "sass/cubin.h"
#include "sass/whole_file.h"
#include "sassdnn/sassdnn.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"as", sasskit_as, "assemble a .sass file to a cubin"},
    {"dis", sasskit_dis, "disassemble a cubin to text that can be assembled again"},
    {"lint", sasskit_lint, "check the control codes of a cubin"},
    {"time", sasskit_time, "model how many cycles a launch of a kernel takes"},
    {"gaps", sasskit_gaps, "print the issue gaps that compiled code keeps"},
    {"isa", sasskit_isa, "print the reference of an instruction, or the list of all"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_help(FILE *to)
{
    fprintf(to, "usage: sasskit COMMAND [OPTION]... FILE\n       sasskit --version\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %-5s %s\n", commands[i].name, commands[i].summary);
    fprintf(to, "\n'sasskit COMMAND --help' explains a command.\n");
}

int sasskit_usage_error(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "sasskit %s: ", command);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, " (see sasskit %s --help)\n", command);
    va_end(arguments);
    return SASSKIT_USAGE;
}

unsigned char *sasskit_read_file(const char *command, const char *path, size_t *size)
{
    unsigned char *data = whole_file_read(path, size);
    if (!data)
        fprintf(stderr, "sasskit %s: %s: cannot read the file: %s\n", command, path,
                strerror(errno));
    return data;
}

struct cubin *sasskit_read_cubin(const char *command, const char *path)
{
    char error[CUBIN_ERROR_TEXT];
    size_t size;
    unsigned char *data = sasskit_read_file(command, path, &size);
    struct cubin *cubin = data ? cubin_read(data, size, error) : NULL;
    if (data && !cubin)
        fprintf(stderr, "sasskit %s: %s: %s\n", command, path, error);
    free(data);
    return cubin;
}

bool sasskit_takes_files(int argc, char **argv, const char *help, int *status)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            *status = SASSKIT_OK;
            return false;
        }
        if (argv[i][0] == '-') {
            *status = sasskit_usage_error(argv[0], "unknown option '%s'", argv[i]);
            return false;
        }
    }
    if (argc < 2)
        *status = sasskit_usage_error(argv[0], "an input file was expected");
    return argc >= 2;
}

bool sasskit_parse_arch(const char *command, const char *text, unsigned *sm)
{
    static const unsigned sms[] = {80, 86, 89, 90};
    for (size_t i = 0; i < sizeof sms / sizeof sms[0]; i++) {
        char name[8];
        snprintf(name, sizeof name, "sm_%u", sms[i]);
        if (strcmp(text, name) == 0) {
            *sm = sms[i];
            return true;
        }
    }
    // What the code uses makes it code for sm_90a.
    if (strcmp(text, "sm_90a") == 0) {
        *sm = 90;
        return true;
    }
    sasskit_usage_error(command,
                        "unknown architecture '%s': sm_80, sm_86, sm_89, sm_90 or sm_90a was "
                        "expected",
                        text);
    return false;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return SASSKIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return SASSKIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("sasskit %d.%d.%d\n", SASSDNN_MAJOR, SASSDNN_MINOR, SASSDNN_PATCHLEVEL);
        return SASSKIT_OK;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    }
    fprintf(
        stderr,
        "sasskit: unknown command '%s': as, dis, lint, time, gaps or isa was expected (see sasskit "
        "--help)\n",
        argv[1]);
    return SASSKIT_USAGE;
}
