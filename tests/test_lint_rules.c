// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The rules of the lint beside hazards of registers: counted waits, barriers of the CTA, tensor
// groups, where control goes, control fields. Each mistake is found at its instruction, and the
// same code with the mistake mended is silent.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "tests/lint_expect.h"

#include <stdio.h>
#include <stdlib.h>

#define LOAD(reg) "[B------:R-:W0:-:S02] LDS " reg ", [R9]\n"
#define LEAVE(n) P("04") "DEPBAR.LE SB0, " n "\n"

static void counted_waits(void **state)
{
    (void)state;
    // Shared loads finish in order: at most one is left, so that the first of two is there.
    expect(80, LOAD("R0") LOAD("R1") LEAVE("0x1") P("05") "FADD R2, R0, R0\n", NONE, 0);
    expect(80, LOAD("R0") LOAD("R1") LEAVE("0x1") P("05") "FADD R2, R1, R0\n",
           SASS_LINT_READ_UNWAITED, 3);
    expect(80, LOAD("R0") LOAD("R1") LEAVE("0x2") P("05") "FADD R2, R0, R0\n",
           SASS_LINT_READ_UNWAITED, 3);
    expect(90, LOAD("R0") LOAD("R1") LOAD("R2") LEAVE("0x2") P("05") "FADD R3, R0, R0\n", NONE, 0);
    expect(90, LOAD("R0") LOAD("R1") LOAD("R2") LEAVE("0x2") P("05") "FADD R3, R1, R0\n",
           SASS_LINT_READ_UNWAITED, 4);
    expect(90, LOAD("R0") LOAD("R1") LEAVE("0x0") P("05") "FADD R2, R1, R0\n", NONE, 0);
    // A set beside the count is waited for completely.
    expect(80,
           "[B------:R-:W2:-:S02] LDG.E R4, desc[UR4][R6.64]\n" LOAD("R0") LOAD("R1")
               P("04") "DEPBAR.LE SB0, 0x1, {2}\n" P("05") "FADD R2, R4, R0\n",
           NONE, 0);
    // Global loads finish in any order.
    expect(80,
           "[B------:R-:W0:-:S02] LDG.E R0, desc[UR4][R6.64]\n"
           "[B------:R-:W0:-:S02] LDG.E R1, desc[UR4][R6.64+0x4]\n" LEAVE("0x1")
               P("05") "FADD R2, R0, R0\n",
           SASS_LINT_READ_UNWAITED, 3);
    // Another unit's operation on the same barrier does not count for the load.
    expect(80,
           LOAD("R0") "[B------:R-:W0:-:S02] S2R R1, SR_TID.X\n" LEAVE("0x1")
               P("05") "FADD R2, R0, R0\n",
           SASS_LINT_READ_UNWAITED, 3);
    // Nor does one that its guard may keep from being counted.
    expect(80,
           LOAD("R0") "[B------:R-:W0:-:S02] @P0 LDS R1, [R9]\n" LEAVE("0x1")
               P("05") "FADD R2, R0, R0\n",
           SASS_LINT_READ_UNWAITED, 3);
    // The worst path counts: only one of them loads twice.
    expect(80,
           LOAD("R0") P("05") "@P0 BRA skip\n" LOAD("R1") "skip:\n" LEAVE("0x1")
               P("05") "FADD R2, R0, R0\n",
           SASS_LINT_READ_UNWAITED, 4);
    // The memory queue reads its sources in order.
    expect(80,
           "[B------:R0:W-:-:S02] STS [R9], R0\n[B------:R0:W-:-:S02] STS [R9], R1\n" LEAVE("0x1")
               P("05") "MOV R0, RZ\n",
           NONE, 0);
    expect(80,
           "[B------:R0:W-:-:S02] STS [R9], R0\n[B------:R0:W-:-:S02] STS [R9], R1\n" LEAVE("0x1")
               P("05") "MOV R1, RZ\n",
           SASS_LINT_SOURCE_UNREAD, 3);
    // In a loop: of the two loads of this round one is left, and those of the last are done.
    expect(80,
           "again:\n" LOAD("R0") LOAD("R1") LEAVE("0x1")
               P("05") "FADD R2, R0, R0\n" P("05") "@P0 BRA again\n",
           NONE, 0);
}

#define BAR_SYNC "BAR.SYNC.DEFER_BLOCKING 0x0\n"

static void behind_a_barrier_of_the_cta(void **state)
{
    (void)state;
    expect(80, P("06") BAR_SYNC P("02") "STS [R0], R1\n", NONE, 0);
    expect(80, P("05") BAR_SYNC P("02") "STS [R0], R1\n", SASS_LINT_BEHIND_BAR, 1);
    expect(90, P("01") BAR_SYNC P("02") "FADD R0, R1, R2\n" P("05") "NOP\n", NONE, 0);
    expect(90, P("06") BAR_SYNC P("06") BAR_SYNC, SASS_LINT_BEHIND_BAR, 1);
    expect(90, P("08") BAR_SYNC P("06") BAR_SYNC, NONE, 0);
    expect(86, P("06") BAR_SYNC P("06") BAR_SYNC, NONE, 0);
    expect(86, P("01") "BAR.ARV 0x1, 0x40\n" P("05") "STS [R0], R1\n", SASS_LINT_BEHIND_BAR, 1);
    // Around a loop.
    expect(86,
           "again:\n[B0-----:R-:W-:-:S02] STS [R0], R1\n" P("01")
               BAR_SYNC P("05") "@P0 BRA again\n",
           SASS_LINT_BEHIND_BAR, 2);
}

#define ARRIVE P("01") "WARPGROUP.ARRIVE\n"
#define TENSOR(t) P("01") "HGMMA.64x16x16.F32 " t "\n"
#define CHAIN "R24, gdesc[UR8], R24"
#define GROUPS(n) P("02") "WARPGROUP.DEPBAR.LE gsb0, " n "\n"

static void tensor_groups(void **state)
{
    (void)state;
    expect(90, ARRIVE TENSOR(CHAIN) TENSOR(CHAIN ", gsb0") GROUPS("0x0") P("05") "MOV R0, R24\n",
           NONE, 0);
    expect(90, ARRIVE TENSOR(CHAIN) TENSOR(CHAIN ", gsb0") P("05") "MOV R0, R31\n",
           SASS_LINT_GROUP_RUNNING, 3);
    expect(90, ARRIVE TENSOR(CHAIN ", gsb0") P("05") "MOV R24, RZ\n", SASS_LINT_GROUP_RUNNING, 2);
    expect(90, ARRIVE TENSOR(CHAIN ", gsb0") P("05") "MOV R0, R32\n", NONE, 0);
    // At most one group is left: the first one is done, the second may run.
    expect(90,
           ARRIVE TENSOR(CHAIN ", gsb0") TENSOR("R40, gdesc[UR8], R40, gsb0") GROUPS("0x1")
               P("05") "MOV R0, R24\n",
           NONE, 0);
    expect(90,
           ARRIVE TENSOR(CHAIN ", gsb0") TENSOR("R40, gdesc[UR8], R40, gsb0") GROUPS("0x1")
               P("05") "MOV R0, R40\n",
           SASS_LINT_GROUP_RUNNING, 4);
    // A group that was never closed is waited for by nobody.
    expect(90, ARRIVE TENSOR(CHAIN) GROUPS("0x0") P("05") "MOV R0, R24\n", SASS_LINT_GROUP_RUNNING,
           3);
    // A factor in registers may be read but not overwritten.
    expect(90, ARRIVE TENSOR("R24, R4, gdesc[UR8], R24, gsb0") P("05") "MOV R0, R4\n", NONE, 0);
    expect(90, ARRIVE TENSOR("R24, R4, gdesc[UR8], R24, gsb0") P("05") "MOV R4, RZ\n",
           SASS_LINT_GROUP_RUNNING, 2);
    expect(90, ARRIVE TENSOR(CHAIN) TENSOR("R40, R24, gdesc[UR8], R40, gsb0"),
           SASS_LINT_GROUP_RUNNING, 2);
    // What it uses is written before WARPGROUP.ARRIVE.
    expect(90, P("06") "MOV R24, RZ\n" ARRIVE TENSOR(CHAIN ", gsb0") GROUPS("0x0"), NONE, 0);
    expect(90, ARRIVE "[B------:R-:W-:Y:S15] MOV R24, RZ\n" TENSOR(CHAIN ", gsb0") GROUPS("0x0"),
           SASS_LINT_GROUP_NO_ARRIVE, 2);
    // Around a loop.
    expect(90,
           ARRIVE "again:\n" P("05") "MOV R0, R24\n" TENSOR(CHAIN ", gsb0")
               P("05") "@P0 BRA again\n" GROUPS("0x0"),
           SASS_LINT_GROUP_RUNNING, 1);
}

#define COPY_128 "[B------:R-:W-:-:S02] LDGSTS.E.128 [R9], desc[UR4][R6.64]\n"
#define FILLER "[B------:R-:W-:-:S01] @!PT LDS RZ, [RZ]\n"
#define STORE_SHARED "[B------:R-:W-:-:S02] STS [R9], R8\n"

// Compilers keep three instructions of the load/store unit before an asynchronous copy.
static void run_up_of_copies(void **state)
{
    (void)state;
    expect(80, COPY_128, NONE, 0);
    expect(80, STORE_SHARED COPY_128, SASS_LINT_COPY_RUN_UP, 1);
    expect(80, STORE_SHARED FILLER COPY_128, SASS_LINT_COPY_RUN_UP, 2);
    expect(80, STORE_SHARED FILLER FILLER FILLER COPY_128, NONE, 0);
    expect(80, STORE_SHARED FILLER FILLER FILLER COPY_128 COPY_128, NONE, 0);
    // Not behind a branch that is not taken, but where one leads.
    expect(80, P("05") "@P0 EXIT\n" COPY_128, NONE, 0);
    expect(80, "again:\n" COPY_128 P("05") "@P0 BRA again\n", SASS_LINT_COPY_RUN_UP, 0);
    expect(80, "again:\n" FILLER FILLER FILLER COPY_128 P("05") "@P0 BRA again\n", NONE, 0);
}

static void where_control_goes(void **state)
{
    (void)state;
    enum { GUARD = 12, TARGET = 34 };
    // The EXIT that ends the kernel gets a guard.
    expect_changed(80, P("01") "NOP\n", 1, GUARD, 3, 0, SASS_LINT_RUNS_OFF, 1);
    // Nothing leads there.
    expect_changed(80, P("05") "EXIT\n", 1, GUARD, 3, 0, NONE, 0);
    expect_changed(80, P("01") "NOP\n", 1, 0, 12, 0x918, SASS_LINT_UNKNOWN, 1);
    const char *loop = "again:\n" P("05") "@P0 BRA again\n";
    expect(80, loop, NONE, 0);
    // Targets are counted in words of 4 bytes: behind the end, before the start, between two.
    expect_changed(80, loop, 0, TARGET, 24, 0x100, SASS_LINT_TARGET, 0);
    expect_changed(80, loop, 0, TARGET, 24, 0xfffff0, SASS_LINT_TARGET, 0);
    expect_changed(80, P("01") "NOP\n" P("05") "@P0 BRA out\n" P("01") "NOP\nout:\n", 1, TARGET, 24,
                   0x2, SASS_LINT_TARGET, 1);
}

static void convergence(void **state)
{
    (void)state;
    static const char open[] = P("01") "BSSY B0, out\n";
    static const char close[] = "out:\n" P("05") "BSYNC B0\n";
    char body[512];
    snprintf(body, sizeof body, "%s" P("05") "@P0 BRA out\n" P("01") "NOP\n%s" P("01") "NOP\n",
             open, "out:\n" P("05") "BSYNC B0\n");
    expect(80, body, NONE, 0);
    snprintf(body, sizeof body, "%s" P("05") "@P0 BRA out\nout:\n" P("01") "NOP\n", open);
    expect(80, body, SASS_LINT_BSSY_UNCLOSED, 0);
    // One way to the BSYNC goes around the BSSY.
    snprintf(body, sizeof body, P("05") "@P0 BRA out\n%s%s", open, close);
    expect(80, body, SASS_LINT_BSYNC_UNOPENED, 2);
    expect(90, P("05") "BSYNC B1\n", SASS_LINT_BSYNC_UNOPENED, 0);
}

#define COPY P("02") "LDGSTS.E [R0], desc[UR4][R2.64]\n"
#define COUNT "[B------:R-:W0:-:S01] LDGDEPBAR\n"
#define FETCH P("06") BAR_SYNC "[B------:R-:W1:-:S02] LDS R5, [R9]\n"

static void asynchronous_copies(void **state)
{
    (void)state;
    expect(90, COPY COUNT LEAVE("0x0") FETCH, NONE, 0);
    expect(90, COPY LEAVE("0x0") FETCH, SASS_LINT_COPY_UNCOMMITTED, 0);
    expect(90, COPY COUNT FETCH, SASS_LINT_COPY_UNWAITED, 1);
    // Copies that nobody reads need no wait, but a count that tells nobody is a mistake.
    expect(90, COPY COUNT, NONE, 0);
    expect(90, COPY P("02") "LDGDEPBAR\n" COPY COUNT LEAVE("0x0") FETCH, SASS_LINT_ILLEGAL_CONTROL,
           1);
    // The last round of a pipeline leaves its own copies behind.
    expect(90, COPY COUNT "again:\n" COPY COUNT LEAVE("0x1") FETCH P("05") "@P0 BRA again\n", NONE,
           0);
}

// The scheduler sets what a DEPBAR counts.
static void groups_of_scheduled_code(void **state)
{
    (void)state;
    static const char *const groups[] = {"LDGDEPBAR", "UTMACMDFLUSH"};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        char text[256];
        struct sass_lint_finding *findings;
        snprintf(text, sizeof text, ".kernel k\n%s\nDEPBAR.LE SB2, 0x0\nEXIT\n.endkernel\n",
                 groups[i]);
        struct sass_program *program = lint_assemble(90, text);
        assert_int_equal(sass_lint(90, &program->kernels[0], &findings), 0);
        free(findings);
        sass_program_free(program);
    }
}

static void control_fields(void **state)
{
    (void)state;
    enum { STALL = 105, NO_YIELD = 109, WRITE = 110, REUSE_A = 122 };
    const char *lines = P("05") "FADD R0, R1, R2\n" P("05") "FADD R3, R1, R2\n";
    expect_changed(80, lines, 0, STALL, 4, 12, SASS_LINT_ILLEGAL_CONTROL, 0);
    expect_changed(80, lines, 0, STALL, 4, 0, SASS_LINT_ILLEGAL_CONTROL, 0);
    expect_changed(80, lines, 0, WRITE, 3, 6, SASS_LINT_ILLEGAL_CONTROL, 0);
    expect_changed(80, lines, 0, WRITE, 3, 1, SASS_LINT_ILLEGAL_CONTROL, 0);
    expect_changed(80, lines, 0, REUSE_A, 1, 1, NONE, 0);
    expect_changed(80, P("05") "FADD R0, R1.reuse, R2\n", 0, NO_YIELD, 1, 0,
                   SASS_LINT_ILLEGAL_CONTROL, 0);
    // Kept for the next reader, and changed before it reads.
    expect(80, P("05") "FADD R0, R0.reuse, R2\n" P("05") "FADD R3, R1, R2\n",
           SASS_LINT_REUSE_CHANGED, 0);
    expect(80, P("05") "FADD R0, R1.reuse, R2\n" P("05") "MOV R1, RZ\n" P("05") "FADD R3, R1, R2\n",
           SASS_LINT_REUSE_CHANGED, 2);
    // Somebody else took the slot, or another warp ran: it is read anew.
    expect(80,
           P("05") "FADD R0, R1.reuse, R2\n" P("05") "MOV R1, RZ\n" P("05") "FADD R4, R7, R2\n" P(
               "05") "FADD R3, R1, R2\n",
           NONE, 0);
    expect(80,
           P("05") "FADD R0, R1.reuse, R2\n[B------:R-:W-:Y:S05] MOV R1, RZ\n" P(
               "05") "FADD R3, R1, R2\n",
           NONE, 0);
    // A wait for nothing.
    expect(80, "[B---3--:R-:W-:-:S05] FADD R0, R1, R2\n", SASS_LINT_WAIT_UNSET, 0);
    expect(80, LEAVE("0x0"), SASS_LINT_WAIT_UNSET, 0);
    expect(80, P("04") "DEPBAR {5,4,3,2,1,0}\n", NONE, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_waits),
        cmocka_unit_test(behind_a_barrier_of_the_cta),
        cmocka_unit_test(tensor_groups),
        cmocka_unit_test(run_up_of_copies),
        cmocka_unit_test(where_control_goes),
        cmocka_unit_test(convergence),
        cmocka_unit_test(asynchronous_copies),
        cmocka_unit_test(control_fields),
        cmocka_unit_test(groups_of_scheduled_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
