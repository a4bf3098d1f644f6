// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_records.h"

static void put_short(struct cubin_buffer *buffer, enum cubin_record_format format,
                      enum cubin_attribute attribute, unsigned value)
{
    cubin_put16(buffer, format | (unsigned)attribute << 8);
    cubin_put16(buffer, value);
}

/// Header of a record with `size` bytes behind it.
static void put_long(struct cubin_buffer *buffer, enum cubin_attribute attribute, size_t size)
{
    put_short(buffer, CUBIN_FORMAT_BYTES, attribute, (unsigned)size);
}

static void put_long32(struct cubin_buffer *buffer, enum cubin_attribute attribute, uint32_t value)
{
    put_long(buffer, attribute, 4);
    cubin_put32(buffer, value);
}

static unsigned opcode(struct sass_word word)
{
    return word.lo & 0xfff;
}

static size_t count_opcode(const struct cubin_kernel *kernel, unsigned wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < kernel->words; i++)
        count += opcode(kernel->code[i]) == wanted;
    return count;
}

static void put_param_size(struct cubin_buffer *buffer, const struct cubin_kernel *kernel)
{
    put_short(buffer, CUBIN_FORMAT_HALF, CUBIN_CBANK_PARAM_SIZE, kernel->param_bytes);
}

static void put_param_bank(struct cubin_buffer *buffer, unsigned sm,
                           const struct cubin_kernel *kernel, uint32_t constant_symbol)
{
    put_long(buffer, CUBIN_PARAM_CBANK, 8);
    cubin_put32(buffer, constant_symbol);
    cubin_put16(buffer, cubin_param_base(sm));
    cubin_put16(buffer, kernel->param_bytes);
}

/// One record per parameter, the last one first.
static void put_params(struct cubin_buffer *buffer, const struct cubin_kernel *kernel)
{
    for (unsigned i = kernel->param_count; i-- > 0;) {
        put_long(buffer, CUBIN_KPARAM_INFO, 12);
        cubin_put32(buffer, 0);
        cubin_put16(buffer, i);
        cubin_put16(buffer, kernel->params[i].offset);
        cubin_put32(buffer, 0x1f000 + ((uint32_t)kernel->params[i].size << 18));
    }
}

static void put_exits(struct cubin_buffer *buffer, const struct cubin_kernel *kernel)
{
    size_t exits = count_opcode(kernel, CUBIN_OPCODE_EXIT);
    if (exits == 0)
        return;
    put_long(buffer, CUBIN_EXIT_INSTR_OFFSETS, 4 * exits);
    for (size_t i = 0; i < kernel->words; i++)
        if (opcode(kernel->code[i]) == CUBIN_OPCODE_EXIT)
            cubin_put32(buffer, (uint32_t)(i * SASS_WORD_BYTES));
}

/// What is known of the block: z used, launch bound, convergence stack.
static void put_block(struct cubin_buffer *buffer, unsigned sm, const struct cubin_kernel *kernel)
{
    if (kernel->ctaid_z_used && sm < 90)
        put_short(buffer, CUBIN_FORMAT_NONE, CUBIN_CTAIDZ_USED, 0);
    if (kernel->max_threads[0]) {
        put_long(buffer, CUBIN_MAX_THREADS, 12);
        for (int axis = 0; axis < 3; axis++)
            cubin_put32(buffer, kernel->max_threads[axis]);
    }
    if (count_opcode(kernel, CUBIN_OPCODE_BSSY))
        put_long32(buffer, CUBIN_CRS_STACK_SIZE, 0);
}

void cubin_put_kernel_records(struct cubin_buffer *buffer, unsigned sm,
                              const struct cubin_kernel *kernel, uint32_t constant_symbol)
{
    put_long32(buffer, CUBIN_CUDA_API_VERSION, CUBIN_TOOLKIT);
    if (sm == 80 || sm == 86)
        put_short(buffer, CUBIN_FORMAT_NONE, CUBIN_SW2861232_WAR, 0);
    if (sm < 90 && kernel->param_count) {
        put_param_bank(buffer, sm, kernel, constant_symbol);
        put_param_size(buffer, kernel);
    }
    put_params(buffer, kernel);
    if (sm >= 90)
        put_short(buffer, CUBIN_FORMAT_HALF, CUBIN_SPARSE_MMA_MASK, 0);
    put_short(buffer, CUBIN_FORMAT_HALF, CUBIN_MAXREG_COUNT,
              cubin_register_cap(kernel->max_threads));
    put_exits(buffer, kernel);
    put_block(buffer, sm, kernel);
    if (sm >= 90 && kernel->param_count) {
        put_param_size(buffer, kernel);
        put_param_bank(buffer, sm, kernel, constant_symbol);
    }
    if (sm >= 90)
        put_long32(buffer, CUBIN_SW_WAR, 8);
}

static void put_symbol_value(struct cubin_buffer *buffer, enum cubin_attribute attribute,
                             uint32_t symbol, uint32_t value)
{
    put_long(buffer, attribute, 8);
    cubin_put32(buffer, symbol);
    cubin_put32(buffer, value);
}

void cubin_put_file_records(struct cubin_buffer *buffer, const struct cubin_kernel *kernels,
                            size_t count, const uint32_t *symbols)
{
    for (size_t i = count; i-- > 0;) {
        put_symbol_value(buffer, CUBIN_REGCOUNT, symbols[i], kernels[i].registers);
        put_symbol_value(buffer, CUBIN_FRAME_SIZE, symbols[i], kernels[i].stack_bytes);
    }
    for (size_t i = 0; i < count; i++)
        put_symbol_value(buffer, CUBIN_MIN_STACK_SIZE, symbols[i], kernels[i].stack_bytes);
}
