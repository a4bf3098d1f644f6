// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "alu_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CTA = 256, RANDOM_SETS = 1024, SOURCE_BYTES = 8192 };

static const uint32_t edges[] = {
    0,          1,          2,          5,          31,         32,         33,         0x7fffffff,
    0x80000000, 0xffffffff, 0xfffffffe, 0x0000ffff, 0x80000001, 0x01234567, 0xfedcba98, 0x40000000,
};
enum { EDGES = sizeof edges / sizeof edges[0] };
_Static_assert(EDGES *EDGES *EDGES + RANDOM_SETS == ALU_SETS, "all combinations of edges");

const uint32_t alu_bank[ALU_BANK_WORDS] = {0x89abcdef, 7,          0xfffffff0, 0x80000000,
                                           0x00ff00ff, 0x12345678, 0xf0e1d2c3, 3};

uint32_t alu_in[ALU_SETS * ALU_WORDS];
uint32_t *alu_out;

static CUdeviceptr device_in, device_out, device_bank;
static CUcontext context;

int alu_set_up(void **state)
{
    (void)state;
    context = emu_context();
    for (unsigned i = 0; i < ALU_SETS; i++) {
        unsigned e = i;
        for (unsigned k = 0; k < ALU_WORDS; k++, e /= EDGES)
            alu_in[i * ALU_WORDS + k] =
                k < 3 && i < ALU_SETS - RANDOM_SETS ? edges[e % EDGES] : emu_random();
        // The fourth word is an edge value every other time, in no order.
        if (emu_random() % 2)
            alu_in[i * ALU_WORDS + 3] = edges[emu_random() % EDGES];
    }
    alu_out = malloc((size_t)ALU_SETS * ALU_LANES * ALU_WORDS * sizeof *alu_out);
    assert_non_null(alu_out);
    OK(cu.cuMemAlloc_v2(&device_in, sizeof alu_in));
    OK(cu.cuMemAlloc_v2(&device_out, (size_t)ALU_SETS * ALU_LANES * ALU_WORDS * sizeof *alu_out));
    OK(cu.cuMemAlloc_v2(&device_bank, sizeof alu_bank));
    OK(cu.cuMemcpyHtoD_v2(device_in, alu_in, sizeof alu_in));
    OK(cu.cuMemcpyHtoD_v2(device_bank, alu_bank, sizeof alu_bank));
    return 0;
}

int alu_tear_down(void **state)
{
    (void)state;
    free(alu_out);
    return cu.cuCtxDestroy_v2(context) != CUDA_SUCCESS;
}

// R1 is the thread's number, R15 its set of words.
static const char head[] = ".kernel k\n"
                           ".param ptr in, out\n"
                           ".param u32 shift, words\n"
                           ".param ptr bank\n"
                           "ULDC.64 UR4, c[0x0][0x208]\n"
                           "ULDC.64 UR6, c[0x0][in]\n"
                           "ULDC.64 UR8, c[0x0][out]\n"
                           "ULDC.64 UR12, c[0x0][bank]\n"
                           "ULDC UR10, c[0x0][shift]\n"
                           "S2R R0, SR_TID.X\n"
                           "S2R R1, SR_CTAID.X\n"
                           "IMAD R1, R1, 0x100, R0\n"
                           "SHF.R.U32.HI R15, RZ, UR10, R1\n"
                           "MOV R2, UR6\n"
                           "MOV R3, UR7\n"
                           "IMAD.WIDE.U32 R2, R15, 0x10, R2\n"
                           "LDG.E.128 R4, desc[UR4][R2.64]\n"
                           "MOV R12, UR8\n"
                           "MOV R13, UR9\n"
                           "IMAD.WIDE.U32 R12, R1, 0x10, R12\n"
                           "R2UR UR20, R4\n"
                           "R2UR UR21, R5\n"
                           "R2UR UR22, R6\n"
                           "R2UR UR23, R7\n"
                           "UMOV UR24, 0x55555555\n"
                           "UMOV UR25, 0x55555555\n"
                           "UMOV UR26, 0x55555555\n"
                           "UMOV UR27, 0x55555555\n"
                           "MOV R8, 0x55555555\n"
                           "MOV R9, 0x55555555\n"
                           "MOV R10, 0x55555555\n"
                           "MOV R11, 0x55555555\n"
                           "MOV R20, RZ\n"
                           "MOV R21, 0x1\n"
                           "LOP3.LUT R22, R0, 0x3, RZ, 0xc0, !PT\n"
                           "ISETP.NE.AND P6, PT, R22, RZ, PT\n";
static const char uniform_results[] = "MOV R8, UR24\n"
                                      "MOV R9, UR25\n"
                                      "MOV R10, UR26\n"
                                      "MOV R11, UR27\n";
static const char tail[] = "STG.E.128 desc[UR4][R12.64], R8\n"
                           "EXIT\n"
                           ".endkernel\n";

static uint64_t descriptor(void)
{
    return device_bank >> 4 | (uint64_t)(sizeof alu_bank / 16) << 45;
}

CUresult alu_case_launch(const struct alu_case *test, bool diverge)
{
    char source[SOURCE_BYTES];
    CUmodule module;
    snprintf(source, sizeof source, "%s%s%s\ndone:\n%s%s", head, diverge ? "@!P6 BRA done\n" : "",
             test->body, test->uniform ? uniform_results : "", tail);
    CUfunction function = emu_function(&module, source, "k", NULL);
    uint32_t shift = test->uniform ? 5 : 0, words = ALU_WORDS;
    unsigned threads = test->uniform ? ALU_SETS * ALU_LANES : ALU_SETS;
    uint64_t bank = descriptor();
    void *params[] = {&device_in, &device_out, &shift, &words, &bank};
    OK(cu.cuLaunchKernel(function, threads / CTA, 1, 1, CTA, 1, 1, 0, NULL, params, NULL));
    CUresult result =
        cu.cuMemcpyDtoH_v2(alu_out, device_out, (size_t)threads * ALU_WORDS * sizeof *alu_out);
    if (!result)
        OK(cu.cuModuleUnload(module));
    return result;
}

static void check(const struct alu_case *test, bool diverge, size_t thread)
{
    const uint32_t *in = &alu_in[(test->uniform ? thread / ALU_LANES : thread) * ALU_WORDS];
    const uint32_t *out = &alu_out[thread * ALU_WORDS];
    uint32_t want[ALU_WORDS] = {ALU_MARK, ALU_MARK, ALU_MARK, ALU_MARK};
    // What one lane writes to a uniform register all lanes read.
    if (!diverge || test->uniform || thread % 4)
        test->reference(in, want);
    if (memcmp(want, out, sizeof want) != 0)
        fail_msg("%s%s\n  in %08x %08x %08x %08x\n  want %08x %08x %08x %08x\n  got  %08x %08x "
                 "%08x %08x",
                 test->body, diverge ? " (divergent)" : "", in[0], in[1], in[2], in[3], want[0],
                 want[1], want[2], want[3], out[0], out[1], out[2], out[3]);
}

static void run_case(const struct alu_case *test, bool diverge)
{
    size_t threads = test->uniform ? ALU_SETS * ALU_LANES : ALU_SETS;
    if (alu_case_launch(test, diverge))
        fail_msg("%s: %s", test->body, emu_report());
    for (size_t i = 0; i < threads; i++)
        check(test, diverge, i);
}

void alu_cases_run(const struct alu_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        run_case(&cases[i], false);
        run_case(&cases[i], true);
    }
}
