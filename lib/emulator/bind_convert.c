// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of conversions.
#include "emulator/bind.h"
#include "emulator/exec_convert.h"
#include "emulator/fp.h"

#define SIGN UINT32_C(0x80000000)

// Formats by the value of a type field.
static const uint8_t formats[8] = {[1] = FP_F16, [2] = FP_F32, [3] = FP_F64, [4] = FP_BF16};

// A fixed field of the row.
static unsigned fixed_field(const struct binder *b, unsigned pos)
{
    const struct sass_row *row = b->inst->row;
    for (unsigned i = 0; i < SASS_MAX_FIXED; i++) {
        if (row->fixed[i].width && row->fixed[i].pos == pos)
            return row->fixed[i].value;
    }
    return 0;
}

// The floating-point source, operand 1, and the modifiers that all have.
static void bind_number(struct binder *b)
{
    struct uop_info *info = b->info;
    enum fp_format from = formats[bind_mod(b, SASS_MOD_FROM)];
    b->uop->d = bind_destination(b, 0);
    b->uop->a = from == FP_F64 ? bind_source64(b, 1) : bind_source(b, 1);
    info->and_a = bind_abs(b, 1) ? ~SIGN : UINT32_MAX;
    info->xor_a = bind_neg(b, 1) ? SIGN : 0;
    info->v[CONVERT_FROM] = from;
    info->v[CONVERT_SHIFT] = bind_suffix(b, 1) ? 16 : 0;
    info->ftz = (uint8_t)bind_mod(b, SASS_MOD_FTZ);
    info->rnd = (uint8_t)bind_mod(b, SASS_MOD_RND);
}

static void bind_f2f(struct binder *b)
{
    bind_number(b);
    b->info->v[CONVERT_TO] = formats[bind_mod(b, SASS_MOD_TO)];
    b->exec = EXEC_f2f;
}

static void bind_frnd(struct binder *b)
{
    bind_number(b);
    b->exec = EXEC_frnd;
}

static void bind_f2i(struct binder *b)
{
    enum { NTZ = 77 };
    unsigned type = bind_mod(b, SASS_MOD_TO); // sign, and size at bit 3
    bind_number(b);
    b->info->v[CONVERT_TO] = 8U << (type >> 3);
    b->info->is_signed = type & 1;
    b->info->v[CONVERT_ZERO] = bind_mod_at(b, NTZ);
    b->exec = EXEC_f2i;
}

// Integer operand 1 of some bits. The upper word of an immediate of 64 is its sign or zero.
static void bind_integer(struct binder *b, unsigned bits)
{
    const struct sass_operand *source = bind_operand(b, 1);
    b->uop->d = bind_destination(b, 0);
    if (bits == 64 && source->kind == SASS_OPND_IMM) {
        b->uop->a = bind_source(b, 1);
        b->uop->b = bind_immediate(b, (uint32_t)((uint64_t)source->imm >> 32));
    } else if (bits == 64) {
        b->uop->a = bind_source64(b, 1);
        b->uop->b = b->uop->a + ROW_BYTES;
    } else {
        b->uop->a = bind_source(b, 1);
    }
    b->info->v[CONVERT_FROM] = bits;
    b->info->v[CONVERT_SHIFT] = bits * bind_suffix(b, 1);
    b->info->is_signed = bind_mod(b, SASS_MOD_SIGNED);
    b->info->rnd = (uint8_t)bind_mod(b, SASS_MOD_RND);
    b->exec = EXEC_i2f;
}

static void bind_i2f(struct binder *b)
{
    enum { SIZE = 84 };
    bind_integer(b, 8U << fixed_field(b, SIZE));
    b->info->v[CONVERT_TO] = formats[bind_mod(b, SASS_MOD_TO)];
}

static void bind_i2fp(struct binder *b)
{
    bind_integer(b, 32);
    b->info->v[CONVERT_TO] = FP_F32;
}

// F2FP: what its forms have in common.
static void bind_pack(struct binder *b, enum fp_format to, enum exec_id exec)
{
    b->uop->d = bind_destination(b, 0);
    b->info->v[CONVERT_TO] = to;
    b->info->v[CONVERT_RELU] = bind_mod(b, SASS_MOD_RELU);
    b->info->rnd = (uint8_t)bind_mod(b, SASS_MOD_RND);
    b->exec = exec;
}

static void bind_f2fp_pack(struct binder *b)
{
    enum { SATFINITE = 77 };
    bind_pack(b, bind_mod(b, SASS_MOD_TO) ? FP_BF16 : FP_F16, EXEC_f2fp_pack);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->info->v[CONVERT_FINITE] = bind_mod_at(b, SATFINITE);
}

static void bind_f2fp_merge(struct binder *b)
{
    enum { SATFINITE = 77 };
    bind_pack(b, bind_mod(b, SASS_MOD_TO) ? FP_BF16 : FP_F16, EXEC_f2fp_merge);
    b->uop->b = bind_source(b, 1);
    b->uop->c = bind_source(b, 2);
    b->info->v[CONVERT_FINITE] = bind_mod_at(b, SATFINITE);
}

// A half of operand i.
static void bind_part(struct binder *b, unsigned i)
{
    b->info->v[CONVERT_SHIFT] = bind_suffix(b, i) ? 16 : 0;
}

static void bind_f2fp_fp8(struct binder *b)
{
    bind_pack(b, bind_mod(b, SASS_MOD_TO) ? FP_E4M3 : FP_E5M2, EXEC_f2fp_fp8);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    bind_part(b, 3);
    b->info->v[CONVERT_FINITE] = true; // the row is .SATFINITE
}

static void bind_f2fp_fp8_from_f16(struct binder *b)
{
    bind_pack(b, bind_mod(b, SASS_MOD_TO) ? FP_E4M3 : FP_E5M2, EXEC_f2fp_fp8_from_f16);
    b->uop->b = bind_source(b, 1);
    b->uop->c = bind_source(b, 2);
    bind_part(b, 2);
    b->info->v[CONVERT_FINITE] = true; // the row is .SATFINITE
}

static void bind_f2fp_f16_from_fp8(struct binder *b)
{
    bind_pack(b, FP_F16, EXEC_f2fp_f16_from_fp8);
    b->uop->b = bind_source(b, 1);
    bind_part(b, 1);
    b->info->v[CONVERT_FROM] = bind_mod(b, SASS_MOD_FROM) ? FP_E4M3 : FP_E5M2;
}

static void bind_f2fp_tf32(struct binder *b)
{
    bind_pack(b, FP_TF32, EXEC_f2fp_tf32);
    b->uop->b = bind_source(b, 1);
}

static void bind_f2ip(struct binder *b)
{
    enum { NTZ = 74 };
    bind_pack(b, FP_F32, EXEC_f2ip);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    bind_part(b, 3);
    b->info->is_signed = bind_mod(b, SASS_MOD_TO);
    b->info->v[CONVERT_ZERO] = bind_mod_at(b, NTZ);
}

static void bind_uf2fp(struct binder *b)
{
    bind_pack(b, FP_F16, EXEC_f2fp_pack);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
}

const struct binding bind_convert[] = {
    {SASS_OP_F2F, bind_f2f},
    {SASS_OP_FRND, bind_frnd},
    {SASS_OP_F2I, bind_f2i},
    {SASS_OP_I2F, bind_i2f},
    {SASS_OP_I2FP, bind_i2fp},
    {SASS_OP_F2FP_PACK, bind_f2fp_pack},
    {SASS_OP_F2FP_MERGE, bind_f2fp_merge},
    {SASS_OP_F2FP_PACK_FP8, bind_f2fp_fp8},
    {SASS_OP_F2FP_FP8_FROM_F16, bind_f2fp_fp8_from_f16},
    {SASS_OP_F2FP_F16_FROM_FP8, bind_f2fp_f16_from_fp8},
    {SASS_OP_F2FP_TF32, bind_f2fp_tf32},
    {SASS_OP_F2IP, bind_f2ip},
    {SASS_OP_UF2FP, bind_uf2fp},
    {SASS_OP_NOP, NULL},
};
