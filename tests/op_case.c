// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "op_case.h"

#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 4, CTA = 256, RANDOM_SETS = 4096, SOURCE_BYTES = 8192 };

static const uint32_t edges[] = {
    0,          1,          2,          31,         32,         33,         63,
    64,         65,         0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x0000ffff,
    0x007fffff,             // largest denormal
    0x00800000,             // smallest normal
    0x80000001,             // smallest negative denormal
    0x3f800000,             // 1
    0xbf800000,             // -1
    0x3f800800,             // 1 + 2^-12
    0xbf801000,             // -(1 + 2^-11)
    0x3f000000,             // 0.5
    0x7f800000,             // infinity
    0xff800000, 0x7fc00000, // NaN
    0x7f800001,             // signalling NaN
    0xffc12345,             // NaN with a payload
    0x7f7fffff,             // largest
    0xff7fffff, 0x00c00000,
};
enum { EDGES = sizeof edges / sizeof edges[0] };

int op_case_rounding = FE_TONEAREST;
static CUdeviceptr device_in, device_out;
static uint32_t *host_in, *host_out;
static size_t sets; // a multiple of CTA

static void make_sets(void)
{
    sets = (size_t)EDGES * EDGES * EDGES + RANDOM_SETS;
    sets = (sets + CTA - 1) / CTA * CTA;
    host_in = malloc(sets * WORDS * sizeof *host_in);
    host_out = malloc(sets * WORDS * sizeof *host_out);
    assert_non_null(host_in);
    assert_non_null(host_out);
    for (size_t i = 0; i < sets; i++) {
        uint32_t *in = &host_in[i * WORDS];
        size_t e = i;
        for (int k = 0; k < WORDS; k++, e /= EDGES)
            in[k] = k < 3 && i < (size_t)EDGES * EDGES * EDGES ? edges[e % EDGES] : emu_random();
    }
    assert_int_equal(cu.cuMemAlloc_v2(&device_in, sets * WORDS * 4), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemAlloc_v2(&device_out, sets * WORDS * 4), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemcpyHtoD_v2(device_in, host_in, sets * WORDS * 4), CUDA_SUCCESS);
}

static const char head[] = ".kernel k\n"
                           ".param ptr in, out\n"
                           ".param u32 value\n"
                           "ULDC.64 UR4, c[0x0][0x208]\n"
                           "ULDC.64 UR6, c[0x0][in]\n"
                           "ULDC.64 UR8, c[0x0][out]\n"
                           "ULDC UR10, c[0x0][value]\n"
                           "S2R R0, SR_TID.X\n"
                           "S2R R1, SR_CTAID.X\n"
                           "IMAD R1, R1, 0x100, R0\n"
                           "MOV R2, UR6\n"
                           "MOV R3, UR7\n"
                           "IMAD.WIDE.U32 R2, R1, 0x10, R2\n"
                           "LDG.E.128 R4, desc[UR4][R2.64]\n"
                           "MOV R12, UR8\n"
                           "MOV R13, UR9\n"
                           "IMAD.WIDE.U32 R12, R1, 0x10, R12\n"
                           "MOV R8, 0x55555555\n"
                           "MOV R9, 0x55555555\n"
                           "MOV R10, 0x55555555\n"
                           "MOV R11, 0x55555555\n"
                           "MOV R20, RZ\n"
                           "MOV R21, 0x1\n"
                           "LOP3.LUT R22, R0, 0x3, RZ, 0xc0, !PT\n"
                           "ISETP.NE.AND P6, PT, R22, RZ, PT\n";
static const char tail[] = "done:\n"
                           "STG.E.128 desc[UR4][R12.64], R8\n"
                           "EXIT\n"
                           ".endkernel\n";

void op_case_run(const struct op_case *op, bool diverge)
{
    char source[SOURCE_BYTES];
    CUmodule module;
    snprintf(source, sizeof source, "%s%s%s\n%s", head, diverge ? "@!P6 BRA done\n" : "", op->body,
             tail);
    CUfunction function = emu_function(&module, source, "k", NULL);
    uint32_t value = OP_VALUE;
    void *params[] = {&device_in, &device_out, &value};
    fesetround(op_case_rounding);
    assert_int_equal(
        cu.cuLaunchKernel(function, (unsigned)(sets / CTA), 1, 1, CTA, 1, 1, 0, NULL, params, NULL),
        CUDA_SUCCESS);
    CUresult result = cu.cuCtxSynchronize();
    fesetround(FE_TONEAREST);
    if (result)
        fail_msg("%s: %s", op->body, emu_report());
    assert_int_equal(cu.cuMemcpyDtoH_v2(host_out, device_out, sets * WORDS * 4), CUDA_SUCCESS);
    for (size_t i = 0; i < sets; i++) {
        const uint32_t *in = &host_in[i * WORDS], *out = &host_out[i * WORDS];
        uint32_t want[WORDS] = {OP_MARK, OP_MARK, OP_MARK, OP_MARK};
        if (!diverge || i % 4)
            op->reference(in, want);
        if (memcmp(want, out, sizeof want) != 0)
            fail_msg("%s%s\n  in %08x %08x %08x %08x\n  want %08x %08x %08x %08x\n  got  %08x "
                     "%08x %08x %08x",
                     op->body, diverge ? " (divergent)" : "", in[0], in[1], in[2], in[3], want[0],
                     want[1], want[2], want[3], out[0], out[1], out[2], out[3]);
    }
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

void op_cases_run(const struct op_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        op_case_run(&cases[i], false);
        op_case_run(&cases[i], true);
    }
}

int op_case_set_up(void **state)
{
    (void)state;
    emu_seed();
    emu_context();
    make_sets();
    return 0;
}

int op_case_tear_down(void **state)
{
    CUcontext context;
    (void)state;
    free(host_in);
    free(host_out);
    return cu.cuCtxGetCurrent(&context) || cu.cuCtxDestroy_v2(context);
}
