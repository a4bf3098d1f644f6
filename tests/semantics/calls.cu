// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Calls: in branches, recursive, through pointers and tables of them.
#include "semantics.cuh"

static __device__ u32 step(u32 x)
{
    return x * 1664525u + 1013904223u;
}

static __device__ __noinline__ u32 triple(u32 x)
{
    return x * 3 + 1;
}
static __device__ __noinline__ u32 mix(u32 x)
{
    u32 r = x;
    for (u32 i = 0; i < (x & 7); i++)
        r = step(r);
    return r;
}
static __device__ __noinline__ u32 half(u32 x)
{
    return x >> 1 ^ 0x55;
}
KERNEL(calls_in_branches,
       u32 r = b;
       if (a & 1)
           r = mix(r) + 1;
       else if (a & 2)
           r = triple(r);
       else
           r = mix(c) ^ triple(r);
       out[0] = r + mix(a))
KERNEL(calls_in_loops,
       u32 r = b;
       for (u32 i = 0; i < (a & 15); i++) {
           r = mix(r);
           if (r & 0x100)
               r = triple(r);
           if ((r >> 28) == 5)
               break;
       }
       out[0] = r)
typedef u32 (*function)(u32);
KERNEL(function_pointer,
       function fn = a & 1 ? mix : a & 2 ? triple : half;
       out[0] = fn(b))
KERNEL(function_pointers_in_loop,
       function fn = mix; u32 r = b;
       for (u32 i = 0; i < (a & 7); i++) {
           r = fn(r);
           fn = r & 1 ? triple : r & 2 ? half : mix;
       }
       out[0] = r)
static __device__ __noinline__ u32 fibonacci(u32 n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
KERNEL(recursion_fibonacci, out[0] = fibonacci(a % 11))
static __device__ __noinline__ u32 ackermann(u32 m, u32 n)
{
    return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
KERNEL(recursion_ackermann, out[0] = ackermann(a % 3, b % 4))
static __device__ __noinline__ u32 is_odd(u32 n);
static __device__ __noinline__ u32 is_even(u32 n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}
static __device__ __noinline__ u32 is_odd(u32 n)
{
    return n == 0 ? 0 : is_even(n - 1) + 0 * n;
}
KERNEL(recursion_mutual,
       out[0] = is_even(a & 15);
       if (b & 1)
           out[1] = is_odd(b & 15))
// Recursion with a loop around it, and a way out of both.
static __device__ __noinline__ u32 tree(u32 n, u32 x)
{
    u32 r = x;
    for (u32 i = 0; i < (n & 3); i++) {
        r = step(r + tree(n >> 2, r ^ i));
        if ((r >> 28) == 7)
            break;
        if ((r >> 28) == 6)
            return r * 3;
    }
    return r;
}
KERNEL(recursion_tree, out[0] = tree(a & 255, b))
static __device__ function table[3] = {mix, triple, half};
KERNEL(function_table, out[0] = table[a % 3](b))
struct shape {
    u32 size;
    __device__ virtual u32 area() const = 0;
};
struct square : shape {
    __device__ __noinline__ u32 area() const override
    {
        return size * size;
    }
};
struct line : shape {
    __device__ __noinline__ u32 area() const override
    {
        return mix(size);
    }
};
KERNEL(virtual_calls,
       square s; line l;
       s.size = b;
       l.size = c;
       const shape *first = a & 1 ? (const shape *)&l : (const shape *)&s;
       const shape *second = a & 2 ? (const shape *)&l : (const shape *)&s;
       out[0] = first->area() + second->area())
