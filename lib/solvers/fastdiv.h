// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Division by a constant as one 64-bit product and a shift, for kernels.
//
// For a divisor d with 2^(l-1) < d <= 2^l take shift = 31 + l and mul = floor(2^shift / d) + 1.
// Then mul * d = 2^shift + e with 0 < e <= d <= 2^l, so n * mul / 2^shift exceeds n / d by
// n * e / (d * 2^shift) < 1 / d for every n < 2^31, which is too little to reach the next integer.
// mul fits in 32 bits for every d < 2^31, and the product in 63.
#ifndef SASSDNN_FASTDIV_H
#define SASSDNN_FASTDIV_H

#include "solvers/igemm_fwd_params.h"

/// The constants for a divisor 1 <= divisor < 2^31; exact for dividends below 2^31.
struct fastdiv fastdiv_make(uint32_t divisor);

/// dividend / divisor as the kernels compute it, for dividend < 2^31.
uint32_t fastdiv_quotient(struct fastdiv by, uint32_t dividend);

#endif
