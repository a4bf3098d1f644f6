// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/conv_run.h"

#include "bench/check.h"
#include "bench/data.h"
#include "bench/guard_buffer.h"
#include "bench/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct buffers {
    struct guard_buffer x, w, y, workspace;
    float *host_x, *host_w, *host_y; // host_y: the result
    float *prior;                    // y before the call; NULL where beta is 0
    float *scratch;                  // as many words as the largest of x, w and y
};

static void fill_pattern(float *values, size_t count)
{
    const uint32_t pattern = CHECK_UNWRITTEN;
    for (size_t i = 0; i < count; i++)
        memcpy(&values[i], &pattern, sizeof(pattern));
}

/// A host tensor with data, NaN in its gaps; NULL when memory runs out.
static float *make_tensor(struct data_rng *rng, const struct shape_tensor *tensor, int limit)
{
    size_t words = shape_extent(tensor);
    float *values = malloc(words * sizeof(*values));
    if (values) {
        fill_pattern(values, words);
        data_fill(rng, tensor, limit, values);
    }
    return values;
}

static size_t largest(size_t a, size_t b, size_t c)
{
    size_t most = a > b ? a : b;
    return most > c ? most : c;
}

/// The host's side of the buffers, filled. Memory runs out here and not halfway through a check.
static enum conv_outcome make_host(struct buffers *buffers, const struct conv_problem *problem,
                                   const struct conv_run_options *options, char *error)
{
    struct shape_tensor x = shape_x(problem), w = shape_w(problem), y = shape_y(problem);
    struct data_rng rng = {options->seed};
    int limit = options->integers ? data_integer_limit(problem) : 0;
    if (options->integers && limit == 0) {
        snprintf(error, CONV_RUN_TEXT, "the sum is too long for an exact comparison");
        return CONV_REFUSED;
    }
    buffers->host_x = make_tensor(&rng, &x, limit);
    buffers->host_w = make_tensor(&rng, &w, limit);
    buffers->host_y = malloc(shape_extent(&y) * sizeof(float));
    if (problem->beta != 0)
        buffers->prior = make_tensor(&rng, &y, limit);
    size_t most = largest(shape_extent(&x), shape_extent(&w), shape_extent(&y));
    buffers->scratch = malloc(most * sizeof(float));
    if (!buffers->host_x || !buffers->host_w || !buffers->host_y || !buffers->scratch ||
        (problem->beta != 0 && !buffers->prior)) {
        snprintf(error, CONV_RUN_TEXT, "out of host memory");
        return CONV_MEMORY;
    }
    if (options->edit)
        options->edit(problem, buffers->host_x, buffers->host_w);
    return CONV_OK;
}

/// The device's side of the buffers.
static bool make_device(struct buffers *buffers, const struct conv_call *call,
                        const struct bench_device *device, char *error)
{
    const struct conv_problem *problem = &call->problem;
    const struct driver *driver = device->driver;
    struct shape_tensor x = shape_x(problem), w = shape_w(problem), y = shape_y(problem);
    if (!guard_buffer_create(&buffers->x, driver, shape_extent(&x), error) ||
        !guard_buffer_create(&buffers->w, driver, shape_extent(&w), error) ||
        !guard_buffer_create(&buffers->y, driver, shape_extent(&y), error) ||
        !guard_buffer_upload(&buffers->x, buffers->host_x, error) ||
        !guard_buffer_upload(&buffers->w, buffers->host_w, error))
        return false;
    if (call->workspace_bytes > 0 &&
        !guard_buffer_create(&buffers->workspace, driver, (call->workspace_bytes + 3) / 4, error))
        return false;
    return buffers->prior ? guard_buffer_upload(&buffers->y, buffers->prior, error)
                          : guard_buffer_fill(&buffers->y, CHECK_UNWRITTEN, error);
}

static void free_buffers(struct buffers *buffers)
{
    guard_buffer_destroy(&buffers->x);
    guard_buffer_destroy(&buffers->w);
    guard_buffer_destroy(&buffers->y);
    guard_buffer_destroy(&buffers->workspace);
    free(buffers->host_x);
    free(buffers->host_w);
    free(buffers->host_y);
    free(buffers->prior);
    free(buffers->scratch);
}

static sassdnnStatus_t forward(const struct conv_call *call, const struct bench_device *device,
                               const struct buffers *buffers)
{
    float alpha = (float)call->problem.alpha, beta = (float)call->problem.beta;
    return sassdnnConvolutionForward(
        device->handle, &alpha, call->x, (const void *)(uintptr_t)buffers->x.data, call->w,
        (const void *)(uintptr_t)buffers->w.data, call->conv, call->algo,
        (void *)(uintptr_t)buffers->workspace.data, call->workspace_bytes, &beta, call->y,
        (void *)(uintptr_t)buffers->y.data);
}

static double host_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Launch `count` times between two events and wait. *ms is the time per launch.
static enum conv_outcome launch(const struct conv_call *call, const struct bench_device *device,
                                const struct buffers *buffers, int count, double *ms, char *error)
{
    const struct driver *driver = device->driver;
    CUevent start = NULL, end = NULL;
    float elapsed = 0;
    enum conv_outcome outcome = CONV_OK;
    if (driver->cuEventCreate(&start, CU_EVENT_DEFAULT) != CUDA_SUCCESS ||
        driver->cuEventCreate(&end, CU_EVENT_DEFAULT) != CUDA_SUCCESS ||
        driver->cuEventRecord(start, NULL) != CUDA_SUCCESS) {
        snprintf(error, CONV_RUN_TEXT, "the driver refuses an event");
        outcome = CONV_REFUSED;
    }
    for (int i = 0; i < count && outcome == CONV_OK; i++) {
        sassdnnStatus_t status = forward(call, device, buffers);
        if (status == SASSDNN_STATUS_SUCCESS)
            continue;
        char text[512];
        sassdnnGetLastErrorString(text, sizeof(text));
        snprintf(error, CONV_RUN_TEXT, "sassdnnConvolutionForward: %s: %s",
                 sassdnnGetErrorString(status), text);
        outcome = CONV_REFUSED;
    }
    // A launch that failed may already show in the first of these calls.
    CUresult result = CUDA_SUCCESS;
    if (outcome == CONV_OK &&
        ((result = driver->cuEventRecord(end, NULL)) != CUDA_SUCCESS ||
         (result = driver->cuCtxSynchronize()) != CUDA_SUCCESS ||
         (result = driver->cuEventElapsedTime(&elapsed, start, end)) != CUDA_SUCCESS)) {
        char text[512];
        driver_error_text(driver, result, text, sizeof(text));
        snprintf(error, CONV_RUN_TEXT, "%s: %s", call->kernel, text);
        outcome = CONV_CRASHED;
    }
    if (start)
        driver->cuEventDestroy_v2(start);
    if (end)
        driver->cuEventDestroy_v2(end);
    *ms = (double)elapsed / count;
    return outcome;
}

/// Whether the kernel left an input as it was. `now` has room for it.
static bool check_input_kept(const struct guard_buffer *buffer, const float *host, float *now,
                             const char *name, char *error)
{
    bool good =
        guard_buffer_check(buffer, name, error) && guard_buffer_download(buffer, now, error);
    if (good && memcmp(now, host, buffer->words * sizeof(*now)) != 0) {
        snprintf(error, CONV_RUN_TEXT, "the kernel wrote to %s", name);
        good = false;
    }
    return good;
}

static enum conv_outcome check(const struct conv_call *call, struct buffers *buffers,
                               const struct conv_run_options *options, char *error)
{
    struct check_input input = {.problem = &call->problem,
                                .x = buffers->host_x,
                                .w = buffers->host_w,
                                .prior = buffers->prior,
                                .y = buffers->host_y,
                                .exact = options->integers};
    if (!check_input_kept(&buffers->x, buffers->host_x, buffers->scratch, "x", error) ||
        !check_input_kept(&buffers->w, buffers->host_w, buffers->scratch, "w", error) ||
        !guard_buffer_check(&buffers->y, "y", error) ||
        (buffers->workspace.memory &&
         !guard_buffer_check(&buffers->workspace, "the workspace", error)) ||
        !guard_buffer_download(&buffers->y, buffers->host_y, error) ||
        !check_gaps(&input, (unsigned char *)buffers->scratch, error))
        return CONV_GUARD;
    bool good = options->extent == CHECK_FULL
                    ? check_full(&input, error)
                    : check_sample(&input, options->samples, options->seed ^ 1, error);
    return good ? CONV_OK : CONV_WRONG;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Median over samples of the time per launch, caches warm. A sample has as many launches as take
/// about a millisecond, so that the events' own cost does not show.
static enum conv_outcome measure(const struct conv_call *call, const struct bench_device *device,
                                 const struct buffers *buffers, int repeats, double *ms,
                                 char *error)
{
    enum { MOST_REPEATS = 101, WARM_UP = 3 };
    double sample[MOST_REPEATS];
    if (repeats > MOST_REPEATS)
        repeats = MOST_REPEATS;
    enum conv_outcome outcome = launch(call, device, buffers, WARM_UP, ms, error);
    int per_sample = *ms >= 1 || *ms <= 0 ? 1 : (int)(1 / *ms) + 1;
    for (int i = 0; i < repeats && outcome == CONV_OK; i++)
        outcome = launch(call, device, buffers, per_sample, &sample[i], error);
    if (outcome != CONV_OK)
        return outcome;
    qsort(sample, (size_t)repeats, sizeof(sample[0]), ascending);
    *ms = sample[repeats / 2];
    return CONV_OK;
}

enum conv_outcome conv_run(const struct conv_call *call, const struct bench_device *device,
                           const struct conv_run_options *options, struct conv_run_result *result)
{
    struct buffers buffers = {.host_x = NULL};
    *result = (struct conv_run_result){.time_ms = 0};
    enum conv_outcome outcome = make_host(&buffers, &call->problem, options, result->text);
    if (outcome == CONV_OK && !make_device(&buffers, call, device, result->text))
        outcome = CONV_REFUSED;
    if (outcome == CONV_OK) {
        unsigned long long before = bench_device_instructions(device);
        double start = host_seconds();
        outcome = launch(call, device, &buffers, 1, &result->time_ms, result->text);
        result->wall_s = host_seconds() - start;
        result->instructions = bench_device_instructions(device) - before;
        if (outcome == CONV_OK && options->extent != CHECK_NONE)
            outcome = check(call, &buffers, options, result->text);
        if (outcome == CONV_OK && options->repeats > 1)
            outcome =
                measure(call, device, &buffers, options->repeats, &result->time_ms, result->text);
    }
    free_buffers(&buffers);
    return outcome;
}
