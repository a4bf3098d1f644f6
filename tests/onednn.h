// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A second opinion on convolutions: oneDNN on the CPU, versions 2 and 3.
#ifndef SASSDNN_TESTS_ONEDNN_H
#define SASSDNN_TESTS_ONEDNN_H

#include "plan/problem.h"

/// y = convolution(x, w) of a packed NCHW problem; alpha, beta and flip are not looked at. Returns
/// false when oneDNN refuses.
bool onednn_forward(const struct conv_problem *problem, const float *x, const float *w, float *y);

#endif
