// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Variables that the host reads and writes by name.
#include "semantics.cuh"

extern "C" {
__device__ u32 counter = 41;
__device__ u32 table[64];
__device__ u32 *pointer = &table[7];
__constant__ u32 factors[4] = {2, 3, 5, 7};
__constant__ unsigned char last_byte = 9;
__constant__ u32 *const constant_pointer = &table[9];

__global__ void use_variables(u32 *out, u32 index)
{
    out[0] = ++counter;
    out[1] = table[3];
    table[5] = out[1] + 1;
    out[2] = factors[index & 3];
    out[3] = factors[2] + last_byte;
    *pointer = 77;
    *constant_pointer = 99;
}
__global__ void addresses(u64 *out)
{
    out[0] = (u64)&counter;
    out[1] = (u64)table;
    out[2] = (u64)factors;
}
}
