// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// From floating-point numbers to whole ones.
#ifndef EMULATOR_CONVERT_H
#define EMULATOR_CONVERT_H

#include "emulator/fp.h"

#include <math.h>

/// Round to a whole number, in double.
static inline double convert_whole(double value, enum fp_rounding rounding)
{
    switch (rounding) {
    case FP_NEAREST:
        return nearbyint(value);
    case FP_DOWN:
        return floor(value);
    case FP_UP:
        return ceil(value);
    default:
        return trunc(value);
    }
}

/// A whole number as an integer of 8 to 64 bits, saturated and, where it is signed, extended. A NaN
/// is zero or, with `nan_zero` false, the integer whose highest bit alone is set.
static inline uint64_t convert_integer(double value, unsigned bits, bool is_signed, bool nan_zero)
{
    uint64_t top = UINT64_C(1) << (bits - 1), least = is_signed ? -top : 0;
    if (isnan(value))
        return nan_zero ? 0 : is_signed ? -top : top;
    double limit = ldexp(1, (int)bits - is_signed); // the first number that is too large
    if (value >= limit)
        return is_signed ? top - 1 : top + (top - 1);
    if (value < 0)
        return !is_signed || value <= -limit ? least : -(uint64_t)-value;
    return (uint64_t)value;
}

#endif
