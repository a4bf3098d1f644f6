// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The kernel parameters of sass_kernels/conv_fwd/conv_fwd_igemm_f32_128x64.sass, in the order and
// at the offsets of its .param lines.
#ifndef SASSDNN_IGEMM_FWD_PARAMS_H
#define SASSDNN_IGEMM_FWD_PARAMS_H

#include <stdint.h>

/// n / d for 0 <= n < 2^31 as (n * mul) >> shift in 64 bits; see fastdiv.h.
struct fastdiv {
    uint32_t mul, shift;
};

struct igemm_fwd_params {
    uint64_t x, w, y; ///< device addresses
    float alpha, beta;
    uint32_t m;   ///< N * P * Q, rows of the GEMM, below 2^31
    uint32_t k;   ///< filters per group, columns of the GEMM
    uint32_t crs; ///< (C / groups) * R * S, length of the sum
    uint32_t h, w_dim;
    uint32_t pq, q, rs, s;
    struct fastdiv by_pq, by_q, by_rs, by_s;
    int32_t base_h, base_w; ///< input row of output row 0, tap 0: -pad, or -pad + (R-1)*dilation
                            ///< when taps are flipped
    int32_t stride_h, stride_w; ///< convolution strides
    int32_t step_h, step_w;     ///< input rows per tap: dilation, negative when taps are flipped
    int32_t x_n, x_c, x_h, x_w; ///< strides of x in elements
    int32_t y_n, y_k, y_p, y_q; ///< strides of y in elements
    uint32_t x_group, w_group, y_group; ///< elements from one group to the next
    uint32_t read_y;                    ///< 0: beta is zero and y must not be read
};

#endif
