// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The lint: our kernels are clean, each kind of mistake is found at its instruction, and the same
// code with the mistake mended is silent.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "tests/lint_expect.h"

#include <stdio.h>
#include <stdlib.h>

static void fixed_latency_results(void **state)
{
    (void)state;
    static const struct {
        unsigned sm;
        const char *producer, *consumer;
        unsigned needed;
    } pairs[] = {
        {80, "IADD3 R0, R1, R2, R3", "IADD3 R4, R0, R5, R6", 4},
        {80, "IADD3 R0, R1, R2, R3", "IMAD R4, R0, R5, R6", 5},
        {80, "FFMA R0, R1, R2, R3", "FFMA R4, R5, R6, R0", 4},
        {80, "FFMA R0, R1, R2, R3", "LOP3.LUT R4, R0, 0x1, RZ, 0xc0, !PT", 5},
        {90, "FFMA R0, R1, R2, R3", "LOP3.LUT R4, R0, 0x1, RZ, 0xc0, !PT", 5},
        {86, "IMAD R0, R1, R2, R3", "STS [R0], R4", 5},
        {80, "IMAD.WIDE R0, R2, R3, R4", "IMAD.WIDE R6, R0, R8, R10", 6},
        {90, "IMAD.WIDE R0, R2, R3, R4", "IMAD.WIDE R6, R8, R9, R0", 4},
        {89, "ISETP.LT.AND P0, PT, R0, R1, PT", "SEL R2, R3, R4, P0", 4},
        {89, "ISETP.LT.AND P0, PT, R0, R1, PT", "@P0 IADD3 R2, R3, R4, R5", 13},
        {80, "ULDC UR4, c[0x0][0x160]", "IMAD R0, R1, UR4, R2", 2},
        {80, "IADD3 R0, P1, R1, R2, R3", "IADD3.X R4, R5, R6, R7, P1, !PT", 4},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char body[512];
        for (unsigned short_by = 0; short_by < 2; short_by++) {
            unsigned stall = pairs[i].needed - short_by;
            snprintf(body, sizeof body, "[B------:R-:W-:%c:S%02u] %s\n" P("05") "%s\n",
                     stall > 11 ? 'Y' : '-', stall, pairs[i].producer, pairs[i].consumer);
            expect(pairs[i].sm, body, short_by ? SASS_LINT_READ_EARLY : NONE, 1);
        }
        // Unrelated instructions between the two count.
        snprintf(body, sizeof body, P("02") "%s\n[B------:R-:W-:%c:S%02u] NOP\n" P("05") "%s\n",
                 pairs[i].producer, pairs[i].needed > 13 ? 'Y' : '-',
                 pairs[i].needed > 3 ? pairs[i].needed - 2 : 1, pairs[i].consumer);
        expect(pairs[i].sm, body, NONE, 0);
    }
}

static void variable_latency_results(void **state)
{
    (void)state;
    expect(80, "[B------:R-:W0:-:S02] LDS R0, [R1]\n[B0-----:R-:W-:-:S05] FADD R2, R0, R0\n", NONE,
           0);
    expect(80, "[B------:R-:W0:-:S02] LDS R0, [R1]\n[B-1----:R-:W-:-:S05] FADD R2, R0, R0\n",
           SASS_LINT_READ_UNWAITED, 1);
    expect(80, "[B------:R-:W-:Y:S15] LDS R0, [R1]\n" P("05") "FADD R2, R0, R0\n",
           SASS_LINT_NO_BARRIER, 1);
    expect(90, "[B------:R-:W3:-:S02] LDS.128 R4, [R1]\n[B------:R-:W-:-:S05] MOV R7, RZ\n",
           SASS_LINT_WRITE_UNWAITED, 1);
    expect(90, "[B------:R-:W0:-:S01] S2R R0, SR_TID.X\n[B0-----:R-:W-:-:S05] FADD R2, R0, R0\n",
           SASS_LINT_WAIT_TOO_SOON, 1);
    // One wait covers all that were set on the barrier.
    expect(90,
           "[B------:R-:W0:-:S01] LDS R0, [R9]\n[B------:R-:W0:-:S02] LDS R1, [R9]\n"
           "[B0-----:R-:W-:-:S05] FADD R2, R0, R1\n",
           NONE, 0);
}

static void sources_read_late(void **state)
{
    (void)state;
    expect(80, "[B------:R1:W-:-:S02] STS [R0], R1\n[B-1----:R-:W-:-:S05] MOV R1, RZ\n", NONE, 0);
    expect(80, "[B------:R1:W-:-:S02] STS [R0], R1\n" P("05") "MOV R1, RZ\n",
           SASS_LINT_SOURCE_UNREAD, 1);
    expect(80, P("05") "STS [R0], R1\n" P("05") "MOV R0, RZ\n", SASS_LINT_SOURCE_UNREAD, 1);
    // The memory queue is in order: a later load's barrier covers the store.
    expect(80,
           P("05") "STS [R0], R1\n[B------:R-:W2:-:S02] LDS R3, [R4]\n"
                   "[B--2---:R-:W-:-:S05] MOV R1, R3\n",
           NONE, 0);
    // A barrier of the CTA does not: compilers never take it for that.
    expect(80,
           P("05") "STS [R0], R1\n" P("06") "BAR.SYNC.DEFER_BLOCKING 0x0\n" P("05") "MOV R1, RZ\n",
           SASS_LINT_SOURCE_UNREAD, 2);
    expect(90,
           "[B------:R-:W0:-:S02] LDG.E R6, desc[UR4][R2.64]\n" P("05") "IADD3 R3, R3, 0x1, RZ\n",
           SASS_LINT_SOURCE_UNREAD, 1);
}

static void predicates_moved_together(void **state)
{
    (void)state;
    // The mask names those that are meant; a mask in a register may name any.
    expect(90, "[B------:R-:W-:Y:S12] R2P PR, R3, 0x3\n" P("05") "@P1 MOV R4, R5\n",
           SASS_LINT_READ_EARLY, 1);
    expect(90, "[B------:R-:W-:Y:S13] R2P PR, R3, 0x3\n" P("05") "@P1 MOV R4, R5\n", NONE, 0);
    expect(90, P("01") "R2P PR, R3, 0x3\n" P("05") "@P2 MOV R4, R5\n", NONE, 0);
    expect(90, "[B------:R-:W-:Y:S12] R2P PR, R3, R7\n" P("05") "@P2 MOV R4, R5\n",
           SASS_LINT_READ_EARLY, 1);
    expect(90, P("03") "ISETP.GT.AND P1, PT, R1, R2, PT\n" P("05") "P2R R3, PR, RZ, 0x2\n",
           SASS_LINT_READ_EARLY, 1);
    expect(90, P("04") "ISETP.GT.AND P1, PT, R1, R2, PT\n" P("05") "P2R R3, PR, RZ, 0x2\n", NONE,
           0);
}

static void order_of_results(void **state)
{
    (void)state;
    expect(80, P("01") "IMAD.WIDE R0, R2, R3, R4\n" P("05") "MOV R0, RZ\n", NONE, 0);
    expect(80, P("04") "MOV R0, RZ\n" P("05") "MOV R0, R1\n", NONE, 0);
    // What asks for the kind of an address answers behind the loads before it.
    expect(80,
           P("02") "LDS R0, [R1]\n[B------:R-:W0:-:S03] QSPC.E.S P3, RZ, [R4]\n"
                   "[B0-----:R-:W-:-:S05] IADD3 R2, R0, R0, RZ\n",
           NONE, 0);
}

static void paths_and_loops(void **state)
{
    (void)state;
    // Only the taken path is too short; the other one passes a long stall.
    expect(80,
           P("01") "FADD R0, R1, R2\n" P("05") "@P0 BRA later\n" P("10") "NOP\nlater:\n" P(
               "05") "STS [R0], R3\n",
           NONE, 0);
    expect(80,
           "[B------:R-:W0:-:S02] LDS R0, [R1]\n" P("05") "@P0 BRA later\n"
                                                          "[B0-----:R-:W-:-:S01] NOP\nlater:\n" P(
                                                              "05") "FADD R2, R0, R0\n",
           SASS_LINT_READ_UNWAITED, 3);
    // Around the loop: the result of one round is read by the next.
    expect(80,
           "again:\n" P("04") "IADD3 R2, R0, 0x1, RZ\n[B------:R-:W1:-:S02] LDS R0, [R9]\n" P(
               "05") "@P0 BRA again\n",
           SASS_LINT_READ_UNWAITED, 0);
    expect(80,
           "again:\n[B-1----:R-:W-:-:S04] IADD3 R2, R0, 0x1, RZ\n"
           "[B------:R-:W1:-:S02] LDS R0, [R9]\n" P("05") "@P0 BRA again\n",
           NONE, 0);
    expect(80, P("04") "@P0 BRA out\nout:\n", SASS_LINT_SHORT_STALL, 0);
    // Guards that exclude each other do not depend on one another.
    expect(80, P("01") "@P0 MOV R0, R1\n" P("05") "@!P0 IADD3 R2, R0, R3, R4\n", NONE, 0);
}

static void unknown_words(void **state)
{
    (void)state;
    expect(80, ".word 0xfff, 0x000fe20000000000\n", SASS_LINT_UNKNOWN, 0);
}

static void our_kernels_are_clean(void **state)
{
    (void)state;
    static const unsigned sms[] = {80, 86, 89, 90};
    const char *path = getenv("SASS_KERNEL_SOURCE");
    if (!path)
        fail_msg("SASS_KERNEL_SOURCE is not set: a .sass file was expected");
    for (unsigned s = 0; s < 4; s++) {
        const struct sass_asm_options options = {.sm = sms[s]};
        char error[SASS_ASM_ERROR_TEXT], line[256];
        struct sass_lint_finding *findings;
        struct sass_program *program = sass_assemble_file(path, &options, error);
        if (!program)
            fail_msg("%s", error);
        size_t count = sass_lint(sms[s], &program->kernels[0], &findings);
        for (size_t i = 0; i < count; i++) {
            sass_lint_text(&findings[i], line, sizeof line);
            print_error("sm_%u %04zx: %s\n", sms[s], findings[i].at * SASS_WORD_BYTES, line);
        }
        assert_int_equal(count, 0);
        free(findings);
        sass_program_free(program);
    }
}

// In a kernel without findings every stall in front of a dependent instruction and every wait that
// is taken away must show: counted here over all instructions of the forward kernel.
static void mutations_of_a_kernel(void **state)
{
    (void)state;
    const struct sass_asm_options options = {.sm = 90};
    char error[SASS_ASM_ERROR_TEXT];
    struct sass_program *program =
        sass_assemble_file(getenv("SASS_KERNEL_SOURCE"), &options, error);
    if (!program)
        fail_msg("%s", error);
    struct cubin_kernel *kernel = &program->kernels[0];
    struct sass_word *code = (struct sass_word *)kernel->code;
    unsigned waits = 0, waits_found = 0, stalls = 0, stalls_found = 0;
    for (size_t i = 0; i < kernel->words; i++) {
        struct sass_word saved = code[i];
        struct sass_lint_finding *findings;
        uint64_t mask = sass_get_bits(saved, 116, 6), stall = sass_get_bits(saved, 105, 4);
        if (mask) {
            sass_set_bits(&code[i], 116, 6, 0);
            waits++;
            waits_found += sass_lint(90, kernel, &findings) > 0;
            free(findings);
            code[i] = saved;
        }
        if (stall > 3) {
            sass_set_bits(&code[i], 105, 4, 1);
            sass_set_bits(&code[i], 109, 1, 1);
            stalls++;
            stalls_found += sass_lint(90, kernel, &findings) > 0;
            free(findings);
            code[i] = saved;
        }
    }
    sass_program_free(program);
    print_message("waits dropped %u, found %u; stalls cut to 1: %u, found %u\n", waits, waits_found,
                  stalls, stalls_found);
    assert_true(waits > 20 && stalls > 100);
    // A wait that repeats an earlier one, and a stall longer than needed, change nothing.
    assert_true(waits_found * 10 >= waits * 6);
    assert_true(stalls_found * 10 >= stalls * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_latency_results),     cmocka_unit_test(variable_latency_results),
        cmocka_unit_test(sources_read_late),         cmocka_unit_test(order_of_results),
        cmocka_unit_test(paths_and_loops),           cmocka_unit_test(unknown_words),
        cmocka_unit_test(our_kernels_are_clean),     cmocka_unit_test(mutations_of_a_kernel),
        cmocka_unit_test(predicates_moved_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
