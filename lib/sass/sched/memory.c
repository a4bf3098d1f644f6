// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Accesses to memory, and whether two of them may meet. Addresses do not count: what one lane
// stores another one may load, whatever the offsets.
#include "sass/sched/depend.h"

#include <string.h>

enum { SPACE_NONE, SPACE_SHARED = 1, SPACE_LOCAL = 2, SPACE_GLOBAL = 4, SPACE_GENERIC = 7 };

struct access_kind {
    unsigned spaces;
    bool writes;
};

static struct access_kind kind_of(const struct sass_inst *inst)
{
    switch (inst->row->op) {
    case SASS_OP_LDS:
    case SASS_OP_LDSM:
        return (struct access_kind){SPACE_SHARED, false};
    case SASS_OP_STS:
    case SASS_OP_STSM:
        return (struct access_kind){SPACE_SHARED, true};
    case SASS_OP_ATOMS:
    case SASS_OP_ATOMS_CAS:
    case SASS_OP_ATOMS_POPC:
        return (struct access_kind){SPACE_SHARED, true};
    case SASS_OP_LDL:
        return (struct access_kind){SPACE_LOCAL, false};
    case SASS_OP_STL:
        return (struct access_kind){SPACE_LOCAL, true};
    case SASS_OP_LDG:
        return (struct access_kind){SPACE_GLOBAL, false};
    case SASS_OP_STG:
        return (struct access_kind){SPACE_GLOBAL, true};
    case SASS_OP_ATOMG:
    case SASS_OP_ATOMG_CAS:
    case SASS_OP_RED:
        return (struct access_kind){SPACE_GLOBAL, true};
    case SASS_OP_LDGSTS:
        return (struct access_kind){SPACE_GLOBAL | SPACE_SHARED, true};
    case SASS_OP_LD:
        return (struct access_kind){SPACE_GENERIC, false};
    case SASS_OP_ST:
        return (struct access_kind){SPACE_GENERIC, true};
    case SASS_OP_ATOM:
    case SASS_OP_ATOM_CAS:
        return (struct access_kind){SPACE_GENERIC, true};
    default:
        return (struct access_kind){SPACE_NONE, false};
    }
}

// Text of the memory order, "" for a plain access.
static const char *order_of(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < SASS_MAX_MODS; i++) {
        const struct sass_mod_spec *mod = &inst->row->mods[i];
        if (mod->id == SASS_MOD_CACHE && mod->names[inst->mods[i]])
            return mod->names[inst->mods[i]];
    }
    return "";
}

static bool is_plain(const struct sass_inst *inst)
{
    const char *order = order_of(inst);
    return order[0] == '\0' || strncmp(order, ".CONSTANT", 9) == 0;
}

bool memory_conflict(const struct sass_inst *a, const struct sass_inst *b)
{
    struct access_kind ka = kind_of(a), kb = kind_of(b);
    return (ka.spaces & kb.spaces) && (ka.writes || kb.writes || !is_plain(a) || !is_plain(b));
}

bool memory_accessed(const struct sass_inst *inst)
{
    return kind_of(inst).spaces != SPACE_NONE;
}
