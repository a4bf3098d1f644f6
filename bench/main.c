// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// sassdnn-bench: time and check the convolutions of a network, layer by layer.
#include "bench/output_file.h"
#include "bench/progress.h"
#include "bench/report.h"
#include "bench/shape.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_WRONG = 2 };

// Random outputs compared at --check sample, beside corners and edges.
enum { SAMPLES = 4096 };

// Batch of the float comparison at --check sample on the emulator: a second pass over a full batch
// would take as long as the first and meet the same code.
enum { EMULATED_FLOAT_BATCH = 16 };

// Timed samples on a GPU; the emulator's speed is that of one launch.
enum { REPEATS = 21 };

static void fail(struct layer_result *row, const char *why, const char *text)
{
    row->failed = true;
    snprintf(row->check, sizeof(row->check), "FAILED(%s)", why);
    snprintf(row->text, sizeof(row->text), "%s", text);
}

/// Run once and note the outcome. Returns whether it was good.
static bool run(struct layer_result *row, const struct conv_call *call,
                const struct bench_device *device, const struct conv_run_options *how,
                struct conv_run_result *result)
{
    const char *const why[] = {[CONV_REFUSED] = "call",
                               [CONV_MEMORY] = "memory",
                               [CONV_CRASHED] = "crash",
                               [CONV_GUARD] = "guard",
                               [CONV_WRONG] = how->integers ? "int" : "float"};
    enum conv_outcome outcome = conv_run(call, device, how, result);
    if (outcome != CONV_OK)
        fail(row, why[outcome], result->text);
    row->crashed = outcome == CONV_CRASHED;
    return outcome == CONV_OK;
}

/// Run at the full batch: the run whose time counts, which is the one to be modelled.
static bool run_full(struct layer_result *row, const struct conv_call *call,
                     const struct bench_device *device, const struct bench_options *options,
                     const struct conv_run_options *how, struct conv_run_result *result)
{
    unsigned long long before = bench_device_modelled(device);
    bench_device_model(device, options->model);
    bool good = run(row, call, device, how, result);
    bench_device_model(device, false);
    row->modelled_cycles = (double)(bench_device_modelled(device) - before);
    return good;
}

static void note_time(struct layer_result *row, const struct bench_device *device,
                      const struct conv_run_result *result)
{
    row->wall_s += result->wall_s;
    row->instructions += result->instructions;
    row->time_ms = result->time_ms;
    row->gflops = shape_flop(&row->problem->conv) / result->time_ms / 1e6;
    row->timed = true;
    // Nothing is faster than the device: such a figure means a broken clock or skipped work.
    if (!device->emulated && device->peak_gflops > 0 && row->gflops > device->peak_gflops) {
        char text[CONV_RUN_TEXT];
        snprintf(text, sizeof(text), "%.0f GFLOP/s is above the device's peak of %.0f", row->gflops,
                 device->peak_gflops);
        fail(row, "peak", text);
        row->timed = false;
    }
}

/// The float comparison of an emulated layer, at a batch that may be smaller.
static void run_small(struct layer_result *row, const struct bench_device *device,
                      const struct conv_run_options *how, int64_t batch)
{
    struct conv_problem problem = row->problem->conv;
    struct conv_call call;
    struct conv_run_result result;
    char text[CONV_RUN_TEXT];
    problem.n = batch;
    if (conv_call_open(&call, device, &problem, text) != SASSDNN_STATUS_SUCCESS) {
        fail(row, "call", text);
        return;
    }
    run(row, &call, device, how, &result);
    conv_call_close(&call);
}

static void run_layer(struct layer_result *row, const struct bench_device *device,
                      const struct bench_options *options)
{
    const struct conv_problem *problem = &row->problem->conv;
    struct conv_run_options how = {
        .extent = options->check, .seed = options->seed, .samples = SAMPLES, .repeats = 1};
    struct conv_run_result result;
    struct conv_call call;
    char text[CONV_RUN_TEXT];
    if (conv_call_open(&call, device, problem, text) != SASSDNN_STATUS_SUCCESS) {
        fail(row, "call", text);
        return;
    }
    snprintf(row->check, sizeof(row->check), options->check == CHECK_NONE ? "none" : "ok");
    bool good = true;
    if (options->check != CHECK_NONE) {
        how.integers = true;
        row->integer_batch = problem->n;
        good = run_full(row, &call, device, options, &how, &result);
        if (good && device->emulated)
            note_time(row, device, &result);
        how.integers = false;
    }
    if (good && device->emulated && options->check != CHECK_NONE) {
        bool all = options->check == CHECK_FULL || problem->n < EMULATED_FLOAT_BATCH;
        row->float_batch = all ? problem->n : EMULATED_FLOAT_BATCH;
        run_small(row, device, &how, row->float_batch);
    } else if (good) {
        // Random floats are what a GPU is timed on: integers draw less power.
        how.repeats = device->emulated ? 1 : REPEATS;
        row->float_batch = options->check == CHECK_NONE ? 0 : problem->n;
        if (run_full(row, &call, device, options, &how, &result))
            note_time(row, device, &result);
    }
    conv_call_close(&call);
}

/// Name the rows and ask for their kernels, which the table's head needs.
static void prepare(struct layer_result *rows, const struct bench_device *device,
                    const struct problem_list *problems)
{
    for (size_t i = 0; i < problems->count; i++) {
        struct layer_result *row = &rows[i];
        struct conv_call call;
        row->problem = &problems->item[i];
        problem_label(row->problem, i, row->name);
        char text[CONV_RUN_TEXT];
        if (conv_call_open(&call, device, &row->problem->conv, text) != SASSDNN_STATUS_SUCCESS)
            continue; // run_layer reports it
        memcpy(row->kernel, call.kernel, sizeof(row->kernel));
        conv_call_close(&call);
    }
}

static bool run_all(struct layer_result *rows, const struct bench_device *device,
                    const struct bench_options *options)
{
    size_t count = options->problems.count;
    double total = 0, done = 0;
    bool good = true, crashed = false;
    struct table table;
    for (size_t i = 0; i < count; i++)
        total += shape_flop(&rows[i].problem->conv);
    report_begin(&table, device, rows, count);
    struct progress *progress = progress_start(device, total);
    for (size_t i = 0; i < count; i++) {
        double step = shape_flop(&rows[i].problem->conv);
        progress_step(progress, rows[i].name, done, step);
        if (crashed) // the driver refuses everything from then on
            fail(&rows[i], "crash", "not run: a kernel above ended with a driver error");
        else
            run_layer(&rows[i], device, options);
        crashed |= rows[i].crashed;
        progress_hide(progress);
        report_row(&table, &rows[i], options);
        // However the run ends, what it has measured is kept. What fails here fails at the end too.
        if (i + 1 < count && options->json && output_file_replaces(options->json))
            report_json(options->json, device, rows, i + 1, options);
        good &= !rows[i].failed;
        done += step;
    }
    progress_stop(progress);
    report_end(&table, rows, count, options);
    return good;
}

static int bench(const struct bench_options *options)
{
    char error[BENCH_DEVICE_TEXT];
    struct bench_device device;
    if (!bench_device_open(&device, error)) {
        fprintf(stderr, "sassdnn-bench: %s\n", error);
        return EXIT_FAILED;
    }
    if (options->model && !bench_device_can_model(&device)) {
        fputs("sassdnn-bench: --model: the device must be the emulated GPU\n", stderr);
        bench_device_close(&device);
        return EXIT_WRONG;
    }
    int status = EXIT_FAILED;
    struct layer_result *rows = calloc(options->problems.count, sizeof(*rows));
    if (!rows) {
        fputs("sassdnn-bench: out of memory\n", stderr);
    } else {
        prepare(rows, &device, &options->problems);
        status = run_all(rows, &device, options) ? EXIT_GOOD : EXIT_FAILED;
        if (options->json &&
            !report_json(options->json, &device, rows, options->problems.count, options)) {
            fprintf(stderr, "sassdnn-bench: %s: %s\n", options->json, strerror(errno));
            status = EXIT_FAILED;
        }
    }
    free(rows);
    bench_device_close(&device);
    return status;
}

/// Whether a report can be written, before a run of minutes and not after it.
static bool can_write(const char *path)
{
    if (!path || output_file_possible(path))
        return true;
    fprintf(stderr, "sassdnn-bench: %s: %s\n", path, strerror(errno));
    return false;
}

/// Give the standard streams that are closed to /dev/null, so that no file that is opened later
/// gets their numbers and their output. Returns whether stdout was open.
static bool fill_standard_streams(void)
{
    bool open_stdout = true;
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) >= 0)
            continue;
        open_stdout &= stream != STDOUT_FILENO;
        if (open("/dev/null", O_RDWR) < 0)
            return false;
    }
    return open_stdout;
}

int main(int argc, char **argv)
{
    struct bench_options options;
    if (!fill_standard_streams()) {
        fputs("sassdnn-bench: stdout is closed\n", stderr);
        return EXIT_FAILED;
    }
    enum options_outcome outcome = options_parse(&options, argc, argv);
    int status = outcome == OPTIONS_WRONG ? EXIT_WRONG : EXIT_GOOD;
    if (outcome == OPTIONS_RUN)
        status = can_write(options.json) ? bench(&options) : EXIT_WRONG;
    problem_list_free(&options.problems);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("sassdnn-bench: stdout could not be written\n", stderr);
        status = status == EXIT_GOOD ? EXIT_FAILED : status;
    }
    return status;
}
