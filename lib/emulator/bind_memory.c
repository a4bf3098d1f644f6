// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of generic, local and matrix accesses, asynchronous copies, and fences.
#include "emulator/access_lane.h"
#include "emulator/bind.h"

// The one address operand of an instruction.
static unsigned address_operand(struct binder *b)
{
    unsigned global = bind_find(b, SASS_OPND_ADDR_GLOBAL, false);
    return global < bind_count(b) ? global : bind_find(b, SASS_OPND_ADDR_SHARED, false);
}

static void bind_lane_load(struct binder *b, enum exec_id exec)
{
    b->kernel->uses_local = true;
    b->uop->d = bind_destination(b, bind_find(b, SASS_OPND_GPR, true));
    bind_address(b, address_operand(b));
    b->info->v[0] = bind_mod(b, SASS_MOD_SIZE);
    b->info->v[1] = bind_is_strong(b);
    b->exec = exec;
}

static void bind_lane_store(struct binder *b, enum exec_id exec)
{
    b->kernel->uses_local = true;
    b->uop->d = bind_source(b, bind_find(b, SASS_OPND_GPR, false));
    bind_address(b, address_operand(b));
    b->info->v[0] = bind_mod(b, SASS_MOD_SIZE);
    b->info->v[1] = bind_is_strong(b);
    b->exec = exec;
}

static void bind_ld(struct binder *b)
{
    bind_lane_load(b, EXEC_ld);
}

static void bind_st(struct binder *b)
{
    bind_lane_store(b, EXEC_st);
}

static void bind_ldl(struct binder *b)
{
    bind_lane_load(b, EXEC_ldl);
}

static void bind_stl(struct binder *b)
{
    bind_lane_store(b, EXEC_stl);
}

static void bind_qspc(struct binder *b)
{
    enum { OTHER_SHARED = SPACE_LOCAL + 1, SPACES = 4, SPACE_BIT = 73 };
    static const uint8_t spaces[SPACES] = {SPACE_GLOBAL, SPACE_LOCAL, SPACE_SHARED, OTHER_SHARED};
    b->info->p = bind_pred_destination(b, 0);
    if (bind_operand(b, 1)->reg != SASS_RZ)
        b->reason = "the result in a register has no executor";
    bind_address(b, 2);
    b->info->v[0] = spaces[bind_mod_at(b, SPACE_BIT)];
    b->exec = EXEC_qspc;
}

static void bind_matrices(struct binder *b, enum exec_id exec)
{
    static const uint8_t counts[] = {1, 2, 4, 0};
    bind_address(b, address_operand(b));
    b->info->v[0] = counts[bind_mod(b, SASS_MOD_MATRICES)];
    b->info->v[1] = bind_mod(b, SASS_MOD_OTHER); // .MT88
    b->exec = exec;
}

static void bind_ldsm(struct binder *b)
{
    b->uop->d = bind_destination(b, 0);
    bind_matrices(b, EXEC_ldsm);
}

static void bind_stsm(struct binder *b)
{
    b->uop->d = bind_source(b, 1);
    bind_matrices(b, EXEC_stsm);
}

static void bind_movm(struct binder *b)
{
    enum { SPREAD_REGS = 2 };
    if (sass_operand_regs(b->inst, 0) == SPREAD_REGS)
        b->reason = "a modifier of this instruction has no executor";
    b->uop->d = bind_destination(b, 0);
    b->uop->a = bind_source(b, 1);
    b->exec = EXEC_movm;
}

static void bind_ldgsts(struct binder *b)
{
    enum { BYPASS_BIT = 81, ZFILL_BIT = 82 };
    static const uint8_t bytes[] = {[SASS_SIZE_32] = 4, [SASS_SIZE_64] = 8, [SASS_SIZE_128] = 16};
    b->info->v[1] = bind_source(b, 0);
    b->info->v[2] = (uint32_t)bind_operand(b, 0)->imm;
    b->info->v[4] = bind_address_uniform(b, 0);
    bind_address(b, 1);
    bind_pred_source(b, 2, &b->info->s, &b->info->s_flip);
    bind_mod_at(b, BYPASS_BIT); // of a cache
    b->info->v[0] = bytes[bind_mod(b, SASS_MOD_SIZE)];
    b->info->v[3] = bind_mod_at(b, ZFILL_BIT);
    b->exec = EXEC_ldgsts;
}

// Copies are complete when they are issued: there are no groups to form or to wait for, and what
// scoreboards protect is always there.
static void bind_done(struct binder *b)
{
    for (unsigned i = 0; i < bind_count(b); i++)
        bind_operand(b, i);
    b->exec = EXEC_nop;
}

// There are no caches.
static void bind_cctl(struct binder *b)
{
    bind_mod(b, SASS_MOD_OTHER);
    bind_done(b);
}

// Semantics and scope say how far an order reaches; here every fence reaches everything.
static void bind_membar(struct binder *b)
{
    bind_mod(b, SASS_MOD_OTHER);
    bind_mod(b, SASS_MOD_SCOPE);
    b->exec = EXEC_fence;
}

static void bind_fence_view(struct binder *b)
{
    bind_mod(b, SASS_MOD_OTHER);
    b->exec = EXEC_fence;
}

const struct binding bind_memory[] = {
    {SASS_OP_LD, bind_ld},
    {SASS_OP_ST, bind_st},
    {SASS_OP_LDL, bind_ldl},
    {SASS_OP_STL, bind_stl},
    {SASS_OP_QSPC, bind_qspc},
    {SASS_OP_LDSM, bind_ldsm},
    {SASS_OP_STSM, bind_stsm},
    {SASS_OP_MOVM, bind_movm},
    {SASS_OP_LDGSTS, bind_ldgsts},
    {SASS_OP_LDGDEPBAR, bind_done},
    {SASS_OP_DEPBAR, bind_done},
    {SASS_OP_CCTL, bind_cctl},
    {SASS_OP_MEMBAR, bind_membar},
    {SASS_OP_ERRBAR, bind_done},
    {SASS_OP_CGAERRBAR, bind_done},
    {SASS_OP_FENCE_VIEW, bind_fence_view},
    {SASS_OP_NOP, NULL},
};
