// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A libcuda for the tests of lib/driver: devices that no machine here has, errors on request, and a
// record of what was called. Runs nothing; kernels are the emulated GPU's business.
#ifndef SASSDNN_FAKE_CUDA_H
#define SASSDNN_FAKE_CUDA_H

#include <cuda.h>
#include <stddef.h>

enum { FAKE_DEVICES = 2, FAKE_PARAM_BYTES = 256 };

struct fake_cuda {
    // Set by a test.
    CUresult init, load, launch; ///< what cuInit, cuModuleLoadData and cuLaunchKernel return
    int devices;
    int major[FAKE_DEVICES], minor[FAKE_DEVICES];
    // Set by calls.
    CUcontext current; ///< in the manner of a process with one thread
    int pushed;        ///< depth of the context stack
    int retained[FAKE_DEVICES];
    int loaded;        ///< modules alive
    const void *image; ///< last one loaded
    int synchronized;
    CUcontext launched_in;
    CUstream stream;
    unsigned grid[3], block[3], shared_bytes;
    size_t param_bytes;
    unsigned char params[FAKE_PARAM_BYTES];
};

/// Exported by the library: its state, for the test to set and read.
struct fake_cuda *fake_cuda_state(void);

/// A context of a device: 0 is its primary one, 1 another.
CUcontext fake_cuda_context(int device, int index);

#endif
