// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The open kernel: its instructions and labels, and what .endkernel works out from them.
#include "sass/asm/internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_REGISTERS = 253 }; // R0 to R252

bool kernel_begin(struct assembler *as, const struct token *name)
{
    struct kernel *kernel = arena_alloc(as, sizeof *kernel);
    if (!kernel)
        return false;
    for (size_t i = 0; i < as->program->count; i++) {
        const char *other = as->program->kernels[i].name;
        if (strlen(other) == name->length && memcmp(other, name->text, name->length) == 0)
            return fail_at(as, name, "a kernel named '%s' is there already", other);
    }
    kernel->name = name;
    kernel->next_loop = &kernel->loops;
    kernel->info.param_base = cubin_param_base(as->options->sm);
    as->kernel = kernel;
    return true;
}

struct pending *kernel_add(struct assembler *as, const struct token *at)
{
    struct kernel *kernel = as->kernel;
    if (kernel->count == MAX_INSTRUCTIONS) {
        fail_at(as, at, "more than %d instructions in one kernel", MAX_INSTRUCTIONS);
        return NULL;
    }
    if (kernel->count == kernel->room) {
        size_t room = kernel->room ? kernel->room * 2 : 256;
        struct pending *code = arena_alloc(as, room * sizeof *code);
        if (!code)
            return NULL;
        if (kernel->count)
            memcpy(code, kernel->code, kernel->count * sizeof *code);
        kernel->code = code;
        kernel->room = room;
    }
    struct pending *pending = &kernel->code[kernel->count++];
    pending->at = at;
    return pending;
}

static bool is_local(const struct token *name)
{
    return name->text[0] == '$';
}

static size_t label_bucket(const struct token *name)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < name->length; i++)
        hash = (hash ^ (unsigned char)name->text[i]) * 16777619u;
    return hash % LABEL_BUCKETS;
}

static const struct label *find_label(const struct kernel *kernel, const struct token *name,
                                      unsigned scope)
{
    const struct label *label = kernel->labels[label_bucket(name)];
    for (; label; label = label->next) {
        if (label->name->length == name->length &&
            memcmp(label->name->text, name->text, name->length) == 0 &&
            (!is_local(name) || label->scope == scope))
            return label;
    }
    return NULL;
}

bool kernel_has_label(const struct assembler *as, const struct token *name)
{
    return find_label(as->kernel, name, as->scope) != NULL;
}

bool kernel_add_label(struct assembler *as, const struct token *name)
{
    struct kernel *kernel = as->kernel;
    if (!kernel)
        return fail_at(as, name, "labels belong between .kernel and .endkernel");
    if (find_label(kernel, name, as->scope))
        return fail_at(as, name, "the label '%.*s' is there already", (int)name->length,
                       name->text);
    if (!name_is_free(as, name))
        return false;
    struct label *label = arena_alloc(as, sizeof *label);
    if (!label)
        return false;
    struct label **bucket = &kernel->labels[label_bucket(name)];
    *label =
        (struct label){.name = name, .scope = as->scope, .index = kernel->count, .next = *bucket};
    *bucket = label;
    return true;
}

// Byte offset in the kernel that a branch names.
static bool find_target(struct assembler *as, const struct pending *pending, int64_t *offset)
{
    int64_t end = (int64_t)as->kernel->count * SASS_WORD_BYTES;
    if (pending->target_is_number) {
        *offset = pending->target_offset;
        if (*offset % SASS_WORD_BYTES)
            return fail_at(as, pending->target,
                           "the target 0x%llx is not at an instruction: a multiple of 0x10 was "
                           "expected",
                           (long long)*offset);
        if (*offset < 0 || *offset >= end)
            return fail_at(as, pending->target,
                           "the target %s0x%llx is outside the kernel: 0x0 to 0x%llx were expected",
                           *offset < 0 ? "-" : "",
                           *offset < 0 ? -(unsigned long long)*offset : (unsigned long long)*offset,
                           (long long)(end - SASS_WORD_BYTES));
        return true;
    }
    const struct label *label = find_label(as->kernel, pending->target, pending->target_scope);
    if (!label)
        return fail_at(as, pending->target,
                       "'%.*s' is neither a register nor an integer nor a "
                       "label of this kernel",
                       (int)pending->target->length, pending->target->text);
    if (label->index == as->kernel->count)
        return fail_at(as, pending->target, "'%.*s' stands behind the last instruction",
                       (int)pending->target->length, pending->target->text);
    *offset = (int64_t)label->index * SASS_WORD_BYTES;
    return true;
}

static bool resolve_target(struct assembler *as, struct pending *pending, size_t index)
{
    int64_t offset = 0;
    if (!find_target(as, pending, &offset))
        return false;
    struct sass_inst inst;
    const char *error = "the instruction is not what was assembled";
    if (sass_decode(as->options->sm, pending->word, &inst)) {
        inst.operands[pending->target_operand].imm =
            offset - (int64_t)(index + 1) * SASS_WORD_BYTES;
        error = sass_encode(&inst, &pending->word);
    }
    return error ? fail_at(as, pending->at, "%s", error) : true;
}

static void raise_to(unsigned *count, unsigned least)
{
    if (*count < least)
        *count = least;
}

// Barriers of the CTA that the instruction may name: all of them where the number is in a register.
static void count_barriers(struct cubin_kernel *info, const struct sass_inst *inst)
{
    switch (inst->row->op) {
    case SASS_OP_BAR:
    case SASS_OP_BAR_ARV:
    case SASS_OP_BAR_RED:
    case SASS_OP_BAR_SCAN:
        if (inst->operands[0].kind == SASS_OPND_IMM)
            raise_to(&info->named_barriers, (unsigned)inst->operands[0].imm + 1);
        else
            info->barriers = CUBIN_MAX_BARRIERS;
        raise_to(&info->barriers, info->named_barriers);
        break;
    default:
        break;
    }
}

// What ptxas compiles for sm_90a alone.
static bool is_accelerator(const struct sass_row *row)
{
    return row->sched == SASS_SCHED_HGMMA || row->sched == SASS_SCHED_GMMA_WAIT ||
           row->op == SASS_OP_USETMAXREG;
}

// What the headers say: the highest register, barriers, special registers, the kind of code.
static void count_resources(struct cubin_kernel *info, const struct sass_inst *inst,
                            unsigned *registers)
{
    const struct sass_row *row = inst->row;
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        const struct sass_operand *operand = &inst->operands[i];
        bool has_register = operand->kind == SASS_OPND_GPR ||
                            operand->kind == SASS_OPND_ADDR_GLOBAL ||
                            operand->kind == SASS_OPND_ADDR_SHARED;
        if (has_register && operand->reg != SASS_RZ) {
            raise_to(registers, operand->reg + sass_operand_regs(inst, i));
        }
        if (operand->kind == SASS_OPND_SREG && operand->reg == 0x27)
            info->ctaid_z_used = true;
    }
    count_barriers(info, inst);
    info->accelerators = info->accelerators || is_accelerator(row);
}

static void remove_local_symbols(struct assembler *as)
{
    for (size_t b = 0; b < SYMBOL_BUCKETS; b++) {
        for (struct symbol **p = &as->symbols[b]; *p;) {
            if ((*p)->in_kernel)
                *p = (*p)->next;
            else
                p = &(*p)->next;
        }
    }
}

bool kernel_end(struct assembler *as, const struct token *at)
{
    struct kernel *kernel = as->kernel;
    struct cubin_kernel *info = &kernel->info;
    unsigned registers = 0;
    const struct token *highest = kernel->name;
    // The first time, names lie anywhere: only what they are used for is true.
    bool draft = as->plan->survey && kernel->chosen_count;
    if (kernel->count == 0)
        return fail_at(as, at, "the kernel '%.*s' has no instructions", (int)kernel->name->length,
                       kernel->name->text);
    if (kernel->open_loop)
        return fail_at(as, kernel->open_loop->name,
                       "the loop '%.*s' is never closed: .endloop was expected",
                       (int)kernel->open_loop->name->length, kernel->open_loop->name->text);
    for (size_t i = 0; i < kernel->count; i++) {
        if (kernel->code[i].target && !resolve_target(as, &kernel->code[i], i))
            return false;
        struct sass_inst inst;
        unsigned before = registers;
        if (sass_decode(as->options->sm, kernel->code[i].word, &inst))
            count_resources(info, &inst, &registers);
        if (kernel->code[i].raw && registers > MAX_REGISTERS)
            registers = MAX_REGISTERS;
        if (registers > before)
            highest = kernel->code[i].at;
    }
    if (draft && !allocate_registers(as))
        return false;
    if (!draft && registers > MAX_REGISTERS)
        return fail_at(as, highest, "R%u is used: R252 is the highest usable register",
                       registers - 1);
    if (kernel->schedule)
        return fail_at(as, kernel->schedule,
                       "this .schedule is still open: .endschedule was expected");
    // The header counts two registers more than the highest used.
    if (registers + 2 > info->registers)
        info->registers = registers + 2;
    struct sass_word *code = malloc(kernel->count * sizeof *code);
    for (size_t i = 0; code && i < kernel->count; i++)
        code[i] = kernel->code[i].word;
    if (code && !draft) {
        if (!check_sharing(as, code) || !kernel_schedule(as, code)) {
            free(code);
            return false;
        }
    }
    char *name = strndup(kernel->name->text, kernel->name->length);
    struct cubin_kernel *kernels =
        realloc(as->program->kernels, (as->program->count + 1) * sizeof *kernels);
    if (kernels)
        as->program->kernels = kernels;
    if (!code || !name || !kernels || !source_keep(as)) {
        free(code);
        free(name);
        return fail_at(as, at, "out of memory");
    }
    info->name = name;
    info->code = code;
    info->words = kernel->count;
    kernels[as->program->count++] = *info;
    remove_local_symbols(as);
    as->kernel = NULL;
    return true;
}
