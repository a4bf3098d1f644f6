// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Launches: checks and parameters. How a kernel ended is told by the next call that synchronises,
// as with a GPU.
#include "emulator/launch.h"
#include "emulator/stream.h"
#include "emulator/unsupported.h"
#include "emulator/window.h"

#include <stdlib.h>
#include <string.h>

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
    if (threads > function->max_threads || function->kernel.source->stack_bytes > MAX_LOCAL_BYTES ||
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

static CUresult fill_bank(const struct kernel_task *self, void **params, void **extra)
{
    const struct cubin_kernel *source = self->function->kernel.source;
    unsigned char *bank = self->constants;
    launch_fill_bank(self);
    if (params && extra)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result =
        extra ? params_from_extra(source, extra, bank) : params_from_list(source, params, bank);
    for (unsigned i = 0; i < source->param_count; i++)
        self->params[i] = bank + source->param_base + source->params[i].offset;
    return result;
}

static void release(struct task *task)
{
    struct kernel_task *self = (struct kernel_task *)task;
    free(self->constants);
    free(self->params);
}

// The size that the kernel was compiled for is the only one that it may have.
static CUresult check_cluster(struct kernel_task *self)
{
    unsigned *cluster = self->cluster;
    const unsigned *compiled = self->function->kernel.source->cluster;
    if (compiled[0] && !self->is_clustered)
        memcpy(cluster, compiled, sizeof self->cluster);
    self->is_clustered |= compiled[0] != 0;
    uint64_t size = (uint64_t)cluster[0] * cluster[1] * cluster[2];
    for (int i = 0; i < 3; i++) {
        if (!cluster[i] || self->grid[i] % cluster[i])
            return CUDA_ERROR_INVALID_VALUE;
        if (compiled[i] && cluster[i] != compiled[i])
            return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    }
    return size > api_most_cluster(self->function) ? CUDA_ERROR_INVALID_CLUSTER_SIZE : CUDA_SUCCESS;
}

// All CTAs of a cooperative launch must fit on the device at once.
static CUresult check_cooperative(const struct kernel_task *self)
{
    int fit;
    const struct device *device = self->function->module->context->device;
    unsigned threads = self->block[0] * self->block[1] * self->block[2];
    CUresult result = cuOccupancyMaxActiveBlocksPerMultiprocessor(&fit, self->function->handle,
                                                                  (int)threads, self->shared_bytes);
    if (result)
        return result;
    uint64_t ctas = (uint64_t)self->grid[0] * self->grid[1] * self->grid[2];
    return ctas > (uint64_t)fit * device->sm_count ? CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
                                                   : CUDA_SUCCESS;
}

static CUresult read_attribute(struct kernel_task *self, const CUlaunchAttribute *attribute)
{
    switch ((int)attribute->id) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        self->cooperative = attribute->value.cooperative != 0;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        self->is_clustered = true;
        self->cluster[0] = attribute->value.clusterDim.x;
        self->cluster[1] = attribute->value.clusterDim.y;
        self->cluster[2] = attribute->value.clusterDim.z;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        self->priority.priority = attribute->value.priority;
        return CUDA_SUCCESS;
    // About speed, or allowing an overlap that need not happen.
    case CU_LAUNCH_ATTRIBUTE_IGNORE:
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
    case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
    case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
        return unsupported("an attribute of a launch");
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult fill_task(struct kernel_task *self, const CUlaunchConfig *config, void **params,
                          void **extra)
{
    const struct cubin_kernel *source = self->function->kernel.source;
    const unsigned grid[3] = {config->gridDimX, config->gridDimY, config->gridDimZ};
    const unsigned block[3] = {config->blockDimX, config->blockDimY, config->blockDimZ};
    for (int i = 0; i < 3; i++) {
        self->grid[i] = grid[i];
        self->block[i] = block[i];
        self->cluster[i] = 1;
    }
    self->shared_bytes = config->sharedMemBytes;
    CUresult result = check_geometry(self->function, grid, block, self->shared_bytes);
    if (!result && config->numAttrs && !config->attrs)
        result = CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < config->numAttrs && !result; i++)
        result = read_attribute(self, &config->attrs[i]);
    if (!result)
        result = check_cluster(self);
    if (!result && self->cooperative)
        result = check_cooperative(self);
    if (result)
        return result;
    self->constants = calloc(1, self->function->kernel.banks[0].size);
    self->params = calloc(source->param_count + 1, sizeof *self->params);
    return self->constants && self->params ? fill_bank(self, params, extra)
                                           : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult task_kernel(const CUlaunchConfig *config, CUfunction handle, void **params, void **extra,
                     bool cooperative, struct context *context, struct task **task)
{
    struct function *function;
    CUresult result = api_function(handle, context, &function);
    if (result)
        return result;
    if (function->module->context != context)
        return CUDA_ERROR_INVALID_HANDLE;
    struct kernel_task *self = task_new(sizeof *self, TASK_KERNEL, context);
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    self->task.run = launch_run;
    self->task.release = release;
    self->handle = handle;
    self->function = function;
    self->cooperative = cooperative;
    result = fill_task(self, config, params, extra);
    if (result)
        task_unref(&self->task);
    else
        *task = &self->task;
    return result;
}

static CUresult launch(const CUlaunchConfig *config, CUfunction function, void **params,
                       void **extra, bool cooperative)
{
    struct stream *stream;
    struct task *task;
    CUresult result = stream_find(config->hStream, &stream);
    if (!result)
        result = task_kernel(config, function, params, extra, cooperative, stream->context, &task);
    return result ? result : stream_do(stream, task, false);
}

static CUlaunchConfig plain_config(const unsigned grid[3], const unsigned block[3],
                                   unsigned shared_bytes, CUstream stream)
{
    return (CUlaunchConfig){
        .gridDimX = grid[0],
        .gridDimY = grid[1],
        .gridDimZ = grid[2],
        .blockDimX = block[0],
        .blockDimY = block[1],
        .blockDimZ = block[2],
        .sharedMemBytes = shared_bytes,
        .hStream = stream,
    };
}

CUresult CUDAAPI EXPORT cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function,
                                         void **params, void **extra)
{
    CUresult result = api_ready();
    if (result)
        return result;
    return config ? launch(config, function, params, extra, false) : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuLaunchKernel(CUfunction function, unsigned int grid_x,
                                       unsigned int grid_y, unsigned int grid_z,
                                       unsigned int block_x, unsigned int block_y,
                                       unsigned int block_z, unsigned int shared_bytes,
                                       CUstream stream, void **params, void **extra)
{
    const unsigned grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
    CUlaunchConfig config = plain_config(grid, block, shared_bytes, stream);
    return launch(&config, function, params, extra, false);
}

CUresult CUDAAPI EXPORT cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x,
                                                  unsigned int grid_y, unsigned int grid_z,
                                                  unsigned int block_x, unsigned int block_y,
                                                  unsigned int block_z, unsigned int shared_bytes,
                                                  CUstream stream, void **params)
{
    const unsigned grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
    CUlaunchConfig config = plain_config(grid, block, shared_bytes, stream);
    return launch(&config, function, params, NULL, true);
}
