// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Operations on barrier objects, by PTX.
#pragma once
#include "semantics.cuh"

#define SHARED(p) ((u32)__cvta_generic_to_shared(p))

#define STATE_OP(name, ptx)                                                                        \
    static __device__ u64 name(u32 at)                                                             \
    {                                                                                              \
        u64 state;                                                                                 \
        asm volatile(ptx " %0, [%1];" : "=l"(state) : "r"(at) : "memory");                         \
        return state;                                                                              \
    }
#define STATE_COUNT_OP(name, ptx)                                                                  \
    static __device__ u64 name(u32 at, u32 n)                                                      \
    {                                                                                              \
        u64 state;                                                                                 \
        asm volatile(ptx " %0, [%1], %2;" : "=l"(state) : "r"(at), "r"(n) : "memory");             \
        return state;                                                                              \
    }
#define COUNT_OP(name, ptx)                                                                        \
    static __device__ void name(u32 at, u32 n)                                                     \
    {                                                                                              \
        asm volatile(ptx " [%0], %1;" ::"r"(at), "r"(n) : "memory");                               \
    }
#define ASK_OP(name, ptx, type, letter)                                                            \
    static __device__ u32 name(u32 at, type what)                                                  \
    {                                                                                              \
        u32 ok;                                                                                    \
        asm volatile("{.reg .pred p; " ptx " p, [%1], %2; selp.u32 %0, 1, 0, p;}"                  \
                     : "=r"(ok)                                                                    \
                     : "r"(at), letter(what)                                                       \
                     : "memory");                                                                  \
        return ok;                                                                                 \
    }

COUNT_OP(init, "mbarrier.init.shared.b64")
STATE_OP(arrive, "mbarrier.arrive.shared.b64")
STATE_COUNT_OP(arrive_early, "mbarrier.arrive.noComplete.shared.b64")
STATE_OP(drop, "mbarrier.arrive_drop.shared.b64")
STATE_COUNT_OP(drop_early, "mbarrier.arrive_drop.noComplete.shared.b64")
ASK_OP(test, "mbarrier.test_wait.shared.b64", u64, "l")
ASK_OP(test_parity, "mbarrier.test_wait.parity.shared.b64", u32, "r")

static __device__ void inval(u32 at)
{
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
}

static __device__ u32 pending(u64 state)
{
    u32 count;
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
    return count;
}

#if __CUDA_ARCH__ >= 900
STATE_COUNT_OP(arrive_many, "mbarrier.arrive.shared.b64")
STATE_COUNT_OP(drop_many, "mbarrier.arrive_drop.shared.b64")
STATE_COUNT_OP(arrive_expect, "mbarrier.arrive.expect_tx.shared.b64")
STATE_COUNT_OP(drop_expect, "mbarrier.arrive_drop.expect_tx.shared.b64")
COUNT_OP(expect, "mbarrier.expect_tx.relaxed.cta.shared.b64")
COUNT_OP(complete, "mbarrier.complete_tx.relaxed.cta.shared.b64")
ASK_OP(ask, "mbarrier.try_wait.shared.b64", u64, "l")
ASK_OP(ask_parity, "mbarrier.try_wait.parity.shared.b64", u32, "r")

static __device__ u32 ask_parity_for(u32 at, u32 parity, u32 nanoseconds)
{
    u32 ok;
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3;"
                 "selp.u32 %0, 1, 0, p;}"
                 : "=r"(ok)
                 : "r"(at), "r"(parity), "r"(nanoseconds)
                 : "memory");
    return ok;
}

static __device__ void await(u32 at, u32 parity)
{
    while (!ask_parity(at, parity)) {}
}
#endif
