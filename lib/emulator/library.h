// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef EMULATOR_LIBRARY_H
#define EMULATOR_LIBRARY_H

#include "emulator/api.h"

struct library_module {
    CUcontext context;
    CUmodule module; ///< may be stale: contexts take their modules with them
};

struct library {
    CUlibrary handle;
    void *image; ///< a copy
    struct library_module *modules;
    size_t module_count;
    struct library_kernel **kernels; ///< those that were asked for
    size_t kernel_count;
};

struct library_kernel {
    CUkernel handle;
    struct library *library;
    char *name;
};

/// Of a live handle, else NULL.
struct library *library_of(CUlibrary handle);
struct library_kernel *library_kernel_of(CUkernel handle);

/// A library of a malloc'ed image, which it takes in any case.
CUresult library_new(void *image, CUlibrary *handle);

/// The library's module in a context.
CUresult library_module_in(struct library *library, struct context *context, CUmodule *module);

/// The handle of the kernel `name`, which is there.
CUresult library_kernel(struct library *library, const char *name, CUkernel *handle);

#endif
