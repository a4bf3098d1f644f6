// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/report.h"

#include "bench/output_file.h"
#include "bench/shape.h"
#include "bench/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// A JSON string: quotes, backslashes and control characters escaped. Paths need not be UTF-8,
/// which JSON is: a byte that begins no character becomes U+FFFD.
static void put_string(FILE *file, const char *text)
{
    putc('"', file);
    for (size_t size; *text; text += size ? size : 1) {
        unsigned char byte = (unsigned char)*text;
        size = utf8_character(text, strlen(text));
        if (size == 0)
            fputs("\\ufffd", file);
        else if (byte == '"' || byte == '\\')
            fprintf(file, "\\%c", byte);
        else if (byte < 0x20)
            fprintf(file, "\\u%04x", byte);
        else
            fwrite(text, 1, size, file);
    }
    putc('"', file);
}

static void put_string_or_null(FILE *file, const char *text)
{
    if (text && *text)
        put_string(file, text);
    else
        fputs("null", file);
}

static void put_member(FILE *file, const char *name, const char *value)
{
    fprintf(file, "\"%s\": ", name);
    put_string(file, value);
    fputs(", ", file);
}

static void put_shape(FILE *file, const struct conv_problem *conv)
{
    const struct {
        const char *name;
        int64_t value;
    } member[] = {
        {"n", conv->n},
        {"c", conv->c},
        {"h", conv->h},
        {"w", conv->w},
        {"k", conv->k},
        {"r", conv->r},
        {"s", conv->s},
        {"p", conv->p},
        {"q", conv->q},
        {"pad_h", conv->pad[1]},
        {"pad_w", conv->pad[2]},
        {"stride_h", conv->stride[1]},
        {"stride_w", conv->stride[2]},
        {"dilation_h", conv->dilation[1]},
        {"dilation_w", conv->dilation[2]},
        {"groups", conv->groups},
    };
    for (size_t i = 0; i < sizeof(member) / sizeof(member[0]); i++)
        fprintf(file, "%s\"%s\": %" PRId64, i ? ", " : "{", member[i].name, member[i].value);
    putc('}', file);
}

static void put_row(FILE *file, const struct bench_device *device, const struct layer_result *row)
{
    char problem[PROBLEM_STRING_TEXT];
    problem_string_format(row->problem, problem);
    fputs("    {", file);
    put_member(file, "name", row->name);
    put_member(file, "problem", problem);
    fputs("\"shape\": ", file);
    put_shape(file, &row->problem->conv);
    fputs(", ", file);
    put_member(file, "kernel", row->kernel);
    fprintf(file, "\"flop\": %.0f, ", shape_flop(&row->problem->conv));
    if (row->timed)
        fprintf(file, "\"time_ms\": %.6g, \"gflops\": %.6g, ", row->time_ms, row->gflops);
    else
        fputs("\"time_ms\": null, \"gflops\": null, ", file);
    if (row->modelled_cycles > 0)
        fprintf(file, "\"modelled_cycles\": %.0f, \"modelled_efficiency\": %.4f, ",
                row->modelled_cycles,
                report_modelled_efficiency(device, shape_flop(&row->problem->conv),
                                           row->modelled_cycles));
    else
        fputs("\"modelled_cycles\": null, \"modelled_efficiency\": null, ", file);
    fprintf(file, "\"warp_instructions\": %llu, ", row->instructions);
    fprintf(file, "\"integer_batch\": %" PRId64 ", \"float_batch\": %" PRId64 ", ",
            row->integer_batch, row->float_batch);
    put_member(file, "error", row->text);
    fputs("\"check\": ", file);
    put_string(file, row->check);
    putc('}', file);
}

static void put_kernels(FILE *file, const struct bench_device *device)
{
    fputs("\"kernel_dir\": ", file);
    put_string_or_null(file, device->kernel_folder);
    fputs(",\n  \"kernels\": [", file);
    for (int i = 0; i < KERNEL_COUNT; i++) {
        fputs(i ? ", {" : "{", file);
        put_member(file, "name", device->kernels[i].name);
        fprintf(file, "\"sm\": %u, \"file\": ", device->kernels[i].sm);
        put_string_or_null(file, device->kernels[i].file);
        putc('}', file);
    }
    fputs("],\n  ", file);
}

bool report_json(const char *path, const struct bench_device *device,
                 const struct layer_result *rows, size_t count, const struct bench_options *options)
{
    struct output_file output;
    if (!output_file_open(&output, path))
        return false;
    FILE *file = output.stream;
    fputs("{\n  ", file);
    put_member(file, "schema", "sassdnn-bench/1");
    put_member(file, "version", SASSDNN_VERSION_TEXT);
    fputs("\n  \"device\": {", file);
    put_member(file, "name", device->name);
    put_member(file, "driver", device->driver->path);
    fprintf(file, "\"driver_api\": %d, \"sm\": %u, \"sm_count\": %u, \"emulated\": %s},\n  ",
            device->driver_version, device->sm, device->sm_count,
            device->emulated ? "true" : "false");
    put_kernels(file, device);
    put_member(file, "time", device->emulated ? "emulated" : "gpu");
    put_member(file, "check", check_extent_name(options->check));
    fprintf(file, "\"seed\": %" PRIu64 ", \"complete\": %s,\n  \"layers\": [\n", options->seed,
            count == options->problems.count ? "true" : "false");
    for (size_t i = 0; i < count; i++) {
        put_row(file, device, &rows[i]);
        fputs(i + 1 < count ? ",\n" : "\n", file);
    }
    fputs("  ]\n}\n", file);
    return output_file_close(&output);
}
