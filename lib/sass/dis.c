// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/dis.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 512, TEXT_COLUMN = 96 };

// Decoded, and encoded back to the same word: only then does text carry all of it.
static bool decode_exactly(unsigned sm, struct sass_word word, struct sass_inst *inst)
{
    struct sass_word again;
    return sass_decode(sm, word, inst) && !sass_encode(inst, &again) && again.lo == word.lo &&
           again.hi == word.hi;
}

// The operand that is a branch target inside the kernel; -1 if there is none.
static int target_operand(const struct sass_inst *inst, size_t at, size_t words, size_t *target)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        int64_t offset = (int64_t)(at + 1) * SASS_WORD_BYTES + inst->operands[i].imm;
        if (inst->operands[i].kind != SASS_OPND_TARGET || offset % SASS_WORD_BYTES || offset < 0 ||
            offset / SASS_WORD_BYTES >= (int64_t)words)
            continue;
        *target = (size_t)(offset / SASS_WORD_BYTES);
        return (int)i;
    }
    return -1;
}

// A branch to a place that is no instruction of the kernel, which the assembler refuses.
static bool goes_astray(const struct sass_inst *inst, size_t at, size_t words)
{
    size_t target;
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].kind == SASS_OPND_TARGET)
            return target_operand(inst, at, words, &target) < 0;
    }
    return false;
}

static void print_header(const struct cubin_kernel *kernel, FILE *out)
{
    fprintf(out, ".%s %s\n.registers %u\n", kernel->function ? "function" : "kernel", kernel->name,
            kernel->registers);
    if (kernel->max_threads[0])
        fprintf(out, ".threads %u, %u, %u\n", kernel->max_threads[0], kernel->max_threads[1],
                kernel->max_threads[2]);
    for (unsigned i = 0; i < kernel->param_count; i++)
        fprintf(out, ".param %u param_%u @ 0x%x\n", kernel->params[i].size, i,
                kernel->params[i].offset);
    unsigned align =
        kernel->shared_align > CUBIN_SHARED_ALIGN ? kernel->shared_align : CUBIN_SHARED_ALIGN;
    if (kernel->shared_bytes)
        fprintf(out, ".shared shared_memory, %u, %u\n", kernel->shared_bytes, align);
    else if (kernel->dynamic_shared)
        fprintf(out, ".dynamic_shared shared_memory, %u\n", align);
}

static void print_instruction(const struct sass_inst *inst, size_t at, size_t words, FILE *out)
{
    char control[24], text[TEXT_BYTES], label[32];
    size_t target;
    sass_print_control(&inst->control, control);
    sass_print(inst, at * SASS_WORD_BYTES, text, sizeof text);
    label[0] = '\0';
    if (target_operand(inst, at, words, &target) >= 0) {
        // The target is the last thing printed: a label in place of its number.
        snprintf(label, sizeof label, " L_%04zx", target * SASS_WORD_BYTES);
        *strrchr(text, ' ') = '\0';
    }
    int n = fprintf(out, "%s %s%s", control, text, label);
    fprintf(out, "%*s// %04zx\n", n < TEXT_COLUMN ? TEXT_COLUMN - n : 1, "", at * SASS_WORD_BYTES);
}

// A word as two numbers, and what it is where that is known.
static void print_word(struct sass_word word, const struct sass_inst *inst, size_t at, FILE *out)
{
    char text[TEXT_BYTES] = "";
    if (inst)
        sass_print(inst, at * SASS_WORD_BYTES, text, sizeof text);
    int n = fprintf(out, ".word 0x%016" PRIx64 ", 0x%016" PRIx64, word.lo, word.hi);
    fprintf(out, "%*s// %04zx%s%s\n", n < TEXT_COLUMN ? TEXT_COLUMN - n : 1, "",
            at * SASS_WORD_BYTES, text[0] ? "  " : "", text);
}

static size_t print_kernel(unsigned sm, const struct cubin_kernel *kernel, FILE *out)
{
    size_t unknown = 0, target;
    bool *labels = calloc(kernel->words + 1, sizeof *labels);
    struct sass_inst inst;
    for (size_t i = 0; labels && i < kernel->words; i++) {
        if (decode_exactly(sm, kernel->code[i], &inst) &&
            target_operand(&inst, i, kernel->words, &target) >= 0)
            labels[target] = true;
    }
    print_header(kernel, out);
    for (size_t i = 0; i < kernel->words; i++) {
        if (labels && labels[i])
            fprintf(out, "L_%04zx:\n", i * SASS_WORD_BYTES);
        bool known = decode_exactly(sm, kernel->code[i], &inst);
        if (known && !goes_astray(&inst, i, kernel->words))
            print_instruction(&inst, i, labels ? kernel->words : 0, out);
        else
            print_word(kernel->code[i], known ? &inst : NULL, i, out);
        unknown += !known;
    }
    fprintf(out, ".end%s\n", kernel->function ? "function" : "kernel");
    free(labels);
    return unknown;
}

size_t sass_disassemble(const struct cubin *cubin, FILE *out)
{
    size_t unknown = 0;
    fprintf(out, ".assert SM == %u, \"this code is for sm_%u\"\n", cubin->sm, cubin->sm);
    for (size_t i = 0; i < cubin->count + cubin->function_count; i++) {
        fprintf(out, "\n");
        unknown += print_kernel(cubin->sm, &cubin->kernels[i], out);
    }
    return unknown;
}
