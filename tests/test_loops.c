// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the report of a loop says: each thing that costs cycles is noted at its instruction with
// what it costs, and the same code without it is silent.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sass/loops.h"
#include "tests/lint_expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Measure the lines as one loop: a branch back is put behind them.
static void measure(unsigned sm, const char *body, struct sass_loop_report *report)
{
    char text[4096];
    snprintf(text, sizeof text,
             ".kernel k\nagain:\n%s" P("05") "@P0 BRA again\n" P("05") "EXIT\n.endkernel\n", body);
    struct sass_program *program = lint_assemble(sm, text);
    const struct cubin_kernel *kernel = &program->kernels[0];
    struct sass_loop_range *ranges;
    assert_int_equal(sass_find_loops(sm, kernel, &ranges), 1);
    assert_int_equal(ranges[0].first, 0);
    assert_int_equal(ranges[0].last, kernel->words - 2);
    assert_true(sass_measure_loop(sm, kernel, ranges[0], report));
    free(ranges);
    sass_program_free(program);
}

// One note, or none where `cycles` is negative.
static void expect_note(unsigned sm, const char *body, enum sass_note_kind kind, size_t at,
                        size_t other, int cycles)
{
    struct sass_loop_report report;
    char text[512];
    measure(sm, body, &report);
    bool ok = cycles < 0 ? report.note_count == 0
                         : report.note_count == 1 && report.notes[0].kind == kind &&
                               report.notes[0].at == at && report.notes[0].other == other &&
                               report.notes[0].cycles == (unsigned)cycles;
    for (size_t i = 0; !ok && i < report.note_count; i++) {
        sass_note_text(&report.notes[i], "", text, sizeof text);
        print_error("at %zu: %s\n", report.notes[i].at, text);
    }
    if (!ok)
        fail_msg("sm_%u: note %d at %zu of %d cycles was expected:\n%s", sm, kind, at, cycles,
                 body);
    free(report.notes);
}

#define FFMA(regs) P("01") "FFMA " regs "\n"

static void register_banks(void **state)
{
    (void)state;
    // Two even sources and an odd one: one cycle too few, but for sm_80 with two cycles each.
    expect_note(90, FFMA("R1, R2, R4, R1"), SASS_NOTE_BANKS, 0, 0, 1);
    expect_note(86, FFMA("R1, R2, R4, R1"), SASS_NOTE_BANKS, 0, 0, 1);
    expect_note(80, FFMA("R1, R2, R4, R1"), SASS_NOTE_BANKS, 0, 0, -1);
    expect_note(80, FFMA("R0, R2, R4, R0"), SASS_NOTE_BANKS, 0, 0, 1);
    expect_note(90, FFMA("R0, R2, R4, R0"), SASS_NOTE_BANKS, 0, 0, 2);
    // The same register twice is read once; the other parity, or a longer stall, costs nothing.
    expect_note(90, FFMA("R1, R2, R2, R1"), SASS_NOTE_BANKS, 0, 0, -1);
    expect_note(90, P("01") "FMUL R1, R2, R3\n", SASS_NOTE_BANKS, 0, 0, -1);
    expect_note(90, P("01") "FMUL R1, R2, R4\n", SASS_NOTE_BANKS, 0, 0, 1);
    // A register from the reuse cache is not read.
    expect_note(90, FFMA("R1, R2.reuse, R3, RZ") FFMA("R5, R2, R4, R5"), SASS_NOTE_BANKS, 0, 0, -1);
    // In another slot it is.
    expect_note(90, FFMA("R1, R2, R3, RZ") FFMA("R5, R4, R2, R5"), SASS_NOTE_BANKS, 1, 1, 1);
}

static void reuse_flags(void **state)
{
    (void)state;
    expect_note(90, FFMA("R1, R2, R3, RZ") FFMA("R5, R2, R4, R5"), SASS_NOTE_REUSE_MISSED, 0, 1, 1);
    // Where the bank is free the flag would gain nothing.
    expect_note(90, FFMA("R1, R2, R3, RZ") FFMA("R5, R2, R7, RZ"), SASS_NOTE_REUSE_MISSED, 0, 1,
                -1);
    // The register changes before it is read again.
    expect_note(90, P("04") "FFMA R2, R2, R3, RZ\n" FFMA("R5, R2, R4, R5"), SASS_NOTE_BANKS, 1, 1,
                1);
    // Another warp may come between.
    expect_note(90, "[B------:R-:W-:Y:S01] FFMA R1, R2, R3, RZ\n" FFMA("R5, R2, R4, R5"),
                SASS_NOTE_BANKS, 1, 1, 1);
    expect_note(90, FFMA("R1, R2.reuse, R3, RZ") FFMA("R5, R4, R7, RZ"), SASS_NOTE_REUSE_UNUSED, 0,
                0, 0);
    expect_note(90, FFMA("R1, R2.reuse, R3, RZ") FFMA("R5, R9, R6, RZ") FFMA("R8, R2, R7, RZ"),
                SASS_NOTE_REUSE_UNUSED, 0, 0, -1);
}

static void stalls(void **state)
{
    (void)state;
    expect_note(90, P("04") "FADD R1, R2, R3\n" P("01") "FADD R4, R1, R6\n", SASS_NOTE_LONG_STALL,
                0, 0, -1);
    expect_note(90, P("06") "FADD R1, R2, R3\n" P("01") "FADD R4, R1, R6\n", SASS_NOTE_LONG_STALL,
                0, 0, 2);
    // What the next round reads counts: 5 cycles of the branch and those of the sum.
    expect_note(90, P("01") "FADD R1, R1, R6\n", SASS_NOTE_LONG_STALL, 0, 0, -1);
    expect_note(90, P("03") "FADD R1, R1, R6\n", SASS_NOTE_LONG_STALL, 0, 0, 2);
    // Of two long stalls one is enough: the later one keeps what is needed.
    expect_note(90,
                P("03") "FADD R1, R2, R3\n" P("03") "FADD R5, R8, R9\n" P("01") "FADD R4, R1, R6\n",
                SASS_NOTE_LONG_STALL, 0, 0, 2);
    // A guard waits 13 cycles; a barrier is waited for 2 cycles after it was set.
    expect_note(
        90,
        "[B------:R-:W-:Y:S13] ISETP.LT.AND P1, PT, R2, R3, PT\n" P("01") "@P1 FADD R4, R1, R6\n",
        SASS_NOTE_LONG_STALL, 0, 0, -1);
}

static void waits(void **state)
{
    (void)state;
    expect_note(90, "[B------:R-:W0:-:S02] LDS R1, [R9]\n[B0-----:R-:W-:-:S01] FADD R4, R1, R6\n",
                SASS_NOTE_EARLY_WAIT, 1, 0, 28);
    // One round later.
    expect_note(90, "[B0-----:R-:W-:-:S01] FADD R4, R1, R6\n[B------:R-:W0:-:S01] LDS R1, [R9]\n",
                SASS_NOTE_EARLY_WAIT, 0, 1, 24);
    expect_note(90,
                "[B------:R-:W0:-:S01] LDS R1, [R9]\n[B------:R-:W-:Y:S00] NOP\n"
                "[B0-----:R-:W-:-:S01] FADD R4, R1, R6\n",
                SASS_NOTE_EARLY_WAIT, 1, 0, -1);
}

static void summary(void **state)
{
    (void)state;
    struct sass_loop_report report;
    char text[512];
    measure(90, FFMA("R1, R2, R4, R1") FFMA("R5, R2, R3, R6") P("03") "FADD R7, R8, R9\n", &report);
    assert_int_equal(report.instructions, 4);
    assert_int_equal(report.ffma, 2);
    assert_int_equal(report.issue_cycles, 10);
    assert_int_equal(report.bank_cycles, 1 + 1);
    assert_int_equal(report.stall_cycles, 2);
    assert_int_equal(report.wait_cycles, 0);
    sass_loop_text(&report, text, sizeof text);
    assert_non_null(strstr(text, "FFMA 50.0 % of the instructions and 16.7 % of the cycles"));
    free(report.notes);
}

static void innermost_loops(void **state)
{
    (void)state;
    static const char text[] =
        ".kernel k\nouter:\n" P("01") "NOP\nfirst:\n" P("01") "NOP\n" P("05") "@P1 BRA first\n" P(
            "05") "@P0 BRA first\nsecond:\n" P("01") "NOP\n" P("05") "@P0 BRA second\n" P("05") "@P"
                                                                                                "2 "
                                                                                                "BR"
                                                                                                "A "
                                                                                                "ou"
                                                                                                "te"
                                                                                                "r"
                                                                                                "\n" P(
                                                                                                    "05") "EXIT\n.endkernel\n";
    struct sass_program *program = lint_assemble(80, text);
    struct sass_loop_range *ranges;
    assert_int_equal(sass_find_loops(80, &program->kernels[0], &ranges), 2);
    // Two ways back to one start are one loop; those around others are left out.
    assert_int_equal(ranges[0].first, 1);
    assert_int_equal(ranges[0].last, 3);
    assert_int_equal(ranges[1].first, 4);
    assert_int_equal(ranges[1].last, 5);
    free(ranges);
    sass_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(register_banks), cmocka_unit_test(reuse_flags),
        cmocka_unit_test(stalls),         cmocka_unit_test(waits),
        cmocka_unit_test(summary),        cmocka_unit_test(innermost_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
