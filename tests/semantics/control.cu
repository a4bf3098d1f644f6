// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Lanes that go different ways: ifs, loops, switches, early returns, calls.
#include "semantics.cuh"

// A step that the compiler can neither foresee nor turn into a choice.
static __device__ u32 step(u32 x)
{
    return x * 1664525u + 1013904223u;
}

KERNEL(nested_if,
       u32 r = a;
       if (a & 1) {
           for (u32 i = 0; i < (b & 7); i++)
               r = step(r);
           if (a & 2) {
               for (u32 i = 0; i < (c & 7); i++)
                   r ^= step(r) >> 3;
           } else {
               for (u32 i = 0; i < (d & 3); i++)
                   r += step(r);
           }
           r ^= 0x1234;
       } else if (a & 4) {
           for (u32 i = 0; i < (b & 15); i++)
               r = r * 3 + i;
       }
       out[0] = r)
KERNEL(loop_trips,
       u32 r = b;
       for (u32 i = 0; i < (a & 63); i++) {
           r = step(r);
       }
       out[0] = r)
KERNEL(nested_loops,
       u32 r = 0;
       for (u32 i = 0; i < (a & 7); i++) {
           for (u32 j = 0; j < ((b >> i) & 7); j++)
               r = step(r + j);
           r ^= i;
       }
       out[0] = r)
KERNEL(break_continue,
       u32 r = c;
       for (u32 i = 0; i < (a & 31); i++) {
           r = step(r);
           if ((r >> 28) == (b & 15))
               break;
           if (r & 0x10000)
               continue;
           for (u32 j = 0; j < (r >> 30); j++)
               r += step(i);
       }
       out[0] = r)
KERNEL(leave_two_loops,
       u32 r = b; u32 n = 0;
       for (u32 i = 0; i < (a & 15); i++) {
           for (u32 j = 0; j < (d & 15); j++) {
               r = step(r);
               if ((r >> 26) == (c & 63))
                   goto done;
               n++;
           }
           r ^= 77;
       }
       done:
       out[0] = r; out[1] = n)
KERNEL(early_return,
       u32 r = a;
       if ((a & 3) == 0)
           return;
       out[0] = r;
       for (u32 i = 0; i < (b & 15); i++) {
           r = step(r);
           if ((r >> 29) == 1)
               return;
           out[1] = r;
       }
       out[2] = r)
KERNEL(return_in_loops,
       u32 r = a;
       for (u32 i = 0; i < 9; i++) {
           for (u32 j = 0; j < 9; j++) {
               r = step(r);
               if ((r >> 25) == (b & 127)) {
                   out[1] = i * 9 + j;
                   return;
               }
           }
       }
       out[0] = r)
KERNEL(collatz,
       u32 n = a % 1000 + 1; u32 steps = 0;
       do {
           if (n == 1)
               break;
           n = n & 1 ? 3 * n + 1 : n / 2;
           steps++;
       } while (true);
       out[0] = steps)
KERNEL(gcd,
       u32 x = a | 1; u32 y = b | 1;
       while (y) {
           u32 t = x % y;
           x = y;
           y = t;
       }
       out[0] = x)
KERNEL(switch_dense,
       u32 r = b;
       switch (a % 9) {
       case 0: for (u32 i = 0; i < (b & 3); i++) r = step(r); break;
       case 1: r = step(r) ^ c; break;
       case 2: r = in[b & 7]; break;
       case 3: r = step(r); // falls through
       case 4: r += step(c); break;
       case 5: out[1] = 5; break;
       case 6: for (u32 i = 0; i < (c & 7); i++) r += step(i); break;
       case 7: out[2] = r; return;
       default: r = step(step(r)); break;
       }
       out[0] = r)
KERNEL(switch_in_loop,
       u32 r = b; u32 code = a;
       for (u32 i = 0; i < 8; i++) {
           switch (code & 15) {
           case 0: r += 3; break;
           case 1: r = step(r); break;
           case 2: r ^= c; if (r & 1) continue; r++; break;
           case 3: code = step(code); break;
           case 4: r -= in[r & 7]; break;
           case 5: for (u32 k = 0; k < (r & 3); k++) r = r * 5 + k; break;
           case 6: i += r & 1; break;
           case 7: out[3] = i; break;
           case 8: r = ~r; break;
           case 9: goto out_of_both;
           case 10: r = r << 3 | r >> 29; break;
           default: r += code; break;
           }
           code >>= 4;
       }
       out_of_both:
       out[0] = r; out[1] = code)

// A warp's lanes wait for one another in a loop, without a barrier.
KERNEL(turns_in_warp,
       __shared__ volatile u32 turn[4]; __shared__ volatile u32 sum[4];
       u32 lane = threadIdx.x & 31; u32 w = threadIdx.x >> 5;
       if (lane == 0) {
           turn[w] = 0;
           sum[w] = 0;
       }
       __syncwarp();
       while (turn[w] != (lane * 5 & 31))
           ;
       sum[w] = sum[w] * 3 + a;
       out[0] = sum[w];
       turn[w] = turn[w] + 1)
KERNEL(turns_in_loop,
       __shared__ volatile u32 turn[4]; __shared__ volatile u32 sum[4];
       u32 lane = threadIdx.x & 31; u32 w = threadIdx.x >> 5;
       bool done = false;
       if (lane == 0) {
           turn[w] = 0;
           sum[w] = 0;
       }
       __syncwarp();
       while (!done) {
           if (turn[w] == (lane * 5 & 31)) {
               sum[w] = sum[w] * 3 + a;
               out[0] = sum[w];
               turn[w] = turn[w] + 1;
               done = true;
           }
       })
