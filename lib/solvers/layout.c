// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "solvers/layout.h"

bool layout_is_packed(const int64_t dims[LAYOUT_DIMS], const int64_t strides[LAYOUT_DIMS])
{
    int64_t expected = 1;
    for (int i = LAYOUT_DIMS - 1; i >= 0; i--) {
        if (dims[i] == 1)
            continue;
        if (strides[i] != expected)
            return false;
        if (expected > INT64_MAX / dims[i])
            return false;
        expected *= dims[i];
    }
    return true;
}

bool layout_strides_within(const int64_t dims[LAYOUT_DIMS], const int64_t strides[LAYOUT_DIMS],
                           int64_t limit)
{
    for (int i = 0; i < LAYOUT_DIMS; i++)
        if (dims[i] > 1 && (strides[i] < 1 || strides[i] > limit))
            return false;
    return true;
}

bool layout_is_disjoint(const int64_t dims[LAYOUT_DIMS], const int64_t strides[LAYOUT_DIMS])
{
    bool used[LAYOUT_DIMS] = {false};
    int64_t reach = 0;
    for (;;) {
        int next = -1;
        for (int i = 0; i < LAYOUT_DIMS; i++)
            if (!used[i] && dims[i] > 1 && (next < 0 || strides[i] < strides[next]))
                next = i;
        if (next < 0)
            return true;
        if (strides[next] <= reach)
            return false;
        reach = layout_add_extent(reach, dims[next], strides[next]);
        used[next] = true;
    }
}

int64_t layout_add_extent(int64_t sum, int64_t extent, int64_t stride)
{
    if (extent > 1 && stride > (INT64_MAX - sum) / (extent - 1))
        return INT64_MAX;
    return sum + (extent - 1) * stride;
}
