// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the uniform datapath.
#include "emulator/bind.h"

static void bind_r2ur(struct binder *b)
{
    b->uop->d = bind_destination(b, bind_find(b, SASS_OPND_UGPR, true));
    b->uop->a = bind_source(b, bind_find(b, SASS_OPND_GPR, false));
    b->exec = EXEC_r2ur;
}

// The special registers that S2UR may read are the same in all lanes.
static void bind_s2ur(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->sreg = bind_operand(b, 1)->reg;
    b->exec = EXEC_s2ur;
}

const struct binding bind_uniform[] = {
    {SASS_OP_S2UR, bind_s2ur},
    {SASS_OP_R2UR, bind_r2ur},
    {SASS_OP_NOP, NULL},
};
