// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Values that are the same in all lanes, which the compiler computes in the uniform datapath: each
// kernel computes something twice, from numbers of its block and from the same numbers plus a zero
// that the compiler cannot know, and writes the difference.
#include "operations.cuh"

#define UNIFORM(name, type, function)                                                              \
    static __device__ __forceinline__ type name##_value(u32 x, u32 y, u32 z, u32 n)                \
    {                                                                                              \
        return function;                                                                           \
    }                                                                                              \
    KERNEL(name, u32 zero = g == 0x12345678 && h == 0x9abcdef0; u32 n = blockIdx.x % 67;           \
           u32 x = blockIdx.x * 0x9e3779b1; u32 y = n ? (blockIdx.x << 29) - n : x;                \
           u32 z = x ^ ~y; type uniform = name##_value(x, y, z, n);                                \
           type divergent = name##_value(x + zero, y + zero, z + zero, n + zero);                  \
           PUT64(0, (u64)(uniform ^ divergent)))

static __device__ __forceinline__ u32 bfind_s32(u32 x)
{
    u32 r;
    asm("bfind.s32 %0, %1;" : "=r"(r) : "r"(x));
    return r;
}

static __device__ __forceinline__ u32 field(u32 x, u32 pos, u32 length)
{
    s32 r;
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(pos), "r"(length));
    return r;
}

static __device__ __forceinline__ u32 mask(u32 pos, u32 length)
{
    u32 r;
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r) : "r"(pos), "r"(length));
    return r;
}

static __device__ __forceinline__ u32 extend(u32 x, u32 length)
{
    u32 r, s;
    asm("szext.wrap.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(length));
    asm("szext.clamp.u32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(length));
    return r * 3 + s;
}

UNIFORM(uniform_sum, u32, x + y - z + 5)
UNIFORM(uniform_sum_64, u64, PAIR(x, y) + PAIR(z, n) - PAIR(y, x))
UNIFORM(uniform_product, u32, x *y + z - n * 12345)
UNIFORM(uniform_product_64, u64, (u64)x *y + PAIR(z, n) + (u64)((s64)(s32)z * (s32)n))
UNIFORM(uniform_long_product, u64, PAIR(x, y) * PAIR(z, n))
UNIFORM(uniform_scaled, u32, (x << 4) + y + (z >> 7) * 3 + (u32)((s32)y >> 9))
UNIFORM(uniform_scaled_64, u64, PAIR(x, y) + ((u64)z << 3) + ((s64)(s32)n << 5) - ((u64)y << 2))
UNIFORM(uniform_shift, u32, (x << (n & 31)) ^ (y >> (n & 31)) ^ (u32)((s32)z >> (n & 31)))
UNIFORM(uniform_shift_64, u64,
        (PAIR(x, y) << (n & 63)) ^ (PAIR(z, x) >> (n & 63)) ^ (u64)((s64)PAIR(y, z) >> (n & 63)))
UNIFORM(uniform_funnel, u32, __funnelshift_l(x, y, n) ^ __funnelshift_rc(y, z, n))
UNIFORM(uniform_logic, u32, ((x & y) | ~z) ^ (n * 0x01010101) ^ (x & 0xff00ff))
UNIFORM(uniform_bytes, u32, __byte_perm(x, y, n * 0x1357) ^ __byte_perm(x, z, 0x4062))
UNIFORM(uniform_counts, u32,
        __popc(x) + (__popc(~y) << 6) + (__clz(z >> (n & 31)) << 12) + (bfind_s32(y) << 18))
UNIFORM(uniform_reversal, u32, __brev(x) ^ (__ffs(y) << 8))
UNIFORM(uniform_fields, u32, field(x, n & 31, 7) + mask(n, 5) + extend(y, n))
UNIFORM(uniform_comparison, u32,
        (x < y ? 1 : 0) | ((s32)x > (s32)z ? 2 : 0) | (y == z ? 4 : 0) |
            (x < y && (s32)z < (s32)n ? 8 : 0) | (x >= z || y != n ? 16 : 0))
UNIFORM(uniform_comparison_64, u32,
        (PAIR(x, y) < PAIR(z, n) ? 1 : 0) | ((s64)PAIR(x, y) > (s64)PAIR(n, z) ? 2 : 0) |
            (PAIR(x, n) == PAIR(n, n) ? 4 : 0) | (PAIR(x, n) != PAIR(x, n + 1) ? 8 : 0))
UNIFORM(uniform_selection, u32,
        (x < y ? z : n) + ((s32)y < 7 ? x : 99) + min(x, z) + max((s32)y, (s32)z) + abs((s32)x))
UNIFORM(uniform_predicates, u32,
        ((x < y) != (y < z) ? x : y) + (((x < z) & (y < z)) | ((x > y) ^ (n > 5)) ? 3 : 4))
