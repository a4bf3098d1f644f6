// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A kernel of a semantics test: the body works on the words a b c d e f g h of one thread and writes
// out[0] .. out[7].
#pragma once

typedef unsigned int u32;
typedef unsigned long long u64;
typedef int s32;
typedef long long s64;

#define KERNEL(name, ...)                                                                          \
    extern "C" __global__ void name(const u32 *in, u32 *out)                                       \
    {                                                                                              \
        in += 8 * (blockIdx.x * blockDim.x + threadIdx.x);                                         \
        out += 8 * (blockIdx.x * blockDim.x + threadIdx.x);                                        \
        u32 a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6], h = in[7];\
        (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;                    \
        __VA_ARGS__;                                                                               \
    }
