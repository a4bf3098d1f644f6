// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the tensor instructions of one warp: see exec_mma.c for what they tell the executors.
// Shapes follow from the numbers of registers. Sparse forms have no executor: nobody asks for their
// metadata.
#include "emulator/bind.h"
#include "emulator/mma.h"

#include <string.h>

enum { D, A, B, C, KEEP };
enum { ROWS = 8, ROWS_AND_MORE = 16 };

static bool has(const struct binder *b, const char *part)
{
    return strstr(b->inst->row->mnemonic, part) != NULL;
}

static void bind_fragments(struct binder *b, unsigned bits)
{
    b->uop->d = bind_destination(b, D);
    b->uop->a = bind_source(b, A);
    b->uop->b = bind_source(b, B);
    b->uop->c = bind_source(b, C);
    // .ROW and .COL are the only orders there are.
    bind_suffix(b, A);
    bind_suffix(b, B);
    b->info->s = PRED_PT;
    if (bind_count(b) > KEEP && bind_operand(b, KEEP)->kind == SASS_OPND_UPRED)
        bind_pred_source(b, KEEP, &b->info->s, &b->info->s_flip);
    unsigned of_b = sass_operand_regs(b->inst, B);
    b->info->v[0] = sass_operand_regs(b->inst, A) > of_b ? ROWS_AND_MORE : ROWS;
    b->info->v[1] = of_b;
    b->info->v[4] = bits;
}

static void bind_float(struct binder *b, enum fp_format of_a, enum fp_format of_b, unsigned bits)
{
    uint32_t sign = UINT32_C(1) << (bits - 1);
    bind_fragments(b, bits);
    b->info->xor_a = bind_neg(b, A) ? sign : 0;
    b->info->xor_b = bind_neg(b, B) ? sign : 0;
    b->info->v[2] = of_a;
    b->info->v[3] = of_b;
    b->info->v[5] = !has(b, ".F32");
    b->exec = EXEC_hmma;
}

static void bind_hmma(struct binder *b)
{
    bool is_tf32 = has(b, ".TF32");
    unsigned type = bind_mod(b, SASS_MOD_A_TYPE);
    enum fp_format format = is_tf32 ? FP_TF32 : type ? FP_BF16 : FP_F16;
    bind_float(b, format, format, is_tf32 ? 32 : 16);
}

static void bind_qmma(struct binder *b)
{
    enum fp_format of_a = bind_mod(b, SASS_MOD_A_TYPE) ? FP_E5M2 : FP_E4M3;
    enum fp_format of_b = bind_mod(b, SASS_MOD_B_TYPE) ? FP_E5M2 : FP_E4M3;
    bind_float(b, of_a, of_b, 8);
}

static void bind_imma(struct binder *b)
{
    bool is_short = strcmp(b->inst->row->mods[0].names[0], ".U4") == 0;
    bind_fragments(b, is_short ? 4 : 8);
    b->info->v[2] = bind_mod(b, SASS_MOD_A_TYPE);
    b->info->v[3] = bind_mod(b, SASS_MOD_B_TYPE);
    b->info->v[5] = MMA_INTEGER_PRODUCT;
    b->info->sat = (uint8_t)bind_mod(b, SASS_MOD_SAT);
    b->exec = EXEC_imma;
}

static void bind_bmma(struct binder *b)
{
    enum { XOR = 0 };
    bind_fragments(b, 1);
    b->info->v[5] = bind_mod(b, SASS_MOD_BOOL) == XOR ? MMA_INTEGER_XOR : MMA_INTEGER_PRODUCT;
    b->exec = EXEC_imma;
}

// Pairs of registers; v: rows, elements of B, bars of C.
static void bind_dmma(struct binder *b)
{
    bind_fragments(b, 64);
    b->info->v[1] /= 2;
    b->info->and_a = bind_abs(b, A) ? INT32_MAX : UINT32_MAX;
    b->info->and_b = bind_abs(b, B) ? INT32_MAX : UINT32_MAX;
    b->info->v[2] = bind_abs(b, C);
    b->info->xor_a = bind_neg(b, A);
    b->info->xor_b = bind_neg(b, B);
    b->info->xor_c = bind_neg(b, C);
    b->info->rnd = (uint8_t)bind_mod(b, SASS_MOD_RND);
    b->exec = EXEC_dmma;
}

const struct binding bind_mma[] = {
    {SASS_OP_HMMA, bind_hmma}, {SASS_OP_QMMA, bind_qmma}, {SASS_OP_IMMA, bind_imma},
    {SASS_OP_BMMA, bind_bmma}, {SASS_OP_DMMA, bind_dmma}, {SASS_OP_NOP, NULL},
};
