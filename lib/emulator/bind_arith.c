// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the executors of exec_arith.c.
#include "emulator/bind.h"

#define SIGN UINT32_C(0x80000000)

static void bind_imad_x(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    b->info->xor_c = bind_neg(b, 3) ? UINT32_MAX : 0;
    bind_pred_source(b, 4, &b->info->s, &b->info->s_flip);
    bind_mod(b, SASS_MOD_SIGNED); // the low half of a product is the same
    b->exec = EXEC_imad_x;
}

static void bind_wide_sources(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->p = bind_pred_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    b->uop->c = bind_source64(b, 4);
    b->info->xor_c = bind_neg(b, 4) ? UINT32_MAX : 0;
    b->info->is_signed = bind_mod(b, SASS_MOD_SIGNED);
}

static void bind_imad_wide_x(struct binder *b)
{
    bind_wide_sources(b);
    bind_pred_source(b, 5, &b->info->s, &b->info->s_flip);
    b->exec = EXEC_imad_wide_x;
}

static void bind_imad_hi(struct binder *b)
{
    bind_wide_sources(b);
    b->info->add = bind_neg(b, 4);
    b->info->s_flip = UINT32_MAX; // no carry-in
    b->exec = EXEC_imad_hi;
}

static void bind_imad_hi_x(struct binder *b)
{
    bind_wide_sources(b);
    bind_pred_source(b, 5, &b->info->s, &b->info->s_flip);
    b->exec = EXEC_imad_hi;
}

static void bind_idp(struct binder *b, enum exec_id exec)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    b->info->xor_c = bind_neg(b, 3) ? UINT32_MAX : 0;
    b->info->add = bind_neg(b, 3);
    b->info->v[0] = bind_mod(b, SASS_MOD_A_TYPE);
    b->info->v[1] = bind_mod(b, SASS_MOD_B_TYPE);
    b->info->hi = (uint8_t)bind_mod(b, SASS_MOD_HI);
    b->exec = exec;
}

static void bind_idp_4a(struct binder *b)
{
    bind_idp(b, EXEC_idp_4a);
}

static void bind_idp_2a(struct binder *b)
{
    bind_idp(b, EXEC_idp_2a);
}

static void bind_iabs(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->exec = EXEC_iabs;
}

static void bind_imnmx(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    bind_pred_source(b, 3, &b->info->s, &b->info->s_flip);
    b->info->xor_a = bind_mod(b, SASS_MOD_SIGNED) ? SIGN : 0;
    b->exec = EXEC_imnmx;
}

// What the destination predicate of VABSDIFF and VABSDIFF4 tells is not known: the compiler never
// asks for it, and here it makes the instruction one without an executor.
static void bind_difference(struct binder *b, enum exec_id exec)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    b->uop->c = bind_source(b, 4);
    b->info->is_signed = bind_mod(b, SASS_MOD_SIGNED);
    b->exec = exec;
}

static void bind_vabsdiff(struct binder *b)
{
    bind_difference(b, EXEC_vabsdiff);
    b->info->xor_a = b->info->is_signed ? SIGN : 0;
}

static void bind_vabsdiff4(struct binder *b)
{
    bind_difference(b, EXEC_vabsdiff4);
    b->info->xor_a = SIGN;              // bytes extended to words: less is less in either sign
    b->info->v[0] = bind_mod_at(b, 75); // .ACC
}

// The operands end with B, C where there is one, the shift and the carry-in where there is one.
// With a carry-in a minus is a complement.
static void bind_lea_form(struct binder *b, bool high, bool sign)
{
    unsigned shift = bind_count(b) - 1;
    bool carry = b->inst->row->operands[shift].kind != SASS_OPND_IMM;
    if (carry)
        bind_pred_source(b, shift--, &b->info->s, &b->info->s_flip);
    else
        b->info->s_flip = UINT32_MAX;
    b->uop->d = bind_destination(b, 0);
    b->info->p = bind_pred_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    if (high && !sign)
        b->uop->c = bind_source(b, 4);
    b->info->xor_a = bind_neg(b, 2) ? UINT32_MAX : 0;
    b->info->xor_b = bind_neg(b, 3) ? UINT32_MAX : 0;
    b->info->add = carry ? 0 : bind_neg(b, 2) + bind_neg(b, 3);
    b->info->v[0] = (uint32_t)bind_operand(b, shift)->imm;
    b->info->v[1] = high;
    b->info->v[2] = sign;
    b->exec = EXEC_lea;
}

static void bind_lea(struct binder *b)
{
    bind_lea_form(b, false, false);
}

static void bind_lea_hi(struct binder *b)
{
    bind_lea_form(b, true, false);
}

static void bind_lea_hi_sx32(struct binder *b)
{
    bind_lea_form(b, true, true);
}

// A pair, or a word extended with its sign.
static uint32_t bind_pair(struct binder *b, unsigned i)
{
    const struct sass_operand *operand = bind_operand(b, i);
    return operand->kind == SASS_OPND_IMM ? bind_immediate64(b, (uint64_t)operand->imm)
                                          : bind_source64(b, i);
}

static void bind_iadd3_64_sources(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->p = bind_pred_destination(b, 1);
    b->info->q = bind_pred_destination(b, 2);
    b->uop->a = bind_pair(b, 3);
    b->uop->b = bind_pair(b, 4);
    b->uop->c = bind_pair(b, 5);
    b->info->xor_a = bind_neg(b, 3) ? UINT32_MAX : 0;
    b->info->xor_b = bind_neg(b, 4) ? UINT32_MAX : 0;
    b->info->xor_c = bind_neg(b, 5) ? UINT32_MAX : 0;
    b->exec = EXEC_iadd3_64;
}

static void bind_iadd3_64(struct binder *b)
{
    bind_iadd3_64_sources(b);
    b->info->add = bind_neg(b, 3) + bind_neg(b, 4) + bind_neg(b, 5);
    b->info->s_flip = b->info->t_flip = UINT32_MAX; // no carry-ins
}

static void bind_iadd3_64_x(struct binder *b)
{
    bind_iadd3_64_sources(b);
    bind_pred_source(b, 6, &b->info->s, &b->info->s_flip);
    bind_pred_source(b, 7, &b->info->t, &b->info->t_flip);
}

static void bind_clmad(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source64(b, 1);
    b->uop->b = bind_source64(b, 2);
    b->uop->c = bind_source64(b, 3);
    b->info->hi = (uint8_t)bind_mod(b, SASS_MOD_HI);
    b->exec = EXEC_clmad;
}

const struct binding bind_arith[] = {
    {SASS_OP_IMAD_X, bind_imad_x},
    {SASS_OP_IMAD_WIDE_X, bind_imad_wide_x},
    {SASS_OP_IMAD_HI, bind_imad_hi},
    {SASS_OP_IMAD_HI_X, bind_imad_hi_x},
    {SASS_OP_IDP_4A, bind_idp_4a},
    {SASS_OP_IDP_2A, bind_idp_2a},
    {SASS_OP_IABS, bind_iabs},
    {SASS_OP_IMNMX, bind_imnmx},
    {SASS_OP_VABSDIFF, bind_vabsdiff},
    {SASS_OP_VABSDIFF4, bind_vabsdiff4},
    {SASS_OP_LEA, bind_lea},
    {SASS_OP_LEA_X, bind_lea},
    {SASS_OP_LEA_HI, bind_lea_hi},
    {SASS_OP_LEA_HI_X, bind_lea_hi},
    {SASS_OP_LEA_HI_SX32, bind_lea_hi_sx32},
    {SASS_OP_LEA_HI_X_SX32, bind_lea_hi_sx32},
    {SASS_OP_UIADD3_64, bind_iadd3_64},
    {SASS_OP_UIADD3_64_X, bind_iadd3_64_x},
    {SASS_OP_CLMAD, bind_clmad},
    {SASS_OP_NOP, NULL},
};
