// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass_kernels/sasskit_launch.h"

#include "driver/bundled.h"

#include <cuda.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The calls that are needed, by the names they are exported under.
#define CALLS(CALL)                                                                                \
    CALL(cuInit, (unsigned flags))                                                                 \
    CALL(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device))        \
    CALL(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                         \
    CALL(cuCtxSetCurrent, (CUcontext context))                                                     \
    CALL(cuCtxSynchronize, (void))                                                                 \
    CALL(cuModuleLoadData, (CUmodule * module, const void *image))                                 \
    CALL(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name))          \
    CALL(cuFuncSetAttribute, (CUfunction function, CUfunction_attribute attribute, int value))     \
    CALL(cuMemAlloc_v2, (CUdeviceptr * memory, size_t bytes))                                      \
    CALL(cuMemcpyHtoD_v2, (CUdeviceptr to, const void *from, size_t bytes))                        \
    CALL(cuLaunchKernel, (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,  \
                          unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,   \
                          CUstream stream, void **params, void **extra))                           \
    CALL(cuGetErrorName, (CUresult result, const char **text))                                     \
    CALL(cuEmulatorModel, (unsigned level, FILE *to))                                              \
    CALL(cuEmulatorModelled, (unsigned long long *launches, unsigned long long *cycles))

struct calls {
#define CALL(name, params) CUresult(CUDAAPI *name) params;
    CALLS(CALL)
#undef CALL
};

__attribute__((format(printf, 1, 2))) static bool fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("sasskit time: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

static bool find(void *library, const char *path, const char *name, void *call)
{
    void *symbol = dlsym(library, name);
    if (!symbol)
        return fail("%s does not export %s: it is not the emulated GPU", path, name);
    memcpy(call, &symbol, sizeof symbol); // ISO C has no cast for this
    return true;
}

// The library stays loaded: its threads may outlive the launch.
static bool open_emulator(struct calls *calls)
{
    char path[PATH_MAX], why[512];
    const char *given = getenv("SASSDNN_DRIVER");
    if (given && *given)
        snprintf(path, sizeof path, "%s", given);
    else if (!bundled_emulator(path, why, sizeof why))
        return fail("no emulated GPU: %s", why);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return fail("%s", dlerror());
#define CALL(name, params)                                                                         \
    if (!find(library, path, #name, &calls->name))                                                 \
        return false;
    CALLS(CALL)
#undef CALL
    return true;
}

static bool good(const struct calls *calls, CUresult result, const char *what)
{
    const char *name = NULL;
    if (result == CUDA_SUCCESS)
        return true;
    if (calls->cuGetErrorName(result, &name) || !name)
        name = "an unknown error";
    return fail("%s: %s", what, name);
}

// The model remembers what it saw, so that a kernel without an end would fill the memory.
static void limit_instructions(void)
{
    setenv("SASSDNN_EMU_MAX_INSTRUCTIONS", "10000000", 0);
}

// The device is chosen before the first call.
static void choose_device(const char *device, unsigned sm)
{
    static const struct {
        unsigned sm;
        const char *key;
    } usual[] = {{80, "A100"}, {86, "RTX3090"}, {89, "RTX4090"}, {90, "H200"}};
    const char *chosen = getenv("SASSDNN_EMU_DEVICE");
    for (size_t i = 0; !device && !(chosen && *chosen) && i < sizeof usual / sizeof usual[0]; i++) {
        if (usual[i].sm == sm)
            device = usual[i].key;
    }
    if (device)
        setenv("SASSDNN_EMU_DEVICE", device, 1);
}

// The same bytes each time.
static void fill(float *values, size_t count, enum param_fill fill)
{
    uint64_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        values[i] = fill == PARAM_RANDOM ? (float)(int32_t)(state >> 32) / 2147483648.0F : 0;
    }
}

static bool make_buffer(const struct calls *calls, const struct param_value *value, uint64_t *bits)
{
    CUdeviceptr memory;
    size_t count = (value->buffer_bytes + sizeof(float) - 1) / sizeof(float);
    float *data = calloc(count, sizeof *data);
    if (!data)
        return fail("%s: out of memory", value->text);
    fill(data, count, value->fill);
    bool ok = good(calls, calls->cuMemAlloc_v2(&memory, value->buffer_bytes), value->text) &&
              good(calls, calls->cuMemcpyHtoD_v2(memory, data, value->buffer_bytes), value->text);
    free(data);
    *bits = ok ? memory : 0;
    return ok;
}

static bool start(const struct calls *calls, CUfunction function,
                  const struct kernel_launch *launch)
{
    uint64_t bits[CUBIN_MAX_PARAMS];
    void *params[CUBIN_MAX_PARAMS];
    for (size_t i = 0; i < launch->param_count; i++) {
        bits[i] = launch->params[i].bits;
        params[i] = &bits[i];
        if (launch->params[i].buffer_bytes && !make_buffer(calls, &launch->params[i], &bits[i]))
            return false;
    }
    enum { MODEL = 1, MODEL_AND_LOOPS = 2 };
    const unsigned *grid = launch->grid, *block = launch->block;
    calls->cuEmulatorModel(launch->loops ? MODEL_AND_LOOPS : MODEL, stdout);
    bool ok = good(calls,
                   calls->cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1],
                                         block[2], launch->shared, NULL, params, NULL),
                   "the launch") &&
              good(calls, calls->cuCtxSynchronize(), "the kernel");
    calls->cuEmulatorModel(0, NULL);
    return ok;
}

static bool print_efficiency(const struct calls *calls, unsigned sm, double flop)
{
    enum { LANES_OF_SM80 = 64, LANES = 128 };
    unsigned long long launches, cycles;
    int sm_count;
    calls->cuEmulatorModelled(&launches, &cycles);
    if (!launches)
        return fail("the launch could not be modelled: out of memory");
    calls->cuDeviceGetAttribute(&sm_count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
    double most = 2.0 * (sm == 80 ? LANES_OF_SM80 : LANES) * (double)cycles * sm_count;
    if (flop > 0)
        printf("  by --flop     %.1f %% modelled efficiency: useful FLOP over 2 x FP32 lanes x "
               "cycles of "
               "all SMs\n",
               100 * flop / most);
    return true;
}

static bool fits_device(const struct calls *calls, const struct cubin_kernel *kernel,
                        const struct kernel_launch *launch)
{
    int threads, shared;
    unsigned long long wanted = 1,
                       bytes = (unsigned long long)kernel->shared_bytes + launch->shared;
    for (unsigned i = 0; i < 3; i++)
        wanted *= launch->block[i];
    if (!good(calls,
              calls->cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0),
              "the device") ||
        !good(calls,
              calls->cuDeviceGetAttribute(&shared,
                                          CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0),
              "the device"))
        return false;
    if (wanted > (unsigned)threads)
        return fail("--block: %llu threads in a CTA: at most %d were expected", wanted, threads);
    if (bytes > (unsigned)shared)
        return fail("--shared: %llu bytes of shared memory in a CTA with those of the kernel: at "
                    "most %d were expected",
                    bytes, shared);
    return true;
}

bool launch_modelled(const char *path, const void *image, unsigned sm,
                     const struct cubin_kernel *kernel, const struct kernel_launch *launch)
{
    struct calls calls;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    char file[PATH_MAX];
    snprintf(file, sizeof file, "%s (for sm_%u)", path, sm);
    choose_device(launch->device, sm);
    limit_instructions();
    if (!open_emulator(&calls) || !good(&calls, calls.cuInit(0), "cuInit") ||
        !good(&calls, calls.cuDevicePrimaryCtxRetain(&context, 0), "cuDevicePrimaryCtxRetain") ||
        !good(&calls, calls.cuCtxSetCurrent(context), "cuCtxSetCurrent") ||
        !good(&calls, calls.cuModuleLoadData(&module, image), file) ||
        !good(&calls, calls.cuModuleGetFunction(&function, module, kernel->name), kernel->name))
        return false;
    if (!fits_device(&calls, kernel, launch))
        return false;
    if (launch->shared &&
        !good(&calls,
              calls.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                       (int)launch->shared),
              "--shared"))
        return false;
    return start(&calls, function, launch) && print_efficiency(&calls, sm, launch->flop);
}
