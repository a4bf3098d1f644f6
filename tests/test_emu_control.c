// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Control flow, lanes and barriers of the emulated GPU in assembly, where compilers do not emit
// what is tested or lay it out so that it would come right by chance. Values are computed here.
#include "emu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CTA = 128, CTAS = 3, THREADS = CTA * CTAS, SOURCE_BYTES = 8192 };

// R0 thread in the CTA, R1 lane, R2 zero, P0 in odd lanes, P1 in lanes 0 to 7; the body leaves R8.
static const char head[] = ".kernel k\n"
                           ".param ptr out\n"
                           ".shared buffer, 1024\n"
                           "ULDC.64 UR4, c[0x0][0x208]\n"
                           "ULDC.64 UR6, c[0x0][out]\n"
                           "S2R R0, SR_TID.X\n"
                           "S2R R12, SR_CTAID.X\n"
                           "IMAD R12, R12, 0x80, R0\n"
                           "MOV R14, UR6\n"
                           "MOV R15, UR7\n"
                           "IMAD.WIDE.U32 R12, R12, 0x4, R14\n"
                           "S2R R1, SR_LANEID\n"
                           "MOV R2, RZ\n"
                           "MOV R8, RZ\n"
                           "LOP3.LUT R9, R0, 0x1, RZ, 0xc0, !PT\n"
                           "ISETP.NE.AND P0, PT, R9, RZ, PT\n"
                           "ISETP.LT.U32.AND P1, PT, R1, 0x8, PT\n";
static const char tail[] = "\nSTG.E desc[UR4][R12.64], R8\n"
                           "EXIT\n"
                           ".endkernel\n";

static CUresult launch(const char *body, CUdeviceptr out)
{
    char source[SOURCE_BYTES];
    CUmodule module;
    snprintf(source, sizeof source, "%s%s%s", head, body, tail);
    CUfunction function = emu_function(&module, source, "k", NULL);
    void *params[] = {&out};
    OK(cu.cuLaunchKernel(function, CTAS, 1, 1, CTA, 1, 1, 0, NULL, params, NULL));
    CUresult result = cu.cuCtxSynchronize();
    if (!result)
        OK(cu.cuModuleUnload(module));
    return result;
}

// What thread i of a CTA left in R8 must be want(i).
static void expect(const char *body, uint32_t (*want)(unsigned thread))
{
    static uint32_t out[THREADS];
    CUdeviceptr memory;
    OK(cu.cuMemAlloc_v2(&memory, sizeof out));
    if (launch(body, memory))
        fail_msg("%s\n%s", body, emu_report());
    OK(cu.cuMemcpyDtoH_v2(out, memory, sizeof out));
    OK(cu.cuMemFree_v2(memory));
    for (unsigned i = 0; i < THREADS; i++) {
        if (out[i] != want(i % CTA))
            fail_msg("%s\nthread %u: want 0x%x, got 0x%x", body, i, want(i % CTA), out[i]);
    }
}

// A body that faults, in a context of its own: the error, and phrases of the report.
static void expect_fault(const char *body, CUresult want, const char *first, const char *second)
{
    CUcontext context;
    CUdeviceptr memory;
    OK(cu.cuCtxCreate_v2(&context, 0, 0));
    OK(cu.cuMemAlloc_v2(&memory, THREADS * 4));
    emu_report();
    CUresult result = launch(body, memory);
    const char *report = emu_report();
    if (result != want || !strstr(report, first) || !strstr(report, second))
        fail_msg("%s\nwant %d and '%s', '%s'; got %d\n%s", body, want, first, second, result,
                 report);
    OK(cu.cuCtxDestroy_v2(context));
}

static uint32_t want_all(unsigned i)
{
    (void)i;
    return 0xffffffff;
}

static uint32_t want_parity_mask(unsigned i)
{
    return i % 2 ? 0xaaaaaaaa : 0x55555555;
}

// The code where the lanes meet lies below one of the branches, so that the lowest program counter
// would run past it.
static void test_convergence(void **state)
{
    (void)state;
    expect("BSSY B0, join\n"
           "@P0 BRA odd\n"
           "meet:\n"
           "BSYNC B0\n"
           "join:\n"
           "VOTE.ANY R8, PT, PT\n"
           "BRA end\n"
           "odd:\n"
           "IADD3 R2, R2, 0x1, RZ\n"
           "BRA meet\n"
           "end:",
           want_all);
    // Two barriers at a time; each lane leaves the inner one in its own round.
    expect("BSSY B0, outer\n"
           "MOV R3, RZ\n"
           "BSSY B1, inner\n"
           "loop:\n"
           "IADD3 R3, R3, 0x1, RZ\n"
           "ISETP.LT.U32.AND P2, PT, R3, R1, PT\n"
           "@P2 BRA loop\n"
           "BSYNC B1\n"
           "inner:\n"
           "VOTE.ANY R9, PT, PT\n"
           "BSYNC B0\n"
           "outer:\n"
           "VOTE.ANY R8, PT, PT\n"
           "LOP3.LUT R8, R8, R9, RZ, 0xc0, !PT",
           want_all);
    // Lanes that leave the inner barrier by BREAK are not waited for there, and are at the outer.
    expect("BSSY B0, outer\n"
           "BSSY B1, inner\n"
           "@P0 BREAK B1\n"
           "@P0 BRA leave\n"
           "BSYNC B1\n"
           "inner:\n"
           "VOTE.ANY R9, PT, PT\n"
           "leave:\n"
           "@P0 MOV R9, 0xaaaaaaaa\n"
           "BSYNC B0\n"
           "outer:\n"
           "VOTE.ANY R8, PT, PT\n"
           "LOP3.LUT R8, R8, R9, RZ, 0xc0, !PT",
           want_parity_mask);
    // Exited lanes are not waited for either. The predicate of EXIT counts as its guard does.
    expect("BSSY B0, join\n"
           "@P1 BRA low\n"
           "meet:\n"
           "BSYNC B0\n"
           "join:\n"
           "MOV R8, 0xffffffff\n"
           "BRA end\n"
           "low:\n"
           "MOV R3, 0xffffffff\n"
           "STG.E desc[UR4][R12.64], R3\n"
           "@P1 EXIT P1\n"
           "BRA meet\n"
           "end:",
           want_all);
}

static uint32_t want_saved(unsigned i)
{
    return i % 2 ? 0xaaaaaaaa : 0xffffffff;
}

static void test_barrier_registers(void **state)
{
    (void)state;
    // Odd lanes use B0 again while it is saved; all of them meet in the end.
    expect("MOV R9, 0xffffffff\n"
           "BSSY B0, join\n"
           "@!P0 BRA meet\n"
           "BMOV.32.CLEAR R5, B0\n"
           "BSSY B0, inner\n"
           "@P1 BRA low\n"
           "low:\n"
           "BSYNC B0\n"
           "inner:\n"
           "VOTE.ANY R9, PT, PT\n"
           "BMOV.32 B0, R5\n"
           "meet:\n"
           "BSYNC B0\n"
           "join:\n"
           "VOTE.ANY R8, PT, PT\n"
           "LOP3.LUT R8, R8, R9, RZ, 0xc0, !PT",
           want_saved);
    expect("@P0 BRA odd\n"
           "BMOV.32 R8, MACTIVE\n"
           "BRA end\n"
           "odd:\n"
           "BMOV.32 R8, MACTIVE\n"
           "end:",
           want_parity_mask);
    expect("BSSY B3, join\n"
           "BMOV.32 B5, B3\n"
           "BMOV.32 R8, B5\n"
           "BSYNC B3\n"
           "join:",
           want_all);
}

// A lane that breaks out of a barrier in a function that has saved another one in the same
// register.
static void test_stale_barrier(void **state)
{
    (void)state;
    expect("@!P0 BRA meet\n"
           "BMOV.32.CLEAR R5, B0\n"
           "BSSY B0, meet\n"
           "@P1 BREAK B0\n"
           "@P1 BRA meet\n"
           "BSYNC B0\n"
           "meet:\n"
           "WARPSYNC.ALL\n"
           "VOTE.ANY R8, PT, PT",
           want_all);
}

static uint32_t want_tiles(unsigned i)
{
    return UINT32_C(0xff) << i / 8 % 4 * 8;
}

static uint32_t want_split(unsigned i)
{
    return i % 32 < 8 ? 0xff : 0xffffff00;
}

static void test_warpsync(void **state)
{
    (void)state;
    expect("@P0 BRA odd\n"
           "BRA meet\n"
           "odd:\n"
           "IADD3 R2, R2, 0x1, RZ\n"
           "meet:\n"
           "WARPSYNC.ALL\n"
           "VOTE.ANY R8, PT, PT",
           want_all);
    // Each lane names its eight: with .EXCLUSIVE and .COLLECTIVE they vote among themselves.
#define TILE_MASK                                                                                  \
    "LOP3.LUT R3, R1, 0x18, RZ, 0xc0, !PT\n"                                                       \
    "MOV R4, 0xff\n"                                                                               \
    "SHF.L.U32 R4, R4, R3, RZ\n"
    expect(TILE_MASK "BSSY B0, join\n"
                     "WARPSYNC.EXCLUSIVE R4\n"
                     "VOTE.ANY R8, PT, PT\n"
                     "BSYNC B0\n"
                     "join:\n"
                     "VOTE.ANY R9, PT, PT\n"
                     "LOP3.LUT R8, R8, R9, RZ, 0xc0, !PT",
           want_tiles);
    expect(TILE_MASK "BSSY B0, join\n"
                     "WARPSYNC.COLLECTIVE R4, behind\n"
                     "VOTE.ANY R8, PT, PT\n"
                     "ENDCOLLECTIVE\n"
                     "behind:\n"
                     "BSYNC B0\n"
                     "join:\n"
                     "VOTE.ANY R9, PT, PT\n"
                     "LOP3.LUT R8, R8, R9, RZ, 0xc0, !PT",
           want_tiles);
    // Only the named lanes wait for each other.
    expect("MOV R4, 0xff\n"
           "@P1 BRA low\n"
           "VOTE.ANY R8, PT, PT\n"
           "BRA end\n"
           "low:\n"
           "WARPSYNC R4\n"
           "VOTE.ANY R8, PT, PT\n"
           "end:",
           want_split);
}

static uint32_t want_31(unsigned i)
{
    (void)i;
    return 31;
}

// Lanes wait in a loop that comes first for the lane whose turn it is, behind the loop.
static void test_progress(void **state)
{
    // Behind the loop lanes wait at a BSYNC, if there is one, only as long as the others do not
    // yield.
    static const char *const loops[][2] = {
        {"loop:\n", ""},
        {"loop:\nYIELD\n", ""},
        {"loop:\nNANOSLEEP 0x64\n", ""},
        {"BSSY B0, behind\nloop:\nYIELD\n", "BSYNC B0\nbehind:\n"},
        {"BSSY B0, behind\nloop:\nNANOSLEEP 0x64\n", "BSYNC B0\nbehind:\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++) {
        char body[1024];
        snprintf(body, sizeof body,
                 "SHF.R.U32.HI R4, RZ, 0x5, R0\n"
                 "SHF.L.U32 R4, R4, 0x2, RZ\n"
                 "IADD3 R4, R4, 0x400, RZ\n"
                 "STS [R4], RZ\n"
                 "%sLDS R5, [R4]\n"
                 "ISETP.NE.AND P2, PT, R5, R1, PT\n"
                 "@P2 BRA loop\n"
                 "%s"
                 "IADD3 R5, R5, 0x1, RZ\n"
                 "STS [R4], R5\n"
                 "WARPSYNC.ALL\n"
                 "LDS R8, [R4]\n"
                 "IADD3 R8, R8, -0x1, RZ",
                 loops[i][0], loops[i][1]);
        expect(body, want_31);
    }
}

static uint32_t want_branches(unsigned i)
{
    return i % 32 < 8 ? 0x7c : 0x74;
}

// Branches by a condition of the warp: each adds its bit where it is rightly taken.
static void test_warp_branches(void **state)
{
    (void)state;
    expect("@P1 BRA.U.ANY any\n" // some lane: all go
           "BRA wrong\n"
           "any:\n"
           "IADD3 R8, R8, 0x4, RZ\n"
           "@P1 BRA.U wrong\n" // not all lanes: none goes
           "@P1 IADD3 R8, R8, 0x8, RZ\n"
           "BRA.CONV ~URZ, together\n"
           "BRA wrong\n"
           "together:\n"
           "IADD3 R8, R8, 0x10, RZ\n"
           "BRA.DIV ~URZ, wrong\n"
           "@P1 BRA.DIV ~URZ, apart\n" // the lanes where the guard holds are not all
           "BRA wrong\n"
           "apart:\n"
           "IADD3 R8, R8, 0x20, RZ\n"
           "@P1 BRA.CONV ~URZ, wrong\n"
           "BRA P1, low\n"
           "IADD3 R8, R8, 0x40, RZ\n"
           "BRA end\n"
           "low:\n"
           "IADD3 R8, R8, 0x40, RZ\n"
           "BRA end\n"
           "wrong:\n"
           "MOV R8, 0xbad\n"
           "end:",
           want_branches);
}

static uint32_t want_jumps(unsigned i)
{
    return i % 2 ? 0x21 : 0x12;
}

static uint32_t want_5(unsigned i)
{
    (void)i;
    return 5;
}

static void test_jumps(void **state)
{
    (void)state;
    // Lanes jump to different addresses: two or four instructions behind the JMX.
    expect("MOV R4, 0x30\n"
           "@P0 MOV R4, 0x50\n"
           "LEPC R6\n"
           "IADD3 R6, R6, R4, RZ\n"
           "JMX R6\n"
           "MOV R8, 0x12\n"
           "BRA end\n"
           "MOV R8, 0x21\n"
           "end:",
           want_jumps);
    expect("MOV R4, RZ\n"
           "@P0 MOV R4, 0x20\n"
           "MOV R5, RZ\n"
           "BRX R4 0x0\n"
           "MOV R8, 0x12\n"
           "BRA end\n"
           "MOV R8, 0x21\n"
           "end:",
           want_jumps);
    expect("MOV R4, 0x20\n"
           "MOV R5, RZ\n"
           "R2UR UR10, R4\n"
           "R2UR UR11, R5\n"
           "BRXU UR10 0x0\n"
           "EXIT\n"
           "EXIT\n"
           "MOV R8, 0x5",
           want_5);
    // A call whose return address is relative to a label, one that is absolute, one by registers.
    expect("BRA start\n"
           "sub:\n"
           "IADD3 R8, R8, 0x1, RZ\n"
           "RET.REL.NODEC R20 start\n"
           "start:\n"
           "MOV R20, 0x30\n"
           "MOV R21, RZ\n"
           "CALL.REL.NOINC sub\n"
           "IADD3 R8, R8, 0x4, RZ",
           want_5);
    expect("BRA start\n"
           "sub:\n"
           "IADD3 R8, R8, 0x1, RZ\n"
           "RET.ABS.NODEC R20 0x0\n"
           "start:\n"
           "LEPC R20, back\n"
           "MOV R4, RZ\n"
           "MOV R5, RZ\n"
           "CALL.REL.NOINC R4 sub\n"
           "back:\n"
           "LEPC R4, sub\n"
           "LEPC R20, end\n"
           "CALL.ABS.NOINC R4\n"
           "end:\n"
           "IADD3 R8, R8, 0x3, RZ",
           want_5);
    // The depth of calls, which .NOINC and .NODEC leave alone; the registers of return addresses.
    expect("BRA start\n"
           "sub:\n"
           "BMOV.32 R8, API_CALL_DEPTH\n"
           "RET.ABS R20 0x0\n"
           "start:\n"
           "BMOV.32 API_CALL_DEPTH, 0x4\n"
           "LEPC R20, back\n"
           "CALL.REL sub\n"
           "back:\n"
           "BMOV.32 R9, API_CALL_DEPTH\n"
           "RPCMOV.32 Rpc.LO, R8\n"
           "RPCMOV.32 Rpc.HI, R9\n"
           "RPCMOV.32 R4, Rpc.HI\n"
           "RPCMOV.32 R8, Rpc.LO\n"
           "ISETP.NE.AND P2, PT, R4, 0x4, PT\n"
           "@P2 MOV R8, 0xbad",
           want_5);
}

static uint32_t want_kept(unsigned i)
{
    return i % 2 ? 0xffffffff : 7;
}

static uint32_t want_shuffle(unsigned i)
{
    return i % 2 ? i % 32 : 0xffffffff;
}

static uint32_t want_elected(unsigned i)
{
    return i % 32 == 4 ? 0x104 : 4;
}

static void test_lanes(void **state)
{
    (void)state;
    expect("@P0 KILL\nMOV R8, 0x7", want_kept);
    expect("PREEXIT\nACQBULK\nPMTRIG 0x1\nNANOSLEEP 0x20\nYIELD\nMOV R8, 0x5", want_5);
    // What comes from a lane that is elsewhere is poison.
    expect("MOV R8, R1\n"
           "MOV R4, R1\n"
           "@!P0 IADD3 R4, R1, 0x1, RZ\n"
           "@P0 BRA odd\n"
           "SHFL.IDX PT, R8, R8, R4, 0x1f\n"
           "odd:",
           want_shuffle);
    expect("MOV R4, 0xff0\n"
           "R2UR UR10, R4\n"
           "ELECT P2, UR11, UR10\n"
           "MOV R8, UR11\n"
           "@P2 IADD3 R8, R8, 0x100, RZ",
           want_elected);
}

static uint32_t want_1(unsigned i)
{
    (void)i;
    return 1;
}

static uint32_t want_96(unsigned i)
{
    return i < 32 ? 96 : 0;
}

static void test_special(void **state)
{
    (void)state;
    // A later reading of a clock is larger.
    expect("CS2R.32 R4, SR_CLOCKLO\n"
           "CS2R R6, SR_GLOBALTIMERLO\n"
           "CS2R.32 R5, SR_CLOCKLO\n"
           "ISETP.LT.U32.AND P2, PT, R4, R5, PT\n"
           "ISETP.LT.U32.AND P2, PT, R4, R6, P2\n"
           "SEL R8, R2, 0x1, !P2\n",
           want_1);
    // Three warps have come to barrier 1 when the first looks at it, and it opens it.
    expect("ISETP.GE.U32.AND P2, PT, R0, 0x20, PT\n"
           "@P2 BAR.ARV 0x1, 0x80\n"
           "BAR.SYNC 0x0\n"
           "@!P2 B2R R8, 0x1\n"
           "@!P2 BAR.SYNC 0x1, 0x80",
           want_96);
    expect_fault("S2R R8, SR_MACHINE_ID_1", CUDA_ERROR_ILLEGAL_INSTRUCTION, "SR_MACHINE_ID_1",
                 "has no executor");
}

static void test_faults(void **state)
{
    (void)state;
    expect_fault("@P1 BPT.TRAP 0x1", CUDA_ERROR_LAUNCH_FAILED, "lane 0", "trapped");
    expect_fault("MOV R4, 0x1230\nMOV R5, 0x7\n@P0 JMX R4", CUDA_ERROR_INVALID_PC, "lane 1",
                 "a jump to 0x700001230");
    expect_fault("LEPC R4\nIADD3 R4, R4, 0x8, RZ\nJMX R4", CUDA_ERROR_INVALID_PC, "lane 0",
                 "no instruction");
    expect_fault("ISETP.LT.U32.AND P2, PT, R0, 0x20, PT\n"
                 "@P2 BAR.SYNC 0x1, 0x40\n"
                 "@!P2 BAR.SYNC 0x1, 0x60",
                 CUDA_ERROR_LAUNCH_FAILED, "barrier 1 for 96 threads", "wait at for 64");
    // Some lanes wait at BSYNC for others of their warp, which wait for them at the CTA's barrier.
    expect_fault("BSSY B2, join\n"
                 "@P1 BRA low\n"
                 "BSYNC B2\n"
                 "join:\n"
                 "BRA end\n"
                 "low:\n"
                 "BAR.SYNC 0x3\n"
                 "end:",
                 CUDA_ERROR_LAUNCH_FAILED, "lanes 0x000000ff: barrier 3",
                 "lanes 0xffffff00: B2, for lanes 0x000000ff");
    expect_fault("@P1 BRA low\n"
                 "WARPSYNC.ALL\n"
                 "BRA end\n"
                 "low:\n"
                 "BAR.SYNC 0x3\n"
                 "end:",
                 CUDA_ERROR_LAUNCH_FAILED, "lanes 0x000000ff: barrier 3",
                 "lanes 0xffffff00: WARPSYNC, for lanes 0x000000ff");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convergence),   cmocka_unit_test(test_barrier_registers),
        cmocka_unit_test(test_warpsync),      cmocka_unit_test(test_progress),
        cmocka_unit_test(test_warp_branches), cmocka_unit_test(test_jumps),
        cmocka_unit_test(test_lanes),         cmocka_unit_test(test_special),
        cmocka_unit_test(test_faults),        cmocka_unit_test(test_stale_barrier),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, emu_set_up, emu_tear_down);
    emu_close();
    return failed;
}
