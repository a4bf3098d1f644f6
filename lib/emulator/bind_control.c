// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of control flow and of barriers.
#include "emulator/bind.h"

#include <string.h>

static void bind_nop(struct binder *b)
{
    b->exec = EXEC_nop;
}

// Instructions that only matter for other grids, for counters and for time.
static void bind_nop_operands(struct binder *b)
{
    for (unsigned i = 0; i < bind_count(b); i++)
        bind_operand(b, i);
    b->exec = EXEC_nop;
}

// The predicate besides the guard.
static void bind_also(struct binder *b)
{
    bind_pred_source(b, 0, &b->info->s, &b->info->s_flip);
}

// EXIT; and KILL, whose lanes a graphics shader may still use as helpers, which no kernel does.
static void bind_exit(struct binder *b)
{
    bind_also(b);
    bind_mod_at(b, 86); // .NO_ATEXIT: there are no handlers
    b->exec = EXEC_exit;
}

static bool bind_target(struct binder *b, unsigned i)
{
    int64_t words = (int64_t)b->kernel->source->words;
    int64_t offset = bind_operand(b, i)->imm;
    int64_t target = (int64_t)b->index + 1 + offset / SASS_WORD_BYTES;
    if (offset % SASS_WORD_BYTES || target < 0 || target > words) {
        b->reason = "the branch target is no instruction of the kernel";
        return false;
    }
    b->info->target = &b->kernel->uops[target];
    return true;
}

// .U, .DIV and .CONV make the branch one of the whole warp, and the guard a part of its condition.
static void bind_bra_warp(struct binder *b, unsigned kind)
{
    enum { UNANIMOUS = 1, DIVERGED = 2 };
    struct uop_info *info = b->info;
    info->t = info->s;
    info->t_flip = info->s_flip;
    info->s = info->guard;
    info->s_flip = info->guard_flip;
    info->guard = PRED_PT;
    info->guard_flip = 0;
    if (kind == UNANIMOUS)
        info->v[0] = bind_mod_at(b, 84) ? BRA_ANY : BRA_ALL;
    else
        info->v[0] = kind == DIVERGED ? BRA_DIVERGED : BRA_CONVERGED;
    b->exec = EXEC_bra_warp;
}

// What BRA and JMP have besides their target: a predicate, one that is uniform, a mask of lanes.
static void bind_branch(struct binder *b)
{
    unsigned lanes = bind_find(b, SASS_OPND_UGPR, false);
    unsigned uniform = bind_find(b, SASS_OPND_UPRED, false);
    unsigned kind = bind_mod_at(b, 32);
    bind_also(b);
    b->info->q = PRED_PT;
    if (uniform < bind_count(b)) {
        uint32_t flip;
        bind_pred_source(b, uniform, &b->info->q, &flip);
        b->info->v[1] = flip;
    }
    if (lanes < bind_count(b)) {
        b->uop->a = bind_source(b, lanes);
        b->info->xor_a = bind_neg(b, lanes) ? UINT32_MAX : 0;
    } else {
        b->uop->a = bind_immediate(b, UINT32_MAX);
    }
    if (kind)
        bind_bra_warp(b, kind);
    else
        b->exec = EXEC_bra_pred;
    bool always = b->info->s == PRED_PT && !b->info->s_flip && b->info->q == PRED_PT;
    if (!kind && always && !b->info->v[1])
        b->exec = EXEC_bra;
}

static void bind_bra(struct binder *b)
{
    if (bind_target(b, bind_find(b, SASS_OPND_TARGET, false)))
        bind_branch(b);
}

// Indirect branches, jumps, calls and returns: v[0] tells that the address is relative to the next
// instruction.
static void bind_jump(struct binder *b, bool is_relative)
{
    unsigned last = bind_count(b) - 1;
    bind_also(b);
    if (bind_operand(b, last)->kind == SASS_OPND_CONST) {
        b->uop->a = bind_source64(b, last);
    } else {
        bool has_base = last == 2 && b->inst->row->op != SASS_OP_JMP;
        b->uop->a = has_base ? bind_source(b, 1) : ROW_ZERO;
        b->info->offset = bind_operand(b, last)->imm;
    }
    b->info->v[0] = is_relative;
    b->exec = EXEC_jump;
}

static void bind_brx(struct binder *b)
{
    bind_jump(b, true);
}

static void bind_jmx(struct binder *b)
{
    bind_jump(b, false);
}

static void bind_jmp(struct binder *b)
{
    const struct sass_operand *address = bind_operand(b, bind_count(b) - 1);
    if (address->kind == SASS_OPND_IMM)
        b->info->target = kernel_code_at(b->kernel, (uint64_t)address->imm);
    if (b->info->target)
        bind_branch(b);
    else
        bind_jump(b, false); // a wild address is told when it is jumped to
}

static void bind_call(struct binder *b)
{
    bind_jump(b, b->inst->row->op == SASS_OP_CALL);
    b->info->add = bind_mod_at(b, 86) ? 0 : 1; // .NOINC
}

static void bind_ret(struct binder *b)
{
    bind_jump(b, b->inst->row->op == SASS_OP_RET);
    b->info->add = bind_mod_at(b, 86) ? 0 : UINT32_MAX; // .NODEC
}

// The address of the instruction itself, or one relative to the next.
static void bind_lepc(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->offset = bind_count(b) > 1 ? bind_operand(b, 1)->imm + SASS_WORD_BYTES : 0;
    b->info->v[0] = b->inst->row->op == SASS_OP_ULEPC;
    b->exec = EXEC_lepc;
}

static void bind_rpcmov(struct binder *b)
{
    bool from = b->inst->row->operands[1].kind == SASS_OPND_NAME;
    unsigned name = from ? 1 : 0;
    bind_operand(b, name);
    b->info->hi = (uint8_t)bind_suffix(b, name);
    if (from)
        b->uop->d = bind_destination(b, 0);
    else
        b->uop->a = bind_source(b, 1);
    b->exec = from ? EXEC_rpcmov_from : EXEC_rpcmov_to;
}

// BSSY, BSYNC, BREAK. The target of BSSY is where its BSYNC goes on: behind it.
static void bind_barrier(struct binder *b, enum exec_id exec)
{
    bind_also(b);
    b->info->barrier = bind_operand(b, 1)->reg;
    if (exec == EXEC_bssy)
        bind_operand(b, 2);
    b->exec = exec;
}

static void bind_bssy(struct binder *b)
{
    bind_barrier(b, EXEC_bssy);
}

static void bind_bsync(struct binder *b)
{
    bind_barrier(b, EXEC_bsync);
}

static void bind_break(struct binder *b)
{
    bind_barrier(b, EXEC_break);
}

// Besides the barriers BMOV reaches state of the warp, most of which no kernel has a use for.
static void bind_bmov_state(struct binder *b, unsigned i, bool from)
{
    enum { MEXITED = 24, MACTIVE = 26, API_CALL_DEPTH = 29 };
    unsigned state = bind_suffix(b, i);
    b->info->v[0] = state == MEXITED   ? STATE_MEXITED
                    : state == MACTIVE ? STATE_MACTIVE
                                       : STATE_CALL_DEPTH;
    if (state != API_CALL_DEPTH && !(from && (state == MEXITED || state == MACTIVE)))
        b->reason = "this state of a warp has no executor";
    b->exec = from ? EXEC_bmov_state : EXEC_bmov_depth;
}

static void bind_bmov(struct binder *b)
{
    bool between = b->inst->row->operands[0].kind == SASS_OPND_BARRIER &&
                   b->inst->row->operands[1].kind == SASS_OPND_BARRIER;
    if (between) {
        b->info->barrier = bind_operand(b, 0)->reg;
        b->info->v[1] = bind_operand(b, 1)->reg;
        b->info->v[0] = strcmp(b->inst->row->mnemonic, "BMOV.32.CLEAR") == 0;
        b->exec = EXEC_bmov_between;
        return;
    }
    bool to = b->inst->row->operands[0].dst && b->inst->row->operands[0].kind != SASS_OPND_GPR;
    unsigned i = to ? 0 : 1;
    const struct sass_operand *operand = bind_operand(b, i);
    if (to)
        b->uop->a = bind_source(b, 1);
    else
        b->uop->d = bind_destination(b, 0);
    if (operand->kind == SASS_OPND_NAME) {
        bind_bmov_state(b, i, !to);
        return;
    }
    b->info->barrier = operand->reg;
    if (!to)
        b->info->v[0] = bind_mod_at(b, 84); // .CLEAR
    b->exec = to ? EXEC_bmov_to : EXEC_bmov_from;
}

// v[0]: lanes go on apart from those with another mask. The target of .COLLECTIVE is behind the
// ENDCOLLECTIVE that its lanes run into.
static void bind_warpsync(struct binder *b)
{
    unsigned target = bind_find(b, SASS_OPND_TARGET, false);
    bool has_mask = bind_count(b) > 1 && target != 1;
    bind_also(b);
    b->uop->a = has_mask ? bind_source(b, 1) : bind_immediate(b, UINT32_MAX);
    b->info->v[0] = bind_mod(b, SASS_MOD_OTHER); // .EXCLUSIVE
    if (target < bind_count(b)) {
        bind_operand(b, target);
        b->info->v[0] = 1;
    }
    b->exec = EXEC_warpsync;
}

static void bind_endcollective(struct binder *b)
{
    b->exec = EXEC_endcollective;
}

static void bind_yield(struct binder *b)
{
    b->exec = EXEC_yield;
}

// For how long, and what ends it early, is a matter of time.
static void bind_nanosleep(struct binder *b)
{
    bind_operand(b, 1);
    bind_mod_at(b, 84);
    bind_mod_at(b, 85);
    bind_mod_at(b, 86);
    b->info->v[0] = 1;
    b->exec = EXEC_yield;
}

static void bind_bpt(struct binder *b)
{
    bind_operand(b, 0);
    bind_mod_at(b, 84);
    b->exec = EXEC_trap;
}

// The number and the count of threads are immediates or registers; one register may hold both.
static void bind_bar_with(struct binder *b, bool waits)
{
    enum { BOTH_SHIFT = 16 };
    b->uop->a = bind_source(b, 0);
    b->uop->b = bind_source(b, 1);
    b->info->v[0] = waits;
    bool both =
        bind_operand(b, 0)->kind == SASS_OPND_GPR && bind_operand(b, 1)->kind == SASS_OPND_GPR;
    b->info->v[2] = both ? BOTH_SHIFT : 0;
    bind_mod(b, SASS_MOD_BAR); // told by the operation
    b->exec = EXEC_bar;
}

static void bind_bar(struct binder *b)
{
    bind_bar_with(b, true);
}

static void bind_bar_arv(struct binder *b)
{
    bind_bar_with(b, false);
}

static void bind_bar_red(struct binder *b)
{
    bind_bar_with(b, true);
    bind_pred_source(b, 2, &b->info->s, &b->info->s_flip);
    b->info->v[1] = REDUCE_POPC + bind_mod_at(b, 74);
}

static void bind_bar_scan(struct binder *b)
{
    b->reason = "BAR.SCAN, whose result is nowhere documented, has no executor";
}

// Taken for a barrier of its own that all warps wait at: PTX has none that would tell.
static void bind_bar_syncall(struct binder *b)
{
    b->info->v[0] = b->info->v[3] = 1;
    b->exec = EXEC_bar;
}

static void bind_b2r(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->barrier = (uint32_t)bind_operand(b, 1)->imm;
    b->exec = EXEC_b2r;
}

static void bind_b2r_result(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    b->info->p = bind_pred_destination(b, 1);
    b->exec = EXEC_b2r_result;
}

static void bind_b2r_warp(struct binder *b)
{
    b->reason = "B2R.WARP, whose result is nowhere documented, has no executor";
}

const struct binding bind_control[] = {
    {SASS_OP_NOP, bind_nop},
    {SASS_OP_EXIT, bind_exit},
    {SASS_OP_KILL, bind_exit},
    {SASS_OP_BRA, bind_bra},
    {SASS_OP_BRX, bind_brx},
    {SASS_OP_BRXU, bind_brx},
    {SASS_OP_JMP, bind_jmp},
    {SASS_OP_JMX, bind_jmx},
    {SASS_OP_JMXU, bind_jmx},
    {SASS_OP_CALL, bind_call},
    {SASS_OP_CALL_ABS, bind_call},
    {SASS_OP_RET, bind_ret},
    {SASS_OP_RET_ABS, bind_ret},
    {SASS_OP_LEPC, bind_lepc},
    {SASS_OP_ULEPC, bind_lepc},
    {SASS_OP_RPCMOV, bind_rpcmov},
    {SASS_OP_BSSY, bind_bssy},
    {SASS_OP_BSYNC, bind_bsync},
    {SASS_OP_BREAK, bind_break},
    {SASS_OP_BMOV, bind_bmov},
    {SASS_OP_WARPSYNC, bind_warpsync},
    {SASS_OP_ENDCOLLECTIVE, bind_endcollective},
    {SASS_OP_YIELD, bind_yield},
    {SASS_OP_NANOSLEEP, bind_nanosleep},
    {SASS_OP_BPT, bind_bpt},
    {SASS_OP_PMTRIG, bind_nop_operands},
    {SASS_OP_PREEXIT, bind_nop_operands},
    {SASS_OP_ACQBULK, bind_nop_operands},
    {SASS_OP_BAR, bind_bar},
    {SASS_OP_BAR_ARV, bind_bar_arv},
    {SASS_OP_BAR_RED, bind_bar_red},
    {SASS_OP_BAR_SCAN, bind_bar_scan},
    {SASS_OP_BAR_SYNCALL, bind_bar_syncall},
    {SASS_OP_B2R, bind_b2r},
    {SASS_OP_B2R_RESULT, bind_b2r_result},
    {SASS_OP_B2R_WARP, bind_b2r_warp},
    {SASS_OP_NOP, NULL},
};
