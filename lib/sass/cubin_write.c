// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The file is what ptxas 12.9 makes for the same kernels, without .debug_frame: the same sections,
// symbols, records and segments in the same order. One deliberate difference: on sm_90 all local
// symbols come before the global ones, as ELF demands and ptxas does not.
#include "sass/cubin_buffer.h"
#include "sass/cubin_check.h"
#include "sass/cubin_format.h"
#include "sass/cubin_records.h"

#include <stdlib.h>
#include <string.h>

enum { SHSTRTAB = 1, STRTAB = 2, SYMTAB = 3, INFO = 4, FIXED_SECTIONS = 8, KERNEL_SECTIONS = 5 };
enum { MAX_SEGMENTS = 5 };

struct section {
    Elf64_Shdr header;
    struct cubin_buffer content;
};

/// Section and symbol numbers of one kernel; 0 where it has none.
struct place {
    uint32_t info, relocations, text, constant, shared;
    uint32_t symbol, constant_symbol;
};

struct writer {
    unsigned sm;
    const struct cubin_kernel *kernels;
    size_t count;
    struct place *places;
    uint32_t *symbols; ///< of the kernels
    struct section *sections;
    uint32_t section_count;
    uint32_t callgraph, rel_action, reserved; ///< section numbers, 0 for none
    uint32_t symbol_count;
    Elf64_Phdr segments[MAX_SEGMENTS];
    uint16_t segment_count;
};

static uint32_t add_section(struct writer *w, const char *prefix, const char *name, uint32_t type,
                            uint64_t flags, uint64_t align)
{
    struct cubin_buffer *names = &w->sections[SHSTRTAB].content;
    w->sections[w->section_count].header = (Elf64_Shdr){
        .sh_name = cubin_put_name(names, prefix, name),
        .sh_type = type,
        .sh_flags = flags,
        .sh_addralign = align,
    };
    return w->section_count++;
}

static uint32_t add_linked(struct writer *w, const char *prefix, const char *name, uint32_t type,
                           uint64_t flags, uint64_t align, uint64_t entry_size)
{
    uint32_t index = add_section(w, prefix, name, type, flags, align);
    w->sections[index].header.sh_link = SYMTAB;
    w->sections[index].header.sh_entsize = entry_size;
    return index;
}

static bool uses_shared(const struct cubin_kernel *kernel)
{
    return kernel->shared_bytes || kernel->dynamic_shared;
}

static bool uses_accelerators(const struct writer *w)
{
    for (size_t i = 0; i < w->count; i++) {
        if (w->kernels[i].accelerators)
            return true;
    }
    return false;
}

static void add_texts(struct writer *w)
{
    for (size_t i = 0; i < w->count; i++) {
        uint64_t barriers = (uint64_t)w->kernels[i].barriers << CUBIN_TEXT_BARRIER_SHIFT;
        w->places[i].text = add_linked(w, ".text.", w->kernels[i].name, SHT_PROGBITS,
                                       SHF_ALLOC | SHF_EXECINSTR | barriers, CUBIN_TEXT_ALIGN, 0);
    }
}

static void add_constants(struct writer *w)
{
    for (size_t i = 0; i < w->count; i++)
        w->places[i].constant = add_section(w, ".nv.constant0.", w->kernels[i].name, SHT_PROGBITS,
                                            SHF_ALLOC | SHF_INFO_LINK, 4);
}

/// On sm_90 every file has .nv.shared.reserved.0, behind the shared memory of the first kernel.
static void add_shared(struct writer *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct cubin_kernel *kernel = &w->kernels[i];
        if (uses_shared(kernel)) {
            uint64_t align = kernel->shared_align > CUBIN_SHARED_ALIGN ? kernel->shared_align
                                                                       : CUBIN_SHARED_ALIGN;
            w->places[i].shared = add_section(w, ".nv.shared.", kernel->name, SHT_NOBITS,
                                              SHF_WRITE | SHF_ALLOC | SHF_INFO_LINK, align);
            w->sections[w->places[i].shared].header.sh_size =
                cubin_shared_base(w->sm) + kernel->shared_bytes;
        }
        if (i == 0 && w->sm >= 90)
            w->reserved =
                add_section(w, ".nv.shared.reserved.0", "", SHT_NOBITS, SHF_WRITE | SHF_ALLOC, 1);
    }
}

static void add_sections(struct writer *w)
{
    // The name of section 0 is the empty string that starts the name table.
    add_section(w, "", "", SHT_NULL, 0, 0);
    add_section(w, ".shstrtab", "", SHT_STRTAB, 0, 1);
    add_section(w, ".strtab", "", SHT_STRTAB, 0, 1);
    add_section(w, ".symtab", "", SHT_SYMTAB, 0, 8);
    w->sections[SYMTAB].header.sh_link = STRTAB;
    w->sections[SYMTAB].header.sh_entsize = sizeof(Elf64_Sym);
    add_linked(w, ".nv.info", "", CUBIN_SHT_INFO, 0, 4, 0);
    for (size_t i = 0; i < w->count; i++)
        w->places[i].info =
            add_linked(w, ".nv.info.", w->kernels[i].name, CUBIN_SHT_INFO, SHF_INFO_LINK, 4, 0);
    w->callgraph = add_linked(w, ".nv.callgraph", "", CUBIN_SHT_CALLGRAPH, 0, 4, 8);
    if (w->sm < 90) {
        w->rel_action = add_section(w, ".nv.rel.action", "", CUBIN_SHT_REL_ACTION, 0, 8);
        w->sections[w->rel_action].header.sh_entsize = 8;
        add_constants(w);
        add_texts(w);
        add_shared(w);
        return;
    }
    // Empty: ptxas leaves it where it has resolved the addresses of shared memory.
    for (size_t i = 0; i < w->count; i++)
        if (uses_shared(&w->kernels[i]))
            w->places[i].relocations = add_linked(w, ".rela.text.", w->kernels[i].name, SHT_RELA,
                                                  SHF_INFO_LINK, 8, sizeof(Elf64_Rela));
    add_texts(w);
    add_shared(w);
    add_constants(w);
}

static uint32_t add_symbol(struct writer *w, const char *name, Elf64_Sym symbol)
{
    symbol.st_name = *name ? cubin_put_name(&w->sections[STRTAB].content, "", name) : 0;
    cubin_put(&w->sections[SYMTAB].content, &symbol, sizeof symbol);
    return w->symbol_count++;
}

static uint32_t add_section_symbol(struct writer *w, uint32_t section)
{
    const unsigned char *names = w->sections[SHSTRTAB].content.data;
    return add_symbol(w, (const char *)names + w->sections[section].header.sh_name,
                      (Elf64_Sym){.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION),
                                  .st_shndx = (uint16_t)section});
}

/// Needs the final sizes of the code sections.
static void add_symbols(struct writer *w)
{
    cubin_put(&w->sections[STRTAB].content, "", 1);
    add_symbol(w, "", (Elf64_Sym){0});
    for (size_t i = 0; i < w->count; i++) {
        add_section_symbol(w, w->places[i].text);
        if (w->kernels[i].shared_bytes)
            add_section_symbol(w, w->places[i].shared);
        if (w->sm < 90)
            w->places[i].constant_symbol = add_section_symbol(w, w->places[i].constant);
    }
    add_section_symbol(w, w->callgraph);
    if (w->rel_action)
        add_section_symbol(w, w->rel_action);
    for (size_t i = 0; i < w->count; i++)
        if (w->sm >= 90)
            w->places[i].constant_symbol = add_section_symbol(w, w->places[i].constant);
    w->sections[SYMTAB].header.sh_info = w->symbol_count;

    if (w->reserved) {
        add_symbol(w, ".nv.reservedSmem.offset0",
                   (Elf64_Sym){.st_info = ELF64_ST_INFO(STB_WEAK, STT_OBJECT), .st_size = 4});
        add_symbol(w, "__nv_reservedSMEM_offset_0_alias",
                   (Elf64_Sym){.st_info = ELF64_ST_INFO(STB_WEAK, STT_NOTYPE),
                               .st_other = 0xa0,
                               .st_shndx = (uint16_t)w->reserved});
    }
    for (size_t i = 0; i < w->count; i++) {
        uint32_t text = w->places[i].text;
        w->symbols[i] = w->places[i].symbol =
            add_symbol(w, w->kernels[i].name,
                       (Elf64_Sym){.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                                   .st_other = CUBIN_STO_ENTRY,
                                   .st_shndx = (uint16_t)text,
                                   .st_size = w->sections[text].content.size});
    }
}

static void fill_text(struct writer *w, size_t i)
{
    const struct cubin_kernel *kernel = &w->kernels[i];
    struct cubin_buffer *text = &w->sections[w->places[i].text].content;
    struct sass_word branch = cubin_self_branch(w->sm);
    cubin_put(text, kernel->code, kernel->words * SASS_WORD_BYTES);
    cubin_put(text, &branch, SASS_WORD_BYTES);
    size_t padding = (CUBIN_TEXT_ALIGN - text->size % CUBIN_TEXT_ALIGN) % CUBIN_TEXT_ALIGN;
    for (padding += CUBIN_FETCH_AHEAD; padding; padding -= SASS_WORD_BYTES)
        cubin_put(text, &cubin_nop, SASS_WORD_BYTES);
}

static void fill_sections(struct writer *w)
{
    // No kernel calls another: the four rows say so.
    static const uint32_t callgraph[] = {0, 0xffffffff, 0, 0xfffffffe,
                                         0, 0xfffffffd, 0, 0xfffffffc};
    static const uint32_t rel_action[] = {0x73, 0, 0x11000000, 0x36050025};
    cubin_put(&w->sections[w->callgraph].content, callgraph, sizeof callgraph);
    if (w->rel_action)
        cubin_put(&w->sections[w->rel_action].content, rel_action, sizeof rel_action);
    cubin_put_file_records(&w->sections[INFO].content, w->kernels, w->count, w->symbols);
    for (size_t i = 0; i < w->count; i++) {
        const struct cubin_kernel *kernel = &w->kernels[i];
        const struct place *place = &w->places[i];
        cubin_put_kernel_records(&w->sections[place->info].content, w->sm, kernel,
                                 place->constant_symbol);
        cubin_put(&w->sections[place->constant].content, NULL,
                  cubin_param_base(w->sm) + kernel->param_bytes);
        w->sections[place->info].header.sh_info = place->text;
        w->sections[place->constant].header.sh_info = place->text;
        if (place->shared)
            w->sections[place->shared].header.sh_info = place->text;
        if (place->relocations)
            w->sections[place->relocations].header.sh_info = place->text;
        uint32_t registers = w->sm < 90 ? kernel->registers : 0;
        w->sections[place->text].header.sh_info = place->symbol | registers
                                                                      << CUBIN_TEXT_REGISTER_SHIFT;
    }
}

static bool any_failed(const struct writer *w)
{
    for (uint32_t i = 0; i < w->section_count; i++)
        if (w->sections[i].content.failed)
            return true;
    return false;
}

/// Segment of the sections first..last.
static void add_segment(struct writer *w, uint32_t flags, uint32_t first, uint32_t last)
{
    uint64_t start = w->sections[first].header.sh_offset, file_end = start, memory = 0;
    for (uint32_t i = first; i <= last; i++) {
        const Elf64_Shdr *header = &w->sections[i].header;
        if (header->sh_type == SHT_NOBITS) {
            uint64_t mask = header->sh_addralign - 1;
            memory = ((memory + mask) & ~mask) + header->sh_size;
        } else {
            file_end = header->sh_offset + header->sh_size;
        }
    }
    uint64_t size = file_end - start;
    w->segments[w->segment_count++] = (Elf64_Phdr){.p_type = PT_LOAD,
                                                   .p_flags = flags,
                                                   .p_offset = start,
                                                   .p_filesz = size,
                                                   .p_memsz = size + memory,
                                                   .p_align = 8};
}

/// Segments of the program headers themselves; offset and size are filled in by the caller.
static Elf64_Phdr *add_header_segment(struct writer *w, uint32_t type, uint32_t flags)
{
    w->segments[w->segment_count] = (Elf64_Phdr){.p_type = type, .p_flags = flags, .p_align = 8};
    return &w->segments[w->segment_count++];
}

static void add_segments(struct writer *w, uint64_t offset)
{
    const struct place *first = &w->places[0], *last = &w->places[w->count - 1];
    Elf64_Phdr *table, *load;
    if (w->sm < 90) {
        table = add_header_segment(w, PT_PHDR, PF_R | PF_X);
        add_segment(w, PF_R | PF_X, first->constant, last->text);
        if (last->text + 1 < w->section_count)
            add_segment(w, PF_R | PF_W, last->text + 1, w->section_count - 1);
        load = add_header_segment(w, PT_LOAD, PF_R | PF_X);
    } else {
        table = add_header_segment(w, PT_PHDR, PF_R);
        load = add_header_segment(w, PT_LOAD, PF_R);
        add_segment(w, PF_R | PF_X, first->text, last->text);
        add_segment(w, PF_R | PF_W, last->text + 1, first->constant - 1);
        add_segment(w, PF_R, first->constant, last->constant);
    }
    table->p_offset = load->p_offset = offset;
    table->p_filesz = table->p_memsz = load->p_filesz = load->p_memsz =
        w->segment_count * sizeof(Elf64_Phdr);
}

/// File: ELF header, contents, section headers, program headers.
static void put_file(struct writer *w, struct cubin_buffer *file)
{
    cubin_put(file, NULL, sizeof(Elf64_Ehdr));
    for (uint32_t i = 1; i < w->section_count; i++) {
        Elf64_Shdr *header = &w->sections[i].header;
        if (header->sh_type != SHT_NOBITS) {
            cubin_put_align(file, header->sh_addralign);
            header->sh_size = w->sections[i].content.size;
        }
        header->sh_offset = file->size;
        cubin_put(file, w->sections[i].content.data, w->sections[i].content.size);
    }
    cubin_put_align(file, 8);
    uint64_t section_table = file->size;
    for (uint32_t i = 0; i < w->section_count; i++)
        cubin_put(file, &w->sections[i].header, sizeof w->sections[i].header);
    uint64_t segment_table = file->size;
    add_segments(w, segment_table);
    cubin_put(file, w->segments, w->segment_count * sizeof *w->segments);

    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT,
                    CUBIN_OSABI_12, CUBIN_ABIVERSION_12},
        .e_type = ET_EXEC,
        .e_machine = CUBIN_MACHINE,
        .e_version = CUBIN_TOOLKIT,
        .e_phoff = segment_table,
        .e_shoff = section_table,
        .e_flags = w->sm << 16 | 0x500 | w->sm | (uses_accelerators(w) ? CUBIN_ACCELERATORS : 0),
        .e_ehsize = sizeof(Elf64_Ehdr),
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = w->segment_count,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = (uint16_t)w->section_count,
        .e_shstrndx = SHSTRTAB,
    };
    if (!file->failed)
        memcpy(file->data, &header, sizeof header);
}

static bool write_file(struct writer *w, struct cubin_buffer *file)
{
    add_sections(w);
    for (size_t i = 0; i < w->count; i++)
        fill_text(w, i);
    if (any_failed(w))
        return false;
    add_symbols(w);
    fill_sections(w);
    if (any_failed(w))
        return false;
    put_file(w, file);
    return !file->failed;
}

bool cubin_write(unsigned sm, const struct cubin_kernel *kernels, size_t count,
                 unsigned char **data, size_t *size, char *error)
{
    if (!cubin_check(sm, kernels, count, error))
        return false;
    struct writer w = {.sm = sm, .kernels = kernels, .count = count};
    size_t sections = FIXED_SECTIONS + KERNEL_SECTIONS * count;
    w.sections = calloc(sections, sizeof *w.sections);
    w.places = calloc(count, sizeof *w.places);
    w.symbols = calloc(count, sizeof *w.symbols);
    struct cubin_buffer file = {0};
    bool ok = w.sections && w.places && w.symbols && write_file(&w, &file);
    for (uint32_t i = 0; i < w.section_count; i++)
        cubin_buffer_free(&w.sections[i].content);
    free(w.sections);
    free(w.places);
    free(w.symbols);
    if (!ok) {
        cubin_buffer_free(&file);
        return cubin_fail(error, "out of memory");
    }
    *data = file.data;
    *size = file.size;
    return true;
}
