// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "operations.cuh"

// PTX shifts clamp their counts.
PTX2(shl_b32, "shl.b32")
PTX2(shr_u32, "shr.u32")
PTX2(shr_s32, "shr.s32")
KERNEL(shift_64, u64 x = PAIR(a, b); u64 r; asm("shl.b64 %0, %1, %2;"
                                                : "=l"(r)
                                                : "l"(x), "r"(c));
       PUT64(0, r); asm("shr.u64 %0, %1, %2;"
                        : "=l"(r)
                        : "l"(x), "r"(c));
       PUT64(2, r); asm("shr.s64 %0, %1, %2;"
                        : "=l"(r)
                        : "l"(x), "r"(c));
       PUT64(4, r))
KERNEL(shift_constants, out[0] = a << 7; out[1] = a >> 9; out[2] = (u32)((s32)a >> 31);
       PUT64(3, PAIR(a, b) << 13); PUT64(5, PAIR(a, b) >> 45); out[7] = (u32)(PAIR(a, b) >> 21))
PTX3(shf_l_wrap, "shf.l.wrap.b32")
PTX3(shf_l_clamp, "shf.l.clamp.b32")
PTX3(shf_r_wrap, "shf.r.wrap.b32")
PTX3(shf_r_clamp, "shf.r.clamp.b32")
KERNEL(rotate, out[0] = a << 5 | a >> 27; out[1] = __funnelshift_l(a, a, b);
       out[2] = __funnelshift_r(a, b, 3); out[3] = __funnelshift_l(a, b, 31))

PTX3(bfe_u32, "bfe.u32")
PTX3(bfe_s32, "bfe.s32")
// The compiler's sequences for 64 bits look at all of the position and the length.
KERNEL(bfe_64, u64 x = PAIR(a, b); u64 r; c &= 0xff; d &= 0xff; asm("bfe.u64 %0, %1, %2, %3;"
                                                                    : "=l"(r)
                                                                    : "l"(x), "r"(c), "r"(d));
       PUT64(0, r); asm("bfe.s64 %0, %1, %2, %3;"
                        : "=l"(r)
                        : "l"(x), "r"(c), "r"(d));
       PUT64(2, r))
KERNEL(bfi_b32, asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(out[0]) : "r"(a), "r"(d), "r"(b), "r"(c)))
KERNEL(bfi_b64, u64 r; b &= 0xff; c &= 0xff;
       asm("bfi.b64 %0, %1, %2, %3, %4;"
           : "=l"(r)
           : "l"(PAIR(d, e)), "l"(PAIR(a, g)), "r"(b), "r"(c));
       PUT64(0, r))
KERNEL(bfe_constants, asm("bfe.u32 %0, %1, 3, 11;"
                          : "=r"(out[0])
                          : "r"(a));
       asm("bfe.s32 %0, %1, 5, 9;"
           : "=r"(out[1])
           : "r"(a));
       asm("bfi.b32 %0, %1, %2, 8, 12;"
           : "=r"(out[2])
           : "r"(a), "r"(b));
       asm("bfe.s32 %0, %1, 24, 16;"
           : "=r"(out[3])
           : "r"(a)))

PTX1(bfind_u32, "bfind.u32")
PTX1(bfind_s32, "bfind.s32")
PTX1(bfind_shift_u32, "bfind.shiftamt.u32")
PTX1(bfind_shift_s32, "bfind.shiftamt.s32")
KERNEL(bfind_64, u64 x = PAIR(a, b); asm("bfind.u64 %0, %1;"
                                         : "=r"(out[0])
                                         : "l"(x));
       asm("bfind.s64 %0, %1;"
           : "=r"(out[1])
           : "l"(x));
       asm("bfind.shiftamt.u64 %0, %1;"
           : "=r"(out[2])
           : "l"(x)))
KERNEL(counts, out[0] = __popc(a); out[1] = __popcll(PAIR(a, b)); out[2] = __popc(~a & 0xffff);
       out[3] = __clz(a); out[4] = __clzll(PAIR(a, b)); out[5] = __ffs(a);
       out[6] = __ffsll(PAIR(a, b)); out[7] = __popc(~b))
KERNEL(reversal, out[0] = __brev(a); PUT64(1, __brevll(PAIR(a, b)));
       out[3] = __byte_perm(a, 0, 0x123))

PTX3(prmt_any, "prmt.b32")
PTX3(prmt_f4e, "prmt.b32.f4e")
PTX3(prmt_b4e, "prmt.b32.b4e")
PTX3(prmt_rc8, "prmt.b32.rc8")
PTX3(prmt_ecl, "prmt.b32.ecl")
PTX3(prmt_ecr, "prmt.b32.ecr")
PTX3(prmt_rc16, "prmt.b32.rc16")
KERNEL(prmt_constants, out[0] = __byte_perm(a, b, 0x7531); out[1] = __byte_perm(a, b, 0x0426);
       out[2] = (u32)(s32)(signed char)a; out[3] = (u32)(s32)(short)b; out[4] = (a & 0xff00) >> 8;
       asm("prmt.b32 %0, %1, %2, 0xba98;"
           : "=r"(out[5])
           : "r"(a), "r"(b)))

PTX2(szext_clamp_u32, "szext.clamp.u32")
PTX2(szext_clamp_s32, "szext.clamp.s32")
PTX2(szext_wrap_u32, "szext.wrap.u32")
PTX2(szext_wrap_s32, "szext.wrap.s32")
PTX2(bmsk_clamp, "bmsk.clamp.b32")
PTX2(bmsk_wrap, "bmsk.wrap.b32")

// All 256 functions of three bits, in a sum that weighs each differently.
#define LOP3(table) "lop3.b32 t, %4, %5, %6, " table "; mad.lo.u32 s, s, 0x01000193, t;"
#define LOP3_4(t) LOP3(t) LOP3(t "+1") LOP3(t "+2") LOP3(t "+3")
#define LOP3_16(t) LOP3_4(t) LOP3_4(t "+4") LOP3_4(t "+8") LOP3_4(t "+12")
#define LOP3_64(t) LOP3_16(t) LOP3_16(t "+16") LOP3_16(t "+32") LOP3_16(t "+48")
PTX_TEXT(lop3_all, ".reg .u32 s, t; mov.u32 s, 0;" LOP3_64("0") LOP3_64("64") LOP3_64("128")
                       LOP3_64("192") "mov.u32 %0, s; mov.u32 %1, 0; mov.u32 %2, 0; mov.u32 %3, 0;")
KERNEL(logic, out[0] = (a & b) | ~c; out[1] = a ^ b ^ c;
       out[2] = (a & 0x0ff0ff00) | (b & 0xf00f00ff); out[3] = ~(a | b); out[4] = a & ~b;
       out[5] = (a ^ 0x12345678) & b)
KERNEL(logic_64, PUT64(0, PAIR(a, b) & PAIR(c, d)); PUT64(2, PAIR(a, b) ^ ~PAIR(c, d));
       PUT64(4, (PAIR(a, b) | PAIR(c, d)) & PAIR(e, f)))
// With the predicate that tells whether the result is zero.
#define LOP3_PRED(name, op)                                                                        \
    PTX_TEXT(name, ".reg .pred p, q, r; setp.lt.u32 q, %7, %8;"                                    \
                   "lop3." op ".b32 %0|p, %4, %5, %6, 0xe8, q; selp.u32 %1, 1, 0, p;"              \
                   "lop3." op ".b32 _|r, %4, %5, 0x0f0f, 0x80, q; selp.u32 %2, 1, 0, r;"           \
                   "mov.u32 %3, 0;")
LOP3_PRED(lop3_or, "or")
LOP3_PRED(lop3_and, "and")
