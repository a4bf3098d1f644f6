// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Libraries: images that belong to no context. Each context that uses one gets a module of it when
// it first does. The handle of a library's kernel stands for its function in whatever context it is
// used in.
#include "emulator/library.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void library_free(struct library *library)
{
    for (size_t i = 0; i < library->kernel_count; i++) {
        handle_remove(library->kernels[i]->handle, HANDLE_KERNEL);
        free(library->kernels[i]->name);
        free(library->kernels[i]);
    }
    free(library->kernels);
    free(library->modules);
    free(library->image);
    free(library);
}

struct library *library_of(CUlibrary handle)
{
    return handle_object(handle, HANDLE_LIBRARY);
}

struct library_kernel *library_kernel_of(CUkernel handle)
{
    return handle_object(handle, HANDLE_KERNEL);
}

// Runs with that context current. The caller's own becomes current again.
static CUresult load_in(struct context *context, const void *image, CUmodule *module)
{
    CUresult result = cuCtxPushCurrent_v2(context->handle);
    if (result)
        return result;
    result = cuModuleLoadData(module, image);
    cuCtxPopCurrent_v2(NULL);
    return result;
}

static void unload_in(CUcontext context, CUmodule module)
{
    if (cuCtxPushCurrent_v2(context))
        return;
    cuModuleUnload(module);
    cuCtxPopCurrent_v2(NULL);
}

// With the mutex held.
static CUresult module_in(struct library *library, struct context *context, CUmodule *module)
{
    struct library_module *slot = NULL;
    for (size_t i = 0; i < library->module_count; i++) {
        if (library->modules[i].context == context->handle)
            slot = &library->modules[i];
    }
    if (slot && handle_object(slot->module, HANDLE_MODULE)) {
        *module = slot->module;
        return CUDA_SUCCESS;
    }
    CUresult result = load_in(context, library->image, module);
    if (result)
        return result;
    if (!slot) {
        size_t bytes = (library->module_count + 1) * sizeof *library->modules;
        struct library_module *larger = realloc(library->modules, bytes);
        if (!larger) {
            unload_in(context->handle, *module);
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
        library->modules = larger;
        slot = &larger[library->module_count++];
    }
    *slot = (struct library_module){context->handle, *module};
    return CUDA_SUCCESS;
}

CUresult library_module_in(struct library *library, struct context *context, CUmodule *module)
{
    pthread_mutex_lock(&mutex);
    CUresult result = module_in(library, context, module);
    pthread_mutex_unlock(&mutex);
    return result;
}

static CUresult function_in(struct library_kernel *kernel, struct context *context,
                            struct function **function)
{
    CUmodule handle;
    CUresult result = library_module_in(kernel->library, context, &handle);
    if (result)
        return result;
    const struct module *module = handle_object(handle, HANDLE_MODULE);
    for (size_t i = 0; module && i < module->cubin->count; i++) {
        if (strcmp(module->cubin->kernels[i].name, kernel->name) == 0) {
            *function = &module->functions[i];
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_NOT_FOUND;
}

CUresult api_function(CUfunction handle, struct context *context, struct function **function)
{
    *function = handle_object(handle, HANDLE_FUNCTION);
    if (*function)
        return CUDA_SUCCESS;
    struct library_kernel *kernel = handle_object(handle, HANDLE_KERNEL);
    return kernel ? function_in(kernel, context, function) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult library_new(void *image, CUlibrary *handle)
{
    struct context *context;
    struct library *library = calloc(1, sizeof *library);
    CUresult result = library ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    if (library) {
        library->image = image;
        // Bad images are found out at once, where there is a context to load them into.
        CUmodule module;
        if (!api_context(&context))
            result = module_in(library, context, &module);
        if (!result && !(library->handle = handle_new(HANDLE_LIBRARY, library, NULL)))
            result = CUDA_ERROR_OUT_OF_MEMORY;
    } else {
        free(image);
    }
    if (result && library)
        library_free(library);
    if (!result)
        *handle = library->handle;
    return result;
}

CUresult CUDAAPI EXPORT cuLibraryUnload(CUlibrary handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    struct library *library = handle_remove(handle, HANDLE_LIBRARY);
    if (!library)
        return CUDA_ERROR_INVALID_HANDLE;
    for (size_t i = 0; i < library->module_count; i++)
        unload_in(library->modules[i].context, library->modules[i].module);
    library_free(library);
    return CUDA_SUCCESS;
}

// With the mutex held.
static CUresult add_kernel(struct library *library, const char *name, CUkernel *handle)
{
    for (size_t i = 0; i < library->kernel_count; i++) {
        if (strcmp(library->kernels[i]->name, name) == 0) {
            *handle = library->kernels[i]->handle;
            return CUDA_SUCCESS;
        }
    }
    size_t bytes = (library->kernel_count + 1) * sizeof *library->kernels;
    struct library_kernel **larger = realloc(library->kernels, bytes);
    if (!larger)
        return CUDA_ERROR_OUT_OF_MEMORY;
    library->kernels = larger;
    struct library_kernel *kernel = calloc(1, sizeof *kernel);
    if (kernel)
        kernel->name = strdup(name);
    if (kernel && kernel->name)
        kernel->handle = handle_new(HANDLE_KERNEL, kernel, NULL);
    if (!kernel || !kernel->handle) {
        if (kernel)
            free(kernel->name);
        free(kernel);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    kernel->library = library;
    library->kernels[library->kernel_count++] = kernel;
    *handle = kernel->handle;
    return CUDA_SUCCESS;
}

CUresult library_kernel(struct library *library, const char *name, CUkernel *handle)
{
    pthread_mutex_lock(&mutex);
    CUresult result = add_kernel(library, name, handle);
    pthread_mutex_unlock(&mutex);
    return result;
}
