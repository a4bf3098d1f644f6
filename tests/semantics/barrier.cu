// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Barriers of a CTA, of 128 threads here: all its modes, subsets, reductions, producers and
// consumers, warps that have exited; and waiting without a barrier.
#include "semantics.cuh"

#define SHARED_WORDS __shared__ volatile u32 words[128]

KERNEL(barrier_all,
       SHARED_WORDS;
       words[threadIdx.x] = a;
       for (u32 i = 0; i < (b & 7); i++)
           c = c * 5 + i;
       __syncthreads();
       u32 r = words[127 - threadIdx.x];
       __syncthreads();
       words[threadIdx.x] = c;
       __syncthreads();
       out[0] = r + words[threadIdx.x ^ 37])
KERNEL(barrier_scan,
       SHARED_WORDS;
       u32 sum = a;
       for (u32 d = 1; d < 128; d <<= 1) {
           words[threadIdx.x] = sum;
           __syncthreads();
           if (threadIdx.x >= d)
               sum += words[threadIdx.x - d];
           __syncthreads();
       }
       out[0] = sum)
KERNEL(barrier_count_and_or,
       out[0] = __syncthreads_count(a & 1);
       out[1] = __syncthreads_and((b & 127) != 5);
       out[2] = __syncthreads_or((b & 127) == 5);
       out[3] = __syncthreads_and(threadIdx.x < 128);
       out[4] = __syncthreads_or(threadIdx.x >= 128))
// The pairs of warps each have a barrier; its number and count are immediates, registers or both.
KERNEL(barrier_pairs,
       SHARED_WORDS;
       words[threadIdx.x] = a;
       u32 pair = threadIdx.x / 64; u32 id = 1 + pair; u32 count = 64 + (in[0] - a);
       if (pair)
           asm volatile("barrier.cta.sync.aligned 2, 64;" ::: "memory");
       else
           asm volatile("barrier.cta.sync.aligned 1, 64;" ::: "memory");
       out[0] = words[threadIdx.x ^ 63];
       asm volatile("barrier.cta.sync.aligned %0, 64;" ::"r"(id) : "memory");
       words[threadIdx.x] = b;
       asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(id), "r"(count) : "memory");
       out[1] = words[threadIdx.x ^ 63];
       if (pair)
           asm volatile("barrier.cta.sync.aligned 5, %0;" ::"r"(count) : "memory");
       else
           asm volatile("barrier.cta.sync.aligned 6, %0;" ::"r"(count) : "memory");
       words[threadIdx.x] = c;
       asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(id), "r"(count) : "memory");
       out[2] = words[threadIdx.x ^ 32])
#define REDUCE_PRED(result, op, id, count, condition)                                              \
    asm volatile("{.reg .pred p, q; setp.ne.u32 p, %3, 0; barrier.cta.red." #op                    \
                 ".aligned.pred q, %1, %2, p; selp.u32 %0, 1, 0, q;}"                              \
                 : "=r"(result)                                                                    \
                 : "r"(id), "r"(count), "r"((u32)(condition)))
#define REDUCE_COUNT(result, id, count, condition)                                                 \
    asm volatile("{.reg .pred p; setp.ne.u32 p, %3, 0;"                                            \
                 "barrier.cta.red.popc.aligned.u32 %0, %1, %2, p;}"                                \
                 : "=r"(result)                                                                    \
                 : "r"(id), "r"(count), "r"((u32)(condition)))
KERNEL(barrier_reductions,
       u32 id = 3 + threadIdx.x / 64; u32 count = 64 + (in[0] - a); u32 r;
       REDUCE_COUNT(r, id, count, a & 1);
       out[0] = r;
       REDUCE_PRED(r, and, id, count, (a & 63) != 9);
       out[1] = r;
       REDUCE_PRED(r, or, id, count, (a & 63) == 9);
       out[2] = r;
       asm volatile("{.reg .pred p; setp.ne.u32 p, %1, 0;"
                    "barrier.cta.red.popc.aligned.u32 %0, 7, 128, !p;}"
                    : "=r"(r)
                    : "r"(b & 3));
       out[3] = r)
// Warps 0 and 1 make what warps 2 and 3 use, in turns over two buffers.
KERNEL(barrier_producers,
       __shared__ volatile u32 buffer[2][64];
       u32 r = b; u32 slot = threadIdx.x & 63;
       if (threadIdx.x < 64) {
           for (u32 i = 0; i < 6; i++) {
               if (i & 1) {
                   if (i > 1)
                       asm volatile("bar.sync 4, 128;" ::: "memory");
                   buffer[1][slot] = a * (i + 1);
                   asm volatile("bar.arrive 2, 128;" ::: "memory");
               } else {
                   if (i > 1)
                       asm volatile("bar.sync 3, 128;" ::: "memory");
                   buffer[0][slot] = a * (i + 1);
                   asm volatile("bar.arrive 1, 128;" ::: "memory");
               }
           }
       } else {
           for (u32 i = 0; i < 6; i++) {
               if (i & 1) {
                   asm volatile("bar.sync 2, 128;" ::: "memory");
                   r = r * 3 + buffer[1][63 - slot];
                   if (i < 4)
                       asm volatile("bar.arrive 4, 128;" ::: "memory");
               } else {
                   asm volatile("bar.sync 1, 128;" ::: "memory");
                   r = r * 3 + buffer[0][63 - slot];
                   if (i < 4)
                       asm volatile("bar.arrive 3, 128;" ::: "memory");
               }
           }
       }
       out[0] = r)
KERNEL(barrier_after_exit,
       SHARED_WORDS;
       words[threadIdx.x] = a;
       __syncthreads();
       if (threadIdx.x < 32)
           return;
       u32 r = words[threadIdx.x - 32];
       __syncthreads();
       words[threadIdx.x] = b;
       if (threadIdx.x & 1)
           return;
       __syncthreads();
       out[0] = r + words[32 + (threadIdx.x - 32 + 40) % 96])
// Threads of one warp come to the barrier at different places.
KERNEL(barrier_in_branches,
       SHARED_WORDS;
       words[threadIdx.x] = a;
       if (threadIdx.x & 1) {
           for (u32 i = 0; i < (b & 7); i++)
               c = c * 5 + i;
           asm volatile("barrier.cta.sync 0;" ::: "memory");
           out[1] = words[(threadIdx.x + 33) & 127];
       } else {
           asm volatile("barrier.cta.sync 0;" ::: "memory");
           out[0] = words[(threadIdx.x + 66) & 127];
       }
       out[2] = c)
KERNEL(barrier_of_some_warps,
       SHARED_WORDS;
       u32 w = threadIdx.x / 32;
       words[threadIdx.x] = a;
       __syncthreads();
       if (w == 1 || w == 3) {
           u32 r = words[threadIdx.x ^ 64];
           asm volatile("bar.sync 8, 64;" ::: "memory");
           words[threadIdx.x] = r + b;
           asm volatile("bar.sync 8, 64;" ::: "memory");
           out[0] = words[threadIdx.x ^ 64];
       })
// Warp 3 waits, without a barrier, for what warp 0 stores late.
KERNEL(flag_between_warps,
       __shared__ volatile u32 flag; __shared__ volatile u32 word;
       if (threadIdx.x == 0) {
           flag = 0;
           word = 0;
       }
       __syncthreads();
       if (threadIdx.x >= 96) {
           while (flag == 0)
               ;
           out[0] = word + a;
       } else if (threadIdx.x == 5) {
           u32 x = a;
           for (u32 i = 0; i < 100; i++)
               x = x * 5 + i;
           word = x;
           flag = 1;
       })
// Every thread of the CTA in turn.
KERNEL(turns_in_cta,
       __shared__ volatile u32 turn; __shared__ volatile u32 sum;
       if (threadIdx.x == 0) {
           turn = 0;
           sum = 0;
       }
       __syncthreads();
       while (turn != (threadIdx.x * 37 & 127))
           __nanosleep(20);
       sum = sum * 3 + a;
       out[0] = sum;
       turn = turn + 1)
