// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/device.h"

#include "driver/arch.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool good(const struct driver *driver, CUresult result, const char *what, char *error)
{
    if (result == CUDA_SUCCESS)
        return true;
    char text[512];
    driver_error_text(driver, result, text, sizeof(text));
    snprintf(error, BENCH_DEVICE_TEXT, "%s: %s", what, text);
    return false;
}

unsigned bench_device_lanes(const struct bench_device *device)
{
    return device->sm == 80 ? 64 : 128;
}

static bool get_attributes(struct bench_device *device, char *error)
{
    const struct driver *driver = device->driver;
    int major, minor, count, kilohertz;
    const struct {
        CUdevice_attribute attribute;
        int *value;
    } wanted[] = {
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major},
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor},
        {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &count},
    };
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        if (!good(
                driver,
                driver->cuDeviceGetAttribute(wanted[i].value, wanted[i].attribute, device->device),
                "cuDeviceGetAttribute", error))
            return false;
    device->sm = (unsigned)(10 * major + minor);
    device->sm_count = (unsigned)count;
    if (driver->cuDeviceGetAttribute(&kilohertz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device->device) ==
        CUDA_SUCCESS) {
        device->peak_gflops = 2.0 * bench_device_lanes(device) * count * kilohertz / 1e6;
    }
    return true;
}

/// The first device that the library has kernels for; the first of all if there is none, so that
/// sassdnnCreate says what is wrong with it.
static bool choose_device(struct bench_device *device, char *error)
{
    const struct driver *driver = device->driver;
    int count = 0;
    if (!good(driver, driver->cuDeviceGetCount(&count), "cuDeviceGetCount", error))
        return false;
    if (!good(driver, driver->cuDeviceGet(&device->device, 0), "cuDeviceGet", error))
        return false;
    for (int i = 0; i < count; i++) {
        CUdevice candidate;
        int major, minor;
        if (driver->cuDeviceGet(&candidate, i) != CUDA_SUCCESS ||
            driver->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                         candidate) != CUDA_SUCCESS ||
            driver->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                         candidate) != CUDA_SUCCESS ||
            !arch_has_kernels(major, minor))
            continue;
        device->device = candidate;
        break;
    }
    return true;
}

static bool open_driver(struct bench_device *device, char *error)
{
    const struct driver *driver = device->driver;
    if (!good(driver, driver->cuInit(0), "cuInit", error) ||
        !good(driver, driver->cuDriverGetVersion(&device->driver_version), "cuDriverGetVersion",
              error) ||
        !choose_device(device, error) ||
        !good(driver, driver->cuDeviceGetName(device->name, BENCH_DEVICE_NAME, device->device),
              "cuDeviceGetName", error) ||
        !get_attributes(device, error) ||
        !good(driver, driver->cuDevicePrimaryCtxRetain(&device->context, device->device),
              "cuDevicePrimaryCtxRetain", error))
        return false;
    return good(driver, driver->cuCtxSetCurrent(device->context), "cuCtxSetCurrent", error);
}

/// A function of the emulated GPU's own. ISO C has no cast for this.
static void find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof(symbol));
}

static void find_emulator(struct bench_device *device)
{
    device->emulated = driver_is_emulated(device->driver);
    if (!device->emulated)
        return;
    void *library = dlopen(device->driver->path, RTLD_NOW | RTLD_NOLOAD);
    if (!library)
        return;
    find(library, "cuEmulatorInstructions", &device->instructions);
    find(library, "cuEmulatorModel", &device->model);
    find(library, "cuEmulatorModelled", &device->modelled);
    dlclose(library); // the driver keeps it loaded
}

/// What sassdnnCreate has loaded, by its own rules.
static void find_kernels(struct bench_device *device)
{
    device->kernel_folder = kernel_file_folder();
    for (int i = 0; i < KERNEL_COUNT; i++) {
        struct bench_kernel *kernel = &device->kernels[i];
        kernel->name = kernel_manifest[i].name;
        kernel->sm = arch_best_image(kernel->name, (int)device->sm / 10, (int)device->sm % 10)->sm;
        if (!kernel_file_path(kernel->name, kernel->sm, kernel->file) ||
            access(kernel->file, F_OK) != 0)
            kernel->file[0] = 0;
    }
}

bool bench_device_open(struct bench_device *device, char *error)
{
    memset(device, 0, sizeof(*device));
    char text[DRIVER_ERROR_TEXT];
    device->driver = driver_get_or_emulator(text);
    if (!device->driver) {
        snprintf(error, BENCH_DEVICE_TEXT, "%s", text);
        return false;
    }
    find_emulator(device);
    if (open_driver(device, error)) {
        sassdnnStatus_t status = sassdnnCreate(&device->handle);
        if (status == SASSDNN_STATUS_SUCCESS) {
            find_kernels(device);
            return true;
        }
        sassdnnGetLastErrorString(text, sizeof(text));
        snprintf(error, BENCH_DEVICE_TEXT, "%s: %s: %s", device->name,
                 sassdnnGetErrorString(status), text);
        device->handle = NULL;
    }
    bench_device_close(device);
    return false;
}

void bench_device_close(struct bench_device *device)
{
    if (device->handle)
        sassdnnDestroy(device->handle);
    if (device->context)
        device->driver->cuDevicePrimaryCtxRelease_v2(device->device);
    device->handle = NULL;
    device->context = NULL;
}

unsigned long long bench_device_instructions(const struct bench_device *device)
{
    unsigned long long count = 0;
    if (device->instructions)
        device->instructions(&count);
    return count;
}

bool bench_device_can_model(const struct bench_device *device)
{
    return device->model && device->modelled;
}

void bench_device_model(const struct bench_device *device, bool on)
{
    if (device->model)
        device->model(on, NULL);
}

unsigned long long bench_device_modelled(const struct bench_device *device)
{
    unsigned long long launches, cycles = 0;
    if (device->modelled)
        device->modelled(&launches, &cycles);
    return cycles;
}
