// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What kernels with tensor copies and bulk copies have in common: dynamic shared memory, used from a
// multiple of 1024 bytes on.
#pragma once
#include "mbarrier.cuh"

extern __shared__ __align__(1024) unsigned char memory[];

static __device__ u32 box(void)
{
    return (SHARED(memory) + 1023) & ~1023u;
}

static __device__ u32 word_at(u32 at)
{
    u32 word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ void put_word(u32 at, u32 word)
{
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(word) : "memory");
}

static __device__ void fence(void)
{
    asm volatile("fence.proxy.async;" ::: "memory");
}

static __device__ u32 rank(void)
{
    u32 value;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(value));
    return value;
}

static __device__ void meet(void)
{
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
