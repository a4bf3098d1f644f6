// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// bfloat16 and pairs of them, from sm_80 on.
#include "fp.cuh"

KERNEL(b_fma, B3(out[0], "fma.rn.bf16x2", a, b, c); B3(out[1], "fma.rn.relu.bf16x2", a, b, c);
       H3(out[2], "fma.rn.bf16", a, b >> 16, c); H3(out[3], "fma.rn.relu.bf16", a >> 16, b, c))
KERNEL(b_minmax, B2(out[0], "min.bf16x2", a, b); B2(out[1], "max.bf16x2", a, b);
       B2(out[2], "min.NaN.bf16x2", a, b); B2(out[3], "max.NaN.bf16x2", a, b);
       H2(out[4], "min.bf16", a >> 16, b); H2(out[5], "max.bf16", a, b >> 16))
KERNEL(b_signs, u32 x; u32 y; u32 z; B1(x, "abs.bf16x2", a); B1(y, "neg.bf16x2", b);
       B1(z, "abs.bf16x2", c); B3(out[0], "fma.rn.bf16x2", x, y, z);
       B3(out[1], "fma.rn.bf16x2", a, x, y))
