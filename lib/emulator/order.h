// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Another order of CTAs and warps, by a seed: what a correct kernel computes does not depend on it.
#ifndef EMULATOR_ORDER_H
#define EMULATOR_ORDER_H

#include <stdint.h>

/// The CTA that comes at `place` of `count`. Seed 0: itself.
uint64_t order_cta(uint64_t seed, uint64_t place, uint64_t count);

/// The warp that comes at `place` of `count`.
unsigned order_warp(uint64_t seed, unsigned place, unsigned count);

/// Instructions of a turn, up to `most`, of a warp that has executed so many.
uint64_t order_turn(uint64_t seed, uint64_t executed, uint64_t most);

#endif
