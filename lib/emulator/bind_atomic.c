// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of atomic operations and reductions.
#include "emulator/access_lane.h"
#include "emulator/atomic_ops.h"
#include "emulator/bind.h"

#include <string.h>

enum { SPACE_GENERIC = SPACE_LOCAL + 1 };

// Fields differ from row to row, names do not.
static const char *mod_name(struct binder *b, enum sass_mod_id id)
{
    unsigned value = bind_mod(b, id);
    const struct sass_row *row = b->inst->row;
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id != SASS_MOD_NONE; i++) {
        if (row->mods[i].id == id)
            return row->mods[i].names[value];
    }
    return NULL;
}

static void bind_type(struct binder *b)
{
    static const struct {
        const char *name;
        uint8_t type, count;
    } types[] = {
        {"", ATOMIC_U32, 1},
        {".S32", ATOMIC_S32, 1},
        {".64", ATOMIC_U64, 1},
        {".S64", ATOMIC_S64, 1},
        {".128", ATOMIC_128, 1},
        {".F32.FTZ.RN", ATOMIC_F32_FTZ, 1},
        {".F32x2.FTZ.RN", ATOMIC_F32_FTZ, 2},
        {".F32x4.FTZ.RN", ATOMIC_F32_FTZ, 4},
        {".F32.RN", ATOMIC_F32, 1},
        {".F32x2.RN", ATOMIC_F32, 2},
        {".F32x4.RN", ATOMIC_F32, 4},
        {".F64.RN", ATOMIC_F64, 1},
        {".F16x2.RN", ATOMIC_F16X2, 1},
        {".F16x4.RN", ATOMIC_F16X2, 2},
        {".F16x8.RN", ATOMIC_F16X2, 4},
        {".BF16x2.RN", ATOMIC_BF16X2, 1},
        {".BF16x4.RN", ATOMIC_BF16X2, 2},
        {".BF16x8.RN", ATOMIC_BF16X2, 4},
    };
    const char *name = mod_name(b, SASS_MOD_ATOM_TYPE);
    for (size_t i = 0; name && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i].name, name) == 0) {
            b->info->v[1] = types[i].type;
            b->info->v[2] = types[i].count;
            return;
        }
    }
    b->reason = "an atomic operation of this type has no executor";
}

// Address, type, and where the result goes: to rows that nobody reads where there is none.
static void bind_parts(struct binder *b, unsigned space, unsigned address)
{
    b->info->v[3] = space;
    b->uop->d = ROW_SCRATCH * ROW_BYTES;
    if (bind_find(b, SASS_OPND_PRED, true) < bind_count(b))
        b->info->p = bind_pred_destination(b, bind_find(b, SASS_OPND_PRED, true));
    if (bind_find(b, SASS_OPND_GPR, true) < bind_count(b))
        b->uop->d = bind_destination(b, bind_find(b, SASS_OPND_GPR, true));
    bind_address(b, address);
    if (space == SPACE_SHARED) {
        unsigned scale = bind_suffix(b, address); // .X4, .X8, .X16
        b->info->v[5] = scale ? scale + 1 : 0;
    }
    bind_type(b);
}

static void bind_op(struct binder *b)
{
    static const char *const ops[] = {".ADD", ".MIN", ".MAX", ".INC", ".DEC",
                                      ".AND", ".OR",  ".XOR", ".EXCH"};
    const char *name = mod_name(b, SASS_MOD_ATOM_OP);
    for (unsigned op = 0; name && op < sizeof ops / sizeof ops[0]; op++) {
        if (strcmp(ops[op], name) != 0)
            continue;
        b->info->v[0] = op;
        if (b->reason || !atomic_exists((enum atomic_op)op, (enum atomic_type)b->info->v[1]))
            break;
        b->exec = EXEC_atom;
        return;
    }
    if (!b->reason)
        b->reason = "an atomic operation of this kind has no executor";
}

static void bind_atomic_to(struct binder *b, unsigned space, enum sass_operand_kind kind)
{
    unsigned address = bind_find(b, kind, false);
    bind_parts(b, space, address);
    b->uop->b = bind_source(b, address + 1);
    bind_op(b);
}

static void bind_atom(struct binder *b)
{
    b->kernel->uses_local = true;
    bind_atomic_to(b, SPACE_GENERIC, SASS_OPND_ADDR_GLOBAL);
}

static void bind_atomg(struct binder *b)
{
    bind_atomic_to(b, SPACE_GLOBAL, SASS_OPND_ADDR_GLOBAL);
}

static void bind_atoms(struct binder *b)
{
    bind_atomic_to(b, SPACE_SHARED, SASS_OPND_ADDR_SHARED);
}

static void bind_cas(struct binder *b, unsigned space, enum sass_operand_kind kind)
{
    unsigned address = bind_find(b, kind, false);
    bind_parts(b, space, address);
    b->uop->b = bind_source(b, address + 1);
    b->uop->c = bind_source(b, address + 2);
    const char *name = mod_name(b, SASS_MOD_OTHER);
    // CAST tells whether it has stored. SPIN is about the order of the lanes.
    b->info->v[4] = name && strncmp(name, ".CAST", strlen(".CAST")) == 0;
    b->exec = EXEC_cas;
}

static void bind_atom_cas(struct binder *b)
{
    b->kernel->uses_local = true;
    bind_cas(b, SPACE_GENERIC, SASS_OPND_ADDR_GLOBAL);
}

static void bind_atomg_cas(struct binder *b)
{
    bind_cas(b, SPACE_GLOBAL, SASS_OPND_ADDR_GLOBAL);
}

static void bind_atoms_cas(struct binder *b)
{
    bind_cas(b, SPACE_SHARED, SASS_OPND_ADDR_SHARED);
}

// ATOMS.POPC.INC: one is added for each lane. What a lane would get back is not known.
static void bind_atoms_popc(struct binder *b)
{
    if (bind_operand(b, 0)->reg != SASS_RZ)
        b->reason = "the result of this instruction has no executor";
    unsigned scale = bind_suffix(b, 1);
    b->info->v[0] = ATOMIC_ADD;
    b->info->v[1] = ATOMIC_U32;
    b->info->v[2] = 1;
    b->info->v[3] = SPACE_SHARED;
    b->info->v[5] = scale ? scale + 1 : 0;
    bind_address(b, 1);
    b->uop->d = ROW_SCRATCH * ROW_BYTES;
    b->uop->b = bind_immediate(b, 1);
    b->exec = EXEC_atom;
}

const struct binding bind_atomic[] = {
    {SASS_OP_ATOM, bind_atom},
    {SASS_OP_ATOM_CAS, bind_atom_cas},
    {SASS_OP_ATOMG, bind_atomg},
    {SASS_OP_ATOMG_CAS, bind_atomg_cas},
    {SASS_OP_ATOMS, bind_atoms},
    {SASS_OP_ATOMS_CAS, bind_atoms_cas},
    {SASS_OP_ATOMS_POPC, bind_atoms_popc},
    {SASS_OP_RED, bind_atomg},
    {SASS_OP_NOP, NULL},
};
