// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_check.h"

#include <string.h>

enum {
    MAX_KERNELS = 4096, ///< keeps section numbers below the range that ELF reserves
    MAX_CODE_BYTES = 1 << 28,
    MAX_EXITS = 0xffff / 4, ///< a record has a 16-bit length
    MAX_STATIC_SHARED = 48 << 10,
    MAX_PARAM_BYTES = 4096,
    MAX_BLOCK = 1024,
    MAX_BLOCK_Z = 64,
};

static bool is_identifier(const char *name)
{
    if (!*name || (*name >= '0' && *name <= '9'))
        return false;
    for (; *name; name++)
        if (!((*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
              (*name >= '0' && *name <= '9') || *name == '_' || *name == '$'))
            return false;
    return true;
}

static bool check_params(const struct cubin_kernel *kernel, char *error)
{
    const char *name = kernel->name;
    if (kernel->param_count > CUBIN_MAX_PARAMS)
        return cubin_fail(error, "kernel '%.80s': %u parameters, at most %d are possible", name,
                          kernel->param_count, CUBIN_MAX_PARAMS);
    if (kernel->param_bytes > MAX_PARAM_BYTES)
        return cubin_fail(error, "kernel '%.80s': parameters of %u bytes, at most %d are possible",
                          name, kernel->param_bytes, MAX_PARAM_BYTES);
    unsigned end = 0;
    for (unsigned i = 0; i < kernel->param_count; i++) {
        const struct cubin_param *param = &kernel->params[i];
        if (param->size == 0)
            return cubin_fail(error, "kernel '%.80s': parameter %u has no bytes", name, i);
        if (param->offset < end)
            return cubin_fail(error,
                              "kernel '%.80s': parameter %u starts at byte %u, expected %u or more",
                              name, i, param->offset, end);
        end = (unsigned)param->offset + param->size;
    }
    if (end > kernel->param_bytes || (kernel->param_count == 0 && kernel->param_bytes))
        return cubin_fail(error, "kernel '%.80s': param_bytes is %u, the parameters end at byte %u",
                          name, kernel->param_bytes, end);
    return true;
}

static bool check_block(const struct cubin_kernel *kernel, char *error)
{
    const unsigned *n = kernel->max_threads;
    if (n[0] == 0 && n[1] == 0 && n[2] == 0)
        return true;
    if (n[0] == 0 || n[1] == 0 || n[2] == 0 || n[0] > MAX_BLOCK || n[1] > MAX_BLOCK ||
        n[2] > MAX_BLOCK_Z || n[0] * n[1] * n[2] > MAX_BLOCK)
        return cubin_fail(error,
                          "kernel '%.80s': launch bound of %u x %u x %u threads, expected 1 to %d "
                          "threads, at most %d of them in z",
                          kernel->name, n[0], n[1], n[2], MAX_BLOCK, MAX_BLOCK_Z);
    return true;
}

static bool check_registers(const struct cubin_kernel *kernel, char *error)
{
    unsigned cap = cubin_register_cap(kernel->max_threads);
    if (kernel->registers < 1 || kernel->registers > cap)
        return cubin_fail(error, "kernel '%.80s': %u registers, expected 1 to %u%s", kernel->name,
                          kernel->registers, cap,
                          cap < 255 ? " (what its launch bound leaves)" : "");
    return true;
}

static bool check_code(const struct cubin_kernel *kernel, char *error)
{
    if (!kernel->code || kernel->words == 0)
        return cubin_fail(error, "kernel '%.80s': no code", kernel->name);
    if (kernel->words > MAX_CODE_BYTES / SASS_WORD_BYTES)
        return cubin_fail(error, "kernel '%.80s': %zu instructions, at most %d are possible",
                          kernel->name, kernel->words, MAX_CODE_BYTES / SASS_WORD_BYTES);
    size_t exits = 0;
    for (size_t i = 0; i < kernel->words; i++)
        exits += (kernel->code[i].lo & 0xfff) == CUBIN_OPCODE_EXIT;
    if (exits > MAX_EXITS)
        return cubin_fail(error, "kernel '%.80s': %zu EXIT instructions, at most %d are possible",
                          kernel->name, exits, MAX_EXITS);
    return true;
}

static bool check_kernel(const struct cubin_kernel *kernel, char *error)
{
    const char *name = kernel->name;
    if (!name || !is_identifier(name))
        return cubin_fail(error,
                          "kernel name '%.80s': expected letters, digits, _ and $, "
                          "not starting with a digit",
                          name ? name : "");
    if (kernel->function)
        return cubin_fail(
            error, "function '%.80s': only a file that has it already can hold a function", name);
    if (kernel->barriers > CUBIN_MAX_BARRIERS)
        return cubin_fail(error, "kernel '%.80s': %u barriers, expected 0 to %d", name,
                          kernel->barriers, CUBIN_MAX_BARRIERS);
    if (kernel->shared_bytes > MAX_STATIC_SHARED)
        return cubin_fail(error,
                          "kernel '%.80s': %u bytes of static shared memory, at most %d are "
                          "possible",
                          name, kernel->shared_bytes, MAX_STATIC_SHARED);
    return check_code(kernel, error) && check_block(kernel, error) &&
           check_registers(kernel, error) && check_params(kernel, error);
}

bool cubin_check(unsigned sm, const struct cubin_kernel *kernels, size_t count, char *error)
{
    if (sm != 80 && sm != 86 && sm != 89 && sm != 90)
        return cubin_fail(error, "cannot write for sm_%u, expected 80, 86, 89 or 90", sm);
    if (!kernels || count == 0 || count > MAX_KERNELS)
        return cubin_fail(error, "%zu kernels for one cubin, expected 1 to %d", count, MAX_KERNELS);
    for (size_t i = 0; i < count; i++) {
        if (!check_kernel(&kernels[i], error))
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(kernels[i].name, kernels[j].name) == 0)
                return cubin_fail(error, "two kernels are named '%.80s'", kernels[i].name);
    }
    return true;
}
