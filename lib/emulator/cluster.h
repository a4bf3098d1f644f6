// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Clusters: CTAs that are under way together, on one thread of the host, and see each other's
// shared memory. Every CTA is in one; without clusters in one of its own.
#ifndef EMULATOR_CLUSTER_H
#define EMULATOR_CLUSTER_H

#include "emulator/grid.h"

enum { CLUSTER_MOST = 16, CLUSTER_PORTABLE = 8, CLUSTER_SINCE = 90 };
/// Where the number of a CTA in its cluster lies in a shared address.
enum { CLUSTER_RANK_BIT = 24, CLUSTER_OFFSET_MASK = (1 << CLUSTER_RANK_BIT) - 1 };

struct cluster {
    struct cta *ctas[CLUSTER_MOST];
    unsigned count;
    unsigned idle; ///< rounds in a row in which nobody did more than ask a barrier object in vain
    bool progress; ///< a barrier object went on to its next phase in this round
};

/// Give each CTA of the cluster a turn. After a fault the launch has ended.
enum cta_state cluster_step(struct cluster *cluster);

/// A warp has lanes that have come to the barrier of the cluster, or has exited: it may open.
void cluster_settle(struct cluster *cluster);

#endif
