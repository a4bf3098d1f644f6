// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Atomics of all types, spaces and scopes; fences; locks.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned long long u64;

#define ATOMICS(suffix, scope)                                                                     \
    KERNEL global_##suffix(int *i, unsigned *u, u64 *l, long long *s, float *f, double *d)         \
    {                                                                                              \
        int t = threadIdx.x;                                                                       \
        i[0] = atomicAdd##scope(i + 1, t) + atomicSub##scope(i + 2, t) +                           \
               atomicMin##scope(i + 3, t) + atomicMax##scope(i + 4, t) +                           \
               atomicAnd##scope(i + 5, t) + atomicOr##scope(i + 6, t) +                            \
               atomicXor##scope(i + 7, t) + atomicExch##scope(i + 8, t) +                          \
               atomicCAS##scope(i + 9, t, 5);                                                      \
        u[0] = atomicInc##scope(u + 1, 77) + atomicDec##scope(u + 2, 99) +                         \
               atomicMax##scope(u + 3, 5u);                                                        \
        l[0] = atomicAdd##scope(l + 1, 3ull) + atomicMax##scope(l + 2, 4ull) +                     \
               atomicExch##scope(l + 3, 5ull) + atomicCAS##scope(l + 4, 6ull, 7ull) +              \
               atomicXor##scope(l + 5, 8ull);                                                      \
        s[0] = atomicMin##scope(s + 1, (long long)t);                                              \
        f[0] = atomicAdd##scope(f + 1, (float)t);                                                  \
        d[0] = atomicAdd##scope(d + 1, (double)t);                                                 \
    }                                                                                              \
    KERNEL reduce_##suffix(int *i, unsigned *u, u64 *l, long long *s, float *f, double *d)         \
    {                                                                                              \
        int t = threadIdx.x;                                                                       \
        atomicAdd##scope(i + 1, t), atomicSub##scope(i + 2, t), atomicMin##scope(i + 3, t);        \
        atomicMax##scope(i + 4, t), atomicAnd##scope(i + 5, t), atomicOr##scope(i + 6, t);         \
        atomicXor##scope(i + 7, t), atomicInc##scope(u + 1, 77), atomicDec##scope(u + 2, 99);      \
        atomicAdd##scope(l + 1, 3ull), atomicMax##scope(l + 2, 4ull),                              \
            atomicXor##scope(l + 5, 8ull);                                                         \
        atomicMin##scope(s + 1, (long long)t), atomicAdd##scope(f + 1, (float)t);                  \
        atomicAdd##scope(d + 1, (double)t);                                                        \
    }                                                                                              \
    KERNEL shared_##suffix(int *out)                                                               \
    {                                                                                              \
        __shared__ int i[8];                                                                       \
        __shared__ unsigned u[4];                                                                  \
        __shared__ u64 l[4];                                                                       \
        __shared__ float f[2];                                                                     \
        __shared__ double d[2];                                                                    \
        int t = threadIdx.x;                                                                       \
        out[THREAD] = atomicAdd##scope(i + 1, t) + atomicMin##scope(i + 2, t) +                    \
                      atomicXor##scope(i + 3, t) + atomicExch##scope(i + 4, t) +                   \
                      atomicCAS##scope(i + 5, t, 9) + atomicInc##scope(u, 7u) +                    \
                      (int)atomicAdd##scope(l, 5ull) + (int)atomicCAS##scope(l + 1, 2ull, 3ull) +  \
                      (int)atomicMax##scope(l + 2, 9ull) + (int)atomicAdd##scope(f, 2.5f) +        \
                      (int)atomicAdd##scope(d, 2.5);                                               \
        atomicAdd##scope(i + 6, 1), atomicOr##scope(u + 1, 8u), atomicAdd##scope(f + 1, 1.0f);     \
    }
ATOMICS(gpu, )
ATOMICS(block, _block)
ATOMICS(system, _system)

KERNEL atomic_halves(__half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2)
{
    h[0] = atomicAdd(h + 1, h[THREAD]);
    h2[0] = atomicAdd(h2 + 1, h2[THREAD]);
    b[0] = atomicAdd(b + 1, b[THREAD]);
    b2[0] = atomicAdd(b2 + 1, b2[THREAD]);
    atomicAdd(h2 + 2, h2[3]);
}
KERNEL atomic_short(unsigned short *x)
{
    x[0] = atomicCAS(x + 1, (unsigned short)threadIdx.x, (unsigned short)3);
}
KERNEL atomic_generic(int *x, float *y, int n)
{
    __shared__ int s[4];
    __shared__ float f;
    int *p = n > 3 ? x : s;
    float *q = n > 3 ? y : &f;
    x[THREAD] = atomicAdd(p + (n & 1), 5) + atomicCAS(p + 2, 1, n) + atomicExch(p, n);
    atomicMax(p + 3, n);
    y[THREAD] = atomicAdd(q, 1.5f);
}
KERNEL atomic_max_float(float *x, float v)
{
    int *p = (int *)x, old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, __float_as_int(fmaxf(v + threadIdx.x, __int_as_float(seen))));
    } while (old != seen);
}
KERNEL atomic_lock(int *lock, float *x, int n)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            for (int i = 0; i < n; i++)
                x[i] += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
KERNEL atomic_aggregated(int *counter, int *out, const int *in)
{
    if (in[THREAD] > 0) {
        unsigned mask = __activemask();
        int leader = __ffs(mask) - 1, base = 0, lane = threadIdx.x & 31;
        if (lane == leader)
            base = atomicAdd(counter, __popc(mask));
        base = __shfl_sync(mask, base, leader);
        out[base + __popc(mask & ((1u << lane) - 1))] = in[THREAD];
    }
}
KERNEL last_block(float *x, unsigned *counter, float *sum)
{
    __shared__ bool last;
    sum[blockIdx.x + 1] = x[THREAD];
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicInc(counter, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        float s = 0;
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            s += ((volatile float *)sum)[i + 1];
        atomicAdd(sum, s);
    }
}
KERNEL fences(volatile int *x)
{
    x[0] = 1;
    __threadfence_block();
    x[1] = 2;
    __threadfence();
    x[2] = 3;
    __threadfence_system();
    x[3] = x[4];
}
KERNEL histogram_shared(const unsigned char *x, unsigned *bins, int n)
{
    __shared__ unsigned local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (int i = THREAD; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[x[i]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}
KERNEL hash_insert(u64 *table, const u64 *keys, unsigned mask)
{
    u64 key = keys[THREAD];
    unsigned slot = (unsigned)(key * 0x9e3779b97f4a7c15ull >> 40) & mask;
    for (;;) {
        u64 old = atomicCAS(&table[slot], ~0ull, key);
        if (old == ~0ull || old == key)
            return;
        slot = (slot + 1) & mask;
    }
}
