// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/bind.h"

#define SIGN UINT32_C(0x80000000)

static unsigned mod(const struct binder *binder, enum sass_mod_id id)
{
    return sass_inst_mod(binder->inst, id);
}

static const struct sass_operand *operand(const struct binder *binder, unsigned i)
{
    return &binder->inst->operands[i];
}

static uint8_t pred_destination(const struct binder *binder, unsigned i)
{
    uint8_t reg = operand(binder, i)->reg;
    return reg == PRED_PT ? PRED_SCRATCH : reg;
}

static void pred_source(uint8_t *predicate, uint32_t *flip, const struct sass_operand *from)
{
    *predicate = from->reg;
    *flip = from->neg ? UINT32_MAX : 0;
}

static void bind_nop(struct binder *b)
{
    b->exec = EXEC_nop;
}

// Index of the first operand of a kind that is written or read, as asked.
static unsigned find_operand(const struct binder *b, enum sass_operand_kind kind, bool dst)
{
    unsigned i = 0;
    while (i + 1 < sass_row_operands(b->inst->row) &&
           (b->inst->row->operands[i].kind != kind || b->inst->row->operands[i].dst != dst))
        i++;
    return i;
}

// Predicate operands that an executor does not look at must say nothing: PT, or PT inverted where
// that is what the text leaves out.
static void refuse_predicates(struct binder *b)
{
    for (unsigned i = 0; i < sass_row_operands(b->inst->row); i++) {
        const struct sass_operand *o = operand(b, i);
        bool is_predicate = o->kind == SASS_OPND_PRED || o->kind == SASS_OPND_UPRED;
        if (is_predicate && (o->reg != PRED_PT || o->neg != b->inst->row->operands[i].default_not))
            b->reason = "a predicate of this instruction has no executor";
    }
}

static void bind_exit(struct binder *b)
{
    refuse_predicates(b);
    b->exec = EXEC_exit;
}

static void bind_bra(struct binder *b)
{
    int64_t words = (int64_t)b->kernel->source->words;
    int64_t offset = operand(b, find_operand(b, SASS_OPND_TARGET, false))->imm;
    int64_t target = (int64_t)b->index + 1 + offset / SASS_WORD_BYTES;
    if (offset % SASS_WORD_BYTES || target < 0 || target > words) {
        b->reason = "the branch target is no instruction of the kernel";
        return;
    }
    refuse_predicates(b);
    b->info->target = &b->kernel->uops[target];
    b->exec = EXEC_bra;
}

static void bind_bar(struct binder *b)
{
    if (operand(b, 0)->kind != SASS_OPND_IMM || operand(b, 1)->kind != SASS_OPND_IMM)
        b->reason = "a barrier number or thread count in a register has no executor";
    b->info->barrier = (uint32_t)operand(b, 0)->imm;
    b->info->threads = (uint32_t)operand(b, 1)->imm;
    b->exec = EXEC_bar;
}

static void bind_s2r(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->sreg = operand(b, 1)->reg;
    b->info->hi = sass_operand_regs(b->inst, 0) == 2;
    b->exec = EXEC_s2r;
}

static void bind_move(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->exec = EXEC_mov;
}

static void bind_mov(struct binder *b)
{
    enum { ALL_LANES = 15 };
    if (operand(b, 2)->imm != ALL_LANES)
        b->reason = "a move of some lanes has no executor";
    bind_move(b);
}

// Uniform: the guard is a uniform predicate, and nothing that is known writes one.
static void bind_uldc(struct binder *b)
{
    if (b->info->guard != PRED_PT) {
        b->reason = "a uniform predicate as guard has no executor";
        return;
    }
    bind_move(b);
    if (sass_operand_regs(b->inst, 0) == 2)
        b->exec = EXEC_mov_pair;
}

static void bind_sel(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    pred_source(&b->info->s, &b->info->s_flip, operand(b, 3));
    b->exec = EXEC_sel;
}

static void bind_iadd3_sources(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->p = pred_destination(b, 1);
    b->info->q = pred_destination(b, 2);
    b->uop->a = bind_source(b, 3);
    b->uop->b = bind_source(b, 4);
    b->uop->c = bind_source(b, 5);
    b->info->xor_a = operand(b, 3)->neg ? UINT32_MAX : 0;
    b->info->xor_b = operand(b, 4)->neg ? UINT32_MAX : 0;
    b->info->xor_c = operand(b, 5)->neg ? UINT32_MAX : 0;
}

static void bind_iadd3(struct binder *b)
{
    bind_iadd3_sources(b);
    b->info->add = operand(b, 3)->neg + operand(b, 4)->neg + operand(b, 5)->neg;
    b->info->s = b->info->t = PRED_PT;
    b->info->s_flip = b->info->t_flip = UINT32_MAX;
    bool carries = b->info->p != PRED_SCRATCH || b->info->q != PRED_SCRATCH;
    b->exec = carries ? EXEC_iadd3_carry : EXEC_iadd3;
}

static void bind_iadd3_x(struct binder *b)
{
    bind_iadd3_sources(b);
    pred_source(&b->info->s, &b->info->s_flip, operand(b, 6));
    pred_source(&b->info->t, &b->info->t_flip, operand(b, 7));
    b->exec = EXEC_iadd3_carry;
}

static void bind_imad(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    b->info->xor_c = operand(b, 3)->neg ? UINT32_MAX : 0;
    b->info->add = operand(b, 3)->neg;
    b->exec = EXEC_imad;
}

static void bind_imad_wide(struct binder *b)
{
    bool is_signed = mod(b, SASS_MOD_SIGNED);
    if (operand(b, 4)->neg || operand(b, 4)->kind != SASS_OPND_GPR)
        b->reason = "this addend of IMAD.WIDE has no executor";
    b->uop->d = bind_destination(b, 0);
    b->info->p = pred_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    b->uop->c = bind_source(b, 4);
    b->info->is_signed = is_signed;
    if (b->info->p != PRED_SCRATCH)
        b->exec = EXEC_imad_wide_carry;
    else
        b->exec = is_signed ? EXEC_imad_wide : EXEC_imad_wide_u32;
}

static void bind_isetp(struct binder *b)
{
    b->info->p = pred_destination(b, 0);
    b->info->q = pred_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    pred_source(&b->info->s, &b->info->s_flip, operand(b, 4));
    b->info->cmp = (uint8_t)mod(b, SASS_MOD_CMP);
    b->info->bool_op = (uint8_t)mod(b, SASS_MOD_BOOL);
    b->info->xor_a = mod(b, SASS_MOD_SIGNED) ? SIGN : 0;
    b->exec = EXEC_isetp;
}

static void bind_lop3(struct binder *b)
{
    enum { AND = 0xc0, OR = 0xfc, XOR = 0x3c };
    unsigned table = (unsigned)operand(b, 5)->imm;
    b->info->p = pred_destination(b, 0);
    b->uop->d = bind_destination(b, 1);
    b->uop->a = bind_source(b, 2);
    b->uop->b = bind_source(b, 3);
    b->uop->c = bind_source(b, 4);
    pred_source(&b->info->s, &b->info->s_flip, operand(b, 6));
    // Bit 4a + 2b + c of the table is the result for the bits a, b, c.
    for (unsigned k = 0; k < 4; k++) {
        bool zero = table >> (2 * k) & 1, one = table >> (2 * k + 1) & 1;
        b->info->lut[2 * k] = zero ? UINT32_MAX : 0;
        b->info->lut[2 * k + 1] = zero != one ? UINT32_MAX : 0;
    }
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
    unsigned type = mod(b, SASS_MOD_TYPE);
    uint32_t width = type <= U64 ? 64 : 32;
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->uop->b = bind_source(b, 2);
    b->uop->c = bind_source(b, 3);
    b->info->hi = (uint8_t)mod(b, SASS_MOD_HI);
    b->info->wrap = mod(b, SASS_MOD_WRAP) ? width - 1 : UINT32_MAX;
    b->info->clamp = width;
    if (!mod(b, SASS_MOD_DIR))
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
    info->and_a = operand(b, 1)->abs ? ~SIGN : UINT32_MAX;
    info->and_b = operand(b, 2)->abs ? ~SIGN : UINT32_MAX;
    info->xor_a = operand(b, 1)->neg ? SIGN : 0;
    info->xor_b = operand(b, 2)->neg ? SIGN : 0;
    if (sources == 3 && operand(b, 3)->abs)
        b->reason = "the absolute value of this operand has no executor";
    if (sources == 3) {
        b->uop->c = bind_source(b, 3);
        info->xor_c = operand(b, 3)->neg ? SIGN : 0;
    }
    info->ftz = (uint8_t)mod(b, SASS_MOD_FTZ);
    info->rnd = (uint8_t)mod(b, SASS_MOD_RND);
    info->sat = (uint8_t)mod(b, SASS_MOD_SAT);
    bool any = info->ftz || info->sat || info->xor_a || info->xor_b || info->xor_c ||
               info->and_a != UINT32_MAX || info->and_b != UINT32_MAX;
    b->exec = info->rnd ? rounded : any ? modified : plain;
}

static void bind_fadd(struct binder *b)
{
    bind_float(b, 2, EXEC_fadd, EXEC_fadd_mod, EXEC_fadd_round);
}

static void bind_fmul(struct binder *b)
{
    bind_float(b, 2, EXEC_fmul, EXEC_fmul_mod, EXEC_fmul_round);
}

static void bind_ffma(struct binder *b)
{
    bind_float(b, 3, EXEC_ffma, EXEC_ffma_mod, EXEC_ffma_round);
}

// Executors of loads and stores follow each other in exec.def by size.
static void bind_load(struct binder *b, enum exec_id first, unsigned address)
{
    refuse_predicates(b);
    b->uop->d = bind_destination(b, find_operand(b, SASS_OPND_GPR, true));
    b->uop->a = bind_source(b, address);
    b->info->offset = operand(b, address)->imm;
    b->exec = first + mod(b, SASS_MOD_SIZE);
}

static void bind_store(struct binder *b, enum exec_id first, unsigned address)
{
    static const uint8_t steps[] = {0, 0, 1, 1, 2, 3, 4}; // signedness does not matter
    refuse_predicates(b);
    b->uop->a = bind_source(b, address);
    b->uop->d = bind_source(b, find_operand(b, SASS_OPND_GPR, false));
    b->info->offset = operand(b, address)->imm;
    b->exec = first + steps[mod(b, SASS_MOD_SIZE)];
}

static void bind_ldg(struct binder *b)
{
    unsigned address = find_operand(b, SASS_OPND_ADDR_GLOBAL, false);
    b->info->address64 = sass_operand_regs(b->inst, address) == 2;
    bind_load(b, EXEC_ldg_u8, address);
}

static void bind_stg(struct binder *b)
{
    unsigned address = find_operand(b, SASS_OPND_ADDR_GLOBAL, false);
    b->info->address64 = sass_operand_regs(b->inst, address) == 2;
    bind_store(b, EXEC_stg_8, address);
}

static void bind_lds(struct binder *b)
{
    bind_load(b, EXEC_lds_u8, find_operand(b, SASS_OPND_ADDR_SHARED, false));
}

static void bind_sts(struct binder *b)
{
    bind_store(b, EXEC_sts_8, find_operand(b, SASS_OPND_ADDR_SHARED, false));
}

static void (*const binders[SASS_OP_COUNT])(struct binder *) = {
    [SASS_OP_NOP] = bind_nop,     [SASS_OP_EXIT] = bind_exit,
    [SASS_OP_BRA] = bind_bra,     [SASS_OP_BAR] = bind_bar,
    [SASS_OP_S2R] = bind_s2r,     [SASS_OP_CS2R] = bind_s2r,
    [SASS_OP_MOV] = bind_mov,     [SASS_OP_SEL] = bind_sel,
    [SASS_OP_IADD3] = bind_iadd3, [SASS_OP_IADD3_X] = bind_iadd3_x,
    [SASS_OP_IMAD] = bind_imad,   [SASS_OP_IMAD_WIDE] = bind_imad_wide,
    [SASS_OP_ISETP] = bind_isetp, [SASS_OP_LOP3] = bind_lop3,
    [SASS_OP_SHF] = bind_shf,     [SASS_OP_FADD] = bind_fadd,
    [SASS_OP_FMUL] = bind_fmul,   [SASS_OP_FFMA] = bind_ffma,
    [SASS_OP_ULDC] = bind_uldc,   [SASS_OP_LDG] = bind_ldg,
    [SASS_OP_STG] = bind_stg,     [SASS_OP_LDS] = bind_lds,
    [SASS_OP_STS] = bind_sts,
};

// Modifiers whose every value the executors honour, or that have no effect on values.
static bool is_honoured(unsigned id)
{
    switch (id) {
    case SASS_MOD_FTZ:
    case SASS_MOD_RND:
    case SASS_MOD_SAT:
    case SASS_MOD_CMP:
    case SASS_MOD_BOOL:
    case SASS_MOD_SIGNED:
    case SASS_MOD_SIZE:
    case SASS_MOD_E:
    case SASS_MOD_CACHE:
    case SASS_MOD_DIR:
    case SASS_MOD_WRAP:
    case SASS_MOD_TYPE:
    case SASS_MOD_HI:
    case SASS_MOD_BAR:
    case SASS_MOD_DEFER:
    case SASS_MOD_EVICT:
    case SASS_MOD_PREFETCH:
        return true;
    default:
        return false;
    }
}

// What the table can express and no executor does; NULL where there is nothing of the kind.
static const char *unsupported(const struct sass_inst *inst)
{
    const struct sass_row *row = inst->row;
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id != SASS_MOD_NONE; i++) {
        if (!is_honoured(row->mods[i].id) && row->mods[i].names[inst->mods[i]][0])
            return "a modifier of this instruction has no executor";
    }
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        const struct sass_operand_spec *spec = &row->operands[i];
        bool suffix = spec->suffix.names && spec->suffix.names[inst->operands[i].suffix][0];
        if (suffix || spec->upos)
            return "an operand of this form has no executor";
    }
    return NULL;
}

void bind_instruction(struct binder *binder)
{
    unsigned op = binder->inst->row->op;
    binder->reason = unsupported(binder->inst);
    if (op >= SASS_OP_COUNT || !binders[op])
        binder->reason = "the instruction has no executor";
    else if (!binder->reason)
        binders[op](binder);
}
