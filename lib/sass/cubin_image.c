// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_image.h"

#include <stdlib.h>
#include <string.h>

enum { OLDEST_SM = 70 }; // older ones have 64-bit instructions

/// Whether `count` entries of `entry` bytes at `offset` lie inside `size` bytes.
static bool inside(uint64_t offset, uint64_t count, uint64_t entry, uint64_t size)
{
    return offset <= size && count <= (size - offset) / entry;
}

static bool is_elf(const unsigned char *ident)
{
    return memcmp(ident, ELFMAG, SELFMAG) == 0;
}

static bool check_header(const Elf64_Ehdr *header, size_t size, char *error)
{
    const unsigned char *ident = header->e_ident;
    if (ident[EI_CLASS] != ELFCLASS64 || ident[EI_DATA] != ELFDATA2LSB)
        return cubin_fail(error, "not a 64-bit little-endian ELF file");
    if (header->e_machine != CUBIN_MACHINE)
        return cubin_fail(error, "made for ELF machine %u, expected %d (NVIDIA CUDA)",
                          header->e_machine, CUBIN_MACHINE);
    bool abi12 = ident[EI_OSABI] == CUBIN_OSABI_12 && ident[EI_ABIVERSION] == CUBIN_ABIVERSION_12;
    bool abi13 = ident[EI_OSABI] == CUBIN_OSABI_13 && ident[EI_ABIVERSION] == CUBIN_ABIVERSION_13;
    if (!abi12 && !abi13)
        return cubin_fail(error, "unknown cubin ABI 0x%02x/%u, expected 0x33/7 or 0x41/8",
                          ident[EI_OSABI], ident[EI_ABIVERSION]);
    if (header->e_type == ET_REL)
        return cubin_fail(error, "a relocatable object, expected an executable: link it first");
    if (header->e_type != ET_EXEC)
        return cubin_fail(error, "ELF type %u, expected %d (executable)", header->e_type, ET_EXEC);
    if (header->e_shnum == 0 || header->e_shentsize != sizeof(Elf64_Shdr))
        return cubin_fail(error, "%u section headers of %u bytes, expected some of %zu bytes",
                          header->e_shnum, header->e_shentsize, sizeof(Elf64_Shdr));
    if (!inside(header->e_shoff, header->e_shnum, sizeof(Elf64_Shdr), size))
        return cubin_fail(error,
                          "truncated: %u section headers start at byte %llu, the file ends at "
                          "byte %zu",
                          header->e_shnum, (unsigned long long)header->e_shoff, size);
    if (header->e_phnum && (header->e_phentsize != sizeof(Elf64_Phdr) ||
                            !inside(header->e_phoff, header->e_phnum, sizeof(Elf64_Phdr), size)))
        return cubin_fail(error,
                          "truncated: %u program headers start at byte %llu, the file ends at "
                          "byte %zu",
                          header->e_phnum, (unsigned long long)header->e_phoff, size);
    return true;
}

static bool is_string_table(const struct cubin_image *image, uint32_t section)
{
    if (section >= image->section_count || image->sections[section].sh_type != SHT_STRTAB)
        return false;
    uint64_t size = image->sections[section].sh_size;
    return size && cubin_section_data(image, section)[size - 1] == 0;
}

static bool check_sections(struct cubin_image *image, uint32_t names, char *error)
{
    for (uint32_t i = 0; i < image->section_count; i++) {
        const Elf64_Shdr *header = &image->sections[i];
        if (header->sh_type != SHT_NOBITS && header->sh_type != SHT_NULL &&
            !inside(header->sh_offset, header->sh_size, 1, image->size))
            return cubin_fail(error,
                              "section %u reaches past the end: %llu bytes at byte %llu, the file "
                              "ends at byte %zu",
                              i, (unsigned long long)header->sh_size,
                              (unsigned long long)header->sh_offset, image->size);
    }
    if (!is_string_table(image, names))
        return cubin_fail(error, "section %u does not hold the section names", names);
    image->section_names = (const char *)cubin_section_data(image, names);
    for (uint32_t i = 0; i < image->section_count; i++)
        if (image->sections[i].sh_name >= image->sections[names].sh_size)
            return cubin_fail(error, "section %u: its name lies outside the name table", i);
    return true;
}

static bool find_symbols(struct cubin_image *image, char *error)
{
    for (uint32_t i = 1; i < image->section_count; i++) {
        const Elf64_Shdr *header = &image->sections[i];
        if (header->sh_type != SHT_SYMTAB)
            continue;
        if (image->symtab)
            return cubin_fail(error, "sections %u and %u are both symbol tables", image->symtab, i);
        if (header->sh_entsize != sizeof(Elf64_Sym) || header->sh_size % sizeof(Elf64_Sym) ||
            header->sh_size / sizeof(Elf64_Sym) > UINT32_MAX)
            return cubin_fail(error, "section %u: not a table of %zu-byte symbols", i,
                              sizeof(Elf64_Sym));
        if (!is_string_table(image, header->sh_link))
            return cubin_fail(error, "section %u: its link %u is not a string table", i,
                              header->sh_link);
        image->symtab = i;
        image->strtab = header->sh_link;
        image->symbol_count = (uint32_t)(header->sh_size / sizeof(Elf64_Sym));
    }
    return image->symtab ? true : cubin_fail(error, "no symbol table");
}

bool cubin_image_open(struct cubin_image *image, const void *data, size_t size, char *error)
{
    *image = (struct cubin_image){.data = data, .size = size};
    if (size < SELFMAG || !is_elf(data))
        return cubin_fail(error, "not a cubin: it does not start with the ELF magic");
    Elf64_Ehdr header;
    if (size < sizeof header)
        return cubin_fail(error, "truncated: the file ends at byte %zu, inside the ELF header",
                          size);
    memcpy(&header, data, sizeof header);
    if (!check_header(&header, size, error))
        return false;
    image->abi = header.e_ident[EI_ABIVERSION];
    image->sm = (image->abi == CUBIN_ABIVERSION_12 ? header.e_flags : header.e_flags >> 8) & 0xff;
    if (image->sm < OLDEST_SM)
        return cubin_fail(error, "made for sm_%u, expected sm_%d or newer", image->sm, OLDEST_SM);

    image->section_count = header.e_shnum;
    image->sections = malloc(header.e_shnum * sizeof(Elf64_Shdr));
    if (!image->sections)
        return cubin_fail(error, "out of memory");
    memcpy(image->sections, image->data + header.e_shoff, header.e_shnum * sizeof(Elf64_Shdr));
    if (check_sections(image, header.e_shstrndx, error) && find_symbols(image, error))
        return true;
    cubin_image_close(image);
    return false;
}

void cubin_image_close(struct cubin_image *image)
{
    free(image->sections);
    image->sections = NULL;
}

const char *cubin_section_name(const struct cubin_image *image, uint32_t section)
{
    return image->section_names + image->sections[section].sh_name;
}

const unsigned char *cubin_section_data(const struct cubin_image *image, uint32_t section)
{
    return image->data + image->sections[section].sh_offset;
}

bool cubin_symbol(const struct cubin_image *image, uint32_t index, Elf64_Sym *symbol,
                  const char **name)
{
    memcpy(symbol, cubin_section_data(image, image->symtab) + index * sizeof *symbol,
           sizeof *symbol);
    if (symbol->st_name >= image->sections[image->strtab].sh_size)
        return false;
    *name = (const char *)cubin_section_data(image, image->strtab) + symbol->st_name;
    return true;
}

size_t cubin_image_size(const void *data)
{
    return cubin_image_size_within(data, PTRDIFF_MAX);
}

size_t cubin_image_size_within(const void *data, size_t size)
{
    Elf64_Ehdr header;
    const unsigned char *bytes = data;
    if (size < sizeof header || !is_elf(bytes))
        return 0;
    memcpy(&header, bytes, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != CUBIN_MACHINE ||
        header.e_shentsize != sizeof(Elf64_Shdr))
        return 0;
    const uint64_t limit = PTRDIFF_MAX;
    if (!inside(header.e_shoff, header.e_shnum, sizeof(Elf64_Shdr), size) ||
        !inside(header.e_phoff, header.e_phnum, sizeof(Elf64_Phdr), limit))
        return 0;
    uint64_t end = header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr);
    uint64_t programs_end = header.e_phoff + header.e_phnum * sizeof(Elf64_Phdr);
    if (header.e_phnum && programs_end > end)
        end = programs_end;
    for (unsigned i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type == SHT_NULL || section.sh_type == SHT_NOBITS)
            continue;
        if (!inside(section.sh_offset, section.sh_size, 1, limit))
            return 0;
        if (section.sh_offset + section.sh_size > end)
            end = section.sh_offset + section.sh_size;
    }
    return end < sizeof header ? 0 : (size_t)end;
}
