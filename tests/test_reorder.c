// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// .schedule regions: what moves and what must not, and random programs that give the same results
// on the emulated GPU whether the assembler reorders them or not.
#include "emu.h"

#include "sass/asm.h"
#include "sass/lint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SM = 90, PROGRAMS = 150, LINES = 60, VALUES = 24, LANES = 64 };
enum { FIRST_VALUE = 16, SOURCE_BYTES = 1 << 16, OUT_WORDS = LANES * VALUES + LANES };

static char error[SASS_ASM_ERROR_TEXT];

static struct sass_program *assemble(const char *text)
{
    const struct sass_asm_options options = {.sm = SM};
    return sass_assemble("reorder", text, strlen(text), &options, error);
}

// The first words of the mnemonics in their order must be as expected: "LDG FADD".
static void expect(const char *body, const char *expected)
{
    char text[2048], found[512] = "";
    snprintf(text, sizeof text, ".kernel k\n%s\nEXIT\n.endkernel\n", body);
    struct sass_program *program = assemble(text);
    if (!program)
        fail_msg("%s", error);
    const struct cubin_kernel *kernel = &program->kernels[0];
    struct sass_lint_finding *findings;
    assert_int_equal(sass_lint(SM, kernel, &findings), 0);
    for (size_t i = 0; i < kernel->words; i++) {
        struct sass_inst inst;
        char line[128];
        assert_true(sass_decode(SM, kernel->code[i], &inst));
        sass_print(&inst, i * SASS_WORD_BYTES, line, sizeof line);
        line[strcspn(line, ". ")] = '\0';
        strcat(strcat(found, i ? " " : ""), line);
    }
    assert_string_equal(found, expected);
    sass_program_free(program);
}

static void what_takes_long_goes_first(void **state)
{
    (void)state;
    const char *body = "FADD R8, R9, R10\n"
                       "FMUL R11, R9, R10\n"
                       "LDG.E R4, desc[UR4][R2.64]\n"
                       "IADD3 R5, R4, 0x1, RZ\n";
    char region[512];
    expect(body, "FADD FMUL LDG IADD3 EXIT");
    snprintf(region, sizeof region, ".schedule\n%s.endschedule", body);
    expect(region, "LDG FADD FMUL IADD3 EXIT");
    // Only the region's own instructions.
    expect("FADD R8, R9, R10\n.schedule\nFMUL R11, R9, R10\nLDG.E R4, desc[UR4][R2.64]\n"
           "IADD3 R5, R4, 0x1, RZ\n.endschedule",
           "FADD LDG FMUL IADD3 EXIT");
}

static void anchors_and_fences_stay(void **state)
{
    (void)state;
    expect(".schedule\nFADD R8, R9, R10\nhere:\nFMUL R11, R9, R10\nLDG.E R4, desc[UR4][R2.64]\n"
           "IADD3 R5, R4, 0x1, RZ\n.endschedule",
           "FADD LDG FMUL IADD3 EXIT");
    expect(".schedule\nFADD R8, R9, R10\nBAR.SYNC.DEFER_BLOCKING 0x0\nLDG.E R4, desc[UR4][R2.64]\n"
           "IADD3 R5, R4, 0x1, RZ\n.endschedule",
           "FADD BAR LDG IADD3 EXIT");
    expect(".schedule\nFADD R8, R9, R10\nCS2R R12, SR_CLOCKLO\nLDG.E R4, desc[UR4][R2.64]\n"
           "IADD3 R5, R4, 0x1, RZ\n.endschedule",
           "FADD CS2R LDG IADD3 EXIT");
    expect(".schedule\nFADD R8, R9, R10\n[B------:R-:W-:-:S01] FMUL R11, R9, R10\n"
           "LDG.E R4, desc[UR4][R2.64]\nIADD3 R5, R4, 0x1, RZ\n.endschedule",
           "FADD FMUL LDG IADD3 EXIT");
}

static void dependences_stay(void **state)
{
    (void)state;
    expect(".schedule\nFADD R2, R9, R10\nLDG.E R4, desc[UR4][R2.64]\nIADD3 R5, R4, 0x1, RZ\n"
           ".endschedule",
           "FADD LDG IADD3 EXIT");
    // Anti-dependence, output dependence, guard.
    expect(".schedule\nFADD R8, R4, R10\nLDG.E R4, desc[UR4][R2.64]\nIADD3 R5, R4, 0x1, RZ\n"
           ".endschedule",
           "FADD LDG IADD3 EXIT");
    expect(".schedule\nFADD R4, R8, R10\nLDG.E R4, desc[UR4][R2.64]\nIADD3 R5, R4, 0x1, RZ\n"
           ".endschedule",
           "FADD LDG IADD3 EXIT");
    expect(".schedule\nISETP.LT.AND P0, PT, R8, R9, PT\n@P0 LDG.E R4, desc[UR4][R2.64]\n"
           "IADD3 R5, R4, 0x1, RZ\n.endschedule",
           "ISETP @P0 IADD3 EXIT");
    // Memory: loads may pass loads and what is elsewhere, not a store to the same.
    expect(".schedule\nSTS [R8], R9\nLDS R4, [R10]\nIADD3 R5, R4, 0x1, RZ\n.endschedule",
           "STS LDS IADD3 EXIT");
    expect(".schedule\nSTG.E desc[UR4][R12.64], R9\nLDS R4, [R10]\nIADD3 R5, R4, 0x1, RZ\n"
           ".endschedule",
           "LDS STG IADD3 EXIT");
    expect(".schedule\nST.E desc[UR4][R12.64], R9\nLDS R4, [R10]\nIADD3 R5, R4, 0x1, RZ\n"
           ".endschedule",
           "ST LDS IADD3 EXIT");
    expect(".schedule\nLDS R6, [R8]\nLDG.E R4, desc[UR4][R2.64]\nIADD3 R5, R4, 0x1, RZ\n"
           ".endschedule",
           "LDG LDS IADD3 EXIT");
    expect(".schedule\nLDG.E.STRONG.GPU R6, desc[UR4][R8.64]\nLDG.E R4, desc[UR4][R2.64]\n"
           "IADD3 R5, R4, 0x1, RZ\nIADD3 R5, R5, 0x1, RZ\n.endschedule",
           "LDG LDG IADD3 IADD3 EXIT");
}

static void expect_error(const char *text, const char *expected)
{
    assert_null(assemble(text));
    assert_string_equal(error, expected);
}

static void regions_are_closed(void **state)
{
    (void)state;
    expect_error(".kernel k\n.schedule\nEXIT\n.endkernel\n",
                 "reorder:2:2: error: this .schedule is still open: .endschedule was expected");
    expect_error(".kernel k\n.endschedule\nEXIT\n.endkernel\n",
                 "reorder:2:2: error: no .schedule is open");
    expect_error(".kernel k\n.schedule\n.schedule\nEXIT\n.endkernel\n",
                 "reorder:3:2: error: the .schedule of line 2 is still open: .endschedule was "
                 "expected");
    expect_error(".schedule\n",
                 "reorder:1:2: error: '.schedule' belongs between .kernel and .endkernel");
}

static const char head[] = ".kernel k\n"
                           ".param ptr out\n"
                           ".shared memory, 512\n"
                           "ULDC.64 UR4, c[0x0][MEMORY_DESCRIPTOR]\n"
                           "S2R R0, SR_TID.X\n"
                           "MOV R2, c[0x0][out]\n"
                           "MOV R3, c[0x0][out+4]\n"
                           "IMAD.WIDE R2, R0, 0x60, R2\n"
                           "SHF.L.U32 R1, R0, 0x2, RZ\n"
                           "IADD3 R1, R1, memory, RZ\n"
                           "STS [R1], R0\n"
                           "STS [R1+0x100], R0\n"
                           "BAR.SYNC.DEFER_BLOCKING 0x0\n";

static int value(void)
{
    return (int)(FIRST_VALUE + emu_random() % VALUES);
}

// A line that works on the values, on the lane's own words of shared memory and on its own row of
// global memory.
static int random_line(char *text, size_t size)
{
    char guard[8] = "";
    if (emu_random() % 4 == 0)
        snprintf(guard, sizeof guard, "@%sP%u ", emu_random() % 2 ? "!" : "", emu_random() % 3);
    int a = value(), b = value(), c = value(), d = value();
    unsigned word = emu_random() % 2 * 256, column = emu_random() % VALUES * 4;
    switch (emu_random() % 10) {
    case 0:
        return snprintf(text, size, "%sIADD3 R%d, R%d, R%d, R%d\n", guard, d, a, b, c);
    case 1:
        return snprintf(text, size, "%sIMAD R%d, R%d, R%d, R%d\n", guard, d, a, b, c);
    case 2:
        return snprintf(text, size, "%sIMAD.WIDE R%d, R%d, R%d, R%d\n", guard, d & ~1, a, b,
                        c & ~1);
    case 3:
        return snprintf(text, size, "%sLOP3.LUT R%d, R%d, R%d, R%d, 0x96, !PT\n", guard, d, a, b,
                        c);
    case 4:
        return snprintf(text, size, "ISETP.LT.AND P%u, PT, R%d, R%d, P%u\n", emu_random() % 3, a, b,
                        emu_random() % 3);
    case 5:
        return snprintf(text, size, "SEL R%d, R%d, R%d, P%u\n", d, a, b, emu_random() % 3);
    case 6:
        return snprintf(text, size, "%sLDS R%d, [R1+0x%x]\n", guard, d, word);
    case 7:
        return snprintf(text, size, "%sSTS [R1+0x%x], R%d\n", guard, word, a);
    case 8:
        return snprintf(text, size, "%sLDG.E R%d, desc[UR4][R2.64+0x%x]\n", guard, d, column);
    default:
        return snprintf(text, size, "%sSTG.E desc[UR4][R2.64+0x%x], R%d\n", guard, column, a);
    }
}

static size_t random_program(char *text)
{
    size_t used = (size_t)snprintf(text, SOURCE_BYTES, "%s", head);
    for (int i = 0; i < VALUES; i++)
        used += (size_t)snprintf(text + used, SOURCE_BYTES - used,
                                 "IMAD R%d, R0, 0x%x, RZ\n"
                                 "IADD3 R%d, R%d, 0x%x, RZ\n",
                                 FIRST_VALUE + i, emu_random(), FIRST_VALUE + i, FIRST_VALUE + i,
                                 emu_random());
    for (int p = 0; p < 3; p++)
        used += (size_t)snprintf(text + used, SOURCE_BYTES - used,
                                 "ISETP.LT.AND P%d, PT, R%d, R%d, PT\n", p, value(), value());
    used += (size_t)snprintf(text + used, SOURCE_BYTES - used, ".if REORDERS\n.schedule\n.endif\n");
    for (int i = 0; i < LINES; i++)
        used += (size_t)random_line(text + used, SOURCE_BYTES - used);
    used += (size_t)snprintf(text + used, SOURCE_BYTES - used,
                             ".if REORDERS\n.endschedule\n.endif\n"
                             "BAR.SYNC.DEFER_BLOCKING 0x0\n");
    for (int i = 0; i < VALUES; i++)
        used += (size_t)snprintf(text + used, SOURCE_BYTES - used,
                                 "LDG.E R4, desc[UR4][R2.64+0x%x]\n"
                                 "IADD3 R4, R4, R%d, RZ\n"
                                 "STG.E desc[UR4][R2.64+0x%x], R4\n",
                                 i * 4, FIRST_VALUE + i, i * 4);
    used += (size_t)snprintf(text + used, SOURCE_BYTES - used,
                             "LDS R4, [R1]\n"
                             "LDS R5, [R1+0x100]\n"
                             "IADD3 R4, R4, R5, RZ\n"
                             "MOV R6, c[0x0][out]\n"
                             "MOV R7, c[0x0][out+4]\n"
                             "IMAD.WIDE R6, R0, 0x4, R6\n"
                             "STG.E desc[UR4][R6.64+0x%x], R4\n"
                             "EXIT\n.endkernel\n",
                             LANES * VALUES * 4);
    return used;
}

static struct sass_program *assemble_either(const char *text, bool reorders)
{
    const char *const defines[] = {reorders ? "REORDERS=1" : "REORDERS=0"};
    const struct sass_asm_options options = {.sm = SM, .defines = defines, .define_count = 1};
    struct sass_program *program = sass_assemble("random", text, strlen(text), &options, error);
    if (!program)
        fail_msg("%s\n%s", error, text);
    struct sass_lint_finding *findings;
    if (sass_lint(SM, &program->kernels[0], &findings))
        fail_msg("the lint finds something in\n%s", text);
    return program;
}

static void run(const struct sass_program *program, CUdeviceptr out, uint32_t *result)
{
    unsigned char *image;
    size_t size;
    CUmodule module;
    CUfunction function;
    void *params[] = {&out};
    if (!cubin_write(SM, program->kernels, program->count, &image, &size, error))
        fail_msg("%s", error);
    OK(cu.cuModuleLoadData(&module, image));
    free(image);
    OK(cu.cuModuleGetFunction(&function, module, "k"));
    OK(cu.cuMemcpyHtoD_v2(out, result, OUT_WORDS * sizeof *result));
    OK(cu.cuLaunchKernel(function, 1, 1, 1, LANES, 1, 1, 0, NULL, params, NULL));
    OK(cu.cuMemcpyDtoH_v2(result, out, OUT_WORDS * sizeof *result));
    OK(cu.cuModuleUnload(module));
}

static void random_programs_give_the_same(void **state)
{
    (void)state;
    static char text[SOURCE_BYTES];
    static uint32_t plain[OUT_WORDS], reordered[OUT_WORDS];
    CUcontext context = emu_context();
    CUdeviceptr out;
    size_t moved = 0;
    emu_seed();
    OK(cu.cuMemAlloc_v2(&out, sizeof plain));
    for (int i = 0; i < PROGRAMS; i++) {
        random_program(text);
        for (size_t k = 0; k < OUT_WORDS; k++)
            plain[k] = reordered[k] = emu_random();
        struct sass_program *a = assemble_either(text, false), *b = assemble_either(text, true);
        assert_int_equal(a->kernels[0].words, b->kernels[0].words);
        for (size_t k = 0; k < a->kernels[0].words; k++) // opcode and first operands
            moved += a->kernels[0].code[k].lo != b->kernels[0].code[k].lo;
        run(a, out, plain);
        run(b, out, reordered);
        if (memcmp(plain, reordered, sizeof plain) != 0)
            fail_msg("other results when reordered:\n%s", text);
        sass_program_free(a);
        sass_program_free(b);
    }
    // Without moves nothing would be shown.
    assert_true(moved > PROGRAMS * LINES / 4);
    OK(cu.cuMemFree_v2(out));
    OK(cu.cuCtxDestroy_v2(context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_takes_long_goes_first),
        cmocka_unit_test(anchors_and_fences_stay),
        cmocka_unit_test(dependences_stay),
        cmocka_unit_test(regions_are_closed),
        cmocka_unit_test(random_programs_give_the_same),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
