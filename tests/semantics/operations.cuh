// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Kernels of one PTX operation on the words a, b, c, with a result of one word, and of PTX text
// that writes the words %0 .. %3 from a to h, which are %4 .. %11.
#pragma once
#include "semantics.cuh"

#define PTX1(name, text) KERNEL(name, asm(text " %0, %1;" : "=r"(out[0]) : "r"(a)))
#define PTX2(name, text) KERNEL(name, asm(text " %0, %1, %2;" : "=r"(out[0]) : "r"(a), "r"(b)))
#define PTX3(name, text)                                                                           \
    KERNEL(name, asm(text " %0, %1, %2, %3;" : "=r"(out[0]) : "r"(a), "r"(b), "r"(c)))
#define PTX_TEXT(name, text)                                                                       \
    KERNEL(name, asm("{" text "}"                                                                  \
                     : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])                      \
                     : "r"(a), "r"(b), "r"(c), "r"(d), "r"(e), "r"(f), "r"(g), "r"(h)))

// A pair of words, and where it goes.
#define PAIR(low, high) ((low) | (u64)(high) << 32)
#define PUT64(i, value)                                                                            \
    u64 r##i = (value);                                                                            \
    out[i] = (u32)r##i, out[i + 1] = (u32)(r##i >> 32)
