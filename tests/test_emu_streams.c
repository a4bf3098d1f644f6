// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The emulated GPU's streams: what goes on while the host does, and what waits for what.
#include "emu_order.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 1000 };

// A launch, a copy and a fill behind a shut gate have not happened; then they have.
static void test_asynchronous(void **state)
{
    CUcontext context = emu_context();
    CUmodule module;
    CUfunction function = emu_function(&module, SCALE, "scale", NULL);
    struct gate gate;
    CUstream stream, other;
    CUevent event;
    CUdeviceptr device;
    float *host, *seen;
    (void)state;
    gate_init(&gate);
    OK(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cu.cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cu.cuEventCreate(&event, 0));
    OK(cu.cuMemAlloc_v2(&device, N * sizeof *host));
    OK(cu.cuMemHostAlloc((void **)&host, N * sizeof *host, 0));
    OK(cu.cuMemHostAlloc((void **)&seen, N * sizeof *seen, 0));
    for (int i = 0; i < N; i++)
        host[i] = (float)i;
    memset(seen, 0, N * sizeof *seen);
    OK(cu.cuLaunchHostFunc(stream, gate_wait, &gate));
    OK(cu.cuMemcpyHtoDAsync_v2(device, host, N * sizeof *host, stream));
    OK(launch_scale(function, (struct scale){device, device, 3.0F, N}, stream));
    OK(cu.cuMemcpyDtoHAsync_v2(seen, device, N * sizeof *host, stream));
    OK(cu.cuEventRecord(event, stream));
    IS(cu.cuStreamQuery(stream), NOT_READY);
    IS(cu.cuEventQuery(event), NOT_READY);
    OK(cu.cuStreamQuery(other));
    OK(cu.cuStreamSynchronize(other));
    assert_true(seen[5] == 0.0F);
    host[7] = 100.0F; // page-locked memory is read when its turn comes
    gate_open(&gate);
    OK(cu.cuEventSynchronize(event));
    OK(cu.cuStreamQuery(stream));
    assert_true(seen[5] == 15.0F && seen[7] == 300.0F);
    OK(cu.cuCtxDestroy_v2(context));
}

// Pageable memory may be changed as soon as a copy from it has been asked for.
static void test_pageable(void **state)
{
    CUcontext context = emu_context();
    struct gate gate;
    CUstream stream;
    CUdeviceptr device;
    uint32_t word = 17, back;
    (void)state;
    gate_init(&gate);
    OK(cu.cuStreamCreate(&stream, 0));
    OK(cu.cuMemAlloc_v2(&device, sizeof word));
    OK(cu.cuLaunchHostFunc(stream, gate_wait, &gate));
    OK(cu.cuMemcpyHtoDAsync_v2(device, &word, sizeof word, stream));
    word = 99;
    IS(cu.cuStreamQuery(stream), NOT_READY);
    gate_open(&gate);
    OK(cu.cuMemcpyDtoHAsync_v2(&back, device, sizeof back, stream));
    assert_int_equal(back, 17); // and a copy to it is there when the call returns
    OK(cu.cuCtxDestroy_v2(context));
}

// The legacy stream waits for blocking streams, and they for it; a non-blocking one does not care.
static void test_legacy(void **state)
{
    CUcontext context = emu_context();
    struct gate gate;
    struct diary diary = {0};
    struct note a = {&diary, 'a'}, b = {&diary, 'b'}, c = {&diary, 'c'}, d = {&diary, 'd'};
    CUstream first, second, free_one;
    (void)state;
    gate_init(&gate);
    OK(cu.cuStreamCreate(&first, CU_STREAM_DEFAULT));
    OK(cu.cuStreamCreate(&second, CU_STREAM_DEFAULT));
    OK(cu.cuStreamCreate(&free_one, CU_STREAM_NON_BLOCKING));
    OK(cu.cuLaunchHostFunc(first, gate_wait, &gate));
    OK(cu.cuLaunchHostFunc(first, note, &a));
    OK(cu.cuLaunchHostFunc(NULL, note, &b));
    OK(cu.cuLaunchHostFunc(second, note, &c));
    OK(cu.cuLaunchHostFunc(free_one, note, &d));
    OK(cu.cuStreamSynchronize(free_one));
    IS(cu.cuStreamQuery(NULL), NOT_READY);
    IS(cu.cuStreamQuery(CU_STREAM_LEGACY), NOT_READY);
    IS(cu.cuStreamQuery(second), NOT_READY);
    assert_string_equal(diary.text, "d");
    gate_open(&gate);
    OK(cu.cuStreamSynchronize(second));
    assert_string_equal(diary.text, "dabc");
    // A stream that is destroyed still has to be waited for.
    OK(cu.cuLaunchHostFunc(first, gate_wait, &gate));
    OK(cu.cuStreamDestroy_v2(first));
    OK(cu.cuLaunchHostFunc(NULL, note, &a));
    IS(cu.cuStreamQuery(NULL), NOT_READY);
    gate_open(&gate);
    OK(cu.cuStreamSynchronize(NULL));
    assert_string_equal(diary.text, "dabca");
    OK(cu.cuCtxDestroy_v2(context));
}

static CUresult(CUDAAPI *launch_own)(CUstream stream, CUhostFn function, void *data);
static CUresult(CUDAAPI *query_own)(CUstream stream);

static void *query_in_thread(void *context)
{
    bool good = !cu.cuCtxSetCurrent(context) && query_own(NULL) == CUDA_SUCCESS &&
                cu.cuStreamQuery(CU_STREAM_PER_THREAD) == CUDA_SUCCESS;
    return (void *)(uintptr_t)good;
}

// NULL means the thread's own stream to the calls whose names say so.
static void test_per_thread(void **state)
{
    CUcontext context = emu_context();
    struct gate gate;
    struct diary diary = {0};
    struct note a = {&diary, 'a'};
    pthread_t thread;
    void *good, *address;
    (void)state;
    address = emu_symbol("cuLaunchHostFunc_ptsz");
    memcpy(&launch_own, &address, sizeof address);
    OK(cu.cuGetProcAddress_v2("cuStreamQuery", &address, 13000,
                              CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, NULL));
    assert_ptr_equal(address, emu_symbol("cuStreamQuery_ptsz"));
    memcpy(&query_own, &address, sizeof address);
    gate_init(&gate);
    OK(launch_own(NULL, gate_wait, &gate));
    IS(query_own(NULL), NOT_READY);
    IS(cu.cuStreamQuery(CU_STREAM_PER_THREAD), NOT_READY);
    assert_int_equal(pthread_create(&thread, NULL, query_in_thread, context), 0);
    pthread_join(thread, &good);
    assert_non_null(good); // another thread has another stream
    OK(cu.cuLaunchHostFunc(NULL, note, &a));
    IS(cu.cuStreamQuery(NULL), NOT_READY); // it is a blocking one
    assert_int_equal(diary.count, 0);
    gate_open(&gate);
    OK(cu.cuCtxSynchronize());
    assert_string_equal(diary.text, "a");
    OK(cu.cuCtxDestroy_v2(context));
}

// An event stands for what was recorded last when somebody begins to wait for it.
static void test_events(void **state)
{
    CUcontext context = emu_context();
    struct gate first, second;
    struct diary diary = {0};
    struct note a = {&diary, 'a'}, b = {&diary, 'b'};
    CUstream producer, consumer;
    CUevent event, start;
    float milliseconds;
    (void)state;
    gate_init(&first);
    gate_init(&second);
    OK(cu.cuStreamCreate(&producer, CU_STREAM_NON_BLOCKING));
    OK(cu.cuStreamCreateWithPriority(&consumer, CU_STREAM_NON_BLOCKING, -1));
    OK(cu.cuEventCreate(&event, 0));
    OK(cu.cuEventCreate(&start, 0));
    OK(cu.cuStreamWaitEvent(consumer, event, 0)); // never recorded: nothing to wait for
    OK(cu.cuStreamSynchronize(consumer));
    OK(cu.cuEventRecord(start, producer));
    OK(cu.cuLaunchHostFunc(producer, gate_wait, &first));
    OK(cu.cuLaunchHostFunc(producer, note, &a));
    OK(cu.cuEventRecord(event, producer));
    OK(cu.cuStreamWaitEvent(consumer, event, 0));
    OK(cu.cuLaunchHostFunc(consumer, note, &b));
    OK(cu.cuLaunchHostFunc(producer, gate_wait, &second));
    OK(cu.cuEventRecord(event, producer)); // the consumer waits for the first one
    OK(cu.cuEventQuery(start));
    IS(cu.cuEventElapsedTime(&milliseconds, start, event), NOT_READY);
    IS(cu.cuStreamQuery(consumer), NOT_READY);
    gate_open(&first);
    OK(cu.cuStreamSynchronize(consumer));
    assert_string_equal(diary.text, "ab");
    IS(cu.cuEventQuery(event), NOT_READY);
    OK(cu.cuEventDestroy_v2(event)); // before it is done
    gate_open(&second);
    OK(cu.cuCtxSynchronize());
    OK(cu.cuCtxDestroy_v2(context));
}

static void call_back(void *result)
{
    int value;
    *(CUresult *)result = cu.cuDeviceGetCount(&value);
}

static void CUDAAPI tell(CUstream stream, CUresult result, void *data)
{
    (void)stream;
    *(CUresult *)data = result;
}

// Host functions may make no calls, and are left out after an error; callbacks are told of it.
static void test_host_functions(void **state)
{
    CUcontext context = emu_context();
    CUmodule module;
    CUfunction wild = emu_function(&module, SCALE, "wild", NULL);
    struct diary diary = {0};
    struct note a = {&diary, 'a'};
    struct gate gate;
    CUstream stream;
    CUresult result = CUDA_SUCCESS, told = CUDA_ERROR_UNKNOWN;
    (void)state;
    gate_init(&gate);
    OK(cu.cuStreamCreate(&stream, 0));
    OK(cu.cuLaunchHostFunc(stream, call_back, &result));
    OK(cu.cuStreamAddCallback(stream, tell, &told, 0));
    OK(cu.cuStreamSynchronize(stream));
    assert_int_equal(result, CUDA_ERROR_NOT_PERMITTED);
    assert_int_equal(told, CUDA_SUCCESS);
    IS(cu.cuLaunchHostFunc(stream, NULL, NULL), INVALID_VALUE);
    IS(cu.cuStreamAddCallback(stream, tell, NULL, 1), INVALID_VALUE);
    OK(cu.cuLaunchHostFunc(stream, gate_wait, &gate));
    OK(cu.cuLaunchKernel(wild, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL));
    OK(cu.cuLaunchHostFunc(stream, note, &a));
    OK(cu.cuStreamAddCallback(stream, tell, &told, 0));
    gate_open(&gate);
    IS(cu.cuStreamSynchronize(stream), ILLEGAL_ADDRESS);
    assert_int_equal(told, CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(diary.count, 0);
    OK(cu.cuCtxDestroy_v2(context));
}

// A stream that waits for a word, and one that writes it.
static void test_values(void **state)
{
    CUcontext context = emu_context();
    struct diary diary = {0};
    struct note a = {&diary, 'a'};
    CUstream writer, reader;
    CUdeviceptr word;
    (void)state;
    OK(cu.cuStreamCreate(&writer, CU_STREAM_NON_BLOCKING));
    OK(cu.cuStreamCreate(&reader, CU_STREAM_NON_BLOCKING));
    OK(cu.cuMemAlloc_v2(&word, 8));
    OK(cu.cuMemsetD32_v2(word, 0, 2));
    OK(cu.cuStreamSynchronize(NULL));
    OK(cu.cuStreamWaitValue32_v2(reader, word, 7, CU_STREAM_WAIT_VALUE_EQ));
    OK(cu.cuLaunchHostFunc(reader, note, &a));
    IS(cu.cuStreamQuery(reader), NOT_READY);
    OK(cu.cuStreamWriteValue32_v2(writer, word, 7, 0));
    OK(cu.cuStreamSynchronize(reader));
    assert_string_equal(diary.text, "a");
    OK(cu.cuStreamWaitValue32_v2(reader, word, 3, CU_STREAM_WAIT_VALUE_GEQ));
    OK(cu.cuStreamWaitValue32_v2(reader, word, 2, CU_STREAM_WAIT_VALUE_AND));
    OK(cu.cuStreamWaitValue32_v2(reader, word, 7, CU_STREAM_WAIT_VALUE_NOR));
    OK(cu.cuStreamSynchronize(reader));
    IS(cu.cuStreamWaitValue32_v2(reader, word + 2, 0, 0), INVALID_VALUE);
    IS(cu.cuStreamWriteValue32_v2(reader, word + 8, 0, 0), INVALID_VALUE);
    OK(cu.cuCtxDestroy_v2(context));
}

static void test_questions(void **state)
{
    CUcontext context = emu_context();
    CUstream stream;
    unsigned flags;
    int least, greatest, priority;
    (void)state;
    OK(cu.cuCtxGetStreamPriorityRange(&least, &greatest));
    assert_true(least == 0 && greatest < 0);
    OK(cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -100));
    OK(cu.cuStreamGetPriority(stream, &priority));
    assert_int_equal(priority, greatest);
    OK(cu.cuStreamGetFlags(stream, &flags));
    assert_int_equal(flags, CU_STREAM_NON_BLOCKING);
    OK(cu.cuStreamGetFlags(NULL, &flags));
    assert_int_equal(flags, CU_STREAM_DEFAULT);
    OK(cu.cuCtxDestroy_v2(context));
}

enum { THREADS = 16, ROUNDS = 8, STREAMS = 3 };

// Streams of a context of its own, a chain of launches through events, and what comes out of it.
static void *work_alone(void *argument)
{
    CUcontext context = emu_context();
    CUmodule module;
    CUfunction function = emu_function(&module, SCALE, "scale", NULL);
    CUstream streams[STREAMS];
    CUevent event;
    CUdeviceptr device;
    float host[N];
    float factor = 1.0F + (float)((uintptr_t)argument % 3);
    bool good = !cu.cuEventCreate(&event, 0);
    for (int i = 0; i < STREAMS && good; i++)
        good = !cu.cuStreamCreate(&streams[i], i % 2 ? CU_STREAM_NON_BLOCKING : 0);
    for (int round = 0; round < ROUNDS && good; round++) {
        for (int i = 0; i < N; i++)
            host[i] = (float)i;
        good = !cu.cuMemAllocAsync(&device, sizeof host, streams[0]) &&
               !cu.cuMemcpyHtoDAsync_v2(device, host, sizeof host, streams[0]);
        for (int i = 0; i < STREAMS && good; i++)
            good = !launch_scale(function, (struct scale){device, device, factor, N}, streams[i]) &&
                   !cu.cuEventRecord(event, streams[i]) &&
                   !cu.cuStreamWaitEvent(streams[(i + 1) % STREAMS], event, 0);
        good = good && !cu.cuMemcpyDtoHAsync_v2(host, device, sizeof host, streams[0]) &&
               !cu.cuMemFreeAsync(device, streams[0]);
        for (int i = 0; i < N && good; i++)
            good = host[i] == (float)i * factor * factor * factor;
    }
    return (void *)(uintptr_t)(good && !cu.cuCtxDestroy_v2(context));
}

static void test_threads(void **state)
{
    pthread_t threads[THREADS];
    (void)state;
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_alone, (void *)i), 0);
    for (int i = 0; i < THREADS; i++) {
        void *good;
        pthread_join(threads[i], &good);
        assert_non_null(good);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asynchronous), cmocka_unit_test(test_pageable),
        cmocka_unit_test(test_legacy),       cmocka_unit_test(test_per_thread),
        cmocka_unit_test(test_events),       cmocka_unit_test(test_host_functions),
        cmocka_unit_test(test_values),       cmocka_unit_test(test_questions),
        cmocka_unit_test(test_threads),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
