// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_image.h"
#include "sass/cubin_read_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct cubin_image image;
    struct cubin *cubin;
    struct cubin_read_state *states;  ///< by kernel
    struct cubin_kernel **of_section; ///< kernel by number of its code section, or NULL
    struct cubin_kernel **of_symbol;  ///< kernel by number of its symbol, or NULL
    uint64_t code_bytes;              ///< of all kernels so far
    char *error;
};

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_kernel(const Elf64_Sym *symbol)
{
    return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && (symbol->st_other & CUBIN_STO_ENTRY) &&
           symbol->st_shndx != SHN_UNDEF;
}

/// A function that kernels call and that has a code section of its own. Others lie within the
/// section of a kernel.
static bool is_function(const struct cubin_image *image, const Elf64_Sym *symbol, const char *name)
{
    static const char prefix[] = ".text.";
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || (symbol->st_other & CUBIN_STO_ENTRY) ||
        symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= image->section_count || !*name)
        return false;
    const char *section = cubin_section_name(image, symbol->st_shndx);
    return starts_with(section, prefix) && strcmp(section + sizeof prefix - 1, name) == 0;
}

/// Checks that a kernel's symbol and its code section fit together.
static bool check_code_section(struct reader *r, const Elf64_Sym *symbol, const char *name)
{
    const struct cubin_image *image = &r->image;
    uint32_t index = symbol->st_shndx;
    if (!*name || index >= image->section_count || image->sections[index].sh_type != SHT_PROGBITS ||
        !starts_with(cubin_section_name(image, index), ".text.") ||
        strcmp(cubin_section_name(image, index) + strlen(".text."), name) != 0)
        return cubin_fail(r->error, "kernel '%.80s': section %u does not hold its code", name,
                          index);
    const Elf64_Shdr *section = &image->sections[index];
    if (r->of_section[index])
        return cubin_fail(r->error, "two kernels are named '%.80s'", name);
    if (section->sh_size == 0 || section->sh_size % SASS_WORD_BYTES)
        return cubin_fail(r->error, "kernel '%.80s': %llu bytes of code, expected a multiple of %d",
                          name, (unsigned long long)section->sh_size, SASS_WORD_BYTES);
    if (symbol->st_value != 0 || symbol->st_size != section->sh_size)
        return cubin_fail(r->error, "kernel '%.80s': its symbol does not span its code section",
                          name);
    // Sections that overlap could make a small file need much memory.
    if (section->sh_size > image->size - r->code_bytes)
        return cubin_fail(r->error, "kernel '%.80s': its code overlaps another section", name);
    r->code_bytes += section->sh_size;
    return true;
}

static bool same_word(struct sass_word a, struct sass_word b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/// Number of words before the self-branch and the padding; all where the end looks different.
static size_t words_without_tail(const struct sass_word *code, size_t words, unsigned sm)
{
    size_t n = words;
    while (n > 0 && same_word(code[n - 1], cubin_nop))
        n--;
    return n > 1 && same_word(code[n - 1], cubin_self_branch(sm)) ? n - 1 : words;
}

static bool add_kernel(struct reader *r, uint32_t symbol_index, const Elf64_Sym *symbol,
                       const char *name)
{
    if (!check_code_section(r, symbol, name))
        return false;
    const Elf64_Shdr *section = &r->image.sections[symbol->st_shndx];
    struct cubin_kernel *kernel = &r->cubin->kernels[r->cubin->count + r->cubin->function_count];
    struct sass_word *code = malloc(section->sh_size);
    kernel->code = code;
    kernel->name = strdup(name);
    kernel->function = !is_kernel(symbol);
    (*(kernel->function ? &r->cubin->function_count : &r->cubin->count))++;
    if (!code || !kernel->name)
        return cubin_fail(r->error, "out of memory");
    memcpy(code, cubin_section_data(&r->image, symbol->st_shndx), section->sh_size);
    kernel->words = words_without_tail(code, section->sh_size / SASS_WORD_BYTES, r->image.sm);
    kernel->param_base = cubin_param_base(r->image.sm);
    if (r->image.sm < 90)
        kernel->registers = section->sh_info >> CUBIN_TEXT_REGISTER_SHIFT;
    if (r->image.abi == CUBIN_ABIVERSION_12)
        kernel->barriers = section->sh_flags >> CUBIN_TEXT_BARRIER_SHIFT & 0x7f;
    r->of_section[symbol->st_shndx] = kernel;
    r->of_symbol[symbol_index] = kernel;
    return true;
}

static bool read_symbols(struct reader *r)
{
    size_t kernels = 0, functions = 0;
    for (uint32_t i = 1; i < r->image.symbol_count; i++) {
        Elf64_Sym symbol;
        const char *name;
        if (!cubin_symbol(&r->image, i, &symbol, &name))
            return cubin_fail(r->error, "symbol %u: its name lies outside the string table", i);
        if (symbol.st_shndx == SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL)
            snprintf(r->cubin->unresolved, sizeof r->cubin->unresolved,
                     "the code needs '%.80s', which the file does not define", name);
        kernels += is_kernel(&symbol);
        functions += is_function(&r->image, &symbol, name);
    }
    if (kernels == 0)
        return cubin_fail(r->error, "no kernel in the file");
    r->cubin->kernels = calloc(kernels + functions, sizeof *r->cubin->kernels);
    r->states = calloc(kernels + functions, sizeof *r->states);
    if (!r->cubin->kernels || !r->states)
        return cubin_fail(r->error, "out of memory");
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 1; i < r->image.symbol_count; i++) {
            Elf64_Sym symbol;
            const char *name;
            if (cubin_symbol(&r->image, i, &symbol, &name) &&
                (pass == 0 ? is_kernel(&symbol) : is_function(&r->image, &symbol, name)) &&
                !add_kernel(r, i, &symbol, name))
                return false;
        }
    }
    return true;
}

static bool read_shared(struct reader *r, uint32_t index, struct cubin_kernel *kernel)
{
    uint64_t size = r->image.sections[index].sh_size, base = cubin_shared_base(r->image.sm);
    struct cubin_read_state *state = &r->states[kernel - r->cubin->kernels];
    if (state->has_shared)
        return cubin_fail(r->error, "kernel '%.80s': two sections of shared memory", kernel->name);
    state->has_shared = true;
    if (size < base || size - base > UINT32_MAX)
        return cubin_fail(r->error, "section %.80s: %llu bytes, expected at least %llu",
                          cubin_section_name(&r->image, index), (unsigned long long)size,
                          (unsigned long long)base);
    kernel->shared_bytes = (unsigned)(size - base);
    kernel->dynamic_shared = size == base;
    uint64_t align = r->image.sections[index].sh_addralign;
    if (align <= CUBIN_MAX_SHARED_ALIGN && (align & (align - 1)) == 0)
        kernel->shared_align = (unsigned)align;
    return true;
}

static bool read_constants(struct reader *r, uint32_t index, struct cubin_kernel *kernel)
{
    struct cubin_read_state *state = &r->states[kernel - r->cubin->kernels];
    if (state->has_constants)
        return cubin_fail(r->error, "kernel '%.80s': two sections of constant bank 0",
                          kernel->name);
    state->has_constants = true;
    state->constant_bytes = r->image.sections[index].sh_size;
    return true;
}

static bool read_section(struct reader *r, uint32_t index)
{
    const Elf64_Shdr *header = &r->image.sections[index];
    const char *name = cubin_section_name(&r->image, index);
    if (header->sh_type == CUBIN_SHT_INFO && strcmp(name, ".nv.info") == 0)
        return cubin_read_file_records(&r->image, index, r->of_symbol, r->error);

    struct cubin_kernel *kernel =
        header->sh_info < r->image.section_count ? r->of_section[header->sh_info] : NULL;
    bool relocations = header->sh_type == SHT_REL || header->sh_type == SHT_RELA;
    if (relocations && header->sh_size && kernel)
        snprintf(r->cubin->unresolved, sizeof r->cubin->unresolved,
                 "section %.80s: the code has relocations left", name);
    if (header->sh_type == CUBIN_SHT_INFO && starts_with(name, ".nv.info.")) {
        // Functions that kernels call have records too, of their stack.
        if ((!kernel || kernel->function) && header->sh_info < r->image.section_count &&
            starts_with(cubin_section_name(&r->image, header->sh_info), ".text."))
            return true;
        if (!kernel)
            return cubin_fail(r->error, "section %.80s: section %u is not a kernel's code", name,
                              header->sh_info);
        return cubin_read_kernel_records(&r->image, index, kernel,
                                         &r->states[kernel - r->cubin->kernels], r->error);
    }
    if (header->sh_type == SHT_NOBITS && starts_with(name, ".nv.shared.") && kernel)
        return read_shared(r, index, kernel);
    if (header->sh_type == SHT_PROGBITS && starts_with(name, ".nv.constant0.") && kernel)
        return read_constants(r, index, kernel);
    return true;
}

static bool read_all(struct reader *r)
{
    r->of_section = calloc(r->image.section_count, sizeof *r->of_section);
    r->of_symbol = calloc(r->image.symbol_count + (size_t)1, sizeof *r->of_symbol);
    r->cubin = calloc(1, sizeof *r->cubin);
    if (!r->of_section || !r->of_symbol || !r->cubin)
        return cubin_fail(r->error, "out of memory");
    r->cubin->sm = r->image.sm;
    if (!read_symbols(r))
        return false;
    for (uint32_t i = 1; i < r->image.section_count; i++)
        if (!read_section(r, i))
            return false;
    for (size_t i = 0; i < r->cubin->count; i++)
        if (!cubin_check_read(&r->cubin->kernels[i], &r->states[i], r->image.sm, r->error))
            return false;
    return true;
}

struct cubin *cubin_read(const void *data, size_t size, char *error)
{
    struct reader r = {.error = error};
    if (!cubin_image_open(&r.image, data, size, error))
        return NULL;
    if (!read_all(&r)) {
        cubin_free(r.cubin);
        r.cubin = NULL;
    }
    free(r.states);
    free(r.of_section);
    free(r.of_symbol);
    cubin_image_close(&r.image);
    return r.cubin;
}

void cubin_free(struct cubin *cubin)
{
    if (!cubin)
        return;
    for (size_t i = 0; i < cubin->count + cubin->function_count; i++) {
        free((void *)cubin->kernels[i].name);
        free((void *)cubin->kernels[i].code);
    }
    free(cubin->kernels);
    free(cubin);
}
