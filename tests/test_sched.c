// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The scheduler: exactly the control codes that small kernels need. reschedule.c does whole ones.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sass/asm.h"
#include "sass/lint.h"
#include "sass/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char error[SASS_ASM_ERROR_TEXT];

static struct sass_program *assemble_for(unsigned sm, const char *text)
{
    const struct sass_asm_options options = {.sm = sm};
    return sass_assemble("sched", text, strlen(text), &options, error);
}

static size_t lint_all(unsigned sm, const struct cubin_kernel *kernel)
{
    struct sass_lint_finding *findings;
    size_t count = sass_lint(sm, kernel, &findings);
    for (size_t i = 0; i < count; i++) {
        char line[256];
        sass_lint_text(&findings[i], line, sizeof line);
        print_error("%s+%04zx: %s\n", kernel->name, findings[i].at * SASS_WORD_BYTES, line);
    }
    free(findings);
    return count;
}

// Schedule the lines and compare: `expected` has one control field per line, without the brackets.
static void expect(unsigned sm, const char *body, const char *expected)
{
    char text[4096], found[2048], field[24];
    size_t used = 0;
    snprintf(text, sizeof text, ".kernel k\n%s.endkernel\n", body);
    struct sass_program *program = assemble_for(sm, text);
    if (!program)
        fail_msg("%s\n%s", error, text);
    const struct cubin_kernel *kernel = &program->kernels[0];
    for (size_t i = 0; i < kernel->words; i++) {
        struct sass_inst inst;
        assert_true(sass_decode(sm, kernel->code[i], &inst));
        sass_print_control(&inst.control, field);
        used += (size_t)snprintf(found + used, sizeof found - used, "%.*s\n",
                                 (int)strlen(field) - 2, field + 1);
    }
    assert_string_equal(found, expected);
    assert_int_equal(lint_all(sm, kernel), 0);
    sass_program_free(program);
}

static void expect_error(unsigned sm, const char *body, const char *place, const char *message)
{
    char text[1024], expected[64];
    snprintf(text, sizeof text, ".kernel k\n%s.endkernel\n", body);
    snprintf(expected, sizeof expected, "sched:%s: error: ", place);
    struct sass_program *program = assemble_for(sm, text);
    assert_null(program);
    if (strncmp(error, expected, strlen(expected)) != 0 || !strstr(error, message))
        fail_msg("'%s' with '%s' was expected, found: %s", expected, message, error);
}

#define PLAIN(stall) "B------:R-:W-:-:S" stall "\n"
#define LONG(stall) "B------:R-:W-:Y:S" stall "\n"

static void stalls_are_as_long_as_the_tightest_pair(void **state)
{
    (void)state;
    expect(80, "IADD3 R0, R1, R2, R3\nIADD3 R4, R0, R5, R6\nEXIT\n",
           PLAIN("04") PLAIN("01") PLAIN("05"));
    expect(80, "IADD3 R0, R1, R2, R3\nIMAD R4, R0, R5, R6\nEXIT\n",
           PLAIN("05") PLAIN("01") PLAIN("05"));
    // The stall stands before the reader, and what lies between counts.
    expect(80, "IADD3 R0, R1, R2, R3\nMOV R7, 0x1\nMOV R8, 0x2\nIMAD R4, R0, R5, R6\nEXIT\n",
           PLAIN("01") PLAIN("01") PLAIN("03") PLAIN("01") PLAIN("05"));
    // One stall serves two readers.
    expect(80, "IADD3 R0, R1, R2, R3\nIADD3 R4, R0, R5, R6\nIMAD R7, R0, R8, R9\nEXIT\n",
           PLAIN("04") PLAIN("01") PLAIN("01") PLAIN("05"));
    // From 12 on with the yield flag; a gap above 15 takes two stalls.
    expect(80, "ISETP.LT.AND P0, PT, R0, R1, PT\n@P0 IADD3 R2, R3, R4, R5\nEXIT\n",
           LONG("13") PLAIN("01") PLAIN("05"));
    expect(80, "CS2R R0, SRZ\nNOP\nIMAD.WIDE R2, R0, R4, R6\nEXIT\n",
           PLAIN("01") LONG("15") PLAIN("01") PLAIN("05"));
    expect(90, "CS2R R0, SRZ\nNOP\nNOP\nIMAD.WIDE R2, R0, R4, R6\nEXIT\n",
           PLAIN("01") PLAIN("01") LONG("14") PLAIN("01") PLAIN("05"));
    // Guards that exclude each other are no pair.
    expect(80, "@P0 MOV R0, R1\n@!P0 IADD3 R2, R0, R3, R4\nEXIT\n",
           PLAIN("01") PLAIN("01") PLAIN("05"));
}

static void all_paths_count(void **state)
{
    (void)state;
    // Around the loop, the branch's own stall and one more keep the gap.
    expect(80, "loop:\nIADD3 R1, R0, 0x1, RZ\nIMAD R0, R1, R2, R3\n@P0 BRA loop\nEXIT\n",
           PLAIN("05") PLAIN("01") PLAIN("05") PLAIN("05"));
    expect(80,
           "loop:\nIADD3 R1, R1, 0x1, RZ\nISETP.LT.AND P0, PT, R1, R2, PT\n@P0 BRA loop\nEXIT\n",
           PLAIN("04") LONG("13") PLAIN("05") PLAIN("05"));
    // The reader behind the join is early on one of the two ways only.
    expect(80,
           "@P0 BRA other\nIMAD R0, R1, R2, R3\nBRA join\nother:\nMOV R4, R5\nCS2R R0, SRZ\n"
           "join:\nIADD3 R6, R0, R7, R8\nEXIT\n",
           PLAIN("05") PLAIN("01") PLAIN("05") PLAIN("01") PLAIN("06") PLAIN("01") PLAIN("05"));
    // A load of the last round, two cycles behind the reader of its register, is waited for where
    // the next one reads it, and where it leaves.
    expect(80,
           "LDS R0, [R9]\nloop:\nFADD R1, R0, R1\nLDS R0, [R9+0x4]\n@P0 BRA loop\n"
           "FADD R1, R0, R1\nEXIT\n",
           "B------:R-:W0:-:S02\n"
           "B0-----:R-:W-:-:S02\n"
           "B------:R-:W0:-:S01\n" PLAIN("05") "B0-----:R-:W-:-:S01\n" PLAIN("05"));
}

static void loads_that_are_read_together_share_a_barrier(void **state)
{
    (void)state;
    expect(80,
           "LDS R0, [R8]\nLDS R1, [R8+0x4]\nLDG.E R2, desc[UR4][R10.64]\n"
           "FADD R3, R0, R1\nFADD R4, R2, R3\nEXIT\n",
           "B------:R-:W0:-:S01\n"
           "B------:R-:W0:-:S01\n"
           "B------:R-:W1:-:S01\n"
           "B0-----:R-:W-:-:S04\n"
           "B-1----:R-:W-:-:S01\n" PLAIN("05"));
    // Nobody reads it: no barrier. The wait before an overwriter counts as a reader.
    expect(80, "LDS R0, [R8]\nEXIT\n", PLAIN("01") PLAIN("05"));
    expect(80, "LDS R0, [R8]\nMOV R0, R1\nEXIT\n",
           "B------:R-:W0:-:S02\n"
           "B0-----:R-:W-:-:S01\n" PLAIN("05"));
    // The first reader waits for both; the second need not.
    expect(80, "S2R R0, SR_TID.X\nIADD3 R1, R0, 0x1, RZ\nIADD3 R2, R0, 0x2, RZ\nEXIT\n",
           "B------:R-:W0:-:S02\n"
           "B0-----:R-:W-:-:S01\n" PLAIN("01") PLAIN("05"));
}

static void sources_that_are_overwritten_get_a_read_barrier(void **state)
{
    (void)state;
    expect(80, "STS [R0], R1\nMOV R2, R1\nEXIT\n", PLAIN("01") PLAIN("01") PLAIN("05"));
    expect(80, "STS [R0], R1\nMOV R1, R2\nEXIT\n",
           "B------:R0:W-:-:S02\n"
           "B0-----:R-:W-:-:S01\n" PLAIN("05"));
    // The queue is in order: the last store's barrier tells about all.
    expect(80, "STS [R0], R1\nSTS [R0+0x4], R2\nMOV R1, R3\nMOV R2, R3\nEXIT\n",
           PLAIN("01") "B------:R0:W-:-:S02\n"
                       "B0-----:R-:W-:-:S01\n" PLAIN("01") PLAIN("05"));
    // A load whose result is waited for first needs none. A CTA barrier tells nothing.
    expect(80, "LDS R0, [R1]\nFADD R2, R0, R3\nMOV R1, R3\nEXIT\n",
           "B------:R-:W0:-:S02\n"
           "B0-----:R-:W-:-:S01\n" PLAIN("01") PLAIN("05"));
    expect(80, "STS [R0], R1\nBAR.SYNC 0x0\nMOV R1, R2\nLDS R3, [R0]\nEXIT\n",
           "B------:R0:W-:-:S01\n" PLAIN("01") "B0-----:R-:W-:-:S05\n" PLAIN("01") PLAIN("05"));
    // A long wait of someone else does not stand in for it.
    expect(80, "LDG.E R4, desc[UR4][R2.64]\nMOV R2, R5\nFADD R6, R4, R4\nEXIT\n",
           "B------:R1:W0:-:S02\n"
           "B-1----:R-:W-:-:S01\n"
           "B0-----:R-:W-:-:S01\n" PLAIN("05"));
}

static void prefixes_stay_as_written(void **state)
{
    (void)state;
    // The consumer's prefix names the barrier that the producer must set.
    expect(80, "LDS R0, [R1]\n[B---3--:R-:W-:-:S07] FADD R2, R0, R0\nFADD R3, R2, R2\nEXIT\n",
           "B------:R-:W3:-:S02\n"
           "B---3--:R-:W-:-:S07\n" PLAIN("01") PLAIN("05"));
    expect(80, "[B------:R-:W4:-:S02] LDS R0, [R1]\nFADD R2, R0, R0\nEXIT\n",
           "B------:R-:W4:-:S02\n"
           "B----4-:R-:W-:-:S01\n" PLAIN("05"));
    // What a fixed instruction lacks, the ones before it make up for.
    expect(80, "MOV R0, R1\n[B------:R-:W-:-:S01] NOP\nIMAD R2, R0, R3, R4\nEXIT\n",
           PLAIN("04") PLAIN("01") PLAIN("01") PLAIN("05"));
    expect(80, "LDS R0, [R1]\nNOP\n[B------:R-:W-:-:S01] FADD R2, R0, R0\nEXIT\n",
           "B------:R-:W0:-:S02\n"
           "B0-----:R-:W-:-:S01\n" PLAIN("01") PLAIN("05"));
}

static void what_cannot_be_kept_apart_is_an_error(void **state)
{
    (void)state;
    expect_error(80, "[B------:R-:W-:-:S01] MOV R0, R1\nIMAD R2, R0, R3, R4\nEXIT\n", "3:1",
                 "this must come 5 cycles behind line 2");
    expect_error(80, "[B------:R-:W-:-:S02] LDS R0, [R1]\nFADD R2, R0, R0\nEXIT\n", "3:1",
                 "this must wait for line 2");
    expect_error(80, "[B------:R-:W-:-:S02] STS [R0], R1\nMOV R1, RZ\nEXIT\n", "3:1",
                 "this must wait for line 2");
}

static void a_gap_that_no_stall_can_give_drains_the_pipeline(void **state)
{
    (void)state;
    expect(80, "CS2R R0, SRZ\nIMAD.WIDE R2, R0, R4, R6\nEXIT\n",
           "B------:R-:W-:Y:S00\n"
           "B------:R-:W-:-:S01\n"
           "B------:R-:W-:-:S05\n");
    // One more instruction, and two stalls can.
    expect(80, "CS2R R0, SRZ\nFADD R9, R8, R8\nIMAD.WIDE R2, R0, R4, R6\nEXIT\n",
           "B------:R-:W-:-:S01\n"
           "B------:R-:W-:Y:S15\n"
           "B------:R-:W-:-:S01\n"
           "B------:R-:W-:-:S05\n");
    expect_error(80,
                 "[B------:R-:W-:-:S01] CS2R R0, SRZ\n[B------:R-:W-:-:S01] FADD R9, R8, R8\n"
                 "IMAD.WIDE R2, R0, R4, R6\nEXIT\n",
                 "4:1", "this must come 16 cycles behind line 2");
}

static bool reuses(struct sass_word word, unsigned operand)
{
    struct sass_inst inst;
    assert_true(sass_decode(80, word, &inst));
    return inst.operands[operand].reuse;
}

static void reuse_flags_stand_where_the_next_one_reads_again(void **state)
{
    (void)state;
    struct sass_program *program = assemble_for(80, ".kernel k\n"
                                                    "FFMA R0, R8, R16, R0\n"
                                                    "FFMA R1, R9, R16, R1\n"
                                                    "FFMA R9, R9, R17, R2\n"
                                                    "FFMA R3, R9, R16, R3\n"
                                                    "FFMA R4, R16, R9, R4\n"
                                                    "@P0 FFMA R5, R16, R10, R5\n"
                                                    "FFMA R6, R16, R10, R6\n"
                                                    "EXIT\n.endkernel\n");
    assert_non_null(program);
    const struct sass_word *code = program->kernels[0].code;
    static const struct {
        unsigned at, operand;
        bool reuse;
    } flags[] = {
        {0, 1, false}, {0, 2, true},  {1, 1, true}, {1, 2, false}, // R16 in B, then R9 in A
        {2, 1, false},                                             // R9 is rewritten
        {3, 2, false}, {4, 1, true},                               // another slot; R16 in A
        {5, 1, false}, {5, 2, false},                              // a guard may switch it off
        {6, 1, false},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        assert_int_equal(reuses(code[flags[i].at], flags[i].operand), flags[i].reuse);
    sass_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stalls_are_as_long_as_the_tightest_pair),
        cmocka_unit_test(all_paths_count),
        cmocka_unit_test(loads_that_are_read_together_share_a_barrier),
        cmocka_unit_test(sources_that_are_overwritten_get_a_read_barrier),
        cmocka_unit_test(prefixes_stay_as_written),
        cmocka_unit_test(what_cannot_be_kept_apart_is_an_error),
        cmocka_unit_test(a_gap_that_no_stall_can_give_drains_the_pipeline),
        cmocka_unit_test(reuse_flags_stand_where_the_next_one_reads_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
