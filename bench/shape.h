// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a forward convolution problem implies: output size, packed strides, extents, work.
#ifndef SASSDNN_BENCH_SHAPE_H
#define SASSDNN_BENCH_SHAPE_H

#include "plan/problem.h"

#include <stddef.h>

enum { SHAPE_TEXT = 96, SHAPE_TENSOR_DIMS = 4 };

/// One tensor of a 2-D problem as the fill and check loops see it.
struct shape_tensor {
    int64_t dim[SHAPE_TENSOR_DIMS];    ///< n c h w, k c r s or n k p q
    int64_t stride[SHAPE_TENSOR_DIMS]; ///< elements
};

/// A 2-D F32 forward problem: cross-correlation, 1 group, pad 0, stride 1, dilation 1, alpha 1,
/// beta 0. Sizes and strides are left for the caller, shape_output and shape_pack.
void shape_init(struct conv_problem *problem);

/// Output size of one spatial dimension, 1 + floor((in + 2 pad - ((taps - 1) dilation + 1)) /
/// stride); 0 where the dilated filter is larger than the padded image.
int64_t shape_output_size(int64_t in, int64_t taps, int64_t pad, int64_t stride, int64_t dilation);

/// Set p and q from the other sizes. Returns false if either is 0.
bool shape_output(struct conv_problem *problem);

/// Set all strides to packed NCHW, KCRS and NKPQ.
void shape_pack(struct conv_problem *problem);

struct shape_tensor shape_x(const struct conv_problem *problem);
struct shape_tensor shape_w(const struct conv_problem *problem);
struct shape_tensor shape_y(const struct conv_problem *problem);

/// Elements from the first to the last one, gaps included; the stride of a dimension of size 1 does
/// not matter.
size_t shape_extent(const struct shape_tensor *tensor);

/// Length of the sum behind one output: (C / groups) R S.
int64_t shape_terms(const struct conv_problem *problem);

/// Useful floating-point operations, 2 N P Q K (C / groups) R S; taps on padding count.
double shape_flop(const struct conv_problem *problem);

/// Compact text: "128x3x224x224 64x11x11 s4p2" (x, then filters, then what is not the default).
void shape_text(const struct conv_problem *problem, char text[SHAPE_TEXT]);

#endif
