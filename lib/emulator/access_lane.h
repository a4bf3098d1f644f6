// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Memory accesses lane by lane: the host address of what one lane accesses, checked. All of them
// return NULL after a fault.
#ifndef EMULATOR_ACCESS_LANE_H
#define EMULATOR_ACCESS_LANE_H

#include "emulator/warp.h"

struct lane_access {
    struct warp *warp;
    const struct uop *uop;
    unsigned lane;
    uint32_t bytes;     ///< of the access
    uint32_t alignment; ///< that the address must have
    bool is_store;
};

enum space { SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL };

/// Where a generic address points; *offset is the address there.
enum space generic_space(uint64_t address, uint64_t *offset);

char *access_global(const struct lane_access *access, uint64_t address);
/// Of the lane's own CTA, and of the one in the cluster that the address names.
char *access_shared(const struct lane_access *access, uint32_t address);
char *access_cluster(const struct lane_access *access, uint32_t address);
char *access_local(const struct lane_access *access, uint32_t address);
char *access_generic(const struct lane_access *access, uint64_t address);

/// The address that an address operand (bind_address) gives in one lane.
uint64_t lane_address(const struct warp *warp, const struct uop *uop, unsigned lane);

#endif
