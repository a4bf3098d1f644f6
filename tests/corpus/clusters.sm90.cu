// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Clusters, distributed shared memory, mbarriers and the tensor memory accelerator.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

__device__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void barrier_wait(unsigned gate, unsigned phase)
{
    asm volatile(
        "{ .reg .pred p;\n"
        "AGAIN: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%0], %1, 0x989680;\n"
        "@p bra DONE;\nbra AGAIN;\nDONE: }" ::"r"(gate),
        "r"(phase)
        : "memory");
}

extern "C" __global__ void __cluster_dims__(4, 1, 1)
    cluster_histogram(const unsigned char *x, unsigned *bins, int n)
{
    __shared__ unsigned s[64];
    auto cluster = cg::this_cluster();
    if (threadIdx.x < 64)
        s[threadIdx.x] = 0;
    cluster.sync();
    for (int i = THREAD; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(cluster.map_shared_rank(s, x[i] >> 6) + (x[i] & 63), 1);
    cluster.sync();
    if (threadIdx.x < 64)
        atomicAdd(&bins[cluster.block_rank() * 64 + threadIdx.x], s[threadIdx.x]);
}
extern "C" __global__ void __cluster_dims__(2, 2, 1) cluster_exchange(float4 *x)
{
    __shared__ float4 s[64];
    auto cluster = cg::this_cluster();
    s[threadIdx.x] = x[THREAD];
    auto token = cluster.barrier_arrive();
    unsigned other = (cluster.block_rank() + 1) % cluster.num_blocks();
    cluster.barrier_wait(static_cast<decltype(token) &&>(token));
    float4 v = cluster.map_shared_rank(s, other)[63 - threadIdx.x];
    cluster.sync();
    x[THREAD] = v;
}
KERNEL cluster_identities(unsigned *x)
{
    auto c = cg::this_cluster();
    x[THREAD] = c.block_rank() + c.num_blocks() * 3 + c.block_index().x + c.dim_blocks().y +
                c.thread_rank();
}
KERNEL bulk_copy(const float4 *x, float4 *z, int n)
{
    __shared__ __align__(128) float4 s[2][256];
    __shared__ unsigned long long gate[2];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&gate[i])));
        asm volatile("fence.mbarrier_init.release.cluster;");
    }
    __syncthreads();
    for (int i = 0; i < n; i++) {
        unsigned at = shared_address(&gate[i & 1]);
        if (threadIdx.x == 0) {
            asm volatile(
                "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], 4096;" ::"r"(at)
                : "memory");
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                         "[%1], 4096, [%2];" ::"r"(shared_address(s[i & 1])),
                         "l"(x + i * 256), "r"(at)
                         : "memory");
        }
        barrier_wait(at, i >> 1 & 1);
        s[i & 1][threadIdx.x].x *= 2;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile(
                "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 4096;" ::"l"(z + i * 256),
                "r"(shared_address(s[i & 1]))
                : "memory");
            asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 1;" ::
                             : "memory");
        }
    }
}
struct alignas(64) tensor_map {
    unsigned long long word[16];
};
KERNEL tensor_copy(const __grid_constant__ tensor_map from, const __grid_constant__ tensor_map to,
                   int tiles)
{
    __shared__ __align__(1024) __half s[64][64];
    __shared__ unsigned long long gate;
    unsigned at = shared_address(&gate), tile = shared_address(s);
    if (threadIdx.x == 0) {
        asm volatile("prefetch.tensormap [%0];" ::"l"(&from));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
        asm volatile("fence.proxy.async;");
    }
    __syncthreads();
    for (int i = 0; i < tiles; i++) {
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at),
                         "r"((int)sizeof s));
            asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_"
                         "tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(tile),
                         "l"(&from), "r"(i * 64), "r"(blockIdx.x * 64), "r"(at)
                         : "memory");
        }
        barrier_wait(at, i & 1);
        s[threadIdx.x / 64 * 16][threadIdx.x % 64] *= __half(2.0f);
        asm volatile("fence.proxy.async.shared::cta;");
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, "
                         "%2}], [%3];" ::"l"(&to),
                         "r"(i * 64), "r"(blockIdx.x * 64), "r"(tile)
                         : "memory");
            asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group "
                         "[%0, {%1, %2}], [%3];" ::"l"(&to),
                         "r"(0), "r"(i), "r"(tile)
                         : "memory");
            asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
        }
        __syncthreads();
    }
}
KERNEL producer_consumer(const float *x, float *z, int n)
{
    __shared__ float s[4][128];
    __shared__ unsigned long long full[4], empty[4];
    if (threadIdx.x < 4) {
        asm volatile(
            "mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(shared_address(&full[threadIdx.x])));
        asm volatile(
            "mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(shared_address(&empty[threadIdx.x])));
    }
    __syncthreads();
    int t = threadIdx.x & 127;
    for (int i = 0; i < n; i++) {
        int k = i & 3;
        if (threadIdx.x < 128) {
            if (i >= 4)
                barrier_wait(shared_address(&empty[k]), (i / 4 - 1) & 1);
            s[k][t] = x[i * 128 + t];
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&full[k]))
                         : "memory");
        } else {
            barrier_wait(shared_address(&full[k]), i / 4 & 1);
            z[i * 128 + t] = s[k][127 - t];
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&empty[k]))
                         : "memory");
        }
    }
}
KERNEL dependent_launch(float *x)
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
    x[THREAD] += 1;
    asm volatile("griddepcontrol.launch_dependents;");
}
KERNEL elected(int *x)
{
    int chosen;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.b32 %0, 1, 0, p; }"
                 : "=r"(chosen));
    if (chosen)
        x[threadIdx.x / 32] = 1;
}
KERNEL atomic_vectors(float4 *x, float2 *y)
{
    x[THREAD] = atomicAdd(x + 1, make_float4(1, 2, 3, 4));
    y[THREAD] = atomicAdd(y + 1, make_float2(1, threadIdx.x));
}
