// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the API files share: objects behind the handles, and the checks that every call begins with.
#ifndef EMULATOR_API_H
#define EMULATOR_API_H

#include "emulator/devices.h"
#include "emulator/handle.h"
#include "emulator/memory.h"
#include "emulator/uop.h"

// Calls that are deprecated for users are defined here all the same.
#define CUDA_ENABLE_DEPRECATED
#include <cuda.h>
#include <stdatomic.h>
#include <stdio.h>

// cuda.h renames calls to their newest version; every version that is exported is defined under its
// own name here, so those with several are not renamed, and declared for all versions of cuda.h.
#undef cuCtxCreate
#undef cuEventElapsedTime
#undef cuGetProcAddress
#undef cuDeviceGetUuid

#define EXPORT __attribute__((visibility("default")))

EXPORT CUresult CUDAAPI cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);
EXPORT CUresult CUDAAPI cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
EXPORT CUresult CUDAAPI cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end);
EXPORT CUresult CUDAAPI cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end);
EXPORT CUresult CUDAAPI cuGetProcAddress(const char *symbol, void **function, int version,
                                         cuuint64_t flags);
EXPORT CUresult CUDAAPI cuGetProcAddress_v2(const char *symbol, void **function, int version,
                                            cuuint64_t flags,
                                            CUdriverProcAddressQueryResult *status);
#if CUDA_VERSION >= 12050
EXPORT CUresult CUDAAPI cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *params,
                                       unsigned int flags, CUdevice device);
#endif
/// That the library is the emulated GPU, and which version.
EXPORT const char *cuEmulatorMarker(void);
/// Warp instructions executed since the process started, by CTAs that have ended.
EXPORT CUresult cuEmulatorInstructions(unsigned long long *count);
/// Run launches from now on through the cycle model as well: EMULATOR_MODEL_... Reports go to `to`,
/// which may be NULL where loops are not asked for, and must stay open until the next call.
EXPORT CUresult cuEmulatorModel(unsigned level, FILE *to);
/// Launches that have been modelled since the process started, and the sum of their cycles, each
/// launch alone on the chip. Modelled, not measured.
EXPORT CUresult cuEmulatorModelled(unsigned long long *launches, unsigned long long *cycles);

/// Levels of cuEmulatorModel: not at all, launch by launch, with tables of the innermost loops.
enum { EMULATOR_MODEL_OFF, EMULATOR_MODEL_ON, EMULATOR_MODEL_LOOPS };

struct launch;
struct model;

struct context {
    CUcontext handle;
    const struct device *device;
    unsigned flags;
    bool primary;
    unsigned retained; ///< primary: how often; 0 is not active
    atomic_int error;  ///< sticky CUresult of a kernel
    struct memory memory;
};

struct function {
    CUfunction handle;
    struct module *module;
    struct kernel kernel;
    unsigned max_threads;
    unsigned max_dynamic_shared;
    int carveout;
};

struct module {
    CUmodule handle;
    struct context *context;
    struct cubin *cubin;
    struct function *functions; ///< cubin->count
};

struct stream {
    struct context *context;
};

struct event {
    struct context *context;
    unsigned flags;
    bool recorded;
    double time_ms;
};

/// CUDA_SUCCESS after cuInit, else CUDA_ERROR_NOT_INITIALIZED.
CUresult api_ready(void);

/// The one device, or INVALID_DEVICE.
CUresult api_device(CUdevice ordinal, const struct device **device);

/// The calling thread's context: initialised, current, alive, and without a sticky error.
CUresult api_context(struct context **context);

/// The sticky error of a context.
CUresult api_sticky(struct context *context);

/// A stream's context: NULL and the special handles stand for the current context.
CUresult api_stream_context(CUstream stream, struct context **context);

/// The cycle model of a launch that is about to start; NULL where nobody wants it. Then, when the
/// launch has ended well, its report.
struct model *api_model_begin(const struct launch *launch, const struct device *device);
void api_model_end(struct model *model);

/// Free all modules, streams and events of a context.
void api_free_modules(struct context *context);
void api_free_streams(struct context *context);

#endif
