// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The one seam to the GPU: a table of CUDA driver API functions resolved at run time. The library
// never links libcuda and does not know which one it has, a real one or the emulated GPU.
#ifndef SASSDNN_DRIVER_H
#define SASSDNN_DRIVER_H

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>

/// The functions, by the names they are exported under (functions.def lists them all).
struct driver {
#define DRIVER_FUNCTION(name, params) CUresult(CUDAAPI *name) params;
#include "driver/functions.def"
#undef DRIVER_FUNCTION
    char path[512]; ///< the file that libcuda was loaded from
    bool emulated;  ///< it is the bundled emulated GPU
};

enum { DRIVER_ERROR_TEXT = 512 };

/// The process's driver, loaded on the first call. In this order: the path in the environment
/// variable SASSDNN_DRIVER (and no other, if it is set), the libcuda.so.1 that is already in the
/// process, the system's. NULL with a one-line text in error[DRIVER_ERROR_TEXT] where there is
/// none, or where SASSDNN_DRIVER's is not in the process but another libcuda.so.1 is: a program and
/// the library must not work with two. A later call tries again. Thread-safe.
const struct driver *driver_get(char *error);

/// For our own programs only, before the first driver_get: as driver_get, but where no usable GPU
/// is found (no libcuda, no device, or only devices that the library has no kernels for) load the
/// bundled emulated GPU: the path in the environment variable SASSDNN_EMULATOR (and no other, if it
/// is set), else the one that the build or the installation placed relative to the running
/// executable. Its path is then put into SASSDNN_DRIVER, so that a libsassdnn.so in the process
/// uses it too; call it before other threads read the environment. A driver that SASSDNN_DRIVER
/// names is returned as it is. Calls cuInit. Never called by the library itself, so that no user's
/// process is emulated silently.
const struct driver *driver_get_or_emulator(char *error);

/// Whether the loaded driver is the bundled emulated GPU (it exports a marker symbol).
bool driver_is_emulated(const struct driver *driver);

/// "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)"; static storage of the
/// driver or a number for unknown codes, written to text.
void driver_error_text(const struct driver *driver, CUresult result, char *text, size_t size);

#endif
