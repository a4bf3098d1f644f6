// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Each file becomes a list of lines, one per property, that name everything instead of numbering
// it; then the lists are compared.
#include "tests/cubin_compare.h"

#include <elf.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INFO_TYPE = 0x70000000, LINE = 400 };

struct lines {
    char (*text)[LINE];
    size_t count, capacity;
};

struct elf {
    const unsigned char *data;
    Elf64_Ehdr header;
    Elf64_Shdr *sections;
    uint32_t symtab;
};

static void add_line(struct lines *lines, const char *format, ...)
{
    if (lines->count == lines->capacity) {
        lines->capacity = 2 * lines->capacity + 64;
        lines->text = realloc(lines->text, lines->capacity * sizeof *lines->text);
        if (!lines->text)
            abort();
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(lines->text[lines->count++], LINE, format, arguments);
    va_end(arguments);
}

static const char *section_name(const struct elf *elf, uint32_t i)
{
    return (const char *)elf->data + elf->sections[elf->header.e_shstrndx].sh_offset +
           elf->sections[i].sh_name;
}

static Elf64_Sym symbol(const struct elf *elf, uint32_t i)
{
    Elf64_Sym result;
    memcpy(&result, elf->data + elf->sections[elf->symtab].sh_offset + i * sizeof result,
           sizeof result);
    return result;
}

static const char *symbol_name(const struct elf *elf, uint32_t i)
{
    const Elf64_Shdr *names = &elf->sections[elf->sections[elf->symtab].sh_link];
    return (const char *)elf->data + names->sh_offset + symbol(elf, i).st_name;
}

static bool is_debug(const char *name)
{
    return strstr(name, ".debug_frame") != NULL;
}

static void describe_header(const struct elf *elf, struct lines *lines)
{
    const Elf64_Ehdr *h = &elf->header;
    char ident[2 * EI_NIDENT + 1];
    for (int i = 0; i < EI_NIDENT; i++)
        snprintf(ident + 2 * i, 3, "%02x", h->e_ident[i]);
    add_line(lines, "header: ident %s", ident);
    add_line(lines, "header: type %u machine %u", h->e_type, h->e_machine);
    add_line(lines, "header: version 0x%x entry %llu", h->e_version,
             (unsigned long long)h->e_entry);
    add_line(lines, "header: flags 0x%x", h->e_flags);
    add_line(lines, "header: sizes %u %u %u, %u segments", h->e_ehsize, h->e_phentsize,
             h->e_shentsize, h->e_phnum);
    add_line(lines, "header: section names in %s", section_name(elf, h->e_shstrndx));
}

static void describe_sections(const struct elf *elf, struct lines *lines)
{
    const char *previous = "the start";
    for (uint32_t i = 0; i < elf->header.e_shnum; i++) {
        const Elf64_Shdr *s = &elf->sections[i];
        const char *name = section_name(elf, i);
        if (is_debug(name))
            continue;
        add_line(lines, "section %s: comes behind %s", name, previous);
        previous = name;
        add_line(lines, "section %s: type 0x%x flags 0x%llx", name, s->sh_type,
                 (unsigned long long)s->sh_flags);
        add_line(lines, "section %s: align %llu entry size %llu address %llu", name,
                 (unsigned long long)s->sh_addralign, (unsigned long long)s->sh_entsize,
                 (unsigned long long)s->sh_addr);
        add_line(lines, "section %s: link %s", name, section_name(elf, s->sh_link));
        if (strncmp(name, ".text.", 6) == 0)
            add_line(lines, "section %s: info %u registers, symbol %s", name, s->sh_info >> 24,
                     symbol_name(elf, s->sh_info & 0xffffff));
        else if (s->sh_type != SHT_SYMTAB)
            add_line(lines, "section %s: info %s", name, section_name(elf, s->sh_info));
        if (s->sh_type != SHT_SYMTAB && s->sh_type != SHT_STRTAB)
            add_line(lines, "section %s: size 0x%llx", name, (unsigned long long)s->sh_size);
    }
}

static void describe_symbols(const struct elf *elf, struct lines *lines, bool order)
{
    size_t count = elf->sections[elf->symtab].sh_size / sizeof(Elf64_Sym);
    const char *previous = "the start";
    for (uint32_t i = 1; i < count; i++) {
        Elf64_Sym s = symbol(elf, i);
        const char *name = symbol_name(elf, i);
        if (!*name || is_debug(name))
            continue;
        add_line(lines, "symbol %s: info 0x%02x other 0x%02x section %s value %llu size 0x%llx",
                 name, s.st_info, s.st_other, section_name(elf, s.st_shndx),
                 (unsigned long long)s.st_value, (unsigned long long)s.st_size);
        if (order)
            add_line(lines, "symbol %s: comes behind %s", name, previous);
        previous = name;
    }
}

/// Records whose first word is a symbol number.
static bool names_symbol(unsigned attribute)
{
    return attribute == 0x0a || attribute == 0x11 || attribute == 0x12 || attribute == 0x2f;
}

static void describe_records(const struct elf *elf, uint32_t section, struct lines *lines)
{
    const unsigned char *bytes = elf->data + elf->sections[section].sh_offset;
    size_t size = elf->sections[section].sh_size, at = 0;
    for (unsigned number = 0; at < size; number++) {
        const unsigned char *record = bytes + at;
        size_t end = 4 + (record[0] == 4 ? record[2] + 256u * record[3] : 0), from = 2;
        const char *name = "-";
        if (record[0] == 4 && names_symbol(record[1])) {
            name = symbol_name(elf, record[4] + 256u * record[5]);
            from = 8;
        }
        char hex[LINE / 2] = "";
        for (size_t i = from; i < end && 2 * (i - from) + 3 < sizeof hex; i++)
            snprintf(hex + 2 * (i - from), 3, "%02x", record[i]);
        add_line(lines, "records of %s: number %u: attribute %02x %02x symbol %s value %s",
                 section_name(elf, section), number, record[0], record[1], name, hex);
        at += end;
    }
}

static void describe_contents(const struct elf *elf, struct lines *lines)
{
    for (uint32_t i = 1; i < elf->header.e_shnum; i++) {
        const Elf64_Shdr *s = &elf->sections[i];
        const unsigned char *bytes = elf->data + s->sh_offset;
        if (s->sh_type == INFO_TYPE) {
            describe_records(elf, i, lines);
            continue;
        }
        if (s->sh_type == SHT_SYMTAB || s->sh_type == SHT_STRTAB || s->sh_type == SHT_NOBITS ||
            is_debug(section_name(elf, i)))
            continue;
        for (size_t at = 0; at < s->sh_size; at += 16) {
            char hex[33] = "";
            for (size_t k = 0; k < 16 && at + k < s->sh_size; k++)
                snprintf(hex + 2 * k, 3, "%02x", bytes[at + k]);
            add_line(lines, "bytes of %s at 0x%zx: %s", section_name(elf, i), at, hex);
        }
    }
}

/// The name of what starts (or ends) at a file offset.
static const char *edge(const struct elf *elf, uint64_t offset, bool end)
{
    const char *found = "nothing";
    for (uint32_t i = 1; i < elf->header.e_shnum; i++) {
        const Elf64_Shdr *s = &elf->sections[i];
        if (s->sh_type == SHT_NOBITS || !(s->sh_flags & SHF_ALLOC))
            continue;
        if (s->sh_offset + (end ? s->sh_size : 0) == offset)
            found = section_name(elf, i);
    }
    return found;
}

static void describe_segments(const struct elf *elf, struct lines *lines)
{
    for (uint32_t i = 0; i < elf->header.e_phnum; i++) {
        Elf64_Phdr p;
        memcpy(&p, elf->data + elf->header.e_phoff + i * sizeof p, sizeof p);
        add_line(lines, "segment %u: type %u flags %u align %llu address %llu %llu", i, p.p_type,
                 p.p_flags, (unsigned long long)p.p_align, (unsigned long long)p.p_vaddr,
                 (unsigned long long)p.p_paddr);
        if (p.p_offset == elf->header.e_phoff)
            add_line(lines, "segment %u: program headers, %llu and %llu bytes", i,
                     (unsigned long long)p.p_filesz, (unsigned long long)p.p_memsz);
        else if (p.p_filesz)
            add_line(lines, "segment %u: from %s to %s, %lld bytes more in memory", i,
                     edge(elf, p.p_offset, false), edge(elf, p.p_offset + p.p_filesz, true),
                     (long long)(p.p_memsz - p.p_filesz));
        else
            add_line(lines, "segment %u: none in the file, %llu bytes in memory", i,
                     (unsigned long long)p.p_memsz);
    }
}

static struct lines describe(const unsigned char *data, size_t size)
{
    struct elf elf = {.data = data};
    struct lines lines = {0};
    if (size < sizeof elf.header)
        abort();
    memcpy(&elf.header, data, sizeof elf.header);
    elf.sections = malloc(elf.header.e_shnum * sizeof *elf.sections);
    if (!elf.sections)
        abort();
    memcpy(elf.sections, data + elf.header.e_shoff, elf.header.e_shnum * sizeof *elf.sections);
    for (uint32_t i = 0; i < elf.header.e_shnum; i++)
        if (elf.sections[i].sh_type == SHT_SYMTAB)
            elf.symtab = i;
    describe_header(&elf, &lines);
    describe_sections(&elf, &lines);
    describe_symbols(&elf, &lines, (elf.header.e_flags & 0xff) < 90);
    describe_contents(&elf, &lines);
    describe_segments(&elf, &lines);
    free(elf.sections);
    return lines;
}

static size_t report_missing(const char *label, const char *where, const struct lines *from,
                             const struct lines *in)
{
    size_t missing = 0;
    bool *used = calloc(in->count + 1, sizeof *used);
    if (!used)
        abort();
    for (size_t i = 0; i < from->count; i++) {
        size_t j = 0;
        while (j < in->count && (used[j] || strcmp(from->text[i], in->text[j]) != 0))
            j++;
        if (j < in->count) {
            used[j] = true;
        } else {
            if (label)
                fprintf(stderr, "%s: only in %s: %s\n", label, where, from->text[i]);
            missing++;
        }
    }
    free(used);
    return missing;
}

size_t cubin_compare(const char *label, const unsigned char *ours, size_t our_size,
                     const unsigned char *theirs, size_t their_size)
{
    struct lines a = describe(ours, our_size), b = describe(theirs, their_size);
    size_t differences = report_missing(label, "ours", &a, &b);
    differences += report_missing(label, "theirs", &b, &a);
    free(a.text);
    free(b.text);
    return differences;
}
