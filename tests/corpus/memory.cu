// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Memory: shared, local, constant, spilled; vector widths, cache operators, volatile, restrict.
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

__constant__ float coefficients[64] = {1, 2, 3};
__constant__ int4 wide_constants[32];
__constant__ double double_constants[8];
__constant__ unsigned char byte_constants[256];
__device__ int global_counter;
__device__ float global_array[1000];

KERNEL constant_fixed(float *x)
{
    x[THREAD] = x[THREAD] * coefficients[3] + coefficients[17];
}
KERNEL constant_uniform(float *x, int i)
{
    x[THREAD] = x[THREAD] * coefficients[i] + coefficients[blockIdx.x & 63];
}
KERNEL constant_divergent(float *x, const int *i)
{
    x[THREAD] *= coefficients[i[THREAD]];
}
KERNEL constant_wide(int4 *x, int i)
{
    int4 a = wide_constants[threadIdx.x & 31], b = wide_constants[i];
    x[THREAD] = make_int4(a.x + b.w, a.y ^ b.z, a.z - b.y, a.w * b.x);
}
KERNEL constant_double(double *x)
{
    x[THREAD] = x[THREAD] * double_constants[1] - double_constants[threadIdx.x & 7];
}
KERNEL constant_bytes(int *x, const unsigned char *i)
{
    x[THREAD] = byte_constants[i[THREAD]] + (signed char)byte_constants[3];
}
KERNEL constant_stencil(const float *x, float *z)
{
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 32; i++)
        sum += coefficients[i] * x[THREAD + i];
    z[THREAD] = sum;
}
KERNEL literal_table(float *x, int n)
{
    const float table[8] = {0.5f, 1.5f, -2.5f, 3.25f, 8, 9, 1e-3f, 7};
    x[THREAD] = table[n & 7] * table[threadIdx.x & 7];
}
KERNEL globals(float *x)
{
    global_array[THREAD] = x[THREAD] + global_counter;
    if (threadIdx.x == 0)
        global_counter = 7;
}

KERNEL shared_static(float *x)
{
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] =
        x[(blockIdx.y * 32 + threadIdx.y) * 1024 + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    x[(blockIdx.x * 32 + threadIdx.y) * 1024 + blockIdx.y * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y];
}
KERNEL shared_dynamic(float *x, int n)
{
    extern __shared__ float4 pool[];
    float *p = (float *)pool;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        p[i] = x[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] = p[n - 1 - i];
}
template <class T> __global__ void shared_typed(T *x)
{
    __shared__ T pool[128];
    pool[threadIdx.x] = x[THREAD];
    __syncthreads();
    x[THREAD] = pool[127 - threadIdx.x];
    __syncthreads();
    pool[threadIdx.x & 63] = x[THREAD + 1];
    __syncthreads();
    x[THREAD + 2] = pool[0];
}
template __global__ void shared_typed(signed char *);
template __global__ void shared_typed(unsigned char *);
template __global__ void shared_typed(short *);
template __global__ void shared_typed(unsigned short *);
template __global__ void shared_typed(int2 *);
template __global__ void shared_typed(float4 *);
template __global__ void shared_typed(double *);
template __global__ void shared_typed(double2 *);
template __global__ void shared_typed(float3 *);
template __global__ void shared_typed(uchar4 *);
template __global__ void shared_typed(long long *);
template <class T>
__global__ void copy_typed(const T *__restrict__ x, T *__restrict__ z, long long step)
{
    z[THREAD * step] = x[THREAD];
    z[5] = x[THREAD * step + 9];
}
template __global__ void copy_typed(const signed char *, signed char *, long long);
template __global__ void copy_typed(const unsigned char *, unsigned char *, long long);
template __global__ void copy_typed(const short *, short *, long long);
template __global__ void copy_typed(const unsigned short *, unsigned short *, long long);
template __global__ void copy_typed(const int *, int *, long long);
template __global__ void copy_typed(const float2 *, float2 *, long long);
template __global__ void copy_typed(const float4 *, float4 *, long long);
template __global__ void copy_typed(const double2 *, double2 *, long long);
template __global__ void copy_typed(const long long *, long long *, long long);
template __global__ void copy_typed(const float3 *, float3 *, long long);
template __global__ void copy_typed(const ulonglong2 *, ulonglong2 *, long long);

KERNEL shared_volatile(volatile float *x)
{
    volatile __shared__ float pool[64];
    pool[threadIdx.x] = x[THREAD];
    if (threadIdx.x < 32) {
        pool[threadIdx.x] = pool[threadIdx.x] + pool[threadIdx.x + 32];
        pool[threadIdx.x] = pool[threadIdx.x] + pool[threadIdx.x + 16];
    }
    x[THREAD] = pool[0];
}
KERNEL shared_pointers(float *x, int n)
{
    __shared__ float a[64], b[64];
    float *p = n & 1 ? a : b, *q = n & 2 ? x : p;
    p[threadIdx.x] = x[THREAD];
    __syncthreads();
    x[THREAD] = q[63 - threadIdx.x];
}
KERNEL local_array(float *x, int n)
{
    float buffer[40];
    for (int i = 0; i < 40; i++)
        buffer[i] = x[THREAD * 40 + i];
    for (int i = 0; i < n; i++)
        buffer[(i * 7) % 40] += buffer[(i * 3 + threadIdx.x) % 40];
    for (int i = 0; i < 40; i++)
        x[THREAD * 40 + i] = buffer[i];
}
template <class T> __global__ void local_typed(T *x, const int *index)
{
    T buffer[16];
    for (int i = 0; i < 16; i++)
        buffer[i] = x[i];
    for (int i = 0; i < 8; i++)
        buffer[index[i] & 15] = buffer[index[i + THREAD] & 15];
    x[THREAD] = buffer[index[0] & 15];
}
template __global__ void local_typed(signed char *, const int *);
template __global__ void local_typed(unsigned char *, const int *);
template __global__ void local_typed(short *, const int *);
template __global__ void local_typed(unsigned short *, const int *);
template __global__ void local_typed(double *, const int *);
template __global__ void local_typed(float4 *, const int *);
template __global__ void local_typed(int2 *, const int *);

extern "C" __global__ void __launch_bounds__(1024, 2) spill_floats(float *x)
{
    float v[96];
#pragma unroll
    for (int i = 0; i < 96; i++)
        v[i] = x[THREAD + i * 1024];
#pragma unroll 1
    for (int k = 0; k < 10; k++)
#pragma unroll
        for (int i = 0; i < 96; i++)
            v[i] = v[i] * v[(i + 17) % 96] + v[(i + 53) % 96];
#pragma unroll
    for (int i = 0; i < 96; i++)
        x[THREAD + i * 1024] = v[i];
}
extern "C" __global__ void __launch_bounds__(1024, 2) spill_doubles(double *x)
{
    double v[40];
#pragma unroll
    for (int i = 0; i < 40; i++)
        v[i] = x[THREAD + i * 1024];
#pragma unroll 1
    for (int k = 0; k < 10; k++)
#pragma unroll
        for (int i = 0; i < 40; i++)
            v[i] = v[i] * v[(i + 17) % 40] + v[(i + 23) % 40];
#pragma unroll
    for (int i = 0; i < 40; i++)
        x[THREAD + i * 1024] = v[i];
}
extern "C" __global__ void __launch_bounds__(1024, 2) spill_predicates(int *x, int n)
{
    int v[24];
    bool p[24];
#pragma unroll
    for (int i = 0; i < 24; i++) {
        v[i] = x[THREAD + i * 1024];
        p[i] = v[i] > n + i;
    }
#pragma unroll 1
    for (int k = 0; k < n; k++)
#pragma unroll
        for (int i = 0; i < 24; i++) {
            v[i] = p[i] ? v[i] + v[(i + 5) % 24] : v[(i + 11) % 24] - 1;
            p[i] = p[(i + 3) % 24] != (v[i] < k);
        }
#pragma unroll
    for (int i = 0; i < 24; i++)
        x[THREAD + i * 1024] = v[i] + p[i];
}
KERNEL alloca_variable(int *x, int n)
{
    int *buffer = (int *)alloca(n * sizeof(int));
    for (int i = 0; i < n; i++)
        buffer[i] = x[THREAD + i];
    for (int i = 0; i < n; i++)
        x[THREAD + i] = buffer[buffer[i] % n];
}

#define LOADS(name, f)                                                                             \
    KERNEL name(const int *a, const float4 *b, const double *c, const short *d, const char *e,     \
                float4 *z)                                                                         \
    {                                                                                              \
        float4 v = f(b + THREAD);                                                                  \
        v.x += f(a + THREAD);                                                                      \
        v.y += (float)f(c + THREAD);                                                               \
        v.z += f(d + THREAD);                                                                      \
        v.w += f(e + THREAD);                                                                      \
        z[THREAD] = v;                                                                             \
    }
LOADS(load_ldg, __ldg)
LOADS(load_ca, __ldca)
LOADS(load_cg, __ldcg)
LOADS(load_cs, __ldcs)
LOADS(load_lu, __ldlu)
LOADS(load_cv, __ldcv)
#define STORES(name, f)                                                                            \
    KERNEL name(int *a, float4 *b, double *c, short *d, char *e)                                   \
    {                                                                                              \
        f(a + THREAD, (int)threadIdx.x);                                                           \
        f(b + THREAD, make_float4(1, 2, threadIdx.x, 4));                                          \
        f(c + THREAD, (double)threadIdx.x);                                                        \
        f(d + THREAD, (short)threadIdx.x);                                                         \
        f(e + THREAD, (char)threadIdx.x);                                                          \
    }
STORES(store_wb, __stwb)
STORES(store_cg, __stcg)
STORES(store_cs, __stcs)
STORES(store_wt, __stwt)

KERNEL memory_functions(char *x, const char *y, int n)
{
    memcpy(x + THREAD * 64, y + THREAD * 64, 64);
    memset(x + 10000 + THREAD * 16, 0x5a, 16);
    memcpy(x + 20000, y + 3, n);
}
KERNEL unaligned(const unsigned char *x, unsigned *z)
{
    unsigned v;
    memcpy(&v, x + THREAD * 7, 4);
    z[THREAD] = v;
}
KERNEL big_offsets(float *x)
{
    x[THREAD] = x[THREAD + 100000] + x[THREAD + 2000000] -
                x[THREAD + 3000000] * x[(long long)THREAD - 4000000];
}
struct parameters {
    float scale[20];
    int shape[5];
    double eps;
    const float *pointers[4];
    char flags[7];
};
KERNEL struct_parameter(parameters p, float *z, int i)
{
    z[THREAD] = p.pointers[2][THREAD] * p.scale[i] + p.scale[7] * p.shape[3] + (float)p.eps +
                p.flags[i & 3];
    if (p.flags[5])
        z[0] = p.scale[threadIdx.x % 20];
}
KERNEL many_parameters(char a, short b, int c, long long d, float e, double f, float4 g, char3 h,
                       bool i, int *j, __grid_constant__ const parameters k)
{
    j[THREAD] =
        a + b + c + (int)d + (int)e + (int)f + (int)g.z + h.y + i + k.shape[threadIdx.x % 5];
}
