// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Atomic operations on host memory. CTAs run on several threads of the host, so they are atomic
// there too.
#ifndef EMULATOR_ATOMIC_OPS_H
#define EMULATOR_ATOMIC_OPS_H

#include <stdbool.h>
#include <stdint.h>

enum atomic_op {
    ATOMIC_ADD,
    ATOMIC_MIN,
    ATOMIC_MAX,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_EXCH,
};

enum atomic_type {
    ATOMIC_U32,
    ATOMIC_S32,
    ATOMIC_F16X2,
    ATOMIC_BF16X2,
    ATOMIC_F32,
    ATOMIC_F32_FTZ,
    ATOMIC_LAST_32 = ATOMIC_F32_FTZ, ///< those before have 32 bits
    ATOMIC_U64,
    ATOMIC_S64,
    ATOMIC_F64,
    ATOMIC_128, ///< only exchanged and compared
};

/// A load or store of 1, 2, 4, 8 or 16 bytes, whole, as little-endian words. What the storing
/// thread did before is done for a thread that has loaded what it stored.
void atomic_get(const void *at, unsigned bytes, uint32_t words[4]);
void atomic_put(void *at, unsigned bytes, const uint32_t words[4]);

/// Whether there is such an operation.
bool atomic_exists(enum atomic_op op, enum atomic_type type);

/// Bytes of a value.
unsigned atomic_bytes(enum atomic_type type);

/// Combine the value at `at` with `operand` (little-endian words); the old one to `old`.
void atomic_apply(void *at, enum atomic_op op, enum atomic_type type, const uint32_t operand[4],
                  uint32_t old[4]);

/// Replace the value at `at` by `fresh` if it is `expected`; the old one to `old`.
void atomic_compare(void *at, enum atomic_type type, const uint32_t expected[4],
                    const uint32_t fresh[4], uint32_t old[4]);

#endif
