// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What tensor copies and bulk copies have in common.
#ifndef EMULATOR_TRANSFER_H
#define EMULATOR_TRANSFER_H

#include "emulator/atomic_ops.h"
#include "emulator/cluster.h"

/// The lane that reports name.
unsigned transfer_lane(const struct warp *warp);

/// Word k of the uniform registers whose rows are at `rows`, and the first two of them.
uint32_t transfer_word(const struct warp *warp, uint32_t rows, unsigned k);
uint64_t transfer_pair(const struct warp *warp, uint32_t rows);

/// Where data and news of it go to: to one address, or to the same place in several CTAs.
struct transfer_targets {
    unsigned count;
    uint32_t data[CLUSTER_MOST], object[CLUSTER_MOST];
};

/// From the shared address and that of the barrier object in the registers at `rows`.
struct transfer_targets transfer_targets(const struct warp *warp, uint32_t rows, bool is_multicast,
                                         uint32_t ctas);

/// Tell the barrier objects that so many bytes have arrived. False: faulted.
bool transfer_complete(struct warp *warp, const struct uop *uop,
                       const struct transfer_targets *targets, uint64_t bytes);

/// Combine one element of 2, 4 or 8 bytes; of 2: `type` is that of a pair.
void transfer_reduce(char *to, enum atomic_op op, enum atomic_type type, const char *from,
                     unsigned bytes);

#endif
