// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One floating-point instruction of PTX per result, so that the compiler cannot choose another.
// F: floats, H: halves or pairs of them or of bfloat16, D: doubles in two words.
#pragma once

#include "semantics.cuh"

#define F1(result, op, x)                                                                          \
    asm("{.reg .f32 x, z; mov.b32 x, %1; " op " z, x; mov.b32 %0, z;}" : "=r"(result) : "r"(x))
#define F2(result, op, x, y)                                                                       \
    asm("{.reg .f32 x, y, z; mov.b32 x, %1; mov.b32 y, %2; " op " z, x, y; mov.b32 %0, z;}"         \
        : "=r"(result)                                                                             \
        : "r"(x), "r"(y))
#define F3(result, op, x, y, w)                                                                    \
    asm("{.reg .f32 x, y, w, z; mov.b32 x, %1; mov.b32 y, %2; mov.b32 w, %3; " op                   \
        " z, x, y, w; mov.b32 %0, z;}"                                                             \
        : "=r"(result)                                                                             \
        : "r"(x), "r"(y), "r"(w))

// Registers of 32 untyped bits.
#define B1(result, op, x) asm(op " %0, %1;" : "=r"(result) : "r"(x))
#define B2(result, op, x, y) asm(op " %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y))
#define B3(result, op, x, y, z) asm(op " %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(z))

// Registers of 16 untyped bits, the low ones of the words.
#define H1(result, op, x)                                                                          \
    asm("{.reg .b16 x, z; cvt.u16.u32 x, %1; " op " z, x; cvt.u32.u16 %0, z;}"                      \
        : "=r"(result)                                                                             \
        : "r"(x))
#define H2(result, op, x, y)                                                                       \
    asm("{.reg .b16 x, y, z; cvt.u16.u32 x, %1; cvt.u16.u32 y, %2; " op                             \
        " z, x, y; cvt.u32.u16 %0, z;}"                                                            \
        : "=r"(result)                                                                             \
        : "r"(x), "r"(y))
#define H3(result, op, x, y, w)                                                                    \
    asm("{.reg .b16 x, y, w, z; cvt.u16.u32 x, %1; cvt.u16.u32 y, %2; cvt.u16.u32 w, %3; " op       \
        " z, x, y, w; cvt.u32.u16 %0, z;}"                                                         \
        : "=r"(result)                                                                             \
        : "r"(x), "r"(y), "r"(w))

#define D1(at, op, x0, x1)                                                                         \
    asm("{.reg .f64 x, z; mov.b64 x, {%2, %3}; " op " z, x; mov.b64 {%0, %1}, z;}"                  \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x0), "r"(x1))
#define D2(at, op, x0, x1, y0, y1)                                                                 \
    asm("{.reg .f64 x, y, z; mov.b64 x, {%2, %3}; mov.b64 y, {%4, %5}; " op                         \
        " z, x, y; mov.b64 {%0, %1}, z;}"                                                          \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x0), "r"(x1), "r"(y0), "r"(y1))
#define D3(at, op, x0, x1, y0, y1, w0, w1)                                                         \
    asm("{.reg .f64 x, y, w, z; mov.b64 x, {%2, %3}; mov.b64 y, {%4, %5}; mov.b64 w, {%6, %7}; " op \
        " z, x, y, w; mov.b64 {%0, %1}, z;}"                                                       \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x0), "r"(x1), "r"(y0), "r"(y1), "r"(w0), "r"(w1))

#define NARROW_64(result, op, x0, x1)                                                              \
    asm("{.reg .f64 x; .reg .f32 z; mov.b64 x, {%1, %2}; " op " z, x; mov.b32 %0, z;}"              \
        : "=r"(result)                                                                             \
        : "r"(x0), "r"(x1))
#define WIDEN_64(at, op, x)                                                                        \
    asm("{.reg .f32 x; .reg .f64 z; mov.b32 x, %2; " op " z, x; mov.b64 {%0, %1}, z;}"              \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x))

// One operation in the four roundings: in out[at] to out[at + 3].
#define ROUNDINGS(at, MACRO, op, rest, ...)                                                        \
    MACRO(out[at], op ".rn" rest, __VA_ARGS__);                                                    \
    MACRO(out[at + 1], op ".rz" rest, __VA_ARGS__);                                                \
    MACRO(out[at + 2], op ".rm" rest, __VA_ARGS__);                                                \
    MACRO(out[at + 3], op ".rp" rest, __VA_ARGS__)
#define ROUNDINGS_64(MACRO, op, rest, ...)                                                         \
    MACRO(0, op ".rn" rest, __VA_ARGS__);                                                          \
    MACRO(2, op ".rz" rest, __VA_ARGS__);                                                          \
    MACRO(4, op ".rm" rest, __VA_ARGS__);                                                          \
    MACRO(6, op ".rp" rest, __VA_ARGS__)
