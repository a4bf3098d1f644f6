// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the references of several tests of the integer units share, and references of instructions
// that the lanes and the uniform datapath both have.
#ifndef TEST_ALU_REFERENCE_H
#define TEST_ALU_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/// The reference of a case: statements about a b c d and out[].
#define REFERENCE(name, ...)                                                                       \
    static inline void name(const uint32_t *in, uint32_t *out)                                     \
    {                                                                                              \
        uint32_t a = in[0], b = in[1], c = in[2], d = in[3];                                       \
        (void)a, (void)b, (void)c, (void)d;                                                        \
        __VA_ARGS__                                                                                \
    }

__extension__ typedef unsigned __int128 u128;

static inline uint64_t pair(uint32_t low, uint32_t high)
{
    return low | (uint64_t)high << 32;
}

static inline void put64(uint32_t *out, uint64_t value)
{
    out[0] = (uint32_t)value;
    out[1] = (uint32_t)(value >> 32);
}

static inline uint64_t product(uint32_t a, uint32_t b, bool is_signed)
{
    return is_signed ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : (uint64_t)a * b;
}

static inline uint32_t carry_of(uint64_t x, uint64_t y, uint32_t carry)
{
    return (uint32_t)(((u128)x + y + carry) >> 64);
}

/// Bit 4x + 2y + z of a table.
static inline uint32_t at(unsigned table, bool x, bool y, bool z)
{
    return table >> (4 * x + 2 * y + z) & 1;
}

// Multiplications with carries and negated addends; a < b is the carry-in.
REFERENCE(wide_minus, uint64_t sum = product(a, b, false) - pair(c, d); put64(out, sum);
          out[2] = carry_of(product(a, b, false), ~pair(c, d), 1);)
REFERENCE(wide_complement, put64(out, product(a, b, true) + ~pair(c, d) + (a < b));
          out[2] = carry_of(product(a, b, true), ~pair(c, d), a < b);)

// Scaled additions, as sums of 64 bits that are shifted and cut.
REFERENCE(lea_minus, out[0] = (a << 3) - b;
          out[2] = (uint32_t)(((uint64_t)(a << 3) + (uint32_t)~b + 1) >> 32);)
REFERENCE(lea_x, uint64_t sum = (uint64_t)(uint32_t) ~(a << 3) + b + (a < b);
          out[0] = (uint32_t)sum; out[2] = (uint32_t)(sum >> 32);)
REFERENCE(lea_hi, out[0] = (uint32_t)(pair(a, c) << 5 >> 32) + b;)
REFERENCE(lea_hi_x, out[0] = ~(uint32_t)(pair(a, c) << 5 >> 32) + b + (a < b);)
REFERENCE(lea_hi_imm, out[0] = (uint32_t)(pair(a, 0xfedcba98) << 5 >> 32) + c;)
REFERENCE(lea_sx, out[0] = (uint32_t)((int32_t)a >> 27) + b;)
REFERENCE(lea_sx_x, out[0] = (uint32_t)((int32_t)a >> 27) + ~b + (a < b);)

// Logic of signs.
REFERENCE(plop3_sss, out[0] = at(0xca, a >> 31, b >> 31, c >> 31);
          out[1] = at(0x71, a >> 31, b >> 31, c >> 31);)

#endif
