// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Special registers about clusters.
#include "semantics.cuh"

#define READ(k, name) asm volatile("mov.u32 %0, %%" #name ";" : "=r"(out[k]))
extern "C" __global__ void special_cluster(u32 *out)
{
    u32 block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    out += 64 * block;
    if (threadIdx.x || threadIdx.y || threadIdx.z)
        return;
    READ(0, clusterid.x);
    READ(1, clusterid.y);
    READ(2, clusterid.z);
    READ(3, nclusterid.x);
    READ(4, nclusterid.y);
    READ(5, nclusterid.z);
    READ(6, cluster_ctaid.x);
    READ(7, cluster_ctaid.y);
    READ(8, cluster_ctaid.z);
    READ(9, cluster_nctaid.x);
    READ(10, cluster_nctaid.y);
    READ(11, cluster_nctaid.z);
    READ(12, cluster_ctarank);
    READ(13, cluster_nctarank);
    asm volatile("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}"
                 : "=r"(out[14]));
}
