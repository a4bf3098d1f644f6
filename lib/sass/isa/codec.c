// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Words to decoded instructions and back, driven by the table.
#include "sass/isa.h"
#include "sass/isa/texture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPCODE_BITS = 12, OPCODES = 1 << OPCODE_BITS };
enum { POS_GUARD = 12, POS_UNIFORM = 91, POS_CONST_BANK = 54, POS_CONST_INDEX = 24 };

unsigned sass_arch_bit(unsigned sm)
{
    switch (sm) {
    case 80:
        return SASS_SM80;
    case 86:
        return SASS_SM86;
    case 89:
        return SASS_SM89;
    case 90:
        return SASS_SM90;
    default:
        return 0;
    }
}

uint64_t sass_get_bits(struct sass_word word, unsigned pos, unsigned width)
{
    uint64_t value;
    if (pos >= 64)
        value = word.hi >> (pos - 64);
    else if (pos + width <= 64)
        value = word.lo >> pos;
    else
        value = word.lo >> pos | word.hi << (64 - pos);
    return width == 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

void sass_set_bits(struct sass_word *word, unsigned pos, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++) {
        unsigned bit = pos + i;
        uint64_t *half = bit < 64 ? &word->lo : &word->hi;
        uint64_t mask = UINT64_C(1) << (bit & 63);
        *half = (value >> i & 1) ? *half | mask : *half & ~mask;
    }
}

unsigned sass_row_operands(const struct sass_row *row)
{
    unsigned n = 0;
    while (n < SASS_MAX_OPERANDS && row->operands[n].kind != SASS_OPND_NONE)
        n++;
    return n;
}

unsigned sass_inst_mod(const struct sass_inst *inst, enum sass_mod_id id)
{
    for (unsigned i = 0; i < SASS_MAX_MODS && inst->row->mods[i].id != SASS_MOD_NONE; i++) {
        if (inst->row->mods[i].id == id)
            return inst->mods[i];
    }
    return 0;
}

bool sass_row_is_uniform(const struct sass_row *row)
{
    // VOTEU votes over the lanes: its guard is a lane's predicate.
    return row->uniform_guard ||
           ((row->sched == SASS_SCHED_UNIFORM || row->sched == SASS_SCHED_ULDC) &&
            row->op != SASS_OP_VOTEU);
}

static bool has(const char *name, const char *part)
{
    return strstr(name, part) != NULL;
}

// Registers of a load, store or atomic: what its size or type modifier says, 64 or 128 bits, a
// vector of floats or of halves.
static unsigned regs_by_name(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < SASS_MAX_MODS && inst->row->mods[i].id != SASS_MOD_NONE; i++) {
        const struct sass_mod_spec *mod = &inst->row->mods[i];
        if (mod->id == SASS_MOD_MATRICES)
            return 1u << inst->mods[i];
        if (mod->id == SASS_MOD_COMPONENTS)
            return (unsigned)__builtin_popcount(inst->mods[i]);
        if (mod->id != SASS_MOD_SIZE && mod->id != SASS_MOD_ATOM_TYPE)
            continue;
        const char *name = mod->names[inst->mods[i]];
        if (!name)
            return 1;
        if (has(name, "128") || has(name, "16x8") || has(name, "F32x4"))
            return 4;
        return has(name, "64") || has(name, "16x4") || has(name, "F32x2") ? 2 : 1;
    }
    return 1;
}

// Columns N of a tensor shape, from its name ".64xNxK".
static unsigned shape_n(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < SASS_MAX_MODS && inst->row->mods[i].id != SASS_MOD_NONE; i++) {
        const struct sass_mod_spec *mod = &inst->row->mods[i];
        const char *name = mod->names[inst->mods[i]];
        if (mod->id == SASS_MOD_SHAPE && name)
            return (unsigned)strtoul(name + strlen(".64x"), NULL, 10);
    }
    return 8;
}

unsigned sass_operand_regs(const struct sass_inst *inst, unsigned i)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    switch (spec->kind) {
    case SASS_OPND_ADDR_GLOBAL:
        return spec->regs ? spec->regs : spec->wide ? 2 : 1;
    case SASS_OPND_ADDR_SHARED:
        return spec->count ? sass_texture_regs(inst, spec->count) : spec->wide ? 2 : 1;
    case SASS_OPND_GPR:
    case SASS_OPND_UGPR:
        if (spec->count >= SASS_COUNT_TEXELS)
            return sass_texture_regs(inst, spec->count);
        if (spec->count == SASS_COUNT_PAIRED)
            return 2 * regs_by_name(inst);
        if (spec->count == SASS_COUNT_PER_N)
            return spec->regs * shape_n(inst) / 8;
        if (spec->count == SASS_COUNT_PLUS_DIM)
            return spec->regs + sass_inst_mod(inst, SASS_MOD_DIM) + 1;
        return spec->regs ? spec->regs : regs_by_name(inst);
    default:
        return 1;
    }
}

// Call `use(context, pos, width)` for every field of operand `spec`.
typedef void field_fn(void *context, unsigned pos, unsigned width);

static void visit_field(field_fn *use, void *context, unsigned pos, unsigned width)
{
    if (pos)
        use(context, pos, width);
}

static void visit_operand_fields(const struct sass_operand_spec *spec, field_fn *use, void *context)
{
    switch (spec->kind) {
    case SASS_OPND_GPR:
        use(context, spec->pos, 8);
        break;
    case SASS_OPND_UGPR:
        use(context, spec->pos, 6);
        break;
    case SASS_OPND_PRED:
    case SASS_OPND_UPRED:
    case SASS_OPND_SCOREBOARD:
        use(context, spec->pos, 3);
        break;
    case SASS_OPND_BARRIER:
        use(context, spec->pos, 4);
        break;
    case SASS_OPND_CONST_INDEX:
        use(context, POS_CONST_INDEX, 8);
        // fall through
    case SASS_OPND_CONST:
        use(context, spec->pos, spec->width);
        use(context, POS_CONST_BANK, 5);
        break;
    case SASS_OPND_CONST_UINDEX:
        use(context, POS_CONST_BANK, 5);
        // fall through
    case SASS_OPND_CONST_UGPR:
        use(context, spec->upos, 6);
        use(context, spec->pos, spec->width);
        visit_field(use, context, spec->rpos, 8);
        break;
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        visit_field(use, context, spec->pos, 8);
        visit_field(use, context, spec->opos, spec->width);
        visit_field(use, context, spec->upos, 6);
        visit_field(use, context, spec->dpos, 6);
        break;
    case SASS_OPND_NAME:
        break;
    default:
        use(context, spec->pos, spec->width);
        visit_field(use, context, spec->hpos, spec->hwidth);
        break;
    }
    visit_field(use, context, spec->neg, 1);
    visit_field(use, context, spec->abs, 1);
    visit_field(use, context, spec->reuse, 1);
    visit_field(use, context, spec->suffix.pos, spec->suffix.width);
}

// What decode needs of a row: the bits that must match, and under which mask.
struct pattern {
    const struct sass_row *row;
    struct sass_word mask, value;
    struct pattern *next;
};

enum { MAX_ROWS = 4096 };
static struct pattern patterns[MAX_ROWS];
static struct pattern *buckets[OPCODES];
static pthread_once_t index_once = PTHREAD_ONCE_INIT;

static void clear_mask(void *context, unsigned pos, unsigned width)
{
    sass_set_bits(context, pos, width, 0);
}

static struct sass_word fixed_word(const struct sass_row *row)
{
    struct sass_word word = {0, 0};
    sass_set_bits(&word, 0, OPCODE_BITS, row->opcode);
    sass_set_bits(&word, POS_UNIFORM, 1, row->opcode >> OPCODE_BITS);
    for (unsigned i = 0; i < SASS_MAX_FIXED && row->fixed[i].width; i++)
        sass_set_bits(&word, row->fixed[i].pos, row->fixed[i].width, row->fixed[i].value);
    return word;
}

static void build_index(void)
{
    // Backwards, so that each bucket's list is in table order.
    for (size_t i = sass_row_count(); i-- > 0;) {
        const struct sass_row *row = sass_row_at(i);
        struct pattern *p = &patterns[i];
        if (row->alias)
            continue;
        p->row = row;
        p->value = fixed_word(row);
        p->mask.lo = p->mask.hi = ~UINT64_C(0);
        clear_mask(&p->mask, POS_GUARD, 4);
        clear_mask(&p->mask, 105, 17);
        for (unsigned m = 0; m < SASS_MAX_MODS && row->mods[m].id; m++)
            clear_mask(&p->mask, row->mods[m].pos, row->mods[m].width);
        for (unsigned o = 0; o < sass_row_operands(row); o++)
            visit_operand_fields(&row->operands[o], clear_mask, &p->mask);
        struct pattern **bucket = &buckets[row->opcode & (OPCODES - 1)];
        p->next = *bucket;
        *bucket = p;
    }
}

static int64_t sign_extend(uint64_t value, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((value ^ sign) - sign);
}

static int64_t decode_immediate(struct sass_word word, const struct sass_operand_spec *spec,
                                unsigned pos)
{
    unsigned width = spec->width;
    uint64_t raw = sass_get_bits(word, pos, width);
    if (spec->hwidth) {
        raw |= sass_get_bits(word, spec->hpos, spec->hwidth) << width;
        width += spec->hwidth;
    }
    return spec->is_signed ? sign_extend(raw, width) : (int64_t)raw;
}

static void decode_operand(struct sass_word word, const struct sass_operand_spec *spec,
                           struct sass_operand *operand)
{
    operand->kind = spec->kind;
    switch (spec->kind) {
    case SASS_OPND_GPR:
        operand->reg = (uint8_t)sass_get_bits(word, spec->pos, 8);
        break;
    case SASS_OPND_UGPR:
        operand->reg = (uint8_t)(sass_get_bits(word, spec->pos, 6) + spec->ahead);
        break;
    case SASS_OPND_PRED:
    case SASS_OPND_UPRED:
    case SASS_OPND_SCOREBOARD:
        operand->reg = (uint8_t)sass_get_bits(word, spec->pos, 3);
        if (spec->inverted)
            operand->reg = SASS_PT - operand->reg;
        break;
    case SASS_OPND_BARRIER:
        operand->reg = (uint8_t)sass_get_bits(word, spec->pos, 4);
        break;
    case SASS_OPND_SREG:
        operand->reg = (uint8_t)sass_get_bits(word, spec->pos, spec->width);
        break;
    case SASS_OPND_CONST_INDEX:
        operand->reg = (uint8_t)sass_get_bits(word, POS_CONST_INDEX, 8);
        // fall through
    case SASS_OPND_CONST:
        operand->imm = decode_immediate(word, spec, spec->pos);
        operand->bank = (uint8_t)sass_get_bits(word, POS_CONST_BANK, 5);
        break;
    case SASS_OPND_CONST_UINDEX:
        operand->bank = (uint8_t)sass_get_bits(word, POS_CONST_BANK, 5);
        // fall through
    case SASS_OPND_CONST_UGPR:
        operand->ureg = (uint8_t)sass_get_bits(word, spec->upos, 6);
        operand->reg = spec->rpos ? (uint8_t)sass_get_bits(word, spec->rpos, 8) : SASS_RZ;
        operand->imm = decode_immediate(word, spec, spec->pos);
        break;
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        operand->reg = spec->pos ? (uint8_t)sass_get_bits(word, spec->pos, 8) : SASS_RZ;
        operand->ureg = spec->upos ? (uint8_t)sass_get_bits(word, spec->upos, 6) : SASS_URZ;
        operand->desc = spec->dpos ? (uint8_t)sass_get_bits(word, spec->dpos, 6) : SASS_URZ;
        operand->imm = spec->opos ? decode_immediate(word, spec, spec->opos) : 0;
        break;
    case SASS_OPND_NAME:
        break;
    default:
        operand->imm = decode_immediate(word, spec, spec->pos) * (spec->scale ? spec->scale : 1);
        break;
    }
    operand->neg = spec->neg && sass_get_bits(word, spec->neg, 1);
    operand->abs = spec->abs && sass_get_bits(word, spec->abs, 1);
    operand->reuse = spec->reuse && sass_get_bits(word, spec->reuse, 1);
    if (spec->suffix.width)
        operand->suffix = (uint8_t)sass_get_bits(word, spec->suffix.pos, spec->suffix.width);
}

// RZ where the text would lose it, or where the machine knows no such form.
static bool is_bad_rz(const struct sass_operand_spec *spec, const struct sass_operand *operand)
{
    bool scaled = spec->kind == SASS_OPND_ADDR_SHARED && operand->suffix != 0;
    return spec->pos && operand->reg == SASS_RZ && (spec->no_rz || scaled);
}

// Of two results in predicates that the text may leave out, the second needs the first: alone it
// would read as the first.
static bool lacks_first(const struct sass_row *row, const struct sass_operand *operands, unsigned i)
{
    const struct sass_operand_spec *spec = &row->operands[i];
    return i > 0 && spec->dst && spec->optional && spec[-1].dst && spec[-1].optional &&
           spec->kind == spec[-1].kind &&
           (spec->kind == SASS_OPND_PRED || spec->kind == SASS_OPND_UPRED) &&
           operands[i].reg != SASS_PT && operands[i - 1].reg == SASS_PT;
}

// The field has room for two more than there are.
static bool is_no_scoreboard(const struct sass_operand *operand)
{
    return operand->kind == SASS_OPND_SCOREBOARD && operand->reg >= SASS_SCOREBOARDS;
}

static bool decode_row(struct sass_word word, const struct sass_row *row, struct sass_inst *inst)
{
    memset(inst, 0, sizeof *inst);
    inst->row = row;
    inst->guard = (uint8_t)sass_get_bits(word, POS_GUARD, 3);
    inst->guard_not = sass_get_bits(word, POS_GUARD + 3, 1);
    inst->control.stall = (uint8_t)sass_get_bits(word, 105, 4);
    inst->control.yield = !sass_get_bits(word, 109, 1);
    inst->control.write_barrier = (uint8_t)sass_get_bits(word, 110, 3);
    inst->control.read_barrier = (uint8_t)sass_get_bits(word, 113, 3);
    inst->control.wait_mask = (uint8_t)sass_get_bits(word, 116, 6);
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id; i++) {
        const struct sass_mod_spec *mod = &row->mods[i];
        inst->mods[i] = mod->width ? (uint8_t)sass_get_bits(word, mod->pos, mod->width) : 0;
        if (!mod->names[inst->mods[i]])
            return false;
    }
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        decode_operand(word, &row->operands[i], &inst->operands[i]);
        const struct sass_operand_spec *spec = &row->operands[i];
        if (spec->kind == SASS_OPND_SREG && !sass_sreg_name(inst->operands[i].reg))
            return false;
        if (spec->suffix.names && !spec->suffix.names[inst->operands[i].suffix])
            return false;
        if (is_no_scoreboard(&inst->operands[i]))
            return false;
        if (is_bad_rz(spec, &inst->operands[i]) || lacks_first(row, inst->operands, i))
            return false;
    }
    return true;
}

bool sass_decode(unsigned sm, struct sass_word word, struct sass_inst *inst)
{
    pthread_once(&index_once, build_index);
    unsigned arch = sass_arch_bit(sm);
    for (const struct pattern *p = buckets[word.lo & (OPCODES - 1)]; p; p = p->next) {
        if ((p->row->archs & arch) && (word.lo & p->mask.lo) == p->value.lo &&
            (word.hi & p->mask.hi) == p->value.hi && decode_row(word, p->row, inst))
            return true;
    }
    return false;
}

static void range_of(unsigned width, bool is_signed, int64_t *low, int64_t *high)
{
    if (width >= 63) {
        *low = INT64_MIN;
        *high = INT64_MAX;
        return;
    }
    // An immediate of full word width may be written either way: -1 or 0xffffffff.
    *low = is_signed || width == 32 ? -(INT64_C(1) << (width - 1)) : 0;
    *high = (INT64_C(1) << (is_signed && width != 32 ? width - 1 : width)) - 1;
}

static bool fits(int64_t value, unsigned width, bool is_signed)
{
    int64_t low, high;
    range_of(width, is_signed, &low, &high);
    return value >= low && value <= high;
}

static const char *encode_immediate(const struct sass_operand_spec *spec, unsigned pos,
                                    int64_t value, bool is_signed, struct sass_word *word)
{
    if (spec->scale > 1 && value % spec->scale)
        return "the number is not a multiple of what the field counts in";
    if (spec->scale > 1)
        value /= spec->scale;
    if (!fits(value, spec->width + spec->hwidth, is_signed))
        return "the number is out of range";
    sass_set_bits(word, pos, spec->width, (uint64_t)value);
    if (spec->hwidth)
        sass_set_bits(word, spec->hpos, spec->hwidth, (uint64_t)(value >> spec->width));
    return NULL;
}

// A group starts at a multiple of its size, rounded up to a power of two. The accumulators of an
// asynchronous tensor instruction are made of groups of 2 or 4.
static unsigned register_alignment(const struct sass_operand_spec *spec, unsigned regs)
{
    unsigned align = 1;
    while (align < (spec->count == SASS_COUNT_PER_N ? spec->regs : regs))
        align *= 2;
    return align;
}

static const char *check_alignment(unsigned reg, unsigned align)
{
    if (reg % align == 0)
        return NULL;
    return align == 2   ? "the register number must be even"
           : align == 4 ? "the register number must be a multiple of 4"
           : align == 8 ? "the register number must be a multiple of 8"
                        : "the register number must be a multiple of 16";
}

static const char *encode_register(const struct sass_inst *inst, unsigned i)
{
    const struct sass_operand *operand = &inst->operands[i];
    unsigned regs = sass_operand_regs(inst, i);
    bool uniform = operand->kind == SASS_OPND_UGPR;
    unsigned zero = uniform ? SASS_URZ : SASS_RZ;
    if (operand->reg == zero)
        return NULL;
    if (operand->reg + regs > zero)
        return "the register group runs past the last register";
    return check_alignment(operand->reg, register_alignment(&inst->row->operands[i], regs));
}

static const char *encode_uniform(struct sass_word *word, unsigned pos, unsigned reg, bool pair)
{
    if (reg > SASS_URZ)
        return "uniform registers are UR0 to UR62 and URZ";
    if (pair && reg != SASS_URZ && reg % 2)
        return "the uniform register number must be even";
    sass_set_bits(word, pos, 6, reg);
    return NULL;
}

// A bank's offset may be written either way: from its start or, in the upper half, from its end.
// With a register it has a sign.
static void const_range(const struct sass_operand_spec *spec, const struct sass_operand *operand,
                        int64_t *low, int64_t *high)
{
    bool has_register = spec->kind == SASS_OPND_CONST_UINDEX || operand->reg != SASS_RZ;
    range_of(spec->width, true, low, high);
    if (!has_register || !spec->is_signed)
        *high = (INT64_C(1) << spec->width) - 1;
}

static const char *encode_const(const struct sass_inst *inst, const struct sass_operand_spec *spec,
                                const struct sass_operand *operand, struct sass_word *word)
{
    unsigned size = 4;
    for (unsigned i = 0; i < SASS_MAX_MODS && inst->row->mods[i].id; i++) {
        if (inst->row->mods[i].id == SASS_MOD_SIZE)
            size = inst->mods[i] < SASS_SIZE_U16  ? 1
                   : inst->mods[i] < SASS_SIZE_32 ? 2
                                                  : 4 * regs_by_name(inst);
    }
    bool indexed = spec->kind == SASS_OPND_CONST_INDEX;
    int64_t low, high;
    if (operand->bank > 31)
        return "constant banks are 0 to 31";
    const_range(spec, operand, &low, &high);
    if (operand->imm < low || operand->imm > high)
        return "the constant offset is out of range";
    if (operand->imm % size)
        return "the constant offset is not aligned to the size of the access";
    sass_set_bits(word, spec->pos, spec->width, (uint64_t)operand->imm);
    if (spec->rpos)
        sass_set_bits(word, spec->rpos, 8, operand->reg);
    if (spec->kind == SASS_OPND_CONST_UGPR)
        return encode_uniform(word, spec->upos, operand->ureg, true);
    sass_set_bits(word, POS_CONST_BANK, 5, operand->bank);
    if (spec->kind == SASS_OPND_CONST_UINDEX)
        return encode_uniform(word, spec->upos, operand->ureg, false);
    if (indexed)
        sass_set_bits(word, POS_CONST_INDEX, 8, operand->reg);
    return NULL;
}

// Without a register the offset is an unsigned address in shared or local memory.
static bool has_signed_offset(const struct sass_operand_spec *spec,
                              const struct sass_operand *operand)
{
    bool has_register = operand->reg != SASS_RZ || (spec->upos && operand->ureg != SASS_URZ);
    return spec->is_signed && (has_register || operand->imm < 0 ||
                               (spec->kind == SASS_OPND_ADDR_GLOBAL && spec->width < 32));
}

static void address_range(const struct sass_operand_spec *spec, const struct sass_operand *operand,
                          int64_t *low, int64_t *high)
{
    range_of(spec->width, has_signed_offset(spec, operand), low, high);
    // Added to 64 bits, -1 and 0xffffffff are not the same.
    if (spec->width == 32 && has_signed_offset(spec, operand))
        *high = INT32_MAX;
}

static const char *encode_address(const struct sass_inst *inst, unsigned i, struct sass_word *word)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    const struct sass_operand *operand = &inst->operands[i];
    const char *error = NULL;
    if (spec->pos) {
        if ((spec->wide || spec->regs == 2) && operand->reg != SASS_RZ && operand->reg % 2)
            return "a 64-bit address must be an even register";
        if (spec->count && (error = encode_register(inst, i)))
            return error;
        sass_set_bits(word, spec->pos, 8, operand->reg);
    } else if (operand->reg != SASS_RZ) {
        return "this address takes no general register";
    }
    if (spec->dpos)
        error = encode_uniform(word, spec->dpos, operand->desc, true);
    if (spec->upos && !error)
        error =
            encode_uniform(word, spec->upos, operand->ureg, spec->kind == SASS_OPND_ADDR_GLOBAL);
    if (error)
        return error;
    if (!spec->opos)
        return operand->imm ? "this address takes no offset" : NULL;
    int64_t low, high;
    address_range(spec, operand, &low, &high);
    if (operand->imm < low || operand->imm > high)
        return "the number is out of range";
    return encode_immediate(spec, spec->opos, operand->imm, has_signed_offset(spec, operand), word);
}

static const char *encode_place(const struct sass_inst *inst, unsigned i, struct sass_word *word)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    const struct sass_operand *operand = &inst->operands[i];
    switch (spec->kind) {
    case SASS_OPND_GPR:
        sass_set_bits(word, spec->pos, 8, operand->reg);
        return encode_register(inst, i);
    case SASS_OPND_UGPR:
        if (operand->reg > SASS_URZ)
            return "uniform registers are UR0 to UR62 and URZ";
        sass_set_bits(word, spec->pos, 6, (unsigned)operand->reg - spec->ahead);
        return encode_register(inst, i);
    case SASS_OPND_SCOREBOARD:
        if (operand->reg >= SASS_SCOREBOARDS)
            return "scoreboards are SB0 to SB5";
        sass_set_bits(word, spec->pos, 3, operand->reg);
        return NULL;
    case SASS_OPND_PRED:
    case SASS_OPND_UPRED:
        if (operand->reg > SASS_PT)
            return "predicates are P0 to P6 and PT";
        sass_set_bits(word, spec->pos, 3, spec->inverted ? SASS_PT - operand->reg : operand->reg);
        return NULL;
    case SASS_OPND_BARRIER:
        if (operand->reg > 15)
            return "convergence barriers are B0 to B15";
        sass_set_bits(word, spec->pos, 4, operand->reg);
        return NULL;
    case SASS_OPND_SREG:
        sass_set_bits(word, spec->pos, spec->width, operand->reg);
        return NULL;
    case SASS_OPND_CONST:
    case SASS_OPND_CONST_INDEX:
    case SASS_OPND_CONST_UGPR:
    case SASS_OPND_CONST_UINDEX:
        return encode_const(inst, spec, operand, word);
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        return encode_address(inst, i, word);
    case SASS_OPND_NAME:
        return NULL;
    default:
        return encode_immediate(spec, spec->pos, operand->imm, spec->is_signed, word);
    }
}

// BAR prints the register that holds both its number and its count of threads twice, SYNCS.CAS
// both halves of a group of registers.
static bool is_contradiction(const struct sass_inst *inst, unsigned i)
{
    const struct sass_operand_spec *spec = inst->row->operands;
    bool is_register = spec[i].kind == SASS_OPND_GPR || spec[i].kind == SASS_OPND_UGPR;
    return i > 0 && is_register && spec[i - 1].kind == spec[i].kind &&
           spec[i].pos == spec[i - 1].pos &&
           inst->operands[i].reg != inst->operands[i - 1].reg + spec[i].ahead;
}

static const char *encode_operand(const struct sass_inst *inst, unsigned i, struct sass_word *word)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    const struct sass_operand *operand = &inst->operands[i];
    if (operand->kind != spec->kind)
        return "wrong kind of operand";
    if (is_bad_rz(spec, operand))
        return "RZ cannot stand here";
    if (lacks_first(inst->row, inst->operands, i))
        return "a second predicate result needs a first one";
    if (is_contradiction(inst, i))
        return spec->ahead ? "this register follows the group of the one before"
                           : "both registers are one field and must be the same";
    const char *error = encode_place(inst, i, word);
    if (error)
        return error;
    if ((operand->neg && !spec->neg) || (operand->abs && !spec->abs))
        return "this operand cannot be negated or made absolute";
    if (operand->reuse && !spec->reuse)
        return "this operand has no reuse flag";
    if (operand->suffix >> spec->suffix.width ||
        (spec->suffix.names && !spec->suffix.names[operand->suffix]))
        return "a suffix has no such value";
    if (spec->neg)
        sass_set_bits(word, spec->neg, 1, operand->neg);
    if (spec->abs)
        sass_set_bits(word, spec->abs, 1, operand->abs);
    if (spec->reuse)
        sass_set_bits(word, spec->reuse, 1, operand->reuse);
    if (spec->suffix.width)
        sass_set_bits(word, spec->suffix.pos, spec->suffix.width, operand->suffix);
    return NULL;
}

static bool has_result(const struct sass_row *row)
{
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        if (row->operands[i].dst)
            return true;
    }
    return false;
}

// Which barriers an instruction may set. Tensor and double-precision instructions carry them where
// their latency is not fixed; an encoder that refused them there would lose ptxas's older code.
// Without optimisation ptxas sets both on S2R too, which reads no register.
unsigned sass_row_barriers(const struct sass_row *row)
{
    switch (row->sched) {
    case SASS_SCHED_STORE:
    case SASS_SCHED_BAR:
        return SASS_SETS_READ;
    case SASS_SCHED_TEX:
        return SASS_SETS_READ | (has_result(row) ? SASS_SETS_WRITE : 0);
    case SASS_SCHED_LOAD:
    case SASS_SCHED_SREG:
    case SASS_SCHED_XU:
    case SASS_SCHED_FP64:
    case SASS_SCHED_MMA13:
    case SASS_SCHED_MMA16:
    case SASS_SCHED_MMA24:
    case SASS_SCHED_DMMA:
    case SASS_SCHED_R2UR:
        return SASS_SETS_WRITE | SASS_SETS_READ;
    default:
        return 0;
    }
}

bool sass_number_range(const struct sass_operand_spec *spec, const struct sass_operand *operand,
                       int64_t *low, int64_t *high)
{
    int64_t scale = spec->scale > 1 ? spec->scale : 1;
    switch (spec->kind) {
    case SASS_OPND_CONST:
    case SASS_OPND_CONST_UGPR:
    case SASS_OPND_CONST_UINDEX:
    case SASS_OPND_CONST_INDEX:
        const_range(spec, operand, low, high);
        break;
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        address_range(spec, operand, low, high);
        if (!spec->opos)
            *low = *high = 0;
        break;
    case SASS_OPND_IMM:
    case SASS_OPND_TARGET:
        range_of(spec->width + spec->hwidth, spec->is_signed, low, high);
        break;
    default:
        return false;
    }
    if (*low != INT64_MIN) {
        *low *= scale;
        *high *= scale;
    }
    return true;
}

// Where the flags have an effect, they share the encoding of the yield flag.
bool sass_has_reuse(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].reuse && !inst->row->operands[i].stray_reuse)
            return true;
    }
    return false;
}

const char *sass_encode(const struct sass_inst *inst, struct sass_word *word)
{
    int operand;
    return sass_encode_at(inst, word, &operand);
}

const char *sass_encode_at(const struct sass_inst *inst, struct sass_word *word, int *operand)
{
    const struct sass_row *row = inst->row;
    const struct sass_control *control = &inst->control;
    *operand = -1;
    *word = fixed_word(row);
    if (inst->guard > SASS_PT)
        return "predicates are P0 to P6 and PT";
    sass_set_bits(word, POS_GUARD, 3, inst->guard);
    sass_set_bits(word, POS_GUARD + 3, 1, inst->guard_not);
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id; i++) {
        const struct sass_mod_spec *mod = &row->mods[i];
        if (inst->mods[i] >> mod->width || !mod->names[inst->mods[i]])
            return "a modifier has no such value";
        sass_set_bits(word, mod->pos, mod->width, inst->mods[i]);
    }
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        const char *error = encode_operand(inst, i, word);
        if (error) {
            *operand = (int)i;
            return error;
        }
    }
    if (control->stall > 15 || control->wait_mask > 63 || control->write_barrier > 7 ||
        control->read_barrier > 7 || control->write_barrier == 6 || control->read_barrier == 6)
        return "a control field is out of range";
    // The legal values of bits [105:109] are 0, 1 to 15 with yield and 1 to 11 without.
    if (!control->yield && (control->stall == 0 || control->stall > 11))
        return "a stall of 0 or above 11 needs the yield flag";
    if (control->yield && sass_has_reuse(inst))
        return "reuse flags need an instruction without the yield flag";
    if (control->wait_mask && row->sched == SASS_SCHED_GMMA_WAIT)
        return "this instruction cannot wait for barriers";
    if (control->write_barrier != SASS_NO_BARRIER && !(sass_row_barriers(row) & SASS_SETS_WRITE))
        return "only an instruction of variable latency sets a write barrier";
    if (control->read_barrier != SASS_NO_BARRIER && !(sass_row_barriers(row) & SASS_SETS_READ))
        return "only an instruction that reads its sources late sets a read barrier";
    sass_set_bits(word, 105, 4, control->stall);
    sass_set_bits(word, 109, 1, !control->yield);
    sass_set_bits(word, 110, 3, control->write_barrier);
    sass_set_bits(word, 113, 3, control->read_barrier);
    sass_set_bits(word, 116, 6, control->wait_mask);
    return NULL;
}
