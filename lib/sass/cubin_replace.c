// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_image.h"

#include <stdlib.h>
#include <string.h>

// Section number of a kernel's code; 0 if there is none.
static uint32_t code_section(const struct cubin_image *image, const char *name)
{
    static const char prefix[] = ".text.";
    for (uint32_t i = 1; i < image->section_count; i++) {
        const char *section = cubin_section_name(image, i);
        if (image->sections[i].sh_type == SHT_PROGBITS &&
            strncmp(section, prefix, sizeof prefix - 1) == 0 &&
            strcmp(section + sizeof prefix - 1, name) == 0)
            return i;
    }
    return 0;
}

static const struct cubin_kernel *find_kernel(const struct cubin *cubin, const char *name)
{
    for (size_t i = 0; i < cubin->count + cubin->function_count; i++) {
        if (strcmp(cubin->kernels[i].name, name) == 0)
            return &cubin->kernels[i];
    }
    return NULL;
}

// Whether the file holds addresses of the kernel's code that would not move with it: the table of
// an indirect branch, or relocations.
static bool holds_addresses(const struct cubin_image *image, uint32_t section,
                            const struct cubin_kernel *kernel)
{
    for (uint32_t i = 1; i < image->section_count; i++) {
        uint32_t type = image->sections[i].sh_type;
        if ((type == SHT_REL || type == SHT_RELA) && image->sections[i].sh_info == section)
            return true;
    }
    for (size_t i = 0; i < kernel->words; i++) {
        struct sass_inst inst;
        if (!sass_decode(image->sm, kernel->code[i], &inst))
            continue;
        enum sass_op op = inst.row->op;
        if (op == SASS_OP_BRX || op == SASS_OP_BRXU || op == SASS_OP_JMX || op == SASS_OP_JMXU)
            return true;
    }
    return false;
}

// Whether warps of the kernel take more registers than they begin with.
static bool takes_registers(unsigned sm, const struct cubin_kernel *kernel)
{
    for (size_t i = 0; i < kernel->words; i++) {
        struct sass_inst inst;
        if (sass_decode(sm, kernel->code[i], &inst) && inst.row->op == SASS_OP_USETMAXREG)
            return true;
    }
    return false;
}

// What the file grants the kernel must be enough for the new code.
static bool fits_resources(unsigned sm, const struct cubin_kernel *old,
                           const struct cubin_kernel *kernel, char *error)
{
    unsigned registers = takes_registers(sm, old) ? SASS_RZ : old->registers;
    const struct {
        unsigned wanted, granted;
        const char *what;
    } resources[] = {
        {kernel->registers, registers, "registers"},
        // The compiler may know the number of a barrier that is in a register.
        {kernel->named_barriers, old->barriers, "barriers"},
        {kernel->shared_bytes, old->shared_bytes, "bytes of shared memory"},
        {kernel->param_bytes, old->param_bytes, "bytes of parameters"},
    };
    for (size_t i = 0; i < sizeof resources / sizeof resources[0]; i++) {
        if (resources[i].wanted > resources[i].granted)
            return cubin_fail(error, "kernel '%.80s': %u %s are more than the file's %u",
                              kernel->name, resources[i].wanted, resources[i].what,
                              resources[i].granted);
    }
    return true;
}

static bool replace_one(const struct cubin_image *image, const struct cubin *cubin,
                        const struct cubin_kernel *kernel, unsigned char *result, char *error)
{
    const struct cubin_kernel *old = find_kernel(cubin, kernel->name);
    uint32_t section = code_section(image, kernel->name);
    if (!old || !section || old->function != kernel->function)
        return cubin_fail(error, "the file has no %s '%.80s'",
                          kernel->function ? "function" : "kernel", kernel->name);
    size_t room = image->sections[section].sh_size / SASS_WORD_BYTES;
    // Behind new code comes a self-branch and padding, so one word must be left.
    bool same_length = kernel->words == old->words;
    if (kernel->words > room || (!same_length && kernel->words == room))
        return cubin_fail(error, "kernel '%.80s': %zu instructions do not fit into %zu",
                          kernel->name, kernel->words, room - 1);
    if (!same_length && holds_addresses(image, section, old))
        return cubin_fail(error,
                          "kernel '%.80s': %zu instructions, %zu were expected: the file holds "
                          "addresses of its code",
                          kernel->name, kernel->words, old->words);
    if (!fits_resources(image->sm, old, kernel, error))
        return false;
    unsigned char *at = result + image->sections[section].sh_offset;
    memcpy(at, kernel->code, kernel->words * SASS_WORD_BYTES);
    if (same_length)
        return true;
    struct sass_word tail = cubin_self_branch(image->sm);
    for (size_t i = kernel->words; i < room; i++, tail = cubin_nop)
        memcpy(at + i * SASS_WORD_BYTES, &tail, SASS_WORD_BYTES);
    return true;
}

bool cubin_replace_code(unsigned sm, const void *data, size_t size,
                        const struct cubin_kernel *kernels, size_t count, unsigned char **result,
                        char *error)
{
    struct cubin *cubin = cubin_read(data, size, error);
    struct cubin_image image;
    if (!cubin)
        return false;
    bool open = cubin_image_open(&image, data, size, error), ok = open;
    if (ok && image.sm != sm)
        ok = cubin_fail(error, "code for sm_%u was expected, as in the file, not for sm_%u",
                        image.sm, sm);
    *result = ok ? malloc(size) : NULL;
    if (ok && !*result)
        ok = cubin_fail(error, "out of memory");
    if (ok)
        memcpy(*result, data, size);
    for (size_t i = 0; ok && i < count; i++)
        ok = replace_one(&image, cubin, &kernels[i], *result, error);
    if (!ok) {
        free(*result);
        *result = NULL;
    }
    if (open)
        cubin_image_close(&image);
    cubin_free(cubin);
    return ok;
}
