// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/report.h"

#include "bench/shape.h"
#include "bench/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LINE = 100,
    TIME_WIDTH = 11,
    RATE_WIDTH = 8,
    CHECK_WIDTH = 13,
    // What the right-hand columns and the gaps leave for name, shape and kernel.
    LEFT = LINE - TIME_WIDTH - RATE_WIDTH - CHECK_WIDTH - 5 * 2
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/// A text, filled up to `width` columns.
static void print_cell(const char *text, int width)
{
    int columns = utf8_columns(text);
    printf("%s%*s", text, columns < width ? width - columns : 0, "");
}

/// Which kernels came from a folder, and which of them the folder does not have.
static void print_kernels(const struct bench_device *device)
{
    int missing = 0;
    if (!device->kernel_folder)
        return;
    for (int i = 0; i < KERNEL_COUNT; i++)
        if (device->kernels[i].file[0])
            printf("kernel: %s, instead of the embedded one\n", device->kernels[i].file);
    for (int i = 0; i < KERNEL_COUNT; i++) {
        if (device->kernels[i].file[0])
            continue;
        if (missing++ == 0)
            printf("embedded kernels, as SASSDNN_KERNEL_DIR=%s has no", device->kernel_folder);
        printf("%s %s.sm_%u.cubin", missing > 1 ? "," : "", device->kernels[i].name,
               device->kernels[i].sm);
    }
    if (missing)
        putchar('\n');
}

void report_begin(struct table *table, const struct bench_device *device,
                  const struct layer_result *rows, size_t count)
{
    *table = (struct table){.device = device, .name_width = 5, .shape_width = 5, .kernel_width = 6};
    for (size_t i = 0; i < count; i++) {
        char shape[SHAPE_TEXT];
        shape_text(&rows[i].problem->conv, shape);
        table->name_width = larger(table->name_width, utf8_columns(rows[i].name));
        table->shape_width = larger(table->shape_width, (int)strlen(shape));
        table->kernel_width = larger(table->kernel_width, (int)strlen(rows[i].kernel));
    }
    if (table->kernel_width > LEFT / 2)
        table->kernel_width = LEFT / 2;
    if (table->name_width > LEFT / 4)
        table->name_width = LEFT / 4;
    if (table->shape_width > LEFT - table->kernel_width - table->name_width)
        table->shape_width = LEFT - table->kernel_width - table->name_width;

    printf("device: %s, sm_%u, %u SMs, CUDA driver API %d.%d, %s\n", device->name, device->sm,
           device->sm_count, device->driver_version / 1000, device->driver_version % 1000 / 10,
           device->emulated ? "EMULATED on this CPU" : "GPU");
    print_kernels(device);
    printf("forward convolution, FP32, NCHW, sassdnn %s; %s\n\n", SASSDNN_VERSION_TEXT,
           device->emulated ? "times are the emulator's, not a GPU's" : "GPU times");
    if (device->emulated)
        printf("%-*s  %-*s  %-*s  %*s  %*s\n", table->name_width, "", table->shape_width, "",
               table->kernel_width, "", TIME_WIDTH, "", RATE_WIDTH, "emulated");
    printf("%-*s  %-*s  %-*s  %*s  %*s  %s\n", table->name_width, "layer", table->shape_width,
           "shape", table->kernel_width, "kernel", TIME_WIDTH,
           device->emulated ? "emulated ms" : "ms", RATE_WIDTH, "GFLOP/s", "check");
    fflush(stdout);
}

static void print_figures(bool known, double ms, double gflops)
{
    if (known)
        printf("  %*.*f  %*.*f", TIME_WIDTH, ms < 100 ? 3 : 1, ms, RATE_WIDTH, gflops < 100 ? 2 : 1,
               gflops);
    else
        printf("  %*s  %*s", TIME_WIDTH, "-", RATE_WIDTH, "-");
}

void report_row(const struct table *table, const struct layer_result *row,
                const struct bench_options *options)
{
    char shape[SHAPE_TEXT];
    shape_text(&row->problem->conv, shape);
    const char *name = row->name, *shown = shape;
    if (utf8_columns(name) > table->name_width || (int)strlen(shape) > table->shape_width) {
        printf("%s  %s\n", name, shape); // too long for its columns: a line of its own
        name = shown = "";
    }
    print_cell(name, table->name_width);
    printf("  %-*s  %-*.*s", table->shape_width, shown, table->kernel_width, table->kernel_width,
           row->kernel[0] ? row->kernel : "-");
    print_figures(row->timed, row->time_ms, row->gflops);
    printf("  %s\n", row->check);
    if (row->failed) {
        char problem[PROBLEM_STRING_TEXT];
        problem_string_format(row->problem, problem);
        printf("  %s\n  again: sassdnn-bench --seed %" PRIu64 " --check %s '%s'\n", row->text,
               options->seed, check_extent_name(options->check), problem);
    }
    fflush(stdout);
}

double report_modelled_efficiency(const struct bench_device *device, double flop, double cycles)
{
    return flop / (2 * bench_device_lanes(device) * cycles * device->sm_count);
}

static void print_modelled_row(const struct table *table, const char *name, double flop,
                               double cycles)
{
    enum { CYCLES_WIDTH = 17, EFFICIENCY_WIDTH = 21 };
    print_cell(name, table->name_width);
    if (cycles > 0)
        printf("  %*.0f  %*.1f\n", CYCLES_WIDTH - 2, cycles, EFFICIENCY_WIDTH - 2,
               100 * report_modelled_efficiency(table->device, flop, cycles));
    else
        printf("  %*s  %*s\n", CYCLES_WIDTH - 2, "-", EFFICIENCY_WIDTH - 2, "-");
}

/// A table of its own, so that nobody takes modelled figures for measured ones.
static void print_modelled(const struct table *table, const struct layer_result *rows, size_t count)
{
    double flop = 0, cycles = 0;
    bool all = true;
    puts("the cycle model's figures, modelled and not measured:");
    print_cell("layer", table->name_width);
    puts("  modelled cycles  modelled efficiency, %");
    for (size_t i = 0; i < count; i++) {
        double here = shape_flop(&rows[i].problem->conv);
        print_modelled_row(table, rows[i].name, here, rows[i].modelled_cycles);
        flop += here;
        cycles += rows[i].modelled_cycles;
        all &= rows[i].modelled_cycles > 0;
    }
    if (count > 1)
        print_modelled_row(table, "total", flop, all ? cycles : 0);
    putchar('\n');
}

static void print_check(const struct layer_result *rows, size_t count,
                        const struct bench_options *options)
{
    bool reduced = false;
    int64_t batch = 0;
    for (size_t i = 0; i < count; i++)
        if (rows[i].float_batch > 0 && rows[i].float_batch < rows[i].integer_batch) {
            reduced = true;
            batch = rows[i].float_batch;
        }
    if (options->check == CHECK_NONE) {
        puts("check: none, results were not looked at");
        return;
    }
    puts("check: integers exactly, then random floats within a bound per element;");
    if (reduced)
        printf("       floats only at batch %" PRId64 " where the batch is larger;\n", batch);
    puts(options->check == CHECK_FULL ? "       every output compared; guard words around x, w, y"
                                      : "       corners, edges and random outputs compared, none "
                                        "left unwritten; guard words\n"
                                        "       around x, w, y");
}

void report_end(const struct table *table, const struct layer_result *rows, size_t count,
                const struct bench_options *options)
{
    double flop = 0, ms = 0, wall = 0, instructions = 0;
    bool timed = true;
    for (size_t i = 0; i < count; i++) {
        flop += shape_flop(&rows[i].problem->conv);
        ms += rows[i].time_ms;
        wall += rows[i].wall_s;
        instructions += (double)rows[i].instructions;
        timed &= rows[i].timed;
    }
    if (count > 1) {
        char work[SHAPE_TEXT];
        snprintf(work, sizeof(work), "%.2f GFLOP", flop / 1e9);
        printf("%-*s  %-*s  %-*s", table->name_width, "total", table->shape_width, work,
               table->kernel_width, "");
        print_figures(timed, ms, flop / ms / 1e6);
        putchar('\n');
    }
    putchar('\n');
    if (options->model)
        print_modelled(table, rows, count);
    print_check(rows, count, options);
    if (table->device->emulated) {
        if (wall > 0)
            printf("emulator: %.3g warp instructions in %.1f s, %.1f million per second\n",
                   instructions, wall, instructions / wall / 1e6);
    } else {
        puts("time: median of event-timed samples of at least about 1 ms each, after a warm-up,\n"
             "      caches warm");
    }
}
