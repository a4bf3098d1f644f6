// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Special registers of PTX: thread i of the grid writes out[64 i] and following.
#include "semantics.cuh"

#define READ(k, name) asm volatile("mov.u32 %0, %%" #name ";" : "=r"(out[k]))
extern "C" __global__ void special(u32 *out)
{
    u32 block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    u32 thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    u64 first, second;
    out += 64 * (block * blockDim.x * blockDim.y * blockDim.z + thread);
    READ(0, tid.x);
    READ(1, tid.y);
    READ(2, tid.z);
    READ(3, ntid.x);
    READ(4, ntid.y);
    READ(5, ntid.z);
    READ(6, ctaid.x);
    READ(7, ctaid.y);
    READ(8, ctaid.z);
    READ(9, nctaid.x);
    READ(10, nctaid.y);
    READ(11, nctaid.z);
    READ(12, laneid);
    READ(13, warpid);
    READ(14, nwarpid);
    READ(15, smid);
    READ(16, nsmid);
    READ(17, dynamic_smem_size);
    READ(18, total_smem_size);
    READ(19, lanemask_lt);
    READ(20, lanemask_ge);
    READ(21, envreg0);
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(first));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(second));
    out[22] = second > first;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(first));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(second));
    out[23] = second >= first;
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(first));
    out[24] = (u32)first;
    out[25] = (u32)(first >> 32);
}

extern "C" __global__ void trap(u32 *out)
{
    if (threadIdx.x == 3)
        asm volatile("trap;");
    out[threadIdx.x] = 1;
}
