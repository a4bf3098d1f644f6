// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// cuLaunchKernel: checks, parameters, constant bank 0. The kernel has run when it returns; how it
// ended is told by the next call, as with a GPU.
#include "emulator/api.h"

#include "emulator/grid.h"
#include "emulator/model/model.h"
#include "emulator/settings.h"

#include <stdlib.h>
#include <string.h>

// Constant bank 0, below the parameters. A driver keeps more there; nothing that can be executed
// looks at it.
enum {
    CONST_BLOCK = 0x0,
    CONST_STACK = 0x28,
    CONST_HEAD = CONST_STACK + 4, ///< the least that a bank holds
    STACK_POINTER = 0x00fffdc0
};

static CUresult check_geometry(const struct function *function, const unsigned grid[3],
                               const unsigned block[3], unsigned dynamic)
{
    static const unsigned most_grid[3] = {MAX_GRID_X, MAX_GRID_YZ, MAX_GRID_YZ};
    static const unsigned most_block[3] = {MAX_THREADS_PER_CTA, MAX_THREADS_PER_CTA, MAX_BLOCK_Z};
    for (int i = 0; i < 3; i++) {
        if (!grid[i] || grid[i] > most_grid[i] || !block[i] || block[i] > most_block[i])
            return CUDA_ERROR_INVALID_VALUE;
    }
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    if (threads > MAX_THREADS_PER_CTA || dynamic > function->max_dynamic_shared)
        return CUDA_ERROR_INVALID_VALUE;
    uint64_t shared = (uint64_t)function->kernel.source->shared_bytes + dynamic;
    if (threads > function->max_threads ||
        shared > function->module->context->device->shared_per_cta)
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    return CUDA_SUCCESS;
}

// Parameters from `extra`: a list of keys and values, with a packed buffer and its size.
static CUresult params_from_extra(const struct cubin_kernel *source, void **extra,
                                  unsigned char *bank)
{
    const void *buffer = NULL;
    size_t size = 0;
    for (; extra[0] != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            size = *(const size_t *)extra[1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    }
    if (!source->param_bytes)
        return CUDA_SUCCESS;
    if (!buffer || size < source->param_bytes)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(bank + source->param_base, buffer, source->param_bytes);
    return CUDA_SUCCESS;
}

static CUresult params_from_list(const struct cubin_kernel *source, void **params,
                                 unsigned char *bank)
{
    if (source->param_count && !params)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < source->param_count; i++) {
        const struct cubin_param *param = &source->params[i];
        if (!params[i] || (unsigned)param->offset + param->size > source->param_bytes)
            return CUDA_ERROR_INVALID_VALUE;
        memcpy(bank + source->param_base + param->offset, params[i], param->size);
    }
    return CUDA_SUCCESS;
}

static CUresult fill_bank(const struct launch *launch, void **params, void **extra)
{
    const struct cubin_kernel *source = launch->kernel->source;
    unsigned char *bank = launch->constants;
    uint32_t head[6];
    uint32_t stack = STACK_POINTER;
    for (int i = 0; i < 3; i++) {
        head[i] = launch->block[i];
        head[3 + i] = launch->grid[i];
    }
    memcpy(bank + CONST_BLOCK, head, sizeof head);
    memcpy(bank + CONST_STACK, &stack, sizeof stack);
    if (params && extra)
        return CUDA_ERROR_INVALID_VALUE;
    return extra ? params_from_extra(source, extra, bank) : params_from_list(source, params, bank);
}

static CUresult run(struct function *function, struct launch *launch, void **params, void **extra)
{
    const struct cubin_kernel *source = function->kernel.source;
    struct context *context = function->module->context;
    launch->kernel = &function->kernel;
    launch->memory = &context->memory;
    launch->threads = launch->block[0] * launch->block[1] * launch->block[2];
    launch->warps = (launch->threads + LANES - 1) / LANES;
    launch->ctas = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    launch->max_instructions = settings_max_instructions();
    size_t bank_bytes = (size_t)source->param_base + source->param_bytes;
    launch->constants = calloc(1, bank_bytes < CONST_HEAD ? CONST_HEAD : bank_bytes);
    if (!launch->constants)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = fill_bank(launch, params, extra);
    if (!result) {
        launch->model = api_model_begin(launch, context->device);
        memory_lock(&context->memory);
        int outcome = grid_run(launch);
        memory_unlock(&context->memory);
        if (launch->model && !outcome)
            api_model_end(launch->model);
        int none = CUDA_SUCCESS;
        if (outcome == CUDA_ERROR_OUT_OF_MEMORY)
            result = CUDA_ERROR_OUT_OF_MEMORY; // of the host: the launch did not take place
        else if (outcome)
            atomic_compare_exchange_strong(&context->error, &none, outcome);
    }
    if (launch->model)
        model_free(launch->model);
    free(launch->constants);
    return result;
}

CUresult CUDAAPI EXPORT cuLaunchKernel(CUfunction handle, unsigned int grid_x, unsigned int grid_y,
                                       unsigned int grid_z, unsigned int block_x,
                                       unsigned int block_y, unsigned int block_z,
                                       unsigned int shared_bytes, CUstream stream, void **params,
                                       void **extra)
{
    struct context *context;
    CUresult result = api_stream_context(stream, &context);
    if (result)
        return result;
    struct function *function = handle_object(handle, HANDLE_FUNCTION);
    if (!function || function->module->context != context)
        return CUDA_ERROR_INVALID_HANDLE;
    struct launch launch = {
        .grid = {grid_x, grid_y, grid_z},
        .block = {block_x, block_y, block_z},
    };
    result = check_geometry(function, launch.grid, launch.block, shared_bytes);
    if (result)
        return result;
    launch.shared_base = cubin_shared_base(function->kernel.sm);
    launch.shared_end = launch.shared_base + function->kernel.source->shared_bytes + shared_bytes;
    return run(function, &launch, params, extra);
}
