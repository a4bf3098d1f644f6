// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Asynchronous copies, and matrices of halves that a warp loads, stores and transposes.
#include "semantics.cuh"

#define SHARED(p) ((u32)__cvta_generic_to_shared(p))
#define COMMIT asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")

// Copies of 4, 8 and 16 bytes; the middle one bypasses a cache.
KERNEL(copy_sizes, __shared__ uint4 pool[128][2]; u32 to = SHARED(&pool[threadIdx.x]);
       asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + 5)
                    : "memory");
       asm volatile("cp.async.ca.shared.global [%0+8], [%1], 8;" ::"r"(to), "l"(in + 2)
                    : "memory");
       asm volatile("cp.async.cg.shared.global [%0+16], [%1], 16;" ::"r"(to), "l"(in + 4)
                    : "memory");
       asm volatile("cp.async.wait_all;" ::
                        : "memory");
       uint4 x = pool[threadIdx.x][0], y = pool[threadIdx.x][1]; out[0] = x.x; out[2] = x.z;
       out[3] = x.w; out[4] = y.x; out[5] = y.y; out[6] = y.z; out[7] = y.w)

// Fewer bytes than the size: zeros fill the rest.
#define FILLED(name, size, at)                                                                     \
    KERNEL(name, __shared__ uint4 pool[128]; pool[threadIdx.x] = make_uint4(1, 2, 3, 4);           \
           u32 to = SHARED(&pool[threadIdx.x]), n = h % (size + 1);                                \
           asm volatile("cp.async.ca.shared.global [%0], [%1], " #size ", %2;" ::"r"(to),          \
                        "l"(in + at), "r"(n)                                                       \
                        : "memory");                                                               \
           asm volatile("cp.async.wait_all;" ::                                                    \
                            : "memory");                                                           \
           uint4 x = pool[threadIdx.x]; out[0] = x.x; out[1] = x.y; out[2] = x.z; out[3] = x.w)
FILLED(copy_filled_4, 4, 3)
FILLED(copy_filled_8, 8, 2)
FILLED(copy_filled_16, 16, 4)

KERNEL(copy_ignored, __shared__ uint4 pool[128]; pool[threadIdx.x] = make_uint4(1, 2, 3, 4);
       u32 to = SHARED(&pool[threadIdx.x]);
       asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0;"
                    "cp.async.cg.shared.global.L2::128B [%0], [%1], 16, p;}" ::"r"(to),
                    "l"(in), "r"(h & 1)
                    : "memory");
       asm volatile("cp.async.wait_all;" ::
                        : "memory");
       uint4 x = pool[threadIdx.x]; out[0] = x.x; out[1] = x.y; out[2] = x.z; out[3] = x.w)

KERNEL(copy_predicated, __shared__ u32 pool[128]; pool[threadIdx.x] = a;
       u32 to = SHARED(&pool[threadIdx.x]);
       if (h & 1) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + 3)
                               : "memory");
       COMMIT; WAIT(0); out[0] = pool[threadIdx.x])

// Four stages, each waited for while later ones are under way; the CTA reads what its neighbours
// copied.
KERNEL(
    copy_pipeline, __shared__ uint2 pool[4][128]; u32 t = threadIdx.x, sum = 0;
    for (u32 s = 0; s < 3; s++) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(SHARED(&pool[s][t])),
                     "l"(in + 2 * s)
                     : "memory");
        COMMIT;
    } for (u32 s = 0; s < 4; s++) {
        if (s == 0)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(SHARED(&pool[3][t])),
                         "l"(in + 6)
                         : "memory");
        COMMIT;
        WAIT(3);
        __syncthreads();
        sum = sum * 31 + pool[s][t ^ 1].x + 7 * pool[s][t ^ 2].y;
    } out[0] = sum)

#define WARP_POOL                                                                                  \
    __shared__ __align__(16) u32 pool[4][32][4];                                                   \
    u32 w = threadIdx.x / 32, lane = threadIdx.x % 32;                                             \
    u32 at = SHARED(&pool[w][(lane * 5 + 3) % 32]);                                                \
    *(uint4 *)&pool[w][lane] = make_uint4(a, b, c, d);                                             \
    __syncthreads();

KERNEL(load_matrix, WARP_POOL u32 r;
       asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                    : "=r"(r)
                    : "r"(at)
                    : "memory");
       out[0] = r)
KERNEL(load_matrix_trans, WARP_POOL u32 r;
       asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                    : "=r"(r)
                    : "r"(at)
                    : "memory");
       out[0] = r)
KERNEL(load_matrices_2, WARP_POOL u32 r; u32 s;
       asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                    : "=r"(r), "=r"(s)
                    : "r"(at)
                    : "memory");
       out[0] = r; out[1] = s)
KERNEL(load_matrices_2_trans, WARP_POOL u32 r; u32 s;
       asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                    : "=r"(r), "=r"(s)
                    : "r"(at)
                    : "memory");
       out[0] = r; out[1] = s)
KERNEL(load_matrices_4,
       WARP_POOL asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                              : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                              : "r"(at)
                              : "memory"))
KERNEL(
    load_matrices_4_trans,
    WARP_POOL asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                           : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                           : "r"(at)
                           : "memory"))
KERNEL(move_matrix, asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"
                                 : "=r"(out[0])
                                 : "r"(a)))
