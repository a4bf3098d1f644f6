// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of the executors of exec_packed.c.
#include "emulator/bind.h"

static void bind_viadd(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->info->xor_b = bind_neg(b, 2) ? UINT32_MAX : 0;
    b->info->add = bind_neg(b, 2);
    // Of a word it is IADD3 without a third source: uop->c is RZ.
    b->exec = bind_mod(b, SASS_MOD_TYPE) ? EXEC_viadd_16x2 : EXEC_iadd3;
}

// The modifiers and the predicate, which stands last, of a minimum or maximum.
static void bind_minmax(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    bind_pred_source(b, bind_count(b) - 1, &b->info->s, &b->info->s_flip);
    b->info->v[0] = bind_mod(b, SASS_MOD_TYPE);
    b->info->v[3] = bind_mod(b, SASS_MOD_RELU);
    b->exec = EXEC_vimnmx;
}

static void bind_vimnmx(struct binder *b)
{
    bind_minmax(b);
    b->info->v[2] = 1;
}

static void bind_vimnmx3(struct binder *b)
{
    bind_minmax(b);
    b->uop->c = bind_source(b, 3);
    b->info->v[2] = 2;
}

static void bind_viaddmnmx(struct binder *b)
{
    bind_minmax(b);
    b->uop->c = bind_source(b, 3);
    b->info->xor_b = bind_neg(b, 2) ? UINT32_MAX : 0;
    b->info->add = bind_neg(b, 2);
    b->info->v[1] = true;
}

static void bind_i2i(struct binder *b)
{
    unsigned type = bind_mod(b, SASS_MOD_TO); // U8, S8, U16, S16
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->info->is_signed = type & 1;
    b->info->v[0] = type < 2 ? 8 : 16;
    b->info->v[1] = true; // .SAT
    b->exec = EXEC_i2i;
}

// The modifier at bit 74 has other values on each generation.
static void bind_saturation(struct binder *b)
{
    enum { SATURATION_BIT = 74, RELU = 2 };
    unsigned value = bind_mod_at(b, SATURATION_BIT), none = b->kernel->sm >= 90 ? 0 : 1;
    b->info->v[1] = value != none;
    b->info->v[2] = value == RELU;
}

static void bind_i2ip(struct binder *b)
{
    enum { LOW_HALF, HIGH_HALF };
    static const uint8_t bits[] = {8, 8, 16, 16, 2, 2, 4, 4};
    unsigned type = bind_mod(b, SASS_MOD_TO);
    unsigned part = bind_suffix(b, 3);
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    b->info->is_signed = type & 1;
    b->info->v[0] = bits[type];
    bind_saturation(b);
    // C moves up by what A and B take; they take all of it where they have 16 bits.
    b->info->v[3] = bits[type] == 16 ? 0 : part == HIGH_HALF ? 0xffff0000 : UINT32_MAX;
    b->info->v[4] = part == HIGH_HALF ? 0 : 2U * bits[type] % 32;
    b->exec = EXEC_i2ip;
}

const struct binding bind_packed[] = {
    {SASS_OP_VIADD, bind_viadd},
    {SASS_OP_VIMNMX, bind_vimnmx},
    {SASS_OP_VIMNMX3, bind_vimnmx3},
    {SASS_OP_VIADDMNMX, bind_viaddmnmx},
    {SASS_OP_I2I, bind_i2i},
    {SASS_OP_I2IP, bind_i2ip},
    {SASS_OP_NOP, NULL},
};
