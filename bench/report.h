// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What sassdnn-bench prints and writes.
#ifndef SASSDNN_BENCH_REPORT_H
#define SASSDNN_BENCH_REPORT_H

#include "bench/conv_run.h"
#include "bench/options.h"

/// One problem's row.
struct layer_result {
    const struct bench_problem *problem;
    char name[PROBLEM_NAME]; ///< the problem's, or "#3"
    char kernel[CONV_RUN_KERNEL];
    bool timed;     ///< time_ms and gflops hold something
    double time_ms; ///< of the emulator's run on an emulated device
    double gflops;
    double modelled_cycles; ///< of the whole convolution; 0: not modelled
    double wall_s;
    unsigned long long instructions;
    bool failed;
    bool crashed;             ///< the driver refuses all work from then on
    char check[16];           ///< "ok", "none" or "FAILED(why)"
    int64_t integer_batch;    ///< batch of the exact comparison; 0: there was none
    int64_t float_batch;      ///< batch of the comparison within a bound; 0: there was none
    char text[CONV_RUN_TEXT]; ///< what failed
};

/// The table on stdout, at most 100 columns wide.
struct table {
    const struct bench_device *device;
    int name_width, shape_width, kernel_width;
};

/// Print the device and the head of the table.
void report_begin(struct table *table, const struct bench_device *device,
                  const struct layer_result *rows, size_t count);

/// Print one row and, where it failed, a line with the reason and one that repeats the problem.
void report_row(const struct table *table, const struct layer_result *row,
                const struct bench_options *options);

/// useful FLOP / (2 x FP32 lanes per SM x modelled cycles summed over SMs).
double report_modelled_efficiency(const struct bench_device *device, double flop, double cycles);

/// Print the totals, the modelled figures and what the check and the times mean.
void report_end(const struct table *table, const struct layer_result *rows, size_t count,
                const struct bench_options *options);

/// Write the report of the first `count` rows as JSON (README.md describes the fields); they are
/// all, or else the report says that it is not complete. Returns false with errno set.
bool report_json(const char *path, const struct bench_device *device,
                 const struct layer_result *rows, size_t count,
                 const struct bench_options *options);

#endif
