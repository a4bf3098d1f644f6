// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The register pool of a CTA: a warp group gives registers away, another one takes them and uses
// more than the kernel begins with.
#include "mbarrier.cuh"

enum { VALUES = 150 };

extern "C" __global__ void __maxnreg__(80) pool_exchange(const u32 *in, u32 *out)
{
    __shared__ __align__(8) u64 object;
    u32 t = threadIdx.x;
    if (!t) init(SHARED(&object), 128);
    __syncthreads();
    if (t < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
        out[t] = in[t] + 1;
        arrive(SHARED(&object));
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 208;");
        asm volatile("griddepcontrol.wait;" ::: "memory");
        await(SHARED(&object), 0);
        u32 x[VALUES], sum = 0;
#pragma unroll
        for (u32 i = 0; i < VALUES; i++) asm volatile("ld.global.u32 %0, [%1];" : "=r"(x[i]) : "l"(out + (t + i) % 128));
#pragma unroll
        for (u32 i = 0; i < VALUES; i++) asm volatile("mad.lo.u32 %0, %0, 31, %1;" : "+r"(sum) : "r"(x[i] ^ x[VALUES - 1 - i]));
        out[t] = sum;
    }
}
