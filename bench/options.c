// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/options.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Beyond the characters, so that getopt_long's optopt tells a long option from a short one.
enum {
    OPTION_BATCH = 256,
    OPTION_BATCH_FILE,
    OPTION_CHECK,
    OPTION_JSON,
    OPTION_MODEL,
    OPTION_SEED,
    OPTION_HELP,
    OPTION_VERSION
};

static const char *const extent_names[] = {
    [CHECK_NONE] = "none", [CHECK_SAMPLE] = "sample", [CHECK_FULL] = "full"};

static const char usage[] =
    "usage: sassdnn-bench [OPTION]... [PROBLEM | MODEL-FILE]...\n"
    "\n"
    "Time and check forward convolutions (FP32, NCHW) on the first GPU, or on the bundled "
    "emulated\n"
    "GPU where there is none. Without a problem it runs AlexNet's five layers at batch 128.\n"
    "\n"
    "A PROBLEM is a string in benchdnn's notation, mb128ic3ih224oc64kh11sh4ph2n\"conv1\": g "
    "groups,\n"
    "mb batch (2 if not given), ic and oc channels, ih iw input, kh kw filter, sh sw strides, ph "
    "pw padding, dh dw\n"
    "dilation minus 1, n name. A MODEL-FILE holds one per line; # starts a comment.\n"
    "\n"
    "  --batch N            use batch N for every problem\n"
    "  --batch-file FILE    read problems from FILE, like a MODEL-FILE argument\n"
    "  --check EXTENT       compare with a double-precision loop: none, sample (the default: "
    "corners,\n"
    "                       edges and thousands of random outputs), full (every output)\n"
    "  --json FILE          write a report to FILE, after every layer anew\n"
    "  --model              on the emulated GPU: run the cycle model too, and show modelled cycles "
    "and\n"
    "                       efficiency; emulated ms then hold the model's own time as well\n"
    "  --seed N             seed of the data and of the samples (default 1)\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 all good, 1 a check or a run failed, 2 wrong usage or input.\n"
    "SASSDNN_DRIVER=PATH chooses the libcuda to load; README.md lists the other variables.\n";

const char *check_extent_name(enum check_extent extent)
{
    return extent_names[extent];
}

static void complain(const char *format, const char *a, const char *b)
{
    fputs("sassdnn-bench: ", stderr);
    fprintf(stderr, format, a, b);
    fputc('\n', stderr);
}

/// A whole decimal number in [least, most].
static bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == 0 && errno == 0 && *number >= least &&
           *number <= most;
}

static bool read_model(struct bench_options *options, const char *path)
{
    char error[PROBLEM_LIST_ERROR_TEXT];
    if (problem_list_read(&options->problems, path, error))
        return true;
    complain("%s%s", error, "");
    return false;
}

/// A positional argument names a model file if there is such a file or if it looks like one;
/// everything else is a problem string.
static bool is_path(const char *argument)
{
    struct stat status;
    size_t length = strlen(argument);
    if (strchr(argument, '"'))
        return false;
    return stat(argument, &status) == 0 || strchr(argument, '/') ||
           (length >= 4 && strcmp(argument + length - 4, ".txt") == 0);
}

static bool read_argument(struct bench_options *options, const char *argument)
{
    if (is_path(argument))
        return read_model(options, argument);
    struct bench_problem problem;
    char error[PROBLEM_ERROR_TEXT];
    size_t column;
    if (!problem_string_parse(argument, strlen(argument), &problem, &column, error)) {
        fprintf(stderr, "sassdnn-bench: %.200s: column %zu: %s\n", argument, column, error);
        return false;
    }
    if (problem_list_add(&options->problems, &problem))
        return true;
    complain("out of memory%s%s", "", "");
    return false;
}

/// Where the models lie, relative to the program's folder: installed, then in a build folder.
static const char *const model_folders[] = {"../" SASSDNN_DATADIR "/sassdnn/models", "../models"};

/// AlexNet, from where the program is installed or was built.
static bool read_default(struct bench_options *options)
{
    enum { PLACES = sizeof(model_folders) / sizeof(model_folders[0]) };
    char path[PATH_MAX], *slash = NULL;
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length > 0) {
        path[length] = 0;
        slash = strrchr(path, '/');
    }
    for (int i = 0; slash && i < PLACES; i++) {
        size_t room = sizeof(path) - (size_t)(slash - path);
        int used = snprintf(slash, room, "/%s/alexnet.txt", model_folders[i]);
        if (used > 0 && (size_t)used < room && access(path, R_OK) == 0)
            return read_model(options, path);
    }
    complain("no problem is given, and %s and %s beside the program have no alexnet.txt",
             model_folders[0], model_folders[1]);
    return false;
}

/// Options that take a number or a word.
static bool set_option(struct bench_options *options, int option, const char *value,
                       uint64_t *batch)
{
    switch (option) {
    case OPTION_BATCH:
        if (parse_number(value, 1, INT_MAX, batch))
            return true;
        complain("--batch: expected a number from 1 to 2147483647, got '%s'%s", value, "");
        return false;
    case OPTION_SEED:
        if (parse_number(value, 0, UINT64_MAX, &options->seed))
            return true;
        complain("--seed: expected a number from 0 to 18446744073709551615, got '%s'%s", value, "");
        return false;
    default:
        for (int extent = CHECK_NONE; extent <= CHECK_FULL; extent++)
            if (strcmp(value, extent_names[extent]) == 0) {
                options->check = (enum check_extent)extent;
                return true;
            }
        complain("--check: expected none, sample or full, got '%s'%s", value, "");
        return false;
    }
}

static bool set_batch(struct problem_list *problems, int64_t batch)
{
    for (size_t i = 0; i < problems->count; i++) {
        char error[PROBLEM_ERROR_TEXT], label[PROBLEM_NAME];
        if (!problem_set_batch(&problems->item[i], batch, error)) {
            problem_label(&problems->item[i], i, label);
            complain("--batch: %s: %s", label, error);
            return false;
        }
    }
    return true;
}

enum options_outcome options_parse(struct bench_options *options, int argc, char **argv)
{
    static const struct option names[] = {
        {"batch", required_argument, NULL, OPTION_BATCH},
        {"batch-file", required_argument, NULL, OPTION_BATCH_FILE},
        {"check", required_argument, NULL, OPTION_CHECK},
        {"json", required_argument, NULL, OPTION_JSON},
        {"model", no_argument, NULL, OPTION_MODEL},
        {"seed", required_argument, NULL, OPTION_SEED},
        {"help", no_argument, NULL, OPTION_HELP},
        {"version", no_argument, NULL, OPTION_VERSION},
        {NULL, 0, NULL, 0}};
    uint64_t batch = 0;
    int option;
    *options = (struct bench_options){.check = CHECK_SAMPLE, .seed = 1};
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":", names, NULL)) != -1) {
        switch (option) {
        case OPTION_HELP:
            fputs(usage, stdout);
            return OPTIONS_DONE;
        case OPTION_VERSION:
            printf("sassdnn-bench %s\n", SASSDNN_VERSION_TEXT);
            return OPTIONS_DONE;
        case OPTION_BATCH_FILE:
            if (!read_model(options, optarg))
                return OPTIONS_WRONG;
            break;
        case OPTION_MODEL:
            options->model = true;
            break;
        case OPTION_JSON:
            if (!*optarg) {
                complain("--json: expected a file's name, got ''%s%s", "", "");
                return OPTIONS_WRONG;
            }
            options->json = optarg;
            break;
        case ':':
            complain("%s needs a value%s", argv[optind - 1], "");
            return OPTIONS_WRONG;
        case '?':
            if (optopt > 0 && optopt < OPTION_BATCH)
                complain("unknown option '-%s'; --help lists them%s", (char[]){(char)optopt, 0},
                         "");
            else
                complain("unknown option '%s'; --help lists them%s", argv[optind - 1], "");
            return OPTIONS_WRONG;
        default:
            if (!set_option(options, option, optarg, &batch))
                return OPTIONS_WRONG;
        }
    }
    for (; optind < argc; optind++)
        if (!read_argument(options, argv[optind]))
            return OPTIONS_WRONG;
    if (options->problems.count == 0 && !read_default(options))
        return OPTIONS_WRONG;
    if (batch > 0 && !set_batch(&options->problems, (int64_t)batch))
        return OPTIONS_WRONG;
    return OPTIONS_RUN;
}
