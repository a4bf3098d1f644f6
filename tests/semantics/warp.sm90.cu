// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.cuh"

#define ELECT(mask)                                                                                \
    asm volatile("{.reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p;}"                      \
                 : "=r"(out[0]), "=r"(out[1])                                                      \
                 : "r"(mask))
KERNEL(elect, ELECT(0xffffffff))
KERNEL(elect_in_branch,
       u32 mask = __ballot_sync(~0u, a & 1);
       if (a & 1) {
           ELECT(mask);
       })
