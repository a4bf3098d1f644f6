// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Atomic operations that sm_90 has in addition.
#include "semantics.cuh"

#define OLD_AND_NEW(instruction)                                                                   \
    u64 p = (u64)out;                                                                              \
    out[0] = a;                                                                                    \
    asm volatile(instruction : "=r"(out[2]) : "l"(p), "r"(b) : "memory");                          \
    out[4] = *(volatile u32 *)out

KERNEL(add_bf16x2_global, OLD_AND_NEW("atom.global.add.noftz.bf16x2 %0, [%1], %2;"))
KERNEL(add_bf16x2_reduce, out[0] = a;
       asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(out), "r"(b)
                    : "memory");
       out[4] = *(volatile u32 *)out)
KERNEL(reduce_v2_f32, out[0] = a; out[1] = b;
       asm volatile("red.global.v2.f32.add [%0], {%1, %2};" ::"l"(out), "f"(__uint_as_float(c)),
                    "f"(__uint_as_float(d))
                    : "memory"))
KERNEL(reduce_v4_f32, out[0] = a; out[1] = b; out[2] = c; out[3] = d;
       asm volatile("red.global.v4.f32.add [%0], {%1, %2, %3, %4};" ::"l"(out),
                    "f"(__uint_as_float(e)), "f"(__uint_as_float(f)), "f"(__uint_as_float(g)),
                    "f"(__uint_as_float(h))
                    : "memory"))
KERNEL(atomic_v2_f16x2, out[0] = a; out[1] = b;
       asm volatile("{.reg .b32 r<2>; atom.global.v2.f16x2.add.noftz {r0, r1}, [%2], {%3, %4}; "
                    "mov.b32 %0, r0; mov.b32 %1, r1;}"
                    : "=r"(out[4]), "=r"(out[5])
                    : "l"(out), "r"(c), "r"(d)
                    : "memory"))
KERNEL(reduce_max_f16x2, out[0] = a;
       asm volatile("red.global.v2.f16x2.max.noftz [%0], {%1, %2};" ::"l"(out), "r"(b), "r"(c)
                    : "memory"))
KERNEL(exch_b128, out[0] = a; out[1] = b; out[2] = c; out[3] = d;
       asm volatile("{.reg .b128 x, y; .reg .b64 l, h; mov.b64 l, {%4, %5}; mov.b64 h, {%6, %7}; "
                    "mov.b128 x, {l, h};"
                    "atom.global.exch.b128 y, [%8], x; mov.b128 {l, h}, y; mov.b64 {%0, %1}, l; "
                    "mov.b64 {%2, %3}, h;}"
                    : "=r"(out[4]), "=r"(out[5]), "=r"(out[6]), "=r"(out[7])
                    : "r"(e), "r"(f), "r"(g), "r"(h), "l"(out)
                    : "memory"))
KERNEL(cas_b128, out[0] = a; out[1] = b; out[2] = c; out[3] = d; u32 w = h & 1 ? d : h;
       asm volatile("{.reg .b128 x, y, z; .reg .b64 l, h; mov.b64 l, {%4, %5}; mov.b64 h, {%6, "
                    "%7}; mov.b128 x, {l, h};"
                    "mov.b64 l, {%9, %9}; mov.b64 h, {%10, %10}; mov.b128 z, {l, h};"
                    "atom.global.cas.b128 y, [%8], x, z; mov.b128 {l, h}, y; mov.b64 {%0, %1}, l; "
                    "mov.b64 {%2, %3}, h;}"
                    : "=r"(out[4]), "=r"(out[5]), "=r"(out[6]), "=r"(out[7])
                    : "r"(a), "r"(b), "r"(c), "r"(w), "l"(out), "r"(e), "r"(f)
                    : "memory"))
