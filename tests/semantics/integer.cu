// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "operations.cuh"

KERNEL(add_u32, out[0] = a + b)
KERNEL(mul_lo, out[0] = a * b)
KERNEL(mad_lo, out[0] = a * b + c)
KERNEL(mul_wide_u32, u64 r = (u64)a * b; out[0] = (u32)r; out[1] = (u32)(r >> 32))
KERNEL(add_u64, u64 r = (a | (u64)b << 32) + (c | (u64)d << 32); out[0] = (u32)r;
       out[1] = (u32)(r >> 32))

KERNEL(mad_forms, out[0] = a * b - c; out[1] = c - a * b; out[2] = a * 0x12345 + b;
       out[3] = a * b + 0x89abcdef; out[4] = a * 5 - b; out[5] = b - a * 9)
PTX2(mul_hi_u32, "mul.hi.u32")
PTX2(mul_hi_s32, "mul.hi.s32")
PTX3(mad_hi_u32, "mad.hi.u32")
PTX3(mad_hi_s32, "mad.hi.s32")
KERNEL(mul_wide_s32, PUT64(0, (s64)(s32)a *(s32)b))
KERNEL(mad_wide_u32, PUT64(0, (u64)a *b + PAIR(c, d)); PUT64(2, (u64)a *b - PAIR(c, d));
       PUT64(4, (u64)a * 0xfedcba98 + PAIR(c, d)); PUT64(6, (u64)a *b + c))
KERNEL(mad_wide_s32, PUT64(0, (s64)(s32)a *(s32)b + PAIR(c, d));
       PUT64(2, (s64)(s32)a *(s32)b - PAIR(c, d)); PUT64(4, (s64)(s32)a * -77 + PAIR(c, d));
       PUT64(6, PAIR(c, d) - (s64)(s32)a * (s32)b))

// Carry chains.
PTX_TEXT(add_96, "add.cc.u32 %0, %4, %7; addc.cc.u32 %1, %5, %8; addc.cc.u32 %2, %6, %9;"
                 "addc.u32 %3, 0, 0;")
PTX_TEXT(sub_96, "sub.cc.u32 %0, %4, %7; subc.cc.u32 %1, %5, %8; subc.cc.u32 %2, %6, %9;"
                 "subc.u32 %3, 0, 0;")
PTX_TEXT(add_128, "add.cc.u32 %0, %4, %8; addc.cc.u32 %1, %5, %9; addc.cc.u32 %2, %6, %10;"
                  "addc.u32 %3, %7, %11;")
PTX_TEXT(sub_128, "sub.cc.u32 %0, %4, %8; subc.cc.u32 %1, %5, %9; subc.cc.u32 %2, %6, %10;"
                  "subc.u32 %3, %7, %11;")
PTX_TEXT(mad_carry_hi, "add.cc.u32 %0, %4, %5; madc.hi.cc.u32 %1, %4, %5, %6; addc.u32 %2, %7, 0;"
                       "mov.u32 %3, 0;")
PTX_TEXT(mad_carry_hi_s32, "mad.lo.cc.s32 %0, %4, %5, %6; madc.hi.s32 %1, %4, %5, %7;"
                           "mov.u32 %2, 0; mov.u32 %3, 0;")
PTX_TEXT(mad_carry_lo, "add.cc.u32 %0, %4, %5; madc.lo.cc.u32 %1, %4, %6, %7; addc.u32 %2, %8, 0;"
                       "mov.u32 %3, 0;")
// (a, b) * (c, d) + (e, f, g, h)
PTX_TEXT(mad_64_128, "mad.lo.cc.u32 %0, %4, %6, %8; madc.hi.cc.u32 %1, %4, %6, %9;"
                     "madc.lo.cc.u32 %2, %5, %7, %10; madc.hi.u32 %3, %5, %7, %11;"
                     "mad.lo.cc.u32 %1, %4, %7, %1; madc.hi.cc.u32 %2, %4, %7, %2;"
                     "addc.u32 %3, %3, 0;"
                     "mad.lo.cc.u32 %1, %5, %6, %1; madc.hi.cc.u32 %2, %5, %6, %2;"
                     "addc.u32 %3, %3, 0;")
KERNEL(add3_64, PUT64(0, PAIR(a, b) + PAIR(c, d) + PAIR(e, f));
       PUT64(2, PAIR(a, b) - PAIR(c, d) + PAIR(e, f));
       PUT64(4, PAIR(a, b) - PAIR(c, d) - PAIR(e, f)); PUT64(6, -PAIR(a, b) - PAIR(c, d)))
KERNEL(add3_128, unsigned __int128 x = PAIR(a, b) | (unsigned __int128)PAIR(c, d) << 64;
       unsigned __int128 y = PAIR(e, f) | (unsigned __int128)PAIR(g, h) << 64;
       unsigned __int128 r = x + y + PAIR(a, h); unsigned __int128 s = x - y - PAIR(b, c);
       PUT64(0, (u64)r); PUT64(2, (u64)(r >> 64)); PUT64(4, (u64)s); PUT64(6, (u64)(s >> 64)))
KERNEL(neg_64, PUT64(0, -PAIR(a, b)); PUT64(2, PAIR(a, b) + 1); PUT64(4, PAIR(a, b) - 1);
       PUT64(6, ~PAIR(a, b) + PAIR(c, d)))

// Long products.
KERNEL(mul_64, PUT64(0, PAIR(a, b) * PAIR(c, d)); PUT64(2, PAIR(a, b) * PAIR(c, d) + PAIR(e, f));
       PUT64(4, PAIR(a, b) * 0x123456789abcdef1ULL))
KERNEL(mul_hi_64, PUT64(0, __umul64hi(PAIR(a, b), PAIR(c, d)));
       PUT64(2, __mul64hi(PAIR(a, b), PAIR(c, d))))
KERNEL(mul_128, unsigned __int128 x = PAIR(a, b) | (unsigned __int128)PAIR(c, d) << 64;
       unsigned __int128 y = PAIR(e, f) | (unsigned __int128)PAIR(g, h) << 64;
       unsigned __int128 r = x * y; PUT64(0, (u64)r); PUT64(2, (u64)(r >> 64)))
KERNEL(divide_by_constants, out[0] = a / 7; out[1] = a / 641; out[2] = a % 10; out[3] = (s32)a / 7;
       out[4] = (s32)a / -10; out[5] = (s32)a % 1000; out[6] = (s32)a / 16; out[7] = a / 3 + b / 5)
KERNEL(divide_64_by_constants, PUT64(0, PAIR(a, b) / 7); PUT64(2, PAIR(a, b) / 1000003);
       PUT64(4, (s64)PAIR(a, b) / 10); PUT64(6, (s64)PAIR(a, b) / 4096))

// Scaled additions: LEA.
KERNEL(scaled, out[0] = (a << 4) + b; out[1] = b - (a << 3); out[2] = (a << 5) - b;
       out[3] = b + (a >> 7); out[4] = b + (u32)((s32)a >> 9); out[5] = b - (a >> 20);
       out[6] = (a >> 3) + 0x1234567; out[7] = (a << 11) + 0x89abcdef)
KERNEL(scaled_64, PUT64(0, PAIR(c, d) + ((u64)a << 3)); PUT64(2, PAIR(c, d) + (s64)(s32)a * 8);
       PUT64(4, PAIR(c, d) + (PAIR(a, b) << 5)); PUT64(6, PAIR(c, d) - (PAIR(a, b) << 3)))
KERNEL(scaled_64_more, PUT64(0, PAIR(c, d) - ((u64)a << 4));
       PUT64(2, PAIR(c, d) - (s64)(s32)a * 16); PUT64(4, (PAIR(a, b) << 7) - PAIR(c, d));
       PUT64(6, -(PAIR(a, b) << 2)))

KERNEL(absolute, out[0] = abs((s32)a); out[1] = abs((s32)(a - b)); PUT64(2, llabs(PAIR(a, b))))
PTX3(sad_u32, "sad.u32")
PTX3(sad_s32, "sad.s32")
KERNEL(min_max, out[0] = min(a, b); out[1] = max(a, b); out[2] = min((s32)a, (s32)b);
       out[3] = max((s32)a, (s32)b); out[4] = min(a, 100); out[5] = max((s32)a, -100);
       out[6] = min(max((s32)a, 0), 255); out[7] = max(min(a, b), c))
KERNEL(min_max_64, PUT64(0, min(PAIR(a, b), PAIR(c, d))); PUT64(2, max(PAIR(a, b), PAIR(c, d)));
       PUT64(4, min((s64)PAIR(a, b), (s64)PAIR(c, d)));
       PUT64(6, max((s64)PAIR(a, b), (s64)PAIR(c, d))))
