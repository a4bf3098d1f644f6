// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A cubin's ELF structure, checked once: after cubin_image_open every section lies inside the file
// and every section name ends inside it, so that its users need no further bounds checks.
#ifndef SASS_CUBIN_IMAGE_H
#define SASS_CUBIN_IMAGE_H

#include "sass/cubin_format.h"

struct cubin_image {
    const unsigned char *data;
    size_t size;
    unsigned sm;
    unsigned abi;         ///< ABI version, 7 or 8
    Elf64_Shdr *sections; ///< owned copy
    uint32_t section_count;
    uint32_t symtab; ///< section numbers
    uint32_t strtab;
    const char *section_names;
    uint32_t symbol_count;
};

/// Returns false with a one-line text in error[CUBIN_ERROR_TEXT]; nothing has to be closed then.
bool cubin_image_open(struct cubin_image *image, const void *data, size_t size, char *error);
void cubin_image_close(struct cubin_image *image);

const char *cubin_section_name(const struct cubin_image *image, uint32_t section);

/// Bytes of a section that is not NOBITS.
const unsigned char *cubin_section_data(const struct cubin_image *image, uint32_t section);

/// Reads symbol `index` (below symbol_count); *name points into the image. Returns false if the
/// name lies outside the string table.
bool cubin_symbol(const struct cubin_image *image, uint32_t index, Elf64_Sym *symbol,
                  const char **name);

#endif
