// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Conversions between integers and floating-point numbers, and to whole numbers.
#include "fp.cuh"

// The exponent of a number is made one of those around the range of the integers: of a float from
// -8 to 71, of a double likewise, of a half it is as it is.
#define FLOAT_A ((a & 0x807fffff) | ((119 + (a >> 23 & 0xff) % 80) << 23))
#define DOUBLE_A ((a & 0x800fffff) | ((1015 + (a >> 20 & 0x7ff) % 80) << 20))

#define ROUND_4(at, MACRO, op, type, ...)                                                          \
    MACRO(out[at], "cvt.rni." op type, __VA_ARGS__);                                               \
    MACRO(out[at + 1], "cvt.rzi." op type, __VA_ARGS__);                                           \
    MACRO(out[at + 2], "cvt.rmi." op type, __VA_ARGS__);                                           \
    MACRO(out[at + 3], "cvt.rpi." op type, __VA_ARGS__)
#define ROUND_4_64(MACRO, type, ...)                                                               \
    MACRO(0, "cvt.rni." type, __VA_ARGS__);                                                        \
    MACRO(2, "cvt.rzi." type, __VA_ARGS__);                                                        \
    MACRO(4, "cvt.rmi." type, __VA_ARGS__);                                                        \
    MACRO(6, "cvt.rpi." type, __VA_ARGS__)

// From x of a class of register to an integer of 32 bits (also for the shorter ones) or 64.
#define TO_32(result, op, x)                                                                       \
    asm("{.reg .f32 x; mov.b32 x, %1; " op " %0, x;}" : "=r"(result) : "r"(x))
#define TO_64(at, op, x)                                                                           \
    asm("{.reg .f32 x; .reg .b64 z; mov.b32 x, %2; " op " z, x; mov.b64 {%0, %1}, z;}"              \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x))
#define HALF_TO_32(result, op, x)                                                                  \
    asm("{.reg .b16 x; cvt.u16.u32 x, %1; " op " %0, x;}" : "=r"(result) : "r"(x))
#define HALF_TO_64(at, op, x)                                                                      \
    asm("{.reg .b16 x; .reg .b64 z; cvt.u16.u32 x, %2; " op " z, x; mov.b64 {%0, %1}, z;}"          \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x))
#define DOUBLE_TO_32(result, op, x0, x1)                                                           \
    asm("{.reg .f64 x; mov.b64 x, {%1, %2}; " op " %0, x;}" : "=r"(result) : "r"(x0), "r"(x1))
#define DOUBLE_TO_64(at, op, x0, x1)                                                               \
    asm("{.reg .f64 x; .reg .b64 z; mov.b64 x, {%2, %3}; " op " z, x; mov.b64 {%0, %1}, z;}"        \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x0), "r"(x1))

KERNEL(c_f32_s32, ROUND_4(0, TO_32, "", "s32.f32", FLOAT_A); ROUND_4(4, TO_32, "ftz.", "s32.f32", b))
KERNEL(c_f32_u32, ROUND_4(0, TO_32, "", "u32.f32", FLOAT_A); ROUND_4(4, TO_32, "ftz.", "u32.f32", b))
KERNEL(c_f32_short, TO_32(out[0], "cvt.rni.sat.s16.f32", FLOAT_A);
       TO_32(out[1], "cvt.rzi.sat.u16.f32", FLOAT_A); TO_32(out[2], "cvt.rmi.sat.s8.f32", FLOAT_A);
       TO_32(out[3], "cvt.rpi.sat.u8.f32", FLOAT_A); TO_32(out[4], "cvt.rni.s16.f32", b);
       TO_32(out[5], "cvt.rzi.u16.f32", b); TO_32(out[6], "cvt.rzi.s8.f32", b);
       TO_32(out[7], "cvt.rni.u8.f32", b))
KERNEL(c_f32_s64, ROUND_4_64(TO_64, "s64.f32", FLOAT_A))
KERNEL(c_f32_u64, ROUND_4_64(TO_64, "u64.f32", FLOAT_A))
KERNEL(c_f16_int, ROUND_4(0, HALF_TO_32, "", "s32.f16", a); HALF_TO_32(out[4], "cvt.rzi.u32.f16", a);
       HALF_TO_32(out[5], "cvt.rni.sat.s16.f16", a); HALF_TO_32(out[6], "cvt.rni.sat.u8.f16", a >> 16);
       HALF_TO_32(out[7], "cvt.rpi.sat.s8.f16", a))
KERNEL(c_f16_64, HALF_TO_64(0, "cvt.rni.s64.f16", a); HALF_TO_64(2, "cvt.rzi.u64.f16", a >> 16))
KERNEL(c_f64_32, ROUND_4(0, DOUBLE_TO_32, "", "s32.f64", b, DOUBLE_A);
       ROUND_4(4, DOUBLE_TO_32, "", "u32.f64", b, DOUBLE_A))
KERNEL(c_f64_short, DOUBLE_TO_32(out[0], "cvt.rni.sat.s16.f64", b, DOUBLE_A);
       DOUBLE_TO_32(out[1], "cvt.rzi.sat.u16.f64", b, DOUBLE_A);
       DOUBLE_TO_32(out[2], "cvt.rmi.sat.s8.f64", b, DOUBLE_A);
       DOUBLE_TO_32(out[3], "cvt.rpi.sat.u8.f64", b, DOUBLE_A))
KERNEL(c_f64_s64, ROUND_4_64(DOUBLE_TO_64, "s64.f64", b, DOUBLE_A))
KERNEL(c_f64_u64, ROUND_4_64(DOUBLE_TO_64, "u64.f64", b, DOUBLE_A))
KERNEL(c_f64_raw, DOUBLE_TO_32(out[0], "cvt.rzi.s32.f64", b, a);
       DOUBLE_TO_32(out[1], "cvt.rni.u32.f64", b, a); DOUBLE_TO_64(2, "cvt.rzi.s64.f64", b, a);
       DOUBLE_TO_64(4, "cvt.rni.u64.f64", b, a))

// Integers to numbers.
#define FROM_32(result, op, x)                                                                     \
    asm("{.reg .f32 z; " op " z, %1; mov.b32 %0, z;}" : "=r"(result) : "r"(x))
#define FROM_64(result, op, x0, x1)                                                                \
    asm("{.reg .b64 x; .reg .f32 z; mov.b64 x, {%1, %2}; " op " z, x; mov.b32 %0, z;}"              \
        : "=r"(result)                                                                             \
        : "r"(x0), "r"(x1))
#define HALF_FROM_32(result, op, x)                                                                \
    asm("{.reg .b16 z; " op " z, %1; cvt.u32.u16 %0, z;}" : "=r"(result) : "r"(x))
#define HALF_FROM_64(result, op, x0, x1)                                                           \
    asm("{.reg .b64 x; .reg .b16 z; mov.b64 x, {%1, %2}; " op " z, x; cvt.u32.u16 %0, z;}"          \
        : "=r"(result)                                                                             \
        : "r"(x0), "r"(x1))
#define DOUBLE_FROM_32(at, op, x)                                                                  \
    asm("{.reg .f64 z; " op " z, %2; mov.b64 {%0, %1}, z;}"                                         \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x))
#define DOUBLE_FROM_64(at, op, x0, x1)                                                             \
    asm("{.reg .b64 x; .reg .f64 z; mov.b64 x, {%2, %3}; " op " z, x; mov.b64 {%0, %1}, z;}"        \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x0), "r"(x1))
KERNEL(c_int_f32, ROUNDINGS(0, FROM_32, "cvt", ".f32.s32", a);
       ROUNDINGS(4, FROM_32, "cvt", ".f32.u32", a))
KERNEL(c_short_f32, FROM_32(out[0], "cvt.rn.f32.s8", a); FROM_32(out[1], "cvt.rn.f32.u8", a >> 8);
       FROM_32(out[2], "cvt.rn.f32.s8", a >> 24); FROM_32(out[3], "cvt.rn.f32.u8", a >> 16);
       out[4] = __float_as_uint((float)(short)a); out[5] = __float_as_uint((float)(a >> 16));
       out[6] = __float_as_uint((float)((s32)a >> 16)))
KERNEL(c_long_f32, ROUNDINGS(0, FROM_64, "cvt", ".f32.s64", b, a);
       ROUNDINGS(4, FROM_64, "cvt", ".f32.u64", b, a))
KERNEL(c_int_f16, ROUNDINGS(0, HALF_FROM_32, "cvt", ".f16.s32", a);
       HALF_FROM_32(out[4], "cvt.rn.f16.u32", a); HALF_FROM_32(out[5], "cvt.rz.f16.u32", a & 0x1ffff);
       HALF_FROM_32(out[6], "cvt.rn.f16.s8", a); HALF_FROM_64(out[7], "cvt.rn.f16.s64", a, (s32)a >> 31))
KERNEL(c_int_f64, DOUBLE_FROM_32(0, "cvt.rn.f64.s32", a); DOUBLE_FROM_32(2, "cvt.rn.f64.u32", a);
       DOUBLE_FROM_32(4, "cvt.rn.f64.s8", a); DOUBLE_FROM_32(6, "cvt.rn.f64.u8", a >> 8))
KERNEL(c_s64_f64, ROUNDINGS_64(DOUBLE_FROM_64, "cvt", ".f64.s64", b, a))
KERNEL(c_u64_f64, ROUNDINGS_64(DOUBLE_FROM_64, "cvt", ".f64.u64", b, a))

// Whole numbers.
#define ROUND_F(result, op, x) F1(result, op, x)
KERNEL(c_whole_f32, ROUND_4(0, ROUND_F, "", "f32.f32", FLOAT_A);
       ROUND_4(4, ROUND_F, "ftz.", "f32.f32", b))
KERNEL(c_whole_f16, ROUND_4(0, H1, "", "f16.f16", a); ROUND_4(4, H1, "", "f16.f16", a >> 16))
KERNEL(c_whole_f64, ROUND_4_64(D1, "f64.f64", b, DOUBLE_A))

// Doubles to and from halves.
#define DOUBLE_TO_HALF(result, op, x0, x1)                                                         \
    asm("{.reg .f64 x; .reg .b16 z; mov.b64 x, {%1, %2}; " op " z, x; cvt.u32.u16 %0, z;}"          \
        : "=r"(result)                                                                             \
        : "r"(x0), "r"(x1))
#define HALF_TO_DOUBLE(at, op, x)                                                                  \
    asm("{.reg .b16 x; .reg .f64 z; cvt.u16.u32 x, %2; " op " z, x; mov.b64 {%0, %1}, z;}"          \
        : "=r"(out[at]), "=r"(out[at + 1])                                                         \
        : "r"(x))
KERNEL(c_f64_f16, ROUNDINGS(0, DOUBLE_TO_HALF, "cvt", ".f16.f64", b,
                            (a & 0x800fffff) | ((995 + (a >> 20 & 0x7ff) % 48) << 20)))
KERNEL(c_f16_f64, HALF_TO_DOUBLE(0, "cvt.f64.f16", a); HALF_TO_DOUBLE(2, "cvt.f64.f16", a >> 16))
