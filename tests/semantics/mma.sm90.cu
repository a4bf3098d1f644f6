// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The larger products of doubles. Factors are made of the words of a thread, of which there are not
// enough: -2 to -1 or 1 to 2.
#include "semantics.cuh"

static __device__ double factor(u32 low, u32 high)
{
    return __hiloint2double((high & 0x800fffff) | 0x3ff00000, low);
}
#define SUM(i) out[2 * i] = __double2loint(s##i), out[2 * i + 1] = __double2hiint(s##i)
#define SUMS                                                                                       \
    double s0 = factor(a, e), s1 = factor(b, f), s2 = factor(c, g), s3 = factor(d, h)
#define SUMS_OUT SUM(0), SUM(1), SUM(2), SUM(3)
#define MMA "mma.sync.aligned.m16n8k"
#define TYPES ".row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, "
#define TO "+d"(s0), "+d"(s1), "+d"(s2), "+d"(s3)
KERNEL(f64_16x8x4, SUMS;
       asm volatile(MMA "4" TYPES "{%4,%5}, {%6}, {%0,%1,%2,%3};"
                    : TO
                    : "d"(factor(a, b)), "d"(factor(c, d)), "d"(factor(e, f)));
       SUMS_OUT)
KERNEL(f64_16x8x8, SUMS;
       asm volatile(MMA "8" TYPES "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : TO
                    : "d"(factor(a, b)), "d"(factor(c, d)), "d"(factor(e, f)), "d"(factor(g, h)),
                      "d"(factor(b, a)), "d"(factor(d, c)));
       SUMS_OUT)
KERNEL(f64_16x8x16, SUMS;
       asm volatile(MMA "16" TYPES "{%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"
                    : TO
                    : "d"(factor(a, b)), "d"(factor(b, c)), "d"(factor(c, d)), "d"(factor(d, e)),
                      "d"(factor(e, f)), "d"(factor(f, g)), "d"(factor(g, h)), "d"(factor(h, a)),
                      "d"(factor(a, c)), "d"(factor(b, d)), "d"(factor(c, e)), "d"(factor(d, f)));
       SUMS_OUT)
