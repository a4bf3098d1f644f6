// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/reference.h"

#include <math.h>

struct reference_value reference_element(const struct conv_problem *problem, const float *x,
                                         const float *w, const float *prior, int64_t n, int64_t k,
                                         int64_t p, int64_t q)
{
    int64_t c_per_group = problem->c / problem->groups;
    int64_t first_c = k / (problem->k / problem->groups) * c_per_group;
    double sum = 0, magnitude = 0;
    for (int64_t r = 0; r < problem->r; r++) {
        int64_t tap_r = problem->flip ? problem->r - 1 - r : r;
        int64_t h = p * problem->stride[1] - problem->pad[1] + r * problem->dilation[1];
        if (h < 0 || h >= problem->h)
            continue;
        for (int64_t s = 0; s < problem->s; s++) {
            int64_t tap_s = problem->flip ? problem->s - 1 - s : s;
            int64_t column = q * problem->stride[2] - problem->pad[2] + s * problem->dilation[2];
            if (column < 0 || column >= problem->w)
                continue;
            const float *x_at = x + n * problem->x_stride[0] + first_c * problem->x_stride[1] +
                                h * problem->x_stride[3] + column * problem->x_stride[4];
            const float *w_at = w + k * problem->w_stride[0] + tap_r * problem->w_stride[3] +
                                tap_s * problem->w_stride[4];
            for (int64_t c = 0; c < c_per_group; c++) {
                double product =
                    (double)x_at[c * problem->x_stride[1]] * (double)w_at[c * problem->w_stride[1]];
                sum += product;
                magnitude += fabs(product);
            }
        }
    }
    struct reference_value result = {0, 0};
    if (problem->alpha != 0)
        result = (struct reference_value){problem->alpha * sum, fabs(problem->alpha) * magnitude};
    if (problem->beta != 0) {
        double kept =
            problem->beta * (double)prior[n * problem->y_stride[0] + k * problem->y_stride[1] +
                                          p * problem->y_stride[3] + q * problem->y_stride[4]];
        result.value += kept;
        result.magnitude += fabs(kept);
    }
    return result;
}
