// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The command line of sassdnn-bench.
#ifndef SASSDNN_BENCH_OPTIONS_H
#define SASSDNN_BENCH_OPTIONS_H

#include "bench/conv_run.h"
#include "bench/problem_string.h"

struct bench_options {
    enum check_extent check;
    uint64_t seed;
    const char *json; ///< NULL: no report file
    bool model;       ///< show modelled figures too
    struct problem_list problems;
};

enum options_outcome { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_WRONG };

/// Parse the command line. OPTIONS_DONE: help or version was printed. OPTIONS_WRONG: one line that
/// says what is wrong was printed to stderr. Free options->problems in every case.
enum options_outcome options_parse(struct bench_options *options, int argc, char **argv);

/// "none", "sample" or "full".
const char *check_extent_name(enum check_extent extent);

#endif
