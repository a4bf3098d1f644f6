// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of what works between the lanes of a warp, and of special registers.
#include "emulator/bind.h"

// VOTE and VOTEU: the register and the predicate may both be left out.
static void bind_vote_with(struct binder *b, enum exec_id exec)
{
    b->uop->d = bind_destination(b, 0);
    b->info->p = bind_pred_destination(b, 1);
    bind_pred_source(b, 2, &b->info->s, &b->info->s_flip);
    b->info->cmp = (uint8_t)bind_mod_at(b, 72);
    b->exec = exec;
}

static void bind_vote(struct binder *b)
{
    bind_vote_with(b, EXEC_vote);
}

static void bind_voteu(struct binder *b)
{
    bind_vote_with(b, EXEC_voteu);
}

static void bind_match(struct binder *b, unsigned d, enum exec_id exec)
{
    b->uop->d = bind_destination(b, d);
    b->uop->a = bind_source(b, d + 1);
    b->info->hi = sass_operand_regs(b->inst, d + 1) == 2;
    b->exec = exec;
}

static void bind_match_any(struct binder *b)
{
    bind_match(b, 0, EXEC_match_any);
}

static void bind_match_all(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    bind_match(b, 1, EXEC_match_all);
}

static void bind_redux(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->info->cmp = (uint8_t)bind_mod(b, SASS_MOD_FUNCTION);
    b->info->xor_a = bind_mod(b, SASS_MOD_SIGNED) ? UINT32_C(0x80000000) : 0;
    b->exec = EXEC_redux;
}

static void bind_shfl(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->uop->d = bind_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    b->uop->c = bind_source(b, 4);
    b->info->cmp = (uint8_t)bind_mod(b, SASS_MOD_FUNCTION);
    b->exec = EXEC_shfl;
}

// Among the lanes of a predicate, or of a mask in a uniform register.
static void bind_elect(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->uop->d = bind_destination(b, 1);
    if (bind_operand(b, 2)->kind == SASS_OPND_UGPR) {
        b->uop->a = bind_source(b, 2);
    } else {
        bind_pred_source(b, 2, &b->info->s, &b->info->s_flip);
        b->uop->a = bind_immediate(b, UINT32_MAX);
    }
    bind_mod_at(b, 85); // .IGNORE_KILL: lanes are killed for good here
    b->exec = EXEC_elect;
}

static void bind_s2r(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->sreg = bind_operand(b, 1)->reg;
    bind_mod(b, SASS_MOD_SIZE); // told by the registers
    b->info->hi = sass_operand_regs(b->inst, 0) == 2;
    b->exec = EXEC_s2r;
}

const struct binding bind_lane[] = {
    {SASS_OP_VOTE, bind_vote},
    {SASS_OP_VOTEU, bind_voteu},
    {SASS_OP_MATCH_ANY, bind_match_any},
    {SASS_OP_MATCH_ALL, bind_match_all},
    {SASS_OP_REDUX, bind_redux},
    {SASS_OP_SHFL, bind_shfl},
    {SASS_OP_ELECT, bind_elect},
    {SASS_OP_S2R, bind_s2r},
    {SASS_OP_CS2R, bind_s2r},
    {SASS_OP_NOP, NULL},
};
