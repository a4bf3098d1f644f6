// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The calls about libraries and their kernels, on top of modules and functions.
#include "emulator/library.h"

#include <stdlib.h>
#include <string.h>

static CUresult check_library_options(unsigned count, const CUlibraryOption *options,
                                      void *const *values)
{
    if (count && !options)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        if ((int)options[i] < 0 || options[i] >= CU_LIBRARY_NUM_OPTIONS)
            return CUDA_ERROR_INVALID_VALUE;
        if (options[i] == CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE &&
            (!values || !values[i]))
            return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

static CUresult check_load(unsigned count, CUjit_option *options, void **values,
                           unsigned library_count, CUlibraryOption *library_options,
                           void **library_values)
{
    CUresult result = api_ready();
    if (!result)
        result = api_check_options(count, options, values);
    return result ? result : check_library_options(library_count, library_options, library_values);
}

CUresult CUDAAPI EXPORT cuLibraryLoadData(CUlibrary *library, const void *image,
                                          CUjit_option *options, void **values, unsigned int count,
                                          CUlibraryOption *library_options, void **library_values,
                                          unsigned int library_count)
{
    CUresult result =
        check_load(count, options, values, library_count, library_options, library_values);
    if (result)
        return result;
    if (!library || !image)
        return CUDA_ERROR_INVALID_VALUE;
    void *copy;
    result = api_copy_image(image, &copy);
    return result ? result : library_new(copy, library);
}

CUresult CUDAAPI EXPORT cuLibraryLoadFromFile(CUlibrary *library, const char *path,
                                              CUjit_option *options, void **values,
                                              unsigned int count, CUlibraryOption *library_options,
                                              void **library_values, unsigned int library_count)
{
    CUresult result =
        check_load(count, options, values, library_count, library_options, library_values);
    if (result)
        return result;
    if (!library || !path)
        return CUDA_ERROR_INVALID_VALUE;
    void *copy;
    result = api_read_image(path, &copy);
    return result ? result : library_new(copy, library);
}

static CUresult module_here(CUlibrary handle, struct library **library, CUmodule *module)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (result)
        return result;
    *library = library_of(handle);
    return *library ? library_module_in(*library, context, module) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI EXPORT cuLibraryGetModule(CUmodule *module, CUlibrary handle)
{
    struct library *library;
    CUmodule found;
    CUresult result = module_here(handle, &library, &found);
    if (result)
        return result;
    if (!module)
        return CUDA_ERROR_INVALID_VALUE;
    *module = found;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuLibraryGetKernel(CUkernel *kernel, CUlibrary handle, const char *name)
{
    struct library *library;
    CUmodule module;
    CUfunction function;
    CUresult result = module_here(handle, &library, &module);
    if (result)
        return result;
    if (!kernel || !name)
        return CUDA_ERROR_INVALID_VALUE;
    result = cuModuleGetFunction(&function, module, name);
    return result ? result : library_kernel(library, name, kernel);
}

CUresult CUDAAPI EXPORT cuLibraryGetKernelCount(unsigned int *count, CUlibrary handle)
{
    struct library *library;
    CUmodule module;
    CUresult result = module_here(handle, &library, &module);
    return result ? result : cuModuleGetFunctionCount(count, module);
}

CUresult CUDAAPI EXPORT cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int count,
                                                  CUlibrary handle)
{
    struct library *library;
    CUmodule module_handle;
    CUresult result = module_here(handle, &library, &module_handle);
    if (result)
        return result;
    if (!kernels || !count)
        return CUDA_ERROR_INVALID_VALUE;
    const struct module *module = handle_object(module_handle, HANDLE_MODULE);
    for (size_t i = 0; i < count && i < module->cubin->count && !result; i++)
        result = library_kernel(library, module->cubin->kernels[i].name, &kernels[i]);
    return result;
}

CUresult CUDAAPI EXPORT cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUlibrary handle,
                                           const char *name)
{
    struct library *library;
    CUmodule module;
    CUresult result = module_here(handle, &library, &module);
    return result ? result : cuModuleGetGlobal_v2(pointer, bytes, module, name);
}

// No image that can be loaded has managed variables or unified functions.
CUresult CUDAAPI EXPORT cuLibraryGetManaged(CUdeviceptr *pointer, size_t *bytes, CUlibrary handle,
                                            const char *name)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!library_of(handle))
        return CUDA_ERROR_INVALID_HANDLE;
    return (pointer || bytes) && name ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuLibraryGetUnifiedFunction(void **function, CUlibrary handle,
                                                    const char *symbol)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!library_of(handle))
        return CUDA_ERROR_INVALID_HANDLE;
    return function && symbol ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_INVALID_VALUE;
}

static CUresult find_kernel(CUkernel handle, struct library_kernel **kernel)
{
    CUresult result = api_ready();
    if (result)
        return result;
    *kernel = library_kernel_of(handle);
    return *kernel ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI EXPORT cuKernelGetLibrary(CUlibrary *library, CUkernel handle)
{
    struct library_kernel *kernel;
    CUresult result = find_kernel(handle, &kernel);
    if (result)
        return result;
    if (!library)
        return CUDA_ERROR_INVALID_VALUE;
    *library = kernel->library->handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuKernelGetName(const char **name, CUkernel handle)
{
    struct library_kernel *kernel;
    CUresult result = find_kernel(handle, &kernel);
    if (result)
        return result;
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = kernel->name;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuKernelGetFunction(CUfunction *function, CUkernel handle)
{
    struct library_kernel *kernel;
    struct function *found;
    struct context *context;
    CUresult result = find_kernel(handle, &kernel);
    if (!result)
        result = api_context(&context);
    if (!result)
        result = api_function((CUfunction)handle, context, &found);
    if (result)
        return result;
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    *function = found->handle;
    return CUDA_SUCCESS;
}

// The rest is what the function of the current context says.
static CUresult function_here(CUkernel handle, CUfunction *function)
{
    return cuKernelGetFunction(function, handle);
}

CUresult CUDAAPI EXPORT cuKernelGetAttribute(int *value, CUfunction_attribute attribute,
                                             CUkernel kernel, CUdevice ordinal)
{
    const struct device *device;
    CUfunction function;
    CUresult result = api_device(ordinal, &device);
    if (!result)
        result = function_here(kernel, &function);
    return result ? result : cuFuncGetAttribute(value, attribute, function);
}

CUresult CUDAAPI EXPORT cuKernelSetAttribute(CUfunction_attribute attribute, int value,
                                             CUkernel kernel, CUdevice ordinal)
{
    const struct device *device;
    CUfunction function;
    CUresult result = api_device(ordinal, &device);
    if (!result)
        result = function_here(kernel, &function);
    return result ? result : cuFuncSetAttribute(function, attribute, value);
}

CUresult CUDAAPI EXPORT cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config,
                                               CUdevice ordinal)
{
    const struct device *device;
    CUfunction function;
    CUresult result = api_device(ordinal, &device);
    if (!result)
        result = function_here(kernel, &function);
    return result ? result : cuFuncSetCacheConfig(function, config);
}

CUresult CUDAAPI EXPORT cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset,
                                             size_t *size)
{
    CUfunction function;
    CUresult result = function_here(kernel, &function);
    return result ? result : cuFuncGetParamInfo(function, index, offset, size);
}
