// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_load.h"

#include "sass/cubin_image.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BANK = 17, MAX_BANK_BYTES = 1 << 16 };

struct loader {
    struct cubin_image image;
    struct cubin_load *load;
    uint32_t *segment_of; ///< by section
    uint64_t bytes;       ///< copied so far
    char *error;
};

// "CODE", "GLOBAL" or "CONSTANT" by a section's name; *owner is what follows the name's own part.
static bool classify(const char *name, struct cubin_segment *segment, const char **owner)
{
    static const char code[] = ".text.", constant[] = ".nv.constant";
    *owner = NULL;
    if (strncmp(name, code, sizeof code - 1) == 0) {
        segment->kind = CUBIN_SEGMENT_CODE;
        *owner = name + sizeof code - 1;
        return true;
    }
    if (strcmp(name, ".nv.global") == 0 || strcmp(name, ".nv.global.init") == 0) {
        segment->kind = CUBIN_SEGMENT_GLOBAL;
        return true;
    }
    if (strncmp(name, constant, sizeof constant - 1) != 0)
        return false;
    char *end;
    const char *digits = name + sizeof constant - 1;
    unsigned long bank = strtoul(digits, &end, 10);
    if (end == digits || bank > MAX_BANK || (*end && *end != '.'))
        return false;
    segment->kind = CUBIN_SEGMENT_CONSTANT;
    segment->bank = (unsigned)bank;
    *owner = *end ? end + 1 : NULL;
    return true;
}

static bool copy_section(struct loader *l, uint32_t index, struct cubin_segment *segment)
{
    const Elf64_Shdr *header = &l->image.sections[index];
    segment->size = header->sh_size;
    if (header->sh_type == SHT_NOBITS || header->sh_size == 0)
        return true;
    // Sections that overlap could make a small file need much memory.
    if (header->sh_size > l->image.size - l->bytes)
        return cubin_fail(l->error, "section %.80s overlaps another one",
                          cubin_section_name(&l->image, index));
    l->bytes += header->sh_size;
    segment->data = malloc(header->sh_size);
    if (!segment->data)
        return cubin_fail(l->error, "out of memory");
    memcpy(segment->data, cubin_section_data(&l->image, index), header->sh_size);
    return true;
}

static bool add_segment(struct loader *l, uint32_t index)
{
    const Elf64_Shdr *header = &l->image.sections[index];
    struct cubin_segment *segment = &l->load->segments[l->load->segment_count];
    const char *name = cubin_section_name(&l->image, index), *owner;
    l->segment_of[index] = CUBIN_NO_SEGMENT;
    if ((header->sh_type != SHT_PROGBITS && header->sh_type != SHT_NOBITS) ||
        !classify(name, segment, &owner))
        return true;
    if (segment->kind != CUBIN_SEGMENT_GLOBAL && header->sh_type == SHT_NOBITS)
        return cubin_fail(l->error, "section %.80s has no bytes in the file", name);
    if (segment->kind == CUBIN_SEGMENT_CONSTANT && header->sh_size > MAX_BANK_BYTES)
        return cubin_fail(l->error, "section %.80s: %llu bytes, expected at most %d", name,
                          (unsigned long long)header->sh_size, MAX_BANK_BYTES);
    l->segment_of[index] = (uint32_t)l->load->segment_count++;
    if (owner && !(segment->owner = strdup(owner)))
        return cubin_fail(l->error, "out of memory");
    return copy_section(l, index, segment);
}

static bool add_symbol(struct loader *l, uint32_t index)
{
    struct cubin_symbol_entry *entry = &l->load->symbols[index];
    Elf64_Sym symbol;
    const char *name;
    if (!cubin_symbol(&l->image, index, &symbol, &name))
        return cubin_fail(l->error, "symbol %u: its name lies outside the string table", index);
    entry->name = strdup(name);
    if (!entry->name)
        return cubin_fail(l->error, "out of memory");
    entry->segment = CUBIN_NO_SEGMENT;
    entry->offset = symbol.st_value;
    entry->size = symbol.st_size;
    entry->is_needed =
        index && symbol.st_shndx == SHN_UNDEF && *name && ELF64_ST_BIND(symbol.st_info) != STB_WEAK;
    if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < l->image.section_count)
        entry->segment = l->segment_of[symbol.st_shndx];
    if (entry->segment == CUBIN_NO_SEGMENT)
        return true;
    uint64_t size = l->load->segments[entry->segment].size;
    entry->is_variable = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT;
    if (entry->offset > size || (entry->is_variable && entry->size > size - entry->offset))
        return cubin_fail(l->error, "symbol '%.80s' lies outside its section", name);
    return true;
}

// The addend of a relocation without one is where it will be put.
static int64_t stored_addend(const struct cubin_segment *segment, uint64_t offset, unsigned type)
{
    int64_t addend = 0;
    if (type == CUBIN_R_64 || type == CUBIN_R_G64)
        memcpy(&addend, segment->data + offset, sizeof addend);
    return addend;
}

static bool add_relocations(struct loader *l, uint32_t index)
{
    const Elf64_Shdr *header = &l->image.sections[index];
    bool has_addend = header->sh_type == SHT_RELA;
    size_t entry = has_addend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    const char *name = cubin_section_name(&l->image, index);
    uint32_t target = header->sh_info < l->image.section_count ? l->segment_of[header->sh_info]
                                                               : CUBIN_NO_SEGMENT;
    if (target == CUBIN_NO_SEGMENT || !header->sh_size)
        return true;
    const struct cubin_segment *segment = &l->load->segments[target];
    size_t room = segment->kind == CUBIN_SEGMENT_CODE ? SASS_WORD_BYTES : sizeof(uint64_t);
    if (header->sh_size % entry)
        return cubin_fail(l->error, "section %.80s: not a table of %zu-byte relocations", name,
                          entry);
    for (uint64_t at = 0; at < header->sh_size; at += entry) {
        Elf64_Rela rela = {0};
        memcpy(&rela, cubin_section_data(&l->image, index) + at, entry);
        uint32_t symbol = (uint32_t)ELF64_R_SYM(rela.r_info);
        if (symbol >= l->load->symbol_count)
            return cubin_fail(l->error, "section %.80s: relocation of symbol %u of %zu", name,
                              symbol, l->load->symbol_count);
        if (!segment->data || segment->size < room || rela.r_offset > segment->size - room)
            return cubin_fail(l->error, "section %.80s: relocation at byte %llu of %llu", name,
                              (unsigned long long)rela.r_offset, (unsigned long long)segment->size);
        struct cubin_relocation *relocation = &l->load->relocations[l->load->relocation_count++];
        relocation->segment = target;
        relocation->symbol = symbol;
        relocation->offset = rela.r_offset;
        relocation->type = (unsigned)ELF64_R_TYPE(rela.r_info);
        relocation->addend =
            has_addend ? rela.r_addend : stored_addend(segment, rela.r_offset, relocation->type);
    }
    return true;
}

static bool is_relocations(const Elf64_Shdr *header)
{
    return header->sh_type == SHT_REL || header->sh_type == SHT_RELA;
}

static bool read_all(struct loader *l)
{
    size_t sections = l->image.section_count, relocations = 0;
    for (uint32_t i = 1; i < sections; i++) {
        if (is_relocations(&l->image.sections[i]))
            relocations += l->image.sections[i].sh_size / sizeof(Elf64_Rel);
    }
    // Sections of relocations that overlap could make a small file need much memory.
    if (relocations > l->image.size / sizeof(Elf64_Rel))
        return cubin_fail(l->error, "sections of relocations overlap");
    l->load = calloc(1, sizeof *l->load);
    l->segment_of = calloc(sections, sizeof *l->segment_of);
    if (!l->load || !l->segment_of)
        return cubin_fail(l->error, "out of memory");
    l->load->segments = calloc(sections, sizeof *l->load->segments);
    l->load->symbols = calloc(l->image.symbol_count + (size_t)1, sizeof *l->load->symbols);
    l->load->relocations = calloc(relocations + 1, sizeof *l->load->relocations);
    if (!l->load->segments || !l->load->symbols || !l->load->relocations)
        return cubin_fail(l->error, "out of memory");
    l->load->symbol_count = l->image.symbol_count;
    l->segment_of[0] = CUBIN_NO_SEGMENT;
    for (uint32_t i = 1; i < sections; i++) {
        if (!add_segment(l, i))
            return false;
    }
    for (uint32_t i = 0; i < l->image.symbol_count; i++) {
        if (!add_symbol(l, i))
            return false;
    }
    for (uint32_t i = 1; i < sections; i++) {
        if (is_relocations(&l->image.sections[i]) && !add_relocations(l, i))
            return false;
    }
    return true;
}

struct cubin_load *cubin_load_read(const void *data, size_t size, char *error)
{
    struct loader l = {.error = error};
    if (!cubin_image_open(&l.image, data, size, error))
        return NULL;
    if (!read_all(&l)) {
        cubin_load_free(l.load);
        l.load = NULL;
    }
    free(l.segment_of);
    cubin_image_close(&l.image);
    return l.load;
}

void cubin_load_free(struct cubin_load *load)
{
    if (!load)
        return;
    for (size_t i = 0; load->segments && i < load->segment_count; i++) {
        free(load->segments[i].owner);
        free(load->segments[i].data);
    }
    for (size_t i = 0; load->symbols && i < load->symbol_count; i++)
        free(load->symbols[i].name);
    free(load->segments);
    free(load->symbols);
    free(load->relocations);
    free(load);
}
