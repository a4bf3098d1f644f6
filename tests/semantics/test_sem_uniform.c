// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The kernels compute the reference themselves, see uniform.cu.
#include "words.h"

WORDS(no_difference, out[0] = out[1] = 0)

#define SAME(kernel)                                                                               \
    {                                                                                              \
        .name = #kernel, .thread = no_difference, .edges = 3                                       \
    }

static struct sem_case cases[] = {
    SAME(uniform_sum),        SAME(uniform_sum_64),        SAME(uniform_product),
    SAME(uniform_product_64), SAME(uniform_long_product),  SAME(uniform_scaled),
    SAME(uniform_scaled_64),  SAME(uniform_shift),         SAME(uniform_shift_64),
    SAME(uniform_funnel),     SAME(uniform_logic),         SAME(uniform_bytes),
    SAME(uniform_counts),     SAME(uniform_reversal),      SAME(uniform_fields),
    SAME(uniform_comparison), SAME(uniform_comparison_64), SAME(uniform_selection),
    SAME(uniform_predicates),
};

MAIN("uniform", cases)
