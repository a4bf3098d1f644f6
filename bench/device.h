// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The device that the bench and the tests work on: the first GPU, or the bundled emulated one.
#ifndef SASSDNN_BENCH_DEVICE_H
#define SASSDNN_BENCH_DEVICE_H

#include "driver/driver.h"
#include "sassdnn/sassdnn.h"

enum { BENCH_DEVICE_NAME = 128, BENCH_DEVICE_TEXT = 1024 };

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
};

/// Load a driver, take the first device's primary context and make a handle. Returns false with a
/// one-line text in error[BENCH_DEVICE_TEXT].
bool bench_device_open(struct bench_device *device, char *error);
void bench_device_close(struct bench_device *device);

/// Warp instructions executed so far; 0 on a GPU.
unsigned long long bench_device_instructions(const struct bench_device *device);

/// Wait for the device. Returns false with a one-line text in error[BENCH_DEVICE_TEXT] when the
/// work failed.
bool bench_device_wait(const struct bench_device *device, char *error);

#endif
