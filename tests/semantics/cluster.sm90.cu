// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Clusters: 32 threads in each CTA; out has 32 words for each of them.
#include "mbarrier.cuh"

#define CLUSTER_KERNEL(name, ...)                                                                  \
    extern "C" __global__ void name(u32 *out, u32 seed)                                            \
    {                                                                                              \
        u32 cta = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);                  \
        u32 t = threadIdx.x, rank = sreg_cluster_ctarank(), ctas = sreg_cluster_nctarank();        \
        out += 32 * (32 * cta + t);                                                                \
        (void)seed, (void)rank, (void)ctas;                                                        \
        __VA_ARGS__;                                                                               \
    }
#define SREG(id, name)                                                                             \
    static __device__ u32 sreg_##id(void)                                                          \
    {                                                                                              \
        u32 value;                                                                                 \
        asm volatile("mov.u32 %0, %%" name ";" : "=r"(value));                                     \
        return value;                                                                              \
    }
SREG(cluster_ctarank, "cluster_ctarank")
SREG(cluster_nctarank, "cluster_nctarank")
SREG(clusterid_x, "clusterid.x")
SREG(clusterid_y, "clusterid.y")
SREG(clusterid_z, "clusterid.z")
SREG(nclusterid_x, "nclusterid.x")
SREG(nclusterid_y, "nclusterid.y")
SREG(nclusterid_z, "nclusterid.z")
SREG(cluster_ctaid_x, "cluster_ctaid.x")
SREG(cluster_ctaid_y, "cluster_ctaid.y")
SREG(cluster_ctaid_z, "cluster_ctaid.z")
SREG(cluster_nctaid_x, "cluster_nctaid.x")
SREG(cluster_nctaid_y, "cluster_nctaid.y")
SREG(cluster_nctaid_z, "cluster_nctaid.z")

static __device__ void meet(void)
{
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

static __device__ u32 at_rank(u32 at, u32 rank)
{
    u32 there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(rank));
    return there;
}

static __device__ u32 load(u32 at)
{
    u32 value;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(at) : "memory");
    return value;
}

static __device__ void store(u32 at, u32 value)
{
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(at), "r"(value) : "memory");
}

CLUSTER_KERNEL(
    cluster_registers, u32 explicit_;
    asm volatile("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}"
                 : "=r"(explicit_));
    out[0] = sreg_clusterid_x(); out[1] = sreg_clusterid_y(); out[2] = sreg_clusterid_z();
    out[3] = sreg_nclusterid_x(); out[4] = sreg_nclusterid_y(); out[5] = sreg_nclusterid_z();
    out[6] = sreg_cluster_ctaid_x(); out[7] = sreg_cluster_ctaid_y();
    out[8] = sreg_cluster_ctaid_z(); out[9] = sreg_cluster_nctaid_x();
    out[10] = sreg_cluster_nctaid_y(); out[11] = sreg_cluster_nctaid_z(); out[12] = rank;
    out[13] = ctas; out[14] = explicit_)

// Every CTA reads the next one's memory, adds to the one's behind that, and takes part in sums.
CLUSTER_KERNEL(
    cluster_memory, __shared__ u32 pool[32]; __shared__ u32 sum; __shared__ u64 wide[32];
    u32 at = SHARED(&pool[t]), next = (rank + 1) % ctas; pool[t] = 1000 * cta + t + seed;
    wide[t] = (u64)cta << 40 | t; if (!t) sum = 7; meet();
    out[0] = load(at_rank(at, next)); out[1] = load(at_rank(SHARED(&pool[31 - t]), ctas - 1));
    u64 remote; asm volatile("mapa.u64 %0, %1, %2;" : "=l"(remote) : "l"((u64)&wide[t]), "r"(next));
    u64 value = *(volatile u64 *)remote; out[2] = (u32)value; out[3] = (u32)(value >> 32);
    u32 owner; asm volatile("getctarank.u64 %0, %1;" : "=r"(owner) : "l"(remote)); out[4] = owner;
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(at)); out[5] = owner;
    out[6] = __isShared((void *)remote) + 2 * __isShared(&wide[t]) +
             4 * __isClusterShared((void *)remote) + 8 * __isClusterShared(&wide[t]) +
             16 * __isClusterShared(out);
    meet();
    store(at_rank(at, next), t * 3 + rank);
    u32 old; asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;"
                          : "=r"(old)
                          : "r"(at_rank(SHARED(&sum), 0)), "r"(t + 1)
                          : "memory");
    asm volatile("red.shared::cluster.max.u32 [%0], %1;" ::"r"(at_rank(SHARED(&wide[t]), next)),
                 "r"(50 + rank)
                 : "memory");
    asm volatile("atom.shared::cluster.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(old)
                 : "r"(at_rank(SHARED(&wide[t]) + 4, next)), "r"((cta & 0xff) << 8), "r"(9u)
                 : "memory");
    meet(); out[7] = pool[t]; out[8] = sum; out[9] = (u32)wide[t];
    out[10] = (u32)(wide[t] >> 32); meet())

// Halves of the barrier: between them a warp goes on. The rounds count what others have done.
extern "C" __global__ void cluster_barrier(u32 *out, u32 seed)
{
    __shared__ u32 count;
    u32 t = threadIdx.x, rank = sreg_cluster_ctarank(), ctas = sreg_cluster_nctarank(), sum = 0;
    u32 cta = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    if (!t) count = 0;
    meet();
    for (u32 i = 0; i < 5; i++) {
        u32 to = at_rank(SHARED(&count), (rank + i) % ctas);
        asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(to), "r"(i + 1) : "memory");
        if (seed & 1) {
            asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
            sum += i;
            asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
        } else {
            asm volatile("barrier.cluster.arrive;" ::: "memory");
            sum += i;
            asm volatile("barrier.cluster.wait;" ::: "memory");
        }
        sum = sum * 31 + load(at_rank(SHARED(&count), (rank + 1) % ctas));
        meet();
    }
    out[32 * (32 * cta + t % 32)] = sum;
    // Those who have gone are not waited for.
    if (t % 64 >= 32) return;
    meet();
    meet();
}

// Arrivals at the object of the first CTA, by threads of all; the bytes of st.async and red.async.
CLUSTER_KERNEL(
    cluster_objects, __shared__ __align__(8) u64 object; __shared__ __align__(8) u64 bytes;
    __shared__ __align__(16) uint4 pool[32]; __shared__ u32 words[64]; u32 next = (rank + 1) % ctas;
    if (!t) {
        init(SHARED(&object), 32 * ctas + 3);
        init(SHARED(&bytes), 1);
    } words[t] = words[t + 32] = seed;
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); meet();
    u32 first = at_rank(SHARED(&object), 0), there = at_rank(SHARED(&bytes), next);
    if (!t) arrive_expect(SHARED(&bytes), 32 * (16 + 4 + 8 + 4));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], "
                 "{%2, %3, %2, %3}, [%1];" ::"r"(at_rank(SHARED(&pool[t]), next)),
                 "r"(there), "r"(t), "r"(cta)
                 : "memory");
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %2, [%1];" ::"r"(
                     at_rank(SHARED(&words[t]), next)),
                 "r"(there), "r"(t * 5 + cta)
                 : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
                 "[%0], %2, [%1];" ::"r"(at_rank(SHARED(&words[t / 2 + 32]), next)),
                 "r"(there), "r"(t + 1)
                 : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.or.b32 "
                 "[%0], %2, [%1];" ::"r"(at_rank(SHARED(&words[t / 4 + 48]), next)),
                 "r"(there), "r"(1u << t)
                 : "memory");
    expect(SHARED(&bytes), 0);
    asm volatile("mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%0], %1;" ::"r"(there),
                 "r"(4)
                 : "memory");
    if (t == 5 && rank == ctas - 1)
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], 3;" ::"r"(first)
                     : "memory");
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(first)
                 : "memory");
    await(SHARED(&bytes), 0); out[0] = pool[t].x; out[1] = pool[t].y; out[2] = pool[t].w;
    out[3] = words[t]; out[4] = words[t + 32]; if (!rank) await(SHARED(&object), 0);
    out[5] = test_parity(SHARED(&object), 0); meet())

// Compiled for clusters of this size.
extern "C" __global__ void __cluster_dims__(2, 1, 2) cluster_compiled(u32 *out, u32 seed)
{
    u32 cta = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    out[32 * (32 * cta + threadIdx.x)] = sreg_cluster_ctarank() + 256 * sreg_cluster_nctarank();
}

extern "C" __global__ void __launch_bounds__(128, 1, 4) cluster_bounded(u32 *out, u32 seed)
{
    out[0] = seed;
}

// For this one the launch must end with a fault: nobody waits for the one that is read.
extern "C" __global__ void __cluster_dims__(2, 1, 1) bad_exit(void)
{
    __shared__ u32 word;
    word = 1;
    meet();
    if (sreg_cluster_ctarank()) return;
    for (u32 i = 0; i < 9; i++) __nanosleep(1000);
    store(at_rank(SHARED(&word), 1), 2);
}

extern "C" __global__ void bad_rank(void)
{
    __shared__ u32 word;
    word = 1;
    store(at_rank(SHARED(&word), 1), 2);
}

