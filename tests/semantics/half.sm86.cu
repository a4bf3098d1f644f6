// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "fp.cuh"

KERNEL(h_xorsign, B2(out[0], "min.xorsign.abs.f16x2", a, b);
       B2(out[1], "max.NaN.xorsign.abs.f16x2", a, b);
       B2(out[2], "min.xorsign.abs.bf16x2", a, b);
       B2(out[3], "max.NaN.xorsign.abs.bf16x2", a, b))
