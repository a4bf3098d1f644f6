// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "fp.cuh"

KERNEL(p_tf32, B1(out[0], "cvt.rn.tf32.f32", a); B1(out[1], "cvt.rz.tf32.f32", a);
       B1(out[2], "cvt.rn.relu.tf32.f32", a); B1(out[3], "cvt.rz.relu.tf32.f32", a))
