// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the API files share: objects behind the handles, and the checks that every call begins with.
#ifndef EMULATOR_API_H
#define EMULATOR_API_H

#include "emulator/devices.h"
#include "emulator/handle.h"
#include "emulator/memory.h"
#include "emulator/module_image.h"
#include "emulator/uop.h"
#include "emulator/work.h"

// Every version of every call is declared under its own name, and none is renamed.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <stdatomic.h>
#include <stdio.h>

#undef cuCtxGetDevice
#undef cuCtxSynchronize

#define EXPORT __attribute__((visibility("default")))

#if CUDA_VERSION < 13000
EXPORT CUresult CUDAAPI cuCtxGetDevice_v2(CUdevice *device, CUcontext context);
EXPORT CUresult CUDAAPI cuCtxSynchronize_v2(CUcontext context);
#endif
// Declared in cudaProfiler.h, which not every set of headers has.
EXPORT CUresult CUDAAPI cuProfilerStart(void);
EXPORT CUresult CUDAAPI cuProfilerStop(void);
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

enum { CONTEXT_LIMITS = CU_LIMIT_PERSISTING_L2_CACHE_SIZE + 1 };

struct stream;

struct context {
    CUcontext handle;
    uint64_t id;
    const struct device *device;
    unsigned flags;
    bool primary;
    unsigned retained; ///< primary: how often; 0 is not active
    atomic_int error;  ///< sticky CUresult of a kernel
    struct memory memory;
    struct work_list work;  ///< what is not finished
    struct stream *streams; ///< the legacy one first
    struct work *orphans;   ///< unfinished work of blocking streams that were destroyed
    size_t limits[CONTEXT_LIMITS];
    int cache_config, shared_config;
};

struct function {
    CUfunction handle;
    struct module *module;
    struct cubin_kernel source; ///< the cubin's, with its code as it was loaded
    struct kernel kernel;
    unsigned max_threads;
    unsigned max_dynamic_shared;
    int carveout;
    bool large_clusters; ///< of more CTAs than every device has room for
};

struct module {
    CUmodule handle;
    struct context *context;
    struct cubin *cubin;
    struct module_image image;
    struct function *functions; ///< cubin->count
};

/// The most CTAs that a cluster of this function may have: 1 where the device has no clusters.
unsigned api_most_cluster(const struct function *function);

/// CUDA_SUCCESS after cuInit, else CUDA_ERROR_NOT_INITIALIZED.
CUresult api_ready(void);

/// The one device, or INVALID_DEVICE.
CUresult api_device(CUdevice ordinal, const struct device **device);

/// The calling thread's context: initialised, current, alive, and without a sticky error.
CUresult api_context(struct context **context);

/// The sticky error of a context.
CUresult api_sticky(struct context *context);

/// The context of a live handle, or NULL.
struct context *api_live_context(CUcontext handle);

/// The same as api_context, but a sticky error does not matter.
CUresult api_current(struct context **context);

/// Wait for all that was given to a context, then its sticky error.
CUresult api_settle(struct context *context);

/// While a host function runs, its thread may make no calls.
void api_enter_host_function(void);
void api_leave_host_function(void);

/// A malloc'ed copy of a module image, from a file or from memory, that is whole by its own
/// account.
CUresult api_read_image(const char *path, void **image);
CUresult api_copy_image(const void *image, void **copy);
size_t api_image_size(const void *image); ///< 0 for what is no image

/// Options of a compiler that is not there: are they ones that it would take? Empties its logs.
CUresult api_check_options(unsigned count, const CUjit_option *options, void *const *values);

/// The function of a handle; that of a library's kernel as it is in `context`.
CUresult api_function(CUfunction handle, struct context *context, struct function **function);

/// The cycle model of a launch that is about to start; NULL where nobody wants it. Then, when the
/// launch has ended well, its report.
struct model *api_model_begin(const struct launch *launch, const struct device *device);
void api_model_end(struct model *model);

/// Free all modules, streams and events of a context.
void api_free_modules(struct context *context);
void api_free_streams(struct context *context);

#endif
