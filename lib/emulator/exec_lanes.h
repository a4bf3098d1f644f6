// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Executors that work lane by lane, where speed does not matter much.
#ifndef EMULATOR_EXEC_LANES_H
#define EMULATOR_EXEC_LANES_H

#include "emulator/exec.h"

#define LANE_ROWS                                                                                  \
    const struct uop_info *info = uop->info;                                                       \
    uint32_t *d = warp_row(warp, uop->d);                                                          \
    const uint32_t *a = row_u32(warp, uop->a), *b = row_u32(warp, uop->b);                         \
    const uint32_t *c = row_u32(warp, uop->c);                                                     \
    (void)info, (void)d, (void)a, (void)b, (void)c;

/// An executor from the expression of a lane's result: name_masked, and name_plain for all lanes.
#define LANE_EXECUTOR(name, setup, expression)                                                     \
    static const struct uop *name##_masked(struct warp *warp, const struct uop *uop,               \
                                           uint32_t mask)                                          \
    {                                                                                              \
        LANE_ROWS setup EACH_LANE d[i] = mask >> i & 1 ? (expression) : d[i];                      \
        return uop + 1;                                                                            \
    }                                                                                              \
    EXEC_ALL_LANES(name)

#endif
