// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Registers of texture and surface instructions, which depend on geometry, mask and modifiers.
#ifndef SASS_ISA_TEXTURE_H
#define SASS_ISA_TEXTURE_H

#include "sass/isa.h"

/// Registers that an operand with a count of SASS_COUNT_TEXELS or a later one covers, at least 1.
unsigned sass_texture_regs(const struct sass_inst *inst, enum sass_count count);

#endif
