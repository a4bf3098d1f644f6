// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What an instruction does with the registers that it names.
#include "sass/asm/internal.h"

#include <string.h>

// One use: `count` registers from the one that is written on, at a multiple of `align`.
struct access_of_use {
    unsigned number; ///< of the register in its class
    unsigned count, align;
    bool write;
};

static bool add_touch(struct assembler *as, const struct touch *touch)
{
    struct kernel *kernel = as->kernel;
    if (kernel->touch_count == kernel->touch_room) {
        size_t room = kernel->touch_room ? 2 * kernel->touch_room : 256;
        struct touch *bigger = arena_alloc(as, room * sizeof *bigger);
        if (!bigger)
            return false;
        if (kernel->touch_count)
            memcpy(bigger, kernel->touches, kernel->touch_count * sizeof *bigger);
        kernel->touches = bigger;
        kernel->touch_room = room;
    }
    kernel->touches[kernel->touch_count++] = *touch;
    return true;
}

// The latest name, still in use, that was put by hand where the register lies.
static struct variable *placed_over(const struct kernel *kernel, size_t class, unsigned number)
{
    for (size_t i = kernel->variable_count; i-- > 0;) {
        struct variable *v = kernel->variables[i];
        if (v->placed && v->class == class && v->to == NOT_FREED && number >= v->base &&
            number - v->base < v->count)
            return v;
    }
    return NULL;
}

static bool note_by_number(struct assembler *as, size_t class, const struct access_of_use *access)
{
    struct kernel *kernel = as->kernel;
    for (unsigned n = access->number; n < access->number + access->count && n < MAX_CLASS_REGISTERS;
         n++) {
        if (n == register_classes[class].constant_number || kernel->by_number[class][n])
            continue;
        struct variable *v = kernel->variable_count ? placed_over(kernel, class, n) : NULL;
        struct touch touch = {.variable = v, .inst = (uint32_t)kernel->count, .count = 1};
        if (!v) {
            kernel->by_number[class][n] = true;
            continue;
        }
        touch.first = (uint16_t)(n - v->base);
        touch.write = access->write;
        if (!add_touch(as, &touch))
            return false;
    }
    return true;
}

static bool note_use(struct assembler *as, const struct register_use *use, size_t class,
                     const struct access_of_use *access)
{
    if (!use->at)
        return true;
    struct variable *v = use->symbol ? use->symbol->variable : NULL;
    if (!v)
        return note_by_number(as, class, access);
    unsigned first = access->number - v->base;
    // What is put by hand may reach past its name, and the encoder sees where it lies.
    if (!v->placed && first + access->count > v->count)
        return fail_at(as, use->at, "%u registers are used from here on: '%.*s' has %u",
                       access->count, (int)v->name->length, v->name->text, v->count - first);
    bool aligned = v->modulus % access->align == 0 && (v->residue + first) % access->align == 0;
    unsigned unused = 0;
    if (!aligned && !variable_root(v, &unused)->placed)
        return fail_at(as, use->at,
                       "a multiple of %u is needed here, which the declaration of '%.*s' does not "
                       "give: 'align %u' and an index that is a multiple of it were expected",
                       access->align, (int)v->name->length, v->name->text, access->align);
    unsigned inside = v->count > first ? v->count - first : 1;
    struct touch touch = {.variable = v,
                          .inst = (uint32_t)as->kernel->count,
                          .first = (uint16_t)first,
                          .count = (uint16_t)(access->count < inside ? access->count : inside),
                          .write = access->write};
    return add_touch(as, &touch);
}

static unsigned power_of_two(unsigned n)
{
    unsigned power = 1;
    while (power < n)
        power *= 2;
    return power;
}

static bool note_register(struct assembler *as, const struct sass_inst *inst, unsigned i,
                          const struct operand_text *text)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    const struct register_use *use = &text->uses[USE_MAIN];
    bool is_group = spec->kind == SASS_OPND_GPR || spec->kind == SASS_OPND_UGPR;
    unsigned count = is_group ? sass_operand_regs(inst, i) : 1;
    struct access_of_use access = {
        .number = inst->operands[i].reg,
        .count = count,
        .align = power_of_two(spec->count == SASS_COUNT_PER_N && is_group ? spec->regs : count),
        .write = spec->dst};
    // [UR4] is parsed as an address.
    if (!use->at)
        use = &text->uses[USE_UNIFORM];
    return note_use(as, use, register_class_of(spec->kind), &access);
}

static bool note_parts(struct assembler *as, const struct sass_inst *inst, unsigned i,
                       const struct operand_text *text)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    const struct sass_operand *operand = &inst->operands[i];
    bool is_address = spec->kind == SASS_OPND_ADDR_GLOBAL || spec->kind == SASS_OPND_ADDR_SHARED;
    unsigned base = is_address && (spec->wide || spec->regs == 2) ? 2 : 1;
    unsigned uniform =
        spec->kind == SASS_OPND_ADDR_GLOBAL || spec->kind == SASS_OPND_CONST_UGPR ? 2 : 1;
    const struct access_of_use parts[USE_PARTS] = {
        [USE_MAIN] = {operand->reg, base, base, false},
        [USE_UNIFORM] = {operand->ureg, uniform, uniform, false},
        [USE_DESCRIPTOR] = {operand->desc, 2, 2, false},
    };
    for (unsigned part = 0; part < USE_PARTS; part++) {
        size_t class = register_class_of(part == USE_MAIN ? SASS_OPND_GPR : SASS_OPND_UGPR);
        if (!note_use(as, &text->uses[part], class, &parts[part]))
            return false;
    }
    return true;
}

// R2P, P2R and their like name predicates by a mask; one that is in a register may name all.
static bool note_masked(struct assembler *as, const struct sass_inst *inst)
{
    unsigned op = inst->row->op, last = sass_row_operands(inst->row) - 1;
    bool general = op == SASS_OP_R2P || op == SASS_OP_P2R;
    bool write = op == SASS_OP_R2P || op == SASS_OP_UR2UP;
    if (!general && op != SASS_OP_UR2UP && op != SASS_OP_UP2UR)
        return true;
    bool is_number = inst->operands[last].kind == SASS_OPND_IMM;
    int64_t mask = is_number ? inst->operands[last].imm : -1;
    size_t class = register_class_of(general ? SASS_OPND_PRED : SASS_OPND_UPRED);
    for (unsigned p = 0; p < SASS_PT; p++) {
        struct access_of_use access = {p, 1, 1, write};
        if ((mask >> p & 1) && !note_by_number(as, class, &access))
            return false;
    }
    return true;
}

bool note_uses(struct assembler *as, const struct sass_inst *inst, const int *sources,
               const struct operand_text *texts, const struct operand_text *guard)
{
    struct access_of_use access = {inst->guard, 1, 1, false};
    if (guard->uses[USE_MAIN].at &&
        !note_use(as, &guard->uses[USE_MAIN], register_class_of(guard->operand.kind), &access))
        return false;
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (sources[i] < 0)
            continue;
        const struct operand_text *text = &texts[sources[i]];
        bool ok;
        switch (inst->row->operands[i].kind) {
        case SASS_OPND_GPR:
        case SASS_OPND_UGPR:
        case SASS_OPND_PRED:
        case SASS_OPND_UPRED:
            ok = note_register(as, inst, i, text);
            break;
        default:
            ok = note_parts(as, inst, i, text);
            break;
        }
        if (!ok)
            return false;
    }
    return note_masked(as, inst);
}
