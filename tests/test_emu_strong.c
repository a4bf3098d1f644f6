// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Strong loads and stores, global and generic, move the same bytes as any other ones.
#include "emu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LANE_COUNT = 32, SLOT = 16, SOURCE_BYTES = 2048 };

// Lane i loads from in + 16 i into four registers of ones, stores all of them to out + 16 i, and
// what it loaded to copy + 16 i.
static const char move[] = ".kernel move\n"
                           ".param ptr in, out, copy\n"
                           "ULDC.64 UR4, c[0x0][0x208]\n"
                           "ULDC.64 UR6, c[0x0][in]\n"
                           "ULDC.64 UR8, c[0x0][out]\n"
                           "ULDC.64 UR10, c[0x0][copy]\n"
                           "S2R R0, SR_TID.X\n"
                           "MOV R2, UR6\n"
                           "MOV R3, UR7\n"
                           "IMAD.WIDE.U32 R2, R0, 0x10, R2\n"
                           "MOV R4, UR8\n"
                           "MOV R5, UR9\n"
                           "IMAD.WIDE.U32 R4, R0, 0x10, R4\n"
                           "MOV R6, UR10\n"
                           "MOV R7, UR11\n"
                           "IMAD.WIDE.U32 R6, R0, 0x10, R6\n"
                           "MOV R8, 0xffffffff\n"
                           "MOV R9, 0xffffffff\n"
                           "MOV R10, 0xffffffff\n"
                           "MOV R11, 0xffffffff\n"
                           "%s R8, desc[UR4][R2.64]\n"
                           "STG.E.128 desc[UR4][R4.64], R8\n"
                           "%s desc[UR4][R6.64], R8\n"
                           "EXIT\n"
                           ".endkernel\n";

struct size {
    const char *load, *store;
    unsigned bytes;
    int extends_sign;
};

static const struct size sizes[] = {
    {"LDG.E.U8.STRONG.GPU", "STG.E.U8.STRONG.GPU", 1, 0},
    {"LDG.E.S8.STRONG.SYS", "STG.E.U8.STRONG.SYS", 1, 1},
    {"LDG.E.U16.STRONG.SM", "STG.E.U16.STRONG.SM", 2, 0},
    {"LDG.E.S16.STRONG.GPU", "STG.E.U16.STRONG.GPU", 2, 1},
    {"LDG.E.STRONG.SYS", "STG.E.STRONG.SYS", 4, 0},
    {"LDG.E.64.STRONG.GPU", "STG.E.64.STRONG.GPU", 8, 0},
    {"LDG.E.128.STRONG.SYS", "STG.E.128.STRONG.SYS", 16, 0},
    {"LD.E.U8.STRONG.GPU", "ST.E.U8.STRONG.GPU", 1, 0},
    {"LD.E.S16.STRONG.SYS", "ST.E.U16.STRONG.SYS", 2, 1},
    {"LD.E.STRONG.GPU", "ST.E.STRONG.GPU", 4, 0},
    {"LD.E.64.STRONG.SYS", "ST.E.64.STRONG.SYS", 8, 0},
    {"LD.E.128.STRONG.GPU", "ST.E.128.STRONG.GPU", 16, 0},
};

// What four registers of ones hold after the load.
static void expect_registers(const struct size *size, const unsigned char *in, unsigned char *out)
{
    bool negative = size->extends_sign && in[size->bytes - 1] & 0x80;
    memset(out, 0xff, SLOT);
    if (size->bytes < sizeof(uint32_t))
        memset(out, negative ? 0xff : 0, sizeof(uint32_t));
    memcpy(out, in, size->bytes);
}

static void check_size(const struct size *size)
{
    unsigned char in[LANE_COUNT * SLOT], out[sizeof in], copy[sizeof in], want[SLOT];
    char source[SOURCE_BYTES];
    CUdeviceptr buffers[3];
    CUmodule module;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (unsigned char)(i * 37 + 11);
    for (int i = 0; i < 3; i++)
        OK(cu.cuMemAlloc_v2(&buffers[i], sizeof in));
    OK(cu.cuMemcpyHtoD_v2(buffers[0], in, sizeof in));
    OK(cu.cuMemsetD8_v2(buffers[2], 0x55, sizeof in));
    snprintf(source, sizeof source, move, size->load, size->store);
    CUfunction function = emu_function(&module, source, "move", NULL);
    void *params[] = {&buffers[0], &buffers[1], &buffers[2]};
    OK(cu.cuLaunchKernel(function, 1, 1, 1, LANE_COUNT, 1, 1, 0, NULL, params, NULL));
    OK(cu.cuMemcpyDtoH_v2(out, buffers[1], sizeof out));
    OK(cu.cuMemcpyDtoH_v2(copy, buffers[2], sizeof copy));
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        const unsigned char *from = in + lane * SLOT;
        expect_registers(size, from, want);
        assert_memory_equal(out + lane * SLOT, want, SLOT);
        memset(want, 0x55, sizeof want);
        memcpy(want, from, size->bytes);
        assert_memory_equal(copy + lane * SLOT, want, SLOT);
    }
    for (int i = 0; i < 3; i++)
        OK(cu.cuMemFree_v2(buffers[i]));
    OK(cu.cuModuleUnload(module));
}

static void test_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        check_size(&sizes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sizes, emu_set_up, emu_tear_down),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
