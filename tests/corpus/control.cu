// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Loops, divergence, early exits, switches.
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL loop_counted(float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i * 32 + threadIdx.x];
    x[THREAD] = sum;
}

KERNEL loop_fixed(float *x)
{
    float v = x[THREAD];
#pragma unroll 1
    for (int i = 0; i < 100; i++)
        v = v * 1.0001f + 0.5f;
    x[THREAD] = v;
}

KERNEL loop_unrolled(float *x)
{
    float v = x[THREAD];
#pragma unroll
    for (int i = 0; i < 33; i++)
        v = v * v + (float)i;
    x[THREAD] = v;
}

KERNEL loop_data_dependent(unsigned *x)
{
    unsigned v = x[THREAD], steps = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        steps++;
    }
    x[THREAD] = steps;
}

KERNEL loop_do_while(int *x, int limit)
{
    int v = x[THREAD], n = 0;
    do {
        v = (v * 1103515245 + 12345) & 0x7fffffff;
        n++;
    } while (v > limit);
    x[THREAD] = n;
}

KERNEL loop_nested(float *x, int n, int m)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < m; j += 3) {
            if (x[j] < 0)
                continue;
            if (x[j] > 1e9f)
                break;
            sum += x[i] * x[j];
        }
    x[THREAD] = sum;
}

KERNEL loop_triple(float *x, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = j; k < i; k++)
                x[i * n + j] += x[i * n + k] * x[k * n + j];
}

KERNEL loop_backwards(short *x, int n)
{
    short best = 0;
    for (int i = n; i-- > 0;)
        best = x[i] > best ? x[i] : best;
    x[THREAD] = best;
}

KERNEL loop_long(long long *x, long long n)
{
    long long sum = 0;
    for (long long i = threadIdx.x; i < n; i += blockDim.x)
        sum += x[i] ^ i;
    x[THREAD] = sum;
}

KERNEL loop_pointer(const char *text, int *length)
{
    const char *p = text + THREAD * 64;
    while (*p)
        p++;
    length[THREAD] = (int)(p - text);
}

KERNEL loop_grid_stride(float4 *x, unsigned n)
{
    for (unsigned i = THREAD; i < n; i += gridDim.x * blockDim.x) {
        float4 v = x[i];
        x[i] = make_float4(v.y, v.z, v.w, v.x);
    }
}

KERNEL loop_barrier(float *x, int n)
{
    __shared__ float tile[256];
    for (int i = 0; i < n; i++) {
        tile[threadIdx.x] = x[i * 256 + threadIdx.x];
        __syncthreads();
        x[i * 256 + threadIdx.x] = tile[threadIdx.x ^ (i & 255)];
        __syncthreads();
    }
}

KERNEL loop_goto(int *x)
{
    int v = x[THREAD], state = 0;
again:
    if (v > 1000)
        goto done;
    v += v / 3 + 1;
    if (v & 4)
        goto again;
    state++;
    v ^= state;
    if (state < 50)
        goto again;
done:
    x[THREAD] = v + state;
}

KERNEL diverge_simple(float *x)
{
    if (threadIdx.x & 1)
        x[THREAD] = __sinf(x[THREAD]);
    else
        x[THREAD] = __expf(x[THREAD]) + 1;
}

KERNEL diverge_nested(float *x)
{
    float v = x[THREAD];
    if (v > 0) {
        if (v > 10)
            v = v > 100 ? __logf(v) : sqrtf(v);
        else if (v > 1)
            v = 1 / v;
        else
            v = v * v;
    } else if (v < -10) {
        v = v < -100 ? __expf(v) : __cosf(v);
    } else {
        v = fabsf(v);
    }
    x[THREAD] = v;
}

KERNEL diverge_chain(int *x)
{
    int v = x[THREAD];
    if (v == 3)
        x[0] = 1;
    else if (v == 17)
        x[1] = 2;
    else if (v == -5)
        x[2] = 3;
    else if (v > 1 << 20)
        x[3] = v;
    else if (v % 7 == 2)
        x[4] = v / 7;
    else
        x[THREAD] = v * v;
}

KERNEL diverge_short_circuit(const int *a, const int *b, int *c, int n)
{
    unsigned i = THREAD;
    if (i < n && a[i] > 0 && (b[i] < 3 || a[i] == b[i]) && !(a[i] & b[i]))
        c[i] = a[i] - b[i];
}

KERNEL diverge_return(int *x, int n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    int v = x[i];
    if (v < 0)
        return;
    for (int k = 0; k < v; k++) {
        if (x[k] == v)
            return;
        x[i] += k;
    }
    __syncwarp();
    x[i] = -x[i];
}

KERNEL diverge_sync(int *x)
{
    int v = x[THREAD];
    if (v & 1)
        v = __shfl_sync(__activemask(), v, 0);
    __syncwarp(0x0f0f0f0f);
    if (v & 2)
        v += __popc(__activemask());
    __syncwarp();
    x[THREAD] = v;
}

KERNEL diverge_loop_break(float *x, int n)
{
    float v = x[THREAD];
    for (int i = 0; i < n; i++) {
        if (v > 4)
            break;
        v = v * v - 0.7f;
        if (i % 5 == threadIdx.x % 5)
            continue;
        v += x[i];
    }
    x[THREAD] = v;
}

KERNEL mandelbrot(unsigned char *image, float x0, float y0, float step, int limit)
{
    float cx = x0 + step * THREAD, cy = y0 + step * blockIdx.y, zx = 0, zy = 0;
    int i = 0;
    for (; i < limit && zx * zx + zy * zy < 4; i++) {
        float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
    }
    image[blockIdx.y * gridDim.x * blockDim.x + THREAD] = (unsigned char)i;
}

KERNEL switch_dense(float *x, const int *op)
{
    float v = x[THREAD];
    switch (op[THREAD]) {
    case 0:
        v += 1;
        break;
    case 1:
        v = __sinf(v);
        break;
    case 2:
        v = v * v;
        break;
    case 3:
        v = rsqrtf(v);
    case 4:
        v = __expf(v);
        break;
    case 5:
        v = __powf(v, 1.5f);
        break;
    case 6:
        v = x[0];
        break;
    case 7:
        v -= x[1];
        break;
    case 8:
        v = __logf(v);
        break;
    case 9:
        v = sqrtf(v);
        break;
    default:
        v = 0;
    }
    x[THREAD] = v;
}

KERNEL switch_uniform(float *x, int op)
{
    float v = x[THREAD];
    switch (op) {
    case 0:
        x[THREAD] = v + x[1];
        break;
    case 1:
        x[THREAD + 1] = v * v;
        break;
    case 2:
        x[THREAD + 2] = __cosf(v);
        break;
    case 3:
        x[THREAD + 3] = x[5] * x[6];
        break;
    case 4:
        x[THREAD + 4] = rsqrtf(v);
        break;
    case 5:
        x[THREAD + 5] = x[9];
        break;
    case 6:
        x[THREAD + 6] = v / x[3];
        break;
    }
}

KERNEL switch_sparse(int *x)
{
    int v = x[THREAD];
    switch (v) {
    case -100:
        v = 1;
        break;
    case 5:
        v = x[1];
        break;
    case 77:
        v = x[v];
        break;
    case 1000:
        v = -v;
        break;
    case 65536:
        v >>= 3;
        break;
    case 1 << 30:
        v = 9;
        break;
    }
    x[THREAD] = v;
}

KERNEL interpreter(const unsigned char *code, int *memory)
{
    int stack[16], top = 0, pc = 0;
    for (;;) {
        unsigned char op = code[pc++];
        switch (op & 15) {
        case 0:
            memory[THREAD] = stack[(top - 1) & 15];
            return;
        case 1:
            stack[top++ & 15] = code[pc++];
            break;
        case 2:
            top--;
            stack[(top - 1) & 15] += stack[top & 15];
            break;
        case 3:
            top--;
            stack[(top - 1) & 15] *= stack[top & 15];
            break;
        case 4:
            top--;
            stack[(top - 1) & 15] -= stack[top & 15];
            break;
        case 5:
            stack[(top - 1) & 15] = memory[stack[(top - 1) & 15]];
            break;
        case 6:
            if (stack[--top & 15])
                pc += (signed char)code[pc];
            break;
        case 7:
            stack[top & 15] = stack[(top - 1) & 15];
            top++;
            break;
        case 8:
            memory[stack[(top - 1) & 15]] = stack[(top - 2) & 15];
            top -= 2;
            break;
        case 9:
            stack[(top - 1) & 15] = ~stack[(top - 1) & 15];
            break;
        case 10:
            stack[top++ & 15] = threadIdx.x;
            break;
        case 11:
            top--;
            stack[(top - 1) & 15] <<= stack[top & 15];
            break;
        default:
            return;
        }
    }
}
