// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of packed halves and bfloat16.
#include "emulator/bind.h"
#include "emulator/exec_half.h"
#include "emulator/fp.h"

#define HALF_SIGN UINT32_C(0x8000)
#define BOTH_SIGNS UINT32_C(0x80008000)

// Which halves source k takes, in operand i.
static void bind_halves(struct binder *b, unsigned k, unsigned i)
{
    static const uint8_t select[4] = {2, 2, 0, 3};
    b->info->v[HALF_SELECT + k] = select[bind_suffix(b, i)];
}

static bool is_half_immediate(const struct binder *b, unsigned i)
{
    unsigned kind = b->inst->row->operands[i].kind;
    return kind == SASS_OPND_F16 || kind == SASS_OPND_BF16;
}

// Row of source k, which begins at operand *i; moves *i behind it. Two immediates are one source,
// the high half first; one alone is the low half.
static uint32_t bind_half_source(struct binder *b, unsigned k, unsigned *i)
{
    uint32_t masks[2] = {bind_abs(b, *i) ? ~HALF_SIGN : UINT32_MAX, 0};
    masks[1] = bind_neg(b, *i) ? BOTH_SIGNS : 0;
    uint32_t row;
    if (!is_half_immediate(b, *i)) {
        bind_halves(b, k, *i);
        row = bind_source(b, (*i)++);
    } else {
        uint32_t value = (uint32_t)bind_operand(b, *i)->imm & 0xffff;
        (*i)++;
        if (*i < bind_count(b) && is_half_immediate(b, *i)) {
            value = value << 16 | ((uint32_t)bind_operand(b, *i)->imm & 0xffff);
            (*i)++;
        }
        b->info->v[HALF_SELECT + k] = 2;
        row = bind_immediate(b, value);
    }
    *(k == 0 ? &b->info->and_a : k == 1 ? &b->info->and_b : &b->info->v[HALF_AND_C]) = masks[0];
    *(k == 0 ? &b->info->xor_a : k == 1 ? &b->info->xor_b : &b->info->xor_c) = masks[1];
    return row;
}

// Sources from operand i on.
static unsigned bind_half_sources(struct binder *b, unsigned i, unsigned sources,
                                  enum fp_format format)
{
    b->info->v[HALF_FORMAT] = format;
    b->info->ftz = (uint8_t)bind_mod(b, SASS_MOD_FTZ);
    b->uop->a = bind_half_source(b, 0, &i);
    b->uop->b = bind_half_source(b, 1, &i);
    if (sources == 3)
        b->uop->c = bind_half_source(b, 2, &i);
    return i;
}

static bool has_mod(const struct binder *b, enum sass_mod_id id)
{
    const struct sass_row *row = b->inst->row;
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id != SASS_MOD_NONE; i++) {
        if (row->mods[i].id == id)
            return true;
    }
    return false;
}

static void bind_arithmetic(struct binder *b, unsigned sources, enum fp_format format,
                            enum exec_id exec)
{
    b->uop->d = bind_destination(b, 0);
    bind_half_sources(b, 1, sources, format);
    b->info->sat = (uint8_t)bind_mod(b, SASS_MOD_SAT);
    b->info->hi = has_mod(b, SASS_MOD_RELU); // no bits: the row says it
    bind_mod(b, SASS_MOD_RELU);
    b->exec = exec;
}

static void bind_hadd2(struct binder *b)
{
    bind_arithmetic(b, 2, FP_F16, bind_mod(b, SASS_MOD_F32) ? EXEC_hadd2_f32 : EXEC_hadd2);
}

static void bind_hadd2_bf16(struct binder *b)
{
    bind_arithmetic(b, 2, FP_BF16, EXEC_hadd2);
}

static void bind_hmul2(struct binder *b)
{
    bind_arithmetic(b, 2, FP_F16, EXEC_hmul2);
}

static void bind_hmul2_bf16(struct binder *b)
{
    bind_arithmetic(b, 2, FP_BF16, EXEC_hmul2);
}

static void bind_hfma2(struct binder *b)
{
    bind_arithmetic(b, 3, FP_F16, EXEC_hfma2);
}

static void bind_hfma2_bf16(struct binder *b)
{
    bind_arithmetic(b, 3, FP_BF16, EXEC_hfma2);
}

// .H0_NH1: the sign of B's high half is flipped.
static void bind_conjugate(struct binder *b, enum fp_format format)
{
    bind_arithmetic(b, 3, format, EXEC_hfma2);
    b->info->xor_b ^= HALF_SIGN << 16;
}

static void bind_hfma2_conj(struct binder *b)
{
    bind_conjugate(b, FP_F16);
}

static void bind_hfma2_bf16_conj(struct binder *b)
{
    bind_conjugate(b, FP_BF16);
}

// HSET2, HSETP2 and HMNMX2: sources from operand i on, and a predicate.
static void bind_half_pair(struct binder *b, unsigned i, enum fp_format format)
{
    enum { FLAG = 71 }; // .BF, .H_AND
    unsigned predicate = bind_half_sources(b, i, 2, format);
    bind_pred_source(b, predicate, &b->info->s, &b->info->s_flip);
    b->info->cmp = (uint8_t)bind_mod(b, SASS_MOD_CMP);
    b->info->bool_op = (uint8_t)bind_mod(b, SASS_MOD_BOOL);
    b->info->v[HALF_FLAGS] = bind_mod_at(b, FLAG);
}

static void bind_hset2(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    bind_half_pair(b, 1, b->inst->row->op == SASS_OP_HSET2 ? FP_F16 : FP_BF16);
    b->exec = EXEC_hset2;
}

static void bind_hsetp2(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->info->q = bind_pred_destination(b, 1);
    bind_half_pair(b, 2, b->inst->row->op == SASS_OP_HSETP2 ? FP_F16 : FP_BF16);
    b->exec = EXEC_hsetp2;
}

static void bind_hmnmx2(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    bind_half_pair(b, 1, b->inst->row->op == SASS_OP_HMNMX2 ? FP_F16 : FP_BF16);
    b->info->v[HALF_FLAGS] = bind_mod(b, SASS_MOD_NAN);
    b->info->hi = (uint8_t)bind_mod(b, SASS_MOD_XORSIGN);
    b->exec = EXEC_hmnmx2;
}

const struct binding bind_half[] = {
    {SASS_OP_HADD2, bind_hadd2},
    {SASS_OP_HADD2_BF16, bind_hadd2_bf16},
    {SASS_OP_HMUL2, bind_hmul2},
    {SASS_OP_HMUL2_BF16, bind_hmul2_bf16},
    {SASS_OP_HFMA2, bind_hfma2},
    {SASS_OP_HFMA2_BF16, bind_hfma2_bf16},
    {SASS_OP_HFMA2_CONJ, bind_hfma2_conj},
    {SASS_OP_HFMA2_BF16_CONJ, bind_hfma2_bf16_conj},
    {SASS_OP_HSET2, bind_hset2},
    {SASS_OP_HSET2_BF16, bind_hset2},
    {SASS_OP_HSETP2, bind_hsetp2},
    {SASS_OP_HSETP2_BF16, bind_hsetp2},
    {SASS_OP_HMNMX2, bind_hmnmx2},
    {SASS_OP_HMNMX2_BF16, bind_hmnmx2},
    {SASS_OP_NOP, NULL},
};
