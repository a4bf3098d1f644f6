// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Chooses the executors for this machine.
#include "emulator/exec.h"

#include "emulator/settings.h"

#include <pthread.h>

static struct exec_pair table[EXEC_COUNT];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void merge(const struct exec_pair *part)
{
    for (int i = 0; i < EXEC_COUNT; i++) {
        if (part[i].plain)
            table[i] = part[i];
    }
}

static void choose(void)
{
    merge(exec_float_table_baseline);
    merge(exec_int_table_baseline);
    merge(exec_memory_table_baseline);
    merge(exec_round_table);
    merge(exec_control_table);
    merge(exec_data_table);
    merge(exec_uniform_table);
    merge(exec_generic_table);
    merge(exec_atomic_table);
    merge(exec_async_table);
    merge(exec_matrix_table);
    merge(exec_half_table);
    merge(exec_half_compare_table);
    merge(exec_compare_table);
    merge(exec_double_table);
    merge(exec_mufu_table);
    merge(exec_convert_table);
    merge(exec_pack_table);
    merge(exec_arith_table);
    merge(exec_bits_table);
    merge(exec_constant_table);
    merge(exec_packed_table);
    merge(exec_pred_table);
    merge(exec_barrier_table);
    merge(exec_converge_table);
    merge(exec_jump_table);
    merge(exec_lane_table);
    merge(exec_special_table);
    merge(exec_mma_table);
    merge(exec_dmma_table);
    merge(exec_syncs_table);
    merge(exec_cluster_table);
    merge(exec_tensor_table);
    merge(exec_bulk_table);
    merge(exec_wgmma_table);
#ifdef EMULATOR_X86_FLAVOURS
    enum settings_isa most = settings_isa();
    bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
              __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
              __builtin_cpu_supports("avx512vl");
    if (v3 && most >= SETTINGS_V3) {
        merge(exec_float_table_v3);
        merge(exec_int_table_v3);
        merge(exec_memory_table_v3);
    }
    if (v4 && most >= SETTINGS_V4) {
        merge(exec_float_table_v4);
        merge(exec_int_table_v4);
        merge(exec_memory_table_v4);
    }
#endif
}

const struct exec_pair *exec_table(void)
{
    pthread_once(&once, choose);
    return table;
}
