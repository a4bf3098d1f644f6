// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/data.h"

#include <math.h>

uint64_t data_bits(struct data_rng *rng)
{
    // SplitMix64: a counter through a mixing function; every seed is as good as any other.
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint64_t data_below(struct data_rng *rng, uint64_t limit)
{
    return data_bits(rng) % limit; // the bias, limit / 2^64, does not matter here
}

int data_integer_limit(const struct conv_problem *problem)
{
    int limit = 8;
    while (limit > 0 && fabs(problem->alpha) * (double)shape_terms(problem) * limit * limit +
                                fabs(problem->beta) * limit >=
                            0x1p24)
        limit--;
    return limit;
}

void data_fill(struct data_rng *rng, const struct shape_tensor *tensor, int limit, float *values)
{
    const int64_t *dim = tensor->dim, *stride = tensor->stride;
    for (int64_t a = 0; a < dim[0]; a++)
        for (int64_t b = 0; b < dim[1]; b++)
            for (int64_t c = 0; c < dim[2]; c++)
                for (int64_t d = 0; d < dim[3]; d++) {
                    uint64_t bits = data_bits(rng) >> 32;
                    float *at =
                        values + a * stride[0] + b * stride[1] + c * stride[2] + d * stride[3];
                    // The high half of a 32 x 32-bit product is a number below the factor.
                    if (limit > 0)
                        *at = (float)((int)(bits * (2 * (unsigned)limit + 1) >> 32) - limit);
                    else
                        *at = (float)((int32_t)(bits >> 7) - (1 << 24)) * 0x1p-24f;
                }
}
