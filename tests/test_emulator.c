// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The driver API of the emulated GPU, what needs no kernel: initialisation, settings, the device,
// the contexts and their stack, memory, streams and events, and the addresses of the calls; for
// good arguments and bad ones and for stale handles.
#include "emu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { N = 1000 };

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
    expect_refusal("SASSDNN_EMU_TRACE", "all", CUDA_ERROR_INVALID_VALUE, "unsupported was");
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

int main(void)
{
    // In this order: the first tests need a library that is not initialised yet.
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_before_init),        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_settings),           cmocka_unit_test(test_device_queries),
        cmocka_unit_test(test_contexts),           cmocka_unit_test(test_memory),
        cmocka_unit_test(test_streams_and_events), cmocka_unit_test(test_proc_address),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
