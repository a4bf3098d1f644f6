// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Barrier objects (mbarrier) of sm_90 in shared memory: 64 bits that compiled code writes and reads
// itself, so that most of them are known. Counts are held negated, modulo 2^20:
//
//     0       0
//     1..20   arrivals that the next phase expects
//     21..42  transactions still to come, as a two's complement; no code looks at these
//     43..62  arrivals still to come in this phase
//     63      parity of the phase
//
// The CTAs of a cluster run on one thread of the host, so that nothing here needs to be atomic.
#ifndef EMULATOR_BARRIER_OBJECT_H
#define EMULATOR_BARRIER_OBJECT_H

#include "emulator/warp.h"

struct arrival {
    uint32_t arrivals;
    int64_t transactions; ///< expected ones; negative: completed ones
    bool drops;           ///< the next phases expect that many arrivals less
};

/// Arrive at the object at `at`, shared memory of a CTA of the warp's cluster; what it was before
/// in *before. False: faulted.
bool barrier_object_arrive(struct warp *warp, const struct uop *uop, unsigned lane, char *at,
                           struct arrival arrival, uint64_t *before);

/// Bytes of data that have arrived count as completed transactions.
bool barrier_object_complete(struct warp *warp, const struct uop *uop, unsigned lane, char *at,
                             uint64_t bytes);

#endif
