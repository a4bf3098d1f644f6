// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Binders of barrier objects, of what clusters have, and of the register pool.
#include "emulator/atomic_ops.h"
#include "emulator/bind.h"
#include "emulator/syncs.h"

#include <string.h>

static void bind_word(struct binder *b, enum syncs_word word)
{
    b->uop->d = bind_destination(b, 0);
    bind_address(b, 1);
    b->info->v[0] = word;
    b->info->v[1] = sass_row_is_uniform(b->inst->row);
    b->uop->b = ROW_ZERO;
    if (word != SYNCS_WORD_LD)
        b->uop->b = bind_source(b, 2);
    if (word == SYNCS_WORD_CAS)
        bind_operand(b, 3); // the second half of the four registers
    b->kernel->has_barrier_objects = true;
    b->exec = EXEC_syncs_word;
}

static void bind_exch(struct binder *b)
{
    bind_word(b, SYNCS_WORD_EXCH);
}

static void bind_cas(struct binder *b)
{
    bind_word(b, SYNCS_WORD_CAS);
}

static void bind_ld(struct binder *b)
{
    bind_word(b, SYNCS_WORD_LD);
}

static void bind_arrive(struct binder *b)
{
    enum { RESULT_BIT = 73, OPTOUT_BIT = 75, COUNTS_BIT = 84 };
    b->uop->d = bind_destination(b, 0);
    bind_address(b, 1);
    b->uop->b = bind_source(b, 2);
    b->info->v[0] = bind_mod_at(b, COUNTS_BIT);
    b->info->v[1] = bind_mod_at(b, OPTOUT_BIT);
    b->info->v[2] = bind_mod_at(b, RESULT_BIT);
    if (b->info->v[0] >= SYNCS_COUNTS)
        b->reason = "a modifier of this instruction has no executor";
    b->kernel->has_barrier_objects = true;
    b->exec = EXEC_syncs_arrive;
}

static void bind_phasechk(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    bind_address(b, 1);
    b->uop->b = bind_source(b, 2);
    bind_mod(b, SASS_MOD_OTHER); // .TRYWAIT: how long the hardware waits before it says no
    b->kernel->has_barrier_objects = true;
    b->exec = EXEC_syncs_phasechk;
}

// mbarrier.inval is .IV of an address; other forms write nothing that a kernel could see.
static void bind_syncs_cctl(struct binder *b)
{
    bool has_address = bind_count(b) > 0;
    unsigned writes_back = bind_mod(b, SASS_MOD_OTHER);
    if (has_address)
        bind_address(b, 0);
    b->exec = has_address && !writes_back ? EXEC_syncs_inval : EXEC_nop;
}

static void bind_atoms_arrive(struct binder *b)
{
    unsigned scale = bind_suffix(b, 1); // .X4, .X8, .X16
    b->uop->d = bind_destination(b, 0);
    bind_address(b, 1);
    b->info->v[5] = scale ? scale + 1 : 0;
    b->kernel->has_barrier_objects = true;
    b->exec = EXEC_atoms_arrive;
}

static void bind_atom_arrive(struct binder *b)
{
    b->info->p = bind_pred_destination(b, 0);
    b->uop->d = bind_destination(b, 1);
    bind_address(b, 2);
    b->kernel->has_barrier_objects = true;
    b->exec = EXEC_atom_arrive;
}

static void bind_arrives(struct binder *b)
{
    bind_address(b, 0);
    b->info->v[0] = b->kernel->sm >= 90 ? bind_mod(b, SASS_MOD_OTHER) : LDGSTS_ARRIVES_8X;
    if (b->info->v[0] == LDGSTS_NOTHING)
        b->reason = "this instruction without .ARVCNT or .TRANSCNT has no executor";
    b->kernel->has_barrier_objects = true;
    b->exec = EXEC_arrives;
}

static void bind_cluster_arrive(struct binder *b)
{
    b->exec = EXEC_ucgabar_arv;
}

static void bind_cluster_wait(struct binder *b)
{
    b->exec = EXEC_ucgabar_wait;
}

// What goes to the memory of the cluster: address and barrier object in a pair, and the data.
static void bind_remote(struct binder *b, enum exec_id exec)
{
    bind_address(b, 0);
    b->uop->d = bind_source(b, 1);
    b->exec = exec;
}

static void bind_stas(struct binder *b)
{
    static const uint8_t sizes[] = {[4] = SASS_SIZE_32, SASS_SIZE_64, SASS_SIZE_128, 0};
    bind_remote(b, EXEC_stas);
    b->info->v[0] = sizes[bind_mod(b, SASS_MOD_SIZE)];
    if (!b->info->v[0])
        b->reason = "a modifier of this instruction has no executor";
}

static void bind_redas(struct binder *b)
{
    static const uint8_t types[] = {ATOMIC_U32, ATOMIC_S32, ATOMIC_U64};
    unsigned type = bind_mod(b, SASS_MOD_ATOM_TYPE);
    bind_remote(b, EXEC_redas);
    b->info->v[0] = bind_mod(b, SASS_MOD_ATOM_OP); // as enum atomic_op
    b->info->v[1] = type < sizeof types ? types[type] : ATOMIC_128;
    if (!atomic_exists((enum atomic_op)b->info->v[0], (enum atomic_type)b->info->v[1]))
        b->reason = "an atomic operation of this kind has no executor";
}

// The pool never runs out: every warp has the rows of all registers.
static void bind_usetmaxreg(struct binder *b)
{
    unsigned granted = bind_find(b, SASS_OPND_UPRED, true);
    for (unsigned i = 0; i < bind_count(b); i++) {
        if (i != granted)
            bind_operand(b, i);
    }
    b->exec = EXEC_nop;
    if (granted < bind_count(b)) {
        b->info->p = bind_pred_destination(b, granted);
        b->exec = EXEC_granted;
    }
}

const struct binding bind_syncs[] = {
    {SASS_OP_SYNCS_EXCH, bind_exch},
    {SASS_OP_SYNCS_CAS, bind_cas},
    {SASS_OP_SYNCS_LD, bind_ld},
    {SASS_OP_SYNCS_ARRIVE, bind_arrive},
    {SASS_OP_SYNCS_PHASECHK, bind_phasechk},
    {SASS_OP_SYNCS_CCTL, bind_syncs_cctl},
    {SASS_OP_ATOM_ARRIVE, bind_atom_arrive},
    {SASS_OP_ATOMS_ARRIVE, bind_atoms_arrive},
    {SASS_OP_ARRIVES, bind_arrives},
    {SASS_OP_UCGABAR_ARV, bind_cluster_arrive},
    {SASS_OP_UCGABAR_WAIT, bind_cluster_wait},
    {SASS_OP_STAS, bind_stas},
    {SASS_OP_REDAS, bind_redas},
    {SASS_OP_USETMAXREG, bind_usetmaxreg},
    {SASS_OP_NOP, NULL},
};
