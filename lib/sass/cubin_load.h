// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What a loader needs of a cubin besides its kernels: the bytes of its code, variables and
// constants, its symbols, and the relocations that are left for the loader.
#ifndef SASS_CUBIN_LOAD_H
#define SASS_CUBIN_LOAD_H

#include "sass/cubin.h"

enum cubin_segment_kind {
    CUBIN_SEGMENT_CODE,
    CUBIN_SEGMENT_GLOBAL,   ///< variables in global memory
    CUBIN_SEGMENT_CONSTANT, ///< a constant bank, of the module or of one kernel
};

struct cubin_segment {
    enum cubin_segment_kind kind;
    unsigned bank;       ///< of a constant segment
    char *owner;         ///< code: the function; constants: the kernel, NULL for all of the module
    unsigned char *data; ///< NULL: zeros
    uint64_t size;
};

/// Segment of a symbol that the file does not define, or that lies in none.
enum { CUBIN_NO_SEGMENT = UINT32_MAX };

struct cubin_symbol_entry {
    char *name;
    uint32_t segment;
    uint64_t offset, size;
    bool is_variable;
    bool is_needed; ///< not defined, and not weak
};

/// Relocation types that linked cubins hold. S is the value of the symbol, A the addend.
enum cubin_relocation_type {
    CUBIN_R_64 = 2,           ///< 64 bits: S + A
    CUBIN_R_G64 = 4,          ///< 64 bits: S + A as a generic address
    CUBIN_R_ABS32_LO_32 = 56, ///< bits 32 to 63 of an instruction: low half of S + A
    CUBIN_R_ABS32_HI_32 = 57, ///< the same: high half
    CUBIN_R_ABS47_34 = 58,    ///< bits 34 to 80: (S + A) / 4
    CUBIN_R_ABS55_16_34 = 75, ///< bits 16 to 23, 34 to 80: (S + A) / 4
};

struct cubin_relocation {
    uint32_t segment;
    uint32_t symbol;
    uint64_t offset; ///< at least 8 bytes of the segment follow, 16 of code
    unsigned type;
    int64_t addend;
};

struct cubin_load {
    struct cubin_segment *segments;
    size_t segment_count;
    struct cubin_symbol_entry *symbols;
    size_t symbol_count;
    struct cubin_relocation *relocations;
    size_t relocation_count;
};

/// Read these parts of a cubin. Returns NULL with a one-line text in error[CUBIN_ERROR_TEXT] for
/// anything that is not complete and consistent.
struct cubin_load *cubin_load_read(const void *data, size_t size, char *error);
void cubin_load_free(struct cubin_load *load);

#endif
