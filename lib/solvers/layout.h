// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Questions about dimensions and strides (in elements) that solvers ask. A dimension of size 1 has
// no stride: whatever is given for it is ignored.
#ifndef SASSDNN_LAYOUT_H
#define SASSDNN_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum { LAYOUT_DIMS = 5 };

/// Whether every stride is what a dense row-major tensor of these dimensions has.
bool layout_is_packed(const int64_t dims[LAYOUT_DIMS], const int64_t strides[LAYOUT_DIMS]);

/// Whether every stride is positive and at most `limit`.
bool layout_strides_within(const int64_t dims[LAYOUT_DIMS], const int64_t strides[LAYOUT_DIMS],
                           int64_t limit);

/// Whether, sorted by stride, each stride steps over everything that the smaller ones reach: then
/// no two elements share an address. Some layouts that do not overlap either are not recognised.
/// Strides must be positive and at most INT32_MAX, dimensions below 2^31.
bool layout_is_disjoint(const int64_t dims[LAYOUT_DIMS], const int64_t strides[LAYOUT_DIMS]);

/// sum + (extent - 1) * stride without overflow: INT64_MAX where it is larger. Nothing is negative.
int64_t layout_add_extent(int64_t sum, int64_t extent, int64_t stride);

#endif
