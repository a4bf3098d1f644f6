// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "fp.cuh"

KERNEL(f_xorsign, F2(out[0], "min.xorsign.abs.f32", a, b); F2(out[1], "max.xorsign.abs.f32", a, b);
       F2(out[2], "min.NaN.xorsign.abs.f32", a, b); F2(out[3], "max.ftz.NaN.xorsign.abs.f32", a, b))
