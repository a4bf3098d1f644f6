// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The sizes of a convolution, and whether the sizes of a problem belong together.
#ifndef SASSDNN_GEOMETRY_H
#define SASSDNN_GEOMETRY_H

#include "plan/problem.h"

enum { GEOMETRY_TEXT = 256 };

/// Outputs along one dimension: 1 + (in + 2*pad - ((taps-1)*dilation + 1)) / stride, rounded down;
/// 0 where the dilated filter is larger than the padded input. Arguments are below 2^31, `pad` at
/// least 0, the others at least 1.
int64_t geometry_output(int64_t in, int64_t pad, int64_t taps, int64_t stride, int64_t dilation);

/// Whether a problem is a convolution: every size at least 1 and below 2^31, pads at least 0,
/// groups that divide C and K, a filter within the padded input, o, p and q as geometry_output
/// gives them. If not, text[GEOMETRY_TEXT] names the failed condition with its values. Strides and
/// types are not looked at.
bool geometry_check(const struct conv_problem *problem, char *text);

#endif
