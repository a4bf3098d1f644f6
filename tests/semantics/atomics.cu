// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Atomic operations and reductions, on global and shared memory and through generic pointers.
#include "semantics.cuh"

#include <cuda_fp16.h>

// One word, or pair of words, of each thread: in global memory, in shared memory, in one of both.
#define OF_GLOBAL(type) type *p = (type *)out;
#define OF_SHARED(type)                                                                            \
    __shared__ type pool[128];                                                                     \
    type *p = &pool[threadIdx.x];
#define OF_GENERIC(type)                                                                           \
    __shared__ type pool[128];                                                                     \
    type *p = h & 1 ? &pool[threadIdx.x] : (type *)out;
#define LOW(v) ((u32)(v))
#define HIGH(v) ((u32)((u64)(v) >> 32))
#define PAIR(x, y) ((x) | (u64)(y) << 32)

// out[2], out[3]: the old value; out[4], out[5]: the new one.
#define TEST(name, type, first, operation)                                                         \
    KERNEL(name##_global, OF_GLOBAL(type) *p = (type)(first); type r = operation; out[2] = LOW(r); \
           out[3] = HIGH(r); r = *(volatile type *)p; out[4] = LOW(r); out[5] = HIGH(r))           \
    KERNEL(name##_shared, OF_SHARED(type) *p = (type)(first); type r = operation; out[2] = LOW(r); \
           out[3] = HIGH(r); r = *(volatile type *)p; out[4] = LOW(r); out[5] = HIGH(r))           \
    KERNEL(name##_generic, OF_GENERIC(type) *p = (type)(first); type r = operation;                \
           out[2] = LOW(r); out[3] = HIGH(r); r = *(volatile type *)p; out[4] = LOW(r);            \
           out[5] = HIGH(r))                                                                       \
    KERNEL(name##_reduce, OF_GLOBAL(type) *p = (type)(first); operation;                           \
           type r = *(volatile type *)p; out[4] = LOW(r); out[5] = HIGH(r))

TEST(add_u32, u32, a, atomicAdd(p, b))
TEST(min_s32, s32, a, atomicMin(p, (s32)b))
TEST(max_s32, s32, a, atomicMax(p, (s32)b))
TEST(min_u32, u32, a, atomicMin(p, b))
TEST(max_u32, u32, a, atomicMax(p, b))
TEST(inc_u32, u32, a, atomicInc(p, b))
TEST(dec_u32, u32, a, atomicDec(p, b))
TEST(and_u32, u32, a, atomicAnd(p, b))
TEST(or_u32, u32, a, atomicOr(p, b))
TEST(xor_u32, u32, a, atomicXor(p, b))
TEST(exch_u32, u32, a, atomicExch(p, b))
TEST(cas_u32, u32, a, atomicCAS(p, c & 1 ? a : b, d))
TEST(add_u64, u64, PAIR(a, b), atomicAdd(p, PAIR(c, d)))
TEST(min_s64, s64, PAIR(a, b), atomicMin(p, (s64)PAIR(c, d)))
TEST(max_s64, s64, PAIR(a, b), atomicMax(p, (s64)PAIR(c, d)))
TEST(min_u64, u64, PAIR(a, b), atomicMin(p, PAIR(c, d)))
TEST(max_u64, u64, PAIR(a, b), atomicMax(p, PAIR(c, d)))
TEST(and_u64, u64, PAIR(a, b), atomicAnd(p, PAIR(c, d)))
TEST(or_u64, u64, PAIR(a, b), atomicOr(p, PAIR(c, d)))
TEST(xor_u64, u64, PAIR(a, b), atomicXor(p, PAIR(c, d)))
TEST(exch_u64, u64, PAIR(a, b), atomicExch(p, PAIR(c, d)))
TEST(cas_u64, u64, PAIR(a, b), atomicCAS(p, e & 1 ? PAIR(a, b) : PAIR(c, d), PAIR(f, g)))

// Floating point: the same by the bits.
#define TEST_BITS(name, type, first, operand, bits)                                                \
    KERNEL(name##_global, OF_GLOBAL(type) *p = first; auto r = bits(atomicAdd(p, operand));        \
           out[2] = LOW(r); out[3] = HIGH(r); r = bits(*p); out[4] = LOW(r); out[5] = HIGH(r))     \
    KERNEL(name##_shared, OF_SHARED(type) *p = first; auto r = bits(atomicAdd(p, operand));        \
           out[2] = LOW(r); out[3] = HIGH(r); r = bits(*p); out[4] = LOW(r); out[5] = HIGH(r))     \
    KERNEL(name##_generic, OF_GENERIC(type) *p = first; auto r = bits(atomicAdd(p, operand));      \
           out[2] = LOW(r); out[3] = HIGH(r); r = bits(*p); out[4] = LOW(r); out[5] = HIGH(r))     \
    KERNEL(name##_reduce, OF_GLOBAL(type) *p = first; atomicAdd(p, operand); auto r = bits(*p);    \
           out[4] = LOW(r); out[5] = HIGH(r))
#define F64(x, y) __longlong_as_double((s64)PAIR(x, y))
union half2_bits {
    u32 u;
    __half2 h;
    __device__ half2_bits(u32 x) : u(x)
    {
    }
};
static __device__ u32 bits_f16(__half2 v)
{
    half2_bits r(0);
    r.h = v;
    return r.u;
}
TEST_BITS(add_f32, float, __uint_as_float(a), __uint_as_float(b), __float_as_uint)
TEST_BITS(add_f64, double, F64(a, b), F64(c, d), (u64)__double_as_longlong)
TEST_BITS(add_f16x2, __half2, half2_bits(a).h, half2_bits(b).h, bits_f16)

KERNEL(cas_u16, unsigned short *p = (unsigned short *)out; p[0] = (unsigned short)a;
       p[1] = (unsigned short)b; unsigned short *q = p + (c & 1);
       out[2] = atomicCAS(q, (unsigned short)(d & 1 ? a : b), (unsigned short)e))

// All threads of the grid on the same words: sums[0..], for totals that do not depend on the order.
extern "C" __global__ void contend(u32 *sums, u64 *wide, float *f32, double *f64, const u32 *in)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t];
    atomicAdd(&sums[0], x);
    atomicXor(&sums[1], x);
    atomicOr(&sums[2], 1u << (x & 31));
    atomicMax(&sums[3], x);
    atomicMin(&sums[4], x);
    atomicInc(&sums[5], 999);
    atomicMax((s32 *)&sums[6], (s32)x);
    sums[32 + atomicAdd(&sums[7], 1u)] = t;
    for (u32 seen = *(volatile u32 *)&sums[8], old; (old = atomicCAS(&sums[8], seen, seen + 3)) != seen;)
        seen = old;
    atomicAdd(&wide[0], (u64)x << 20);
    atomicMax(&wide[1], (u64)x * x);
    atomicXor(&wide[2], (u64)x * x);
    atomicAdd(f32, (float)(x & 7));
    atomicAdd(f64, (double)x);
}

// The same in shared memory; a histogram of each CTA's words.
extern "C" __global__ void contend_shared(u32 *out, const u32 *in)
{
    __shared__ u32 bins[16], count;
    __shared__ u64 wide;
    __shared__ float f32;
    __shared__ double f64;
    u32 x = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        count = 0, wide = 0, f32 = 0, f64 = 0;
    __syncthreads();
    atomicAdd(&bins[x & 15], 1u);
    atomicAdd(&count, 1u);
    atomicAdd(&wide, (u64)x * x);
    atomicAdd(&f32, (float)(x & 7));
    atomicAdd(&f64, (double)x);
    __syncthreads();
    out += blockIdx.x * 32;
    if (threadIdx.x < 16)
        out[threadIdx.x] = bins[threadIdx.x];
    if (threadIdx.x == 0) {
        out[16] = count;
        out[18] = LOW(wide);
        out[19] = HIGH(wide);
        out[20] = __float_as_uint(f32);
        out[22] = LOW(__double_as_longlong(f64));
        out[23] = HIGH(__double_as_longlong(f64));
    }
}
