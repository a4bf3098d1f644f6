// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "driver/driver.h"
#include "driver/load.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char SONAME[] = "libcuda.so.1";

struct entry {
    const char *name;
    size_t offset;
};

static const struct entry entries[] = {
#define DRIVER_FUNCTION(name, params) {#name, offsetof(struct driver, name)},
#include "driver/functions.def"
#undef DRIVER_FUNCTION
};

/// The file that a symbol lies in, or `otherwise`.
static const char *file_of(const void *symbol, const char *otherwise)
{
    Dl_info info;
    return symbol && dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : otherwise;
}

void *driver_load(const char *name, int flags, struct driver *driver, char *error)
{
    memset(driver, 0, sizeof *driver);
    void *library = dlopen(name, flags);
    if (!library) {
        const char *why = dlerror();
        snprintf(error, DRIVER_ERROR_TEXT, "cannot load the CUDA driver: %s", why ? why : name);
        return NULL;
    }
    void *symbol = NULL;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        symbol = dlsym(library, entries[i].name);
        if (!symbol) {
            snprintf(error, DRIVER_ERROR_TEXT, "%s is no usable CUDA driver: it has no %s", name,
                     entries[i].name);
            dlclose(library);
            return NULL;
        }
        // Object and function pointers do not convert in ISO C; their bytes do (POSIX dlsym).
        memcpy((char *)driver + entries[i].offset, &symbol, sizeof symbol);
    }
    snprintf(driver->path, sizeof driver->path, "%s", file_of(symbol, name));
    driver->emulated = dlsym(library, "cuEmulatorMarker") != NULL;
    return library;
}

/// Whether loading `path` would bring a second driver into a process that is linked with one or has
/// loaded one: the program's contexts and addresses would mean nothing to it, or something else.
/// Where `path` is in the process already, both were loaded on purpose, as our own programs do with
/// the emulated GPU beside a libcuda that finds no device.
static bool is_second_driver(const char *path, char *error)
{
    void *given = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (given) {
        dlclose(given);
        return false;
    }
    void *other = dlopen(SONAME, RTLD_NOW | RTLD_NOLOAD);
    if (!other)
        return false;
    snprintf(error, DRIVER_ERROR_TEXT,
             "SASSDNN_DRIVER names %.160s, but the process has another CUDA driver, %.160s; let it "
             "name that one, unset it, or put the wanted driver's folder first on LD_LIBRARY_PATH",
             path, file_of(dlsym(other, "cuInit"), SONAME));
    dlclose(other);
    return true;
}

bool driver_find(struct driver *driver, char *error)
{
    const char *path = getenv("SASSDNN_DRIVER");
    if (path && *path)
        return !is_second_driver(path, error) &&
               driver_load(path, RTLD_NOW | RTLD_LOCAL, driver, error);
    return driver_load(SONAME, RTLD_NOW | RTLD_NOLOAD, driver, error) ||
           driver_load(SONAME, RTLD_NOW | RTLD_LOCAL, driver, error);
}

const struct driver *driver_once(driver_finder *find, char *error)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct driver driver;
    static bool found;
    pthread_mutex_lock(&mutex);
    if (!found)
        found = find(&driver, error);
    const struct driver *result = found ? &driver : NULL;
    pthread_mutex_unlock(&mutex);
    return result;
}

const struct driver *driver_get(char *error)
{
    return driver_once(driver_find, error);
}

bool driver_is_emulated(const struct driver *driver)
{
    return driver->emulated;
}

void driver_error_text(const struct driver *driver, CUresult result, char *text, size_t size)
{
    const char *name = NULL;
    const char *meaning = NULL;
    if (driver->cuGetErrorName(result, &name) != CUDA_SUCCESS || !name)
        snprintf(text, size, "CUDA driver error %d", (int)result);
    else if (driver->cuGetErrorString(result, &meaning) != CUDA_SUCCESS || !meaning)
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, "%s (%s)", name, meaning);
}
