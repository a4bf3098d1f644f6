// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// SASSDNN_EMU_CHECK=hazards: control codes along the paths that warps take.
#include "emu.h"

#include "sass/asm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SM = 90, SOURCE_BYTES = 4096 };

// Run the lines as a kernel of one warp, whose lane is in R0; returns the reports.
static const char *run(const char *body)
{
    static const struct sass_asm_options options = {.sm = SM};
    char text[SOURCE_BYTES], error[SASS_ASM_ERROR_TEXT];
    unsigned char *image;
    size_t size;
    CUmodule module;
    CUfunction function;
    snprintf(text, sizeof text,
             ".kernel k\n.shared s, 1024\nS2R R0, SR_TID.X\n%s\nEXIT\n.endkernel\n", body);
    struct sass_program *program = sass_assemble("check", text, strlen(text), &options, error);
    if (!program || !cubin_write(SM, program->kernels, program->count, &image, &size, error))
        fail_msg("%s", error);
    sass_program_free(program);
    CUcontext context;
    OK(cu.cuCtxCreate_v2(&context, 0, 0));
    OK(cu.cuModuleLoadData(&module, image));
    free(image);
    OK(cu.cuModuleGetFunction(&function, module, "k"));
    OK(cu.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    OK(cu.cuCtxSynchronize());
    OK(cu.cuCtxDestroy_v2(context));
    return emu_report();
}

static void expect_silence(const char *body)
{
    const char *report = run(body);
    if (*report)
        fail_msg("reported:\n%s", report);
}

static void expect(const char *body, const char *phrase)
{
    const char *report = run(body), *first = strstr(report, "hazard in kernel k");
    if (!first || !strstr(report, phrase))
        fail_msg("'%s' was expected, found:\n%s", phrase, report);
    if (strstr(first + 1, "hazard in kernel k"))
        fail_msg("once was expected:\n%s", report);
}

#define EARLY "[B------:R-:W-:-:S02] IADD3 R2, R0, 0x1, RZ\n"
#define USE "[B------:R-:W-:-:S05] IADD3 R3, R2, 0x1, RZ\n"

static void test_early_reads(void **state)
{
    (void)state;
    expect_silence("IADD3 R2, R0, 0x1, RZ\nIADD3 R3, R2, 0x1, RZ\n");
    expect("NOP\n" EARLY USE, "R2 is read 2 cycles after 0020 wrote it; 4 are needed");
    expect("NOP\n" EARLY USE, "pc 0x0030  IADD3 R3, R2, 0x1, RZ");
    expect("[B------:R-:W1:-:S05] LDS R2, [s]\n" USE,
           "R2 is read without a wait for the write barrier of 0010");
}

static void test_paths_that_are_taken(void **state)
{
    (void)state;
    // Early only where the branch is taken, which no lane or every lane does.
    static const char body[] =
        "ISETP.%s.AND P0, PT, R0, 0x100, PT\n"
        "MOV R2, RZ\n"
        "[B------:R-:W-:-:S01] NOP\n"
        "[B------:R-:W-:Y:S15] NOP\n" EARLY "[B------:R-:W-:-:S01] @P0 BRA out\n"
        "[B------:R-:W-:-:S05] NOP\n"
        "out:\n" USE;
    char text[SOURCE_BYTES];
    snprintf(text, sizeof text, body, "LT");
    const char *report = run(text);
    assert_non_null(strstr(report, "R2 is read 3 cycles"));
    snprintf(text, sizeof text, body, "GE");
    report = run(text);
    assert_null(strstr(report, "R2 is read"));
}

static void test_once_per_loop(void **state)
{
    (void)state;
    expect("MOV R4, 0xa\n"
           "again:\n"
           "IADD3 R4, R4, -0x1, RZ\n"
           "ISETP.NE.AND P0, PT, R4, RZ, PT\n"
           "MOV R5, RZ\n" EARLY USE "@P0 BRA again\n",
           "R2 is read 2 cycles");
}

// Lanes that went another way do not wait for what these have loaded.
static void test_lanes_apart(void **state)
{
    (void)state;
    expect_silence("ISETP.LT.AND P0, PT, R0, 0x10, PT\n"
                   "BSSY B0, join\n"
                   "@P0 BRA load\n"
                   "MOV R2, RZ\n"
                   "BRA out\n"
                   "load:\n"
                   "LDS R2, [s]\n"
                   "out:\n"
                   "BSYNC B0\n"
                   "join:\n"
                   "IADD3 R3, R2, 0x1, RZ\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_early_reads),
        cmocka_unit_test(test_paths_that_are_taken),
        cmocka_unit_test(test_once_per_loop),
        cmocka_unit_test(test_lanes_apart),
    };
    setenv("SASSDNN_EMU_CHECK", "hazards", 1);
    emu_open();
    if (cu.cuInit(0))
        return EXIT_FAILURE;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
