// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor cores through wmma and mma.sync, fed by ldmatrix and cp.async.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

template <int M, int N, int K, class A, class C, class LA, class LB, class S>
__global__ void wmma_gemm(const S *a, const S *b, C *c, int lda, int ldb, int ldc, int k)
{
    wmma::fragment<wmma::matrix_a, M, N, K, A, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, A, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::fill_fragment(fc, C(0));
    for (int i = 0; i < k; i += K) {
        wmma::load_matrix_sync(fa, a + i, lda);
        wmma::load_matrix_sync(fb, b + i * ldb, ldb);
        if constexpr (sizeof(typename decltype(fa)::storage_element_type) == 4 && K == 8)
            for (int j = 0; j < fa.num_elements; j++)
                fa.x[j] = wmma::__float_to_tf32(fa.x[j]);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    for (int j = 0; j < fc.num_elements; j++)
        fc.x[j] = fc.x[j] * C(2);
    wmma::store_matrix_sync(c, fc, ldc, wmma::mem_row_major);
}
#define WMMA(m, n, k, a, c, la, lb, s)                                                             \
    template __global__ void wmma_gemm<m, n, k, a, c, wmma::la, wmma::lb, s>(                      \
        const s *, const s *, c *, int, int, int, int);
WMMA(16, 16, 16, __half, float, row_major, col_major, __half)
WMMA(16, 16, 16, __half, __half, row_major, row_major, __half)
WMMA(32, 8, 16, __half, float, col_major, row_major, __half)
WMMA(8, 32, 16, __half, __half, col_major, col_major, __half)
WMMA(16, 16, 16, __nv_bfloat16, float, row_major, col_major, __nv_bfloat16)
WMMA(32, 8, 16, __nv_bfloat16, float, col_major, row_major, __nv_bfloat16)
WMMA(16, 16, 16, signed char, int, row_major, col_major, signed char)
WMMA(32, 8, 16, unsigned char, int, col_major, row_major, unsigned char)
WMMA(16, 16, 8, wmma::precision::tf32, float, row_major, col_major, float)
WMMA(8, 8, 4, double, double, row_major, col_major, double)
KERNEL wmma_int4(const unsigned *a, const unsigned *b, int *c)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> fc;
    wmma::fill_fragment(fc, 0);
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}
KERNEL wmma_bits(const unsigned *a, const unsigned *b, int *c)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major>
        fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major>
        fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc;
    wmma::fill_fragment(fc, 0);
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 128);
    wmma::bmma_sync(fc, fa, fb, fc, wmma::experimental::bmmaBitOpXOR);
    wmma::bmma_sync(fc, fa, fb, fc, wmma::experimental::bmmaBitOpAND);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}

__device__ void copy_16(void *to, const void *from, bool inside)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    int bytes = inside ? 16 : 0;
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(at), "l"(from),
                 "r"(bytes));
}
template <int N, bool TRANS> __device__ void load_matrices(unsigned (&r)[N], const void *from)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(from);
    if constexpr (N == 4 && !TRANS)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at));
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                     : "=r"(r[0]), "=r"(r[1])
                     : "r"(at));
}
// A pipeline of STAGES tiles: cp.async, ldmatrix, mma.m16n8k16.
template <int STAGES, class C>
__global__ void __launch_bounds__(128)
    mma_pipeline(const __half *a, const __half *b, C *c, int n, int k)
{
    __shared__ __align__(128) __half sa[STAGES][64][40], sb[STAGES][32][72];
    C acc[2][4][4] = {};
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    auto fetch = [&](int stage, int base) {
        for (int i = threadIdx.x; i < 256; i += 128) {
            copy_16(&sa[stage][i / 4][i % 4 * 8],
                    a + (blockIdx.y * 64 + i / 4) * k + base + i % 4 * 8, base < k);
            copy_16(&sb[stage][i / 8][i % 8 * 8],
                    b + (base + i / 8) * n + blockIdx.x * 64 + i % 8 * 8, base < k);
        }
        asm volatile("cp.async.commit_group;");
    };
    for (int s = 0; s < STAGES - 1; s++)
        fetch(s, s * 32);
    for (int base = 0, stage = 0; base < k; base += 32, stage = (stage + 1) % STAGES) {
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
        __syncthreads();
        fetch((stage + STAGES - 1) % STAGES, base + 32 * (STAGES - 1));
#pragma unroll
        for (int p = 0; p < 32; p += 16) {
            unsigned fa[2][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++)
                load_matrices<4, false>(fa[i],
                                        &sa[stage][wr + i * 16 + lane % 16][p + lane / 16 * 8]);
#pragma unroll
            for (int j = 0; j < 4; j++)
                load_matrices<2, true>(fb[j], &sb[stage][p + lane % 16][wc + j * 8]);
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    if constexpr (sizeof(C) == 4)
                        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                                     "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                     : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]),
                                       "+f"(acc[i][j][3])
                                     : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]),
                                       "r"(fb[j][0]), "r"(fb[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int row = blockIdx.y * 64 + wr + i * 16 + lane / 4,
                column = blockIdx.x * 64 + wc + j * 8 + lane % 4 * 2;
            c[row * n + column] = acc[i][j][0], c[row * n + column + 1] = acc[i][j][1];
            c[(row + 8) * n + column] = acc[i][j][2], c[(row + 8) * n + column + 1] = acc[i][j][3];
        }
}
template __global__ void mma_pipeline<2, float>(const __half *, const __half *, float *, int, int);
template __global__ void mma_pipeline<4, float>(const __half *, const __half *, float *, int, int);

KERNEL mma_tf32(const float *a, const float *b, float *c, int k)
{
    float d[4] = {};
    int lane = threadIdx.x;
    for (int p = 0; p < k; p += 8) {
        unsigned u[4], v[2];
        for (int i = 0; i < 4; i++)
            asm("cvt.rna.tf32.f32 %0, %1;"
                : "=r"(u[i])
                : "f"(a[(lane / 4 + i % 2 * 8) * k + p + lane % 4 + i / 2 * 4]));
        for (int i = 0; i < 2; i++)
            asm("cvt.rna.tf32.f32 %0, %1;"
                : "=r"(v[i])
                : "f"(b[(p + lane % 4 + i * 4) * 8 + lane / 4]));
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, "
                     "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(u[0]), "r"(u[1]), "r"(u[2]), "r"(u[3]), "r"(v[0]), "r"(v[1]));
    }
    for (int i = 0; i < 4; i++)
        c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
}
KERNEL mma_int8(const int *a, const int *b, int *c, int k)
{
    int d[4] = {}, lane = threadIdx.x;
    for (int p = 0; p < k / 4; p += 8) {
        int u[4], v[2];
        for (int i = 0; i < 4; i++)
            u[i] = a[(lane / 4 + i % 2 * 8) * k / 4 + p + lane % 4 + i / 2 * 4];
        for (int i = 0; i < 2; i++)
            v[i] = b[lane / 4 * k / 4 + p + lane % 4 + i * 4];
        asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0,%1,%2,%3}, "
                     "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                     : "r"(u[0]), "r"(u[1]), "r"(u[2]), "r"(u[3]), "r"(v[0]), "r"(v[1]));
    }
    for (int i = 0; i < 4; i++)
        c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
}
KERNEL mma_attention(const unsigned *q, const unsigned *kv, float *o, int n)
{
    float acc[4] = {}, top = -INFINITY;
    unsigned u[4];
    for (int i = 0; i < 4; i++)
        u[i] = q[threadIdx.x + i * 32];
    for (int j = 0; j < n; j++) {
        float s[4] = {};
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, "
                     "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                     : "r"(u[0]), "r"(u[1]), "r"(u[2]), "r"(u[3]), "r"(kv[j * 64 + threadIdx.x]),
                       "r"(kv[j * 64 + 32 + threadIdx.x]));
        float m = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]));
        m = fmaxf(m, __shfl_xor_sync(~0u, m, 1));
        m = fmaxf(top, fmaxf(m, __shfl_xor_sync(~0u, m, 2)));
        __nv_bfloat162 p = __floats2bfloat162_rn(exp2f(s[0] - m), exp2f(s[1] - m)),
                       r = __floats2bfloat162_rn(exp2f(s[2] - m), exp2f(s[3] - m));
        float f = exp2f(top - m);
        for (int i = 0; i < 4; i++)
            acc[i] *= f;
        top = m;
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, "
                     "{%6}, {%0,%1,%2,%3};"
                     : "+f"(acc[0]), "+f"(acc[1]), "+f"(acc[2]), "+f"(acc[3])
                     : "r"(*(unsigned *)&p), "r"(*(unsigned *)&r), "r"(kv[j]));
    }
    for (int i = 0; i < 4; i++)
        o[threadIdx.x * 4 + i] = acc[i];
}
