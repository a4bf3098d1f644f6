// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One convolution through the public API: descriptors, guarded buffers, data, the call, the check.
#ifndef SASSDNN_BENCH_CONV_RUN_H
#define SASSDNN_BENCH_CONV_RUN_H

#include "bench/device.h"
#include "plan/problem.h"

#include <stdint.h>

enum { CONV_RUN_TEXT = 1024, CONV_RUN_KERNEL = 64 };

enum check_extent { CHECK_NONE, CHECK_SAMPLE, CHECK_FULL };

/// The descriptors of a problem and what the library says about it.
struct conv_call {
    struct conv_problem problem;
    sassdnnTensorDescriptor_t x, y;
    sassdnnFilterDescriptor_t w;
    sassdnnConvolutionDescriptor_t conv;
    sassdnnConvolutionFwdAlgo_t algo;
    size_t workspace_bytes;
    char kernel[CONV_RUN_KERNEL];
};

/// Make the descriptors of a 2-D F32 forward problem and ask for output size (which must be the
/// problem's), workspace and kernel. Returns the first status that is not a success, with a
/// one-line text in error[CONV_RUN_TEXT]; the call is then closed.
sassdnnStatus_t conv_call_open(struct conv_call *call, const struct bench_device *device,
                               const struct conv_problem *problem, char *error);
void conv_call_close(struct conv_call *call);

/// Which part of a run failed.
enum conv_outcome {
    CONV_OK,
    CONV_REFUSED, ///< by the library or the driver, for instance for want of device memory
    CONV_MEMORY,  ///< out of host memory
    CONV_CRASHED, ///< the kernel ended with a driver error
    CONV_GUARD,   ///< a guard word, a gap in y, or an input was overwritten
    CONV_WRONG,   ///< a value is wrong or missing
};

struct conv_run_options {
    enum check_extent extent;
    bool integers; ///< small integers, compared exactly; otherwise floats within the bound
    uint64_t seed;
    size_t samples; ///< random outputs for CHECK_SAMPLE, beside corners and edges
    int repeats; ///< samples of which time_ms is the median, after the check and a warm-up; 1: time
                 ///< the checked launch itself
    /// Where not NULL, called to change the data before they are used.
    void (*edit)(const struct conv_problem *problem, float *x, float *w);
};

struct conv_run_result {
    double time_ms;                  ///< device events around the call
    double wall_s;                   ///< host clock around the checked launch
    unsigned long long instructions; ///< warp instructions of that launch; 0 on a GPU
    char text[CONV_RUN_TEXT];        ///< what went wrong, one line
};

/// Run the call once on fresh data, y filled with NaN or, where beta is not 0, with data, check it,
/// and time it.
enum conv_outcome conv_run(const struct conv_call *call, const struct bench_device *device,
                           const struct conv_run_options *options, struct conv_run_result *result);

#endif
