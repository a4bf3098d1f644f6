// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Conversions between all types, by C casts and by the intrinsics with every rounding.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

template <class From, class To> __global__ void cast(const From *x, To *z)
{
    z[THREAD] = (To)x[THREAD];
}
#define CASTS(from)                                                                                \
    template __global__ void cast(const from *, signed char *);                                    \
    template __global__ void cast(const from *, unsigned char *);                                  \
    template __global__ void cast(const from *, short *);                                          \
    template __global__ void cast(const from *, unsigned short *);                                 \
    template __global__ void cast(const from *, int *);                                            \
    template __global__ void cast(const from *, unsigned *);                                       \
    template __global__ void cast(const from *, long long *);                                      \
    template __global__ void cast(const from *, unsigned long long *);                             \
    template __global__ void cast(const from *, float *);                                          \
    template __global__ void cast(const from *, double *);                                         \
    template __global__ void cast(const from *, bool *);
CASTS(signed char)
CASTS(unsigned char)
CASTS(short)
CASTS(unsigned short)
CASTS(int)
CASTS(unsigned)
CASTS(long long)
CASTS(unsigned long long)
CASTS(float)
CASTS(double)
CASTS(__half)
CASTS(__nv_bfloat16)

#define KERNEL extern "C" __global__ void
#define ROUNDINGS(name, from, to, f)                                                               \
    KERNEL name(const from *x, to *z)                                                              \
    {                                                                                              \
        from a = x[THREAD];                                                                        \
        z[THREAD * 4] = f##_rn(a);                                                                 \
        z[THREAD * 4 + 1] = f##_rz(a);                                                             \
        z[THREAD * 4 + 2] = f##_ru(a);                                                             \
        z[THREAD * 4 + 3] = f##_rd(a);                                                             \
    }
ROUNDINGS(float_to_int, float, int, __float2int)
ROUNDINGS(float_to_uint, float, unsigned, __float2uint)
ROUNDINGS(float_to_s64, float, long long, __float2ll)
ROUNDINGS(float_to_u64, float, unsigned long long, __float2ull)
ROUNDINGS(double_to_int, double, int, __double2int)
ROUNDINGS(double_to_uint, double, unsigned, __double2uint)
ROUNDINGS(double_to_s64, double, long long, __double2ll)
ROUNDINGS(double_to_u64, double, unsigned long long, __double2ull)
ROUNDINGS(int_to_float, int, float, __int2float)
ROUNDINGS(uint_to_float, unsigned, float, __uint2float)
ROUNDINGS(s64_to_float, long long, float, __ll2float)
ROUNDINGS(u64_to_float, unsigned long long, float, __ull2float)
ROUNDINGS(s64_to_double, long long, double, __ll2double)
ROUNDINGS(double_to_float, double, float, __double2float)
ROUNDINGS(float_to_half, float, __half, __float2half)
ROUNDINGS(int_to_half, int, __half, __int2half)
ROUNDINGS(half_to_int, __half, int, __half2int)
ROUNDINGS(half_to_s64, __half, long long, __half2ll)
ROUNDINGS(half_to_u16, __half, unsigned short, __half2ushort)
ROUNDINGS(float_to_bf16, float, __nv_bfloat16, __float2bfloat16)
ROUNDINGS(bf16_to_int, __nv_bfloat16, int, __bfloat162int)
ROUNDINGS(int_to_bf16, int, __nv_bfloat16, __int2bfloat16)

KERNEL bits_of(float *f, int *i, double *d, long long *l, __half *h, short *s)
{
    i[THREAD] = __float_as_int(f[THREAD]) ^ 0x80000000;
    f[THREAD] = __int_as_float(i[THREAD + 1] + 1);
    l[THREAD] = __double_as_longlong(d[THREAD]) >> 52;
    d[THREAD] = __hiloint2double(__double2loint(d[THREAD]), __double2hiint(d[THREAD + 1]));
    s[THREAD] = __half_as_short(h[THREAD]);
    h[THREAD] = __ushort_as_half(0x3c00 | s[THREAD + 1]);
}
KERNEL pixels_to_float(const uchar4 *x, float4 *z)
{
    uchar4 p = x[THREAD];
    z[THREAD] = make_float4(p.x / 255.0f, p.y / 255.0f, p.z / 255.0f, p.w * 0.25f);
}
KERNEL float_to_pixels(const float4 *x, uchar4 *z)
{
    float4 v = x[THREAD];
    z[THREAD] =
        make_uchar4((unsigned char)__saturatef(v.x), (unsigned char)min(255.0f, max(0.0f, v.y)),
                    (unsigned char)__float2int_rn(v.z), (unsigned char)v.w);
}
KERNEL quantise(const float *x, signed char *z, float scale)
{
    int q = __float2int_rn(x[THREAD] * scale);
    z[THREAD] = (signed char)max(-128, min(127, q));
}
KERNEL pack_halves(const float4 *x, uint2 *z, uint2 *b)
{
    float4 v = x[THREAD];
    __half2 p = __floats2half2_rn(v.x, v.y), q = __float22half2_rn(make_float2(v.z, v.w));
    __nv_bfloat162 r = __floats2bfloat162_rn(v.x, v.y), s = __floats2bfloat162_rn(v.z, v.w);
    z[THREAD] = make_uint2(*(unsigned *)&p, *(unsigned *)&q);
    b[THREAD] = make_uint2(*(unsigned *)&r, *(unsigned *)&s);
}
KERNEL unpack_int4(const unsigned *x, float *z, float scale)
{
    unsigned v = x[THREAD];
    for (int i = 0; i < 8; i++)
        z[THREAD * 8 + i] = ((int)(v << (28 - 4 * i)) >> 28) * scale;
}
KERNEL index_mix(const float *x, float *z, long long stride)
{
    int i = (int)x[THREAD];
    z[i * stride + (short)i] = (float)(i & 0xff) + (float)(unsigned char)(i >> 8);
}
