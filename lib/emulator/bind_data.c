// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of loads and stores besides the plain ones of global and shared memory.
#include "emulator/bind.h"

static void bind_ldc(struct binder *b)
{
    const struct sass_operand *constant = bind_operand(b, 1);
    if (constant->kind != SASS_OPND_CONST_INDEX) {
        b->reason = "an operand of this form has no executor";
        return;
    }
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_register(b, constant->reg, 1);
    b->info->offset = constant->imm;
    b->info->v[0] = constant->bank;
    b->info->v[1] = bind_mod(b, SASS_MOD_SIZE);
    b->exec = EXEC_ldc;
}

const struct binding bind_data[] = {
    {SASS_OP_LDC, bind_ldc},
    {SASS_OP_NOP, NULL},
};
