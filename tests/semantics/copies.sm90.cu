// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Matrices that a warp stores.
#include "semantics.cuh"

#define WARP_POOL                                                                                  \
    __shared__ __align__(16) u32 pool[4][32][4];                                                   \
    u32 w = threadIdx.x / 32, lane = threadIdx.x % 32;                                             \
    u32 at = (u32)__cvta_generic_to_shared(&pool[w][(lane * 5 + 3) % 32]);                         \
    *(uint4 *)&pool[w][lane] = make_uint4(e, f, g, h);                                             \
    __syncthreads();
#define READ_BACK                                                                                  \
    __syncthreads();                                                                               \
    uint4 x = *(uint4 *)&pool[w][lane];                                                            \
    out[0] = x.x;                                                                                  \
    out[1] = x.y;                                                                                  \
    out[2] = x.z;                                                                                  \
    out[3] = x.w

KERNEL(store_matrix,
       WARP_POOL asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at),
                              "r"(a)
                              : "memory");
       READ_BACK)
KERNEL(store_matrices_2_trans,
       WARP_POOL asm volatile(
           "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(a),
           "r"(b)
           : "memory");
       READ_BACK)
KERNEL(store_matrices_4,
       WARP_POOL asm volatile(
           "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(a),
           "r"(b), "r"(c), "r"(d)
           : "memory");
       READ_BACK)
