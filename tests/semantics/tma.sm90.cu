// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Copies by tensor maps.
#include "tma.cuh"

#include <cuda.h>

struct place {
    s32 c[5];
    u32 bytes; ///< of the box with what it leaves out
    u32 transactions;
    unsigned short offsets[3], ctas;
};

#define MAP const __grid_constant__ CUtensorMap map, const __grid_constant__ place p

// A box that is fetched, word by word to `out`.
#define LOAD(name, ptx, ...)                                                                       \
    extern "C" __global__ void name(MAP, u32 *out)                                                 \
    {                                                                                              \
        __shared__ __align__(8) u64 object;                                                        \
        u32 at = box(), t = threadIdx.x;                                                           \
        for (u32 i = t; i < p.bytes / 4; i += blockDim.x) put_word(at + 4 * i, 0x55555555);        \
        if (!t) init(SHARED(&object), 1);                                                          \
        fence();                                                                                   \
        __syncthreads();                                                                           \
        if (!t) {                                                                                  \
            arrive_expect(SHARED(&object), p.transactions);                                        \
            asm volatile(ptx ::"r"(at), "l"(&map), "r"(SHARED(&object)), __VA_ARGS__ : "memory");  \
        }                                                                                          \
        await(SHARED(&object), 0);                                                                 \
        for (u32 i = t; i < p.bytes / 4; i += blockDim.x) out[i] = word_at(at + 4 * i);            \
    }
#define TILE(n) "cp.async.bulk.tensor." #n "d.shared::cluster.global.mbarrier::complete_tx::bytes"
#define TAPS(n)                                                                                    \
    "cp.async.bulk.tensor." #n                                                                     \
    "d.im2col.shared::cluster.global.mbarrier::complete_tx::bytes"
LOAD(load_1d, TILE(1) " [%0], [%1, {%3}], [%2];", "r"(p.c[0]))
LOAD(load_2d, TILE(2) " [%0], [%1, {%3, %4}], [%2];", "r"(p.c[0]), "r"(p.c[1]))
LOAD(load_3d, TILE(3) " [%0], [%1, {%3, %4, %5}], [%2];", "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]))
LOAD(load_4d, TILE(4) " [%0], [%1, {%3, %4, %5, %6}], [%2];", "r"(p.c[0]), "r"(p.c[1]),
     "r"(p.c[2]), "r"(p.c[3]))
LOAD(load_5d, TILE(5) ".L2::cache_hint [%0], [%1, {%3, %4, %5, %6, %7}], [%2], %8;", "r"(p.c[0]),
     "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3]), "r"(p.c[4]), "l"(0x12f0000000000000ull))
LOAD(taps_3d, TAPS(3) " [%0], [%1, {%3, %4, %5}], [%2], {%6};", "r"(p.c[0]), "r"(p.c[1]),
     "r"(p.c[2]), "h"(p.offsets[0]))
LOAD(taps_4d, TAPS(4) " [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8};", "r"(p.c[0]), "r"(p.c[1]),
     "r"(p.c[2]), "r"(p.c[3]), "h"(p.offsets[0]), "h"(p.offsets[1]))
LOAD(taps_5d, TAPS(5) " [%0], [%1, {%3, %4, %5, %6, %7}], [%2], {%8, %9, %10};", "r"(p.c[0]),
     "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3]), "r"(p.c[4]), "h"(p.offsets[0]), "h"(p.offsets[1]),
     "h"(p.offsets[2]))

// A box made of the words of `in`, which is stored or added; prefetches do nothing that one sees.
#define STORE(name, ptx, ...)                                                                      \
    extern "C" __global__ void name(MAP, const u32 *in)                                            \
    {                                                                                              \
        u32 at = box(), t = threadIdx.x;                                                           \
        for (u32 i = t; i < p.bytes / 4; i += blockDim.x) put_word(at + 4 * i, in[i]);             \
        fence();                                                                                   \
        __syncthreads();                                                                           \
        if (t) return;                                                                             \
        asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");                           \
        asm volatile(ptx ::"r"(at), "l"(&map), __VA_ARGS__ : "memory");                            \
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");      \
    }
#define BACK(n) "cp.async.bulk.tensor." #n "d.global.shared::cta.bulk_group"
STORE(store_1d, BACK(1) " [%1, {%2}], [%0];", "r"(p.c[0]))
STORE(store_2d, BACK(2) " [%1, {%2, %3}], [%0];", "r"(p.c[0]), "r"(p.c[1]))
STORE(store_3d, BACK(3) " [%1, {%2, %3, %4}], [%0];", "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]))
STORE(store_4d, BACK(4) " [%1, {%2, %3, %4, %5}], [%0];", "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]),
      "r"(p.c[3]))
STORE(store_5d, BACK(5) " [%1, {%2, %3, %4, %5, %6}], [%0];", "r"(p.c[0]), "r"(p.c[1]),
      "r"(p.c[2]), "r"(p.c[3]), "r"(p.c[4]))
STORE(store_taps_4d,
      "cp.async.bulk.tensor.4d.im2col_no_offs.global.shared::cta.bulk_group "
      "[%1, {%2, %3, %4, %5}], [%0];",
      "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3]))
STORE(prefetch_2d, "cp.async.bulk.prefetch.tensor.2d.L2.global [%1, {%2, %3}];", "r"(p.c[0]),
      "r"(p.c[1]))
#define REDUCE(op)                                                                                 \
    STORE(reduce_##op,                                                                             \
          "cp.reduce.async.bulk.tensor.2d.global.shared::cta." #op ".bulk_group "                  \
          "[%1, {%2, %3}], [%0];",                                                                 \
          "r"(p.c[0]), "r"(p.c[1]))
REDUCE(add)
REDUCE(min)
REDUCE(max)
REDUCE(inc)
REDUCE(dec)
REDUCE(and)
REDUCE(or)
REDUCE(xor)

// The first CTA fetches for those of the mask; each tells what it has.
extern "C" __global__ void multicast_2d(MAP, u32 *out)
{
    __shared__ __align__(8) u64 object;
    u32 at = box(), t = threadIdx.x, own = rank();
    for (u32 i = t; i < p.bytes / 4; i += blockDim.x) put_word(at + 4 * i, 0x55555555);
    if (!t) {
        init(SHARED(&object), 1);
        if (p.ctas >> own & 1) arrive_expect(SHARED(&object), p.transactions);
    }
    fence();
    meet();
    if (!t && own == 1)
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
            ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(at),
            "l"(&map), "r"(p.c[0]), "r"(p.c[1]), "r"(SHARED(&object)), "h"(p.ctas)
            : "memory");
    if (p.ctas >> own & 1) await(SHARED(&object), 0);
    meet();
    for (u32 i = t; i < p.bytes / 4; i += blockDim.x)
        out[blockIdx.x * (p.bytes / 4) + i] = word_at(at + 4 * i);
}

// A ring of three boxes: a lane of the first warp fetches, the other warps add up.
extern "C" __global__ void ring_2d(MAP, u32 *out)
{
    __shared__ __align__(8) u64 full[3], empty[3];
    u32 t = threadIdx.x, sum = 0, rounds = p.offsets[0];
    if (t < 3) {
        init(SHARED(&full[t]), 1);
        init(SHARED(&empty[t]), blockDim.x / 32 - 1);
    }
    fence();
    __syncthreads();
    if (t < 32) {
        for (u32 i = 0; i < rounds && t == 0; i++) {
            u32 place = i % 3;
            await(SHARED(&empty[place]), ~(i / 3) & 1);
            arrive_expect(SHARED(&full[place]), p.transactions);
            asm volatile(TILE(2) " [%0], [%1, {%2, %3}], [%4];" ::"r"(box() + place * p.bytes),
                         "l"(&map), "r"(p.c[0]), "r"(p.c[1] + (s32)i), "r"(SHARED(&full[place]))
                         : "memory");
        }
        return;
    }
    for (u32 i = 0; i < rounds; i++) {
        u32 place = i % 3;
        await(SHARED(&full[place]), i / 3 & 1);
        for (u32 k = t - 32; k < p.bytes / 4; k += blockDim.x - 32)
            sum = sum * 31 + word_at(box() + place * p.bytes + 4 * k);
        __syncwarp();
        if (t % 32 == 0) arrive(SHARED(&empty[place]));
    }
    out[t - 32] = sum;
}
