// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "operations.cuh"

PTX3(dp4a_uu, "dp4a.u32.u32")
PTX3(dp4a_us, "dp4a.u32.s32")
PTX3(dp4a_su, "dp4a.s32.u32")
PTX3(dp4a_ss, "dp4a.s32.s32")
PTX3(dp2a_lo_uu, "dp2a.lo.u32.u32")
PTX3(dp2a_lo_us, "dp2a.lo.u32.s32")
PTX3(dp2a_lo_su, "dp2a.lo.s32.u32")
PTX3(dp2a_lo_ss, "dp2a.lo.s32.s32")
PTX3(dp2a_hi_uu, "dp2a.hi.u32.u32")
PTX3(dp2a_hi_us, "dp2a.hi.u32.s32")
PTX3(dp2a_hi_su, "dp2a.hi.s32.u32")
PTX3(dp2a_hi_ss, "dp2a.hi.s32.s32")

PTX3(vabsdiff4_u, "vabsdiff4.u32.u32.u32")
PTX3(vabsdiff4_s, "vabsdiff4.u32.s32.s32")
PTX3(vabsdiff4_u_add, "vabsdiff4.u32.u32.u32.add")
PTX3(vabsdiff4_s_add, "vabsdiff4.u32.s32.s32.add")
KERNEL(byte_sums, out[0] = __vabsdiffu4(a, b); out[1] = __vsadu4(a, b); out[2] = __vabsdiffs4(a, b);
       out[3] = __vabsdiffu2(a, b); out[4] = __vavgu4(a, b))
KERNEL(halves, out[0] = __vadd2(a, b); out[1] = __vsub2(a, b); out[2] = __vmaxs2(a, b);
       out[3] = __vmaxu2(a, b); out[4] = __vmins2(a, b); out[5] = __vminu2(a, b))
KERNEL(minima, out[0] = __vimax3_s32(a, b, c); out[1] = __vimin3_s32(a, b, c);
       out[2] = __vimax3_u32(a, b, c); out[3] = __vimin3_u32(a, b, c);
       out[4] = __vimax_s32_relu(a, b); out[5] = __vimin_s32_relu(a, b);
       out[6] = __vimax3_s32_relu(a, b, c); out[7] = __vimin3_s32_relu(a, b, c))
KERNEL(minima_16x2, out[0] = __vimax3_s16x2(a, b, c); out[1] = __vimin3_s16x2(a, b, c);
       out[2] = __vimax3_u16x2(a, b, c); out[3] = __vimin3_u16x2(a, b, c);
       out[4] = __vimax_s16x2_relu(a, b); out[5] = __vimin_s16x2_relu(a, b);
       out[6] = __vimax3_s16x2_relu(a, b, c); out[7] = __vimin3_s16x2_relu(a, b, c))
KERNEL(added_minima, out[0] = __viaddmax_s32(a, b, c); out[1] = __viaddmin_s32(a, b, c);
       out[2] = __viaddmax_u32(a, b, c); out[3] = __viaddmin_u32(a, b, c);
       out[4] = __viaddmax_s32_relu(a, b, c); out[5] = __viaddmin_s32_relu(a, b, c))
KERNEL(added_minima_16x2, out[0] = __viaddmax_s16x2(a, b, c); out[1] = __viaddmin_s16x2(a, b, c);
       out[2] = __viaddmax_u16x2(a, b, c); out[3] = __viaddmin_u16x2(a, b, c);
       out[4] = __viaddmax_s16x2_relu(a, b, c); out[5] = __viaddmin_s16x2_relu(a, b, c))

#define SATURATE(i, to, from, value)                                                               \
    asm("{.reg ." to " t; cvt.sat." to "." from " t, %1; cvt.u32." to " %0, t;}"                   \
        : "=r"(out[i])                                                                             \
        : "r"(value))
KERNEL(saturate_bytes, asm("cvt.sat.u8.s32 %0, %1;"
                           : "=r"(out[0])
                           : "r"(a));
       asm("cvt.sat.s8.s32 %0, %1;"
           : "=r"(out[1])
           : "r"(a));
       asm("cvt.sat.u8.u32 %0, %1;"
           : "=r"(out[2])
           : "r"(a));
       asm("cvt.sat.s8.u32 %0, %1;"
           : "=r"(out[3])
           : "r"(a)))
KERNEL(saturate_words, SATURATE(0, "u16", "s32", a); SATURATE(1, "s16", "s32", a);
       SATURATE(2, "u16", "u32", a); SATURATE(3, "s16", "u32", a); asm("cvt.sat.u32.s32 %0, %1;"
                                                                       : "=r"(out[4])
                                                                       : "r"(a));
       asm("cvt.sat.s32.u32 %0, %1;"
           : "=r"(out[5])
           : "r"(a)))
PTX2(pack_u16, "cvt.pack.sat.u16.s32")
PTX2(pack_s16, "cvt.pack.sat.s16.s32")
PTX3(pack_u8, "cvt.pack.sat.u8.s32.b32")
PTX3(pack_s8, "cvt.pack.sat.s8.s32.b32")
PTX3(pack_u4, "cvt.pack.sat.u4.s32.b32")
PTX3(pack_s4, "cvt.pack.sat.s4.s32.b32")
PTX3(pack_u2, "cvt.pack.sat.u2.s32.b32")
PTX3(pack_s2, "cvt.pack.sat.s2.s32.b32")
