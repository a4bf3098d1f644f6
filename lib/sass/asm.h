// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The assembler: source text in the language of sass_kernels/README.md to kernels, ready for
// cubin_write.
#ifndef SASS_ASM_H
#define SASS_ASM_H

#include "sass/cubin.h"

enum { SASS_ASM_ERROR_TEXT = 1024 };

struct sass_asm_options {
    unsigned sm;                ///< 80, 86, 89 or 90
    const char *const *defines; ///< "NAME=integer" or "NAME" (1), as with -D
    size_t define_count;
    const char *const *include_dirs; ///< searched after the directory of the including file
    size_t include_dir_count;
};

/// Where an instruction stands in the text.
struct sass_origin {
    const char *path;
    uint32_t line, column;
};

/// Instructions between .loop and .endloop.
struct sass_loop {
    const char *name;
    size_t first, last;
};

/// What the text says about one kernel beside its code.
struct sass_source {
    struct sass_origin *origins; ///< of every instruction
    struct sass_loop *loops;     ///< in the order of their beginnings
    size_t loop_count;
};

struct sass_program {
    struct cubin_kernel *kernels;
    size_t count;
    struct sass_source *sources; ///< by kernel
    char **paths;                ///< of the files read, which the origins point to
    size_t path_count;
};

/// Assemble the text of one file. `path` names it in messages and is where relative includes start.
/// Returns NULL with one line in error[SASS_ASM_ERROR_TEXT]: "path:line:column: error: what was
/// expected". Thread-safe.
struct sass_program *sass_assemble(const char *path, const char *text, size_t size,
                                   const struct sass_asm_options *options, char *error);

/// Read and assemble a file.
struct sass_program *sass_assemble_file(const char *path, const struct sass_asm_options *options,
                                        char *error);

void sass_program_free(struct sass_program *program);

#endif
