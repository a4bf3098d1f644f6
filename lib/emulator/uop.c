// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/bind.h"
#include "emulator/uop_scan.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_POOL = 64 };

static uint32_t row_offset(unsigned row)
{
    return row * ROW_BYTES;
}

static uint32_t pool_hash(const struct pool_entry *entry)
{
    uint32_t key = (entry->value ^ entry->high * 0x85ebca6bU) * 2654435761U;
    return key ^ key >> 15 ^ entry->size ^ (entry->is_const ? 0x5bd1e995U + entry->bank : 0);
}

static bool same_entry(const struct pool_entry *x, const struct pool_entry *y)
{
    return x->is_const == y->is_const && x->size == y->size && x->bank == y->bank &&
           x->value == y->value && x->high == y->high;
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

// Row of an immediate or constant, entered on first use. One of 64 bits is two rows.
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
    if (entry.size == SASS_SIZE_64) {
        entry.value = entry.is_const ? entry.value + 4 : entry.high;
        entry.size = SASS_SIZE_32;
        // Found by nobody: a later use of this word alone gets a row of its own.
        kernel->pool[kernel->pool_count++] = entry;
    }
    return row_offset(kernel->pool_row + first);
}

// First of the two rows that nothing but this instruction uses.
static uint32_t private_rows(struct binder *binder)
{
    struct kernel *kernel = binder->kernel;
    if (!binder->no_memory && kernel->pool_count + 2 > binder->pool_capacity)
        binder->no_memory = !pool_grow(binder);
    if (binder->no_memory)
        return row_offset(ROW_ZERO);
    unsigned first = kernel->pool_count;
    // No other entry has this bank, so that nobody finds these.
    kernel->pool[kernel->pool_count++] = (struct pool_entry){.bank = UINT8_MAX};
    kernel->pool[kernel->pool_count++] = (struct pool_entry){.bank = UINT8_MAX};
    return row_offset(kernel->pool_row + first);
}

// A source cx[UR][offset]: its rows, which exec_constant.c fills each time.
static uint32_t bindless_rows(struct binder *binder, unsigned i, unsigned size)
{
    const struct sass_operand *operand = &binder->inst->operands[i];
    struct bindless *bindless = &binder->info->bindless;
    if (binder->inst->row->operands[i].rpos)
        binder->reason = "an operand of this form has no executor";
    bindless->descriptor = bind_address_uniform(binder, i);
    bindless->offset = (uint32_t)operand->imm;
    bindless->size = (uint8_t)size;
    bindless->rows = private_rows(binder);
    return bindless->rows;
}

uint32_t bind_constant(struct binder *binder, unsigned i, unsigned size)
{
    const struct sass_operand *operand = bind_operand(binder, i);
    if (operand->kind == SASS_OPND_CONST_UGPR)
        return bindless_rows(binder, i, size);
    const struct kernel *kernel = binder->kernel;
    uint64_t bank_bytes = operand->bank < CONSTANT_BANKS ? kernel->banks[operand->bank].size : 0;
    unsigned bytes = size == SASS_SIZE_64    ? 8
                     : size == SASS_SIZE_32  ? 4
                     : size >= SASS_SIZE_U16 ? 2
                                             : 1;
    if (bank_bytes == 0)
        binder->reason = "the kernel has no constant bank of this number";
    else if (operand->imm < 0 || (uint64_t)operand->imm + bytes > bank_bytes)
        binder->reason = "the constant lies outside the kernel's constant bank";
    else if (operand->imm % bytes)
        binder->reason = "the offset of the constant is not a multiple of its size";
    if (binder->reason)
        return row_offset(ROW_ZERO);
    return pool_row(binder, (struct pool_entry){.is_const = true,
                                                .size = (uint8_t)size,
                                                .bank = operand->bank,
                                                .value = (uint32_t)operand->imm});
}

// First row of uniform registers.
static uint32_t uniform_row(const struct binder *binder, unsigned reg)
{
    return row_offset(ROW_REGISTER + binder->kernel->register_count + reg);
}

// First of `count` rows of registers.
static uint32_t general_row(struct binder *binder, unsigned reg, unsigned count, unsigned zero)
{
    if (reg == SASS_RZ)
        return row_offset(zero);
    if (reg + count > binder->kernel->register_count) {
        binder->reason = "a register lies beyond the kernel's register count";
        return row_offset(zero);
    }
    return row_offset(ROW_REGISTER + reg);
}

uint32_t bind_register(struct binder *binder, unsigned reg, unsigned count)
{
    return general_row(binder, reg, count, ROW_ZERO);
}

// First row of a register operand, or `zero` for RZ and URZ.
static uint32_t register_row(struct binder *binder, unsigned i, unsigned zero)
{
    const struct sass_operand *operand = &binder->inst->operands[i];
    unsigned count = sass_operand_regs(binder->inst, i);
    bool uniform = operand->kind == SASS_OPND_UGPR;
    if (operand->reg == (uniform ? SASS_URZ : SASS_RZ))
        return row_offset(zero);
    if ((count == 2 || count == 4) && operand->reg % count) {
        binder->reason = count == 2 ? "the register of a 64-bit operand must be even"
                                    : "the register of a 128-bit operand must be a multiple of 4";
        return row_offset(zero);
    }
    return uniform ? uniform_row(binder, operand->reg)
                   : general_row(binder, operand->reg, count, zero);
}

uint32_t bind_immediate(struct binder *binder, uint32_t value)
{
    return pool_row(binder, (struct pool_entry){.size = SASS_SIZE_32, .value = value});
}

uint32_t bind_immediate64(struct binder *binder, uint64_t value)
{
    return pool_row(binder, (struct pool_entry){.size = SASS_SIZE_64,
                                                .value = (uint32_t)value,
                                                .high = (uint32_t)(value >> 32)});
}

uint32_t bind_source(struct binder *binder, unsigned i)
{
    const struct sass_operand *operand = bind_operand(binder, i);
    switch (operand->kind) {
    case SASS_OPND_F64:
        return bind_immediate64(binder, (uint64_t)operand->imm << 32);
    case SASS_OPND_IMM:
    case SASS_OPND_F32:
    case SASS_OPND_F16:
    case SASS_OPND_BF16:
        return bind_immediate(binder, (uint32_t)operand->imm);
    case SASS_OPND_CONST:
    case SASS_OPND_CONST_UGPR:
        return bind_constant(binder, i, SASS_SIZE_32);
    case SASS_OPND_ADDR_SHARED:
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_GPR:
    case SASS_OPND_UGPR:
        return register_row(binder, i, ROW_ZERO);
    default:
        binder->reason = "an operand of this form has no executor";
        return row_offset(ROW_ZERO);
    }
}

uint32_t bind_source64(struct binder *binder, unsigned i)
{
    const struct sass_operand *operand = bind_operand(binder, i);
    switch (operand->kind) {
    case SASS_OPND_CONST:
    case SASS_OPND_CONST_UGPR:
        return bind_constant(binder, i, SASS_SIZE_64);
    case SASS_OPND_F64:
    case SASS_OPND_GPR:
    case SASS_OPND_UGPR:
        return bind_source(binder, i);
    default:
        binder->reason = "an operand of this form has no executor";
        return row_offset(ROW_ZERO);
    }
}

uint32_t bind_destination(struct binder *binder, unsigned i)
{
    bind_operand(binder, i);
    return register_row(binder, i, ROW_SCRATCH);
}

uint32_t bind_address_uniform(struct binder *binder, unsigned i)
{
    const struct sass_operand *operand = &binder->inst->operands[i];
    if (!binder->inst->row->operands[i].upos || operand->ureg == SASS_URZ)
        return row_offset(ROW_ZERO);
    return uniform_row(binder, operand->ureg);
}

static void finish(struct binder *binder)
{
    struct uop *uop = binder->uop;
    struct uop_info *info = binder->info;
    info->reason = binder->reason;
    if (binder->reason && binder->exec != EXEC_end)
        binder->exec = EXEC_illegal;
    info->plain = binder->execs[binder->exec].plain;
    info->masked = binder->execs[binder->exec].masked;
    // Uniform registers have one value, whichever lanes are active.
    if (!binder->reason && sass_row_is_uniform(binder->inst->row))
        info->masked = info->plain;
    if (!binder->reason && info->bindless.rows) {
        info->bindless.plain = info->plain;
        info->bindless.masked = info->masked;
        info->plain = binder->execs[EXEC_bindless].plain;
        info->masked = binder->execs[EXEC_bindless].masked;
    }
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
        bool uniform = sass_row_is_uniform(inst->row) && inst->guard != SASS_PT;
        binder->info->guard = (uint8_t)(inst->guard + (uniform ? PRED_UNIFORM : 0));
        binder->info->guard_flip = inst->guard_not ? UINT32_MAX : 0;
        bind_instruction(binder);
    } else {
        binder->reason = "the word is no instruction of this architecture that is known";
    }
    finish(binder);
}

bool kernel_build(struct kernel *kernel, struct cubin_kernel *source, unsigned sm,
                  const struct constant_bank *banks)
{
    size_t words = source->words;
    memset(kernel, 0, sizeof *kernel);
    kernel->source = source;
    kernel->sm = sm;
    kernel->code_base = CODE_BASE;
    if (banks)
        memcpy(kernel->banks, banks, sizeof kernel->banks);
    // A parameter of less than a word is read as one.
    kernel->banks[0].size = ((size_t)source->param_base + source->param_bytes + 3) / 4 * 4;
    kernel->uops = calloc(words + 1, sizeof *kernel->uops);
    kernel->infos = calloc(words + 1, sizeof *kernel->infos);
    struct sass_inst *insts = calloc(words + 1, sizeof *insts);
    bool *valid = calloc(words + 1, sizeof *valid);
    struct binder binder = {.kernel = kernel, .execs = exec_table()};
    bool ok = kernel->uops && kernel->infos && insts && valid;
    if (ok) {
        for (size_t w = 0; w < words; w++)
            valid[w] = sass_decode(sm, source->code[w], &insts[w]);
        kernel->uniform_count = uop_scan_uniform(insts, valid, words);
        kernel->register_count = uop_scan_registers(source, insts, valid);
        kernel->has_param_pointers = uop_scan_param_address(sm, insts, valid, words);
        kernel->pool_row = ROW_REGISTER + kernel->register_count + kernel->uniform_count;
        for (size_t w = 0; w < words; w++)
            build_one(&binder, w, &insts[w], valid[w]);
        binder.uop = &kernel->uops[words];
        binder.info = &kernel->infos[words];
        binder.info->guard = PRED_PT;
        binder.exec = EXEC_end;
        binder.reason = "the program counter ran past the kernel's last instruction";
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

uint64_t kernel_code_address(const struct kernel *kernel, const struct uop *uop)
{
    return kernel->code_base + (uint64_t)(uop - kernel->uops) * SASS_WORD_BYTES;
}

const struct uop *kernel_code_at(const struct kernel *kernel, uint64_t address)
{
    uint64_t offset = address - kernel->code_base;
    // The one behind the last instruction reports that the code was run past its end.
    if (offset % SASS_WORD_BYTES || offset / SASS_WORD_BYTES > kernel->source->words)
        return NULL;
    return &kernel->uops[offset / SASS_WORD_BYTES];
}

void kernel_release(struct kernel *kernel)
{
    free(kernel->uops);
    free(kernel->infos);
    free(kernel->pool);
    memset(kernel, 0, sizeof *kernel);
}
