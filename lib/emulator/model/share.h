// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// How many SMs want the same bytes of DRAM at a time. One SM is modelled and gets its share of the
// bandwidth; a sector that CTAs on other SMs load too (weights, the rows of a matrix) is fetched
// once for all of them and costs each that much less.
//
// A few other CTAs are looked at: along each axis of the grid, the neighbour of the first CTA and
// one half the way. A sector that the far one touches too is taken to be shared along the whole
// axis, one that only the neighbour touches between two.
#ifndef EMULATOR_MODEL_SHARE_H
#define EMULATOR_MODEL_SHARE_H

#include "emulator/model/trace.h"

/// A set of sectors.
struct footprint {
    const struct sass_inst *insts;
    const struct model_inst *facts;
    uint64_t *slots; ///< sector + 1; 0: free
    size_t count, room;
    bool out_of_memory;
};

enum { AXES = 3, SAMPLES_PER_AXIS = 2 };

struct sharing {
    struct {
        uint64_t index; ///< of the CTA; 0: no such sample
        double factor;  ///< CTAs that share a sector found here
        struct footprint touched;
    } samples[AXES][SAMPLES_PER_AXIS]; ///< the neighbour, then the far one
    double most;                       ///< SMs at work
};

/// For a launch of which `wave` CTAs run at a time, those of every `sm_count`th index on one SM.
void sharing_plan(struct sharing *sharing, const struct launch *launch, uint64_t wave,
                  unsigned sm_count, const struct sass_inst *insts, const struct model_inst *facts);
void sharing_free(struct sharing *sharing);

/// Where the sectors that CTA `index` touches are to be noted, or NULL.
struct footprint *sharing_sample(struct sharing *sharing, uint64_t index);

/// Note what a warp touches, before it is executed.
void footprint_issue(void *footprint, const struct warp *warp, const struct uop *uop,
                     uint32_t mask);

/// By instruction: the part of a sector's fetch from DRAM that falls to the SM that runs `first`,
/// the trace of CTA 0. Returns the mean over all its accesses.
double sharing_weights(const struct sharing *sharing, const struct trace *first, size_t words,
                       double *weights);

#endif
