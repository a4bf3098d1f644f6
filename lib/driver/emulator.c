// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The fallback of our own programs: where no GPU can be used, the bundled emulated one.
#include "driver/arch.h"
#include "driver/bundled.h"
#include "driver/load.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Whether a device is there that the library has kernels for; why not, if not.
static bool usable(const struct driver *driver, char *why, size_t size)
{
    int count = 0;
    CUresult result = driver->cuDeviceGetCount(&count);
    if (result != CUDA_SUCCESS) {
        driver_error_text(driver, result, why, size);
        return false;
    }
    for (int i = 0; i < count; i++) {
        CUdevice device;
        int major = 0, minor = 0;
        if (driver->cuDeviceGet(&device, i) == CUDA_SUCCESS &&
            driver->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                         device) == CUDA_SUCCESS &&
            driver->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                         device) == CUDA_SUCCESS &&
            arch_has_kernels(major, minor))
            return true;
    }
    snprintf(why, size, "none of %d devices has a compute capability that the kernels are for",
             count);
    return false;
}

/// Load the emulated GPU. RTLD_GLOBAL, so that any code in the process finds it by its SONAME.
static bool load_emulator(const char *no_gpu, struct driver *driver, char *error)
{
    char path[PATH_MAX];
    char why[DRIVER_ERROR_TEXT];
    CUresult result;
    if (!bundled_emulator(path, why, sizeof why) ||
        !driver_load(path, RTLD_NOW | RTLD_GLOBAL, driver, why)) {
        snprintf(error, DRIVER_ERROR_TEXT, "no usable GPU (%.200s) and no emulated GPU (%.240s)",
                 no_gpu, why);
        return false;
    }
    if ((result = driver->cuInit(0)) != CUDA_SUCCESS) {
        driver_error_text(driver, result, why, sizeof why);
        snprintf(error, DRIVER_ERROR_TEXT, "%.200s: cuInit: %.200s", driver->path, why);
        return false;
    }
    setenv("SASSDNN_DRIVER", path, 1);
    return true;
}

static bool find_gpu_or_emulator(struct driver *driver, char *error)
{
    const char *given = getenv("SASSDNN_DRIVER");
    char why[DRIVER_ERROR_TEXT] = "";
    if (given && *given) {
        if (!driver_find(driver, error))
            return false;
        // Its result is not looked at: the caller asked for this driver and gets its own errors.
        driver->cuInit(0);
        return true;
    }
    if (driver_find(driver, why)) {
        CUresult result = driver->cuInit(0);
        if (result != CUDA_SUCCESS)
            driver_error_text(driver, result, why, sizeof why);
        else if (usable(driver, why, sizeof why))
            return true;
    }
    return load_emulator(why, driver, error);
}

const struct driver *driver_get_or_emulator(char *error)
{
    return driver_once(find_gpu_or_emulator, error);
}
