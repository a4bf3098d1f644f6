// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Half precision and bfloat16, as scalars and in pairs.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

#define TERNARY(name, type, expression)                                                            \
    KERNEL name(const type *x, const type *y, type *z, type c)                                     \
    {                                                                                              \
        type a = x[THREAD], b = y[THREAD];                                                         \
        z[THREAD] = expression;                                                                    \
    }
TERNARY(half_mix, __half, a *b + c * a - b + (a > b ? a - c : -b))
TERNARY(half_fma, __half, __hfma(a, b, c) + __hfma_sat(b, a, c) * __hfma_relu(c, a, b))
TERNARY(half_divide, __half, a / b + hrcp(c) * hsqrt(a) + hrsqrt(b))
TERNARY(half_minmax, __half,
        __hmin(a, b) * __hmax(b, c) + __hmin_nan(a, c) + __hmax_nan(b, c) + __habs(a))
TERNARY(half_compare, __half,
        __hlt(a, b)    ? c
        : __hge(a, c)  ? b
        : __hneu(a, b) ? a
                       : __float2half(3.5f))
TERNARY(half_functions, __half,
        hsin(a) + hcos(b) * hexp(c) + hexp2(a) - hlog(b) + hlog2(c) + hexp10(a))
TERNARY(half_rounding, __half, hfloor(a) + hceil(b) * htrunc(c) - hrint(a))
TERNARY(half_saturate, __half, __hadd_sat(a, b) + __hmul_sat(b, c) - __hsub_sat(a, c))
TERNARY(half2_mix, __half2, a *b + c * a - b)
TERNARY(half2_fma, __half2,
        __hadd2(__hfma2(a, b, c), __hmul2(__hfma2_sat(b, a, c), __hfma2_relu(c, a, b))))
TERNARY(half2_minmax, __half2, __hadd2(__hmin2(a, b), __hmul2(__hmax2(b, c), __hmin2_nan(a, c))))
TERNARY(half2_compare, __half2, __hadd2(__hlt2(a, b), __hmul2(__hge2(a, c), __hneu2(b, c))))
TERNARY(half2_masks, __half2, ({
            unsigned m = __hlt2_mask(a, b) ^ __hequ2_mask(b, c);
            *(__half2 *)&m;
        }))
TERNARY(half2_all, __half2, __hbeq2(a, b) ? c : __hbgt2(a, c) ? b : a)
TERNARY(half2_swizzle, __half2,
        __hadd2(__lowhigh2highlow(a), __hmul2(__lows2half2(a, b), __highs2half2(b, c))))
TERNARY(half2_parts, __half2,
        __halves2half2(__hadd(__low2half(a), __high2half(b)),
                       __hmul(__high2half(c), __low2half(a))))
TERNARY(half2_functions, __half2, __hadd2(h2sin(a), __hmul2(h2exp(b), h2log2(c))))
TERNARY(half2_divide, __half2, __h2div(a, b))
TERNARY(half2_scale, __half2, __hmul2(a, __half2half2(__low2half(c))))
TERNARY(half2_constant, __half2, __hfma2(a, __float2half2_rn(0.5f), __floats2half2_rn(1.25f, -3)))
TERNARY(half2_signs, __half2, __hfma2(__hneg2(a), __habs2(b), __hneg2(__habs2(c))))
TERNARY(half2_complex, __half2, __hcmadd(a, b, c))
TERNARY(bf16_mix, __nv_bfloat16, a *b + c * a - b + (a > b ? a - c : -b))
TERNARY(bf16_fma, __nv_bfloat16, __hfma(a, b, c) + __hfma_relu(c, a, b))
TERNARY(bf16_divide, __nv_bfloat16, a / b + hsqrt(c))
TERNARY(bf16_minmax, __nv_bfloat16, __hmin(a, b) * __hmax(b, c) + __hmin_nan(a, c))
TERNARY(bf16_compare, __nv_bfloat16, __hlt(a, b) ? c : __hge(a, c) ? b : a)
TERNARY(bf162_mix, __nv_bfloat162, __hfma2(a, b, __hadd2(c, __hmul2(a, c))))
TERNARY(bf162_minmax, __nv_bfloat162, __hadd2(__hmin2(a, b), __hmul2(__hmax2(b, c), __habs2(a))))
TERNARY(bf162_compare, __nv_bfloat162, __hadd2(__hlt2(a, b), __hmul2(__hge2(a, c), __hneu2(b, c))))
TERNARY(bf162_relu, __nv_bfloat162, __hfma2_relu(a, b, c))
TERNARY(bf162_functions, __nv_bfloat162, __hadd2(h2exp(a), __hmul2(h2rsqrt(b), h2cos(c))))
TERNARY(bf162_constant, __nv_bfloat162,
        __hfma2(a, __float2bfloat162_rn(0.5f), __floats2bfloat162_rn(1.25f, -3)))

KERNEL half_dot(const __half2 *x, const __half2 *y, float *z, int n)
{
    __half2 sum = __float2half2_rn(0);
    for (int i = 0; i < n; i++)
        sum = __hfma2(x[THREAD * n + i], y[i], sum);
    z[THREAD] = __low2float(sum) + __high2float(sum);
}
KERNEL half_axpy_vector(uint4 *x, const uint4 *y, __half a)
{
    uint4 u = x[THREAD], v = y[THREAD];
    __half2 s = __half2half2(a), *p = (__half2 *)&u, *q = (__half2 *)&v;
    for (int i = 0; i < 4; i++)
        p[i] = __hfma2(s, q[i], p[i]);
    x[THREAD] = u;
}
KERNEL half_sum_float(const __half *x, float *z, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += __half2float(x[i * 32 + threadIdx.x]);
    z[THREAD] = sum;
}
KERNEL bf16_dot_float(const __nv_bfloat162 *x, const __nv_bfloat162 *y, __nv_bfloat16 *z, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) {
        float2 a = __bfloat1622float2(x[THREAD * n + i]), b = __bfloat1622float2(y[i]);
        sum += a.x * b.x + a.y * b.y;
    }
    z[THREAD] = __float2bfloat16(sum);
}
KERNEL half_shuffle(__half2 *x)
{
    __half2 v = x[THREAD];
    for (int i = 16; i; i >>= 1)
        v = __hmax2(v, __shfl_xor_sync(~0u, v, i));
    x[THREAD] = v;
}
KERNEL half_branch(__half *x)
{
    __half v = x[THREAD];
    while (__hgt(v, __float2half(1.0f)))
        v = __hmul(v, __float2half(0.75f));
    if (__hisnan(v) || __hisinf(v))
        v = __float2half(0.0f);
    x[THREAD] = v;
}
KERNEL half_table(__half *x, const unsigned char *index)
{
    __shared__ __half table[256];
    table[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[THREAD] = __hmul(table[index[THREAD]], table[255 - threadIdx.x]);
}
