// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// emu_program CUBIN: a program as users of the driver API write them, linked against libcuda.so.1
// and with the names that cuda.h gives them: adds two vectors. Exit status 0: the sum is right.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static void check(CUresult result, const char *what)
{
    const char *name = NULL;
    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorName(result, &name);
    fprintf(stderr, "%s: %s\n", what, name ? name : "?");
    exit(EXIT_FAILURE);
}
#define CHECK(call) check(call, #call)

int main(int argc, char **argv)
{
    enum { N = 50000, BLOCK = 256 };
    int n = N, major, minor;
    size_t bytes = N * sizeof(float);
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction add;
    CUstream stream;
    CUdeviceptr a, b, c;
    if (argc != 2)
        return EXIT_FAILURE;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuModuleLoad(&module, argv[1]));
    CHECK(cuModuleGetFunction(&add, module, "add"));
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    float *x = malloc(bytes), *y = malloc(bytes), *sum;
    CHECK(cuMemAllocHost((void **)&sum, bytes));
    for (int i = 0; x && y && i < N; i++) {
        x[i] = (float)i;
        y[i] = 0.5F * (float)i;
    }
    CHECK(cuMemAlloc(&a, bytes));
    CHECK(cuMemAlloc(&b, bytes));
    CHECK(cuMemAlloc(&c, bytes));
    CHECK(cuMemcpyHtoD(a, x, bytes));
    CHECK(cuMemcpyHtoDAsync(b, y, bytes, stream));
    void *params[] = {&a, &b, &c, &n};
    CHECK(cuLaunchKernel(add, (N + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, stream, params, NULL));
    CHECK(cuMemcpyDtoHAsync(sum, c, bytes, stream));
    CHECK(cuStreamSynchronize(stream));
    int wrong = 0;
    for (int i = 0; x && y && i < N; i++)
        wrong += sum[i] != x[i] + y[i];
    free(x);
    free(y);
    CHECK(cuMemFreeHost(sum));
    CHECK(cuMemFree(a));
    CHECK(cuMemFree(b));
    CHECK(cuMemFree(c));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(device));
    printf("sm_%d%d: %d wrong\n", major, minor, wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
