// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Asynchronous copies and barriers in shared memory, as far as sm_80 has them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

template <class T, int STAGES> __global__ void pipeline(const T *x, T *z, int n)
{
    __shared__ T s[STAGES][128];
    for (int i = 0; i < STAGES - 1; i++) {
        __pipeline_memcpy_async(&s[i][threadIdx.x], x + i * 128 + threadIdx.x, sizeof(T));
        __pipeline_commit();
    }
    for (int i = 0; i < n; i++) {
        if (i + STAGES - 1 < n)
            __pipeline_memcpy_async(&s[(i + STAGES - 1) % STAGES][threadIdx.x],
                                    x + (i + STAGES - 1) * 128 + threadIdx.x, sizeof(T));
        __pipeline_commit();
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        z[i * 128 + threadIdx.x] = s[i % STAGES][127 - threadIdx.x];
        __syncthreads();
    }
}
template __global__ void pipeline<float, 2>(const float *, float *, int);
template __global__ void pipeline<double, 3>(const double *, double *, int);
template __global__ void pipeline<float4, 4>(const float4 *, float4 *, int);
template __global__ void pipeline<int2, 5>(const int2 *, int2 *, int);

KERNEL group_copy(const float *x, float *z)
{
    __shared__ __align__(16) float s[512];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, x, sizeof s);
    cg::wait(block);
    z[THREAD] = s[511 - threadIdx.x];
}
KERNEL copy_with_barrier(const float4 *x, float4 *z)
{
    __shared__ float4 s[128];
    __shared__ unsigned long long gate;
    unsigned at = (unsigned)__cvta_generic_to_shared(&gate),
             to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(at));
    __syncthreads();
    unsigned long long state;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(x + THREAD));
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at));
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at));
    int done;
    do
        asm volatile(
            "{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
            : "=r"(done)
            : "r"(at), "l"(state));
    while (!done);
    z[THREAD] = s[127 - threadIdx.x];
}
KERNEL copy_predicated(const int *x, int *z, int n)
{
    __shared__ int s[256];
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
    if (THREAD < n)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(x + THREAD));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(x + THREAD + 9),
                 "r"(n > 5 ? 4 : 0));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    z[THREAD] = s[255 - threadIdx.x];
}
