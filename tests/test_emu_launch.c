// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The driver API of the emulated GPU, what needs a kernel: modules and functions, launches and
// their limits, sticky errors, and threads side by side.
#include "emu.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { N = 1000, CTA = 128, IMAGE_BYTES = 64 };

// out[i] = a * in[i] + i for i < n
static const char scale[] = ".kernel scale\n"
                            ".param ptr in, out\n"
                            ".param f32 a\n"
                            ".param u32 n\n"
                            "ULDC.64 UR4, c[0x0][0x208]\n"
                            "ULDC.64 UR6, c[0x0][in]\n"
                            "ULDC.64 UR8, c[0x0][out]\n"
                            "ULDC UR10, c[0x0][a]\n"
                            "ULDC UR11, c[0x0][n]\n"
                            "S2R R0, SR_TID.X\n"
                            "S2R R1, SR_CTAID.X\n"
                            "IMAD R0, R1, 0x80, R0\n"
                            "ISETP.GE.U32.AND P0, PT, R0, UR11, PT\n"
                            "@P0 EXIT\n"
                            "MOV R2, UR6\n"
                            "MOV R3, UR7\n"
                            "IMAD.WIDE.U32 R2, R0, 0x4, R2\n"
                            "MOV R4, UR8\n"
                            "MOV R5, UR9\n"
                            "IMAD.WIDE.U32 R4, R0, 0x4, R4\n"
                            "LDG.E R6, desc[UR4][R2.64]\n"
                            "FMUL R6, R6, UR10\n"
                            "STG.E desc[UR4][R4.64], R6\n"
                            "EXIT\n"
                            ".endkernel\n"
                            ".kernel wild\n"
                            "ULDC.64 UR4, c[0x0][0x208]\n"
                            "CS2R R2, SRZ\n"
                            "STG.E desc[UR4][R2.64], RZ\n"
                            "EXIT\n"
                            ".endkernel\n";

static void test_modules(void **state)
{
    CUcontext context = emu_context(), second;
    CUmodule module, stale;
    CUfunction function;
    CUdeviceptr pointer;
    unsigned char *image;
    size_t size;
    int value;
    (void)state;
    emu_cubin(90, scale, NULL, &image, &size);
    OK(cu.cuModuleLoadData(&module, image));
    OK(cu.cuModuleGetFunction(&function, module, "scale"));
    IS(cu.cuModuleGetFunction(&function, module, "scal"), NOT_FOUND);
    IS(cu.cuModuleGetFunction(&function, module, NULL), INVALID_VALUE);
    IS(cu.cuModuleGetFunction(NULL, module, "scale"), INVALID_VALUE);
    IS(cu.cuModuleGetGlobal_v2(&pointer, &size, module, "nothing"), NOT_FOUND);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_BINARY_VERSION, function));
    assert_int_equal(value, 90);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    assert_int_equal(value, 1024);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
    assert_true(value >= 7 && value <= 16);
    IS(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX, function), INVALID_VALUE);
    OK(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 << 10));
    IS(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             (227 << 10) + 1),
       INVALID_VALUE);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
    assert_int_equal(value, 227 << 10);
    IS(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS, 8), INVALID_VALUE);
    OK(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 128, 0));
    assert_int_equal(value, 16); // 64 warps / 4
    OK(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 128, 100 << 10));
    assert_int_equal(value, 2);
    OK(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 32, 0));
    assert_int_equal(value, 32);
    // Stale and foreign handles.
    stale = module;
    OK(cu.cuCtxCreate_v2(&second, 0, 0));
    IS(cu.cuModuleUnload(module), INVALID_HANDLE);
    OK(cu.cuCtxDestroy_v2(second));
    OK(cu.cuModuleUnload(module));
    IS(cu.cuModuleUnload(stale), INVALID_HANDLE);
    IS(cu.cuModuleGetFunction(&function, stale, "scale"), INVALID_HANDLE);
    IS(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function), INVALID_HANDLE);
    IS(cu.cuModuleUnload(NULL), INVALID_HANDLE);
    IS(cu.cuModuleUnload((CUmodule)(uintptr_t)context), INVALID_HANDLE);
    // From a file, and images that are none.
    char path[] = "/tmp/emu-cubin-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, image, size), (ssize_t)size);
    close(file);
    OK(cu.cuModuleLoad(&module, path));
    OK(cu.cuModuleUnload(module));
    OK(cu.cuModuleLoadDataEx(&module, image, 0, NULL, NULL));
    OK(cu.cuModuleUnload(module));
    assert_int_equal(truncate(path, (off_t)size - 1), 0);
    IS(cu.cuModuleLoad(&module, path), INVALID_IMAGE);
    assert_int_equal(truncate(path, 0), 0);
    IS(cu.cuModuleLoad(&module, path), INVALID_IMAGE);
    unlink(path);
    IS(cu.cuModuleLoad(&module, path), FILE_NOT_FOUND);
    static const char nonsense[IMAGE_BYTES] = "not a cubin at all";
    IS(cu.cuModuleLoadData(&module, nonsense), INVALID_IMAGE);
    IS(cu.cuModuleLoadData(&module, ".version 8.0\n.target sm_90\n"), JIT_COMPILER_NOT_FOUND);
    IS(cu.cuModuleLoadData(&module, NULL), INVALID_VALUE);
    IS(cu.cuModuleLoadData(NULL, image), INVALID_VALUE);
    free(image);
    // Another architecture.
    emu_cubin(80, ".kernel k\nEXIT\n.endkernel\n", NULL, &image, &size);
    IS(cu.cuModuleLoadData(&module, image), NO_BINARY_FOR_GPU);
    free(image);
    OK(cu.cuCtxDestroy_v2(context));
}

// A cubin runs on its own architecture and on newer ones of its major, and on no older one.
static void test_minor_architectures(void **state)
{
    static const unsigned archs[] = {80, 86, 89};
    static const char *const devices[] = {"A100", "RTX3090", "RTX4090"};
    (void)state;
    for (int d = 0; d < 3; d++) {
        for (int a = 0; a < 3; a++) {
            unsigned char *image;
            size_t size;
            emu_cubin(archs[a], ".kernel k\nEXIT\n.endkernel\n", NULL, &image, &size);
            CUresult want = a <= d ? CUDA_SUCCESS : CUDA_ERROR_NO_BINARY_FOR_GPU;
            pid_t child = fork();
            if (child == 0) {
                CUmodule module;
                CUfunction k;
                setenv("SASSDNN_EMU_DEVICE", devices[d], 1);
                emu_context();
                CUresult result = cu.cuModuleLoadData(&module, image);
                if (!result)
                    result = cu.cuModuleGetFunction(&k, module, "k");
                if (!result)
                    result = cu.cuLaunchKernel(k, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL);
                if (!result)
                    result = cu.cuCtxSynchronize();
                _exit(result == want ? 0 : 1);
            }
            free(image);
            int status;
            waitpid(child, &status, 0);
            assert_int_equal(status, 0);
        }
    }
}

struct work {
    CUdeviceptr in, out;
    float a;
    uint32_t n;
};

// Fill `in`, scale it by a launch, compare. Returns whether all is as it should be.
static bool scale_once(CUfunction function, struct work *work, CUstream stream, bool packed)
{
    static _Thread_local float host[N];
    struct {
        CUdeviceptr in, out;
        float a;
        uint32_t n;
    } buffer = {work->in, work->out, work->a, work->n};
    size_t size = sizeof buffer;
    void *params[] = {&work->in, &work->out, &work->a, &work->n};
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    for (unsigned i = 0; i < N; i++)
        host[i] = (float)i;
    if (cu.cuMemcpyHtoD_v2(work->in, host, sizeof host) ||
        cu.cuMemsetD32_v2(work->out, 0x7fc00000, N) ||
        cu.cuLaunchKernel(function, (N + CTA - 1) / CTA, 1, 1, CTA, 1, 1, 0, stream,
                          packed ? NULL : params, packed ? extra : NULL) ||
        cu.cuStreamSynchronize(stream) || cu.cuMemcpyDtoH_v2(host, work->out, sizeof host))
        return false;
    for (unsigned i = 0; i < N; i++) {
        if (i < work->n ? host[i] != (float)i * work->a : host[i] == host[i])
            return false;
    }
    return true;
}

static void test_launch(void **state)
{
    CUcontext context = emu_context(), second;
    CUmodule module;
    CUfunction function = emu_function(&module, scale, "scale", NULL);
    struct work work = {.a = 1.5F, .n = N - 3};
    CUstream stream;
    (void)state;
    OK(cu.cuMemAlloc_v2(&work.in, N * 4));
    OK(cu.cuMemAlloc_v2(&work.out, N * 4));
    OK(cu.cuStreamCreate(&stream, 0));
    assert_true(scale_once(function, &work, NULL, false));
    work.a = -3.0F;
    assert_true(scale_once(function, &work, stream, true));
    void *params[] = {&work.in, &work.out, &work.a, &work.n};
    void *holes[] = {&work.in, NULL, &work.a, &work.n};
#define LAUNCH(f, g, b, s, st, p, e) cu.cuLaunchKernel(f, g, 1, 1, b, 1, 1, s, st, p, e)
    IS(LAUNCH(NULL, 1, 32, 0, NULL, params, NULL), INVALID_HANDLE);
    IS(LAUNCH(function, 0, 32, 0, NULL, params, NULL), INVALID_VALUE);
    IS(LAUNCH(function, 1, 0, 0, NULL, params, NULL), INVALID_VALUE);
    IS(LAUNCH(function, 1, 1025, 0, NULL, params, NULL), INVALID_VALUE);
    IS(LAUNCH(function, 0x80000000, 32, 0, NULL, params, NULL), INVALID_VALUE);
    IS(cu.cuLaunchKernel(function, 1, 65536, 1, 32, 1, 1, 0, NULL, params, NULL), INVALID_VALUE);
    IS(cu.cuLaunchKernel(function, 1, 1, 1, 32, 1, 65, 0, NULL, params, NULL), INVALID_VALUE);
    IS(cu.cuLaunchKernel(function, 1, 1, 1, 64, 32, 1, 0, NULL, params, NULL), INVALID_VALUE);
    IS(LAUNCH(function, 1, 32, 49153, NULL, params, NULL), INVALID_VALUE);
    IS(LAUNCH(function, 1, 32, 0, NULL, NULL, NULL), INVALID_VALUE);
    IS(LAUNCH(function, 1, 32, 0, NULL, holes, NULL), INVALID_VALUE);
    IS(LAUNCH(function, 1, 32, 0, (CUstream)(uintptr_t)0x9999, params, NULL), INVALID_HANDLE);
    size_t few = 8;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &work, CU_LAUNCH_PARAM_BUFFER_SIZE, &few,
                     CU_LAUNCH_PARAM_END};
    IS(LAUNCH(function, 1, 32, 0, NULL, NULL, extra), INVALID_VALUE);
    IS(LAUNCH(function, 1, 32, 0, NULL, params, extra), INVALID_VALUE);
    void *unknown[] = {(void *)(uintptr_t)77, NULL, CU_LAUNCH_PARAM_END};
    IS(LAUNCH(function, 1, 32, 0, NULL, NULL, unknown), INVALID_VALUE);
    OK(cu.cuCtxCreate_v2(&second, 0, 0));
    IS(LAUNCH(function, 1, 32, 0, NULL, params, NULL), INVALID_HANDLE);
    OK(cu.cuCtxDestroy_v2(second));
    assert_true(scale_once(function, &work, NULL, false)); // nothing of this stuck
    OK(cu.cuCtxDestroy_v2(context));
    IS(LAUNCH(function, 1, 32, 0, stream, params, NULL), INVALID_HANDLE);
}

static void many_registers(struct cubin_kernel *kernel)
{
    kernel->registers = 168;
    kernel->max_threads[0] = 0;
}

static void bound(struct cubin_kernel *kernel)
{
    kernel->max_threads[0] = 64;
    kernel->max_threads[1] = kernel->max_threads[2] = 1;
}

static void test_resources(void **state)
{
    static const char source[] = ".kernel k\n.shared a, 1024\nEXIT\n.endkernel\n";
    CUcontext context = emu_context();
    CUmodule module;
    int value;
    (void)state;
    CUfunction function = emu_function(&module, source, "k", many_registers);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    assert_int_equal(value, 384); // 65536 / (168 * 32) = 12 warps
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
    assert_int_equal(value, 1024);
    OK(LAUNCH(function, 1, 384, 0, NULL, NULL, NULL));
    IS(LAUNCH(function, 1, 385, 0, NULL, NULL, NULL), LAUNCH_OUT_OF_RESOURCES);
    IS(LAUNCH(function, 1, 32, 48 << 10, NULL, NULL, NULL), INVALID_VALUE);
    OK(LAUNCH(function, 1, 32, 47 << 10, NULL, NULL, NULL));
    function = emu_function(&module, source, "k", bound);
    OK(LAUNCH(function, 1, 64, 0, NULL, NULL, NULL));
    IS(LAUNCH(function, 1, 65, 0, NULL, NULL, NULL), LAUNCH_OUT_OF_RESOURCES);
    OK(cu.cuCtxSynchronize());
    OK(cu.cuCtxDestroy_v2(context));
}

static void test_sticky_error(void **state)
{
    CUcontext context = emu_context(), second;
    CUmodule module;
    CUfunction wild = emu_function(&module, scale, "wild", NULL);
    CUdeviceptr pointer;
    CUevent event;
    CUstream stream;
    (void)state;
    OK(cu.cuMemAlloc_v2(&pointer, 64));
    OK(cu.cuEventCreate(&event, 0));
    OK(cu.cuStreamCreate(&stream, 0));
    OK(LAUNCH(wild, 1, 32, 0, stream, NULL, NULL)); // the launch itself succeeds
    IS(cu.cuStreamSynchronize(stream), ILLEGAL_ADDRESS);
    IS(cu.cuCtxSynchronize(), ILLEGAL_ADDRESS);
    IS(cu.cuMemsetD32_v2(pointer, 0, 1), ILLEGAL_ADDRESS);
    IS(cu.cuMemFree_v2(pointer), ILLEGAL_ADDRESS);
    IS(cu.cuEventSynchronize(event), ILLEGAL_ADDRESS);
    IS(cu.cuEventRecord(event, stream), ILLEGAL_ADDRESS);
    IS(LAUNCH(wild, 1, 32, 0, NULL, NULL, NULL), ILLEGAL_ADDRESS);
    IS(cu.cuModuleUnload(module), ILLEGAL_ADDRESS);
    // Another context is not touched by it, and this one can be thrown away.
    OK(cu.cuCtxCreate_v2(&second, 0, 0));
    OK(cu.cuMemAlloc_v2(&pointer, 64));
    OK(cu.cuCtxDestroy_v2(second));
    OK(cu.cuCtxDestroy_v2(context));
    // The primary context is whole again after a release to zero.
    OK(cu.cuDevicePrimaryCtxRetain(&context, 0));
    OK(cu.cuCtxSetCurrent(context));
    wild = emu_function(&module, scale, "wild", NULL);
    OK(LAUNCH(wild, 1, 32, 0, NULL, NULL, NULL));
    IS(cu.cuCtxSynchronize(), ILLEGAL_ADDRESS);
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    OK(cu.cuDevicePrimaryCtxRetain(&context, 0));
    OK(cu.cuCtxSynchronize());
    OK(cu.cuMemAlloc_v2(&pointer, 64));
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    OK(cu.cuCtxSetCurrent(NULL));
}

enum { THREADS = 8, ROUNDS = 20 };

static void *own_context(void *argument)
{
    struct work work = {.a = (float)(uintptr_t)argument, .n = N};
    CUcontext context = emu_context();
    CUmodule module;
    bool good = true;
    for (int round = 0; good && round < ROUNDS; round++) {
        CUfunction function = emu_function(&module, scale, "scale", NULL);
        CUstream stream;
        good = !cu.cuMemAlloc_v2(&work.in, N * 4) && !cu.cuMemAlloc_v2(&work.out, N * 4) &&
               !cu.cuStreamCreate(&stream, 0) && scale_once(function, &work, stream, round % 2) &&
               !cu.cuStreamDestroy_v2(stream) && !cu.cuMemFree_v2(work.in) &&
               !cu.cuMemFree_v2(work.out) && !cu.cuModuleUnload(module);
    }
    return (void *)(uintptr_t)(good && !cu.cuCtxDestroy_v2(context));
}

struct common {
    CUcontext context;
    CUfunction function;
};

static void *shared_context(void *argument)
{
    const struct common *common = argument;
    struct work work = {.a = 2.0F, .n = N};
    bool good = !cu.cuCtxSetCurrent(common->context);
    for (int round = 0; good && round < ROUNDS; round++)
        good = !cu.cuMemAlloc_v2(&work.in, N * 4) && !cu.cuMemAlloc_v2(&work.out, N * 4) &&
               scale_once(common->function, &work, NULL, false) && !cu.cuMemFree_v2(work.in) &&
               !cu.cuMemFree_v2(work.out);
    return (void *)(uintptr_t)good;
}

static void test_threads(void **state)
{
    pthread_t threads[THREADS];
    struct common common = {.context = emu_context()};
    CUmodule module;
    (void)state;
    common.function = emu_function(&module, scale, "scale", NULL);
    for (int shared = 0; shared < 2; shared++) {
        for (uintptr_t i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL,
                                            shared ? shared_context : own_context,
                                            shared ? (void *)&common : (void *)(i + 1)),
                             0);
        for (int i = 0; i < THREADS; i++) {
            void *good;
            assert_int_equal(pthread_join(threads[i], &good), 0);
            assert_non_null(good);
        }
    }
    OK(cu.cuCtxDestroy_v2(common.context));
}

int main(void)
{
    // In this order: the first test needs a library that is not initialised yet.
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_minor_architectures),
        cmocka_unit_test(test_modules),
        cmocka_unit_test(test_launch),
        cmocka_unit_test(test_resources),
        cmocka_unit_test(test_sticky_error),
        cmocka_unit_test(test_threads),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
