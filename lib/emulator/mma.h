// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Products of small floating-point matrices as the tensor cores compute them. The rule is that of
// published bit-exact models (Xie et al., arXiv 2511.10909; Khattak and Mikaitis, arXiv
// 2512.07004): K is taken in groups of `terms`, from the lowest on. The products of a group, which
// are exact, and the accumulator are aligned to the largest exponent among them, cut off `fraction`
// bits below it, summed exactly, and the sum is rounded once: towards zero to FP32, to the nearest
// to FP16.
//
// Against an exact sum a group errs by less than (terms + 1) * 2^(e - fraction), e being the
// largest exponent, and the rounding of the result.
#ifndef EMULATOR_MMA_H
#define EMULATOR_MMA_H

#include "emulator/fp.h"

enum { MMA_ROWS = 16, MMA_COLUMNS = 8, MMA_DEPTH = 32, MMA_INTEGER_DEPTH = 256 };

enum mma_result {
    MMA_F32,
    MMA_F16,
    MMA_E8M13, ///< FP32 whose lower 10 bits are cut off
};

/// What IMMA and BMMA sum up: products, of bits too, or how many bits differ.
enum mma_integer { MMA_INTEGER_PRODUCT, MMA_INTEGER_XOR };

struct mma_rule {
    unsigned fraction, terms;
    enum mma_result result;
};

/// A factor: numbers with their exponents, not normalised where they are denormal.
struct mma_left {
    double value[MMA_ROWS][MMA_DEPTH];
    int exponent[MMA_ROWS][MMA_DEPTH];
};

struct mma_right {
    double value[MMA_DEPTH][MMA_COLUMNS];
    int exponent[MMA_DEPTH][MMA_COLUMNS];
};

/// The rule of an architecture for factors of a format.
struct mma_rule mma_rule_of(unsigned sm, enum fp_format format, bool to_f16);

/// A number as the factors hold it. Of TF32 the lower 13 bits are not looked at.
void mma_decode(enum fp_format format, uint32_t bits, double *value, int *exponent);

/// d = a x b + d for `rows` rows; d holds FP32 or, in the low half, FP16.
void mma_multiply(const struct mma_left *a, const struct mma_right *b, unsigned rows,
                  unsigned depth, const struct mma_rule *rule, uint32_t d[MMA_ROWS][MMA_COLUMNS]);

/// Factors of integers or bits; `b` by its columns.
struct mma_integers {
    int16_t a[MMA_ROWS][MMA_INTEGER_DEPTH], b[MMA_COLUMNS][MMA_INTEGER_DEPTH];
};

/// Element i of `bits` bits of a word as an integer.
int32_t mma_integer_of(uint32_t word, unsigned i, unsigned bits, bool is_signed);

/// The same for them, exactly: what does not fit into 32 bits wraps around, or saturates.
void mma_multiply_integers(const struct mma_integers *factors, unsigned rows, unsigned depth,
                           enum mma_integer operation, bool saturate,
                           uint32_t d[MMA_ROWS][MMA_COLUMNS]);

/// Element i of `bits` bits of a word.
static inline uint32_t mma_element(uint32_t word, unsigned i, unsigned bits)
{
    return bits == 32 ? word : word >> i * bits & ((UINT32_C(1) << bits) - 1);
}

#endif
