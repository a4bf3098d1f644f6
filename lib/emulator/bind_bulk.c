// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of tensor copies and bulk copies.
#include "emulator/atomic_ops.h"
#include "emulator/bind.h"
#include "emulator/bulk.h"

#include <string.h>

enum { MULTICAST_BIT = 75, IM2COL_BIT = 82 };

// Destination, source or map, and what may follow: a register, a policy of the cache.
static void bind_parts(struct binder *b)
{
    b->uop->a = bind_source(b, 0);
    b->uop->b = bind_source(b, 1);
    b->uop->c = ROW_ZERO;
    for (unsigned i = 2; i < bind_count(b); i++) {
        const struct sass_operand_spec *spec = &b->inst->row->operands[i];
        if (spec->bracket)
            bind_operand(b, i);
        else
            b->uop->c = bind_source(b, i);
    }
    b->kernel->has_barrier_objects = true;
}

static void bind_tensor(struct binder *b, enum exec_id exec)
{
    bind_parts(b);
    b->info->v[0] = bind_mod(b, SASS_MOD_DIM) + 1;
    b->info->v[1] = bind_mod_at(b, IM2COL_BIT);
    b->exec = exec;
}

static void bind_utmaldg(struct binder *b)
{
    bind_tensor(b, EXEC_utmaldg);
    b->info->v[2] = bind_mod_at(b, MULTICAST_BIT);
}

static void bind_utmastg(struct binder *b)
{
    bind_tensor(b, EXEC_utmastg);
}

static void bind_utmaredg(struct binder *b)
{
    bind_tensor(b, EXEC_utmaredg);
    b->info->v[3] = bind_mod(b, SASS_MOD_ATOM_OP); // as enum atomic_op
}

static void bind_way(struct binder *b)
{
    const char *mnemonic = b->inst->row->mnemonic;
    if (strstr(mnemonic, ".S.G"))
        b->info->v[0] = BULK_TO_SHARED;
    else
        b->info->v[0] = strstr(mnemonic, ".G.S") ? BULK_TO_GLOBAL : BULK_BETWEEN_SHARED;
}

static void bind_ublkcp(struct binder *b)
{
    bind_parts(b);
    bind_way(b);
    b->info->v[1] = bind_mod_at(b, MULTICAST_BIT);
    b->exec = EXEC_ublkcp;
}

static void bind_ublkred(struct binder *b)
{
    static const uint8_t types[] = {ATOMIC_U32,     ATOMIC_S32,   ATOMIC_U64,
                                    ATOMIC_S64,     ATOMIC_F16X2, ATOMIC_F32,
                                    ATOMIC_F32_FTZ, ATOMIC_F64,   ATOMIC_BF16X2};
    unsigned type = bind_mod(b, SASS_MOD_ATOM_TYPE);
    bind_parts(b);
    bind_way(b);
    b->info->v[2] = bind_mod(b, SASS_MOD_ATOM_OP); // as enum atomic_op
    b->info->v[3] = type < sizeof types ? types[type] : ATOMIC_128;
    if (!atomic_exists((enum atomic_op)b->info->v[2], (enum atomic_type)b->info->v[3]))
        b->reason = "an atomic operation of this kind has no executor";
    b->exec = EXEC_ublkred;
}

// Prefetches, caches of maps, and forming groups of copies that are complete.
static void bind_done(struct binder *b)
{
    bind_mod(b, SASS_MOD_DIM);
    bind_mod(b, SASS_MOD_OTHER);
    for (unsigned i = 0; i < bind_count(b); i++)
        bind_operand(b, i);
    b->exec = EXEC_nop;
}

const struct binding bind_bulk[] = {
    {SASS_OP_UTMALDG, bind_utmaldg},   {SASS_OP_UTMASTG, bind_utmastg},
    {SASS_OP_UTMAREDG, bind_utmaredg}, {SASS_OP_UTMAPF, bind_done},
    {SASS_OP_UTMACCTL, bind_done},     {SASS_OP_UTMACMDFLUSH, bind_done},
    {SASS_OP_UBLKCP, bind_ublkcp},     {SASS_OP_UBLKRED, bind_ublkred},
    {SASS_OP_UBLKPF, bind_done},       {SASS_OP_NOP, NULL},
};
