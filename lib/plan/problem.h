// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The one canonical description of a convolution. The API makes it from descriptors; plan, solvers
// and bench see nothing else. Dimensions: x [N,C,D,H,W], w [K,C/groups,T,R,S], y [N,K,O,P,Q].
#ifndef SASSDNN_PROBLEM_H
#define SASSDNN_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

enum conv_direction { CONV_FORWARD };
enum conv_type { CONV_F32, CONV_F64, CONV_F16, CONV_BF16, CONV_S8, CONV_S32, CONV_TYPE_OTHER };

struct conv_problem {
    enum conv_direction direction;
    enum conv_type x_type, w_type, y_type, compute_type;
    int64_t n, c, d, h, w;                  ///< input
    int64_t k, t, r, s;                     ///< filter; it has c / groups channels
    int64_t o, p, q;                        ///< output
    int64_t x_stride[5];                    ///< elements: n, c, d, h, w
    int64_t w_stride[5];                    ///< elements: k, c, t, r, s
    int64_t y_stride[5];                    ///< elements: n, k, o, p, q
    int64_t pad[3], stride[3], dilation[3]; ///< d, h, w
    int64_t groups;
    bool flip; ///< convolution mode: taps are mirrored; false is cross-correlation
    double alpha, beta;
};

#endif
