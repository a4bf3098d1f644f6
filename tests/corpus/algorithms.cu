// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Sorting, scans, reductions, stencils, graphs, strings, simulations.
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

template <class T, int N> __global__ void reduce_sum(const T *x, T *z, int n)
{
    __shared__ T part[N];
    T sum = 0;
    for (int i = blockIdx.x * N + threadIdx.x; i < n; i += N * gridDim.x)
        sum += x[i];
    part[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll
    for (int i = N / 2; i; i >>= 1) {
        if (threadIdx.x < i)
            part[threadIdx.x] += part[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        z[blockIdx.x] = part[0];
}
template __global__ void reduce_sum<float, 256>(const float *, float *, int);
template __global__ void reduce_sum<double, 128>(const double *, double *, int);
template __global__ void reduce_sum<long long, 64>(const long long *, long long *, int);
template __global__ void reduce_sum<short, 512>(const short *, short *, int);

KERNEL arg_max(const float *x, int *z, int n)
{
    __shared__ float value[256];
    __shared__ int index[256];
    float best = -INFINITY;
    int at = -1;
    for (int i = threadIdx.x; i < n; i += 256)
        if (x[i] > best)
            best = x[i], at = i;
    value[threadIdx.x] = best, index[threadIdx.x] = at;
    for (int i = 128; i; i >>= 1) {
        __syncthreads();
        if (threadIdx.x < i && value[threadIdx.x + i] > value[threadIdx.x]) {
            value[threadIdx.x] = value[threadIdx.x + i];
            index[threadIdx.x] = index[threadIdx.x + i];
        }
    }
    if (threadIdx.x == 0)
        *z = index[0];
}
KERNEL scan_block(int *x)
{
    __shared__ int s[2][256];
    int t = threadIdx.x, from = 0;
    s[0][t] = x[THREAD];
    for (int i = 1; i < 256; i <<= 1) {
        __syncthreads();
        s[1 - from][t] = t >= i ? s[from][t] + s[from][t - i] : s[from][t];
        from = 1 - from;
    }
    __syncthreads();
    x[THREAD] = s[from][t];
}
KERNEL scan_blelloch(float *x, int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x, offset = 1;
    s[2 * t] = x[2 * t], s[2 * t + 1] = x[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        s[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            float u = s[offset * (2 * t + 1) - 1];
            s[offset * (2 * t + 1) - 1] = s[offset * (2 * t + 2) - 1];
            s[offset * (2 * t + 2) - 1] += u;
        }
    }
    __syncthreads();
    x[2 * t] = s[2 * t], x[2 * t + 1] = s[2 * t + 1];
}
KERNEL scan_lookback(int *x, volatile int *state, int *total)
{
    __shared__ int base;
    int v = x[THREAD];
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int b = (int)blockIdx.x - 1; b >= 0; b--) {
            int s;
            do
                s = state[b];
            while (s == 0);
            sum += s >> 2;
            if ((s & 3) == 2)
                break;
        }
        base = sum;
        state[blockIdx.x] = (sum + v) << 2 | 2;
        __threadfence();
    }
    __syncthreads();
    x[THREAD] = v + base;
    atomicAdd(total, v);
}
KERNEL sort_bitonic(float *x, int j, int k)
{
    int i = THREAD, l = i ^ j;
    if (l > i) {
        float a = x[i], b = x[l];
        if ((i & k) == 0 ? a > b : a < b)
            x[i] = b, x[l] = a;
    }
}
KERNEL sort_bitonic_shared(unsigned *x)
{
    __shared__ unsigned s[512];
    s[threadIdx.x] = x[threadIdx.x], s[threadIdx.x + 256] = x[threadIdx.x + 256];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j; j /= 2) {
            __syncthreads();
            int i = 2 * threadIdx.x - (threadIdx.x & (j - 1));
            bool up = (i & k) == 0;
            if ((s[i] > s[i + j]) == up) {
                unsigned t = s[i];
                s[i] = s[i + j];
                s[i + j] = t;
            }
        }
    __syncthreads();
    x[threadIdx.x] = s[threadIdx.x], x[threadIdx.x + 256] = s[threadIdx.x + 256];
}
KERNEL sort_insertion(int *x, int n)
{
    int *a = x + THREAD * n;
    for (int i = 1; i < n; i++) {
        int v = a[i], j = i - 1;
        for (; j >= 0 && a[j] > v; j--)
            a[j + 1] = a[j];
        a[j + 1] = v;
    }
}
KERNEL sort_registers(float *x)
{
    float v[16];
#pragma unroll
    for (int i = 0; i < 16; i++)
        v[i] = x[THREAD * 16 + i];
#pragma unroll
    for (int k = 2; k <= 16; k *= 2)
#pragma unroll
        for (int j = k / 2; j; j /= 2)
#pragma unroll
            for (int i = 0; i < 16; i++)
                if ((i ^ j) > i) {
                    float lo = fminf(v[i], v[i ^ j]), hi = fmaxf(v[i], v[i ^ j]);
                    v[i] = i & k ? hi : lo;
                    v[i ^ j] = i & k ? lo : hi;
                }
#pragma unroll
    for (int i = 0; i < 16; i++)
        x[THREAD * 16 + i] = v[i];
}
KERNEL sort_radix_pass(const unsigned *x, unsigned *z, const unsigned *offsets, int shift)
{
    __shared__ unsigned base[16];
    if (threadIdx.x < 16)
        base[threadIdx.x] = offsets[blockIdx.x * 16 + threadIdx.x];
    __syncthreads();
    unsigned v = x[THREAD], digit = v >> shift & 15;
    z[atomicAdd(&base[digit], 1)] = v;
}
KERNEL merge_path(const int *a, int n, const int *b, int m, int *z)
{
    int d = THREAD * 8, lo = max(0, d - m), hi = min(d, n);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] <= b[d - 1 - mid])
            lo = mid + 1;
        else
            hi = mid;
    }
    int i = lo, j = d - lo;
    for (int k = 0; k < 8 && i + j < n + m; k++)
        z[d + k] = j >= m || (i < n && a[i] <= b[j]) ? a[i++] : b[j++];
}
KERNEL binary_search(const double *x, int n, const double *keys, int *z)
{
    int lo = 0, hi = n;
    double key = keys[THREAD];
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (x[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    z[THREAD] = lo;
}
KERNEL stencil_2d(const float *x, float *z, int w, int h)
{
    int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y;
    if (i > 0 && j > 0 && i < w - 1 && j < h - 1)
        z[j * w + i] = 0.2f * (x[j * w + i] + x[j * w + i - 1] + x[j * w + i + 1] +
                               x[(j - 1) * w + i] + x[(j + 1) * w + i]);
}
KERNEL stencil_3d(const double *x, double *z, int n)
{
    int i = threadIdx.x + 1, j = blockIdx.x + 1;
    double behind = x[j * n + i], here = x[(n + j) * n + i];
    for (int k = 1; k < n - 1; k++) {
        double ahead = x[((k + 1) * n + j) * n + i];
        z[(k * n + j) * n + i] = behind + ahead - 6 * here + x[(k * n + j) * n + i - 1] +
                                 x[(k * n + j) * n + i + 1] + x[(k * n + j - 1) * n + i] +
                                 x[(k * n + j + 1) * n + i];
        behind = here, here = ahead;
    }
}
KERNEL stencil_shared(const float *x, float *z, int n)
{
    __shared__ float s[18][34];
    int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
    for (int b = threadIdx.y; b < 18; b += 16)
        for (int a = threadIdx.x; a < 34; a += 32) {
            int u = (int)blockIdx.x * 32 + a - 1, v = (int)blockIdx.y * 16 + b - 1;
            s[b][a] = u >= 0 && v >= 0 && u < n && v < n ? x[v * n + u] : 0;
        }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int b = 0; b < 3; b++)
#pragma unroll
        for (int a = 0; a < 3; a++)
            sum += s[threadIdx.y + b][threadIdx.x + a];
    z[j * n + i] = sum / 9;
}
KERNEL game_of_life(const unsigned char *x, unsigned char *z, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, n = 0;
    for (int b = -1; b <= 1; b++)
        for (int a = -1; a <= 1; a++)
            if (a || b)
                n += x[(j + b + h) % h * w + (i + a + w) % w];
    z[j * w + i] = n == 3 || (n == 2 && x[j * w + i]);
}
KERNEL n_body(float4 *x, float4 *v, int n, float dt)
{
    __shared__ float4 tile[128];
    float4 p = x[THREAD];
    float ax = 0, ay = 0, az = 0;
    for (int b = 0; b < n; b += 128) {
        tile[threadIdx.x] = x[b + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < 128; i++) {
            float dx = tile[i].x - p.x, dy = tile[i].y - p.y, dz = tile[i].z - p.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f), f = tile[i].w * r * r * r;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        __syncthreads();
    }
    float4 u = v[THREAD];
    v[THREAD] = make_float4(u.x + ax * dt, u.y + ay * dt, u.z + az * dt, u.w);
}
KERNEL monte_carlo_pi(unsigned *hits, unsigned seed, int n)
{
    unsigned s = seed + THREAD * 747796405u, count = 0;
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        float a = (s >> 8) * (1.0f / (1 << 24));
        s = s * 1664525u + 1013904223u;
        float b = (s >> 8) * (1.0f / (1 << 24));
        count += a * a + b * b < 1;
    }
    atomicAdd(hits, count);
}
KERNEL breadth_first(const int *row, const int *column, int *level, int depth, bool *changed, int n)
{
    int i = THREAD;
    if (i < n && level[i] == depth)
        for (int e = row[i]; e < row[i + 1]; e++)
            if (level[column[e]] < 0) {
                level[column[e]] = depth + 1;
                *changed = true;
            }
}
KERNEL sparse_rows(const int *row, const int *column, const float *value, const float *x, float *z)
{
    int r = THREAD / 32, lane = threadIdx.x & 31;
    float sum = 0;
    for (int e = row[r] + lane; e < row[r + 1]; e += 32)
        sum += value[e] * x[column[e]];
    for (int i = 16; i; i >>= 1)
        sum += __shfl_xor_sync(~0u, sum, i);
    if (lane == 0)
        z[r] = sum;
}
KERNEL floyd_warshall(int *d, int n, int k)
{
    int i = blockIdx.y, j = THREAD;
    d[i * n + j] = min(d[i * n + j], d[i * n + k] + d[k * n + j]);
}
KERNEL levenshtein(const char *a, const char *b, int *z, int n)
{
    int row[33];
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int t = row[j];
            row[j] =
                min(min(row[j], row[j - 1]) + 1, diagonal + (a[THREAD * n + i - 1] != b[j - 1]));
            diagonal = t;
        }
    }
    z[THREAD] = row[n];
}
KERNEL n_queens(int *count, int n)
{
    int columns[16], left[16], right[16], free[16], depth = 0, found = 0, all = (1 << n) - 1;
    columns[0] = 1 << (THREAD % n), left[0] = columns[0] << 1, right[0] = columns[0] >> 1;
    free[0] = all & ~(columns[0] | left[0] | right[0]);
    while (depth >= 0) {
        if (!free[depth]) {
            depth--;
            continue;
        }
        int bit = free[depth] & -free[depth];
        free[depth] ^= bit;
        if (depth == n - 2) {
            found++;
            continue;
        }
        columns[depth + 1] = columns[depth] | bit;
        left[depth + 1] = (left[depth] | bit) << 1;
        right[depth + 1] = (right[depth] | bit) >> 1;
        depth++;
        free[depth] = all & ~(columns[depth] | left[depth] | right[depth]);
    }
    atomicAdd(count, found);
}
KERNEL ray_spheres(const float4 *spheres, int n, uchar4 *image, int w)
{
    int i = THREAD, j = blockIdx.y;
    float dx = i - w * 0.5f, dy = j - w * 0.5f, dz = w, r = rsqrtf(dx * dx + dy * dy + dz * dz),
          nearest = 1e30f;
    int hit = -1;
    dx *= r, dy *= r, dz *= r;
    for (int s = 0; s < n; s++) {
        float4 o = spheres[s];
        float b = o.x * dx + o.y * dy + o.z * dz,
              d = b * b - (o.x * o.x + o.y * o.y + o.z * o.z) + o.w * o.w;
        if (d > 0) {
            float t = b - sqrtf(d);
            if (t > 0 && t < nearest)
                nearest = t, hit = s;
        }
    }
    image[j * w + i] = hit < 0
                           ? make_uchar4(0, 0, 0, 255)
                           : make_uchar4(hit * 40, (unsigned char)(255 / (1 + nearest)), 9, 255);
}
KERNEL rgb_to_grey(const uchar3 *x, unsigned char *z)
{
    uchar3 p = x[THREAD];
    z[THREAD] = (unsigned char)((p.x * 77 + p.y * 150 + p.z * 29) >> 8);
}
KERNEL median_3x3(const unsigned char *x, unsigned char *z, int w)
{
    int v[9], at = blockIdx.y * w + THREAD;
#pragma unroll
    for (int i = 0; i < 9; i++)
        v[i] = x[at + (i / 3) * w + i % 3];
#pragma unroll
    for (int i = 0; i < 5; i++)
#pragma unroll
        for (int j = i + 1; j < 9; j++) {
            int lo = min(v[i], v[j]);
            v[j] = max(v[i], v[j]);
            v[i] = lo;
        }
    z[at] = v[4];
}
KERNEL bloom(const unsigned long long *keys, unsigned *bits, unsigned mask)
{
    unsigned long long k = keys[THREAD] * 0xff51afd7ed558ccdull;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        unsigned h = (unsigned)(k >> (i * 13)) & mask;
        atomicOr(&bits[h >> 5], 1u << (h & 31));
    }
}
KERNEL transpose_vector(const float4 *x, float4 *z, int n)
{
    float4 r[4];
    for (int i = 0; i < 4; i++)
        r[i] = x[(THREAD * 4 + i) * n + blockIdx.y];
    z[THREAD] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);
    z[THREAD + n] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y);
    z[THREAD + 2 * n] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z);
    z[THREAD + 3 * n] = make_float4(r[0].w, r[1].w, r[2].w, r[3].w);
}
