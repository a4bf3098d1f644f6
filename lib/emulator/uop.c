// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/bind.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_POOL = 64 };

static uint32_t row_offset(unsigned row)
{
    return row * ROW_BYTES;
}

static uint32_t pool_hash(const struct pool_entry *entry)
{
    uint32_t key = entry->value * 2654435761U;
    return key ^ key >> 15 ^ (entry->is_const ? 0x5bd1e995U + entry->size : 0);
}

static bool same_entry(const struct pool_entry *x, const struct pool_entry *y)
{
    return x->is_const == y->is_const && x->size == y->size && x->value == y->value;
}

static void hash_insert(struct binder *binder, unsigned index)
{
    uint32_t at = pool_hash(&binder->kernel->pool[index]);
    while (binder->hash[at % binder->hash_size])
        at++;
    binder->hash[at % binder->hash_size] = index + 1;
}

static bool pool_grow(struct binder *binder)
{
    struct kernel *kernel = binder->kernel;
    unsigned capacity = binder->pool_capacity ? 2 * binder->pool_capacity : FIRST_POOL;
    struct pool_entry *pool = realloc(kernel->pool, capacity * sizeof *pool);
    if (!pool)
        return false;
    kernel->pool = pool;
    binder->pool_capacity = capacity;
    free(binder->hash);
    binder->hash_size = 4 * capacity;
    binder->hash = calloc(binder->hash_size, sizeof *binder->hash);
    if (!binder->hash)
        return false;
    for (unsigned i = 0; i < kernel->pool_count; i++)
        hash_insert(binder, i);
    return true;
}

// Row of an immediate or constant, entered on first use. A 64-bit constant is two rows.
static uint32_t pool_row(struct binder *binder, struct pool_entry entry)
{
    struct kernel *kernel = binder->kernel;
    if (!binder->no_memory && kernel->pool_count + 2 > binder->pool_capacity)
        binder->no_memory = !pool_grow(binder);
    if (binder->no_memory)
        return row_offset(ROW_ZERO);
    for (uint32_t at = pool_hash(&entry);; at++) {
        uint32_t found = binder->hash[at % binder->hash_size];
        if (!found)
            break;
        if (same_entry(&kernel->pool[found - 1], &entry))
            return row_offset(kernel->pool_row + found - 1);
    }
    unsigned first = kernel->pool_count++;
    kernel->pool[first] = entry;
    hash_insert(binder, first);
    if (entry.is_const && entry.size == SASS_SIZE_64) {
        entry.value += 4;
        entry.size = SASS_SIZE_32;
        // Found by nobody: a later use of this word alone gets a row of its own.
        kernel->pool[kernel->pool_count++] = entry;
    }
    return row_offset(kernel->pool_row + first);
}

static uint32_t constant_row(struct binder *binder, const struct sass_operand *operand)
{
    unsigned size = binder->inst->row->op == SASS_OP_ULDC
                        ? sass_inst_mod(binder->inst, SASS_MOD_SIZE)
                        : (unsigned)SASS_SIZE_32;
    const struct cubin_kernel *source = binder->kernel->source;
    uint64_t bank_bytes = (uint64_t)source->param_base + source->param_bytes;
    unsigned bytes = size == SASS_SIZE_64    ? 8
                     : size == SASS_SIZE_32  ? 4
                     : size >= SASS_SIZE_U16 ? 2
                                             : 1;
    if (operand->bank != 0)
        binder->reason = "the kernel has no constant bank of this number";
    else if (operand->imm < 0 || (uint64_t)operand->imm + bytes > bank_bytes)
        binder->reason = "the constant lies outside the kernel's constant bank";
    else if (operand->imm % bytes)
        binder->reason = "the offset of the constant is not a multiple of its size";
    if (binder->reason)
        return row_offset(ROW_ZERO);
    return pool_row(binder, (struct pool_entry){true, (uint8_t)size, (uint32_t)operand->imm});
}

// First row of a register operand, or `zero` for RZ and URZ.
static uint32_t register_row(struct binder *binder, unsigned i, unsigned zero)
{
    const struct sass_operand *operand = &binder->inst->operands[i];
    const struct kernel *kernel = binder->kernel;
    unsigned count = sass_operand_regs(binder->inst, i);
    bool uniform = operand->kind == SASS_OPND_UGPR;
    if (operand->reg == (uniform ? SASS_URZ : SASS_RZ))
        return row_offset(zero);
    if (operand->reg % count)
        binder->reason = count == 2 ? "the register of a 64-bit operand must be even"
                                    : "the register of a 128-bit operand must be a multiple of 4";
    else if (!uniform && operand->reg + count > kernel->source->registers)
        binder->reason = "a register lies beyond the kernel's register count";
    if (binder->reason)
        return row_offset(zero);
    return row_offset(ROW_REGISTER + operand->reg + (uniform ? kernel->source->registers : 0));
}

uint32_t bind_source(struct binder *binder, unsigned i)
{
    const struct sass_operand *operand = &binder->inst->operands[i];
    switch (operand->kind) {
    case SASS_OPND_IMM:
    case SASS_OPND_F32:
        return pool_row(binder, (struct pool_entry){false, 0, (uint32_t)operand->imm});
    case SASS_OPND_CONST:
        return constant_row(binder, operand);
    case SASS_OPND_ADDR_SHARED:
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_GPR:
    case SASS_OPND_UGPR:
        return register_row(binder, i, ROW_ZERO);
    default:
        binder->reason = "the executor has no source operand of this kind";
        return row_offset(ROW_ZERO);
    }
}

uint32_t bind_destination(struct binder *binder, unsigned i)
{
    return register_row(binder, i, ROW_SCRATCH);
}

static void finish(struct binder *binder)
{
    struct uop *uop = binder->uop;
    struct uop_info *info = binder->info;
    if (binder->reason) {
        info->reason = binder->reason;
        binder->exec = EXEC_illegal;
    }
    info->plain = binder->execs[binder->exec].plain;
    info->masked = binder->execs[binder->exec].masked;
    uop->info = info;
    uop->fn = info->guard == PRED_PT && !info->guard_flip ? info->plain : exec_guarded;
}

static void build_one(struct binder *binder, size_t index, const struct sass_inst *inst, bool valid)
{
    binder->inst = inst;
    binder->index = index;
    binder->uop = &binder->kernel->uops[index];
    binder->info = &binder->kernel->infos[index];
    binder->exec = EXEC_illegal;
    binder->reason = NULL;
    binder->info->guard = PRED_PT;
    if (valid) {
        binder->info->guard = inst->guard;
        binder->info->guard_flip = inst->guard_not ? UINT32_MAX : 0;
        bind_instruction(binder);
    } else {
        binder->reason = "the word is no instruction of this architecture that is known";
    }
    finish(binder);
}

// The uniform registers that the code names.
static unsigned count_uniform(const struct sass_inst *insts, const bool *valid, size_t words)
{
    unsigned count = 0;
    for (size_t w = 0; w < words; w++) {
        for (unsigned i = 0; valid[w] && i < sass_row_operands(insts[w].row); i++) {
            const struct sass_operand *operand = &insts[w].operands[i];
            if (operand->kind != SASS_OPND_UGPR || operand->reg == SASS_URZ)
                continue;
            unsigned end = operand->reg + sass_operand_regs(&insts[w], i);
            count = end > count ? end : count;
        }
    }
    return count;
}

bool kernel_build(struct kernel *kernel, struct cubin_kernel *source, unsigned sm)
{
    size_t words = source->words;
    memset(kernel, 0, sizeof *kernel);
    kernel->source = source;
    kernel->sm = sm;
    kernel->uops = calloc(words + 1, sizeof *kernel->uops);
    kernel->infos = calloc(words + 1, sizeof *kernel->infos);
    struct sass_inst *insts = calloc(words + 1, sizeof *insts);
    bool *valid = calloc(words + 1, sizeof *valid);
    struct binder binder = {.kernel = kernel, .execs = exec_table()};
    bool ok = kernel->uops && kernel->infos && insts && valid;
    if (ok) {
        for (size_t w = 0; w < words; w++)
            valid[w] = sass_decode(sm, source->code[w], &insts[w]);
        kernel->uniform_count = count_uniform(insts, valid, words);
        kernel->pool_row = ROW_REGISTER + source->registers + kernel->uniform_count;
        for (size_t w = 0; w < words; w++)
            build_one(&binder, w, &insts[w], valid[w]);
        binder.uop = &kernel->uops[words];
        binder.info = &kernel->infos[words];
        binder.info->guard = PRED_PT;
        binder.info->reason = "the program counter ran past the kernel's last instruction";
        binder.exec = EXEC_end;
        binder.reason = NULL;
        finish(&binder);
        kernel->row_count = kernel->pool_row + kernel->pool_count;
        ok = !binder.no_memory;
    }
    free(binder.hash);
    free(insts);
    free(valid);
    if (!ok)
        kernel_release(kernel);
    return ok;
}

void kernel_release(struct kernel *kernel)
{
    free(kernel->uops);
    free(kernel->infos);
    free(kernel->pool);
    memset(kernel, 0, sizeof *kernel);
}
