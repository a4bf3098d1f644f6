// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 64, DYNAMIC = 640 };
static const unsigned grid[] = {3, 2, 4}, block[] = {5, 7, 3};
enum { CTAS = 3 * 2 * 4, THREADS = 5 * 7 * 3 };

static uint32_t out[CTAS * THREADS * WORDS];
static unsigned sm;

static void run(const char *name)
{
    CUdeviceptr memory;
    CUfunction function = sem_function(name);
    void *params[] = {&memory};
    assert_non_null(function);
    OK(cu.cuMemAlloc_v2(&memory, sizeof out));
    OK(cu.cuMemsetD32_v2(memory, SEM_MARK, sizeof out / 4));
    OK(cu.cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2], DYNAMIC,
                         NULL, params, NULL));
    OK(cu.cuMemcpyDtoH_v2(out, memory, sizeof out));
    OK(cu.cuMemFree_v2(memory));
}

static void check(unsigned thread, unsigned k, uint32_t want)
{
    uint32_t got = out[thread * WORDS + k];
    if (got != want)
        fail_msg("thread %u, word %u: want 0x%x, got 0x%x", thread, k, want, got);
}

static void check_3d(unsigned thread, unsigned k, unsigned index, const unsigned size[3])
{
    check(thread, k, index % size[0]);
    check(thread, k + 1, index / size[0] % size[1]);
    check(thread, k + 2, index / size[0] / size[1]);
}

static void registers(void **state)
{
    (void)state;
    int sm_count, threads_per_sm;
    OK(cu.cuDeviceGetAttribute(&sm_count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    OK(cu.cuDeviceGetAttribute(&threads_per_sm, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
                               0));
    run("special");
    uint32_t id = out[24];
    for (unsigned i = 0; i < CTAS * THREADS; i++) {
        unsigned thread = i % THREADS, lane = thread % SEM_LANES;
        check_3d(i, 0, thread, block);
        check_3d(i, 6, i / THREADS, grid);
        for (unsigned k = 0; k < 3; k++) {
            check(i, 3 + k, block[k]);
            check(i, 9 + k, grid[k]);
        }
        check(i, 12, lane);
        check(i, 13, thread / SEM_LANES);
        check(i, 14, (uint32_t)threads_per_sm / SEM_LANES);
        assert_true(out[i * WORDS + 15] < (uint32_t)sm_count);
        check(i, 16, (uint32_t)sm_count);
        check(i, 17, DYNAMIC);
        check(i, 18, DYNAMIC);
        check(i, 19, (UINT32_C(1) << lane) - 1);
        check(i, 20, ~((UINT32_C(1) << lane) - 1));
        check(i, 21, 0);
        check(i, 22, 1);
        check(i, 23, 1);
        check(i, 24, id);
        check(i, 25, 0);
    }
    // Another launch is another grid.
    run("special");
    assert_true(out[24] != id);
}

static void clusters(void **state)
{
    (void)state;
    if (sm < 90)
        return;
    run("special_cluster");
    for (unsigned i = 0; i < CTAS; i++) {
        check_3d(i, 0, i, grid);
        for (unsigned k = 0; k < 3; k++) {
            check(i, 3 + k, grid[k]);
            check(i, 6 + k, 0);
            check(i, 9 + k, 1);
        }
        check(i, 12, 0);
        check(i, 13, 1);
        check(i, 14, 0);
    }
}

static void trapping(void **state)
{
    (void)state;
    CUdeviceptr memory;
    CUfunction function = sem_function("trap");
    void *params[] = {&memory};
    OK(cu.cuMemAlloc_v2(&memory, sizeof out));
    emu_report();
    OK(cu.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
    IS(cu.cuCtxSynchronize(), LAUNCH_FAILED);
    assert_non_null(strstr(emu_report(), "lane 3"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers),
        cmocka_unit_test(clusters),
        cmocka_unit_test(trapping),
    };
    sem_open("special", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
