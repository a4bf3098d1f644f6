// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Modules and functions.
#include "emulator/api.h"

#include "emulator/fatbin.h"
#include "emulator/fault.h"
#include "sass/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static unsigned at_least_zero(int64_t value)
{
    return value > 0 ? (unsigned)value : 0;
}

static unsigned registers_per_warp(const struct cubin_kernel *source)
{
    unsigned lanes = source->registers * WARP_LANES;
    return (lanes + REGISTER_UNIT - 1) / REGISTER_UNIT * REGISTER_UNIT;
}

// As many threads as the registers and the kernel's launch bound allow.
static unsigned thread_limit(const struct cubin_kernel *source)
{
    unsigned limit = MAX_THREADS_PER_CTA;
    if (source->registers) {
        unsigned warps = REGISTERS_PER_SM / registers_per_warp(source);
        limit = warps * WARP_LANES < limit ? warps * WARP_LANES : limit;
    }
    uint64_t bound =
        (uint64_t)source->max_threads[0] * source->max_threads[1] * source->max_threads[2];
    return bound && bound < limit ? (unsigned)bound : limit;
}

static void module_free(struct module *module)
{
    for (size_t i = 0; module->functions && i < module->cubin->count; i++) {
        handle_remove(module->functions[i].handle, HANDLE_FUNCTION);
        kernel_release(&module->functions[i].kernel);
    }
    free(module->functions);
    module_image_close(&module->image);
    cubin_free(module->cubin);
    free(module);
}

static bool build_functions(struct module *module)
{
    struct cubin *cubin = module->cubin;
    module->functions = calloc(cubin->count ? cubin->count : 1, sizeof *module->functions);
    if (!module->functions)
        return false;
    for (size_t i = 0; i < cubin->count; i++) {
        struct function *function = &module->functions[i];
        struct cubin_kernel *source = &function->source;
        struct constant_bank banks[CONSTANT_BANKS];
        *source = cubin->kernels[i];
        module_image_kernel(&module->image, i, source, banks);
        function->module = module;
        function->max_threads = thread_limit(source);
        function->max_dynamic_shared =
            at_least_zero((int64_t)SHARED_WITHOUT_OPT_IN - source->shared_bytes);
        function->carveout = -1;
        if (!kernel_build(&function->kernel, source, cubin->sm, banks))
            return false;
        function->handle = handle_new(HANDLE_FUNCTION, function, NULL);
        if (!function->handle)
            return false;
    }
    return true;
}

// An image of another major architecture, or of a newer minor one, does not run on the device.
static bool runs_on(unsigned sm, const struct device *device)
{
    return sass_arch_bit(sm) && sm / 10 == device->sm / 10 && sm % 10 <= device->sm % 10;
}

// Unlike a driver, say on a line of the report why a module is refused.
static void explain(const char *error)
{
    char line[CUBIN_ERROR_TEXT + 32];
    snprintf(line, sizeof line, "module not loaded: %s\n", error);
    fault_write(line);
}

static CUresult module_fill(struct module *module, const void *image, size_t size)
{
    char error[CUBIN_ERROR_TEXT] = "";
    struct context *context = module->context;
    module->cubin = cubin_read(image, size, error);
    if (!module->cubin)
        return CUDA_ERROR_INVALID_IMAGE;
    if (!runs_on(module->cubin->sm, context->device))
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    int result =
        module_image_open(&module->image, &context->memory, module->cubin, image, size, error);
    if (result && error[0])
        explain(error);
    if (result)
        return (CUresult)result;
    if (build_functions(module))
        module->handle = handle_new(HANDLE_MODULE, module, context->handle);
    return module->handle ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult module_new(struct context *context, const void *image, size_t size,
                           CUmodule *handle)
{
    if (size >= FATBIN_LEAST && fatbin_is(image)) {
        char error[CUBIN_ERROR_TEXT];
        int result = CUDA_ERROR_INVALID_IMAGE;
        if (fatbin_size(image) > size) // a file that is shorter than its header says
            return CUDA_ERROR_INVALID_IMAGE;
        image = fatbin_pick(image, context->device->sm, &size, &result, error);
        if (!image) {
            explain(error);
            return (CUresult)result;
        }
    }
    struct module *module = calloc(1, sizeof *module);
    if (!module)
        return CUDA_ERROR_OUT_OF_MEMORY;
    module->context = context;
    CUresult result = module_fill(module, image, size);
    if (result)
        module_free(module);
    else
        *handle = module->handle;
    return result;
}

static bool is_ptx(const char *image)
{
    return strncmp(image, "//", 2) == 0 || strncmp(image, "\n//", 3) == 0 ||
           strncmp(image, ".version", 8) == 0;
}

CUresult CUDAAPI EXPORT cuModuleLoadData(CUmodule *handle, const void *image)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!handle || !image)
        return CUDA_ERROR_INVALID_VALUE;
    if (is_ptx(image))
        return CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
    image = fatbin_unwrap(image);
    size_t size = api_image_size(image);
    return size ? module_new(context, image, size, handle) : CUDA_ERROR_INVALID_IMAGE;
}

CUresult CUDAAPI EXPORT cuModuleLoadFatBinary(CUmodule *handle, const void *image)
{
    return cuModuleLoadData(handle, image);
}

CUresult CUDAAPI EXPORT cuModuleLoadDataEx(CUmodule *handle, const void *image,
                                           unsigned int option_count, CUjit_option *options,
                                           void **values)
{
    CUresult result = api_ready();
    if (!result)
        result = api_check_options(option_count, options, values);
    return result ? result : cuModuleLoadData(handle, image);
}

// The whole file, malloc'ed, with a zero behind it.
static CUresult read_file(const char *path, char **data, size_t *size)
{
    *data = (char *)whole_file_read(path, size);
    if (*data)
        return CUDA_SUCCESS;
    switch (errno) {
    case ENOENT:
    case ENOTDIR:
    case EACCES:
        return CUDA_ERROR_FILE_NOT_FOUND;
    case ENOMEM:
        return CUDA_ERROR_OUT_OF_MEMORY;
    default:
        return CUDA_ERROR_OPERATING_SYSTEM;
    }
}

size_t api_image_size(const void *image)
{
    return fatbin_is(image) ? fatbin_size(image) : cubin_image_size(image);
}

// The same for a file of `size` bytes, whose headers may say anything.
static bool is_whole(const void *data, size_t size)
{
    if (size < FATBIN_LEAST)
        return false;
    size_t need = fatbin_is(data) ? fatbin_size(data) : cubin_image_size_within(data, size);
    return need && need <= size;
}

CUresult api_read_image(const char *path, void **image)
{
    char *data;
    size_t size;
    CUresult result = read_file(path, &data, &size);
    if (result)
        return result;
    if (is_ptx(data))
        result = CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
    else if (!is_whole(data, size))
        result = CUDA_ERROR_INVALID_IMAGE;
    if (result)
        free(data);
    else
        *image = data;
    return result;
}

CUresult api_copy_image(const void *image, void **copy)
{
    if (is_ptx(image))
        return CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
    image = fatbin_unwrap(image);
    size_t size = api_image_size(image);
    if (!size)
        return CUDA_ERROR_INVALID_IMAGE;
    *copy = malloc(size);
    if (!*copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(*copy, image, size);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuModuleLoad(CUmodule *handle, const char *path)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    if (!handle || !path)
        return CUDA_ERROR_INVALID_VALUE;
    char *data;
    size_t size;
    result = read_file(path, &data, &size);
    if (result)
        return result;
    if (is_ptx(data))
        result = CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
    else
        result = module_new(context, data, size, handle);
    free(data);
    return result;
}

CUresult CUDAAPI EXPORT cuModuleUnload(CUmodule handle)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    struct module *module = handle_object(handle, HANDLE_MODULE);
    if (!module || module->context != context)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!handle_remove(handle, HANDLE_MODULE)) // another thread was faster
        return CUDA_ERROR_INVALID_HANDLE;
    api_settle(context); // launches refer to it
    module_free(module);
    return CUDA_SUCCESS;
}

static CUresult module_of(CUmodule handle, struct module **module)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    *module = handle_object(handle, HANDLE_MODULE);
    return *module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI EXPORT cuModuleGetFunction(CUfunction *handle, CUmodule module_handle,
                                            const char *name)
{
    struct module *module;
    CUresult result = module_of(module_handle, &module);
    if (result)
        return result;
    if (!handle || !name)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < module->cubin->count; i++) {
        if (strcmp(module->cubin->kernels[i].name, name) == 0) {
            *handle = module->functions[i].handle;
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_NOT_FOUND;
}

CUresult CUDAAPI EXPORT cuModuleGetGlobal_v2(CUdeviceptr *pointer, size_t *bytes,
                                             CUmodule module_handle, const char *name)
{
    struct module *module;
    uint64_t address, size;
    CUresult result = module_of(module_handle, &module);
    if (result)
        return result;
    if ((!pointer && !bytes) || !name)
        return CUDA_ERROR_INVALID_VALUE;
    if (!module_image_variable(&module->image, name, &address, &size))
        return CUDA_ERROR_NOT_FOUND;
    if (pointer)
        *pointer = address;
    if (bytes)
        *bytes = size;
    return CUDA_SUCCESS;
}

static CUresult function_of(CUfunction handle, struct function **function)
{
    struct context *context;
    CUresult result = api_context(&context);
    return result ? result : api_function(handle, context, function);
}

CUresult CUDAAPI EXPORT cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                                           CUfunction handle)
{
    struct function *function;
    CUresult result = function_of(handle, &function);
    if (result)
        return result;
    if (!value || attribute < 0 || attribute >= CU_FUNC_ATTRIBUTE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    const struct cubin_kernel *source = function->kernel.source;
    switch ((int)attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = (int)function->max_threads;
        break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = (int)source->shared_bytes;
        break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = (int)source->registers;
        break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = (int)function->module->cubin->sm;
        break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = (int)function->max_dynamic_shared;
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = function->carveout;
        break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = (int)module_image_constant_bytes(&function->module->image);
        break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = (int)source->stack_bytes;
        break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
        *value = source->cluster[0] != 0;
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
        *value = (int)source->cluster[0];
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
        *value = (int)source->cluster[1];
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        *value = (int)source->cluster[2];
        break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        *value = function->large_clusters;
        break;
    default: // no cache mode, no policy of clusters
        *value = 0;
        break;
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuFuncSetAttribute(CUfunction handle, CUfunction_attribute attribute,
                                           int value)
{
    enum { MAX_CARVEOUT_PERCENT = 100 };
    struct function *function;
    CUresult result = function_of(handle, &function);
    if (result)
        return result;
    int64_t most = (int64_t)function->module->context->device->shared_per_cta -
                   function->kernel.source->shared_bytes;
    switch ((int)attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        if (value < 0 || value > most)
            return CUDA_ERROR_INVALID_VALUE;
        function->max_dynamic_shared = (unsigned)value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        if (value < -1 || value > MAX_CARVEOUT_PERCENT)
            return CUDA_ERROR_INVALID_VALUE;
        function->carveout = value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        if (value < 0 || value > 1)
            return CUDA_ERROR_INVALID_VALUE;
        function->large_clusters = value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult CUDAAPI EXPORT cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count, CUfunction handle,
                                                                    int block, size_t dynamic)
{
    struct function *function;
    CUresult result = function_of(handle, &function);
    if (result)
        return result;
    if (!count || block <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    const struct device *device = function->module->context->device;
    const struct cubin_kernel *source = function->kernel.source;
    *count = 0;
    if ((unsigned)block > function->max_threads || dynamic > function->max_dynamic_shared)
        return CUDA_SUCCESS;
    unsigned warps = ((unsigned)block + WARP_LANES - 1) / WARP_LANES;
    uint64_t shared = SHARED_RESERVED + source->shared_bytes + dynamic;
    shared = (shared + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT;
    unsigned fit = device->ctas_per_sm;
    unsigned by_warps = device->warps_per_sm / warps;
    unsigned by_shared = (unsigned)(device->shared_per_sm / shared);
    unsigned by_registers =
        source->registers ? REGISTERS_PER_SM / (warps * registers_per_warp(source)) : fit;
    fit = by_warps < fit ? by_warps : fit;
    fit = by_shared < fit ? by_shared : fit;
    fit = by_registers < fit ? by_registers : fit;
    *count = (int)fit;
    return CUDA_SUCCESS;
}

void api_free_modules(struct context *context)
{
    void *handle;
    while ((handle = handle_owned(context->handle, HANDLE_MODULE)))
        module_free(handle_remove(handle, HANDLE_MODULE));
}
