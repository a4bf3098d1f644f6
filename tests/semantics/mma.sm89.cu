// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions with factors of 8 bits in floating point. sm_90 has none for one warp: the
// compiler makes halves of the factors, which only small whole numbers do not tell.
#include "mma.cuh"

#define RAW(x) (x)
#define TAME(x) ((x) & 0xb7b7b7b7)  // no NaN
#define WHOLE(x) (((x) & 0x80808080) | 0x48484848) // 4 or 8 with a sign
#define FP8(name, take, a, b)                                                                      \
    KERNEL(name, FLOATS(take);                                                                     \
           MMA_424("mma.sync.aligned.m16n8k32.row.col.f32." a "." b ".f32"))
FP8(fp8_e4m3, RAW, "e4m3", "e4m3")
FP8(fp8_e5m2, RAW, "e5m2", "e5m2")
FP8(fp8_e4m3_tame, TAME, "e4m3", "e4m3")
FP8(fp8_mixed, TAME, "e4m3", "e5m2")
FP8(fp8_other, TAME, "e5m2", "e4m3")
#define FROM_ZERO(name, a, b)                                                                      \
    KERNEL(name, FLOATS(WHOLE); c0 = c1 = c2 = c3 = 0;                                             \
           MMA_424("mma.sync.aligned.m16n8k32.row.col.f32." a "." b ".f32"))
FROM_ZERO(fp8_whole, "e4m3", "e4m3")
FROM_ZERO(fp8_whole_mixed, "e5m2", "e4m3")
