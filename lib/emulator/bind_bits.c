// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the executors of exec_bits.c.
#include "emulator/bind.h"

enum { PRMT_MODE_BIT = 72, FLO_SHIFT_BIT = 74, WRAP_BIT = 75 };

static void bind_prmt(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    b->info->v[0] = bind_mod_at(b, PRMT_MODE_BIT);
    b->exec = EXEC_prmt;
}

static void bind_sgxt(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->info->wrap = bind_mod_at(b, WRAP_BIT);
    b->info->is_signed = bind_mod(b, SASS_MOD_SIGNED);
    b->exec = EXEC_sgxt;
}

static void bind_bmsk(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->info->wrap = bind_mod_at(b, WRAP_BIT);
    b->exec = EXEC_bmsk;
}

static void bind_popc(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->info->xor_a = bind_neg(b, 1) ? UINT32_MAX : 0;
    b->exec = EXEC_popc;
}

static void bind_brev(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->exec = EXEC_brev;
}

// What the destination predicate tells is not known: the compiler never asks for it, and here it
// makes the instruction one without an executor.
static void bind_flo(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 2);
    b->info->xor_a = bind_neg(b, 2) ? UINT32_MAX : 0;
    b->info->is_signed = bind_mod(b, SASS_MOD_SIGNED);
    b->info->v[0] = bind_mod_at(b, FLO_SHIFT_BIT);
    b->exec = EXEC_flo;
}

const struct binding bind_bits[] = {
    {SASS_OP_PRMT, bind_prmt}, {SASS_OP_SGXT, bind_sgxt}, {SASS_OP_BMSK, bind_bmsk},
    {SASS_OP_POPC, bind_popc}, {SASS_OP_BREV, bind_brev}, {SASS_OP_FLO, bind_flo},
    {SASS_OP_NOP, NULL},
};
