// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Local memory, generic pointers, constants, variables.
#include "semantics.cuh"

typedef unsigned char u8;
typedef signed char s8;
typedef unsigned short u16;
typedef short s16;

// Local arrays: 40 words of x, indexed by the input.
#define LOCAL_ARRAY(name, type)                                                                    \
    KERNEL(                                                                                        \
        name, type x[16]; u32 v = a; for (int i = 0; i < 16; i++) {                                \
            x[i] = (type)v;                                                                        \
            v = v * 0x19660d + 0x3c6ef35f;                                                         \
        } for (int i = 0; i < (int)(c & 7); i++) x[(b + i) & 15] = x[(b >> 4) & 15] + (type)i;     \
        type r = x[d & 15] + x[e & 15]; out[0] = (u32)(s64)r; out[1] = (u32)((s64)r >> 32))
LOCAL_ARRAY(local_u8, u8)
LOCAL_ARRAY(local_s8, s8)
LOCAL_ARRAY(local_u16, u16)
LOCAL_ARRAY(local_s16, s16)
LOCAL_ARRAY(local_u32, u32)
LOCAL_ARRAY(local_s64, s64)

KERNEL(local_uint4, uint4 x[8];
       for (u32 i = 0; i < 8; i++) x[i] = make_uint4(a + i, b ^ i, c - i, d *i); uint4 v = x[e & 7];
       x[f & 7] = make_uint4(v.w, v.z, v.y, v.x); v = x[g & 7]; out[0] = v.x; out[1] = v.y;
       out[2] = v.z; out[3] = v.w)

__device__ __noinline__ void swap_words(u32 *x, u32 *y)
{
    u32 t = *x;
    *x = *y;
    *y = t;
}
KERNEL(local_pointers, u32 x[8] = {a, b, c, d, e, f, g, h}; swap_words(&x[a & 7], &x[b & 7]);
       swap_words(&x[c & 7], &out[0]); swap_words(&x[0], &x[7]); out[1] = x[a & 7];
       out[2] = x[0] ^ x[1] ^ x[2]; out[3] = x[7])

// One of three spaces through one pointer.
#define CHOOSE(type)                                                                               \
    __shared__ type pool[128][4];                                                                  \
    type stack[4] = {(type)a, (type)b, (type)c, (type)d};                                          \
    for (int i = 0; i < 4; i++)                                                                    \
        pool[threadIdx.x][i] = (type)(a + i);                                                      \
    type *p = h % 3 == 0 ? stack : h % 3 == 1 ? pool[threadIdx.x] : (type *)out;                   \
    if (h % 3 == 2)                                                                                \
        for (int i = 0; i < 4; i++)                                                                \
            p[i] = (type)(b * i);

KERNEL(generic_u8, CHOOSE(u8); p[e & 3] = (u8)f; u32 r = p[g & 3] + p[0]; out[7] = r)
KERNEL(generic_s16, CHOOSE(s16); p[e & 3] = (s16)f; u32 r = p[g & 3] + p[0]; out[7] = r)
KERNEL(generic_u32, CHOOSE(u32); p[e & 3] = f; u32 r = p[g & 3] + p[0]; out[7] = r)
KERNEL(
    generic_u64, CHOOSE(u64); if (h % 3 == 2) out[7] = 0; else {
        p[e & 3] = f * 0x100000001ull;
        u64 r = p[g & 3] + p[0];
        out[7] = (u32)r ^ (u32)(r >> 32);
    })

KERNEL(spaces, __shared__ u32 pool[128]; u32 local = a; pool[threadIdx.x] = b;
       u32 *p = h % 3 == 0   ? &local
                : h % 3 == 1 ? &pool[threadIdx.x]
                             : &out[0];
       *p = c; out[1] = __isGlobal(p) | __isShared(p) << 1 | __isLocal(p) << 2; out[2] = *p;
       out[3] = *(volatile u32 *)&local + pool[threadIdx.x])

// Back and forth between a generic pointer and one of a space.
KERNEL(convert_shared, __shared__ u32 pool[128]; u32 *p = &pool[threadIdx.x]; u64 generic; u32 r;
       asm volatile("{.reg .u64 t; .reg .u32 s; cvta.to.shared.u64 t, %2; cvt.u32.u64 s, t;"
                    "st.shared.u32 [s], %3; cvta.shared.u64 %0, t; ld.u32 %1, [%0];}"
                    : "=l"(generic), "=r"(r)
                    : "l"(p), "r"(a)
                    : "memory");
       out[0] = r; out[1] = generic == (u64)p)
KERNEL(convert_local, u32 x[4]; x[a & 3] = b; x[~a & 3] = c; u64 generic; u32 r; u32 *p = &x[a & 3];
       asm volatile("{.reg .u64 t; cvta.to.local.u64 t, %2; ld.local.u32 %1, [t];"
                    "cvta.local.u64 %0, t;}"
                    : "=l"(generic), "=r"(r)
                    : "l"(p)
                    : "memory");
       out[0] = r; out[1] = generic == (u64)p)

#define TABLE(f)                                                                                   \
    {                                                                                              \
        f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13),    \
            f(14), f(15)                                                                           \
    }
#define MIX(i) ((u32)(i)*2654435761u + 12345u)
#define MIX_BYTE(i) (s8)(MIX(i) >> 8)
#define MIX_HALF(i) (s16)(MIX(i) >> 8)
#define MIX_WIDE(i) ((u64)MIX(i) * 0x123456789ull)
__constant__ u32 constant_u32[16] = TABLE(MIX);
__constant__ s8 constant_s8[16] = TABLE(MIX_BYTE);
__constant__ s16 constant_s16[16] = TABLE(MIX_HALF);
__constant__ u64 constant_u64[16] = TABLE(MIX_WIDE);
KERNEL(constants, out[0] = constant_u32[a & 15]; out[1] = constant_s8[b & 15];
       out[2] = (u8)constant_s8[c & 15]; out[3] = constant_s16[d & 15];
       out[4] = (u16)constant_s16[e & 15]; u64 r = constant_u64[f & 15]; out[5] = (u32)r;
       out[6] = (u32)(r >> 32))
KERNEL(constants_fixed, out[0] = a + constant_u32[3]; out[1] = b + constant_s8[5];
       u64 r = c * constant_u64[7]; out[2] = (u32)r; out[3] = (u32)(r >> 32))
KERNEL(constant_pointer, const u32 *p = a & 1 ? constant_u32 : in; out[0] = p[b & 7])

__device__ u32 global_u32[16] = TABLE(MIX);
__device__ u64 global_zero[20];
__device__ const u32 *global_pointer = &global_u32[2];
__device__ const u32 *const global_to_constant = &constant_u32[1];
KERNEL(globals, out[0] = global_u32[a & 15]; out[1] = (u32)global_zero[b & 15];
       out[2] = global_pointer[c & 7]; out[3] = global_to_constant[d & 7])

KERNEL(unaligned, u8 x[20]; for (int i = 0; i < 20; i++) x[i] = (u8)(a >> (i & 3) * 8) + i; u32 v;
       memcpy(&v, x + (b & 15), 4); out[0] = v; memcpy(x + (c & 15), &d, 4);
       memcpy(&v, x + (e & 15), 4); out[1] = v)

KERNEL(variable_stack, u32 n = (a & 7) + 2; u32 *x = (u32 *)alloca(n * sizeof(u32));
       for (u32 i = 0; i < n; i++) x[i] = b * i; u32 sum = 0;
       for (u32 i = 0; i < n; i++) sum += x[i]; out[0] = sum)

KERNEL(shared_typed, __shared__ u8 bytes[128]; __shared__ s16 halves[128];
       __shared__ uint4 wide[128]; u32 t = threadIdx.x; bytes[t] = (u8)a; halves[t] = (s16)b;
       wide[t] = make_uint4(a, b, c, d); uint4 v = wide[t]; out[0] = bytes[t]; out[1] = halves[t];
       out[2] = v.w; out[3] = v.z)

KERNEL(fences, volatile u32 *p = out; p[0] = a; __threadfence_block(); p[1] = p[0] + 1;
       __threadfence(); p[2] = p[1] + 1; __threadfence_system(); p[3] = p[2] + 1)
