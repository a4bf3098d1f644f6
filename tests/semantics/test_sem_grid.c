// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The barrier of a whole grid, as cooperative groups make it.
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void meet(void **state)
{
    enum { CTAS = 150, ROUNDS = 4 };
    CUdeviceptr counts, late;
    uint32_t seen[ROUNDS], wrong;
    int rounds = ROUNDS;
    CUfunction function = sem_function("meet");
    (void)state;
    assert_non_null(function);
    OK(cu.cuMemAlloc_v2(&counts, sizeof seen));
    OK(cu.cuMemAlloc_v2(&late, sizeof wrong));
    OK(cu.cuMemsetD32_v2(counts, 0, ROUNDS));
    OK(cu.cuMemsetD32_v2(late, 0, 1));
    void *params[] = {&counts, &late, &rounds};
    OK(cu.cuLaunchCooperativeKernel(function, CTAS / 3, 3, 1, 96, 1, 1, 0, NULL, params));
    if (cu.cuCtxSynchronize())
        fail_msg("%s", emu_report());
    OK(cu.cuMemcpyDtoH_v2(seen, counts, sizeof seen));
    OK(cu.cuMemcpyDtoH_v2(&wrong, late, sizeof wrong));
    for (int i = 0; i < ROUNDS; i++)
        assert_int_equal(seen[i], CTAS);
    assert_int_equal(wrong, 0);
    OK(cu.cuMemFree_v2(counts));
    OK(cu.cuMemFree_v2(late));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(meet)};
    unsigned sm;
    sem_open("grid", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
