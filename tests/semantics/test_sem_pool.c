// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Registers that warps give to each other.
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { THREADS = 256, GROUP = 128, VALUES = 150 };

static unsigned sm;

static void exchange(void **state)
{
    uint32_t in[GROUP], out[THREADS];
    CUdeviceptr from, to;
    CUfunction function = sem_function("pool_exchange");
    void *params[] = {&from, &to};
    (void)state;
    if (sm != 90)
        return;
    assert_non_null(function);
    for (unsigned i = 0; i < GROUP; i++)
        in[i] = emu_random();
    OK(cu.cuMemAlloc_v2(&from, sizeof in));
    OK(cu.cuMemAlloc_v2(&to, sizeof out));
    OK(cu.cuMemcpyHtoD_v2(from, in, sizeof in));
    OK(cu.cuLaunchKernel(function, 1, 1, 1, THREADS, 1, 1, 0, NULL, params, NULL));
    if (cu.cuCtxSynchronize())
        fail_msg("%s", emu_report());
    OK(cu.cuMemcpyDtoH_v2(out, to, sizeof out));
    for (unsigned t = 0; t < GROUP; t++) {
        uint32_t sum = 0;
        for (unsigned i = 0; i < VALUES; i++)
            sum = sum * 31 + ((in[(t + i) % GROUP] + 1) ^ (in[(t + VALUES - 1 - i) % GROUP] + 1));
        assert_int_equal(out[t], in[t] + 1);
        assert_int_equal(out[GROUP + t], sum);
    }
    OK(cu.cuMemFree_v2(from));
    OK(cu.cuMemFree_v2(to));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exchange)};
    sem_open("pool", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
