// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "operations.cuh"

// Six comparisons as bits.
#define COMPARE(x, y)                                                                              \
    ((x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5)
KERNEL(compare_32, out[0] = COMPARE(a, b); out[1] = COMPARE((s32)a, (s32)b);
       out[2] = COMPARE(a, 32); out[3] = COMPARE((s32)a, -2))
KERNEL(compare_64, out[0] = COMPARE(PAIR(a, b), PAIR(c, d));
       out[1] = COMPARE((s64)PAIR(a, b), (s64)PAIR(c, d));
       out[2] = COMPARE((s64)PAIR(a, b), (s64)(s32)c); out[3] = COMPARE(PAIR(a, b), (u64)c))
KERNEL(compare_128, unsigned __int128 x = PAIR(a, b) | (unsigned __int128)PAIR(c, d) << 64;
       unsigned __int128 y = PAIR(e, f) | (unsigned __int128)PAIR(c, h) << 64;
       out[0] = COMPARE(x, y); out[1] = COMPARE((__int128)x, (__int128)y))

// Both destination predicates of each comparison, combined with a predicate, as bits of a word.
#define SETP2(op, type, x, y, p_bit, q_bit)                                                        \
    "setp." op "." type " p|q, " x ", " y ", r; selp.u32 t, " p_bit ", 0, p; or.b32 s, s, t;"      \
    "selp.u32 t, " q_bit ", 0, q; or.b32 s, s, t;"
#define SETP6(bool_op, type, x, y)                                                                 \
    SETP2("lt." bool_op, type, x, y, "1", "2")                                                     \
    SETP2("le." bool_op, type, x, y, "4", "8")                                                     \
    SETP2("gt." bool_op, type, x, y, "16", "32")                                                   \
    SETP2("ge." bool_op, type, x, y, "64", "128")                                                  \
    SETP2("eq." bool_op, type, x, y, "256", "512")                                                 \
    SETP2("ne." bool_op, type, x, y, "1024", "2048")
#define SETP_BEGIN ".reg .pred p, q, r; .reg .u32 s, t; setp.gt.s32 r, %8, %9; mov.u32 s, 0;"
#define SETP_32(name, bool_op)                                                                     \
    PTX_TEXT(name,                                                                                 \
             SETP_BEGIN SETP6(bool_op, "u32", "%4", "%5") "mov.u32 %0, s; mov.u32 s, 0;" SETP6(    \
                 bool_op, "s32", "%4",                                                             \
                 "%5") "mov.u32 %1, s; mov.u32 s, 0;" SETP6(bool_op, "s32", "%4",                  \
                                                            "-2") "mov.u32 %2, s; mov.u32 %3, 0;")
SETP_32(setp_and, "and")
SETP_32(setp_or, "or")
SETP_32(setp_xor, "xor")
#define SETP_64(name, bool_op)                                                                     \
    PTX_TEXT(                                                                                      \
        name,                                                                                      \
        ".reg .b64 x, y; mov.b64 x, {%4, %5}; mov.b64 y, {%6, %7};" SETP_BEGIN                     \
            SETP6(bool_op, "u64", "x", "y") "mov.u32 %0, s; mov.u32 s, 0;" SETP6(                  \
                bool_op, "s64", "x",                                                               \
                "y") "mov.u32 %1, s; mov.u32 s, 0;" SETP6(bool_op, "s64", "x",                     \
                                                          "-2") "mov.u32 %2, s; mov.u32 %3, 0;")
SETP_64(setp_64_and, "and")
SETP_64(setp_64_or, "or")
SETP_64(setp_64_xor, "xor")

PTX_TEXT(set_masks, "set.lt.u32.u32 %0, %4, %5; set.ge.s32.s32 %1, %4, %5;"
                    ".reg .pred p; setp.ne.u32 p, %6, 0; set.eq.xor.u32.s32 %2, %4, %5, p;"
                    "mov.u32 %3, 0;")
KERNEL(selection, out[0] = a < b ? c : d; out[1] = (s32)a < 0 ? 17 : c;
       PUT64(2, a > c ? PAIR(a, b) : PAIR(c, d)); asm("slct.u32.s32 %0, %1, %2, %3;"
                                                      : "=r"(out[4])
                                                      : "r"(a), "r"(b), "r"(c));
       out[5] = a == b ? 0xffffffff : 0; out[6] = (a < b) != (c < d) ? e : f)

// More predicates than there are registers for them.
static __device__ __forceinline__ u32 many(const u32 *words)
{
    bool p[16];
    u32 r = 0;
#pragma unroll
    for (int i = 0; i < 16; i++)
        p[i] = words[i % 8] < words[(i + 1 + i / 8) % 8];
#pragma unroll
    for (int i = 0; i < 16; i++)
        r += p[i] ? words[(i + 3) % 8] : i;
#pragma unroll
    for (int i = 15; i >= 0; i--)
        r = r * 3 + (p[i] != p[(i + 5) % 16]);
    return r;
}
KERNEL(many_predicates, out[0] = many(in))
// Bits to predicates: branches that a mask in a register tells.
KERNEL(bits_to_predicates, u32 r = h; if (a & 1) r += b; if (a & 2) r ^= c; if (a & 4) r *= 5;
       if (a & 8) r -= d; if (a & 16) r = ~r; if (a & 32) r += e; if (a & 64) r <<= 3;
       if (a & 0x10000000) r ^= f; out[0] = r)
// Logic of predicates.
PTX_TEXT(
    predicate_logic,
    ".reg .pred p, q, r, s, t; setp.lt.u32 p, %4, %5; setp.lt.u32 q, %5, %6;"
    "setp.lt.s32 r, %6, %7; and.pred s, p, q; or.pred s, s, r; not.pred t, p; xor.pred t, t, r;"
    "selp.u32 %0, 1, 0, s; selp.u32 %1, 1, 0, t; xor.pred s, s, t; and.pred t, t, q;"
    "selp.u32 %2, 1, 0, s; or.pred s, t, p; selp.u32 %3, 1, 0, s;")
KERNEL(boolean_functions, bool p = a < b; bool q = (s32)c < (s32)d; bool r = e != f;
       out[0] = (p && q) || (!p && r); out[1] = p ^ q ^ r; out[2] = (p || !q) && !r;
       out[3] = (p && q) || (q && r) || (p && r); out[4] = !(p || q || r); out[5] = p == (q || r))
// Signs of words: overflow of sums and differences.
KERNEL(signed_overflow, u32 sum = a + b; u32 difference = a - b;
       out[0] = (s32)a >= 0 && (s32)b >= 0 && (s32)sum < 0;
       out[1] = (s32)a < 0 && (s32)b < 0 && (s32)sum >= 0;
       out[2] = (s32)((a ^ b) & (a ^ difference)) < 0; out[3] = (s32)a < 0 || (s32)b < 0)
PTX2(add_sat, "add.sat.s32")
PTX2(sub_sat, "sub.sat.s32")
