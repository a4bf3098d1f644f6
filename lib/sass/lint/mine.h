// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The gaps that a body of compiled code keeps: evidence for the table in gaps.c.
#ifndef SASS_LINT_MINE_H
#define SASS_LINT_MINE_H

#include "sass/cubin.h"
#include "sass/lint/access.h"

struct mined_gap {
    uint64_t count;            ///< pairs seen
    unsigned least;            ///< smallest number of cycles between the two
    char kernel[64];           ///< a kernel with a pair at that distance
    size_t producer, consumer; ///< and the two instructions in it
};

struct mined_gaps {
    struct mined_gap cells[PRODUCER_FIXED_COUNT][ROLE_COUNT];
    uint64_t instructions, unknown;
};

/// Add what a kernel shows. Only pairs inside one basic block count, with no wait and no drain
/// between them, whose guards do not exclude each other.
void mine_gaps(unsigned sm, const struct cubin_kernel *kernel, struct mined_gaps *gaps);

const char *producer_name(enum producer producer);
const char *role_name(enum role role);

#endif
