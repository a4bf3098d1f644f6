// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a handle needs of the GPU, without a type of the driver API: the context that it belongs
// to, with the kernels loaded, and the launch of one of them.
#ifndef SASSDNN_DEVICE_H
#define SASSDNN_DEVICE_H

#include "driver/launch.h"

struct CUstream_st;
struct device;

enum { DEVICE_ERROR_TEXT = 1024 };

enum device_result {
    DEVICE_OK,
    DEVICE_NO_DRIVER,  ///< no libcuda, or it does not start, or it has no device
    DEVICE_NO_KERNELS, ///< none of the embedded kernels is for the device
    DEVICE_BAD_KERNEL, ///< a kernel's cubin does not load
    DEVICE_NO_HOST_MEMORY,
    DEVICE_NO_MEMORY,     ///< device memory
    DEVICE_OTHER_CONTEXT, ///< the current context is not the one that was opened
    DEVICE_FAILED,        ///< another driver error
};

/// Open the calling thread's current context; where it has none, device 0's primary context, which
/// becomes current and stays so, also after device_close, as the CUDA runtime leaves it. Loads the
/// kernels. On failure nothing is changed and error[DEVICE_ERROR_TEXT] holds one line. Thread-safe.
enum device_result device_open(struct device **device, char *error);

/// Wait for the context's work and free the device; the context may be another than the current
/// one, but must not have been destroyed before.
void device_close(struct device *device);

/// Start a kernel on a stream of the device's context; does not wait, allocate or touch another
/// stream. A thread without a current context borrows the device's for the call. Errors as
/// device_open, and an error that earlier work left behind. Thread-safe.
enum device_result device_launch(const struct device *device, struct CUstream_st *stream,
                                 const struct launch *launch, char *error);

#endif
