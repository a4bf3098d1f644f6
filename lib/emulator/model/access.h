// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What one access of a warp to memory asks of the data stage and of the caches.
#ifndef EMULATOR_MODEL_ACCESS_H
#define EMULATOR_MODEL_ACCESS_H

#include "emulator/model/inst.h"
#include "emulator/warp.h"

enum { ACCESS_SECTORS = 4 * LANES }; ///< local memory of 16 bytes per lane has most

struct access_shape {
    uint16_t wavefronts, sector_count;
    uint64_t sectors[ACCESS_SECTORS]; ///< different ones
};

/// Addresses of all lanes by the operand of a kind; false if there is none.
bool access_addresses(const struct warp *warp, const struct sass_inst *inst,
                      enum sass_operand_kind kind, uint64_t address[LANES]);

/// Of the lanes of `mask`, by the registers as they are before the instruction is executed.
void access_shape(const struct warp *warp, const struct sass_inst *inst,
                  const struct model_inst *facts, uint32_t mask, struct access_shape *shape);

#endif
