// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions by how many registers A, B and C have. The accumulator goes to out[0] on.
#pragma once

#include "semantics.cuh"

#define WORDS                                                                                      \
    u32 a0 = a, a1 = b, a2 = c, a3 = d, b0 = e, b1 = f, c0 = g, c1 = h, c2 = a, c3 = b;            \
    (void)a0, (void)a1, (void)a2, (void)a3, (void)b0, (void)b1, (void)c2,   \
        (void)c3
// The factors through `take`.
#define FLOATS(take)                                                                               \
    WORDS;                                                                                         \
    a0 = take(a0), a1 = take(a1), a2 = take(a2), a3 = take(a3), b0 = take(b0), b1 = take(b1)
// The accumulator too.
#define HALVES(take)                                                                               \
    FLOATS(take);                                                                                  \
    c0 = take(c0), c1 = take(c1)

#define MMA_112(text)                                                                              \
    asm volatile(text " {%0,%1}, {%2}, {%3}, {%0,%1};" : "+r"(c0), "+r"(c1) : "r"(a0), "r"(b0));   \
    out[0] = c0, out[1] = c1
#define MMA_212(text)                                                                              \
    asm volatile(text " {%0,%1}, {%2,%3}, {%4}, {%0,%1};"                                          \
                 : "+r"(c0), "+r"(c1)                                                              \
                 : "r"(a0), "r"(a1), "r"(b0));                                                     \
    out[0] = c0, out[1] = c1
#define MMA_422(text)                                                                              \
    asm volatile(text " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"                                 \
                 : "+r"(c0), "+r"(c1)                                                              \
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));                          \
    out[0] = c0, out[1] = c1
#define MMA_214(text)                                                                              \
    asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"                              \
                 : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                                          \
                 : "r"(a0), "r"(a1), "r"(b0));                                                     \
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3
#define MMA_424(text)                                                                              \
    asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                     \
                 : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                                          \
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));                          \
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3
