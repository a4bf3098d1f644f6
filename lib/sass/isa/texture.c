// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A texture instruction has two vectors of results, for the first two components of its mask and
// for the others, and two vectors of sources. Without .SCR the first source vector holds the
// coordinates, with the layer and a limit of the level in one register, and the second
// one the handle, the level of detail, the offsets and the value to compare with, as far as there
// are any. With .SCR both lists follow each other and are cut in the middle, which takes smaller
// vectors. TXD has the handle in front of the coordinates, the layer, offsets and limit in one
// register behind them, and the derivatives in the second vector.
#include "sass/isa/texture.h"

#include <string.h>

static const char *geometry_of(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct sass_mod_spec *suffix = &inst->row->operands[i].suffix;
        if (suffix->id == SASS_MOD_GEOMETRY)
            return suffix->names[inst->operands[i].suffix];
    }
    for (unsigned i = 0; i < SASS_MAX_MODS && inst->row->mods[i].id; i++) {
        if (inst->row->mods[i].id == SASS_MOD_GEOMETRY)
            return inst->row->mods[i].names[inst->mods[i]];
    }
    return NULL;
}

static bool has_layers(const char *geometry)
{
    return geometry && strstr(geometry, "ARRAY");
}

// Coordinates besides the layer.
static unsigned dimensions(const char *geometry)
{
    if (!geometry || strstr(geometry, "1D"))
        return 1;
    return strstr(geometry, "2D") ? 2 : 3;
}

// Levels of detail by their field: .LB, .LL and .LB.LC take a value, those with .LC a limit.
enum { LEVEL_LB = 2, LEVEL_LL = 3, LEVEL_LC = 4, LEVEL_LB_LC = 5 };

static bool has_limit(const struct sass_inst *inst)
{
    return sass_inst_mod(inst, SASS_MOD_TEX_LEVEL) >= LEVEL_LC;
}

static bool has_level(const struct sass_inst *inst)
{
    unsigned level = sass_inst_mod(inst, SASS_MOD_TEX_LEVEL);
    return level == LEVEL_LB || level == LEVEL_LL || level == LEVEL_LB_LC;
}

static unsigned coordinates(const struct sass_inst *inst)
{
    const char *geometry = geometry_of(inst);
    return dimensions(geometry) + (has_layers(geometry) || has_limit(inst));
}

static bool has_handle(const struct sass_inst *inst)
{
    return sass_inst_mod(inst, SASS_MOD_TEX_MODE) & 1;
}

// What stands in the sources besides the coordinates.
static unsigned extras(const struct sass_inst *inst)
{
    unsigned count = has_handle(inst) + has_level(inst);
    for (unsigned i = 0; i < SASS_MAX_MODS && inst->row->mods[i].id; i++) {
        if (inst->row->mods[i].id == SASS_MOD_TEX_EXTRA)
            count += inst->mods[i];
    }
    return count;
}

static bool is_scattered(const struct sass_inst *inst)
{
    return sass_inst_mod(inst, SASS_MOD_TEX_MODE) & 2 || sass_inst_mod(inst, SASS_MOD_TEX_SCR);
}

static unsigned texels(const struct sass_inst *inst)
{
    unsigned last = sass_row_operands(inst->row) - 1;
    return (unsigned)__builtin_popcount((unsigned)inst->operands[last].imm & 15);
}

// The type of a texture is the same at every level.
static bool asks_type(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->row->operands[i].suffix.id == SASS_MOD_FUNCTION)
            return inst->operands[i].suffix == 1;
    }
    return false;
}

static unsigned registers(const struct sass_inst *inst, enum sass_count count)
{
    const char *geometry = geometry_of(inst);
    unsigned all = coordinates(inst) + extras(inst), wanted = texels(inst);
    unsigned first = wanted < 2 ? wanted : 2;
    bool packed = sass_inst_mod(inst, SASS_MOD_TEX_HALVES) != 0;
    switch (count) {
    case SASS_COUNT_TEXELS:
        return packed ? (first + 1) / 2 : first;
    case SASS_COUNT_TEXELS_2:
        return packed ? (wanted - first + 1) / 2 : wanted - first;
    case SASS_COUNT_COORDS:
        return is_scattered(inst) ? (all + 1) / 2 : coordinates(inst);
    case SASS_COUNT_TEX_MORE:
        return is_scattered(inst) ? all / 2 : extras(inst);
    case SASS_COUNT_TXD_COORDS:
        return has_handle(inst) + dimensions(geometry) +
               (has_layers(geometry) || sass_inst_mod(inst, SASS_MOD_TEX_EXTRA) ||
                sass_inst_mod(inst, SASS_MOD_TEX_LEVEL));
    case SASS_COUNT_TXD_MORE:
        return 2 * dimensions(geometry);
    case SASS_COUNT_TXQ:
        return 1 + (has_handle(inst) && !asks_type(inst));
    default:
        return 1;
    }
}

unsigned sass_texture_regs(const struct sass_inst *inst, enum sass_count count)
{
    unsigned regs = registers(inst, count);
    return regs ? regs : 1;
}
