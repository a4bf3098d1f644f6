// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// control_mutants FOLDER FILE.cubin NAME COUNT [SEED]: change one control field of the convolution
// kernel at random, and where the lint then has findings that are no warnings, run the changed
// kernel on the emulated GPU, whose check of control codes must find something as well: COUNT
// times. FOLDER must exist; the changed kernel is written there. 95 of 100 must be found.
#include "bench/conv_run.h"
#include "bench/problem_string.h"
#include "sass/cubin.h"
#include "sass/lint.h"
#include "sass/whole_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATH_TEXT = 512, NEEDED_PERCENT = 95 };

struct mutant {
    size_t at; ///< index of the instruction
    const char *field;
    unsigned pos, width;
    uint64_t before, after;
};

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % n;
}

// A field of the control code gets another value; one bit of the waits and of the reuse flags.
static struct mutant change(const struct cubin_kernel *kernel)
{
    static const struct {
        const char *name;
        unsigned pos, width;
    } fields[] = {{"stall", 105, 4},        {"yield", 109, 1}, {"write barrier", 110, 3},
                  {"read barrier", 113, 3}, {"wait", 116, 6},  {"reuse", 122, 3}};
    unsigned f = below(sizeof fields / sizeof fields[0]);
    struct mutant m = {.at = below((unsigned)kernel->words),
                       .field = fields[f].name,
                       .pos = fields[f].pos,
                       .width = fields[f].width};
    if (f >= 4) {
        m.pos += below(m.width);
        m.width = 1;
    }
    m.before = sass_get_bits(kernel->code[m.at], m.pos, m.width);
    do
        m.after = below(1U << m.width);
    while (m.after == m.before);
    return m;
}

static bool is_harmful(unsigned sm, const struct cubin_kernel *kernel)
{
    struct sass_lint_finding *findings;
    size_t count = sass_lint(sm, kernel, &findings);
    bool harmful = false;
    for (size_t i = 0; count != (size_t)-1 && i < count; i++)
        harmful = harmful || !sass_lint_is_warning(findings[i].rule);
    free(findings);
    return harmful;
}

static bool write_file(const char *path, const unsigned char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool ok = file && fwrite(data, 1, size, file) == size;
    if (file && fclose(file) != 0)
        ok = false;
    return ok;
}

// Odd shapes, so that every part of the kernel runs.
static bool run_all(const struct bench_device *device)
{
    static const char *const problems[] = {"mb2ic5ih9iw11oc70kh3ph1", "g2mb1ic6ih7oc10kh2sh2ph1",
                                           "mb1ic20ih12oc5kh1"};
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        struct bench_problem problem;
        struct conv_call call;
        struct conv_run_result result;
        const struct conv_run_options options = {.extent = CHECK_NONE, .seed = 1, .repeats = 1};
        char error[CONV_RUN_TEXT];
        size_t column;
        if (!problem_string_parse(problems[i], strlen(problems[i]), &problem, &column, error)) {
            fprintf(stderr, "control_mutants: %s: %s\n", problems[i], error);
            return false;
        }
        problem.conv.beta = (double)(i % 2);
        if (conv_call_open(&call, device, &problem.conv, error) != SASSDNN_STATUS_SUCCESS) {
            fprintf(stderr, "control_mutants: %s: %s\n", problems[i], error);
            return false;
        }
        enum conv_outcome outcome = conv_run(&call, device, &options, &result);
        conv_call_close(&call);
        if (outcome != CONV_OK)
            return false;
    }
    return true;
}

// Whether the emulated GPU reports a hazard, or ends the kernel; *opens: whether there is a GPU.
static bool is_found(const char *report, bool *opens)
{
    struct bench_device device;
    char error[BENCH_DEVICE_TEXT];
    size_t size;
    remove(report);
    *opens = bench_device_open(&device, error);
    if (!*opens) {
        fprintf(stderr, "control_mutants: %s\n", error);
        return false;
    }
    bool ends_well = run_all(&device);
    bench_device_close(&device);
    char *text = (char *)whole_file_read(report, &size);
    bool found = !ends_well || (text && strstr(text, "hazard in kernel"));
    free(text);
    return found;
}

struct paths {
    char cubin[PATH_TEXT], report[PATH_TEXT];
};

// 1 and the like: 0 where the change is harmless, -1 where nothing works.
static int try_one(unsigned sm, const unsigned char *image, size_t size,
                   struct cubin_kernel *kernel, const struct paths *paths, bool *found)
{
    char error[CUBIN_ERROR_TEXT];
    unsigned char *changed;
    struct mutant m = change(kernel);
    struct sass_word *word = (struct sass_word *)&kernel->code[m.at], saved = *word;
    bool opens = true;
    sass_set_bits(word, m.pos, m.width, m.after);
    int outcome = 0;
    if (is_harmful(sm, kernel)) {
        bool ok = cubin_replace_code(sm, image, size, kernel, 1, &changed, error) &&
                  write_file(paths->cubin, changed, size);
        free(ok ? changed : NULL);
        *found = ok && is_found(paths->report, &opens);
        outcome = ok && opens ? 1 : -1;
        if (ok && !*found)
            printf("missed: %04zx %s %" PRIu64 " to %" PRIu64 "\n", m.at * SASS_WORD_BYTES, m.field,
                   m.before, m.after);
    }
    *word = saved;
    return outcome;
}

static int run(const struct paths *paths, const char *file, unsigned count)
{
    char error[CUBIN_ERROR_TEXT];
    size_t size;
    unsigned char *image = whole_file_read(file, &size);
    struct cubin *cubin = image ? cubin_read(image, size, error) : NULL;
    bool opens, found = false;
    if (!cubin || cubin->count != 1) {
        fprintf(stderr, "control_mutants: %s: a cubin with one kernel was expected\n", file);
        return 1;
    }
    if (!write_file(paths->cubin, image, size) || is_found(paths->report, &opens) || !opens) {
        fprintf(stderr, "control_mutants: the kernel itself has findings, or does not run\n");
        return 1;
    }
    unsigned made = 0, caught = 0, tried = 0;
    while (made < count) {
        int outcome = try_one(cubin->sm, image, size, &cubin->kernels[0], paths, &found);
        tried++;
        if (outcome < 0)
            return 1;
        made += (unsigned)outcome;
        caught += outcome && found;
    }
    printf("%u changes, %u harmful by the lint, %u of them found while running (%.1f %%)\n", tried,
           made, caught, 100.0 * caught / made);
    cubin_free(cubin);
    free(image);
    return 100 * caught < NEEDED_PERCENT * made;
}

int main(int argc, char **argv)
{
    struct paths paths;
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: control_mutants FOLDER FILE.cubin NAME COUNT [SEED]\n");
        return 2;
    }
    unsigned count = (unsigned)strtoul(argv[4], NULL, 10);
    if (getenv("SASSDNN_TEST_LONG"))
        count = 2000;
    seed = argc > 5 ? strtoull(argv[5], NULL, 10) : (uint64_t)time(NULL);
    printf("seed %" PRIu64 "\n", seed);
    snprintf(paths.cubin, sizeof paths.cubin, "%s/%s", argv[1], argv[3]);
    snprintf(paths.report, sizeof paths.report, "%s/report", argv[1]);
    setenv("SASSDNN_KERNEL_DIR", argv[1], 1);
    setenv("SASSDNN_EMU_REPORT", paths.report, 1);
    setenv("SASSDNN_EMU_CHECK", "hazards", 1);
    return run(&paths, argv[2], count);
}
