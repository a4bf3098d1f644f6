// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The kernels loaded into a context, once per context however many handles use it.
#ifndef SASSDNN_KERNEL_CACHE_H
#define SASSDNN_KERNEL_CACHE_H

#include "driver/device.h"
#include "driver/driver.h"

struct kernel_set {
    CUfunction functions[KERNEL_COUNT];
    CUmodule modules[KERNEL_COUNT];
    CUcontext context;
    unsigned users;
    struct kernel_set *next;
};

/// The kernels of `context`, which is current and lies on `device`; the first call for a context
/// loads them: the embedded image that is best for the device, or the file that replaces it
/// (kernel_file.h). Each success is given back with kernel_cache_put. On failure nothing stays
/// loaded and error[DEVICE_ERROR_TEXT] holds one line. Thread-safe.
enum device_result kernel_cache_get(const struct driver *driver, CUcontext context, CUdevice device,
                                    struct kernel_set **set, char *error);

/// Give a set back. Its last user unloads the modules; for that the set's context is current and
/// has no work left, or, where it was destroyed before, unload_modules is false. Thread-safe.
void kernel_cache_put(const struct driver *driver, struct kernel_set *set, bool unload_modules);

#endif
