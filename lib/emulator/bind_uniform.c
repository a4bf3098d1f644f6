// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the uniform datapath.
#include "emulator/bind.h"

static void bind_uldc(struct binder *b)
{
    const struct sass_operand *constant = bind_operand(b, 1);
    unsigned size = bind_mod(b, SASS_MOD_SIZE);
    b->uop->d = bind_destination(b, 0);
    if (constant->kind == SASS_OPND_CONST_UINDEX) {
        b->uop->a = bind_address_uniform(b, 1);
        b->info->offset = constant->imm;
        b->info->v[0] = constant->bank;
        b->info->v[1] = size;
        b->exec = EXEC_uldc;
        return;
    }
    b->uop->a = bind_constant(b, 1, size);
    b->exec = sass_operand_regs(b->inst, 0) == 2 ? EXEC_mov_pair : EXEC_mov;
}

static void bind_r2ur(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->uop->d = bind_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->exec = EXEC_r2ur;
}

static void bind_r2ur_or(struct binder *b)
{
    bind_r2ur(b);
    b->info->v[0] = true;
}

// The special registers that S2UR may read are the same in all lanes.
static void bind_s2ur(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->sreg = bind_operand(b, 1)->reg;
    b->exec = EXEC_s2ur;
}

const struct binding bind_uniform[] = {
    {SASS_OP_ULDC, bind_uldc},       {SASS_OP_S2UR, bind_s2ur}, {SASS_OP_R2UR, bind_r2ur},
    {SASS_OP_R2UR_OR, bind_r2ur_or}, {SASS_OP_NOP, NULL},
};

const struct binding_sister bind_sisters[] = {
    {SASS_OP_UMOV, SASS_OP_MOV},
    {SASS_OP_USEL, SASS_OP_SEL},
    {SASS_OP_UIADD3, SASS_OP_IADD3},
    {SASS_OP_UIADD3_X, SASS_OP_IADD3_X},
    {SASS_OP_UIMAD, SASS_OP_IMAD},
    {SASS_OP_UIMAD_X, SASS_OP_IMAD_X},
    {SASS_OP_UIMAD_WIDE, SASS_OP_IMAD_WIDE},
    {SASS_OP_UIMAD_WIDE_X, SASS_OP_IMAD_WIDE_X},
    {SASS_OP_ULEA, SASS_OP_LEA},
    {SASS_OP_ULEA_X, SASS_OP_LEA_X},
    {SASS_OP_ULEA_HI, SASS_OP_LEA_HI},
    {SASS_OP_ULEA_HI_X, SASS_OP_LEA_HI_X},
    {SASS_OP_ULEA_HI_SX32, SASS_OP_LEA_HI_SX32},
    {SASS_OP_ULEA_HI_X_SX32, SASS_OP_LEA_HI_X_SX32},
    {SASS_OP_ULOP3, SASS_OP_LOP3},
    {SASS_OP_USHF, SASS_OP_SHF},
    {SASS_OP_UPRMT, SASS_OP_PRMT},
    {SASS_OP_USGXT, SASS_OP_SGXT},
    {SASS_OP_UBMSK, SASS_OP_BMSK},
    {SASS_OP_UFLO, SASS_OP_FLO},
    {SASS_OP_UBREV, SASS_OP_BREV},
    {SASS_OP_UPOPC, SASS_OP_POPC},
    {SASS_OP_UISETP, SASS_OP_ISETP},
    {SASS_OP_UISETP_EX, SASS_OP_ISETP_EX},
    {SASS_OP_UPLOP3, SASS_OP_PLOP3},
    {SASS_OP_NOP, SASS_OP_NOP},
};
