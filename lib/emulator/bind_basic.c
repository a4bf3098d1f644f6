// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of what plain FP32 kernels use.
#include "emulator/bind.h"
#include "emulator/exec_round.h"

#define SIGN UINT32_C(0x80000000)
#define ONE UINT32_C(0x3f800000)

static void bind_mov(struct binder *b)
{
    enum { ALL_LANES = 15 };
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->info->v[0] = bind_count(b) > 2 ? (uint32_t)bind_operand(b, 2)->imm : ALL_LANES;
    b->exec = b->info->v[0] == ALL_LANES ? EXEC_mov : EXEC_mov_lanes;
}

static void bind_sel(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    bind_pred_source(b, 3, &b->info->s, &b->info->s_flip);
    b->exec = EXEC_sel;
}

static void bind_iadd3_sources(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->p = bind_pred_destination(b, 1);
    b->info->q = bind_pred_destination(b, 2);
    b->uop->a = bind_source(b, 3);
    b->uop->b = bind_source(b, 4);
    b->uop->c = bind_source(b, 5);
    b->info->xor_a = bind_neg(b, 3) ? UINT32_MAX : 0;
    b->info->xor_b = bind_neg(b, 4) ? UINT32_MAX : 0;
    b->info->xor_c = bind_neg(b, 5) ? UINT32_MAX : 0;
}

static void bind_iadd3(struct binder *b)
{
    bind_iadd3_sources(b);
    b->info->add = bind_neg(b, 3) + bind_neg(b, 4) + bind_neg(b, 5);
    b->info->s = b->info->t = PRED_PT;
    b->info->s_flip = b->info->t_flip = UINT32_MAX;
    bool carries = b->info->p != PRED_SCRATCH || b->info->q != PRED_SCRATCH;
    b->exec = carries ? EXEC_iadd3_carry : EXEC_iadd3;
}

static void bind_iadd3_x(struct binder *b)
{
    bind_iadd3_sources(b);
    bind_pred_source(b, 6, &b->info->s, &b->info->s_flip);
    bind_pred_source(b, 7, &b->info->t, &b->info->t_flip);
    b->exec = EXEC_iadd3_carry;
}

static void bind_imad(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    b->info->xor_c = bind_neg(b, 3) ? UINT32_MAX : 0;
    b->info->add = bind_neg(b, 3);
    bind_mod(b, SASS_MOD_SIGNED); // the low half of a product is the same
    b->exec = EXEC_imad;
}

static void bind_imad_wide(struct binder *b)
{
    bool is_signed = bind_mod(b, SASS_MOD_SIGNED);
    b->uop->d = bind_destination(b, 0);
    b->info->p = bind_pred_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    b->uop->c = bind_source64(b, 4);
    b->info->is_signed = is_signed;
    b->info->xor_c = bind_neg(b, 4) ? UINT32_MAX : 0;
    b->info->add = bind_neg(b, 4);
    b->info->s_flip = UINT32_MAX; // no carry-in
    if (b->info->add)
        b->exec = EXEC_imad_wide_x;
    else if (b->info->p != PRED_SCRATCH)
        b->exec = EXEC_imad_wide_carry;
    else
        b->exec = is_signed ? EXEC_imad_wide : EXEC_imad_wide_u32;
}

static void bind_isetp(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->info->q = bind_pred_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    bind_pred_source(b, 4, &b->info->s, &b->info->s_flip);
    b->info->cmp = (uint8_t)bind_mod(b, SASS_MOD_CMP);
    b->info->bool_op = (uint8_t)bind_mod(b, SASS_MOD_BOOL);
    b->info->xor_a = bind_mod(b, SASS_MOD_SIGNED) ? SIGN : 0;
    b->exec = EXEC_isetp;
}

static void bind_lop3(struct binder *b)
{
    enum { AND = 0xc0, OR = 0xfc, XOR = 0x3c };
    unsigned table = (unsigned)bind_operand(b, 5)->imm;
    b->info->p = bind_pred_destination(b, 0);
    b->uop->d = bind_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    b->uop->c = bind_source(b, 4);
    bind_pred_source(b, 6, &b->info->s, &b->info->s_flip);
    // Bit 4a + 2b + c of the table is the result for the bits a, b, c.
    for (unsigned k = 0; k < 4; k++) {
        bool zero = table >> (2 * k) & 1, one = table >> (2 * k + 1) & 1;
        b->info->lut[2 * k] = zero ? UINT32_MAX : 0;
        b->info->lut[2 * k + 1] = zero != one ? UINT32_MAX : 0;
    }
    b->info->bool_op = (uint8_t)bind_mod_at(b, 80); // .PAND
    if (b->info->p != PRED_SCRATCH)
        b->exec = EXEC_lop3_pred;
    else
        b->exec = table == AND   ? EXEC_lop3_and
                  : table == OR  ? EXEC_lop3_or
                  : table == XOR ? EXEC_lop3_xor
                                 : EXEC_lop3;
}

static void bind_shf(struct binder *b)
{
    enum { S64, U64, S32 };
    unsigned type = bind_mod(b, SASS_MOD_TYPE);
    uint32_t width = type <= U64 ? 64 : 32;
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    b->info->hi = (uint8_t)bind_mod(b, SASS_MOD_HI);
    b->info->wrap = bind_mod(b, SASS_MOD_WRAP) ? width - 1 : UINT32_MAX;
    b->info->clamp = width;
    if (!bind_mod(b, SASS_MOD_DIR))
        b->exec = EXEC_shf_left;
    else
        b->exec = type == S64 || type == S32 ? EXEC_shf_right_signed : EXEC_shf_right;
}

// FADD, FMUL, FFMA: `plain` where no modifier asks for more.
static void bind_float(struct binder *b, unsigned sources, enum exec_id plain,
                       enum exec_id modified, enum exec_id rounded)
{
    struct uop_info *info = b->info;
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    info->and_a = bind_abs(b, 1) ? ~SIGN : UINT32_MAX;
    info->and_b = bind_abs(b, 2) ? ~SIGN : UINT32_MAX;
    info->xor_a = bind_neg(b, 1) ? SIGN : 0;
    info->xor_b = bind_neg(b, 2) ? SIGN : 0;
    info->v[FLOAT_AND_C] = UINT32_MAX;
    info->v[FLOAT_SCALE] = ONE;
    if (sources == 3) {
        info->v[FLOAT_AND_C] = bind_abs(b, 3) ? ~SIGN : UINT32_MAX;
        b->uop->c = bind_source(b, 3);
        info->xor_c = bind_neg(b, 3) ? SIGN : 0;
    }
    info->ftz = (uint8_t)bind_mod(b, SASS_MOD_FTZ);
    info->rnd = (uint8_t)bind_mod(b, SASS_MOD_RND);
    info->sat = (uint8_t)bind_mod(b, SASS_MOD_SAT);
    bool any = info->ftz || info->sat || info->xor_a || info->xor_b || info->xor_c ||
               info->and_a != UINT32_MAX || info->and_b != UINT32_MAX;
    bool rare = info->rnd || info->v[FLOAT_AND_C] != UINT32_MAX;
    b->exec = rare ? rounded : any ? modified : plain;
}

static void bind_fadd(struct binder *b)
{
    bind_float(b, 2, EXEC_fadd, EXEC_fadd_mod, EXEC_fadd_round);
}

static void bind_fmul(struct binder *b)
{
    // By 8, 4 and 2 down, and up.
    static const float scales[8] = {1, 0.125F, 0.25F, 0.5F, 1, 2, 4, 8};
    float scale = scales[bind_mod(b, SASS_MOD_SCALE)];
    bind_float(b, 2, EXEC_fmul, EXEC_fmul_mod, EXEC_fmul_round);
    b->info->v[FLOAT_SCALE] = bits_of(scale);
    if (scale != 1)
        b->exec = EXEC_fmul_round;
}

static void bind_ffma(struct binder *b)
{
    bind_float(b, 3, EXEC_ffma, EXEC_ffma_mod, EXEC_ffma_round);
}

// Executors of loads and stores follow each other in exec.def by size.
static void bind_load(struct binder *b, enum exec_id first, unsigned address)
{
    b->uop->d = bind_destination(b, bind_find(b, SASS_OPND_GPR, true));
    bind_address(b, address);
    b->exec = first + bind_mod(b, SASS_MOD_SIZE);
}

static void bind_store(struct binder *b, enum exec_id first, unsigned address)
{
    static const uint8_t steps[] = {0, 0, 1, 1, 2, 3, 4}; // signedness does not matter
    bind_address(b, address);
    b->uop->d = bind_source(b, bind_find(b, SASS_OPND_GPR, false));
    b->exec = first + steps[bind_mod(b, SASS_MOD_SIZE)];
}

// What the base of a shared address is shifted by: .X4, .X8, .X16.
static uint32_t scale_shift(struct binder *b)
{
    unsigned scale = bind_suffix(b, bind_find(b, SASS_OPND_ADDR_SHARED, false));
    return scale ? scale + 1 : 0;
}

// The plain executors are fast because they count on nobody else at the same place.
static void make_strong(struct binder *b, enum exec_id exec)
{
    b->info->v[1] = bind_is_strong(b);
    if (!b->info->v[1])
        return;
    b->info->v[0] = bind_mod(b, SASS_MOD_SIZE);
    b->exec = exec;
}

static void bind_ldg(struct binder *b)
{
    bind_load(b, EXEC_ldg_u8, bind_find(b, SASS_OPND_ADDR_GLOBAL, false));
    make_strong(b, EXEC_ldg_strong);
}

static void bind_stg(struct binder *b)
{
    bind_store(b, EXEC_stg_8, bind_find(b, SASS_OPND_ADDR_GLOBAL, false));
    make_strong(b, EXEC_stg_strong);
}

static void bind_lds(struct binder *b)
{
    b->info->v[0] = scale_shift(b);
    bind_load(b, EXEC_lds_u8, bind_find(b, SASS_OPND_ADDR_SHARED, false));
}

static void bind_sts(struct binder *b)
{
    b->info->v[0] = scale_shift(b);
    bind_store(b, EXEC_sts_8, bind_find(b, SASS_OPND_ADDR_SHARED, false));
}

const struct binding bind_basic[] = {
    {SASS_OP_MOV, bind_mov},         {SASS_OP_SEL, bind_sel},   {SASS_OP_IADD3, bind_iadd3},
    {SASS_OP_IADD3_X, bind_iadd3_x}, {SASS_OP_IMAD, bind_imad}, {SASS_OP_IMAD_WIDE, bind_imad_wide},
    {SASS_OP_ISETP, bind_isetp},     {SASS_OP_LOP3, bind_lop3}, {SASS_OP_SHF, bind_shf},
    {SASS_OP_FADD, bind_fadd},       {SASS_OP_FMUL, bind_fmul}, {SASS_OP_FFMA, bind_ffma},
    {SASS_OP_LDG, bind_ldg},         {SASS_OP_STG, bind_stg},   {SASS_OP_LDS, bind_lds},
    {SASS_OP_STS, bind_sts},         {SASS_OP_NOP, NULL},
};
