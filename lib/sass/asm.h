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

struct sass_program {
    struct cubin_kernel *kernels;
    size_t count;
    char *warnings; ///< lines "path:line:column: warning: ..."; NULL for none
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
