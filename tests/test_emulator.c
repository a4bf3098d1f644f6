// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The driver API of the emulated GPU: what its calls return, for good arguments and bad ones, stale
// handles, contexts and their stack, sticky errors, and threads side by side.
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

#define OK(call) assert_int_equal(call, CUDA_SUCCESS)
#define IS(call, want) assert_int_equal(call, CUDA_ERROR_##want)

static void test_before_init(void **state)
{
    int number;
    size_t bytes;
    CUcontext context;
    CUdeviceptr pointer;
    CUmodule module;
    CUstream stream;
    CUevent event;
    const char *text;
    (void)state;
    IS(cu.cuDeviceGetCount(&number), NOT_INITIALIZED);
    IS(cu.cuDeviceGet(&number, 0), NOT_INITIALIZED);
    IS(cu.cuDeviceTotalMem_v2(&bytes, 0), NOT_INITIALIZED);
    IS(cu.cuDevicePrimaryCtxRetain(&context, 0), NOT_INITIALIZED);
    IS(cu.cuCtxCreate_v2(&context, 0, 0), NOT_INITIALIZED);
    IS(cu.cuCtxGetCurrent(&context), NOT_INITIALIZED);
    IS(cu.cuCtxSynchronize(), NOT_INITIALIZED);
    IS(cu.cuMemAlloc_v2(&pointer, 4), NOT_INITIALIZED);
    IS(cu.cuModuleLoadData(&module, "x"), NOT_INITIALIZED);
    IS(cu.cuStreamCreate(&stream, 0), NOT_INITIALIZED);
    IS(cu.cuEventCreate(&event, 0), NOT_INITIALIZED);
    IS(cu.cuStreamSynchronize(NULL), NOT_INITIALIZED);
    OK(cu.cuDriverGetVersion(&number));
    assert_true(number >= 12000);
    IS(cu.cuDriverGetVersion(NULL), INVALID_VALUE);
    OK(cu.cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    assert_string_equal(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
    OK(cu.cuGetErrorString(CUDA_SUCCESS, &text));
    IS(cu.cuGetErrorName((CUresult)12345, &text), INVALID_VALUE);
    assert_null(text);
    IS(cu.cuInit(1), INVALID_VALUE);
}

// Each device in a process of its own, as the choice is made once. Exit status 0: as expected.
static int device_status(const char *key, int sm, int sm_count, int shared, const char *name)
{
    pid_t child = fork();
    if (child == 0) {
        int major, minor, count, value;
        char text[64];
        setenv("SASSDNN_EMU_DEVICE", key, 1);
        bool good = !cu.cuInit(0) && !cu.cuDeviceComputeCapability(&major, &minor, 0) &&
                    10 * major + minor == sm &&
                    !cu.cuDeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0) &&
                    count == sm_count &&
                    !cu.cuDeviceGetAttribute(
                        &value, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0) &&
                    value == shared && !cu.cuDeviceGetName(text, sizeof text, 0) &&
                    strstr(text, name) && strstr(text, "(emulated)");
        _exit(good ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    return status;
}

static void test_devices(void **state)
{
    (void)state;
    assert_int_equal(device_status("A100", 80, 108, 163 << 10, "A100"), 0);
    assert_int_equal(device_status("RTX3090", 86, 82, 99 << 10, "RTX 3090"), 0);
    assert_int_equal(device_status("RTX4090", 89, 128, 99 << 10, "RTX 4090"), 0);
    assert_int_equal(device_status("H100", 90, 132, 227 << 10, "H100"), 0);
    assert_int_equal(device_status("H200", 90, 132, 227 << 10, "H200"), 0);
    assert_int_equal(device_status("", 90, 132, 227 << 10, "H200"), 0);
}

// cuInit in a process of its own, with a variable set to what it cannot be.
static void expect_refusal(const char *variable, const char *value, CUresult want,
                           const char *phrase)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        setenv(variable, value, 1);
        _exit(cu.cuInit(0) == want ? 0 : 1);
    }
    close(ends[1]);
    char text[512];
    ssize_t length = read(ends[0], text, sizeof text - 1);
    assert_true(length > 0);
    text[length] = '\0';
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_non_null(strstr(text, variable));
    assert_non_null(strstr(text, value));
    assert_non_null(strstr(text, phrase));
    assert_ptr_equal(strchr(text, '\n'), text + length - 1); // one line
}

static void test_settings(void **state)
{
    (void)state;
    expect_refusal("SASSDNN_EMU_DEVICE", "GT 710", CUDA_ERROR_NO_DEVICE,
                   "H200, H100, RTX4090, RTX3090, A100");
    expect_refusal("SASSDNN_EMU_THREADS", "0", CUDA_ERROR_INVALID_VALUE, "1 to 1024");
    expect_refusal("SASSDNN_EMU_THREADS", "4x", CUDA_ERROR_INVALID_VALUE, "1 to 1024");
    expect_refusal("SASSDNN_EMU_MAX_INSTRUCTIONS", "-1", CUDA_ERROR_INVALID_VALUE, "expected");
    expect_refusal("SASSDNN_EMU_ISA", "v9", CUDA_ERROR_INVALID_VALUE, "baseline, v3 or v4");
}

static void test_device_queries(void **state)
{
    int value;
    size_t bytes;
    char name[8];
    CUuuid uuid;
    CUdevice device;
    (void)state;
    OK(cu.cuInit(0));
    OK(cu.cuInit(0));
    OK(cu.cuDeviceGetCount(&value));
    assert_int_equal(value, 1);
    OK(cu.cuDeviceGet(&device, 0));
    IS(cu.cuDeviceGet(&device, 1), INVALID_DEVICE);
    IS(cu.cuDeviceGet(&device, -1), INVALID_DEVICE);
    IS(cu.cuDeviceGet(NULL, 0), INVALID_VALUE);
    IS(cu.cuDeviceGetName(name, sizeof name, 7), INVALID_DEVICE);
    OK(cu.cuDeviceGetName(name, sizeof name, 0));
    assert_string_equal(name, "NVIDIA ");
    IS(cu.cuDeviceGetName(name, 0, 0), INVALID_VALUE);
    OK(cu.cuDeviceGetUuid_v2(&uuid, 0));
    OK(cu.cuDeviceTotalMem_v2(&bytes, 0));
    assert_true(bytes > (size_t)100 << 30);
    OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    assert_int_equal(value, 32);
    OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 0));
    assert_int_equal(value, 49152);
    IS(cu.cuDeviceGetAttribute(&value, (CUdevice_attribute)0, 0), INVALID_VALUE);
    IS(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX, 0), INVALID_VALUE);
    IS(cu.cuDeviceGetAttribute(NULL, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0), INVALID_VALUE);
}

static void test_contexts(void **state)
{
    CUcontext first, second, now;
    CUdeviceptr pointer;
    CUdevice device;
    unsigned flags;
    int active;
    (void)state;
    OK(cu.cuCtxGetCurrent(&now));
    assert_null(now);
    IS(cu.cuMemAlloc_v2(&pointer, 4), INVALID_CONTEXT);
    IS(cu.cuCtxSynchronize(), INVALID_CONTEXT);
    IS(cu.cuCtxPopCurrent_v2(&now), INVALID_CONTEXT);
    IS(cu.cuCtxSetCurrent((CUcontext)(uintptr_t)0x1234), INVALID_CONTEXT);
    IS(cu.cuCtxDestroy_v2(NULL), INVALID_CONTEXT);
    IS(cu.cuCtxCreate_v2(&first, 0, 3), INVALID_DEVICE);
    IS(cu.cuCtxCreate_v2(NULL, 0, 0), INVALID_VALUE);
    OK(cu.cuCtxCreate_v2(&first, 0, 0));
    OK(cu.cuCtxCreate_v2(&second, 0, 0));
    OK(cu.cuCtxGetCurrent(&now));
    assert_ptr_equal(now, second);
    OK(cu.cuCtxGetDevice(&device));
    OK(cu.cuCtxPopCurrent_v2(&now));
    assert_ptr_equal(now, second);
    OK(cu.cuCtxGetCurrent(&now));
    assert_ptr_equal(now, first);
    OK(cu.cuMemAlloc_v2(&pointer, 4));
    OK(cu.cuCtxPushCurrent_v2(second));
    IS(cu.cuMemFree_v2(pointer), INVALID_VALUE); // of the other context
    OK(cu.cuCtxDestroy_v2(first));               // not current: stays on the stack
    OK(cu.cuCtxDestroy_v2(second));
    IS(cu.cuMemAlloc_v2(&pointer, 4), CONTEXT_IS_DESTROYED);
    IS(cu.cuCtxDestroy_v2(first), INVALID_CONTEXT);
    IS(cu.cuCtxPushCurrent_v2(first), INVALID_CONTEXT);
    OK(cu.cuCtxPopCurrent_v2(NULL));
    // The primary context: one handle, alive while it is retained.
    OK(cu.cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 0);
    IS(cu.cuDevicePrimaryCtxRelease_v2(0), INVALID_CONTEXT);
    OK(cu.cuDevicePrimaryCtxRetain(&first, 0));
    OK(cu.cuDevicePrimaryCtxRetain(&second, 0));
    assert_ptr_equal(first, second);
    OK(cu.cuCtxSetCurrent(first));
    OK(cu.cuMemAlloc_v2(&pointer, 4));
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    OK(cu.cuMemsetD32_v2(pointer, 0, 1));
    IS(cu.cuCtxDestroy_v2(first), INVALID_CONTEXT);
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    IS(cu.cuMemsetD32_v2(pointer, 0, 1), CONTEXT_IS_DESTROYED);
    OK(cu.cuDevicePrimaryCtxRetain(&second, 0));
    assert_ptr_equal(first, second);
    IS(cu.cuMemsetD32_v2(pointer, 0, 1), INVALID_VALUE); // its memory went
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    OK(cu.cuCtxSetCurrent(NULL));
    OK(cu.cuCtxGetCurrent(&now));
    assert_null(now);
}

static void test_memory(void **state)
{
    CUcontext context = emu_context(), owner;
    CUdeviceptr a, b, base;
    size_t available, total, bytes;
    unsigned type;
    int ordinal;
    uint32_t words[N];
    (void)state;
    OK(cu.cuMemGetInfo_v2(&available, &total));
    assert_true(available <= total);
    IS(cu.cuMemAlloc_v2(&a, 0), INVALID_VALUE);
    IS(cu.cuMemAlloc_v2(NULL, 4), INVALID_VALUE);
    IS(cu.cuMemAlloc_v2(&a, total + 1), OUT_OF_MEMORY);
    IS(cu.cuMemAlloc_v2(&a, SIZE_MAX), OUT_OF_MEMORY);
    OK(cu.cuMemAlloc_v2(&a, sizeof words));
    OK(cu.cuMemAlloc_v2(&b, sizeof words));
    assert_true(a % 256 == 0 && b >= a + sizeof words + 4096);
    OK(cu.cuMemcpyDtoH_v2(words, a, sizeof words));
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(words[i], 0xffffffff);
    OK(cu.cuMemsetD32_v2(a, 0x01020304, N));
    OK(cu.cuMemsetD8_v2(a + 1, 0xaa, 1));
    OK(cu.cuMemsetD16_v2(a + 6, 0xbbbb, 1));
    OK(cu.cuMemcpyDtoD_v2(b, a, sizeof words));
    OK(cu.cuMemcpyDtoHAsync_v2(words, b, sizeof words, NULL));
    assert_int_equal(words[0], 0x0102aa04);
    assert_int_equal(words[1], 0xbbbb0304);
    assert_int_equal(words[N - 1], 0x01020304);
    OK(cu.cuMemsetD8Async(b, 0, sizeof words, NULL));
    OK(cu.cuMemsetD16Async(b, 0x1234, 1, NULL));
    OK(cu.cuMemsetD32Async(b + 4, 0x56789abc, 1, NULL));
    OK(cu.cuMemcpyDtoDAsync_v2(a, b, 8, NULL));
    OK(cu.cuMemcpyHtoDAsync_v2(a + 8, words, 4, NULL));
    OK(cu.cuMemcpyDtoH_v2(words, a, 12));
    assert_int_equal(words[0], 0x1234);
    assert_int_equal(words[1], 0x56789abc);
    assert_int_equal(words[2], 0x0102aa04);
    // Outside, across the end, misaligned fills, a device address given as a host one.
    IS(cu.cuMemcpyHtoD_v2(a, words, sizeof words + 1), INVALID_VALUE);
    IS(cu.cuMemcpyHtoD_v2(a - 4, words, 4), INVALID_VALUE);
    IS(cu.cuMemcpyHtoD_v2(0, words, 4), INVALID_VALUE);
    IS(cu.cuMemcpyHtoD_v2(a, NULL, 4), INVALID_VALUE);
    IS(cu.cuMemcpyHtoD_v2(a, (void *)(uintptr_t)b, 4), INVALID_VALUE);
    IS(cu.cuMemcpyDtoH_v2(words, a + sizeof words, 4), INVALID_VALUE);
    IS(cu.cuMemcpyDtoD_v2(b, a + 4, sizeof words), INVALID_VALUE);
    IS(cu.cuMemsetD32_v2(a + 2, 0, 1), INVALID_VALUE);
    IS(cu.cuMemsetD16_v2(a + 1, 0, 1), INVALID_VALUE);
    IS(cu.cuMemsetD32_v2(a, 0, N + 1), INVALID_VALUE);
    IS(cu.cuMemsetD32_v2(a, 0, SIZE_MAX / 2), INVALID_VALUE);
    OK(cu.cuMemcpyHtoD_v2(0, NULL, 0));
    // What a pointer is.
    OK(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a + 5));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    OK(cu.cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, a));
    assert_ptr_equal(owner, context);
    OK(cu.cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, a));
    assert_int_equal(ordinal, 0);
    IS(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)words),
       INVALID_VALUE);
    OK(cu.cuMemGetAddressRange_v2(&base, &bytes, a + 100));
    assert_true(base == a && bytes == sizeof words);
    // Freed once only, and only from its start.
    IS(cu.cuMemFree_v2(a + 4), INVALID_VALUE);
    OK(cu.cuMemFree_v2(a));
    IS(cu.cuMemFree_v2(a), INVALID_VALUE);
    IS(cu.cuMemcpyDtoH_v2(words, a, 4), INVALID_VALUE);
    OK(cu.cuMemFree_v2(0));
    OK(cu.cuMemFree_v2(b));
    // Page-locked host memory.
    void *host, *other;
    IS(cu.cuMemHostAlloc(&host, 64, 1U << 20), INVALID_VALUE);
    OK(cu.cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_PORTABLE));
    OK(cu.cuMemAllocHost_v2(&other, 64));
    memset(host, 1, 64);
    OK(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)host));
    assert_int_equal(type, CU_MEMORYTYPE_HOST);
    OK(cu.cuMemcpyDtoD_v2((uintptr_t)other, (uintptr_t)host, 64));
    assert_memory_equal(host, other, 64);
    IS(cu.cuMemFree_v2((uintptr_t)host), INVALID_VALUE);
    OK(cu.cuMemFreeHost(host));
    IS(cu.cuMemFreeHost(host), INVALID_VALUE);
    IS(cu.cuMemFreeHost(NULL), INVALID_VALUE);
    OK(cu.cuCtxDestroy_v2(context)); // frees `other`
}

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

static void test_streams_and_events(void **state)
{
    CUcontext context = emu_context(), owner;
    CUstream stream, stale;
    CUevent start, end, untimed;
    float milliseconds;
    (void)state;
    IS(cu.cuStreamCreate(NULL, 0), INVALID_VALUE);
    IS(cu.cuStreamCreate(&stream, 99), INVALID_VALUE);
    OK(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cu.cuStreamGetCtx(stream, &owner));
    assert_ptr_equal(owner, context);
    OK(cu.cuEventCreate(&start, 0));
    OK(cu.cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
    OK(cu.cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
    IS(cu.cuEventCreate(&end, 0x1000), INVALID_VALUE);
    OK(cu.cuEventQuery(start));
    IS(cu.cuEventElapsedTime(&milliseconds, start, end), INVALID_HANDLE); // not recorded
    OK(cu.cuEventRecord(start, stream));
    OK(cu.cuStreamWaitEvent(stream, start, 0));
    OK(cu.cuEventRecord(end, stream));
    OK(cu.cuEventRecord(untimed, NULL));
    OK(cu.cuEventSynchronize(end));
    OK(cu.cuEventElapsedTime(&milliseconds, start, end));
    assert_true(milliseconds >= 0 && milliseconds < 10000);
    IS(cu.cuEventElapsedTime(&milliseconds, start, untimed), INVALID_HANDLE);
    IS(cu.cuEventElapsedTime(NULL, start, end), INVALID_VALUE);
    OK(cu.cuStreamQuery(stream));
    OK(cu.cuStreamSynchronize(stream));
    OK(cu.cuStreamSynchronize(CU_STREAM_LEGACY));
    OK(cu.cuStreamSynchronize(CU_STREAM_PER_THREAD));
    stale = stream;
    OK(cu.cuStreamDestroy_v2(stream));
    IS(cu.cuStreamDestroy_v2(stale), INVALID_HANDLE);
    IS(cu.cuStreamSynchronize(stale), INVALID_HANDLE);
    IS(cu.cuEventRecord(start, stale), INVALID_HANDLE);
    IS(cu.cuEventRecord((CUevent)(uintptr_t)stale, NULL), INVALID_HANDLE);
    OK(cu.cuEventDestroy_v2(start));
    IS(cu.cuEventDestroy_v2(start), INVALID_HANDLE);
    IS(cu.cuEventSynchronize(NULL), INVALID_HANDLE);
    // What is left goes with its context.
    OK(cu.cuCtxDestroy_v2(context));
    IS(cu.cuEventQuery(end), INVALID_HANDLE);
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

static void test_proc_address(void **state)
{
    void *function;
    CUdriverProcAddressQueryResult status;
    (void)state;
    OK(cu.cuGetProcAddress_v2("cuMemAlloc", &function, 12000, 0, &status));
    void *known;
    memcpy(&known, &cu.cuMemAlloc_v2, sizeof known);
    assert_ptr_equal(function, known);
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SUCCESS);
    OK(cu.cuGetProcAddress_v2("cuMemAlloc_v2", &function, 12000, 0, NULL));
    assert_ptr_equal(function, known);
    IS(cu.cuGetProcAddress_v2("cuNoSuchCall", &function, 12000, 0, &status), NOT_FOUND);
    assert_null(function);
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    IS(cu.cuGetProcAddress_v2("cuFuncSetAttribute", &function, 2000, 0, &status), NOT_FOUND);
    assert_int_equal(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    IS(cu.cuGetProcAddress_v2(NULL, &function, 12000, 0, NULL), INVALID_VALUE);
#define DRIVER_FUNCTION(name, params)                                                              \
    if (strncmp(#name, "cuEmulator", 10) != 0)                                                     \
        OK(cu.cuGetProcAddress_v2(#name, &function, 13000, 0, NULL));
#include "driver/functions.def"
#include "emu_functions.def"
#undef DRIVER_FUNCTION
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
    // In this order: the first tests need a library that is not initialised yet.
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_before_init),
        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_minor_architectures),
        cmocka_unit_test(test_device_queries),
        cmocka_unit_test(test_contexts),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_modules),
        cmocka_unit_test(test_streams_and_events),
        cmocka_unit_test(test_launch),
        cmocka_unit_test(test_resources),
        cmocka_unit_test(test_sticky_error),
        cmocka_unit_test(test_proc_address),
        cmocka_unit_test(test_threads),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
