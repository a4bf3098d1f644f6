// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Control flow and faults of the emulated GPU: divergence, barriers, deadlock, wild accesses,
// illegal code; the error codes and what the reports say.
#include "emu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CTA = 128, CTAS = 37, THREADS = CTA * CTAS, SOURCE_BYTES = 8192 };

// R0 thread in the CTA, R1 thread in the grid, R12 address of out[R1]; the body leaves R8.
static const char head[] = ".kernel k\n"
                           ".param ptr out, other\n"
                           ".shared buffer, 1024\n"
                           "ULDC.64 UR4, c[0x0][0x208]\n"
                           "ULDC.64 UR6, c[0x0][out]\n"
                           "ULDC.64 UR8, c[0x0][other]\n"
                           "S2R R0, SR_TID.X\n"
                           "S2R R1, SR_CTAID.X\n"
                           "IMAD R1, R1, 0x80, R0\n"
                           "MOV R12, UR6\n"
                           "MOV R13, UR7\n"
                           "IMAD.WIDE.U32 R12, R1, 0x4, R12\n"
                           "MOV R14, UR8\n"
                           "MOV R15, UR9\n"
                           "MOV R8, RZ\n";
static const char tail[] = "\nSTG.E desc[UR4][R12.64], R8\n"
                           "EXIT\n"
                           ".endkernel\n";

static CUresult launch(const char *body, CUdeviceptr out, CUdeviceptr other, unsigned ctas,
                       void (*edit)(struct cubin_kernel *kernel))
{
    char source[SOURCE_BYTES];
    CUmodule module;
    snprintf(source, sizeof source, "%s%s%s", head, body, tail);
    CUfunction function = emu_function(&module, source, "k", edit);
    void *params[] = {&out, &other};
    assert_int_equal(cu.cuLaunchKernel(function, ctas, 1, 1, CTA, 1, 1, 0, NULL, params, NULL),
                     CUDA_SUCCESS);
    CUresult result = cu.cuCtxSynchronize();
    if (!result)
        assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
    return result;
}

// Run a body that works; what thread i left in R8 must be want(i).
static void expect_values(const char *body, uint32_t (*want)(unsigned thread))
{
    static uint32_t out[THREADS];
    CUdeviceptr memory;
    assert_int_equal(cu.cuMemAlloc_v2(&memory, sizeof out), CUDA_SUCCESS);
    if (launch(body, memory, 0, CTAS, NULL))
        fail_msg("%s\n%s", body, emu_report());
    assert_int_equal(cu.cuMemcpyDtoH_v2(out, memory, sizeof out), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree_v2(memory), CUDA_SUCCESS);
    for (unsigned i = 0; i < THREADS; i++) {
        if (out[i] != want(i))
            fail_msg("%s\nthread %u: want 0x%x, got 0x%x", body, i, want(i), out[i]);
    }
}

static uint32_t want_branches(unsigned i)
{
    unsigned lane = i % CTA;
    return lane % 2 ? (lane % 4 == 1 ? 11 : 13) : 20;
}

static uint32_t want_loop(unsigned i)
{
    unsigned lane = i % CTA, sum = 0;
    for (unsigned k = 0; k <= lane; k++)
        sum += k * k;
    return sum;
}

static uint32_t want_collatz(unsigned i)
{
    unsigned n = i % CTA + 1, steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

static void test_divergence(void **state)
{
    (void)state;
    expect_values("LOP3.LUT R2, R0, 0x1, RZ, 0xc0, !PT\n"
                  "ISETP.NE.AND P0, PT, R2, RZ, PT\n"
                  "@P0 BRA odd\n"
                  "MOV R8, 0x14\n"
                  "BRA join\n"
                  "odd:\n"
                  "LOP3.LUT R2, R0, 0x3, RZ, 0xc0, !PT\n"
                  "ISETP.EQ.AND P1, PT, R2, 0x1, PT\n"
                  "@P1 BRA one\n"
                  "MOV R8, 0xd\n"
                  "BRA join\n"
                  "one:\n"
                  "MOV R8, 0xb\n"
                  "join:",
                  want_branches);
    expect_values("MOV R2, RZ\n"
                  "loop:\n"
                  "IMAD R8, R2, R2, R8\n"
                  "IADD3 R2, R2, 0x1, RZ\n"
                  "ISETP.LE.U32.AND P0, PT, R2, R0, PT\n"
                  "@P0 BRA loop",
                  want_loop);
    // A branch inside a loop that lanes leave at different times, and its code behind the loop.
    expect_values("IADD3 R2, R0, 0x1, RZ\n"
                  "loop:\n"
                  "ISETP.EQ.AND P0, PT, R2, 0x1, PT\n"
                  "@P0 BRA end\n"
                  "IADD3 R8, R8, 0x1, RZ\n"
                  "LOP3.LUT R3, R2, 0x1, RZ, 0xc0, !PT\n"
                  "ISETP.NE.AND P1, PT, R3, RZ, PT\n"
                  "@P1 BRA odd\n"
                  "SHF.R.U32.HI R2, RZ, 0x1, R2\n"
                  "BRA loop\n"
                  "odd:\n"
                  "MOV R3, 0x1\n"
                  "IMAD R2, R2, 0x3, R3\n"
                  "BRA loop\n"
                  "end:",
                  want_collatz);
}

static uint32_t want_even(unsigned i)
{
    return i % 2 ? 0xffffffff : 7;
}

// Lanes that have exited do nothing more; the poison of fresh memory stays where they belong.
static void test_exit(void **state)
{
    (void)state;
    expect_values("LOP3.LUT R2, R0, 0x1, RZ, 0xc0, !PT\n"
                  "ISETP.NE.AND P0, PT, R2, RZ, PT\n"
                  "@P0 EXIT\n"
                  "MOV R8, 0x7",
                  want_even);
}

static uint32_t want_reversed(unsigned i)
{
    return i / CTA * CTA + (CTA - 1 - i % CTA);
}

static uint32_t want_rotated(unsigned i)
{
    return i / CTA * CTA + (i % CTA + 17 * 3) % CTA;
}

#define SLOT "SHF.L.U32 R2, R0, 0x2, RZ\nIADD3 R2, R2, 0x400, RZ\n"

static void test_barrier(void **state)
{
    (void)state;
    expect_values(SLOT "STS [R2], R1\n"
                       "BAR.SYNC 0x0\n"
                       "MOV R3, 0x5fc\n" // 0x400 + 4 * 127
                       "SHF.L.U32 R4, R0, 0x2, RZ\n"
                       "IADD3 R3, R3, -R4, RZ\n"
                       "LDS R8, [R3]",
                  want_reversed);
    // Two barriers a round: nobody overtakes.
    expect_values(SLOT "MOV R8, R1\n"
                       "MOV R5, 0x11\n"
                       "IADD3 R4, R0, 0x3, RZ\n"
                       "LOP3.LUT R4, R4, 0x7f, RZ, 0xc0, !PT\n"
                       "SHF.L.U32 R4, R4, 0x2, RZ\n"
                       "IADD3 R4, R4, 0x400, RZ\n"
                       "loop:\n"
                       "STS [R2], R8\n"
                       "BAR.SYNC 0x0\n"
                       "LDS R8, [R4]\n"
                       "BAR.SYNC 0x0\n"
                       "IADD3 R5, R5, -0x1, RZ\n"
                       "ISETP.NE.AND P0, PT, R5, RZ, PT\n"
                       "@P0 BRA loop",
                  want_rotated);
    // Lanes of a warp that arrive at different instructions of one barrier.
    expect_values(SLOT "STS [R2], R1\n"
                       "LOP3.LUT R3, R0, 0x1, RZ, 0xc0, !PT\n"
                       "ISETP.NE.AND P0, PT, R3, RZ, PT\n"
                       "@P0 BRA odd\n"
                       "BAR.SYNC 0x2\n"
                       "BRA join\n"
                       "odd:\n"
                       "BAR.SYNC 0x2\n"
                       "join:\n"
                       "MOV R3, 0x5fc\n"
                       "SHF.L.U32 R4, R0, 0x2, RZ\n"
                       "IADD3 R3, R3, -R4, RZ\n"
                       "LDS R8, [R3]",
                  want_reversed);
}

static uint32_t want_pairs(unsigned i)
{
    return i / 64 * 64 + (63 - i % 64);
}

static uint32_t want_survivors(unsigned i)
{
    return i % CTA < 32 ? 0xffffffff : i / CTA * CTA + (CTA - 1 - (i % CTA - 32));
}

// Named barriers for half of the CTA each, and barriers that exited warps no longer count for.
static void test_barrier_subsets(void **state)
{
    (void)state;
    expect_values(SLOT "STS [R2], R1\n"
                       "ISETP.LT.U32.AND P0, PT, R0, 0x40, PT\n"
                       "@P0 BRA low\n"
                       "BAR.SYNC 0x2, 0x40\n"
                       "MOV R3, 0x6fc\n" // 0x400 + 4 * (64 + 127)
                       "BRA join\n"
                       "low:\n"
                       "BAR.SYNC 0x1, 0x40\n"
                       "MOV R3, 0x4fc\n" // 0x400 + 4 * 63
                       "join:\n"
                       "SHF.L.U32 R4, R0, 0x2, RZ\n"
                       "IADD3 R3, R3, -R4, RZ\n"
                       "LDS R8, [R3]",
                  want_pairs);
    expect_values(SLOT "ISETP.LT.U32.AND P0, PT, R0, 0x20, PT\n"
                       "@P0 EXIT\n"
                       "STS [R2], R1\n"
                       "BAR.SYNC 0x0\n"
                       "MOV R3, 0x67c\n" // 0x400 + 4 * (32 + 127)
                       "SHF.L.U32 R4, R0, 0x2, RZ\n"
                       "IADD3 R3, R3, -R4, RZ\n"
                       "LDS R8, [R3]",
                  want_survivors);
}

static uint32_t want_message(unsigned i)
{
    return i % CTA < 32 ? 42 : 0;
}

// Warp 0 waits in a loop, without a barrier, for what warp 3 stores.
static void test_waiting_loop(void **state)
{
    (void)state;
    expect_values("MOV R2, 0x400\n"
                  "STS [R2], RZ\n"
                  "BAR.SYNC 0x0\n"
                  "ISETP.LT.U32.AND P0, PT, R0, 0x20, PT\n"
                  "@!P0 BRA others\n"
                  "loop:\n"
                  "LDS R8, [R2]\n"
                  "ISETP.EQ.AND P1, PT, R8, RZ, PT\n"
                  "@P1 BRA loop\n"
                  "BRA end\n"
                  "others:\n"
                  "MOV R3, 0x2a\n"
                  "ISETP.GE.U32.AND P0, PT, R0, 0x60, PT\n"
                  "@P0 STS [R2], R3\n"
                  "end:",
                  want_message);
}

static uint32_t want_poison(unsigned i)
{
    (void)i;
    return 0xffffffff;
}

static void test_poison(void **state)
{
    (void)state;
    expect_values(SLOT "LDS R8, [R2]", want_poison);
    expect_values("MOV R8, R5", want_poison);
    expect_values("LDG.E R8, desc[UR4][R12.64]", want_poison);
}

// Run a body that faults, in a context of its own, and check the sticky error and the report.
static void expect_fault_edited(const char *body, CUdeviceptr other, CUresult want,
                                void (*edit)(struct cubin_kernel *kernel),
                                const char *const *phrases)
{
    CUdeviceptr out;
    assert_int_equal(cu.cuMemAlloc_v2(&out, THREADS * 4), CUDA_SUCCESS);
    emu_report();
    CUresult result = launch(body, out, other, 2, edit);
    const char *report = emu_report();
    if (result != want)
        fail_msg("%s\nwant %d, got %d\n%s", body, want, result, report);
    assert_int_equal(cu.cuCtxSynchronize(), want);
    assert_int_equal(cu.cuMemAlloc_v2(&other, 4), want);
    for (; *phrases; phrases++) {
        if (!strstr(report, *phrases))
            fail_msg("%s\nthe report lacks '%s':\n%s", body, *phrases, report);
    }
    const char *name;
    assert_int_equal(cu.cuGetErrorName(want, &name), CUDA_SUCCESS);
    assert_int_equal(strncmp(report, name, strlen(name)), 0);
    assert_non_null(strstr(report, " in kernel k, CTA ("));
}

#define PHRASES(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static void expect_fault(const char *body, CUdeviceptr other, CUresult want,
                         const char *const *phrases)
{
    CUcontext context;
    assert_int_equal(cu.cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    expect_fault_edited(body, other, want, NULL, phrases);
    assert_int_equal(cu.cuCtxDestroy_v2(context), CUDA_SUCCESS);
}

// As expect_fault, with an allocation of 100 bytes in `other`, moved by `offset`.
static void expect_fault_at(const char *body, int64_t offset, CUresult want,
                            const char *const *phrases)
{
    CUcontext context;
    CUdeviceptr other;
    assert_int_equal(cu.cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemAlloc_v2(&other, 100), CUDA_SUCCESS);
    expect_fault_edited(body, other + (uint64_t)offset, want, NULL, phrases);
    assert_int_equal(cu.cuCtxDestroy_v2(context), CUDA_SUCCESS);
}

#define LOAD "LDG.E R8, desc[UR4][R14.64]"

static void test_global_faults(void **state)
{
    (void)state;
    expect_fault_at(LOAD, 100, CUDA_ERROR_ILLEGAL_ADDRESS,
                    PHRASES("warp ", "lane 0", "pc 0x00c0", LOAD, "global read of 4 bytes at 0x",
                            ": 0 bytes past the end of the 100-byte allocation 0x"));
    expect_fault_at(LOAD, 116, CUDA_ERROR_ILLEGAL_ADDRESS,
                    PHRASES("16 bytes past the end of the 100-byte allocation"));
    expect_fault_at(LOAD, -8, CUDA_ERROR_ILLEGAL_ADDRESS,
                    PHRASES("8 bytes before the 100-byte allocation"));
    expect_fault_at("LDG.E.64 R8, desc[UR4][R14.64]", 96, CUDA_ERROR_ILLEGAL_ADDRESS,
                    PHRASES("it runs past the end of the 100-byte allocation"));
    expect_fault_at("STG.E.128 desc[UR4][R14.64], RZ", 96, CUDA_ERROR_ILLEGAL_ADDRESS,
                    PHRASES("global write of 16 bytes"));
    expect_fault_at(LOAD, 2, CUDA_ERROR_MISALIGNED_ADDRESS,
                    PHRASES("the address is not a multiple of 4"));
    expect_fault_at("STG.E.64 desc[UR4][R14.64], R2", 4, CUDA_ERROR_MISALIGNED_ADDRESS,
                    PHRASES("global write of 8 bytes", "not a multiple of 8"));
    expect_fault(LOAD, 0, CUDA_ERROR_ILLEGAL_ADDRESS, PHRASES("a null pointer"));
    expect_fault(LOAD, UINT64_MAX - 3, CUDA_ERROR_ILLEGAL_ADDRESS, PHRASES("global read"));
    // One lane alone: the first whose offset passes the end, lane 25.
    expect_fault_at("IMAD.WIDE.U32 R14, R0, 0x4, R14\n" LOAD, 0, CUDA_ERROR_ILLEGAL_ADDRESS,
                    PHRASES("lane 25", ": 0 bytes past the end of the 100-byte"));
    // A predicate that keeps every lane inside: no fault.
    CUdeviceptr out, other;
    assert_int_equal(cu.cuMemAlloc_v2(&out, THREADS * 4), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemAlloc_v2(&other, 100), CUDA_SUCCESS);
    assert_int_equal(launch("ISETP.LT.U32.AND P0, PT, R0, 0x19, PT\n"
                            "IMAD.WIDE.U32 R14, R0, 0x4, R14\n@P0 " LOAD,
                            out, other, 2, NULL),
                     CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree_v2(out), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree_v2(other), CUDA_SUCCESS);
}

static void test_use_after_free(void **state)
{
    CUcontext context;
    CUdeviceptr freed;
    (void)state;
    assert_int_equal(cu.cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemAlloc_v2(&freed, 256), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree_v2(freed), CUDA_SUCCESS);
    expect_fault_edited(LOAD, freed, CUDA_ERROR_ILLEGAL_ADDRESS, NULL,
                        PHRASES("inside the 256-byte allocation 0x", "which was freed"));
    assert_int_equal(cu.cuCtxDestroy_v2(context), CUDA_SUCCESS);
}

// Lanes in different allocations, which no single range check covers.
static void test_scattered(void **state)
{
    CUdeviceptr low, high, out;
    uint32_t values[THREADS];
    (void)state;
    assert_int_equal(cu.cuMemAlloc_v2(&low, 4), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemAlloc_v2(&out, sizeof values), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemAlloc_v2(&high, 4), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemsetD32_v2(low, 1, 1), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemsetD32_v2(high, 2, 1), CUDA_SUCCESS);
    // other = distance: odd lanes read from `high` = out + distance; even ones their own out.
    assert_int_equal(cu.cuMemsetD32_v2(out, 3, THREADS), CUDA_SUCCESS);
    assert_int_equal(launch("LOP3.LUT R2, R0, 0x1, RZ, 0xc0, !PT\n"
                            "ISETP.NE.AND P0, PT, R2, RZ, PT\n"
                            "SEL R2, R14, R12, P0\nSEL R3, R15, R13, P0\n"
                            "LDG.E R8, desc[UR4][R2.64]\n"
                            "@P0 STG.E desc[UR4][R2.64], R8",
                            out, high, CTAS, NULL),
                     CUDA_SUCCESS);
    assert_int_equal(cu.cuMemcpyDtoH_v2(values, out, sizeof values), CUDA_SUCCESS);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(values[i], i % 2 ? 2 : 3);
    assert_int_equal(cu.cuMemFree_v2(low), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree_v2(out), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree_v2(high), CUDA_SUCCESS);
}

static void test_shared_faults(void **state)
{
    (void)state;
    expect_fault("MOV R2, 0x800\nLDS R8, [R2]", 0, CUDA_ERROR_ILLEGAL_ADDRESS,
                 PHRASES("shared read of 4 bytes at 0x800",
                         "the launch has 1024 bytes, from 0x400 to 0x800"));
    expect_fault("MOV R2, 0x7fc\nLDS.64 R8, [R2+-0x4]\nLDS.128 R8, [R2+-0xc]\nSTS [R2+0x4], R8", 0,
                 CUDA_ERROR_ILLEGAL_ADDRESS, PHRASES("shared write of 4 bytes at 0x800"));
    expect_fault("MOV R2, 0x3fc\nLDS R8, [R2]", 0, CUDA_ERROR_ILLEGAL_ADDRESS,
                 PHRASES("shared read of 4 bytes at 0x3fc"));
    expect_fault("LDS R8, [RZ+-0x4]", 0, CUDA_ERROR_ILLEGAL_ADDRESS,
                 PHRASES("shared read of 4 bytes at 0xfffffffc"));
    expect_fault("MOV R2, 0x408\nLDS.128 R8, [R2]", 0, CUDA_ERROR_MISALIGNED_ADDRESS,
                 PHRASES("shared read of 16 bytes", "not a multiple of 16"));
}

static void too_few_registers(struct cubin_kernel *kernel)
{
    kernel->registers = 20;
}

static void spoil_nop(struct cubin_kernel *kernel)
{
    struct sass_word *code = (struct sass_word *)(uintptr_t)kernel->code;
    for (size_t i = 0; i < kernel->words; i++) {
        if ((code[i].lo & 0xfff) == 0x918) // the NOP of the body
            code[i] = (struct sass_word){0x0badc0de0badcfff, 0x000fe20000000000};
    }
}

static void cut_exit(struct cubin_kernel *kernel)
{
    struct sass_word *code = (struct sass_word *)(uintptr_t)kernel->code;
    code[kernel->words - 1] = code[kernel->words - 2];
}

static void test_illegal_code(void **state)
{
    static const struct {
        const char *body;
        void (*edit)(struct cubin_kernel *kernel);
        CUresult want;
        const char *phrase;
    } cases[] = {
        {"MOV R30, R8\nMOV R8, R30", too_few_registers, CUDA_ERROR_ILLEGAL_INSTRUCTION,
         "a register lies beyond the kernel's register count"},
        {"NOP", spoil_nop, CUDA_ERROR_ILLEGAL_INSTRUCTION, "word 0x0badc0de0badcfff"},
        {"", cut_exit, CUDA_ERROR_INVALID_PC, "STG.E"},
        {"ULDC UR10, c[0x0][0x7ffc]", NULL, CUDA_ERROR_ILLEGAL_INSTRUCTION,
         "outside the kernel's constant bank"},
        {"ULDC UR10, c[0x3][0x0]", NULL, CUDA_ERROR_ILLEGAL_INSTRUCTION, "constant bank"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CUcontext context;
        assert_int_equal(cu.cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
        const char *phrase = cases[i].want == CUDA_ERROR_INVALID_PC ? "ran past" : cases[i].phrase;
        expect_fault_edited(cases[i].body, 0, cases[i].want, cases[i].edit, PHRASES(phrase));
        assert_int_equal(cu.cuCtxDestroy_v2(context), CUDA_SUCCESS);
    }
    // Illegal code that nobody reaches does no harm.
    CUdeviceptr out;
    assert_int_equal(cu.cuMemAlloc_v2(&out, THREADS * 4), CUDA_SUCCESS);
    assert_int_equal(launch("BRA over\nNOP\nover:", out, 0, 2, spoil_nop), CUDA_SUCCESS);
    assert_int_equal(launch("@!PT MOV R30, R8\nISETP.F.AND P0, PT, R0, R0, PT\n@P0 MOV R30, R8",
                            out, 0, 2, too_few_registers),
                     CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree_v2(out), CUDA_SUCCESS);
}

static const struct sass_row *tested_row;

// The first instruction becomes one of `tested_row`, with zero registers and first legal modifiers.
static void put_row(struct cubin_kernel *kernel)
{
    struct sass_inst inst = {.row = tested_row, .guard = SASS_PT};
    inst.control.write_barrier = inst.control.read_barrier = SASS_NO_BARRIER;
    inst.control.stall = 1;
    for (unsigned i = 0; i < sass_row_operands(tested_row); i++) {
        struct sass_operand *operand = &inst.operands[i];
        operand->kind = tested_row->operands[i].kind;
        operand->ureg = operand->desc = SASS_URZ;
        bool predicate = operand->kind == SASS_OPND_PRED || operand->kind == SASS_OPND_UPRED;
        operand->reg = operand->kind == SASS_OPND_UGPR ? SASS_URZ : predicate ? SASS_PT : SASS_RZ;
        if (tested_row->operands[i].no_rz || operand->kind == SASS_OPND_BARRIER ||
            operand->kind == SASS_OPND_SCOREBOARD)
            operand->reg = 0; // also the number of SRZ
        const char *const *names = tested_row->operands[i].suffix.names;
        while (names && !names[operand->suffix])
            operand->suffix++;
    }
    for (unsigned i = 0; i < SASS_MAX_MODS && tested_row->mods[i].id != SASS_MOD_NONE; i++) {
        while (!tested_row->mods[i].names[inst.mods[i]])
            inst.mods[i]++;
    }
    const char *wrong = sass_encode(&inst, (struct sass_word *)(uintptr_t)kernel->code);
    if (wrong)
        fail_msg("%s: %s", tested_row->mnemonic, wrong);
}

// Floating point besides FADD, FMUL and FFMA.
static bool is_floating(unsigned op)
{
    static const unsigned ops[] = {SASS_OP_FSWZADD,
                                   SASS_OP_FMNMX,
                                   SASS_OP_FSEL,
                                   SASS_OP_FSET,
                                   SASS_OP_FSETP,
                                   SASS_OP_FCHK,
                                   SASS_OP_MUFU,
                                   SASS_OP_MUFU_F16,
                                   SASS_OP_MUFU_BF16,
                                   SASS_OP_DADD,
                                   SASS_OP_DMUL,
                                   SASS_OP_DFMA,
                                   SASS_OP_DSETP,
                                   SASS_OP_HADD2,
                                   SASS_OP_HADD2_BF16,
                                   SASS_OP_HMUL2,
                                   SASS_OP_HMUL2_BF16,
                                   SASS_OP_HFMA2,
                                   SASS_OP_HFMA2_BF16,
                                   SASS_OP_HFMA2_CONJ,
                                   SASS_OP_HFMA2_BF16_CONJ,
                                   SASS_OP_HSET2,
                                   SASS_OP_HSET2_BF16,
                                   SASS_OP_HSETP2,
                                   SASS_OP_HSETP2_BF16,
                                   SASS_OP_HMNMX2,
                                   SASS_OP_HMNMX2_BF16,
                                   SASS_OP_F2F,
                                   SASS_OP_F2I,
                                   SASS_OP_I2F,
                                   SASS_OP_FRND,
                                   SASS_OP_F2FP_PACK,
                                   SASS_OP_F2FP_MERGE,
                                   SASS_OP_F2FP_PACK_FP8,
                                   SASS_OP_F2FP_FP8_FROM_F16,
                                   SASS_OP_F2FP_F16_FROM_FP8,
                                   SASS_OP_F2FP_TF32,
                                   SASS_OP_I2FP,
                                   SASS_OP_F2IP,
                                   SASS_OP_UF2FP};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (ops[i] == op)
            return true;
    }
    return false;
}

// Memory besides the plain loads and stores.
static bool is_access(unsigned op)
{
    static const unsigned ops[] = {
        SASS_OP_LDC,        SASS_OP_LD,     SASS_OP_ST,        SASS_OP_LDL,
        SASS_OP_STL,        SASS_OP_QSPC,   SASS_OP_LDSM,      SASS_OP_STSM,
        SASS_OP_MOVM,       SASS_OP_LDGSTS, SASS_OP_LDGDEPBAR, SASS_OP_DEPBAR,
        SASS_OP_CCTL,       SASS_OP_MEMBAR, SASS_OP_ERRBAR,    SASS_OP_CGAERRBAR,
        SASS_OP_FENCE_VIEW, SASS_OP_ATOM,   SASS_OP_ATOM_CAS,  SASS_OP_ATOMG,
        SASS_OP_ATOMG_CAS,  SASS_OP_ATOMS,  SASS_OP_ATOMS_CAS, SASS_OP_ATOMS_POPC,
        SASS_OP_RED};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (ops[i] == op)
            return true;
    }
    return false;
}

// Barrier objects, clusters, tensor and bulk copies.
static bool is_asynchronous(unsigned op)
{
    return op == SASS_OP_ATOMS_ARRIVE || op == SASS_OP_ATOM_ARRIVE || op == SASS_OP_ARRIVES ||
           op == SASS_OP_SYNCS_EXCH || op == SASS_OP_SYNCS_LD || op == SASS_OP_SYNCS_ARRIVE ||
           op == SASS_OP_SYNCS_PHASECHK || op == SASS_OP_SYNCS_CCTL || op == SASS_OP_STAS ||
           op == SASS_OP_REDAS || op == SASS_OP_UCGABAR_ARV || op == SASS_OP_UCGABAR_WAIT ||
           op == SASS_OP_CGAERRBAR || op == SASS_OP_USETMAXREG || op == SASS_OP_UTMALDG ||
           op == SASS_OP_UTMASTG || op == SASS_OP_UTMAREDG || op == SASS_OP_UTMAPF ||
           op == SASS_OP_UTMACCTL || op == SASS_OP_UTMACMDFLUSH || op == SASS_OP_UBLKCP ||
           op == SASS_OP_UBLKRED || op == SASS_OP_UBLKPF;
}

// Every row of these operations runs, or says which part of it has no executor.
static bool is_of_group(unsigned op)
{
    return op == SASS_OP_HGMMA || op == SASS_OP_QGMMA || op == SASS_OP_IGMMA ||
           op == SASS_OP_BGMMA || op == SASS_OP_WARPGROUP_ARRIVE || op == SASS_OP_WARPGROUP_WAIT ||
           op == SASS_OP_WARPGROUP_DEPBAR;
}

static bool is_executed(unsigned op)
{
    static const unsigned ops[] = {
        SASS_OP_NOP,         SASS_OP_EXIT,          SASS_OP_BRA,          SASS_OP_BAR,
        SASS_OP_S2R,         SASS_OP_CS2R,          SASS_OP_MOV,          SASS_OP_SEL,
        SASS_OP_IADD3,       SASS_OP_IADD3_X,       SASS_OP_IMAD,         SASS_OP_IMAD_WIDE,
        SASS_OP_ISETP,       SASS_OP_LOP3,          SASS_OP_SHF,          SASS_OP_FADD,
        SASS_OP_FMUL,        SASS_OP_FFMA,          SASS_OP_ULDC,         SASS_OP_LDG,
        SASS_OP_STG,         SASS_OP_LDS,           SASS_OP_STS,          SASS_OP_IMAD_X,
        SASS_OP_IMAD_WIDE_X, SASS_OP_IMAD_HI,       SASS_OP_IMAD_HI_X,    SASS_OP_IDP_4A,
        SASS_OP_IDP_2A,      SASS_OP_IABS,          SASS_OP_IMNMX,        SASS_OP_ISETP_EX,
        SASS_OP_LEA,         SASS_OP_LEA_X,         SASS_OP_LEA_HI,       SASS_OP_LEA_HI_X,
        SASS_OP_LEA_HI_SX32, SASS_OP_LEA_HI_X_SX32, SASS_OP_PLOP3,        SASS_OP_PRMT,
        SASS_OP_SGXT,        SASS_OP_BMSK,          SASS_OP_POPC,         SASS_OP_BREV,
        SASS_OP_FLO,         SASS_OP_VABSDIFF,      SASS_OP_VABSDIFF4,    SASS_OP_VIADD,
        SASS_OP_VIMNMX,      SASS_OP_VIMNMX3,       SASS_OP_VIADDMNMX,    SASS_OP_I2I,
        SASS_OP_I2IP,        SASS_OP_P2R,           SASS_OP_R2P,          SASS_OP_CLMAD,
        SASS_OP_UMOV,        SASS_OP_USEL,          SASS_OP_UIADD3,       SASS_OP_UIADD3_X,
        SASS_OP_UIADD3_64,   SASS_OP_UIADD3_64_X,   SASS_OP_UIMAD,        SASS_OP_UIMAD_X,
        SASS_OP_UIMAD_WIDE,  SASS_OP_UIMAD_WIDE_X,  SASS_OP_ULEA,         SASS_OP_ULEA_X,
        SASS_OP_ULEA_HI,     SASS_OP_ULEA_HI_X,     SASS_OP_ULEA_HI_SX32, SASS_OP_ULEA_HI_X_SX32,
        SASS_OP_ULOP3,       SASS_OP_USHF,          SASS_OP_UPRMT,        SASS_OP_USGXT,
        SASS_OP_UBMSK,       SASS_OP_UFLO,          SASS_OP_UBREV,        SASS_OP_UPOPC,
        SASS_OP_UISETP,      SASS_OP_UISETP_EX,     SASS_OP_UPLOP3,       SASS_OP_UP2UR,
        SASS_OP_UR2UP,       SASS_OP_R2UR,          SASS_OP_R2UR_OR,      SASS_OP_KILL,
        SASS_OP_BRX,         SASS_OP_BRXU,          SASS_OP_JMP,          SASS_OP_JMX,
        SASS_OP_JMXU,        SASS_OP_CALL,          SASS_OP_CALL_ABS,     SASS_OP_RET,
        SASS_OP_RET_ABS,     SASS_OP_LEPC,          SASS_OP_ULEPC,        SASS_OP_RPCMOV,
        SASS_OP_BSSY,        SASS_OP_BSYNC,         SASS_OP_BREAK,        SASS_OP_BMOV,
        SASS_OP_WARPSYNC,    SASS_OP_ENDCOLLECTIVE, SASS_OP_YIELD,        SASS_OP_NANOSLEEP,
        SASS_OP_PMTRIG,      SASS_OP_PREEXIT,       SASS_OP_ACQBULK,      SASS_OP_BAR_ARV,
        SASS_OP_BAR_RED,     SASS_OP_BAR_SCAN,      SASS_OP_BAR_SYNCALL,  SASS_OP_B2R,
        SASS_OP_B2R_RESULT,  SASS_OP_B2R_WARP,      SASS_OP_VOTE,         SASS_OP_VOTEU,
        SASS_OP_MATCH_ANY,   SASS_OP_MATCH_ALL,     SASS_OP_REDUX,        SASS_OP_SHFL,
        SASS_OP_ELECT,       SASS_OP_S2UR};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (ops[i] == op)
            return true;
    }
    return is_floating(op) || is_access(op) || is_of_group(op);
}

static void test_rows_run_or_say_why_not(void **state)
{
    (void)state;
    unsigned ran = 0;
    for (size_t i = 0; i < sass_row_count(); i++) {
        CUcontext context;
        CUmodule module;
        tested_row = sass_row_at(i);
        if (!(tested_row->archs & SASS_SM90) || tested_row->alias ||
            !(is_executed(tested_row->op) || is_asynchronous(tested_row->op)))
            continue;
        assert_int_equal(cu.cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
        CUfunction function =
            emu_function(&module, ".kernel k\nNOP\nEXIT\n.endkernel\n", "k", put_row);
        emu_report();
        assert_int_equal(cu.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL),
                         CUDA_SUCCESS);
        // Address 0 is nobody's, so loads and stores fault as they should.
        CUresult result = cu.cuCtxSynchronize();
        const char *report = emu_report();
        bool refused =
            result == CUDA_ERROR_ILLEGAL_INSTRUCTION && strstr(report, "has no executor");
        // Nor do the registers hold an address of code, or the number of a barrier's threads.
        bool wild = result == CUDA_ERROR_ILLEGAL_ADDRESS ||
                    result == CUDA_ERROR_MISALIGNED_ADDRESS || result == CUDA_ERROR_INVALID_PC ||
                    (result == CUDA_ERROR_LAUNCH_FAILED && strstr(report, "a barrier for"));
        if (result != CUDA_SUCCESS && !wild && !refused)
            fail_msg("row %zu: %s", i, report);
        ran += !refused;
        assert_int_equal(cu.cuCtxDestroy_v2(context), CUDA_SUCCESS);
    }
    assert_true(ran > 300);
}

static void test_deadlock(void **state)
{
    (void)state;
    expect_fault("ISETP.LT.U32.AND P0, PT, R0, 0x20, PT\n"
                 "@P0 BRA first\n"
                 "BAR.SYNC 0x3\n"
                 "EXIT\n"
                 "first:\n"
                 "BAR.SYNC 0x4",
                 0, CUDA_ERROR_LAUNCH_FAILED,
                 PHRASES("deadlock", "warp 0, lanes 0xffffffff: barrier 4", "BAR.SYNC 0x4",
                         "warp 3, lanes 0xffffffff: barrier 3", "BAR.SYNC 0x3"));
    expect_fault("BAR.SYNC 0x1, 0x41", 0, CUDA_ERROR_LAUNCH_FAILED,
                 PHRASES("a barrier for 65 threads"));
    expect_fault("BAR.SYNC 0x1, 0x100", 0, CUDA_ERROR_LAUNCH_FAILED,
                 PHRASES("a barrier for 256 threads"));
    expect_fault("ISETP.LT.U32.AND P0, PT, R0, 0x20, PT\n"
                 "@P0 EXIT\n"
                 "BAR.SYNC 0x1, 0x80",
                 0, CUDA_ERROR_LAUNCH_FAILED, PHRASES("deadlock", "warp 0: exited"));
}

static void test_watchdog(void **state)
{
    (void)state;
    setenv("SASSDNN_EMU_MAX_INSTRUCTIONS", "100000", 1);
    expect_fault("loop:\nIADD3 R8, R8, 0x1, RZ\nBRA loop", 0, CUDA_ERROR_LAUNCH_TIMEOUT,
                 PHRASES("BRA", "SASSDNN_EMU_MAX_INSTRUCTIONS"));
    // By single lanes, which take turns.
    expect_fault("ISETP.EQ.AND P0, PT, R0, 0x5, PT\nloop:\n@P0 BRA loop", 0,
                 CUDA_ERROR_LAUNCH_TIMEOUT, PHRASES("lane 5"));
    unsetenv("SASSDNN_EMU_MAX_INSTRUCTIONS");
}

static void test_count(void **state)
{
    unsigned long long before, after;
    CUdeviceptr out;
    (void)state;
    assert_int_equal(cu.cuMemAlloc_v2(&out, THREADS * 4), CUDA_SUCCESS);
    assert_int_equal(cu.cuEmulatorInstructions(&before), CUDA_SUCCESS);
    assert_int_equal(launch("MOV R2, 0xa\nloop:\nIADD3 R2, R2, -0x1, RZ\n"
                            "ISETP.NE.AND P0, PT, R2, RZ, PT\n@P0 BRA loop",
                            out, 0, CTAS, NULL),
                     CUDA_SUCCESS);
    assert_int_equal(cu.cuEmulatorInstructions(&after), CUDA_SUCCESS);
    // 12 in front, MOV, 10 rounds of 3, STG, EXIT; for 4 warps of every CTA
    assert_int_equal(after - before, CTAS * (CTA / 32) * (12 + 1 + 30 + 2));
    assert_int_equal(cu.cuMemFree_v2(out), CUDA_SUCCESS);
}

static void flip_bits(struct cubin_kernel *kernel)
{
    struct sass_word *code = (struct sass_word *)(uintptr_t)kernel->code;
    for (unsigned n = 1 + emu_random() % 3; n; n--) {
        struct sass_word *word = &code[emu_random() % kernel->words];
        unsigned bit = emu_random() % 105; // below the control field, which does nothing
        *(bit < 64 ? &word->lo : &word->hi) ^= UINT64_C(1) << bit % 64;
    }
}

// Code with random bits flipped may do anything a kernel can, but nothing to the host.
static void test_mutants(void **state)
{
    enum { MUTANTS = 300 };
    static const char body[] = SLOT "ISETP.LT.U32.AND P0, PT, R0, 0x40, PT\n"
                                    "MOV R5, 0x4\n"
                                    "loop:\n"
                                    "STS [R2], R5\n"
                                    "BAR.SYNC 0x0\n"
                                    "LDS.128 R16, [R2+-0x8]\n"
                                    "@P0 LDG.E.64 R8, desc[UR4][R14.64]\n"
                                    "FFMA.RZ R9, R8, R16, R9\n"
                                    "IMAD.WIDE R6, R0, R5, R8\n"
                                    "SHF.R.S64 R6, R6, R0, R7\n"
                                    "BAR.SYNC 0x0\n"
                                    "IADD3 R5, P1, R5, -0x1, RZ\n"
                                    "ISETP.NE.AND P2, PT, R5, RZ, P1\n"
                                    "@P2 BRA loop\n"
                                    "SEL R8, R8, R6, P0";
    static const CUresult legal[] = {
        CUDA_SUCCESS,
        CUDA_ERROR_ILLEGAL_ADDRESS,
        CUDA_ERROR_LAUNCH_TIMEOUT,
        CUDA_ERROR_ILLEGAL_INSTRUCTION,
        CUDA_ERROR_MISALIGNED_ADDRESS,
        CUDA_ERROR_INVALID_PC,
        CUDA_ERROR_LAUNCH_FAILED,
    };
    (void)state;
    emu_seed();
    setenv("SASSDNN_EMU_MAX_INSTRUCTIONS", "100000", 1);
    for (int i = 0; i < MUTANTS; i++) {
        CUcontext context;
        CUdeviceptr out, other;
        bool known = false;
        assert_int_equal(cu.cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
        assert_int_equal(cu.cuMemAlloc_v2(&out, THREADS * 4), CUDA_SUCCESS);
        assert_int_equal(cu.cuMemAlloc_v2(&other, 8), CUDA_SUCCESS);
        CUresult result = launch(body, out, other, 4, flip_bits);
        for (size_t k = 0; k < sizeof legal / sizeof legal[0]; k++)
            known |= result == legal[k];
        if (!known)
            fail_msg("mutant %d: result %d", i, result);
        assert_int_equal(cu.cuCtxDestroy_v2(context), CUDA_SUCCESS);
    }
    unsetenv("SASSDNN_EMU_MAX_INSTRUCTIONS");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_divergence),    cmocka_unit_test(test_exit),
        cmocka_unit_test(test_barrier),       cmocka_unit_test(test_barrier_subsets),
        cmocka_unit_test(test_waiting_loop),  cmocka_unit_test(test_poison),
        cmocka_unit_test(test_global_faults), cmocka_unit_test(test_use_after_free),
        cmocka_unit_test(test_scattered),     cmocka_unit_test(test_shared_faults),
        cmocka_unit_test(test_illegal_code),  cmocka_unit_test(test_rows_run_or_say_why_not),
        cmocka_unit_test(test_deadlock),      cmocka_unit_test(test_watchdog),
        cmocka_unit_test(test_count),         cmocka_unit_test(test_mutants),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, emu_set_up, emu_tear_down);
    emu_close();
    return failed;
}
