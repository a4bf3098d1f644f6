// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Sixteen threads, each with a context, a stream, a module of its own and launches in it, side by
// side: their kernels wait for each other.
#include "emu.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 16, ROUNDS = 6, LIFES = 3, LANE_COUNT = 64, SOURCE_BYTES = 2048 };

// Says in flags[own] that the round has come, waits until flags[next] says so too, then writes a
// number that tells the thread, the round and the lane.
static const char meet[] = ".kernel meet\n"
                           ".param ptr flags, out\n"
                           ".param u32 own, next, round\n"
                           "ULDC.64 UR4, c[0x0][0x208]\n"
                           "ULDC.64 UR6, c[0x0][flags]\n"
                           "ULDC.64 UR8, c[0x0][out]\n"
                           "ULDC UR10, c[0x0][own]\n"
                           "ULDC UR11, c[0x0][next]\n"
                           "ULDC UR12, c[0x0][round]\n"
                           "S2R R0, SR_TID.X\n"
                           "MOV R2, UR6\n"
                           "MOV R3, UR7\n"
                           "MOV R6, UR10\n"
                           "IMAD.WIDE.U32 R4, R6, 0x4, R2\n"
                           "MOV R6, UR12\n"
                           "STG.E.STRONG.SYS desc[UR4][R4.64], R6\n"
                           "MOV R7, UR11\n"
                           "IMAD.WIDE.U32 R8, R7, 0x4, R2\n"
                           "again:\n"
                           "LDG.E.STRONG.SYS R10, desc[UR4][R8.64]\n"
                           "ISETP.LT.U32.AND P1, PT, R10, UR12, PT\n"
                           "@P1 BRA again\n"
                           "MOV R2, UR8\n"
                           "MOV R3, UR9\n"
                           "IMAD.WIDE.U32 R4, R0, 0x4, R2\n"
                           "IMAD R6, R6, 0x100, R0\n"
                           "IADD3 R6, R6, 0x%x, RZ\n"
                           "STG.E desc[UR4][R4.64], R6\n"
                           "EXIT\n"
                           ".endkernel\n"
                           ".kernel wild\n"
                           "ULDC.64 UR4, c[0x0][0x208]\n"
                           "CS2R R2, SRZ\n"
                           "STG.E desc[UR4][R2.64], RZ\n"
                           "EXIT\n"
                           ".endkernel\n";

struct place {
    uint32_t own;
    CUdeviceptr flags;
    pthread_barrier_t *start;
};

static CUmodule load(uint32_t own)
{
    char source[SOURCE_BYTES];
    CUmodule module;
    snprintf(source, sizeof source, meet, own << 16);
    emu_function(&module, source, "meet", NULL);
    return module;
}

// All rounds are in the stream before the first one is waited for.
static bool run_rounds(const struct place *place, CUmodule module, CUstream stream, uint32_t first)
{
    uint32_t back[ROUNDS][LANE_COUNT], next = (place->own + 1) % THREADS;
    CUdeviceptr flags = place->flags, out;
    CUfunction function;
    if (cu.cuModuleGetFunction(&function, module, "meet") || cu.cuMemAlloc_v2(&out, sizeof back))
        return false;
    for (uint32_t r = 0; r < ROUNDS; r++) {
        uint32_t own = place->own, round = first + r;
        CUdeviceptr row = out + r * sizeof back[0];
        void *params[] = {&flags, &row, &own, &next, &round};
        if (cu.cuLaunchKernel(function, 1, 1, 1, LANE_COUNT, 1, 1, 0, stream, params, NULL) ||
            cu.cuMemcpyDtoHAsync_v2(back[r], row, sizeof back[r], stream))
            return false;
    }
    if (cu.cuStreamSynchronize(stream) || cu.cuMemFree_v2(out))
        return false;
    for (uint32_t r = 0; r < ROUNDS; r++) {
        for (uint32_t i = 0; i < LANE_COUNT; i++) {
            if (back[r][i] != (place->own << 16) + ((first + r) << 8) + i)
                return false;
        }
    }
    return true;
}

// A fault in the contexts of odd threads stays there.
static bool end_with_fault(const struct place *place, CUmodule module, CUstream stream)
{
    CUfunction wild;
    CUdeviceptr pointer;
    if (cu.cuModuleGetFunction(&wild, module, "wild"))
        return false;
    if (place->own % 2 == 0)
        return !cu.cuStreamSynchronize(stream) && !cu.cuMemAlloc_v2(&pointer, 64) &&
               !cu.cuCtxSynchronize();
    return !cu.cuLaunchKernel(wild, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL) &&
           cu.cuStreamSynchronize(stream) == CUDA_ERROR_ILLEGAL_ADDRESS &&
           cu.cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS;
}

static void *thread_main(void *argument)
{
    const struct place *place = argument;
    bool good = true;
    pthread_barrier_wait(place->start);
    for (uint32_t life = 0; good && life < LIFES; life++) {
        CUcontext context = emu_context();
        CUmodule module = load(place->own);
        CUstream stream;
        good = !cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) &&
               run_rounds(place, module, stream, 1 + life * ROUNDS) &&
               end_with_fault(place, module, stream) && !cu.cuCtxDestroy_v2(context);
    }
    return (void *)(uintptr_t)good;
}

static void test_side_by_side(void **state)
{
    pthread_t threads[THREADS];
    struct place places[THREADS];
    pthread_barrier_t start;
    CUcontext context = emu_context();
    void *flags;
    CUdeviceptr address;
    (void)state;
    OK(cu.cuMemHostAlloc(&flags, THREADS * sizeof(uint32_t),
                         CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
    memset(flags, 0, THREADS * sizeof(uint32_t));
    OK(cu.cuMemHostGetDevicePointer_v2(&address, flags, 0));
    assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
    // Kernels that never meet end before the test's time does.
    setenv("SASSDNN_EMU_MAX_INSTRUCTIONS", "1000000000", 1);
    for (uint32_t i = 0; i < THREADS; i++) {
        places[i] = (struct place){.own = i, .flags = address, .start = &start};
        assert_int_equal(pthread_create(&threads[i], NULL, thread_main, &places[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *good;
        assert_int_equal(pthread_join(threads[i], &good), 0);
        assert_non_null(good);
    }
    unsetenv("SASSDNN_EMU_MAX_INSTRUCTIONS");
    pthread_barrier_destroy(&start);
    OK(cu.cuCtxSynchronize());
    OK(cu.cuMemFreeHost(flags));
    OK(cu.cuCtxDestroy_v2(context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_side_by_side),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
