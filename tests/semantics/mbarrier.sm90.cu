// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Barrier objects with transactions, and waiting for them.
#include "mbarrier.cuh"

#define MIX(x) (sum = sum * 31 + (x))

// One object per thread; the words say what happens to it.
KERNEL(
    mbarrier_transactions, __shared__ __align__(8) u64 objects[128];
    u32 at = SHARED(&objects[threadIdx.x]), sum = 0, expected = 6 + (h & 3), left = expected, due = 0;
    init(at, expected); u64 state = arrive_many(at, 2); left -= 2;
    MIX(pending(state)); for (u32 i = 0; i < 14; i++) {
        u32 word = i & 1 ? in[i / 2] >> 9 : in[i / 2], op = word % 7, n = 1 + word / 7 % 2;
        u32 bytes = 16 * (1 + word / 16 % 500);
        if (op < 4 && left >= n) {
            if (op == 0) {
                state = arrive_many(at, n);
            } else if (op == 1 && expected > n) {
                state = drop_many(at, n);
                expected -= n;
            } else if (op == 2 && expected > 1) {
                state = drop_expect(at, bytes);
                expected--;
                n = 1;
                due += bytes;
            } else {
                state = arrive_expect(at, bytes);
                n = 1;
                due += bytes;
            }
            left -= n;
            MIX(pending(state));
        } else if (op == 4 && left) {
            expect(at, bytes);
            due += bytes;
        } else if (due) {
            u32 some = n == 1 || due < bytes ? due : bytes;
            complete(at, some);
            due -= some;
        }
        if (!left && !due) left = expected;
        MIX(test(at, state) + 2 * test_parity(at, 1) + 4 * ask(at, state) + 8 * ask_parity(at, 0) +
            16 * ask_parity_for(at, 1, bytes));
    } out[0] = sum;
    out[1] = left; out[2] = due; inval(at))

// One warp fills a ring of three places, the others empty it; one lane arrives for each warp.
KERNEL(
    mbarrier_waits, __shared__ __align__(8) u64 full[3], empty[3]; __shared__ u32 ring[3][96];
    u32 t = threadIdx.x, sum = 0; if (t < 3) {
        init(SHARED(&full[t]), 1);
        init(SHARED(&empty[t]), 3);
    } __syncthreads();
    if (t < 32) for (u32 i = 0; i < 10; i++) {
        u32 place = i % 3;
        await(SHARED(&empty[place]), ~(i / 3) & 1);
        for (u32 k = 0; k < 3; k++) ring[place][32 * k + t] = in[(i + k) & 7] + i;
        __syncwarp();
        if (t == 0) arrive(SHARED(&full[place]));
    } else for (u32 i = 0; i < 10; i++) {
        u32 place = i % 3;
        await(SHARED(&full[place]), i / 3 & 1);
        MIX(ring[place][t - 32]);
        __syncwarp();
        if (t % 32 == 5) arrive(SHARED(&empty[place]));
    } out[0] = sum)

// A lane waits for what another lane of its warp does behind it.
KERNEL(
    mbarrier_lanes, __shared__ __align__(8) u64 objects[128]; u32 t = threadIdx.x;
    init(SHARED(&objects[t]), 1); __syncwarp(); u32 seen = 0;
    if (t % 2) await(SHARED(&objects[t]), 0); else {
        seen = ask_parity(SHARED(&objects[t + 1]), 0);
        arrive(SHARED(&objects[t + 1]));
    } out[0] = seen)

// For each of these the launch must end with a fault.
extern "C" __global__ void bad_wait(void)
{
    __shared__ __align__(8) u64 object;
    if (threadIdx.x == 0) init(SHARED(&object), 2);
    __syncthreads();
    if (threadIdx.x == 0) arrive(SHARED(&object));
    await(SHARED(&object), 0);
}

extern "C" __global__ void bad_count(void)
{
    __shared__ __align__(8) u64 object;
    init(SHARED(&object), 2);
    arrive_many(SHARED(&object), 3);
}

extern "C" __global__ void bad_object(void)
{
    __shared__ __align__(8) u64 object;
    arrive(SHARED(&object));
}
