// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What comparisons, minima and maxima of floating-point numbers have in common, whatever their
// format.
#ifndef EMULATOR_COMPARE_H
#define EMULATOR_COMPARE_H

#include "emulator/exec.h"

#include <math.h>

/// Whether a comparison holds. Its code is a set: 1 less, 2 equal, 4 greater, 8 unordered.
static inline bool compare_holds(unsigned code, double x, double y)
{
    unsigned relation = isunordered(x, y) ? 8 : x < y ? 1 : x == y ? 2 : 4;
    return code & relation;
}

/// AND, OR or XOR with a source predicate.
static inline uint32_t compare_combine(unsigned bool_op, uint32_t value, uint32_t s)
{
    return bool_op == 0 ? value & s : bool_op == 1 ? value | s : value ^ s;
}

/// Destination predicates of a comparison that holds in the lanes `result`: it and its opposite,
/// combined with the source predicate.
static inline void compare_write(struct warp *warp, const struct uop *uop, uint32_t mask,
                                 uint32_t result)
{
    const struct uop_info *info = uop->info;
    uint32_t s = read_pred(warp, info->s, info->s_flip);
    write_pred(warp, info->p, mask, compare_combine(info->bool_op, result, s));
    write_pred(warp, info->q, mask, compare_combine(info->bool_op, ~result, s));
}

/// Minimum or maximum of x and y: whether it is x, or a NaN. A negative zero is the smaller one.
static inline void compare_choose(double x, double y, bool minimum, bool nan_wins, bool *first,
                                  bool *is_nan)
{
    *is_nan = nan_wins ? isunordered(x, y) : isnan(x) && isnan(y);
    if (isunordered(x, y))
        *first = isnan(y);
    else if (x == y)
        *first = minimum == (signbit(x) != 0);
    else
        *first = minimum == (x < y);
}

#endif
