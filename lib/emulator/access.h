// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The uncommon ends of memory instructions: lanes in several allocations, and faults.
#ifndef EMULATOR_ACCESS_H
#define EMULATOR_ACCESS_H

#include "emulator/warp.h"

/// Replace the device addresses of the lanes in `mask` by host addresses, lane by lane. False: the
/// warp has faulted.
bool access_global_lanes(struct warp *warp, const struct uop *uop, uint32_t mask, uint32_t bytes,
                         bool is_store, uint64_t address[LANES]);

/// Take the number of the own CTA in its cluster off the addresses of the lanes in `mask`. False:
/// one is not aligned or not inside shared memory; the warp has faulted.
bool access_shared_lanes(struct warp *warp, const struct uop *uop, uint32_t mask, uint32_t bytes,
                         bool is_store, uint32_t address[LANES]);

/// Find an allocation that holds all of [first, last + bytes) and remember it in the CTA.
bool access_find_span(struct warp *warp, uint64_t first, uint64_t last, uint32_t bytes);

#endif
