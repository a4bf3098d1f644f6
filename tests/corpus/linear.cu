// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Linear algebra and neural networks: GEMM, convolution, Winograd, FFT, normalisation, attention.
#include <cuda_fp16.h>
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

template <class T, int TILE, int K, int R>
__global__ void __launch_bounds__(256) gemm(const T *__restrict__ a, const T *__restrict__ b,
                                            T *__restrict__ c, int m, int n, int k, T alpha, T beta)
{
    __shared__ T sa[K][TILE + 4], sb[K][TILE + 4];
    T acc[R][R] = {};
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    for (int base = 0; base < k; base += K) {
        for (int i = threadIdx.x; i < TILE * K; i += 256) {
            int row = blockIdx.y * TILE + i / K, column = blockIdx.x * TILE + i % TILE;
            sa[i % K][i / K] = row < m ? a[row * k + base + i % K] : T(0);
            sb[i / TILE][i % TILE] = column < n ? b[(base + i / TILE) * n + column] : T(0);
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < K; p++) {
            T u[R], v[R];
#pragma unroll
            for (int i = 0; i < R; i++)
                u[i] = sa[p][ty * R + i], v[i] = sb[p][tx * R + i];
#pragma unroll
            for (int i = 0; i < R; i++)
#pragma unroll
                for (int j = 0; j < R; j++)
                    acc[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < R; i++)
#pragma unroll
        for (int j = 0; j < R; j++) {
            int row = blockIdx.y * TILE + ty * R + i, column = blockIdx.x * TILE + tx * R + j;
            if (row < m && column < n)
                c[row * n + column] = alpha * acc[i][j] + beta * c[row * n + column];
        }
}
template __global__ void gemm<float, 128, 8, 8>(const float *, const float *, float *, int, int,
                                                int, float, float);
template __global__ void gemm<float, 64, 16, 4>(const float *, const float *, float *, int, int,
                                                int, float, float);
template __global__ void gemm<double, 64, 8, 4>(const double *, const double *, double *, int, int,
                                                int, double, double);
template __global__ void gemm<int, 64, 8, 4>(const int *, const int *, int *, int, int, int, int,
                                             int);
template __global__ void gemm<__half, 64, 8, 4>(const __half *, const __half *, __half *, int, int,
                                                int, __half, __half);

KERNEL gemm_naive(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = THREAD;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}
KERNEL gemv(const float4 *a, const float4 *x, float *y, int n)
{
    float sum = 0;
    for (int i = threadIdx.x & 31; i < n / 4; i += 32) {
        float4 u = a[(THREAD / 32) * (n / 4) + i], v = x[i];
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int i = 16; i; i >>= 1)
        sum += __shfl_xor_sync(~0u, sum, i);
    if ((threadIdx.x & 31) == 0)
        y[THREAD / 32] = sum;
}
KERNEL gemm_int8(const int *a, const int *b, int *c, int n)
{
    int acc[4][4] = {};
    for (int k = 0; k < n; k++)
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                acc[i][j] =
                    __dp4a(a[(blockIdx.y * 4 + i) * n + k], b[(THREAD * 4 + j) * n + k], acc[i][j]);
#pragma unroll
    for (int i = 0; i < 4; i++)
        *(int4 *)&c[(blockIdx.y * 4 + i) * n + THREAD * 4] =
            make_int4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
KERNEL lu_column(double *a, int n, int k)
{
    int i = k + 1 + THREAD;
    if (i >= n)
        return;
    double f = a[i * n + k] / a[k * n + k];
    a[i * n + k] = f;
    for (int j = k + 1; j < n; j++)
        a[i * n + j] -= f * a[k * n + j];
}
KERNEL cholesky_small(float *x)
{
    float a[6][6];
    for (int i = 0; i < 36; i++)
        a[i / 6][i % 6] = x[THREAD * 36 + i];
#pragma unroll
    for (int j = 0; j < 6; j++) {
#pragma unroll
        for (int k = 0; k < j; k++)
#pragma unroll
            for (int i = j; i < 6; i++)
                a[i][j] -= a[i][k] * a[j][k];
        float r = rsqrtf(a[j][j]);
#pragma unroll
        for (int i = j; i < 6; i++)
            a[i][j] *= r;
    }
    for (int i = 0; i < 36; i++)
        x[THREAD * 36 + i] = a[i / 6][i % 6];
}
KERNEL jacobi(const double *a, const double *b, const double *x, double *z, int n)
{
    double sum = 0, diagonal = 1;
    for (int j = 0; j < n; j++) {
        double v = a[THREAD * n + j];
        if (j == (int)THREAD)
            diagonal = v;
        else
            sum += v * x[j];
    }
    z[THREAD] = (b[THREAD] - sum) / diagonal;
}
KERNEL tridiagonal(const float *a, const float *b, const float *c, float *d, float *t, int n)
{
    t[0] = c[0] / b[0], d[0] = d[0] / b[0];
    for (int i = 1; i < n; i++) {
        float m = 1 / (b[i] - a[i] * t[i - 1]);
        t[i] = c[i] * m;
        d[i] = (d[i] - a[i] * d[i - 1]) * m;
    }
    for (int i = n - 2; i >= 0; i--)
        d[i] -= t[i] * d[i + 1];
}
KERNEL matrix_4x4(const float4 *m, const float4 *x, float4 *z)
{
    float4 v = x[THREAD], r;
    r.x = m[0].x * v.x + m[0].y * v.y + m[0].z * v.z + m[0].w * v.w;
    r.y = m[1].x * v.x + m[1].y * v.y + m[1].z * v.z + m[1].w * v.w;
    r.z = m[2].x * v.x + m[2].y * v.y + m[2].z * v.z + m[2].w * v.w;
    r.w = m[3].x * v.x + m[3].y * v.y + m[3].z * v.z + m[3].w * v.w;
    z[THREAD] = r;
}

struct conv {
    int c, h, w, k, r, s, p, q, pad_h, pad_w, stride_h, stride_w, dilation_h, dilation_w, groups;
};
KERNEL conv_direct(const float *x, const float *w, float *y, conv v)
{
    int q = THREAD % v.q, p = THREAD / v.q % v.p, k = blockIdx.y, n = blockIdx.z;
    if (THREAD >= v.p * v.q)
        return;
    int per = v.c / v.groups, first = k / (v.k / v.groups) * per;
    float sum = 0;
    for (int c = 0; c < per; c++)
        for (int r = 0; r < v.r; r++) {
            int i = p * v.stride_h - v.pad_h + r * v.dilation_h;
            if ((unsigned)i >= (unsigned)v.h)
                continue;
            for (int s = 0; s < v.s; s++) {
                int j = q * v.stride_w - v.pad_w + s * v.dilation_w;
                if (j >= 0 && j < v.w)
                    sum += x[((n * v.c + first + c) * v.h + i) * v.w + j] *
                           w[((k * per + c) * v.r + r) * v.s + s];
            }
        }
    y[((n * v.k + k) * v.p + p) * v.q + q] = sum;
}
template <int R, int S>
__global__ void conv_depthwise(const float *x, const float *w, float *y, int h, int width)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y, c = blockIdx.z;
    float f[R][S], sum = 0;
#pragma unroll
    for (int i = 0; i < R * S; i++)
        f[i / S][i % S] = w[c * R * S + i];
#pragma unroll
    for (int r = 0; r < R; r++)
#pragma unroll
        for (int s = 0; s < S; s++) {
            int i = p + r - R / 2, j = q + s - S / 2;
            if (i >= 0 && i < h && j >= 0 && j < width)
                sum += f[r][s] * x[(c * h + i) * width + j];
        }
    y[(c * h + p) * width + q] = sum;
}
template __global__ void conv_depthwise<3, 3>(const float *, const float *, float *, int, int);
template __global__ void conv_depthwise<5, 5>(const float *, const float *, float *, int, int);
template __global__ void conv_depthwise<1, 7>(const float *, const float *, float *, int, int);
KERNEL im2col(const float *x, float *z, conv v)
{
    int q = THREAD % v.q, p = THREAD / v.q, k = blockIdx.y, s = k % v.s, r = k / v.s % v.r,
        c = k / (v.s * v.r);
    int i = p * v.stride_h - v.pad_h + r, j = q * v.stride_w - v.pad_w + s;
    z[k * v.p * v.q + THREAD] =
        i >= 0 && i < v.h && j >= 0 && j < v.w ? x[(c * v.h + i) * v.w + j] : 0;
}
KERNEL winograd_input(const float *x, float *z, int w, int tiles)
{
    float d[4][4], t[4][4];
    const float *p = x + blockIdx.y * w * w + THREAD / tiles * 2 * w + THREAD % tiles * 2;
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            d[i][j] = p[i * w + j];
#pragma unroll
    for (int j = 0; j < 4; j++) {
        t[0][j] = d[0][j] - d[2][j];
        t[1][j] = d[1][j] + d[2][j];
        t[2][j] = d[2][j] - d[1][j];
        t[3][j] = d[1][j] - d[3][j];
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float *o = z + ((i * 4) * gridDim.y + blockIdx.y) * tiles * tiles + THREAD;
        int step = gridDim.y * tiles * tiles;
        o[0] = t[i][0] - t[i][2];
        o[step] = t[i][1] + t[i][2];
        o[2 * step] = t[i][2] - t[i][1];
        o[3 * step] = t[i][1] - t[i][3];
    }
}
KERNEL winograd_filter(const float *g, float *z)
{
    float f[3][3], t[4][3];
#pragma unroll
    for (int i = 0; i < 9; i++)
        f[i / 3][i % 3] = g[THREAD * 9 + i];
#pragma unroll
    for (int j = 0; j < 3; j++) {
        t[0][j] = f[0][j];
        t[1][j] = 0.5f * (f[0][j] + f[1][j] + f[2][j]);
        t[2][j] = 0.5f * (f[0][j] - f[1][j] + f[2][j]);
        t[3][j] = f[2][j];
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        ((float4 *)z)[THREAD * 4 + i] = make_float4(t[i][0], 0.5f * (t[i][0] + t[i][1] + t[i][2]),
                                                    0.5f * (t[i][0] - t[i][1] + t[i][2]), t[i][2]);
}
KERNEL winograd_output(const float4 *m, float *y, int w)
{
    float s[4][4], t[2][4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float4 v = m[THREAD * 4 + i];
        s[i][0] = v.x, s[i][1] = v.y, s[i][2] = v.z, s[i][3] = v.w;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        t[0][j] = s[0][j] + s[1][j] + s[2][j];
        t[1][j] = s[1][j] - s[2][j] - s[3][j];
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
        *(float2 *)&y[(blockIdx.y * 2 + i) * w + THREAD * 2] = make_float2(
            fmaxf(t[i][0] + t[i][1] + t[i][2], 0), fmaxf(t[i][1] - t[i][2] - t[i][3], 0));
}
KERNEL pool_max(const float *x, float *z, int w, int k, int stride)
{
    float best = -INFINITY;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            best = fmaxf(best, x[(blockIdx.y * stride + i) * w + THREAD * stride + j]);
    z[blockIdx.y * gridDim.x * blockDim.x + THREAD] = best;
}
template <int N> __device__ void fft(float2 (&v)[N])
{
    if constexpr (N > 1) {
        float2 even[N / 2], odd[N / 2];
#pragma unroll
        for (int i = 0; i < N / 2; i++)
            even[i] = v[2 * i], odd[i] = v[2 * i + 1];
        fft(even);
        fft(odd);
#pragma unroll
        for (int i = 0; i < N / 2; i++) {
            float c = cospif(-2.0f * i / N), s = sinpif(-2.0f * i / N);
            float2 t = make_float2(c * odd[i].x - s * odd[i].y, c * odd[i].y + s * odd[i].x);
            v[i] = make_float2(even[i].x + t.x, even[i].y + t.y);
            v[i + N / 2] = make_float2(even[i].x - t.x, even[i].y - t.y);
        }
    }
}
template <int N> __global__ void fft_registers(float2 *x)
{
    float2 v[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        v[i] = x[THREAD + i * 1024];
    fft(v);
#pragma unroll
    for (int i = 0; i < N; i++)
        x[THREAD + i * 1024] = v[i];
}
template __global__ void fft_registers<4>(float2 *);
template __global__ void fft_registers<8>(float2 *);
template __global__ void fft_registers<16>(float2 *);
KERNEL fft_shared(float2 *x, int n, int bits)
{
    extern __shared__ float2 s[];
    s[__brev(threadIdx.x) >> (32 - bits)] = x[THREAD];
    for (int half = 1; half < n; half *= 2) {
        __syncthreads();
        if (threadIdx.x < n / 2) {
            int j = threadIdx.x & (half - 1), i = 2 * threadIdx.x - j;
            float sn, cs;
            __sincosf(-3.14159265f * j / half, &sn, &cs);
            float2 a = s[i], b = s[i + half],
                   t = make_float2(cs * b.x - sn * b.y, cs * b.y + sn * b.x);
            s[i] = make_float2(a.x + t.x, a.y + t.y),
            s[i + half] = make_float2(a.x - t.x, a.y - t.y);
        }
    }
    __syncthreads();
    x[THREAD] = s[threadIdx.x];
}

__device__ float warp_sum(float v)
{
    for (int i = 16; i; i >>= 1)
        v += __shfl_xor_sync(~0u, v, i);
    return v;
}
KERNEL softmax(const float *x, float *z, int n)
{
    const float *row = x + blockIdx.x * n;
    float top = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        top = fmaxf(top, row[i]);
    for (int i = 16; i; i >>= 1)
        top = fmaxf(top, __shfl_xor_sync(~0u, top, i));
    for (int i = threadIdx.x; i < n; i += 32)
        sum += __expf(row[i] - top);
    sum = warp_sum(sum);
    for (int i = threadIdx.x; i < n; i += 32)
        z[blockIdx.x * n + i] = __expf(row[i] - top) / sum;
}
KERNEL layer_norm(const __half2 *x, __half2 *z, const __half2 *gamma, const __half2 *beta, int n,
                  float eps)
{
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        float2 v = __half22float2(x[blockIdx.x * n + i]);
        sum += v.x + v.y, squares += v.x * v.x + v.y * v.y;
    }
    sum = warp_sum(sum) / (2 * n), squares = warp_sum(squares) / (2 * n);
    float r = rsqrtf(squares - sum * sum + eps);
    for (int i = threadIdx.x; i < n; i += 32) {
        float2 v = __half22float2(x[blockIdx.x * n + i]), g = __half22float2(gamma[i]),
               b = __half22float2(beta[i]);
        z[blockIdx.x * n + i] =
            __floats2half2_rn((v.x - sum) * r * g.x + b.x, (v.y - sum) * r * g.y + b.y);
    }
}
KERNEL batch_norm(float4 *x, const float *mean, const float *variance, const float *scale,
                  const float *bias, int n)
{
    float s = scale[blockIdx.y] * rsqrtf(variance[blockIdx.y] + 1e-5f),
          b = bias[blockIdx.y] - mean[blockIdx.y] * s;
    for (int i = THREAD; i < n; i += gridDim.x * blockDim.x) {
        float4 v = x[blockIdx.y * n + i];
        x[blockIdx.y * n + i] = make_float4(fmaxf(v.x * s + b, 0), fmaxf(v.y * s + b, 0),
                                            fmaxf(v.z * s + b, 0), fmaxf(v.w * s + b, 0));
    }
}
KERNEL welford(const float *x, float *z, int n)
{
    float mean = 0, m2 = 0;
    for (int i = 0; i < n; i++) {
        float v = x[THREAD * n + i], d = v - mean;
        mean += d / (i + 1);
        m2 += d * (v - mean);
    }
    z[THREAD * 2] = mean, z[THREAD * 2 + 1] = m2 / n;
}
KERNEL attention(const float *q, const float *k, const float *v, float *o, int n, float scale)
{
    float acc[8] = {}, top = -INFINITY, sum = 0, mine[8];
    for (int i = 0; i < 8; i++)
        mine[i] = q[THREAD * 8 + i] * scale;
    for (int j = 0; j < n; j++) {
        float s = 0;
#pragma unroll
        for (int i = 0; i < 8; i++)
            s += mine[i] * k[j * 8 + i];
        float next = fmaxf(top, s), old = exp2f(top - next), w = exp2f(s - next);
        sum = sum * old + w;
#pragma unroll
        for (int i = 0; i < 8; i++)
            acc[i] = acc[i] * old + w * v[j * 8 + i];
        top = next;
    }
    for (int i = 0; i < 8; i++)
        o[THREAD * 8 + i] = acc[i] / sum;
}
KERNEL rotary(float2 *x, int n, float base)
{
    float s, c, angle = blockIdx.x * __powf(base, -2.0f * threadIdx.x / n);
    sincosf(angle, &s, &c);
    float2 v = x[THREAD];
    x[THREAD] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
KERNEL adam(float *w, const float *g, float *m, float *v, float rate, float b1, float b2, float eps,
            int step)
{
    float d = g[THREAD], a = m[THREAD] = b1 * m[THREAD] + (1 - b1) * d,
          b = v[THREAD] = b2 * v[THREAD] + (1 - b2) * d * d;
    w[THREAD] -= rate * (a / (1 - powf(b1, step))) / (sqrtf(b / (1 - powf(b2, step))) + eps);
}
KERNEL embedding(const long long *ids, const float4 *table, float4 *z, int width)
{
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        z[blockIdx.x * width + i] = table[ids[blockIdx.x] * width + i];
}
KERNEL dropout(float *x, unsigned long long seed, float p)
{
    unsigned long long z = (THREAD + seed) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    x[THREAD] = (z >> 40) * (1.0f / (1 << 24)) < p ? 0 : x[THREAD] / (1 - p);
}
KERNEL swish_gate(const __half *x, const __half *g, __half *z)
{
    float a = __half2float(x[THREAD]), b = __half2float(g[THREAD]);
    z[THREAD] = __float2half(a / (1 + __expf(-a)) * b);
}
KERNEL cross_entropy(const float *x, const int *label, float *loss, int n)
{
    float sum = 0, at = x[blockIdx.x * n + label[blockIdx.x]];
    for (int i = threadIdx.x; i < n; i += 32)
        sum += expf(x[blockIdx.x * n + i] - at);
    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        atomicAdd(loss, logf(sum));
}
