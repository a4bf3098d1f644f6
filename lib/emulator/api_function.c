// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Functions beyond their attributes, and how many CTAs of them fit.
#include "emulator/api.h"
#include "emulator/cluster.h"

#include <limits.h>
#include <string.h>

static CUresult find(CUfunction handle, struct function **function)
{
    struct context *context;
    CUresult result = api_context(&context);
    return result ? result : api_function(handle, context, function);
}

CUresult CUDAAPI EXPORT cuFuncGetName(const char **name, CUfunction handle)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = function->kernel.source->name;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuFuncGetModule(CUmodule *module, CUfunction handle)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    if (!module)
        return CUDA_ERROR_INVALID_VALUE;
    *module = function->module->handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuFuncGetParamInfo(CUfunction handle, size_t index, size_t *offset,
                                           size_t *size)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    if (!offset || index >= function->kernel.source->param_count)
        return CUDA_ERROR_INVALID_VALUE;
    const struct cubin_param *param = &function->kernel.source->params[index];
    *offset = param->offset;
    if (size)
        *size = param->size;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction handle)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    if (!state)
        return CUDA_ERROR_INVALID_VALUE;
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuFuncLoad(CUfunction handle)
{
    struct function *function;
    return find(handle, &function);
}

// Caches are not modelled.
CUresult CUDAAPI EXPORT cuFuncSetCacheConfig(CUfunction handle, CUfunc_cache config)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    bool known = (int)config >= 0 && config <= CU_FUNC_CACHE_PREFER_EQUAL;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuFuncSetSharedMemConfig(CUfunction handle, CUsharedconfig config)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    bool known = (int)config >= 0 && config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult find_module(CUmodule handle, struct module **module)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    *module = handle_object(handle, HANDLE_MODULE);
    return *module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI EXPORT cuModuleGetFunctionCount(unsigned int *count, CUmodule handle)
{
    struct module *module;
    CUresult result = find_module(handle, &module);
    if (result)
        return result;
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    *count = (unsigned)module->cubin->count;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuModuleEnumerateFunctions(CUfunction *functions, unsigned int count,
                                                   CUmodule handle)
{
    struct module *module;
    CUresult result = find_module(handle, &module);
    if (result)
        return result;
    if (!functions || !count)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count && i < module->cubin->count; i++)
        functions[i] = module->functions[i].handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_EAGER_LOADING;
    return CUDA_SUCCESS;
}

CUresult api_check_options(unsigned count, const CUjit_option *options, void *const *values)
{
    if (count && (!options || !values))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        if ((int)options[i] < 0 || options[i] >= CU_JIT_NUM_OPTIONS)
            return CUDA_ERROR_INVALID_VALUE;
    }
    for (unsigned i = 0; i < count; i++) {
        bool is_log = options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER;
        unsigned size_option = options[i] == CU_JIT_INFO_LOG_BUFFER
                                   ? CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES
                                   : CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
        for (unsigned k = 0; is_log && values[i] && k < count; k++) {
            if (options[k] == size_option && (uintptr_t)values[k] > 0)
                *(char *)values[i] = '\0';
        }
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *count, CUfunction function, int block, size_t dynamic, unsigned int flags)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
        return CUDA_ERROR_INVALID_VALUE;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(count, function, block, dynamic);
}

CUresult CUDAAPI EXPORT cuOccupancyMaxPotentialBlockSizeWithFlags(int *least_grid, int *block,
                                                                  CUfunction handle,
                                                                  CUoccupancyB2DSize size_of,
                                                                  size_t dynamic, int limit,
                                                                  unsigned int flags)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    if (!least_grid || !block || limit < 0 ||
        (flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE))
        return CUDA_ERROR_INVALID_VALUE;
    int most = (int)function->max_threads, best = 0;
    if (limit && limit < most)
        most = limit;
    *least_grid = *block = 0;
    // From the largest size that is a multiple of a warp down, as long as more threads fit.
    int size = (most + WARP_LANES - 1) / WARP_LANES * WARP_LANES;
    for (; size > 0; size -= WARP_LANES) {
        int now = size < most ? size : most, fit;
        result = cuOccupancyMaxActiveBlocksPerMultiprocessor(&fit, handle, now,
                                                             size_of ? size_of(now) : dynamic);
        if (result)
            return result;
        if (fit * now > best) {
            best = fit * now;
            *block = now;
            *least_grid = fit * (int)function->module->context->device->sm_count;
        }
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuOccupancyMaxPotentialBlockSize(int *least_grid, int *block,
                                                         CUfunction function,
                                                         CUoccupancyB2DSize size_of, size_t dynamic,
                                                         int limit)
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(least_grid, block, function, size_of, dynamic,
                                                     limit, 0);
}

CUresult CUDAAPI EXPORT cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction handle,
                                                                int blocks, int block)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    if (!bytes || blocks <= 0 || block <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    const struct device *device = function->module->context->device;
    uint64_t shared = device->shared_per_sm / (unsigned)blocks / SHARED_UNIT * SHARED_UNIT;
    uint64_t taken = (uint64_t)SHARED_RESERVED + function->kernel.source->shared_bytes;
    uint64_t most = device->shared_per_cta - function->kernel.source->shared_bytes;
    uint64_t left = shared > taken ? shared - taken : 0;
    *bytes = left < most ? left : most;
    return CUDA_SUCCESS;
}

unsigned api_most_cluster(const struct function *function)
{
    unsigned bound = function->kernel.source->max_cluster;
    unsigned most = function->large_clusters ? CLUSTER_MOST : CLUSTER_PORTABLE;
    if (function->module->context->device->sm < CLUSTER_SINCE)
        return 1;
    return bound && bound < most ? bound : most;
}

CUresult CUDAAPI EXPORT cuOccupancyMaxPotentialClusterSize(int *size, CUfunction handle,
                                                           const CUlaunchConfig *config)
{
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    if (!size || !config)
        return CUDA_ERROR_INVALID_VALUE;
    *size = (int)api_most_cluster(function);
    return CUDA_SUCCESS;
}

// Clusters that fit at once: the CTAs of one share a group of 16 or 18 SMs on these chips, which is
// more than the largest needs; only what does not divide evenly is lost.
CUresult CUDAAPI EXPORT cuOccupancyMaxActiveClusters(int *count, CUfunction handle,
                                                     const CUlaunchConfig *config)
{
    enum { GROUP_SMS = 16 };
    struct function *function;
    CUresult result = find(handle, &function);
    if (result)
        return result;
    if (!count || !config || (config->numAttrs && !config->attrs))
        return CUDA_ERROR_INVALID_VALUE;
    const struct device *device = function->module->context->device;
    const unsigned *compiled = function->kernel.source->cluster;
    uint64_t size = compiled[0] ? (uint64_t)compiled[0] * compiled[1] * compiled[2] : 1;
    uint64_t threads = (uint64_t)config->blockDimX * config->blockDimY * config->blockDimZ;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            size = (uint64_t)attribute->value.clusterDim.x * attribute->value.clusterDim.y *
                   attribute->value.clusterDim.z;
    }
    if (!threads || threads > INT_MAX || !size)
        return CUDA_ERROR_INVALID_VALUE;
    if (size > api_most_cluster(function))
        return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    int fit;
    result = cuOccupancyMaxActiveBlocksPerMultiprocessor(&fit, handle, (int)threads,
                                                         config->sharedMemBytes);
    if (result)
        return result;
    *count = (int)(device->sm_count / GROUP_SMS * ((uint64_t)fit * GROUP_SMS / size));
    return CUDA_SUCCESS;
}
