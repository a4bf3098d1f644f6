// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Bulk copies and reductions.
#include "tma.cuh"

// Bulk copies in a cluster of two: from global memory, to both, to the other, and back.
extern "C" __global__ void __cluster_dims__(2, 1, 1) bulk_copies(const u32 *in, u32 *out, u32 bytes)
{
    __shared__ __align__(8) u64 object;
    u32 at = box(), t = threadIdx.x, own = rank(), words = bytes / 4, there, told;
    for (u32 i = t; i < 4 * words; i += blockDim.x) put_word(at + 4 * i, 0x55555555);
    if (!t) {
        init(SHARED(&object), 1);
        arrive_expect(SHARED(&object), 3 * bytes);
    }
    fence();
    meet();
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(own ^ 1));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(told)
                 : "r"(SHARED(&object)), "r"(own ^ 1));
    if (!t) {
        u32 object_at = SHARED(&object);
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(in), "r"(bytes) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                     "%2, [%3];" ::"r"(at),
                     "l"(in + own * words), "r"(bytes), "r"(object_at)
                     : "memory");
        if (own)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                         ".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(at + bytes),
                         "l"(in + 2 * words), "r"(bytes), "r"(object_at), "h"((unsigned short)3)
                         : "memory");
        asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], "
                     "[%1], %2, [%3];" ::"r"(there + 2 * bytes),
                     "r"(at), "r"(bytes), "r"(told)
                     : "memory");
    }
    await(SHARED(&object), 0);
    meet();
    fence();
    if (!t) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                         out + own * 4 * words),
                     "r"(at), "r"(4 * bytes)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    meet();
}

// Sums and the like of `in`, once in global memory and once in that of the other CTA.
#define BULK_REDUCE(name, global, shared)                                                          \
    extern "C" __global__ void __cluster_dims__(2, 1, 1)                                           \
        name(const u32 *in, u32 *out, u32 bytes)                                                   \
    {                                                                                              \
        __shared__ __align__(8) u64 object;                                                        \
        u32 at = box(), t = threadIdx.x, own = rank(), words = bytes / 4, there, told;             \
        for (u32 i = t; i < words; i += blockDim.x) {                                              \
            put_word(at + 4 * i, in[i]);                                                           \
            put_word(at + bytes + 4 * i, in[words + i]);                                           \
        }                                                                                          \
        if (!t) {                                                                                  \
            init(SHARED(&object), 1);                                                              \
            arrive_expect(SHARED(&object), bytes);                                                 \
        }                                                                                          \
        fence();                                                                                   \
        meet();                                                                                    \
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(own ^ 1));\
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"                                        \
                     : "=r"(told)                                                                  \
                     : "r"(SHARED(&object)), "r"(own ^ 1));                                        \
        if (!t) {                                                                                  \
            asm volatile(global " [%0], [%1], %2;" ::"l"(out), "r"(at), "r"(bytes) : "memory");    \
            asm volatile(shared " [%0], [%1], %2, [%3];" ::"r"(there + bytes), "r"(at),            \
                         "r"(bytes), "r"(told)                                                     \
                         : "memory");                                                              \
            asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");  \
        }                                                                                          \
        await(SHARED(&object), 0);                                                                 \
        for (u32 i = t; i < words; i += blockDim.x)                                                \
            out[(1 + own) * words + i] = word_at(at + bytes + 4 * i);                              \
        meet();                                                                                    \
    }
#define TO_GLOBAL "cp.reduce.async.bulk.global.shared::cta.bulk_group"
#define TO_SHARED "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
BULK_REDUCE(bulk_add, TO_GLOBAL ".add.u32", TO_SHARED ".add.u32")
BULK_REDUCE(bulk_max, TO_GLOBAL ".max.s32", TO_SHARED ".max.s32")
BULK_REDUCE(bulk_min, TO_GLOBAL ".min.u64", TO_SHARED ".min.u32")
BULK_REDUCE(bulk_wide, TO_GLOBAL ".add.u64", TO_SHARED ".add.u64")
BULK_REDUCE(bulk_xor, TO_GLOBAL ".xor.b32", TO_SHARED ".xor.b32")
BULK_REDUCE(bulk_inc, TO_GLOBAL ".inc.u32", TO_SHARED ".dec.u32")
BULK_REDUCE(bulk_float, TO_GLOBAL ".add.f32", TO_SHARED ".and.b32")
BULK_REDUCE(bulk_double, TO_GLOBAL ".add.f64", TO_SHARED ".or.b32")
BULK_REDUCE(bulk_half, TO_GLOBAL ".add.noftz.f16", TO_SHARED ".add.u32")
