// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Between the lanes of a warp: shuffles, votes, matches, reductions; of whole warps, of lanes in a
// branch, of tiles whose lanes name different masks.
#include "semantics.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

static const u32 full = ~0u;

static __device__ u32 lane()
{
    return threadIdx.x & 31;
}

#define SHUFFLE(mode)                                                                              \
    asm volatile("{.reg .pred p; shfl.sync." #mode ".b32 %0|p, %2, %3, %4, -1;"                    \
                 "selp.u32 %1, 1, 0, p;}"                                                          \
                 : "=r"(out[0]), "=r"(out[1])                                                      \
                 : "r"(a), "r"(b), "r"(c))
KERNEL(shfl_idx, SHUFFLE(idx))
KERNEL(shfl_up, SHUFFLE(up))
KERNEL(shfl_down, SHUFFLE(down))
KERNEL(shfl_bfly, SHUFFLE(bfly))
KERNEL(shfl_width,
       out[0] = __shfl_sync(full, a, b, 8);
       out[1] = __shfl_up_sync(full, a, 3, 16);
       out[2] = __shfl_down_sync(full, a, 5, 8);
       out[3] = __shfl_xor_sync(full, a, 6, 8);
       out[4] = __shfl_sync(full, a, 17, 32);
       out[5] = __shfl_up_sync(full, a, 1, 32);
       out[6] = __shfl_down_sync(full, a, 31, 32);
       out[7] = __shfl_xor_sync(full, a, 21, 32))
// Of the lanes that a condition holds for, with a mask that is not known before.
KERNEL(shfl_branch,
       u32 mask = __ballot_sync(full, a & 1);
       if (a & 1) {
           for (u32 i = 0; i < (b & 7); i++)
               c = c * 5 + i;
           u32 from = __ffs(mask) - 1;
           out[0] = __shfl_sync(mask, c, from);
           out[1] = __shfl_xor_sync(mask, b, 0);
       } else {
           out[2] = __shfl_sync(~mask, c, __ffs(~mask) - 1);
       })
KERNEL(shfl_first_lanes,
       if (lane() < 20)
           out[0] = __shfl_down_sync(0xfffff, a, lane() < 15 ? 5 : 0))
KERNEL(reduce_by_shuffle,
       u32 sum = a; u32 least = b;
       for (u32 d = 16; d; d >>= 1) {
           sum += __shfl_down_sync(full, sum, d);
           least = min(least, __shfl_xor_sync(full, least, d));
       }
       out[0] = __shfl_sync(full, sum, 0);
       out[1] = least)
KERNEL(scan_by_shuffle,
       u32 sum = a;
       for (u32 d = 1; d < 32; d <<= 1) {
           u32 other = __shfl_up_sync(full, sum, d);
           if (lane() >= d)
               sum += other;
       }
       out[0] = sum)
KERNEL(votes,
       out[0] = __ballot_sync(full, a & 1);
       out[1] = __any_sync(full, (a & 31) == 7);
       out[2] = __all_sync(full, (a & 31) != 7);
       asm volatile("{.reg .pred p, q; setp.gt.u32 p, %1, 0x0fffffff; vote.sync.uni.pred q, p, -1;"
                    "selp.u32 %0, 1, 0, q;}"
                    : "=r"(out[3])
                    : "r"(b)))
KERNEL(votes_in_branch,
       u32 mask = __ballot_sync(full, a & 1);
       if (a & 1) {
           for (u32 i = 0; i < (b & 3); i++)
               c = c * 5 + i;
           out[0] = __ballot_sync(mask, c & 4);
           out[1] = __any_sync(mask, (c & 15) == 3);
           out[2] = __all_sync(mask, (c & 15) != 3);
       })
// Every eight lanes name their own mask, as tiles of a block do.
KERNEL(votes_of_tiles,
       u32 mask = 0xffu << (lane() & 24);
       out[0] = __ballot_sync(mask, a & 1);
       out[1] = __any_sync(mask, (a & 7) == 3);
       out[2] = __shfl_sync(mask, a, 5, 8);
       __syncwarp(mask);
       out[3] = __match_any_sync(mask, b & 3);
       out[4] = __all_sync(mask, (a & 3) != 3))
KERNEL(match_any32,
       out[0] = __match_any_sync(full, a & 7);
       out[1] = __match_any_sync(full, a))
KERNEL(match_any64,
       out[0] = __match_any_sync(full, (u64)(a & 1) << 32 | (b & 3));
       out[1] = __match_any_sync(full, (u64)(a & 3) << 62))
KERNEL(match_all32,
       int same; int other;
       out[0] = __match_all_sync(full, a & b & c & d & 0x80000001, &same);
       out[1] = same;
       u64 wide = (u64)(a & b & c & d & e & f & 1) << 40;
       out[2] = __match_all_sync(full, wide, &other);
       out[3] = other)
KERNEL(match_in_branch,
       u32 mask = __ballot_sync(full, a & 1);
       if (a & 1) {
           int same;
           for (u32 i = 0; i < (b & 3); i++)
               c = c * 5 + i;
           out[0] = __match_any_sync(mask, c & 3);
           out[1] = __match_all_sync(mask, c & d & e & f & 64, &same);
           out[2] = same;
       })
KERNEL(reductions_u32,
       out[0] = __reduce_add_sync(full, a);
       out[1] = __reduce_min_sync(full, b);
       out[2] = __reduce_max_sync(full, b);
       out[3] = __reduce_and_sync(full, a | b | c | d);
       out[4] = __reduce_or_sync(full, a & b & c & d);
       out[5] = __reduce_xor_sync(full, a))
KERNEL(reductions_s32,
       out[0] = __reduce_add_sync(full, (s32)a);
       out[1] = __reduce_min_sync(full, (s32)b);
       out[2] = __reduce_max_sync(full, (s32)b))
KERNEL(reductions_in_branch,
       u32 mask = __ballot_sync(full, a & 1);
       if (a & 1) {
           for (u32 i = 0; i < (b & 3); i++)
               c = c * 5 + i;
           out[0] = __reduce_add_sync(mask, c);
           out[1] = __reduce_max_sync(mask, (s32)c);
       })
KERNEL(reductions_of_tiles,
       u32 mask = 0xffu << (lane() & 24);
       out[0] = __reduce_add_sync(mask, a);
       out[1] = __reduce_min_sync(mask, b))
KERNEL(lane_masks,
       asm volatile("mov.u32 %0, %%lanemask_eq;" : "=r"(out[0]));
       asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(out[1]));
       asm volatile("mov.u32 %0, %%lanemask_le;" : "=r"(out[2]));
       asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(out[3]));
       asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(out[4]));
       asm volatile("mov.u32 %0, %%laneid;" : "=r"(out[5])))
KERNEL(sync_through_shared,
       __shared__ volatile u32 words[128];
       words[threadIdx.x] = a;
       if (a & 1)
           for (u32 i = 0; i < (b & 7); i++)
               c = c * 5 + i;
       __syncwarp();
       u32 other = words[threadIdx.x ^ 9];
       __syncwarp();
       words[threadIdx.x] = c;
       __syncwarp();
       out[0] = other + words[threadIdx.x ^ 18])
// Half a warp works while the other half waits for it elsewhere.
KERNEL(sync_from_two_places,
       __shared__ volatile u32 words[128];
       if (lane() & 1) {
           for (u32 i = 0; i < (b & 7); i++)
               c = c * 5 + i;
           words[threadIdx.x] = c;
           __syncwarp();
           out[0] = words[threadIdx.x ^ 1];
       } else {
           words[threadIdx.x] = a;
           __syncwarp();
           out[0] = words[threadIdx.x ^ 1];
       })
KERNEL(tile_group,
       auto tile = cg::tiled_partition<16>(cg::this_thread_block());
       u32 sum = a;
       for (u32 d = tile.size() / 2; d; d /= 2)
           sum += tile.shfl_xor(sum, d);
       out[0] = sum;
       out[1] = tile.thread_rank();
       out[2] = tile.ballot(b & 1);
       out[3] = tile.any((b & 31) == 3);
       out[4] = tile.match_any(b & 3);
       tile.sync();
       out[5] = tile.meta_group_rank() % 2)
KERNEL(coalesced_group,
       if (a & 1) {
           auto group = cg::coalesced_threads();
           out[0] = group.size();
           out[1] = group.thread_rank();
           out[2] = group.shfl(b, 0);
           group.sync();
           out[3] = group.any((b & 7) == 3);
       })
