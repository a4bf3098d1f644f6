// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Code whose values are the same for all threads: the uniform datapath.
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL uniform_integer(int *x, int a, int b)
{
    int u = blockIdx.x * a + b, v = (u << 3) - (u >> 2), w = u & b, p = v | a, q = w ^ p;
    int r = min(u, v) + max(w, p) - (q > u ? a : b) + __popc(u) + __clz(v) + __ffs(w) + abs(p) +
            __brev(q);
    x[THREAD] = r + u * v + w;
}
KERNEL uniform_wide(long long *x, long long a, int b)
{
    long long u = (long long)blockIdx.x * a + b, v = u << (b & 63), w = u >> 7;
    x[THREAD] =
        (u ^ v) + (w & a) - (u < v ? a : w) + (unsigned long long)blockIdx.y * 4000000000ull;
}
KERNEL uniform_float(float *x, float a, float b)
{
    float u = blockIdx.x * a + b, v = u * u - a;
    x[THREAD] = u / v + sqrtf(v) - fmaxf(u, b);
}
KERNEL uniform_branches(int *x, int a)
{
    int u = blockIdx.x * a, sum = 0;
    for (int i = 0; i < u; i++) {
        if (i & 4)
            sum += x[i];
        if (i % 3 == a)
            sum ^= i;
        else if (sum > 1000)
            break;
    }
    if (blockIdx.x == 0 || a > 7)
        __syncthreads();
    x[THREAD] = sum;
}
KERNEL uniform_addresses(float *x, const float *y, int step)
{
    const float *row = y + (long long)blockIdx.x * step + blockIdx.y * 4096;
    float sum = 0;
    for (int i = 0; i < step; i += 4)
        sum += row[i] + row[i + 1] * row[i + 2] - row[i + 3];
    x[blockIdx.x * 128 + threadIdx.x] = sum + row[threadIdx.x];
}
KERNEL uniform_shared(int *x, int n)
{
    __shared__ int s[1024];
    s[threadIdx.x] = x[THREAD];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += s[i * 8 + blockIdx.x % 8] + s[i * 8 + threadIdx.x % 8];
    x[THREAD] = sum;
}
KERNEL uniform_predicates(int *x, int a, int b, int c)
{
    bool p = a > 3 && blockIdx.x < b, q = c == 7 || p, r = p != q,
         s = (a ^ b) < (int)blockIdx.x && !r;
    x[THREAD] = (p ? a : b) + (q ? 3 : c) - (r ? 100 : 200) + (s ? a * b : b * c);
    if (p && threadIdx.x < 3)
        x[0] = 1;
    if (!(r || s))
        x[1] = 2;
}
KERNEL uniform_vote(int *x)
{
    if (__any_sync(~0u, x[THREAD] > 4))
        x[THREAD] = __ballot_sync(~0u, x[THREAD] & 1);
    else if (__all_sync(~0u, x[THREAD] < -4))
        x[THREAD] = __popc(__ballot_sync(~0u, x[THREAD] & 2));
}
KERNEL uniform_warp(int *x, int n)
{
    int warp = __shfl_sync(~0u, threadIdx.x / 32, 0);
    switch (warp) {
    case 0:
        x[THREAD] = n;
        break;
    case 1:
        x[THREAD] += n * 3;
        break;
    case 2:
        x[THREAD] ^= n;
        break;
    case 3:
        x[n + warp] = 5;
        break;
    }
}
KERNEL uniform_division(int *x, int a, unsigned b)
{
    int tile = blockIdx.x / a, rest = blockIdx.x % a;
    unsigned half = blockIdx.y / b, other = blockIdx.y % 7;
    x[tile * 1024 + rest * 64 + threadIdx.x] = half * 5 + other;
}
KERNEL uniform_bits(unsigned *x, unsigned a, unsigned b)
{
    unsigned u = blockIdx.x ^ a;
    u = __funnelshift_l(u, b, 7) + __byte_perm(u, a, 0x2301) + (u >> (b & 31)) +
        __funnelshift_r(u, a, b) + (u >> 3 & 0x1f) * 3;
    x[THREAD] = (u & a) ^ (~u & b) ^ threadIdx.x;
}
KERNEL uniform_loop_of_loads(float4 *x, const float4 *y, int n, int stride)
{
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 4
    for (int i = 0; i < n; i++) {
        float4 v = y[(long long)i * stride + threadIdx.x];
        sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
    }
    x[THREAD] = sum;
}
KERNEL uniform_pointer_table(float **tables, float *x, int which)
{
    float *t = tables[which], *u = tables[blockIdx.y];
    x[THREAD] = t[threadIdx.x] + u[blockIdx.x] + tables[2][0];
}
