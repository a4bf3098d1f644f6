// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the uniform datapath.
#include "emulator/bind.h"

// The predicate tells the lanes whose value is another one; .OR keeps those that it told before.
static void bind_r2ur(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->info->v[0] = b->inst->row->op == SASS_OP_R2UR_OR;
    b->uop->d = bind_destination(b, bind_find(b, SASS_OPND_UGPR, true));
    b->uop->a = bind_source(b, bind_find(b, SASS_OPND_GPR, false));
    b->exec = EXEC_r2ur;
}

const struct binding bind_uniform[] = {
    {SASS_OP_R2UR, bind_r2ur},
    {SASS_OP_R2UR_OR, bind_r2ur},
    {SASS_OP_NOP, NULL},
};
