// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of comparisons and choices of floats, of MUFU, and of FP64.
#include "emulator/bind.h"
#include "emulator/exec_mufu.h"
#include "emulator/exec_round.h"
#include "emulator/fp.h"

#define SIGN UINT32_C(0x80000000)

// Bars and signs of the sources A and B, operands i and i + 1.
static void bind_signs(struct binder *b, unsigned i)
{
    b->info->and_a = bind_abs(b, i) ? ~SIGN : UINT32_MAX;
    b->info->and_b = bind_abs(b, i + 1) ? ~SIGN : UINT32_MAX;
    b->info->xor_a = bind_neg(b, i) ? SIGN : 0;
    b->info->xor_b = bind_neg(b, i + 1) ? SIGN : 0;
}

// Sources from operand i on: A, B and a predicate.
static void bind_pair(struct binder *b, unsigned i)
{
    b->uop->a = bind_source(b, i);
    b->uop->b = bind_source(b, i + 1);
    bind_signs(b, i);
    bind_pred_source(b, i + 2, &b->info->s, &b->info->s_flip);
    b->info->ftz = (uint8_t)bind_mod(b, SASS_MOD_FTZ);
}

static void bind_comparison(struct binder *b)
{
    b->info->cmp = (uint8_t)bind_mod(b, SASS_MOD_CMP);
    b->info->bool_op = (uint8_t)bind_mod(b, SASS_MOD_BOOL);
}

static void bind_fsetp(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->info->q = bind_pred_destination(b, 1);
    bind_pair(b, 2);
    bind_comparison(b);
    b->exec = EXEC_fsetp;
}

static void bind_fset(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    bind_pair(b, 1);
    bind_comparison(b);
    b->exec = EXEC_fset;
}

static void bind_fsel(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    bind_pair(b, 1);
    b->exec = EXEC_fsel;
}

static void bind_fmnmx(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    bind_pair(b, 1);
    b->info->v[0] = bind_mod(b, SASS_MOD_NAN);
    b->info->v[1] = bind_mod(b, SASS_MOD_XORSIGN);
    b->exec = EXEC_fmnmx;
}

static void bind_fchk(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    bind_signs(b, 1);
    b->exec = EXEC_fchk;
}

static void bind_fswzadd(struct binder *b)
{
    enum { NDV = 77 };
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    bind_operand(b, 3);
    b->info->v[FLOAT_SIGNS] = bind_suffix(b, 3);
    b->info->ftz = (uint8_t)bind_mod(b, SASS_MOD_FTZ);
    b->info->rnd = (uint8_t)bind_mod(b, SASS_MOD_RND);
    bind_mod_at(b, NDV); // whether all lanes of four are there, whose values no lane reads
    b->exec = EXEC_fswzadd;
}

static void bind_mufu(struct binder *b)
{
    const struct sass_operand *source = bind_operand(b, 1);
    unsigned function = bind_mod(b, SASS_MOD_FUNCTION);
    b->uop->d = bind_destination(b, 0);
    // A double's immediate is its high word.
    if (source->kind == SASS_OPND_F64)
        b->uop->a = bind_immediate(b, (uint32_t)source->imm);
    else
        b->uop->a = bind_source(b, 1);
    b->info->and_a = bind_abs(b, 1) ? ~SIGN : UINT32_MAX;
    b->info->xor_a = bind_neg(b, 1) ? SIGN : 0;
    b->info->v[MUFU_FUNCTION] = function;
    b->info->v[MUFU_FORMAT] = FP_F32;
    b->exec = function == MUFU_RCP64H || function == MUFU_RSQ64H ? EXEC_mufu_64h : EXEC_mufu;
}

static void bind_mufu_half(struct binder *b, enum fp_format format)
{
    bind_mufu(b);
    b->info->and_a = bind_abs(b, 1) ? ~(SIGN >> 16) : UINT32_MAX;
    b->info->xor_a = bind_neg(b, 1) ? SIGN >> 16 : 0;
    b->info->v[MUFU_FORMAT] = format;
    b->info->v[MUFU_SHIFT] = bind_suffix(b, 1) ? 16 : 0;
}

static void bind_mufu_f16(struct binder *b)
{
    bind_mufu_half(b, FP_F16);
}

static void bind_mufu_bf16(struct binder *b)
{
    bind_mufu_half(b, FP_BF16);
}

static void bind_double(struct binder *b, unsigned sources, enum exec_id exec)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source64(b, 1);
    b->uop->b = bind_source64(b, 2);
    bind_signs(b, 1);
    if (sources == 3) {
        b->uop->c = bind_source64(b, 3);
        b->info->xor_c = bind_neg(b, 3) ? SIGN : 0;
        b->info->v[0] = bind_abs(b, 3);
    }
    b->info->rnd = (uint8_t)bind_mod(b, SASS_MOD_RND);
    b->exec = exec;
}

static void bind_dadd(struct binder *b)
{
    bind_double(b, 2, EXEC_dadd);
}

static void bind_dmul(struct binder *b)
{
    bind_double(b, 2, EXEC_dmul);
}

static void bind_dfma(struct binder *b)
{
    bind_double(b, 3, EXEC_dfma);
}

static void bind_dsetp(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->info->q = bind_pred_destination(b, 1);
    b->uop->a = bind_source64(b, 2);
    b->uop->b = bind_source64(b, 3);
    bind_signs(b, 2);
    bind_pred_source(b, 4, &b->info->s, &b->info->s_flip);
    bind_comparison(b);
    b->exec = EXEC_dsetp;
}

const struct binding bind_floats[] = {
    {SASS_OP_FSETP, bind_fsetp},         {SASS_OP_FSET, bind_fset},
    {SASS_OP_FSEL, bind_fsel},           {SASS_OP_FMNMX, bind_fmnmx},
    {SASS_OP_FCHK, bind_fchk},           {SASS_OP_FSWZADD, bind_fswzadd},
    {SASS_OP_MUFU, bind_mufu},           {SASS_OP_MUFU_F16, bind_mufu_f16},
    {SASS_OP_MUFU_BF16, bind_mufu_bf16}, {SASS_OP_DADD, bind_dadd},
    {SASS_OP_DMUL, bind_dmul},           {SASS_OP_DFMA, bind_dfma},
    {SASS_OP_DSETP, bind_dsetp},         {SASS_OP_NOP, NULL},
};
