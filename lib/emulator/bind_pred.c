// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the executors of exec_pred.c.
#include "emulator/bind.h"

#define SIGN UINT32_C(0x80000000)

enum { BYTE_BIT = 76, BYTE_BITS = 8, ALL_PREDICATES = 0xff };

static void bind_isetp_ex(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->info->q = bind_pred_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    bind_pred_source(b, 4, &b->info->s, &b->info->s_flip);
    bind_pred_source(b, 5, &b->info->t, &b->info->t_flip);
    b->info->cmp = (uint8_t)bind_mod(b, SASS_MOD_CMP);
    b->info->bool_op = (uint8_t)bind_mod(b, SASS_MOD_BOOL);
    b->info->xor_a = bind_mod(b, SASS_MOD_SIGNED) ? SIGN : 0;
    b->exec = EXEC_isetp_ex;
}

// A source that is a predicate, or the sign of a register.
static void bind_truth(struct binder *b, unsigned i, uint32_t *row, uint8_t *pred, uint32_t *flip)
{
    unsigned kind = b->inst->operands[i].kind;
    if (kind == SASS_OPND_PRED || kind == SASS_OPND_UPRED) {
        bind_pred_source(b, i, pred, flip);
        return;
    }
    *row = bind_source(b, i);
    bind_suffix(b, i); // .SIGN
    b->info->v[4] |= 1U << (i - 2);
}

static void bind_plop3(struct binder *b)
{
    uint8_t third = PRED_PT;
    b->info->p = bind_pred_destination(b, 0);
    b->info->q = bind_pred_destination(b, 1);
    bind_truth(b, 2, &b->uop->a, &b->info->s, &b->info->s_flip);
    bind_truth(b, 3, &b->uop->b, &b->info->t, &b->info->t_flip);
    bind_truth(b, 4, &b->uop->c, &third, &b->info->v[1]);
    b->info->v[0] = third;
    b->info->v[2] = (uint32_t)bind_operand(b, 5)->imm;
    b->info->v[3] = (uint32_t)bind_operand(b, 6)->imm;
    b->exec = EXEC_plop3;
}

static void bind_to_bits(struct binder *b, unsigned first)
{
    b->uop->d = bind_destination(b, 0);
    bind_operand(b, 1); // PR or UPR: all predicates
    bind_suffix(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    b->info->v[0] = BYTE_BITS * bind_mod_at(b, BYTE_BIT);
    b->info->v[1] = first;
    b->exec = EXEC_p2r;
}

static void bind_p2r(struct binder *b)
{
    bind_to_bits(b, 0);
}

static void bind_up2ur(struct binder *b)
{
    bind_to_bits(b, PRED_UNIFORM);
}

static void bind_from_bits(struct binder *b, unsigned first)
{
    bind_operand(b, 0); // PR or UPR: all predicates
    bind_suffix(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_count(b) > 2 ? bind_source(b, 2) : bind_immediate(b, ALL_PREDICATES);
    b->info->v[0] = BYTE_BITS * bind_suffix(b, 1);
    b->info->v[1] = first;
    b->exec = EXEC_r2p;
}

static void bind_r2p(struct binder *b)
{
    bind_from_bits(b, 0);
}

static void bind_ur2up(struct binder *b)
{
    bind_from_bits(b, PRED_UNIFORM);
}

const struct binding bind_pred[] = {
    {SASS_OP_ISETP_EX, bind_isetp_ex},
    {SASS_OP_PLOP3, bind_plop3},
    {SASS_OP_P2R, bind_p2r},
    {SASS_OP_UP2UR, bind_up2ur},
    {SASS_OP_R2P, bind_r2p},
    {SASS_OP_UR2UP, bind_ur2up},
    {SASS_OP_NOP, NULL},
};
