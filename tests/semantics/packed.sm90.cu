// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the compiler turns into instructions of its own only where the target is this one.
#include "operations.cuh"

KERNEL(halves_sm90, out[0] = __vadd2(a, b); out[1] = __vsub2(a, b); out[2] = __vmaxs2(a, b);
       out[3] = __vmaxu2(a, b); out[4] = __vmins2(a, b); out[5] = __vminu2(a, b))
KERNEL(minima_sm90, out[0] = __vimax3_s32(a, b, c); out[1] = __vimin3_s32(a, b, c);
       out[2] = __vimax3_u32(a, b, c); out[3] = __vimin3_u32(a, b, c);
       out[4] = __vimax_s32_relu(a, b); out[5] = __vimin_s32_relu(a, b);
       out[6] = __vimax3_s32_relu(a, b, c); out[7] = __vimin3_s32_relu(a, b, c))
KERNEL(minima_16x2_sm90, out[0] = __vimax3_s16x2(a, b, c); out[1] = __vimin3_s16x2(a, b, c);
       out[2] = __vimax3_u16x2(a, b, c); out[3] = __vimin3_u16x2(a, b, c);
       out[4] = __vimax_s16x2_relu(a, b); out[5] = __vimin_s16x2_relu(a, b);
       out[6] = __vimax3_s16x2_relu(a, b, c); out[7] = __vimin3_s16x2_relu(a, b, c))
KERNEL(added_minima_sm90, out[0] = __viaddmax_s32(a, b, c); out[1] = __viaddmin_s32(a, b, c);
       out[2] = __viaddmax_u32(a, b, c); out[3] = __viaddmin_u32(a, b, c);
       out[4] = __viaddmax_s32_relu(a, b, c); out[5] = __viaddmin_s32_relu(a, b, c))
KERNEL(added_minima_16x2_sm90, out[0] = __viaddmax_s16x2(a, b, c);
       out[1] = __viaddmin_s16x2(a, b, c); out[2] = __viaddmax_u16x2(a, b, c);
       out[3] = __viaddmin_u16x2(a, b, c); out[4] = __viaddmax_s16x2_relu(a, b, c);
       out[5] = __viaddmin_s16x2_relu(a, b, c))
KERNEL(subtracted_minima_sm90, out[0] = max((s32)(a - b), (s32)c); out[1] = min(a - b, c);
       out[2] = __viaddmax_s32(a, -7, c); out[3] = __viaddmin_u32(a, b, 1000))
