// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The device that the bench and the tests work on: the first GPU, or the bundled emulated one.
#ifndef SASSDNN_BENCH_DEVICE_H
#define SASSDNN_BENCH_DEVICE_H

#include "driver/driver.h"
#include "driver/kernel_file.h"
#include "sass_kernels/kernels.h"
#include "sassdnn/sassdnn.h"

#include <stdio.h>

enum { BENCH_DEVICE_NAME = 128, BENCH_DEVICE_TEXT = 1024 };

/// Where the machine code of a kernel is from.
struct bench_kernel {
    const char *name;
    unsigned sm;                 ///< architecture of the image, 10 * major + minor
    char file[KERNEL_FILE_PATH]; ///< in SASSDNN_KERNEL_DIR; "": embedded in the library
};

struct bench_device {
    const struct driver *driver;
    CUdevice device;
    CUcontext context;
    sassdnnHandle_t handle;
    char name[BENCH_DEVICE_NAME];
    int driver_version; ///< 1000 * major + 10 * minor
    unsigned sm;        ///< compute capability, 10 * major + minor
    unsigned sm_count;
    double
        peak_gflops; ///< FP32 without tensor cores at the highest clock; 0: the driver gives none
    bool emulated;
    int (*instructions)(unsigned long long *); ///< cuEmulatorInstructions; NULL on a GPU
    int (*model)(unsigned, FILE *);            ///< cuEmulatorModel
    int (*modelled)(unsigned long long *, unsigned long long *); ///< cuEmulatorModelled
    const char *kernel_folder; ///< SASSDNN_KERNEL_DIR, NULL where it is not set
    struct bench_kernel kernels[KERNEL_COUNT];
};

/// Load a driver, take the first device's primary context and make a handle. Returns false with a
/// one-line text in error[BENCH_DEVICE_TEXT].
bool bench_device_open(struct bench_device *device, char *error);
void bench_device_close(struct bench_device *device);

/// Whether the cycle model can be had: not on a GPU.
bool bench_device_can_model(const struct bench_device *device);

/// Run the launches that follow through the cycle model as well, or no longer.
void bench_device_model(const struct bench_device *device, bool on);

/// Cycles of all launches that were modelled so far, each alone on the chip; 0 on a GPU.
unsigned long long bench_device_modelled(const struct bench_device *device);

/// FP32 lanes of an SM.
unsigned bench_device_lanes(const struct bench_device *device);

/// Warp instructions executed so far; 0 on a GPU.
unsigned long long bench_device_instructions(const struct bench_device *device);

#endif
