// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Locks, taken by lanes of one warp and of several.
#include "semantics.cuh"

// A quarter of the threads, of all warps: waiting takes time.
#define TAKES_PART ((threadIdx.x & 3) == 1)
#define LOCKED                                                                                     \
    __shared__ u32 lock;                                                                           \
    __shared__ volatile u32 sum;                                                                   \
    if (threadIdx.x == 0) {                                                                        \
        lock = 0;                                                                                  \
        sum = 0;                                                                                   \
    }                                                                                              \
    __syncthreads()
KERNEL(lock_in_loop,
       LOCKED;
       bool done = false;
       while (!done && TAKES_PART) {
           if (atomicCAS(&lock, 0, 1) == 0) {
               sum = sum + a;
               __threadfence_block();
               atomicExch(&lock, 0);
               done = true;
           }
       }
       __syncthreads();
       out[0] = sum)
KERNEL(lock_by_waiting,
       LOCKED;
       if (TAKES_PART) {
           while (atomicCAS(&lock, 0, 1) != 0)
               ;
           sum = sum + a;
           __threadfence_block();
           atomicExch(&lock, 0);
       }
       __syncthreads();
       out[0] = sum)
KERNEL(lock_by_ticket,
       __shared__ u32 next; __shared__ volatile u32 served;
       LOCKED;
       if (threadIdx.x == 0) {
           next = 0;
           served = 0;
       }
       __syncthreads();
       if (TAKES_PART) {
           u32 ticket = atomicAdd(&next, 1);
           while (served != ticket)
               __nanosleep(10);
           sum = sum + a;
           __threadfence_block();
           served = ticket + 1;
       }
       __syncthreads();
       out[0] = sum)
