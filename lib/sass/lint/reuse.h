// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The reuse cache: for each operand slot and register bank, the register that a flag keeps for the
// next reader in that slot. A block starts with an empty one, and who yields leaves an empty one:
// of 174,384 flags in compiled code 98 % are read again before that, 64 behind a yield.
#ifndef SASS_LINT_REUSE_H
#define SASS_LINT_REUSE_H

#include "sass/lint/access.h"

enum { REUSE_SLOTS = 4, REUSE_BANKS = 2 };

struct reuse_entry {
    uint8_t reg;      ///< SASS_RZ: empty
    uint32_t flagged; ///< instruction whose flag it is
    bool stale;       ///< the register was written since
};

struct reuse_cache {
    struct reuse_entry entries[REUSE_SLOTS][REUSE_BANKS];
};

void reuse_clear(struct reuse_cache *cache);

/// Whether operand i is a register source with a slot: 0 to 3 in *slot.
bool reuse_has_slot(const struct sass_inst *inst, unsigned i, unsigned *slot);

/// What the cache holds for operand i, or NULL: then its bank is read.
const struct reuse_entry *reuse_find(const struct reuse_cache *cache, const struct sass_inst *inst,
                                     unsigned i);

/// Issue instruction `at`: its sources take their places, its results make entries stale.
void reuse_step(struct reuse_cache *cache, const struct sass_inst *inst,
                const struct effects *effects, size_t at);

#endif
