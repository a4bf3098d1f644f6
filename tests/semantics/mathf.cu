// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Functions of CUDA's mathematical library, whose code nvcc puts into the kernel.
#include "semantics.cuh"

#define X __uint_as_float(a)
#define Y __uint_as_float(b)
#define PUT(k, value) out[k] = __float_as_uint(value)
// A number of moderate size: 2^-15 to 2^16.
#define M(x) __uint_as_float(((x) & 0x807fffff) | ((112 + ((x) >> 23 & 31)) << 23))

KERNEL(m_circular, PUT(0, sinf(M(a))); PUT(1, cosf(M(a))); PUT(2, tanf(M(a))))
KERNEL(m_circular_large, PUT(0, sinf(X)); PUT(1, cosf(X)); PUT(2, sinpif(X)); PUT(3, cospif(X)))
KERNEL(m_exponential, PUT(0, expf(X)); PUT(1, exp2f(X)); PUT(2, exp10f(X)); PUT(3, expm1f(X)))
KERNEL(m_logarithm, PUT(0, logf(X)); PUT(1, log2f(X)); PUT(2, log10f(X)); PUT(3, log1pf(X)))
KERNEL(m_power, PUT(0, powf(M(a), M(b) * 0.01f)); PUT(1, powf(X, Y)))
KERNEL(m_hyperbolic, PUT(0, tanhf(X)); PUT(1, sinhf(X)); PUT(2, coshf(X)); PUT(3, asinhf(X)))
KERNEL(m_inverse, PUT(0, atanf(X)); PUT(1, asinf(X)); PUT(2, acosf(X)); PUT(3, atan2f(Y, X)))
KERNEL(m_error, PUT(0, erff(X)); PUT(1, erfcf(M(a))))
KERNEL(m_roots, PUT(0, rsqrtf(X)); PUT(1, cbrtf(X)); PUT(2, hypotf(X, Y)); PUT(3, sqrtf(X));
       PUT(4, X / Y); PUT(5, fmodf(M(a), M(b))))
KERNEL(m_exact, PUT(0, floorf(X)); PUT(1, ceilf(X)); PUT(2, truncf(X)); PUT(3, rintf(X));
       PUT(4, roundf(X)); PUT(5, fabsf(X)); PUT(6, copysignf(X, Y)); PUT(7, fdimf(X, Y)))
KERNEL(m_double, double x = __hiloint2double((a & 0x800fffff) | (0x3f8 + (a >> 20 & 15)) << 20, b);
       double r = exp(x); double s = log(fabs(x)); double t = sin(x); out[0] = __double2loint(r);
       out[1] = __double2hiint(r); out[2] = __double2loint(s); out[3] = __double2hiint(s);
       out[4] = __double2loint(t); out[5] = __double2hiint(t))
