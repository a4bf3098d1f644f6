// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "driver/kernel_cache.h"
#include "driver/arch.h"
#include "driver/failure.h"
#include "driver/kernel_file.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/// Guards the list and every `users` in it, also while a set is loaded.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct kernel_set *sets;

static void unload(const struct driver *driver, struct kernel_set *set)
{
    for (int i = 0; i < KERNEL_COUNT; i++)
        if (set->modules[i])
            driver->cuModuleUnload(set->modules[i]);
}

static enum device_result load_kernel(const struct driver *driver, const struct kernel_image *image,
                                      CUmodule *module, CUfunction *function, char *error)
{
    unsigned char *file;
    char path[KERNEL_FILE_PATH];
    char what[KERNEL_FILE_PATH + 64];
    enum device_result status = kernel_file_read(image->name, image->sm, &file, path, error);
    if (status != DEVICE_OK)
        return status;
    if (file)
        snprintf(what, sizeof what, "%s", path);
    else
        snprintf(what, sizeof what, "kernel %s for sm_%u (%zu bytes)", image->name, image->sm,
                 image->size);
    CUresult result = driver->cuModuleLoadData(module, file ? file : image->data);
    free(file);
    if (result != CUDA_SUCCESS) {
        *module = NULL;
        return driver_failure(driver, result, what, error);
    }
    result = driver->cuModuleGetFunction(function, *module, image->name);
    return result == CUDA_SUCCESS ? DEVICE_OK : driver_failure(driver, result, what, error);
}

static enum device_result load(const struct driver *driver, CUdevice device,
                               struct kernel_set **loaded, char *error)
{
    int major = 0, minor = 0;
    CUresult result;
    if ((result = driver->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                               device)) != CUDA_SUCCESS ||
        (result = driver->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                               device)) != CUDA_SUCCESS)
        return driver_failure(driver, result, "compute capability of the device", error);
    if (!arch_has_kernels(major, minor)) {
        char built[128];
        arch_list(built, sizeof built);
        snprintf(error, DEVICE_ERROR_TEXT,
                 "device %d has compute capability %d.%d, the library has kernels for %s",
                 (int)device, major, minor, built);
        return DEVICE_NO_KERNELS;
    }
    struct kernel_set *set = calloc(1, sizeof *set);
    if (!set) {
        snprintf(error, DEVICE_ERROR_TEXT, "no host memory for the table of kernels");
        return DEVICE_NO_HOST_MEMORY;
    }
    for (int i = 0; i < KERNEL_COUNT; i++) {
        enum device_result status =
            load_kernel(driver, arch_best_image(kernel_manifest[i].name, major, minor),
                        &set->modules[i], &set->functions[i], error);
        if (status != DEVICE_OK) {
            unload(driver, set);
            free(set);
            return status;
        }
    }
    *loaded = set;
    return DEVICE_OK;
}

enum device_result kernel_cache_get(const struct driver *driver, CUcontext context, CUdevice device,
                                    struct kernel_set **set, char *error)
{
    enum device_result status = DEVICE_OK;
    pthread_mutex_lock(&mutex);
    struct kernel_set *found = sets;
    while (found && found->context != context)
        found = found->next;
    if (!found) {
        status = load(driver, device, &found, error);
        if (status == DEVICE_OK) {
            found->context = context;
            found->next = sets;
            sets = found;
        }
    }
    if (status == DEVICE_OK) {
        found->users++;
        *set = found;
    }
    pthread_mutex_unlock(&mutex);
    return status;
}

void kernel_cache_put(const struct driver *driver, struct kernel_set *set, bool unload_modules)
{
    pthread_mutex_lock(&mutex);
    if (--set->users == 0) {
        struct kernel_set **link = &sets;
        while (*link != set)
            link = &(*link)->next;
        *link = set->next;
        if (unload_modules)
            unload(driver, set);
        free(set);
    }
    pthread_mutex_unlock(&mutex);
}
