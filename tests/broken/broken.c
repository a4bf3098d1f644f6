// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Kernels with one mistake each: every one must be found by whom its head names, with the text and
// the place that it names, no other check being on, and its corrected twin must run to its end
// without a word from any.
// Usage: broken FOLDER [NAME...]
#include "../emu.h"
#include "case.h"

#include "sass/asm.h"
#include "sass/lint.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_TEXT = 512, PLACE_TEXT = 48 };

static unsigned sm;

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static struct sass_program *assemble(const char *path, bool is_fixed, char *error)
{
    const char *const defines[] = {is_fixed ? "FIXED=1" : "FIXED=0"};
    const struct sass_asm_options options = {.sm = sm, .defines = defines, .define_count = 1};
    return sass_assemble_file(path, &options, error);
}

// "pc 0x0040": the first instruction of the marked line; "" where none is marked.
static void place_of(const struct sass_program *program, const char *path, unsigned line,
                     char place[PLACE_TEXT])
{
    place[0] = '\0';
    for (size_t i = 0; line && i < program->kernels[0].words; i++) {
        const struct sass_origin *origin = &program->sources[0].origins[i];
        if (origin->line != line || strcmp(origin->path, path) != 0)
            continue;
        snprintf(place, PLACE_TEXT, "pc 0x%04zx", i * SASS_WORD_BYTES);
        return;
    }
    if (line)
        snprintf(place, PLACE_TEXT, "(line %u, which is no instruction)", line);
}

// Lint findings as text, one a line, each with its place in front.
static void lint(const struct sass_program *program, char *text, size_t size)
{
    struct sass_lint_finding *findings;
    size_t count = sass_lint(sm, &program->kernels[0], &findings), length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && length + REPORT_TEXT < size; i++) {
        char line[REPORT_TEXT];
        sass_lint_text(&findings[i], line, sizeof line);
        length += (size_t)snprintf(text + length, size - length, "lint: pc 0x%04zx %s\n",
                                   findings[i].at * SASS_WORD_BYTES, line);
    }
    free(findings);
}

static bool give_params(const struct broken_case *broken, CUdeviceptr memory[CASE_PARAMS],
                        void *params[CASE_PARAMS])
{
    bool ok = true;
    for (unsigned i = 0; i < broken->param_count; i++) {
        uint32_t number = broken->params[i].number;
        enum param_kind kind = broken->params[i].kind;
        params[i] = &memory[i];
        memory[i] = number;
        if (kind == PARAM_VALUE)
            continue;
        ok = ok && !cu.cuMemAlloc_v2(&memory[i], number);
        ok = ok && (kind != PARAM_FILLED || !cu.cuMemsetD8_v2(memory[i], 0, number));
        ok = ok && (kind != PARAM_FREED || !cu.cuMemFree_v2(memory[i]));
    }
    return ok;
}

// Run the kernel in a context of its own; what is reported stays in emu_report.
static bool run(const struct broken_case *broken, struct sass_program *program, CUresult *result)
{
    unsigned char *image;
    size_t size;
    char error[SASS_ASM_ERROR_TEXT];
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr memory[CASE_PARAMS];
    void *params[CASE_PARAMS];
    if (broken->barriers)
        program->kernels[0].barriers = broken->barriers;
    if (!cubin_write(sm, program->kernels, program->count, &image, &size, error)) {
        printf("  %s\n", error);
        return false;
    }
    bool ok = !cu.cuCtxCreate_v2(&context, 0, 0) && !cu.cuModuleLoadData(&module, image) &&
              !cu.cuModuleGetFunction(&function, module, program->kernels[0].name) &&
              give_params(broken, memory, params) &&
              !cu.cuLaunchKernel(function, broken->grid, 1, 1, broken->block, 1, 1,
                                 broken->dynamic_shared, NULL, params, NULL);
    free(image);
    *result = cu.cuCtxSynchronize();
    for (unsigned i = 0; ok && !*result && i < broken->param_count; i++) {
        enum param_kind kind = broken->params[i].kind;
        ok = (kind != PARAM_FILLED && kind != PARAM_FRESH) || !cu.cuMemFree_v2(memory[i]);
    }
    ok = ok && (!cu.cuCtxDestroy_v2(context) || *result);
    if (!ok)
        printf("  a call of the driver failed\n");
    return ok;
}

// Whether one report of the finder names the text and the places. A report is a line and those
// behind it that are indented.
static bool has_finding(const char *reports, enum finder finder, const char *text,
                        const char *place, const char *other)
{
    static const char *const titles[FINDERS] = {[BY_ASSEMBLER] = "",
                                                [BY_LINT] = "lint:",
                                                [BY_FAULT] = "CUDA_ERROR_",
                                                [BY_HAZARDS] = "hazard in kernel ",
                                                [BY_MEMORY] = "no value in",
                                                [BY_RACES] = "race in kernel ",
                                                [BY_BARRIERS] = "barrier in kernel "};
    for (const char *at = reports; *at;) {
        const char *end = at;
        do {
            end += strcspn(end, "\n");
            end += *end == '\n';
        } while (*end == ' ');
        char one[4096];
        snprintf(one, sizeof one, "%.*s", (int)(end - at), at);
        if (strncmp(one, titles[finder], strlen(titles[finder])) == 0 && strstr(one, text) &&
            strstr(one, place) && strstr(one, other))
            return true;
        at = end;
    }
    return false;
}

static bool check_findings(const struct broken_case *broken, const char *path,
                           const struct sass_program *program, const char *reports)
{
    char place[PLACE_TEXT] = "", other[PLACE_TEXT] = "";
    bool ok = true;
    if (program) {
        place_of(program, path, broken->line, place);
        place_of(program, path, broken->other, other);
    } else if (broken->line) {
        snprintf(place, sizeof place, "%.20s:%u:", ".sass", broken->line);
    }
    for (unsigned i = 0; i < broken->finding_count; i++) {
        const struct case_finding *finding = &broken->findings[i];
        bool is_run = finding->finder > BY_LINT;
        if (has_finding(reports, finding->finder, finding->text, place, is_run ? other : ""))
            continue;
        printf("  %s: '%s' was expected%s%s%s%s; found:\n%s\n", finder_names[finding->finder],
               finding->text, *place ? " at " : "", place, *other ? " and " : "", other, reports);
        ok = false;
    }
    return ok;
}

static bool test_broken(const struct broken_case *broken, const char *path)
{
    static char reports[1 << 17];
    char error[SASS_ASM_ERROR_TEXT] = "";
    CUresult result = 0;
    struct sass_program *program = assemble(path, false, error);
    if (!program)
        return check_findings(broken, path, NULL, error);
    lint(program, reports, sizeof reports);
    bool runs = false, ok = true;
    const char *checks = ""; // only the one that is to find it
    for (unsigned i = 0; i < broken->finding_count; i++) {
        enum finder finder = broken->findings[i].finder;
        runs |= finder > BY_LINT;
        if (finder > BY_FAULT)
            checks = finder_names[finder];
    }
    if (runs) {
        setenv("SASSDNN_EMU_CHECK", checks, 1);
        ok = run(broken, program, &result);
        size_t length = strlen(reports);
        snprintf(reports + length, sizeof reports - length, "%s", emu_report());
    }
    ok = ok && check_findings(broken, path, program, reports);
    sass_program_free(program);
    return ok;
}

static bool test_fixed(const struct broken_case *broken, const char *path)
{
    static char findings[1 << 14];
    char error[SASS_ASM_ERROR_TEXT];
    CUresult result;
    struct sass_program *program = assemble(path, true, error);
    if (!program) {
        printf("  corrected: %s\n", error);
        return false;
    }
    lint(program, findings, sizeof findings);
    setenv("SASSDNN_EMU_CHECK", "all", 1);
    bool ok = run(broken, program, &result);
    const char *report = emu_report();
    sass_program_free(program);
    if (ok && !result && !*findings && !*report)
        return true;
    printf("  corrected: result %d, reports:\n%s%s\n", result, findings, report);
    return false;
}

static bool test_file(const char *path, unsigned found[FINDERS])
{
    struct broken_case broken;
    if (!case_read(&broken, path))
        return false;
    if (sm < broken.oldest || (broken.before && sm >= broken.before))
        return true;
    printf("%s\n", base_name(path));
    bool ok = test_broken(&broken, path);
    ok = test_fixed(&broken, path) && ok;
    for (unsigned i = 0; i < broken.finding_count; i++)
        found[broken.findings[i].finder]++;
    return ok;
}

static bool is_chosen(const char *path, int count, char **names)
{
    bool chosen = count == 0;
    for (int i = 0; i < count; i++)
        chosen |= strncmp(base_name(path), names[i], strlen(names[i])) == 0;
    return chosen;
}

int main(int count, char **words)
{
    unsigned found[FINDERS] = {0}, failed = 0, run_count = 0;
    int major, minor;
    char pattern[4096];
    glob_t files;
    setenv("SASSDNN_EMU_MAX_INSTRUCTIONS", "100000", 1);
    setvbuf(stdout, NULL, _IOLBF, 0);
    emu_open();
    snprintf(pattern, sizeof pattern, "%s/*.sass", count > 1 ? words[1] : ".");
    if (count < 2 || glob(pattern, 0, NULL, &files) || cu.cuInit(0) ||
        cu.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0) ||
        cu.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0)) {
        fprintf(stderr, "usage: broken FOLDER [NAME...]\n");
        return EXIT_FAILURE;
    }
    sm = (unsigned)(10 * major + minor);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        if (!is_chosen(files.gl_pathv[i], count - 2, words + 2))
            continue;
        run_count++;
        if (test_file(files.gl_pathv[i], found))
            continue;
        printf("FAILED: %s\n", base_name(files.gl_pathv[i]));
        failed++;
    }
    printf("sm_%u: %u broken kernels, %u failed; found by", sm, run_count, failed);
    for (unsigned f = 0; f < FINDERS; f++)
        printf("%s %s %u", f ? "," : "", finder_names[f], found[f]);
    printf("\n");
    globfree(&files);
    emu_close();
    return failed || !run_count ? EXIT_FAILURE : EXIT_SUCCESS;
}
