// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions of a warp group, one a kernel. Shared memory becomes what the host says, so
// that it is the test that lays matrices out; `a` and `b` are their descriptors from there on.
// Each thread has its accumulators, and its four registers of A, one after the other.
#include "semantics.cuh"

#define IMAGE_BYTES 45056

// Accumulators in fours: for each of 8 x R groups, in rows of 8.
#define NAMES(r, i) "d" #r #i "_0,d" #r #i "_1,d" #r #i "_2,d" #r #i "_3"
#define LOAD(r, i) "ld.global.v4.b32 {" NAMES(r, i) "}, [%0+128*" #r "+16*" #i "];\n"
#define STORE(r, i) "st.global.v4.b32 [%0+128*" #r "+16*" #i "], {" NAMES(r, i) "};\n"
#define FOURS_1(x, c) x(0, 0)
#define FOURS_2(x, c) x(0, 0) c x(0, 1)
#define FOURS_3(x, c) FOURS_2(x, c) c x(0, 2)
#define FOURS_4(x, c) FOURS_3(x, c) c x(0, 3)
#define FOURS_6(x, c) FOURS_4(x, c) c x(0, 4) c x(0, 5)
#define ROW(x, c, r) \
    x(r, 0) c x(r, 1) c x(r, 2) c x(r, 3) c x(r, 4) c x(r, 5) c x(r, 6) c x(r, 7)
#define FOURS_8(x, c) ROW(x, c, 0)
#define FOURS_12(x, c) ROW(x, c, 0) c x(1, 0) c x(1, 1) c x(1, 2) c x(1, 3)
#define FOURS_16(x, c) ROW(x, c, 0) c ROW(x, c, 1)
#define FOURS_32(x, c) FOURS_16(x, c) c ROW(x, c, 2) c ROW(x, c, 3)

#define SHARED "%1"
#define REGISTERS "{%4,%5,%6,%7}"
#define PRODUCT(fours, form, a, b, more)                                                           \
    "wgmma.mma_async.sync.aligned." form " {" fours(NAMES, ",") "}, " a ", " b ", keep" more ";\n"
#define COMMIT "wgmma.commit_group.sync.aligned;\n"
#define WAIT(n) "wgmma.wait_group.sync.aligned " #n ";\n"

#define GROUP_KERNEL(name, fours, load, ...)                                                          \
    extern "C" __global__ void __launch_bounds__(256) name(                                        \
        const uint4 *image, u32 *sums, const uint4 *left, u64 a, u64 b, u32 keep, u32 count)       \
    {                                                                                              \
        __shared__ __align__(1024) uint4 shared[IMAGE_BYTES / 16];                                 \
        for (u32 i = threadIdx.x; i < IMAGE_BYTES / 16; i += blockDim.x)                           \
            shared[i] = image[i];                                                                  \
        __syncthreads();                                                                           \
        asm volatile("fence.proxy.async;" ::: "memory");                                           \
        u64 base = ((u32)__cvta_generic_to_shared(shared) & 0x3ffff) >> 4;                         \
        uint4 of_a = left[threadIdx.x];                                                            \
        sums += threadIdx.x * count;                                                               \
        asm volatile("{\n.reg .pred keep;\n.reg .b64 a1,b1;\n.reg .b32 " fours(NAMES, ",") ";\n"   \
                     "setp.ne.b32 keep, %3, 0;\n" load                                             \
                     "wgmma.fence.sync.aligned;\n" __VA_ARGS__ WAIT(0) fours(STORE, "") "}" ::     \
                     "l"(sums), "l"(a + base), "l"(b + base), "r"(keep), "r"(of_a.x),              \
                     "r"(of_a.y), "r"(of_a.z), "r"(of_a.w)                                         \
                     : "memory");                                                                  \
    }
#define ONE(name, fours, form, a, more)                                                            \
    GROUP_KERNEL(name, fours, fours(LOAD, ""), PRODUCT(fours, form, a, "%2", more) COMMIT)

#define S SHARED
#define R REGISTERS
ONE(f16_8, FOURS_1, "m64n8k16.f32.f16.f16", S, ", 1, 1, 0, 0")
ONE(f16_24, FOURS_3, "m64n24k16.f32.f16.f16", S, ", -1, 1, 0, 0")
ONE(f16_64, FOURS_8, "m64n64k16.f32.f16.f16", S, ", 1, 1, 0, 0")
ONE(f16_64_a, FOURS_8, "m64n64k16.f32.f16.f16", S, ", 1, 1, 1, 0")
ONE(f16_64_b, FOURS_8, "m64n64k16.f32.f16.f16", S, ", 1, -1, 0, 1")
ONE(f16_64_ab, FOURS_8, "m64n64k16.f32.f16.f16", S, ", -1, -1, 1, 1")
ONE(f16_256, FOURS_32, "m64n256k16.f32.f16.f16", S, ", 1, 1, 0, 0")
ONE(f16_256_b, FOURS_32, "m64n256k16.f32.f16.f16", S, ", 1, 1, 0, 1")
ONE(f16_8_r, FOURS_1, "m64n8k16.f32.f16.f16", R, ", 1, 1, 0")
ONE(f16_32_rb, FOURS_4, "m64n32k16.f32.f16.f16", R, ", -1, -1, 1")
ONE(h16_16, FOURS_1, "m64n16k16.f16.f16.f16", S, ", 1, 1, 0, 0")
ONE(h16_128, FOURS_8, "m64n128k16.f16.f16.f16", S, ", 1, -1, 0, 0")
ONE(h16_64_ab, FOURS_4, "m64n64k16.f16.f16.f16", S, ", 1, 1, 1, 1")
ONE(h16_32_r, FOURS_2, "m64n32k16.f16.f16.f16", R, ", -1, 1, 0")
ONE(bf16_16, FOURS_2, "m64n16k16.f32.bf16.bf16", S, ", 1, 1, 0, 0")
ONE(bf16_96_ab, FOURS_12, "m64n96k16.f32.bf16.bf16", S, ", 1, -1, 1, 1")
ONE(bf16_48_rb, FOURS_6, "m64n48k16.f32.bf16.bf16", R, ", -1, 1, 1")
ONE(tf32_8, FOURS_1, "m64n8k8.f32.tf32.tf32", S, ", 1, 1")
ONE(tf32_128, FOURS_16, "m64n128k8.f32.tf32.tf32", S, ", -1, -1")
ONE(tf32_24_r, FOURS_3, "m64n24k8.f32.tf32.tf32", R, ", -1, 1")
ONE(e4m3_16, FOURS_2, "m64n16k32.f32.e4m3.e4m3", S, ", 1, 1")
ONE(e4m3_e5m2_64, FOURS_8, "m64n64k32.f32.e4m3.e5m2", S, ", 1, -1")
ONE(e5m2_e4m3_8_r, FOURS_1, "m64n8k32.f32.e5m2.e4m3", R, ", -1, 1")
ONE(e5m2_32, FOURS_4, "m64n32k32.f32.e5m2.e5m2", S, ", -1, -1")
ONE(e4m3_32_h16, FOURS_2, "m64n32k32.f16.e4m3.e4m3", S, ", 1, 1")
ONE(e5m2_16_h16_r, FOURS_1, "m64n16k32.f16.e5m2.e5m2", R, ", 1, 1")
ONE(s8_8, FOURS_1, "m64n8k32.s32.s8.s8", S, "")
ONE(s8_64_sat, FOURS_8, "m64n64k32.satfinite.s32.s8.s8", S, "")
ONE(u8_s8_128, FOURS_16, "m64n128k32.s32.u8.s8", S, "")
ONE(s8_u8_32_r, FOURS_4, "m64n32k32.s32.s8.u8", R, "")
ONE(u8_16_r_sat, FOURS_2, "m64n16k32.satfinite.s32.u8.u8", R, "")
ONE(b1_8, FOURS_1, "m64n8k256.s32.b1.b1.and.popc", S, "")
ONE(b1_64, FOURS_8, "m64n64k256.s32.b1.b1.and.popc", S, "")
ONE(b1_32_r, FOURS_4, "m64n32k256.s32.b1.b1.and.popc", R, "")

// A tile of K = 64, two groups; steps in K are 32 bytes further in the same pattern.
#define STEP(distance) "add.s64 a1, %1, " #distance ";\nadd.s64 b1, %2, " #distance ";\n"
#define PRODUCT_OF_CHAIN(a, b)                                                                     \
    PRODUCT(FOURS_8, "m64n64k16.f32.f16.f16", a, b, ", 1, 1, 0, 0") "setp.eq.b32 keep, 0, 0;\n"
GROUP_KERNEL(chain_64, FOURS_8, FOURS_8(LOAD, ""),
             PRODUCT_OF_CHAIN("%1", "%2") STEP(2) PRODUCT_OF_CHAIN("a1", "b1") COMMIT STEP(4)
                 PRODUCT_OF_CHAIN("a1", "b1") STEP(6) PRODUCT_OF_CHAIN("a1", "b1") COMMIT WAIT(1))
// Accumulators that nobody has written: `keep` must be 0.
GROUP_KERNEL(fresh_32, FOURS_4, "", PRODUCT(FOURS_4, "m64n32k16.f32.f16.f16", S, "%2", ", 1, 1, 0, 0") COMMIT)
