// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.cuh"

KERNEL(add_u32, out[0] = a + b)
KERNEL(mul_lo, out[0] = a *b)
KERNEL(mad_lo, out[0] = a *b + c)
KERNEL(mul_wide_u32, u64 r = (u64)a * b; out[0] = (u32)r; out[1] = (u32)(r >> 32))
KERNEL(add_u64, u64 r = (a | (u64)b << 32) + (c | (u64)d << 32); out[0] = (u32)r;
       out[1] = (u32)(r >> 32))
