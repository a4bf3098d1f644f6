// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions of one warp, in every shape and type. A thread's registers of A are its words
// from 0 on, of B from 4 on, of C words 6, 7, 0 and 1. What the words are turned into first decides
// how many of them are special.
#include "mma.cuh"

// Halves and bfloat16: as they are; between -2 and 2 with many exponents; small integers.
#define RAW(x) (x)
#define TAME_HALF(x) ((x) & 0xbfffbfff)
#define WHOLE_HALF(x) (0x64006400 | ((x) & 0x000f000f)) // 1024 to 1039
#define TAME_BF16(x) (((x) & 0x87ff87ff) | 0x38003800)

#define HALF_F32(name, shape, take, a, b)                                                          \
    KERNEL(name, FLOATS(take); MMA_##a##b##4("mma.sync.aligned." shape ".row.col.f32.f16.f16.f32"))
#define HALF_F16(name, shape, take, a, b)                                                          \
    KERNEL(name, HALVES(take); MMA_##a##b##2("mma.sync.aligned." shape ".row.col.f16.f16.f16.f16"))
#define BF16_F32(name, shape, take, a, b)                                                          \
    KERNEL(name, FLOATS(take);                                                                     \
           MMA_##a##b##4("mma.sync.aligned." shape ".row.col.f32.bf16.bf16.f32"))
#define TF32_F32(name, shape, take, a, b)                                                          \
    KERNEL(name, FLOATS(take);                                                                     \
           MMA_##a##b##4("mma.sync.aligned." shape ".row.col.f32.tf32.tf32.f32"))
HALF_F32(half_8, "m16n8k8", RAW, 2, 1)
HALF_F32(half_8_tame, "m16n8k8", TAME_HALF, 2, 1)
HALF_F32(half_16, "m16n8k16", RAW, 4, 2)
HALF_F32(half_16_tame, "m16n8k16", TAME_HALF, 4, 2)
HALF_F32(half_16_whole, "m16n8k16", WHOLE_HALF, 4, 2)
HALF_F16(half_8_f16, "m16n8k8", RAW, 2, 1)
HALF_F16(half_8_f16_tame, "m16n8k8", TAME_HALF, 2, 1)
HALF_F16(half_16_f16, "m16n8k16", RAW, 4, 2)
HALF_F16(half_16_f16_tame, "m16n8k16", TAME_HALF, 4, 2)
BF16_F32(bf16_8, "m16n8k8", RAW, 2, 1)
BF16_F32(bf16_16, "m16n8k16", RAW, 4, 2)
BF16_F32(bf16_16_tame, "m16n8k16", TAME_BF16, 4, 2)
#define TAME_F32(x) (((x) & 0x87ffffff) | 0x38000000)
TF32_F32(tf32_4, "m16n8k4", RAW, 2, 1)
TF32_F32(tf32_8, "m16n8k8", RAW, 4, 2)
TF32_F32(tf32_8_tame, "m16n8k8", TAME_F32, 4, 2)

// Integers. m8n8 has one register of A and two of C.
#define INTEGERS(name, shape, type, sat, a, b, c)                                                  \
    KERNEL(name, WORDS;                                                                            \
           MMA_##a##b##c("mma.sync.aligned." shape ".row.col" sat ".s32." type ".s32"))
INTEGERS(s8_small, "m8n8k16", "s8.s8", "", 1, 1, 2)
INTEGERS(u8_small, "m8n8k16", "u8.u8", ".satfinite", 1, 1, 2)
INTEGERS(s8_16, "m16n8k16", "s8.u8", "", 2, 1, 4)
INTEGERS(s8_16_sat, "m16n8k16", "u8.s8", ".satfinite", 2, 1, 4)
INTEGERS(s8_32, "m16n8k32", "s8.s8", "", 4, 2, 4)
INTEGERS(s8_32_sat, "m16n8k32", "s8.s8", ".satfinite", 4, 2, 4)
INTEGERS(u8_32, "m16n8k32", "u8.s8", "", 4, 2, 4)
INTEGERS(s4_small, "m8n8k32", "s4.s4", "", 1, 1, 2)
INTEGERS(u4_32, "m16n8k32", "u4.s4", "", 2, 1, 4)
INTEGERS(s4_64, "m16n8k64", "s4.s4", "", 4, 2, 4)
INTEGERS(s4_64_sat, "m16n8k64", "s4.u4", ".satfinite", 4, 2, 4)
#define BITS(name, shape, operation, a, b, c)                                                      \
    KERNEL(name, WORDS;                                                                            \
           MMA_##a##b##c("mma.sync.aligned." shape ".row.col.s32.b1.b1.s32." operation ".popc"))
BITS(and_small, "m8n8k128", "and", 1, 1, 2)
BITS(xor_small, "m8n8k128", "xor", 1, 1, 2)
BITS(and_128, "m16n8k128", "and", 2, 1, 4)
BITS(xor_128, "m16n8k128", "xor", 2, 1, 4)
BITS(and_256, "m16n8k256", "and", 4, 2, 4)
BITS(xor_256, "m16n8k256", "xor", 4, 2, 4)

// Doubles: A is words 0 and 1, B 2 and 3, C 4 to 7.
#define TAME_F64 b = (b & 0x807fffff) | 0x3f800000, d = (d & 0x807fffff) | 0x3f800000
#define DOUBLES(rounding)                                                                          \
    double x = __hiloint2double(b, a), y = __hiloint2double(d, c);                                 \
    double v = __hiloint2double(f, e), w = __hiloint2double(h, g);                                 \
    asm volatile("mma.sync.aligned.m8n8k4.row.col" rounding ".f64.f64.f64.f64 {%0,%1}, {%2}, "     \
                 "{%3}, {%0,%1};"                                                                  \
                 : "+d"(v), "+d"(w)                                                                \
                 : "d"(x), "d"(y));                                                                \
    out[0] = __double2loint(v), out[1] = __double2hiint(v);                                        \
    out[2] = __double2loint(w), out[3] = __double2hiint(w)
KERNEL(f64_4, DOUBLES(""))
KERNEL(f64_4_tame, TAME_F64; DOUBLES(".rn"))
KERNEL(f64_4_down, TAME_F64; DOUBLES(".rm"))
KERNEL(f64_4_up, TAME_F64; DOUBLES(".rp"))
KERNEL(f64_4_zero, TAME_F64; DOUBLES(".rz"))

// An accumulator that starts from zero, and a chain.
KERNEL(chain, FLOATS(TAME_HALF);
       c0 = c1 = c2 = c3 = 0;
       for (u32 i = 0; i < 3; i++) {
           MMA_424("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
           a0 = TAME_HALF(a0 * 3), b1 = TAME_HALF(b1 + a1);
       })
