// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Calls: recursion, function pointers, virtual functions, arguments on the stack.
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

__device__ __noinline__ int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

__device__ __noinline__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__device__ int is_odd(unsigned n);
__device__ __noinline__ int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}
__device__ __noinline__ int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

KERNEL call_factorial(int *x)
{
    x[THREAD] = factorial(x[THREAD]);
}
KERNEL call_fibonacci(int *x)
{
    x[THREAD] = fibonacci(x[THREAD]);
}
KERNEL call_ackermann(int *x)
{
    x[THREAD] = ackermann(x[THREAD] & 3, x[THREAD] >> 2);
}
KERNEL call_mutual(int *x)
{
    x[THREAD] = is_even(x[THREAD]);
}

__device__ void quicksort(float *a, int low, int high)
{
    if (low >= high)
        return;
    float pivot = a[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            float t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quicksort(a, low, j);
    quicksort(a, i, high);
}
KERNEL call_quicksort(float *x, int n)
{
    quicksort(x + THREAD * n, 0, n - 1);
}

__device__ void hanoi(int n, int a, int b, int c, int *moves)
{
    if (n == 0)
        return;
    hanoi(n - 1, a, c, b, moves);
    moves[a * 3 + c]++;
    hanoi(n - 1, b, a, c, moves);
}
KERNEL call_hanoi(int *moves, int n)
{
    hanoi(n, 0, 1, 2, moves + THREAD * 9);
}

typedef float (*unary)(float);
__device__ float op_double(float x)
{
    return x + x;
}
__device__ float op_square(float x)
{
    return x * x;
}
__device__ float op_sine(float x)
{
    return __sinf(x);
}
__device__ float op_root(float x)
{
    return sqrtf(x);
}
__device__ unary operations[4] = {op_double, op_square, op_sine, op_root};
__constant__ unary constant_operations[2] = {op_square, op_root};

KERNEL call_table(float *x, const int *which)
{
    x[THREAD] = operations[which[THREAD] & 3](x[THREAD]);
}
KERNEL call_constant_table(float *x, int which)
{
    x[THREAD] = constant_operations[which & 1](x[THREAD]);
}
KERNEL call_chosen(float *x, int which)
{
    unary f = which > 3 ? op_sine : which > 1 ? op_root : op_double;
    for (int i = 0; i < 4; i++)
        x[THREAD + i] = f(x[THREAD + i]);
}

struct shape {
    float size;
    __device__ virtual float area() const
    {
        return size;
    }
    __device__ virtual ~shape()
    {
    }
};
struct square : shape {
    __device__ float area() const override
    {
        return size * size;
    }
};
struct circle : shape {
    float pi;
    __device__ float area() const override
    {
        return pi * size * size;
    }
};
KERNEL call_virtual(float *x, int n)
{
    square s;
    circle c;
    s.size = x[0];
    c.size = x[1];
    c.pi = 3.14159f;
    const shape *shapes[2] = {&s, &c};
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += shapes[i & 1]->area();
    x[THREAD] = sum;
}

struct big {
    float value[24];
};
__device__ __noinline__ big scale(big b, float by)
{
    for (int i = 0; i < 24; i++)
        b.value[i] *= by;
    return b;
}
KERNEL call_struct(big *x)
{
    x[THREAD] = scale(x[THREAD], 2.5f);
}

__device__ __noinline__ double many(int a, double b, char c, short d, long long e, float f,
                                    float4 g, int h, int i, int j, int k, int l, int m, int n,
                                    int o, int p)
{
    return a + b * c - d + e * f + g.x * g.w + h - i * j + (k ^ l) + (m | n) - o / (p + 1);
}
KERNEL call_many(double *x, int v)
{
    int t = threadIdx.x;
    x[THREAD] = many(t, v, t * 3, 4, v, 6.5f, make_float4(1, t, 3, v), t, v, t + 1, t + 2, t - 3, v,
                     v + 1, t, v);
}

__device__ __noinline__ long long wide(long long a, unsigned char b)
{
    return a * a + b;
}
KERNEL call_wide(long long *x)
{
    long long v = x[THREAD];
    for (int i = 0; i < 10; i++)
        v = wide(v, (unsigned char)i) ^ wide(v + 1, 3);
    x[THREAD] = v;
}

__device__ __noinline__ bool predicate(int a, bool b)
{
    return (a > 4) != b;
}
KERNEL call_bool(int *x)
{
    bool b = false;
    for (int i = 0; i < 10; i++)
        b = predicate(x[i * 32 + threadIdx.x], b);
    x[THREAD] = b;
}

__device__ __noinline__ void swap_by_pointer(float *a, float *b)
{
    float t = *a;
    *a = *b;
    *b = t;
}
KERNEL call_pointer(float *x)
{
    float local[8];
    for (int i = 0; i < 8; i++)
        local[i] = x[THREAD * 8 + i];
    for (int i = 0; i < 4; i++)
        swap_by_pointer(&local[i], &local[7 - i]);
    __shared__ float s[2];
    swap_by_pointer(&s[0], &local[3]);
    for (int i = 0; i < 8; i++)
        x[THREAD * 8 + i] = local[i];
}

KERNEL call_new(int **x, int n)
{
    int *p = new int[n];
    for (int i = 0; i < n; i++)
        p[i] = i;
    x[THREAD] = p;
    if (n > 100)
        delete[] p;
}

template <int N> __device__ __noinline__ float chain(float x)
{
    return chain<N - 1>(x * 1.5f) + N;
}
template <> __device__ __noinline__ float chain<0>(float x)
{
    return x;
}
KERNEL call_chain(float *x)
{
    x[THREAD] = chain<12>(x[THREAD]);
}

KERNEL call_slow_math(double *x, float *y, long long *z)
{
    x[THREAD] = sqrt(x[THREAD]) / x[THREAD + 1] + 1 / x[THREAD + 2];
    y[THREAD] = y[THREAD] / sqrtf(y[THREAD + 1]);
    z[THREAD] = z[THREAD] / z[THREAD + 1] + z[THREAD] % 1000003;
}
