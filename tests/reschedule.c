// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// reschedule FILE.cubin...: take every control code and reuse flag from compiled code, let the
// scheduler set them anew, and require that the lint accepts the result and that it takes no more
// issue cycles (the sum of all stalls, each instruction counted once) than the compiler's own.
#include "sass/lint.h"
#include "sass/schedule.h"
#include "tests/cubin_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINDING_TEXT = 256 };

struct tally {
    size_t kernels, instructions, undecoded, failed, findings;
    uint64_t cycles_before, cycles_after;
    size_t waits_before, waits_after;
};

enum { ARCHS = 4 };
static const unsigned sms[ARCHS] = {80, 86, 89, 90};

static uint64_t issue_cycles(unsigned sm, const struct sass_word *code, size_t words, size_t *waits)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < words; i++) {
        struct sass_inst inst;
        if (!sass_decode(sm, code[i], &inst))
            continue;
        cycles += inst.control.stall;
        *waits += (size_t)__builtin_popcount(inst.control.wait_mask);
    }
    return cycles;
}

// False if a word does not decode or cannot be encoded again.
static bool strip(unsigned sm, struct sass_word *code, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        struct sass_inst inst;
        if (!sass_decode(sm, code[i], &inst))
            return false;
        for (unsigned o = 0; o < SASS_MAX_OPERANDS; o++)
            inst.operands[o].reuse = false;
        inst.control = (struct sass_control){
            .stall = 1, .write_barrier = SASS_NO_BARRIER, .read_barrier = SASS_NO_BARRIER};
        if (sass_encode(&inst, &code[i]) != NULL)
            return false;
    }
    return true;
}

static void report(const char *path, const struct cubin_kernel *kernel, size_t at, const char *text)
{
    printf("%s: %s+%04zx: %s\n", path, kernel->name, at * SASS_WORD_BYTES, text);
}

static void reschedule(const char *path, unsigned sm, const struct cubin_kernel *kernel,
                       struct tally *tally)
{
    struct sass_word *code = malloc(kernel->words * sizeof *code + 1);
    bool *fixed = calloc(kernel->words + 1, sizeof *fixed);
    if (!code || !fixed) {
        fprintf(stderr, "reschedule: out of memory\n");
        exit(1);
    }
    memcpy(code, kernel->code, kernel->words * sizeof *code);
    if (!strip(sm, code, kernel->words)) {
        tally->undecoded++;
        goto end;
    }
    tally->kernels++;
    tally->instructions += kernel->words;
    struct sass_schedule_error error;
    if (sass_schedule(sm, code, kernel->words, fixed, &error) != SASS_SCHEDULE_OK) {
        tally->failed++;
        report(path, kernel, error.at, "cannot be scheduled");
        goto end;
    }
    struct cubin_kernel scheduled = *kernel;
    scheduled.code = code;
    struct sass_lint_finding *findings;
    size_t count = sass_lint(sm, &scheduled, &findings);
    for (size_t i = 0; count != (size_t)-1 && i < count; i++) {
        char text[FINDING_TEXT];
        sass_lint_text(&findings[i], text, sizeof text);
        report(path, kernel, findings[i].at, text);
    }
    tally->findings += count;
    free(findings);
    tally->cycles_before += issue_cycles(sm, kernel->code, kernel->words, &tally->waits_before);
    tally->cycles_after += issue_cycles(sm, code, kernel->words, &tally->waits_after);
end:
    free(fixed);
    free(code);
}

static bool add_file(const char *path, struct tally *tallies)
{
    struct cubin *cubin = cubin_file_read(path);
    if (!cubin)
        return false;
    for (unsigned a = 0; a < ARCHS; a++) {
        for (size_t k = 0; sms[a] == cubin->sm && k < cubin->count + cubin->function_count; k++)
            reschedule(path, cubin->sm, &cubin->kernels[k], &tallies[a]);
    }
    cubin_free(cubin);
    return true;
}

int main(int argc, char **argv)
{
    struct tally tallies[ARCHS] = {{0}};
    bool good = true;
    size_t kernels = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: reschedule FILE.cubin...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++)
        good = add_file(argv[i], tallies) && good;
    printf("%-6s %8s %12s %9s %8s %12s %12s %6s %9s %9s\n", "arch", "kernels", "instructions",
           "refused", "findings", "cycles", "rescheduled", "ratio", "waits", "resched.");
    for (unsigned a = 0; a < ARCHS; a++) {
        const struct tally *t = &tallies[a];
        if (t->kernels + t->undecoded == 0)
            continue;
        double ratio = (double)t->cycles_after / (double)t->cycles_before;
        printf("sm_%-3u %8zu %12zu %9zu %8zu %12" PRIu64 " %12" PRIu64 " %6.3f %9zu %9zu\n", sms[a],
               t->kernels, t->instructions, t->undecoded + t->failed, t->findings, t->cycles_before,
               t->cycles_after, ratio, t->waits_before, t->waits_after);
        good = good && t->undecoded + t->failed + t->findings == 0 && ratio <= 1.0;
        kernels += t->kernels;
    }
    return good && kernels ? 0 : 1;
}
