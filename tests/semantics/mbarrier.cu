// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Barrier objects as all architectures have them.
#include "mbarrier.cuh"

#define MIX(x) (sum = sum * 31 + (x))

// One object per thread; the words say what happens to it. The phases end at different times.
KERNEL(
    mbarrier_program, __shared__ __align__(8) u64 objects[128]; u32 at = SHARED(&objects[threadIdx.x]);
    u32 expected = 8 + (h & 7), left = expected, sum = 0; init(at, expected);
    u64 state = arrive(at); MIX(pending(state)); left--;
    for (u32 i = 0; i < 12; i++) {
        u32 op = (i & 1 ? in[i / 2] >> 7 : in[i / 2]) % 5;
        u32 n = 1 + in[i / 2] / 5 % 3;
        if (op == 0) {
            state = arrive(at);
            left--;
            MIX(pending(state));
        } else if (op == 1 && n < left) {
            state = arrive_early(at, n);
            left -= n;
            MIX(pending(state));
        } else if (op == 2 && expected > 1) {
            state = drop(at);
            left--;
            expected--;
            MIX(pending(state));
        } else if (op == 3 && n < left && n < expected) {
            state = drop_early(at, n);
            left -= n;
            expected -= n;
            MIX(pending(state));
        }
        if (!left) left = expected;
        MIX(test(at, state) + 2 * test_parity(at, 0) + 4 * test_parity(at, 1));
    } out[0] = sum;
    out[1] = left; inval(at))

// Everybody at one object, phase after phase; what a thread writes another one reads.
KERNEL(
    mbarrier_rounds, __shared__ __align__(8) u64 object; __shared__ u32 pool[2][128];
    u32 t = threadIdx.x, sum = 0, at = SHARED(&object); if (t == 0) init(at, 128); __syncthreads();
    for (u32 i = 0; i < 6; i++) {
        pool[i & 1][t] = in[i] + sum;
        if (i & 1) {
            u64 state = arrive(at);
            while (!test(at, state)) {}
        } else {
            arrive(at);
            while (!test_parity(at, 0)) {}
        }
        MIX(pool[i & 1][(t + 37 * i + 1) % 128]);
    } out[0] = sum)

// A count for all threads, from which three quarters drop out one after the other.
KERNEL(
    mbarrier_leave, __shared__ __align__(8) u64 object; __shared__ u32 pool[4][128];
    u32 t = threadIdx.x, sum = 0, at = SHARED(&object), last = t / 32;
    if (t == 0) init(at, 256); __syncthreads();
    for (u32 i = 0; i <= last; i++) {
        pool[i][t] = in[i];
        u64 state = i < last ? arrive_early(at, 1) : drop_early(at, 1);
        u64 again = i < last ? arrive(at) : drop(at);
        MIX(pending(state) > pending(again));
        while (!test(at, again)) {}
        // Those that have left would not see the end of the phase when the others are two ahead.
        asm volatile("bar.sync %0, %1;" ::"r"(i + 1), "r"(128 - 32 * i) : "memory");
        MIX(pool[i][32 * i + t % (128 - 32 * i)]);
    } out[0] = sum)

// Copies arrive at the object, as one arrival more and as one that it waits for.
KERNEL(
    mbarrier_copies, __shared__ __align__(8) u64 objects[2]; __shared__ __align__(16) uint4 pool[2][128];
    u32 t = threadIdx.x, more = SHARED(&objects[0]), counted = SHARED(&objects[1]);
    if (t == 0) {
        init(more, 128);
        init(counted, 256);
    } __syncthreads();
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(SHARED(&pool[0][t])), "l"(in)
                 : "memory");
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(more) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(SHARED(&pool[1][t])), "l"(in + 4)
                 : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(counted) : "memory");
    u32 before = test_parity(more, 0) + test_parity(counted, 0);
    if (t < 128) arrive(more); arrive(counted);
    while (!test_parity(more, 0) || !test_parity(counted, 0)) {}
    uint4 x = pool[0][t ^ 1], y = pool[1][t ^ 64]; out[0] = x.x; out[1] = x.w; out[2] = y.y;
    out[3] = y.z; out[4] = before > 2)

// The same object through a generic address.
KERNEL(
    mbarrier_generic, __shared__ __align__(8) u64 objects[128]; u64 *object = objects + threadIdx.x;
    u32 sum = 0, at = SHARED(object); u64 state;
    asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(object), "r"(2 + (a & 7)) : "memory");
    for (u32 i = 0; i < 9; i++) {
        u32 ok;
        asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(object) : "memory");
        asm volatile("{.reg .pred p; mbarrier.test_wait.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                     : "=r"(ok)
                     : "l"(object), "l"(state)
                     : "memory");
        MIX(pending(state) + 256 * ok + 512 * test_parity(at, 0));
    } asm volatile("mbarrier.inval.b64 [%0];" ::"l"(object) : "memory");
    out[0] = sum)

// One warp fills a ring of two places, the others empty it.
KERNEL(
    mbarrier_ring, __shared__ __align__(8) u64 full[2], empty[2]; __shared__ u32 ring[2][96];
    u32 t = threadIdx.x, sum = 0; if (t < 2) {
        init(SHARED(&full[t]), 32);
        init(SHARED(&empty[t]), 96);
    } __syncthreads();
    if (t < 32) for (u32 i = 0; i < 9; i++) {
        u32 place = i & 1;
        while (!test_parity(SHARED(&empty[place]), ~(i >> 1) & 1)) {}
        for (u32 k = 0; k < 3; k++) ring[place][32 * k + t] = in[(i + k) & 7] + i;
        arrive(SHARED(&full[place]));
    } else for (u32 i = 0; i < 9; i++) {
        u32 place = i & 1;
        while (!test_parity(SHARED(&full[place]), i >> 1 & 1)) {}
        MIX(ring[place][t - 32]);
        arrive(SHARED(&empty[place]));
    } out[0] = sum)
