// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Words to decoded instructions and back, driven by the table.
#include "sass/isa.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { OPCODE_BITS = 12, OPCODES = 1 << OPCODE_BITS };
enum { POS_GUARD = 12, POS_UNIFORM = 91, POS_ADDRESS = 24, POS_ADDRESS_OFFSET = 40 };
enum { POS_CONST_BANK = 54, POS_TARGET_LOW = 16, SPLIT_TARGET_BITS = 56 };

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
    return row->sched == SASS_SCHED_ULDC;
}

unsigned sass_operand_regs(const struct sass_inst *inst, unsigned i)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    if (spec->kind == SASS_OPND_ADDR_GLOBAL)
        return 2;
    if (spec->kind != SASS_OPND_GPR && spec->kind != SASS_OPND_UGPR)
        return 1;
    if (spec->regs)
        return spec->regs;
    unsigned size = sass_inst_mod(inst, SASS_MOD_SIZE);
    return size == SASS_SIZE_64 ? 2 : size == SASS_SIZE_128 ? 4 : 1;
}

// Call `use(context, pos, width)` for every field of operand `spec`.
typedef void field_fn(void *context, unsigned pos, unsigned width);

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
        use(context, spec->pos, 3);
        break;
    case SASS_OPND_IMM:
    case SASS_OPND_SREG:
        use(context, spec->pos, spec->width);
        break;
    case SASS_OPND_CONST:
        use(context, spec->pos, spec->width);
        use(context, POS_CONST_BANK, 5);
        break;
    case SASS_OPND_ADDR_GLOBAL:
        use(context, POS_ADDRESS, 8);
        use(context, POS_ADDRESS_OFFSET, spec->width);
        use(context, spec->pos, 6);
        break;
    case SASS_OPND_ADDR_SHARED:
        use(context, POS_ADDRESS, 8);
        use(context, POS_ADDRESS_OFFSET, spec->width);
        break;
    case SASS_OPND_TARGET:
        use(context, spec->pos, 48);
        if (spec->width == SPLIT_TARGET_BITS)
            use(context, POS_TARGET_LOW, 8);
        break;
    default:
        break;
    }
    if (spec->neg)
        use(context, spec->neg, 1);
    if (spec->abs)
        use(context, spec->abs, 1);
    if (spec->reuse)
        use(context, spec->reuse, 1);
}

// What decode needs of a row: the bits that must match, and under which mask.
struct pattern {
    const struct sass_row *row;
    struct sass_word mask, value;
    struct pattern *next;
};

enum { MAX_ROWS = 1024 };
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
    for (size_t i = sass_row_count; i-- > 0;) {
        const struct sass_row *row = &sass_rows[i];
        struct pattern *p = &patterns[i];
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

static void decode_operand(struct sass_word word, const struct sass_operand_spec *spec,
                           struct sass_operand *operand)
{
    uint64_t raw;
    operand->kind = spec->kind;
    switch (spec->kind) {
    case SASS_OPND_GPR:
        operand->reg = (uint8_t)sass_get_bits(word, spec->pos, 8);
        break;
    case SASS_OPND_UGPR:
        operand->reg = (uint8_t)sass_get_bits(word, spec->pos, 6);
        break;
    case SASS_OPND_PRED:
        operand->reg = (uint8_t)sass_get_bits(word, spec->pos, 3);
        break;
    case SASS_OPND_SREG:
        operand->reg = (uint8_t)sass_get_bits(word, spec->pos, spec->width);
        break;
    case SASS_OPND_IMM:
        raw = sass_get_bits(word, spec->pos, spec->width);
        operand->imm = spec->is_signed ? sign_extend(raw, spec->width) : (int64_t)raw;
        break;
    case SASS_OPND_CONST:
        operand->imm = (int64_t)sass_get_bits(word, spec->pos, spec->width);
        operand->bank = (uint8_t)sass_get_bits(word, POS_CONST_BANK, 5);
        break;
    case SASS_OPND_ADDR_GLOBAL:
        operand->ureg = (uint8_t)sass_get_bits(word, spec->pos, 6);
        // fall through
    case SASS_OPND_ADDR_SHARED:
        operand->reg = (uint8_t)sass_get_bits(word, POS_ADDRESS, 8);
        raw = sass_get_bits(word, POS_ADDRESS_OFFSET, spec->width);
        operand->imm = sign_extend(raw, spec->width);
        break;
    case SASS_OPND_TARGET:
        raw = sass_get_bits(word, spec->pos, 48);
        if (spec->width == SPLIT_TARGET_BITS)
            raw = raw << 8 | sass_get_bits(word, POS_TARGET_LOW, 8);
        operand->imm = sign_extend(raw, spec->width) * 4;
        break;
    default:
        break;
    }
    operand->neg = spec->neg && sass_get_bits(word, spec->neg, 1);
    operand->abs = spec->abs && sass_get_bits(word, spec->abs, 1);
    operand->reuse = spec->reuse && sass_get_bits(word, spec->reuse, 1);
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
        inst->mods[i] = (uint8_t)sass_get_bits(word, mod->pos, mod->width);
        if (!mod->names[inst->mods[i]])
            return false;
    }
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        decode_operand(word, &row->operands[i], &inst->operands[i]);
        if (row->operands[i].kind == SASS_OPND_SREG && !sass_sreg_name(inst->operands[i].reg))
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

static bool fits(int64_t value, unsigned width, bool is_signed)
{
    // An immediate of full word width may be written either way: -1 or 0xffffffff.
    int64_t low = is_signed || width == 32 ? -(INT64_C(1) << (width - 1)) : 0;
    int64_t high = (INT64_C(1) << (is_signed && width != 32 ? width - 1 : width)) - 1;
    return value >= low && value <= high;
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
    if (operand->reg % regs)
        return regs == 2 ? "the register number must be even"
                         : "the register number must be a "
                           "multiple of 4";
    return NULL;
}

static const char *encode_operand(const struct sass_inst *inst, unsigned i, struct sass_word *word)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    const struct sass_operand *operand = &inst->operands[i];
    const char *error = NULL;
    if (operand->kind != spec->kind)
        return "wrong kind of operand";
    switch (spec->kind) {
    case SASS_OPND_GPR:
        error = encode_register(inst, i);
        sass_set_bits(word, spec->pos, 8, operand->reg);
        break;
    case SASS_OPND_UGPR:
        if (operand->reg > SASS_URZ)
            return "uniform registers are UR0 to UR62 and URZ";
        error = encode_register(inst, i);
        sass_set_bits(word, spec->pos, 6, operand->reg);
        break;
    case SASS_OPND_PRED:
        if (operand->reg > SASS_PT)
            return "predicates are P0 to P6 and PT";
        sass_set_bits(word, spec->pos, 3, operand->reg);
        break;
    case SASS_OPND_SREG:
        sass_set_bits(word, spec->pos, spec->width, operand->reg);
        break;
    case SASS_OPND_IMM:
        if (!fits(operand->imm, spec->width, spec->is_signed))
            return "the immediate is out of range";
        sass_set_bits(word, spec->pos, spec->width, (uint64_t)operand->imm);
        break;
    case SASS_OPND_CONST:
        if (operand->imm < 0 || operand->imm > 0xffff || operand->bank > 31)
            return "the constant is out of range (bank 0..31, offset below 65536)";
        if (operand->imm % (4 * (int64_t)sass_operand_regs(inst, 0)))
            return "the constant offset is not aligned to the size of the load";
        sass_set_bits(word, spec->pos, spec->width, (uint64_t)operand->imm);
        sass_set_bits(word, POS_CONST_BANK, 5, operand->bank);
        break;
    case SASS_OPND_ADDR_GLOBAL:
        if (operand->ureg > SASS_URZ || operand->ureg % 2 != (operand->ureg == SASS_URZ))
            return "the descriptor must be an even uniform register";
        if (operand->reg != SASS_RZ && operand->reg % 2)
            return "a 64-bit address must be an even register";
        sass_set_bits(word, spec->pos, 6, operand->ureg);
        // fall through
    case SASS_OPND_ADDR_SHARED:
        if (!fits(operand->imm, spec->width, operand->reg != SASS_RZ || operand->imm < 0))
            return "the address offset is out of range (24 bits, signed)";
        sass_set_bits(word, POS_ADDRESS, 8, operand->reg);
        sass_set_bits(word, POS_ADDRESS_OFFSET, spec->width, (uint64_t)operand->imm);
        break;
    case SASS_OPND_TARGET:
        if (operand->imm % 4 || !fits(operand->imm / 4, spec->width, true))
            return "the branch target is out of range";
        if (spec->width == SPLIT_TARGET_BITS) {
            sass_set_bits(word, POS_TARGET_LOW, 8, (uint64_t)(operand->imm / 4));
            sass_set_bits(word, spec->pos, 48, (uint64_t)(operand->imm / 4) >> 8);
        } else {
            sass_set_bits(word, spec->pos, 48, (uint64_t)(operand->imm / 4));
        }
        break;
    default:
        return "unknown kind of operand";
    }
    if (error)
        return error;
    if ((operand->neg && !spec->neg) || (operand->abs && !spec->abs))
        return "this operand cannot be negated or made absolute";
    if (operand->reuse && !spec->reuse)
        return "this operand has no reuse flag";
    if (spec->neg)
        sass_set_bits(word, spec->neg, 1, operand->neg);
    if (spec->abs)
        sass_set_bits(word, spec->abs, 1, operand->abs);
    if (spec->reuse)
        sass_set_bits(word, spec->reuse, 1, operand->reuse);
    return NULL;
}

const char *sass_encode(const struct sass_inst *inst, struct sass_word *word)
{
    const struct sass_row *row = inst->row;
    const struct sass_control *control = &inst->control;
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
        if (error)
            return error;
    }
    if (control->stall > 15 || control->wait_mask > 63 || control->write_barrier > 7 ||
        control->read_barrier > 7)
        return "a control field is out of range";
    // The legal values of bits [105:109] are 0, 1 to 15 with yield and 1 to 11 without.
    if (!control->yield && (control->stall == 0 || control->stall > 11))
        return "a stall of 0 or above 11 needs the yield flag";
    if (control->yield && sass_get_bits(*word, 122, 3))
        return "reuse flags need an instruction without the yield flag";
    if (control->write_barrier != SASS_NO_BARRIER && row->sched != SASS_SCHED_LOAD &&
        row->sched != SASS_SCHED_SREG)
        return "only an instruction of variable latency sets a write barrier";
    if (control->read_barrier != SASS_NO_BARRIER && row->sched != SASS_SCHED_LOAD &&
        row->sched != SASS_SCHED_STORE)
        return "only an instruction that reads its sources late sets a read barrier";
    sass_set_bits(word, 105, 4, control->stall);
    sass_set_bits(word, 109, 1, !control->yield);
    sass_set_bits(word, 110, 3, control->write_barrier);
    sass_set_bits(word, 113, 3, control->read_barrier);
    sass_set_bits(word, 116, 6, control->wait_mask);
    return NULL;
}
