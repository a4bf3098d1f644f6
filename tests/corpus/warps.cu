// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Warps and blocks: shuffles, votes, matches, reductions, barriers, cooperative groups, timers.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define FULL 0xffffffffu

template <class T> __global__ void shuffles(T *x, int lane)
{
    T v = x[THREAD];
    v += __shfl_sync(FULL, v, lane);
    v += __shfl_up_sync(FULL, v, 1);
    v += __shfl_down_sync(FULL, v, lane, 16);
    v += __shfl_xor_sync(FULL, v, 8);
    v += __shfl_sync(FULL, v, 3, 4);
    v += __shfl_xor_sync(0xff, v, lane, 8);
    x[THREAD] = v;
}
template __global__ void shuffles(int *, int);
template __global__ void shuffles(float *, int);
template __global__ void shuffles(double *, int);
template __global__ void shuffles(long long *, int);

KERNEL votes(int *x, int n)
{
    int v = x[THREAD], r = 0;
    r += __all_sync(FULL, v > 3) + 2 * __any_sync(FULL, v == n) +
         4 * __popc(__ballot_sync(FULL, v & 1));
    r += 8 * __uni_sync(FULL, v > 9);
    if (__any_sync(FULL, v > 100))
        r ^= __ballot_sync(0xffff, v != n);
    x[THREAD] = r;
}
KERNEL matches(int *x, long long *y)
{
    int all;
    unsigned r = __match_any_sync(FULL, x[THREAD]);
    r ^= __match_all_sync(FULL, x[THREAD], &all);
    r += __match_any_sync(FULL, y[THREAD]) + all;
    r += __match_all_sync(0xff, y[THREAD], &all) + all;
    x[THREAD] = r;
}
KERNEL warp_reduce(int *x, unsigned *y)
{
    int v = x[THREAD];
    unsigned u = y[THREAD];
    x[THREAD] =
        __reduce_add_sync(FULL, v) + __reduce_min_sync(FULL, v) * __reduce_max_sync(FULL, v);
    y[THREAD] =
        __reduce_and_sync(FULL, u) + __reduce_or_sync(FULL, u) * __reduce_xor_sync(0xff, u) +
        __reduce_max_sync(FULL, u) + __reduce_min_sync(FULL, u) + __reduce_add_sync(FULL, u);
}
KERNEL warp_scan(float *x)
{
    float v = x[THREAD];
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int i = 1; i < 32; i <<= 1) {
        float w = __shfl_up_sync(FULL, v, i);
        if (lane >= i)
            v += w;
    }
    x[THREAD] = v;
}
KERNEL warp_bitonic(int *x)
{
    int v = x[THREAD], lane = threadIdx.x & 31;
#pragma unroll
    for (int k = 2; k <= 32; k <<= 1)
#pragma unroll
        for (int j = k >> 1; j; j >>= 1) {
            int w = __shfl_xor_sync(FULL, v, j);
            bool up = (lane & k) == 0, low = (lane & j) == 0;
            v = up == low ? min(v, w) : max(v, w);
        }
    x[THREAD] = v;
}
KERNEL active(unsigned *x)
{
    if (x[THREAD] & 1)
        x[THREAD] = __activemask();
    else if (x[THREAD] & 2)
        x[THREAD] = __popc(__activemask()) * 3;
}
KERNEL block_votes(int *x)
{
    int v = x[THREAD];
    x[THREAD] = __syncthreads_count(v > 3) + __syncthreads_and(v != 7) * 1000 +
                __syncthreads_or(v == 9) * 2000;
}
KERNEL block_reduce(float *x, float *z)
{
    __shared__ float part[32];
    float v = x[THREAD];
    for (int i = 16; i; i >>= 1)
        v += __shfl_down_sync(FULL, v, i);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int i = 16; i; i >>= 1)
            v += __shfl_down_sync(FULL, v, i);
        if (threadIdx.x == 0)
            z[blockIdx.x] = v;
    }
}
KERNEL named_barriers(float *x)
{
    __shared__ float s[256];
    if (threadIdx.x < 128) {
        s[threadIdx.x] = x[THREAD];
        asm volatile("bar.arrive 1, 256;" ::: "memory");
        asm volatile("bar.sync 2, 128;" ::: "memory");
        x[THREAD] = s[127 - threadIdx.x];
    } else {
        asm volatile("bar.sync 1, 256;" ::: "memory");
        x[THREAD] = s[threadIdx.x - 128];
    }
}
KERNEL barrier_by_value(float *x, int name)
{
    asm volatile("barrier.sync %0, %1;" ::"r"(name + (int)(threadIdx.x >> 6)), "r"(64) : "memory");
    x[THREAD] = 1;
}
KERNEL groups_tile(float *x)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    float v = x[block.thread_rank()];
    v += tile.shfl_down(v, 4);
    if (tile.any(v > 3))
        v = cg::reduce(tile, v, cg::plus<float>());
    tile.sync();
    x[THREAD] = v + tile.meta_group_rank();
}
KERNEL groups_reduce(int *x)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int v = x[THREAD];
    x[THREAD] = cg::reduce(warp, v, cg::plus<int>()) ^ cg::reduce(warp, v, cg::bit_or<int>()) ^
                cg::reduce(warp, v, cg::greater<int>());
}
KERNEL groups_scan(int *x)
{
    auto warp = cg::tiled_partition<8>(cg::this_thread_block());
    x[THREAD] = cg::inclusive_scan(warp, x[THREAD]) +
                cg::exclusive_scan(warp, x[THREAD], cg::greater<int>());
}
KERNEL groups_coalesced(int *x, int *counter)
{
    if (x[THREAD] > 0) {
        auto g = cg::coalesced_threads();
        int base = 0;
        if (g.thread_rank() == 0)
            base = atomicAdd(counter, (int)g.size());
        x[THREAD] = g.shfl(base, 0) + g.thread_rank();
    }
}
KERNEL groups_labeled(int *x)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto part = cg::labeled_partition(warp, x[THREAD] & 3);
    x[THREAD] = cg::reduce(part, x[THREAD], cg::plus<int>());
    auto half = cg::binary_partition(warp, x[THREAD] > 7);
    x[THREAD] += half.size();
}
KERNEL groups_grid(float *x, int n)
{
    auto grid = cg::this_grid();
    for (int i = 0; i < n; i++) {
        x[grid.thread_rank()] += x[(grid.thread_rank() + 1) % grid.size()];
        grid.sync();
    }
}
KERNEL timers(long long *x, unsigned *y)
{
    long long a = clock64();
    unsigned b = clock();
    y[THREAD] = y[THREAD + 1] * 3;
    x[THREAD] = clock64() - a;
    y[THREAD + 2] = clock() - b;
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    x[THREAD + 3] = t;
    __nanosleep(100);
    __nanosleep(y[0]);
}
KERNEL identities(unsigned *x)
{
    unsigned lane, warp, sm, mask;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    x[THREAD] = lane + warp * 32 + sm * 1024 + mask + threadIdx.y * blockDim.y +
                threadIdx.z * blockDim.z + blockIdx.z * gridDim.y + gridDim.z + warpSize;
}
KERNEL spin(volatile int *flag, int *x)
{
    if (threadIdx.x == 0)
        while (*flag == 0)
            __nanosleep(32);
    __syncthreads();
    x[THREAD] = 2;
}
KERNEL radix_count(const unsigned *x, unsigned *counts, int shift)
{
    __shared__ unsigned bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    unsigned digit = x[THREAD] >> shift & 15, peers = FULL;
#pragma unroll
    for (int b = 0; b < 4; b++) {
        unsigned vote = __ballot_sync(FULL, digit >> b & 1);
        peers &= digit >> b & 1 ? vote : ~vote;
    }
    if ((threadIdx.x & 31) == __ffs(peers) - 1)
        atomicAdd(&bins[digit], __popc(peers));
    __syncthreads();
    if (threadIdx.x < 16)
        counts[blockIdx.x * 16 + threadIdx.x] = bins[threadIdx.x];
}
