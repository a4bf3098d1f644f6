// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the tensor instructions of a warp group: see exec_wgmma.c for what they tell the
// executors. Sparse forms have no executor: nobody asks for their metadata.
#include "emulator/bind.h"
#include "emulator/mma.h"
#include "emulator/wgmma_matrix.h"

#include <string.h>

enum { D, A };

// Whether a name of the row, which stands in the text but has no bits, is this one.
static bool is_named(const struct binder *b, const char *name)
{
    for (unsigned i = 0; i < SASS_MAX_MODS; i++) {
        const struct sass_mod_spec *mod = &b->inst->row->mods[i];
        if (mod->id != SASS_MOD_NONE && !mod->width && strcmp(mod->names[0], name) == 0)
            return true;
    }
    return false;
}

// Two descriptors in four uniform registers: that of B is the second, which is the only one where A
// is in registers. Of A, bit 0 of the suffix is its transposition, bit 1 that of B.
static void bind_factors(struct binder *b, uint32_t sign)
{
    const uint32_t second = 2 * ROW_BYTES;
    struct uop_info *info = b->info;
    bool is_shared = b->inst->operands[A].kind == SASS_OPND_UGPR;
    unsigned of_b = is_shared ? A : A + 1;
    uint32_t descriptors = bind_source(b, of_b);
    if (b->inst->operands[of_b].reg == SASS_URZ)
        b->reason = "a descriptor in URZ has no executor";
    unsigned transposed = bind_suffix(b, of_b) << (is_shared ? 0 : 1);
    info->v[1] = (is_shared ? WGMMA_A_SHARED : 0) | (transposed & 1 ? WGMMA_A_TRANSPOSED : 0) |
                 (transposed & 2 ? WGMMA_B_TRANSPOSED : 0);
    b->uop->a = is_shared ? descriptors : bind_source(b, A);
    b->uop->b = descriptors + second;
    info->xor_a = sign && bind_neg(b, A) ? sign : 0;
    info->xor_b = sign && bind_abs(b, of_b) ? sign : 0; // the bars' bit: .negB
}

static void bind_group(struct binder *b, unsigned registers, unsigned bits, uint32_t sign)
{
    struct uop_info *info = b->info;
    unsigned c = b->inst->operands[A].kind == SASS_OPND_UGPR ? A + 1 : A + 2;
    bind_mod(b, SASS_MOD_SHAPE); // tells how many registers there are
    bind_factors(b, sign);
    b->uop->d = bind_destination(b, D);
    if (b->inst->operands[D].reg == SASS_RZ)
        b->reason = "a result in RZ has no executor";
    b->uop->c = bind_source(b, c);
    bind_pred_source(b, c + 1, &info->s, &info->s_flip);
    if (b->inst->operands[c].reg == SASS_RZ) {
        info->s = PRED_PT; // there are not that many rows of zeros
        info->s_flip = UINT32_MAX;
    }
    bind_operand(b, c + 2); // the group that it belongs to: results are there at once
    bind_suffix(b, c + 2);
    info->v[0] = sass_operand_regs(b->inst, D) / registers * MMA_COLUMNS;
    info->v[4] = bits;
}

static void bind_float(struct binder *b, enum fp_format of_a, enum fp_format of_b, unsigned bits)
{
    bool halves = is_named(b, ".F16");
    bind_group(b, halves ? 2 : 4, bits, UINT32_C(1) << (bits - 1));
    b->info->v[2] = of_a;
    b->info->v[3] = of_b;
    b->info->v[5] = halves;
    b->exec = EXEC_hgmma;
}

static void bind_hgmma(struct binder *b)
{
    bool is_tf32 = is_named(b, ".F32.TF32");
    unsigned type = bind_mod(b, SASS_MOD_A_TYPE);
    enum fp_format format = is_tf32 ? FP_TF32 : type ? FP_BF16 : FP_F16;
    bind_float(b, format, format, is_tf32 ? 32 : 16);
}

static void bind_qgmma(struct binder *b)
{
    enum fp_format of_a = bind_mod(b, SASS_MOD_A_TYPE) ? FP_E5M2 : FP_E4M3;
    enum fp_format of_b = bind_mod(b, SASS_MOD_B_TYPE) ? FP_E5M2 : FP_E4M3;
    bind_float(b, of_a, of_b, 8);
}

static void bind_integer(struct binder *b, unsigned bits)
{
    bind_group(b, 4, bits, 0);
    b->info->v[5] = MMA_INTEGER_PRODUCT;
    b->exec = EXEC_igmma;
}

static void bind_igmma(struct binder *b)
{
    b->info->v[2] = bind_mod(b, SASS_MOD_A_TYPE);
    b->info->v[3] = bind_mod(b, SASS_MOD_B_TYPE);
    b->info->sat = (uint8_t)bind_mod(b, SASS_MOD_SAT);
    bind_integer(b, 8);
}

static void bind_bgmma(struct binder *b)
{
    bind_integer(b, 1);
}

// Registers are read and written, and shared memory is read, when a product is issued.
static void bind_order(struct binder *b)
{
    for (unsigned i = 0; i < bind_count(b); i++) {
        bind_operand(b, i);
        bind_suffix(b, i);
    }
    b->exec = EXEC_nop;
}

const struct binding bind_wgmma[] = {
    {SASS_OP_HGMMA, bind_hgmma},
    {SASS_OP_QGMMA, bind_qgmma},
    {SASS_OP_IGMMA, bind_igmma},
    {SASS_OP_BGMMA, bind_bgmma},
    {SASS_OP_WARPGROUP_ARRIVE, bind_order},
    {SASS_OP_WARPGROUP_WAIT, bind_order},
    {SASS_OP_WARPGROUP_DEPBAR, bind_order},
    {SASS_OP_NOP, NULL},
};
