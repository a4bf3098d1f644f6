// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Finds the binder of an instruction, and sees to it that the binder has looked at everything that
// the instruction says.
#include "emulator/bind.h"

#include <pthread.h>
#include <string.h>

static void (*binders[SASS_OP_COUNT])(struct binder *);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void add(const struct binding *bindings)
{
    for (; bindings->bind; bindings++)
        binders[bindings->op] = bindings->bind;
}

static void collect(void)
{
    add(bind_basic);
    add(bind_data);
    add(bind_uniform);
    add(bind_memory);
    add(bind_atomic);
    add(bind_half);
    add(bind_floats);
    add(bind_convert);
    add(bind_arith);
    add(bind_bits);
    add(bind_packed);
    add(bind_pred);
    for (const struct binding_sister *s = bind_sisters; s->op != s->sister; s++)
        binders[s->op] = binders[s->sister];
    add(bind_control);
    add(bind_lane);
    add(bind_mma);
    add(bind_syncs);
    add(bind_bulk);
    add(bind_wgmma);
}

unsigned bind_mod(struct binder *binder, enum sass_mod_id id)
{
    for (unsigned i = 0; i < SASS_MAX_MODS; i++) {
        if (binder->inst->row->mods[i].id == id)
            binder->mods |= (uint16_t)(1 << i);
    }
    return sass_inst_mod(binder->inst, id);
}

unsigned bind_mod_at(struct binder *binder, unsigned pos)
{
    const struct sass_row *row = binder->inst->row;
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id != SASS_MOD_NONE; i++) {
        if (row->mods[i].width && row->mods[i].pos == pos) {
            binder->mods |= (uint16_t)(1 << i);
            return binder->inst->mods[i];
        }
    }
    return 0;
}

bool bind_is_strong(const struct binder *binder)
{
    const struct sass_row *row = binder->inst->row;
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id != SASS_MOD_NONE; i++) {
        const char *const *names = row->mods[i].names;
        if (row->mods[i].id != SASS_MOD_CACHE || !names)
            continue;
        const char *name = names[binder->inst->mods[i]];
        return name && (strstr(name, "STRONG") || strstr(name, "MMIO"));
    }
    return false;
}

unsigned bind_count(const struct binder *binder)
{
    return sass_row_operands(binder->inst->row);
}

const struct sass_operand *bind_operand(struct binder *binder, unsigned i)
{
    binder->operands |= (uint16_t)(1 << i);
    return &binder->inst->operands[i];
}

bool bind_neg(struct binder *binder, unsigned i)
{
    binder->negs |= (uint16_t)(1 << i);
    return binder->inst->operands[i].neg;
}

bool bind_abs(struct binder *binder, unsigned i)
{
    binder->abses |= (uint16_t)(1 << i);
    return binder->inst->operands[i].abs;
}

unsigned bind_suffix(struct binder *binder, unsigned i)
{
    binder->suffixes |= (uint16_t)(1 << i);
    return binder->inst->operands[i].suffix;
}

unsigned bind_find(const struct binder *binder, enum sass_operand_kind kind, bool dst)
{
    const struct sass_row *row = binder->inst->row;
    unsigned i = 0, count = sass_row_operands(row);
    while (i < count && (row->operands[i].kind != kind || row->operands[i].dst != dst))
        i++;
    return i;
}

static unsigned pred_index(const struct sass_operand *operand)
{
    if (operand->reg == SASS_PT)
        return PRED_PT;
    return operand->reg + (operand->kind == SASS_OPND_UPRED ? PRED_UNIFORM : 0);
}

uint8_t bind_pred_destination(struct binder *binder, unsigned i)
{
    unsigned index = pred_index(bind_operand(binder, i));
    return (uint8_t)(index == PRED_PT ? PRED_SCRATCH : index);
}

void bind_pred_source(struct binder *binder, unsigned i, uint8_t *predicate, uint32_t *flip)
{
    *predicate = (uint8_t)pred_index(bind_operand(binder, i));
    *flip = bind_neg(binder, i) ? UINT32_MAX : 0;
}

void bind_address(struct binder *binder, unsigned i)
{
    binder->info->address64 =
        binder->inst->row->operands[i].wide || sass_operand_regs(binder->inst, i) == 2;
    binder->uop->a = bind_source(binder, i);
    if (binder->inst->operands[i].kind == SASS_OPND_ADDR_GLOBAL)
        bind_suffix(binder, i); // .U32: told by the row
    binder->info->offset = binder->inst->operands[i].imm;
    binder->info->u = bind_address_uniform(binder, i);
}

// Modifiers that have no effect on values: caches, hints, and what the order of execution here
// makes always true.
static bool is_harmless(unsigned id)
{
    switch (id) {
    case SASS_MOD_E:
    case SASS_MOD_CACHE:
    case SASS_MOD_EVICT:
    case SASS_MOD_PREFETCH:
    case SASS_MOD_DEFER:
        return true;
    default:
        return false;
    }
}

static bool says_something(const struct sass_mod_spec *mod, unsigned value)
{
    return mod->names && mod->names[value] && mod->names[value][0];
}

// Whether an operand that no binder asked for may be left out: a predicate that is true, or false
// where that is what the text leaves out.
static bool is_silent(const struct sass_operand_spec *spec, const struct sass_operand *operand)
{
    bool is_predicate = operand->kind == SASS_OPND_PRED || operand->kind == SASS_OPND_UPRED;
    return is_predicate && operand->reg == SASS_PT && operand->neg == spec->default_not;
}

static const char *left_over(const struct binder *binder)
{
    const struct sass_row *row = binder->inst->row;
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id != SASS_MOD_NONE; i++) {
        // A modifier of no bits is part of the operation's name.
        if (!(binder->mods >> i & 1) && row->mods[i].width && !is_harmless(row->mods[i].id) &&
            says_something(&row->mods[i], binder->inst->mods[i]))
            return "a modifier of this instruction has no executor";
    }
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        const struct sass_operand *operand = &binder->inst->operands[i];
        if (!(binder->operands >> i & 1)) {
            if (!is_silent(&row->operands[i], operand))
                return "an operand of this instruction has no executor";
            continue;
        }
        if ((operand->neg && !(binder->negs >> i & 1)) ||
            (operand->abs && !(binder->abses >> i & 1)))
            return "the sign of an operand has no executor";
        if (!(binder->suffixes >> i & 1) &&
            says_something(&row->operands[i].suffix, operand->suffix))
            return "an operand of this form has no executor";
    }
    return NULL;
}

void bind_instruction(struct binder *binder)
{
    unsigned op = binder->inst->row->op;
    pthread_once(&once, collect);
    binder->mods = binder->operands = binder->negs = binder->abses = binder->suffixes = 0;
    if (!binders[op]) {
        binder->reason = "the instruction has no executor";
        return;
    }
    binder->info->u = ROW_ZERO;
    binder->info->s = binder->info->t = PRED_PT;
    binder->info->p = binder->info->q = PRED_SCRATCH;
    binders[op](binder);
    if (!binder->reason)
        binder->reason = left_over(binder);
}
