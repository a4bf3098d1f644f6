// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a launch is for the executor: constant bank 0 below the parameters, and running the grid.
#include "emulator/launch.h"

#include "emulator/check/watch.h"
#include "emulator/fault.h"
#include "emulator/grid.h"
#include "emulator/model/model.h"
#include "emulator/settings.h"
#include "emulator/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Constant bank 0, below the parameters. A driver keeps more there; nothing that can be executed
// looks at it.
enum {
    CONST_BLOCK = 0x0,
    CONST_GRID = 0xc,
    CONST_WINDOWS = 0x18, ///< addresses of shared and local memory
    CONST_STACK = 0x28,
    CONST_DYNAMIC_SHARED = 0x2c,
    CONST_GRID_ID = 0x30, ///< 64 bits
    CONST_SM_COUNT = 0x10c,
    CONST_SHARED_BASE = 0x114, ///< shared memory that is the system's
    CONST_SHARED_END = 0x13c,
    // From sm_90 on: whether the launch asked for clusters, their dimensions and those as floats
    // to divide by, the clusters of the grid, the CTAs of a cluster.
    CONST_CLUSTER_ASKED = 0x140,
    CONST_CLUSTER = 0x144,
    CONST_CLUSTER_INVERSE = 0x150,
    CONST_CLUSTERS = 0x15c,
    CONST_CLUSTER_CTAS = 0x188,
    CONST_ENVREG1 = 0x8c, ///< and envreg2 behind it
    CONST_ENVREG1_90 = 0x44,
    // Address of the module's constants.
    CONST_USER_SM8X = 0x50,
    CONST_USER_SM90 = 0xd0,
};

/// Of a thread's local memory: the largest access.
enum { LOCAL_ALIGNMENT = 16 };

static void put_word(unsigned char *bank, size_t offset, uint32_t word)
{
    memcpy(bank + offset, &word, sizeof word);
}

// Bits of the float that, multiplied by a multiple of `divisor`, does not fall below the quotient.
static uint32_t inverse(unsigned divisor)
{
    uint32_t bits;
    float value = 1.0F / (float)divisor;
    if ((double)value * divisor < 1)
        value = nextafterf(value, 1);
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// What special registers of PTX turn into besides SASS's own: all below the parameters.
static void fill_registers(const struct launch *launch, bool is_clustered)
{
    static atomic_uint_fast64_t launches;
    unsigned char *bank = launch->constants;
    unsigned base = launch->kernel->source->param_base;
    uint64_t id = atomic_fetch_add(&launches, 1) + 1;
    if (base < CONST_CLUSTER_ASKED)
        return;
    put_word(bank, CONST_DYNAMIC_SHARED, launch->dynamic_shared);
    memcpy(bank + CONST_GRID_ID, &id, sizeof id);
    put_word(bank, CONST_SM_COUNT, launch->sm_count);
    put_word(bank, CONST_SHARED_BASE, launch->shared_base);
    put_word(bank, CONST_SHARED_END, launch->shared_end);
    if (base <= CONST_CLUSTER_CTAS)
        return;
    put_word(bank, CONST_CLUSTER_ASKED, is_clustered);
    put_word(bank, CONST_CLUSTER_CTAS, launch->cluster_ctas);
    for (unsigned i = 0; i < 3; i++) {
        put_word(bank, CONST_CLUSTER + 4 * i, launch->cluster[i]);
        put_word(bank, CONST_CLUSTER_INVERSE + 4 * i, inverse(launch->cluster[i]));
        put_word(bank, CONST_CLUSTERS + 4 * i, launch->grid[i] / launch->cluster[i]);
    }
}

static uint32_t local_bytes(const struct kernel *kernel, const struct context *context)
{
    size_t bytes = kernel->source->stack_bytes, limit = context->limits[CU_LIMIT_STACK_SIZE];
    if (!kernel->uses_local && !bytes)
        return 0;
    bytes = bytes > limit ? bytes : limit;
    bytes = bytes < MAX_LOCAL_BYTES ? bytes : MAX_LOCAL_BYTES;
    return (uint32_t)((bytes + LOCAL_ALIGNMENT - 1) / LOCAL_ALIGNMENT * LOCAL_ALIGNMENT);
}

static struct launch launch_of(const struct kernel_task *self, struct context *context)
{
    const struct kernel *kernel = &self->function->kernel;
    struct launch launch = {
        .kernel = kernel,
        .memory = &context->memory,
        .threads = self->block[0] * self->block[1] * self->block[2],
        .ctas = (uint64_t)self->grid[0] * self->grid[1] * self->grid[2],
        .dynamic_shared = self->shared_bytes,
        .sm_count = context->device->sm_count,
        .warps_per_sm = context->device->warps_per_sm,
        .shared_base = cubin_shared_base(kernel->sm),
        .local_bytes = local_bytes(kernel, context),
        .constants = self->constants,
        .max_instructions = settings_max_instructions(),
        .cooperative = self->cooperative,
        .order = settings_order(),
    };
    launch.warps = (launch.threads + LANES - 1) / LANES;
    launch.shared_end = launch.shared_base + kernel->source->shared_bytes + self->shared_bytes;
    launch.cluster_ctas = self->cluster[0] * self->cluster[1] * self->cluster[2];
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = self->grid[i];
        launch.block[i] = self->block[i];
        launch.cluster[i] = self->cluster[i];
    }
    return launch;
}

void launch_fill_bank(const struct kernel_task *self)
{
    unsigned char *bank = self->constants;
    struct launch launch = launch_of(self, self->task.context);
    for (unsigned i = 0; i < 3; i++) {
        put_word(bank, CONST_BLOCK + 4 * i, self->block[i]);
        put_word(bank, CONST_GRID + 4 * i, self->grid[i]);
    }
    uint64_t windows[2] = {SHARED_WINDOW, LOCAL_WINDOW};
    memcpy(bank + CONST_WINDOWS, windows, sizeof windows);
    put_word(bank, CONST_STACK, LOCAL_END);
    memcpy(bank + (self->function->kernel.sm >= 90 ? CONST_USER_SM90 : CONST_USER_SM8X),
           &self->function->kernel.banks[USER_BANK].address, sizeof(uint64_t));
    fill_registers(&launch, self->is_clustered);
}

// A block of device memory for this launch only; 0 without memory.
static uint64_t give_memory(const struct launch *launch, const void *bytes, size_t size)
{
    uint64_t address = memory_allocate(launch->memory, size, false);
    if (!address)
        return 0;
    memory_lock(launch->memory);
    const struct allocation *found = memory_find(launch->memory, address, size);
    memcpy(found->host, bytes, size);
    memory_define(found, 0, size);
    memory_unlock(launch->memory);
    return address;
}

// What a cooperative launch has besides: a few words for the barrier of the whole grid, whose
// address lies where the special registers envreg1 (upper half) and envreg2 are.
static uint64_t give_workspace(const struct launch *launch)
{
    enum { WORKSPACE_BYTES = 512 };
    const unsigned at = launch->kernel->sm >= 90 ? CONST_ENVREG1_90 : CONST_ENVREG1;
    unsigned char words[WORKSPACE_BYTES] = {0};
    put_word(words, 0, WORKSPACE_BYTES);
    uint64_t workspace = give_memory(launch, words, sizeof words);
    put_word(launch->constants, at, (uint32_t)(workspace >> 32));
    put_word(launch->constants, at + sizeof(uint32_t), (uint32_t)workspace);
    return workspace;
}

// The parameters where generic addresses reach them: the whole of bank 0.
static uint64_t give_params(const struct launch *launch)
{
    const struct kernel *kernel = launch->kernel;
    const struct cubin_kernel *source = kernel->source;
    uint64_t bank = give_memory(launch, launch->constants, kernel->banks[0].size);
    uint64_t address = kernel->sm >= 90 ? bank + source->param_base : bank;
    memcpy(launch->constants + launch_param_pointer(kernel->sm), &address, sizeof address);
    return bank;
}

static CUresult run_launch(struct launch *launch, struct context *context)
{
    const unsigned watching = CHECK_MEMORY | CHECK_RACES | CHECK_BARRIERS;
    unsigned checks = settings_checks();
    struct findings_seen *seen = checks & CHECK_HAZARDS ? calloc(1, sizeof *seen) : NULL;
    if (seen)
        pthread_mutex_init(&seen->lock, NULL);
    launch->seen = seen;
    launch->watch = checks & watching ? watch_new(launch, checks) : NULL;
    launch->model = api_model_begin(launch, context->device);
    memory_lock(&context->memory);
    int outcome = grid_run(launch);
    memory_unlock(&context->memory);
    if (launch->model && !outcome)
        api_model_end(launch->model);
    if (launch->model)
        model_free(launch->model);
    watch_free(launch->watch);
    if (seen)
        pthread_mutex_destroy(&seen->lock);
    free(seen);
    return (CUresult)outcome;
}

void launch_run(const struct task *task, struct context *context)
{
    const struct kernel_task *self = (const struct kernel_task *)task;
    struct launch launch = launch_of(self, context);
    const bool has_params = launch.kernel->has_param_pointers;
    if (!self->cooperative && !has_params) {
        task_fail(context, run_launch(&launch, context));
        return;
    }
    // A bank of its own: the task's may be that of several launches.
    const size_t size = launch.kernel->banks[0].size;
    uint64_t workspace = 0, params = 0;
    launch.constants = malloc(size);
    bool ok = launch.constants;
    if (ok) {
        memcpy(launch.constants, self->constants, size);
        workspace = self->cooperative ? give_workspace(&launch) : 0;
        params = has_params ? give_params(&launch) : 0;
        ok = (workspace || !self->cooperative) && (params || !has_params);
    }
    task_fail(context, ok ? run_launch(&launch, context) : CUDA_ERROR_OUT_OF_MEMORY);
    free(launch.constants);
    if (workspace)
        memory_free(&context->memory, workspace, false);
    if (params)
        memory_free(&context->memory, params, false);
}
