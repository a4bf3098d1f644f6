// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The emulated GPU's libraries and kernels, occupancy, launch attributes, linking, and the calls
// that it does not have.
#include "emu_order.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { N = 256 };

static void check_kernel(CUkernel kernel, CUdeviceptr device)
{
    float one = 1.0F, back;
    OK(cu.cuMemcpyHtoD_v2(device, &one, sizeof one));
    OK(launch_scale((CUfunction)kernel, (struct scale){device, device, 6.0F, 1}, NULL));
    OK(cu.cuMemcpyDtoH_v2(&back, device, sizeof back));
    assert_true(back == 6.0F);
}

// One library, its kernels used in two contexts.
static void test_library(void **state)
{
    CUcontext context = emu_context(), second;
    CUlibrary library;
    CUkernel kernel, kernels[4], again;
    CUfunction function, other;
    CUmodule module;
    CUdeviceptr device;
    unsigned char *image;
    const char *name;
    size_t size, offset;
    unsigned count;
    (void)state;
    emu_cubin(90, SCALE, NULL, &image, &size);
    OK(cu.cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    memset(image, 0, size); // it has a copy
    OK(cu.cuLibraryGetKernelCount(&count, library));
    assert_int_equal(count, 2);
    OK(cu.cuLibraryEnumerateKernels(kernels, 4, library));
    OK(cu.cuLibraryGetKernel(&kernel, library, "scale"));
    IS(cu.cuLibraryGetKernel(&again, library, "nothing"), NOT_FOUND);
    assert_true(kernel == kernels[0] || kernel == kernels[1]);
    OK(cu.cuKernelGetName(&name, kernel));
    assert_string_equal(name, "scale");
    OK(cu.cuMemAlloc_v2(&device, 64));
    check_kernel(kernel, device);
    OK(cu.cuKernelGetFunction(&function, kernel));
    OK(cu.cuFuncGetName(&name, function));
    assert_string_equal(name, "scale");
    OK(cu.cuFuncGetParamInfo(function, 2, &offset, &size));
    assert_true(offset == 16 && size == 4);
    IS(cu.cuFuncGetParamInfo(function, 4, &offset, &size), INVALID_VALUE);
    OK(cu.cuLibraryGetModule(&module, library));
    OK(cu.cuModuleGetFunctionCount(&count, module));
    assert_int_equal(count, 2);
    OK(cu.cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100 << 10, kernel,
                               0));
    OK(cu.cuCtxCreate_v2(&second, 0, 0));
    OK(cu.cuMemAlloc_v2(&device, 64));
    check_kernel(kernel, device);
    OK(cu.cuKernelGetFunction(&other, kernel));
    assert_true(other != function);
    OK(cu.cuCtxDestroy_v2(second));
    OK(cu.cuLibraryUnload(library));
    IS(cu.cuLibraryUnload(library), INVALID_HANDLE);
    IS(cu.cuKernelGetName(&name, kernel), INVALID_HANDLE);
    IS(cu.cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0), INVALID_IMAGE);
    IS(cu.cuLibraryLoadData(&library, ".version 8.0\n", NULL, NULL, 0, NULL, NULL, 0),
       JIT_COMPILER_NOT_FOUND);
    IS(cu.cuLibraryLoadFromFile(&library, "/nonexistent", NULL, NULL, 0, NULL, NULL, 0),
       FILE_NOT_FOUND);
    free(image);
    OK(cu.cuCtxDestroy_v2(context));
}

// A file whose header says that the others lie far behind its end, and beginnings of files.
static void test_lying_files(void **state)
{
    char path[] = "/tmp/emu-library-XXXXXX";
    unsigned char *image;
    size_t size, lengths[] = {1, 4, 15, 63, 64};
    Elf64_Ehdr header;
    CUlibrary library;
    (void)state;
    OK(cu.cuInit(0));
    emu_cubin(90, SCALE, NULL, &image, &size);
    memcpy(&header, image, sizeof header);
    header.e_shoff = UINT64_C(1) << 40;
    memcpy(image, &header, sizeof header);
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, image, size), (ssize_t)size);
    close(file);
    IS(cu.cuLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0), INVALID_IMAGE);
    for (int i = (int)(sizeof lengths / sizeof lengths[0]) - 1; i >= 0; i--) {
        assert_int_equal(truncate(path, (off_t)lengths[i]), 0);
        IS(cu.cuLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0), INVALID_IMAGE);
    }
    unlink(path);
    free(image);
}

static void test_options(void **state)
{
    CUcontext context = emu_context();
    CUmodule module;
    CUlinkState link;
    unsigned char *image;
    size_t size, linked_size;
    void *linked;
    char log[16] = "old";
    CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    CUjit_option unknown[] = {(CUjit_option)1000};
    (void)state;
    emu_cubin(90, SCALE, NULL, &image, &size);
    OK(cu.cuModuleLoadDataEx(&module, image, 2, options, values));
    assert_string_equal(log, "");
    IS(cu.cuModuleLoadDataEx(&module, image, 1, unknown, values), INVALID_VALUE);
    IS(cu.cuModuleLoadDataEx(&module, image, 1, NULL, NULL), INVALID_VALUE);
    OK(cu.cuLinkCreate_v2(0, NULL, NULL, &link));
    IS(cu.cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, log, 1, "a", 0, NULL, NULL),
       JIT_COMPILER_NOT_FOUND);
    OK(cu.cuLinkAddData_v2(link, CU_JIT_INPUT_CUBIN, image, size, "a", 0, NULL, NULL));
    IS(cu.cuLinkAddData_v2(link, CU_JIT_INPUT_CUBIN, image, size, "b", 0, NULL, NULL),
       NOT_SUPPORTED);
    OK(cu.cuLinkComplete(link, &linked, &linked_size));
    OK(cu.cuModuleLoadData(&module, linked));
    OK(cu.cuLinkDestroy(link));
    IS(cu.cuLinkDestroy(link), INVALID_HANDLE);
    free(image);
    OK(cu.cuCtxDestroy_v2(context));
}

static size_t CUDAAPI all_shared(int block)
{
    return (size_t)block * 1024;
}

static void test_occupancy(void **state)
{
    CUcontext context = emu_context();
    CUmodule module;
    CUfunction function = emu_function(&module, SCALE, "scale", NULL);
    int grid, block, clusters;
    size_t bytes;
    (void)state;
    OK(cu.cuOccupancyMaxPotentialBlockSize(&grid, &block, function, NULL, 0, 0));
    assert_true(block == 1024 && grid == 2 * 132);
    OK(cu.cuOccupancyMaxPotentialBlockSize(&grid, &block, function, NULL, 0, 256));
    assert_true(block == 256 && grid == 8 * 132);
    // 1 KiB for each thread: 48 KiB without opting in are 32 threads, and 6 such CTAs.
    OK(cu.cuOccupancyMaxPotentialBlockSize(&grid, &block, function, all_shared, 0, 0));
    assert_true(block == 32 && grid == 6 * 132);
    OK(cu.cuOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 2, 128));
    assert_int_equal(bytes, 113 << 10);
    CUlaunchAttribute cluster = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                 .value = {.clusterDim = {2, 1, 1}}};
    CUlaunchConfig config = {.gridDimX = 4,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = 1024,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .attrs = &cluster,
                             .numAttrs = 1};
    OK(cu.cuOccupancyMaxActiveClusters(&clusters, function, &config));
    assert_true(clusters > 100 && clusters <= 132);
    OK(cu.cuCtxDestroy_v2(context));
}

static void test_attributes(void **state)
{
    CUcontext context = emu_context();
    CUmodule module;
    CUfunction function = emu_function(&module, SCALE, "scale", NULL);
    CUdeviceptr device;
    float factor = 2.0F, value = 21.0F;
    uint32_t n = 1;
    (void)state;
    OK(cu.cuMemAlloc_v2(&device, 64));
    OK(cu.cuMemcpyHtoD_v2(device, &value, sizeof value));
    void *params[] = {&device, &device, &factor, &n};
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY};
    CUlaunchConfig config = {.gridDimX = 3,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = 32,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .attrs = &attribute,
                             .numAttrs = 1};
    OK(cu.cuLaunchKernelEx(&config, function, params, NULL));
    attribute.id = (CUlaunchAttributeID)999;
    IS(cu.cuLaunchKernelEx(&config, function, params, NULL), INVALID_VALUE);
    IS(cu.cuLaunchKernelEx(NULL, function, params, NULL), INVALID_VALUE);
    attribute = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                    .value = {.clusterDim = {2, 1, 1}}};
    IS(cu.cuLaunchKernelEx(&config, function, params, NULL), INVALID_VALUE); // 3 is odd
    attribute.value.clusterDim.x = config.gridDimX = 32;
    IS(cu.cuLaunchKernelEx(&config, function, params, NULL), INVALID_CLUSTER_SIZE);
    attribute.value.clusterDim.x = 1;
    OK(cu.cuLaunchKernelEx(&config, function, params, NULL));
    OK(cu.cuLaunchCooperativeKernel(function, 4, 1, 1, 32, 1, 1, 0, NULL, params));
    IS(cu.cuLaunchCooperativeKernel(function, 132 * 32 + 1, 1, 1, 32, 1, 1, 0, NULL, params),
       COOPERATIVE_LAUNCH_TOO_LARGE);
    OK(cu.cuCtxSynchronize());
    OK(cu.cuCtxDestroy_v2(context));
}

// Every CTA waits for the next one, and the last for the first: all have to be under way at once.
static void test_cooperative(void **state)
{
    static const char ring[] = ".kernel ring\n"
                               ".param ptr flags\n"
                               ".param u32 last\n"
                               "ULDC.64 UR4, c[0x0][0x208]\n"
                               "ULDC.64 UR6, c[0x0][flags]\n"
                               "ULDC UR8, c[0x0][last]\n"
                               "S2R R0, SR_CTAID.X\n"
                               "MOV R2, UR6\n"
                               "MOV R3, UR7\n"
                               "IMAD.WIDE.U32 R4, R0, 0x4, R2\n"
                               "MOV R6, 0x1\n"
                               "STG.E.STRONG.GPU desc[UR4][R4.64], R6\n"
                               "IADD3 R7, R0, 0x1, RZ\n"
                               "ISETP.EQ.U32.AND P0, PT, R0, UR8, PT\n"
                               "@P0 MOV R7, RZ\n"
                               "IMAD.WIDE.U32 R8, R7, 0x4, R2\n"
                               "again:\n"
                               "LDG.E.STRONG.GPU R10, desc[UR4][R8.64]\n"
                               "ISETP.NE.U32.AND P1, PT, R10, 0x1, PT\n"
                               "@P1 BRA again\n"
                               "EXIT\n"
                               ".endkernel\n";
    enum { CTAS = 100 };
    CUcontext context = emu_context();
    CUmodule module;
    CUfunction function = emu_function(&module, ring, "ring", NULL);
    CUdeviceptr flags;
    uint32_t last = CTAS - 1, back[CTAS];
    (void)state;
    setenv("SASSDNN_EMU_MAX_INSTRUCTIONS", "20000000", 1);
    OK(cu.cuMemAlloc_v2(&flags, sizeof back));
    OK(cu.cuMemsetD32_v2(flags, 0, CTAS));
    void *params[] = {&flags, &last};
    OK(cu.cuLaunchCooperativeKernel(function, CTAS, 1, 1, 64, 1, 1, 0, NULL, params));
    OK(cu.cuMemcpyDtoH_v2(back, flags, sizeof back));
    for (int i = 0; i < CTAS; i++)
        assert_int_equal(back[i], 1);
    unsetenv("SASSDNN_EMU_MAX_INSTRUCTIONS");
    OK(cu.cuCtxDestroy_v2(context));
}

static void test_contexts(void **state)
{
    CUcontext context;
    CUdevice device;
    size_t value;
    unsigned flags;
    char bus[16];
    (void)state;
    OK(cu.cuInit(0));
    OK(cu.cuDeviceGetPCIBusId(bus, sizeof bus, 0));
    OK(cu.cuDeviceGetByPCIBusId(&device, bus));
    IS(cu.cuDeviceGetByPCIBusId(&device, "0000:02:00.0"), INVALID_DEVICE);
    OK(cu.cuCtxCreate_v2(&context, CU_CTX_SCHED_BLOCKING_SYNC, 0));
    OK(cu.cuCtxGetFlags(&flags));
    assert_int_equal(flags, CU_CTX_SCHED_BLOCKING_SYNC);
    OK(cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
    OK(cu.cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
    assert_int_equal(value, 4096);
    IS(cu.cuCtxGetLimit(&value, (CUlimit)100), INVALID_VALUE);
    OK(cu.cuCtxDestroy_v2(context));
    // A reset primary context is as new, under the same handle.
    CUmodule module;
    CUfunction wild;
    OK(cu.cuDevicePrimaryCtxRetain(&context, 0));
    OK(cu.cuCtxSetCurrent(context));
    wild = emu_function(&module, SCALE, "wild", NULL);
    OK(cu.cuLaunchKernel(wild, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    IS(cu.cuCtxSynchronize(), ILLEGAL_ADDRESS);
    OK(cu.cuDevicePrimaryCtxReset_v2(0));
    OK(cu.cuCtxSynchronize());
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    OK(cu.cuCtxSetCurrent(NULL));
}

// A call that is not there says so, by name, once, to those who ask.
static void test_unsupported(void **state)
{
    static const char line[] = "emulated GPU: not supported: cuArrayCreate_v2\n";
    int ends[2], status;
    char text[512];
    int (*call)(void);
    void *address = emu_symbol("cuArrayCreate_v2");
    (void)state;
    memcpy(&call, &address, sizeof address);
    assert_non_null(call);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        bool good = call() == CUDA_ERROR_NOT_SUPPORTED;
        setenv("SASSDNN_EMU_TRACE", "unsupported", 1);
        good = good && call() == CUDA_ERROR_NOT_SUPPORTED && call() == CUDA_ERROR_NOT_SUPPORTED;
        _exit(!good);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_true(length > 0);
    text[length] = '\0';
    assert_string_equal(text, line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lying_files), cmocka_unit_test(test_library),
        cmocka_unit_test(test_options),     cmocka_unit_test(test_occupancy),
        cmocka_unit_test(test_attributes),  cmocka_unit_test(test_cooperative),
        cmocka_unit_test(test_contexts),    cmocka_unit_test(test_unsupported),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
