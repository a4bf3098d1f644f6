// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Warp groups: wgmma fed by the tensor memory accelerator, register reallocation.
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}
__device__ unsigned long long descriptor(unsigned at)
{
    return (unsigned long long)(at >> 4 & 0x3fff) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
struct alignas(64) tensor_map {
    unsigned long long word[16];
};
__device__ void barrier_wait(unsigned gate, unsigned phase)
{
    asm volatile("{ .reg .pred p;\nAGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@p bra DONE;\nbra AGAIN;\nDONE: }" ::"r"(gate),
                 "r"(phase)
                 : "memory");
}
__device__ void multiply(float (&d)[32], unsigned long long a, unsigned long long b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
        "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, 1, 1, 1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
          "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
          "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
          "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
          "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
        : "l"(a), "l"(b));
}
template <int STAGES>
__global__ void __launch_bounds__(256, 1) __cluster_dims__(2, 1, 1)
    gemm_warp_groups(const __grid_constant__ tensor_map a, const __grid_constant__ tensor_map b,
                     float *c, int n, int k)
{
    extern __shared__ __align__(1024) __half pool[];
    __shared__ unsigned long long full[STAGES], empty[STAGES];
    unsigned base = shared_address(pool);
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[i])));
            asm volatile(
                "mbarrier.init.shared::cta.b64 [%0], 256;" ::"r"(shared_address(&empty[i])));
        }
        asm volatile("fence.mbarrier_init.release.cluster;");
    }
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
    if (threadIdx.x >= 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 128)
            for (int i = 0; i < k / 64; i++) {
                int s = i % STAGES;
                if (i >= STAGES)
                    barrier_wait(shared_address(&empty[s]), (i / STAGES - 1) & 1);
                unsigned gate = shared_address(&full[s]), to = base + s * 16384;
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16384;" ::"r"(gate)
                             : "memory");
                asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx:"
                             ":bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
                             "l"(&a), "r"(i * 64), "r"(blockIdx.y * 64), "r"(gate)
                             : "memory");
                asm volatile(
                    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes."
                    "multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to + 8192),
                    "l"(&b), "r"(i * 64), "r"(blockIdx.x * 64), "r"(gate), "h"((short)3)
                    : "memory");
            }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    float d[32] = {};
    for (int i = 0; i < k / 64; i++) {
        int s = i % STAGES;
        barrier_wait(shared_address(&full[s]), i / STAGES & 1);
        unsigned at = base + s * 16384;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int p = 0; p < 4; p++)
            multiply(d, descriptor(at + p * 32), descriptor(at + 8192 + p * 32));
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::
                         : "memory");
        unsigned remote;
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                     : "=r"(remote)
                     : "r"(shared_address(&empty[s])), "r"(i & 1));
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(remote)
                     : "memory");
    }
    int row = blockIdx.y * 64 + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4,
        column = blockIdx.x * 64 + threadIdx.x % 4 * 2;
    for (int j = 0; j < 8; j++) {
        *(float2 *)&c[row * n + column + j * 8] = make_float2(d[j * 4], d[j * 4 + 1]);
        *(float2 *)&c[(row + 8) * n + column + j * 8] = make_float2(d[j * 4 + 2], d[j * 4 + 3]);
    }
}
template __global__ void gemm_warp_groups<2>(const __grid_constant__ tensor_map,
                                             const __grid_constant__ tensor_map, float *, int, int);
template __global__ void gemm_warp_groups<4>(const __grid_constant__ tensor_map,
                                             const __grid_constant__ tensor_map, float *, int, int);
