// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Linking, as far as it goes without a compiler and a linker: one image that needs neither comes
// out as it went in.
#include "emulator/api.h"
#include "emulator/unsupported.h"

#include <stdlib.h>

struct link {
    void *image; ///< the one that was added
    bool is_complete;
};

CUresult CUDAAPI EXPORT cuLinkCreate_v2(unsigned int count, CUjit_option *options, void **values,
                                        CUlinkState *state)
{
    struct context *context;
    CUresult result = api_context(&context);
    if (!result)
        result = api_check_options(count, options, values);
    if (result)
        return result;
    if (!state)
        return CUDA_ERROR_INVALID_VALUE;
    struct link *link = calloc(1, sizeof *link);
    *state = link ? handle_new(HANDLE_LINK, link, NULL) : NULL;
    if (*state)
        return CUDA_SUCCESS;
    free(link);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult add(CUlinkState state, CUjitInputType type, const void *data, const char *path)
{
    struct link *link = handle_object(state, HANDLE_LINK);
    if (!link || link->is_complete)
        return link ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    if (type == CU_JIT_INPUT_PTX || type == CU_JIT_INPUT_NVVM)
        return CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
    if ((int)type < 0 || type >= CU_JIT_NUM_INPUT_TYPES || (!data && !path))
        return CUDA_ERROR_INVALID_VALUE;
    if ((type != CU_JIT_INPUT_CUBIN && type != CU_JIT_INPUT_FATBINARY) || link->image)
        return unsupported("linking several images");
    return path ? api_read_image(path, &link->image) : api_copy_image(data, &link->image);
}

CUresult CUDAAPI EXPORT cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data,
                                         size_t size, const char *name, unsigned int count,
                                         CUjit_option *options, void **values)
{
    CUresult result = api_ready();
    (void)name;
    if (!result)
        result = api_check_options(count, options, values);
    if (result)
        return result;
    return size ? add(state, type, data, NULL) : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path,
                                         unsigned int count, CUjit_option *options, void **values)
{
    CUresult result = api_ready();
    if (!result)
        result = api_check_options(count, options, values);
    return result ? result : add(state, type, NULL, path);
}

CUresult CUDAAPI EXPORT cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
    CUresult result = api_ready();
    if (result)
        return result;
    struct link *link = handle_object(state, HANDLE_LINK);
    if (!link)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!image || !link->image)
        return CUDA_ERROR_INVALID_VALUE;
    link->is_complete = true;
    *image = link->image;
    if (size)
        *size = api_image_size(link->image);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuLinkDestroy(CUlinkState state)
{
    CUresult result = api_ready();
    if (result)
        return result;
    struct link *link = handle_remove(state, HANDLE_LINK);
    if (!link)
        return CUDA_ERROR_INVALID_HANDLE;
    free(link->image);
    free(link);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuLinkCreate(unsigned int count, CUjit_option *options, void **values,
                                     CUlinkState *state)
{
    return cuLinkCreate_v2(count, options, values, state);
}

CUresult CUDAAPI EXPORT cuLinkAddData(CUlinkState state, CUjitInputType type, void *data,
                                      size_t size, const char *name, unsigned int count,
                                      CUjit_option *options, void **values)
{
    return cuLinkAddData_v2(state, type, data, size, name, count, options, values);
}

CUresult CUDAAPI EXPORT cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path,
                                      unsigned int count, CUjit_option *options, void **values)
{
    return cuLinkAddFile_v2(state, type, path, count, options, values);
}
