// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Machine code for other programs: assemble, disassemble and check cubins of sm_80, sm_86, sm_89
// and sm_90. The language is that of `sasskit`, described in sass_kernels/README.md. All functions
// are thread-safe and keep no state.
#ifndef SASSDNN_SASS_H
#define SASSDNN_SASS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a call returns; where it is not SASS_SUCCESS, `message` says why in one line.
typedef enum sass_status {
    SASS_SUCCESS = 0,
    SASS_BAD_PARAM = 1, ///< a NULL pointer, or an architecture that is not 80, 86, 89 or 90
    SASS_BAD_INPUT = 2, ///< the source has a mistake, or the cubin cannot be read
    SASS_OUT_OF_MEMORY = 3,
} sass_status;

/// Enough room for every message.
#define SASS_MESSAGE_SIZE 1024

/// Assemble the text of one file to a cubin (CUDA 12 flavour, ABI 7).
/// @param path       name for messages; relative .include files are looked up beside it
/// @param text       source, `text_size` bytes; it need not end with a zero byte
/// @param sm         architecture: 80, 86, 89 or 90
/// @param defines    `define_count` texts "NAME" or "NAME=INTEGER"; may be NULL if the count is 0
/// @param cubin      receives the cubin; release it with sass_free
/// @param cubin_size receives its size in bytes
/// @param message    at least SASS_MESSAGE_SIZE bytes: "path:line:column: error: ..." on failure
/// @return SASS_SUCCESS, SASS_BAD_PARAM, SASS_BAD_INPUT (a mistake in the source) or
///         SASS_OUT_OF_MEMORY
sass_status sass_assemble_cubin(const char *path, const char *text, size_t text_size, unsigned sm,
                                const char *const *defines, size_t define_count, void **cubin,
                                size_t *cubin_size, char *message);

/// Disassemble a cubin (CUDA 12 or 13) to text that can be assembled again.
/// @param text    receives the text, ended by a zero byte; release it with sass_free
/// @param unknown receives the number of instructions that are not in the table and appear as .word
///                lines; may be NULL
/// @return SASS_SUCCESS, SASS_BAD_PARAM, SASS_BAD_INPUT (not a cubin that can be read, or one of
///         another architecture) or SASS_OUT_OF_MEMORY
sass_status sass_disassemble_cubin(const void *cubin, size_t cubin_size, char **text,
                                   size_t *unknown, char *message);

/// A finding of sass_lint_cubin. The texts live during the callback only.
typedef struct sass_finding {
    const char *kernel;
    size_t offset; ///< of the instruction in the kernel, in bytes
    size_t other;  ///< of the instruction that it collides with; `offset` if there is none
    const char *instruction; ///< as nvdisasm prints it
    const char *text;        ///< what is wrong, in one line
    int warning;             ///< not 0: it may be harmless
} sass_finding;

typedef void sass_finding_callback(const sass_finding *finding, void *user);

/// Check the control codes of every kernel of a cubin, and where control goes; `callback` is called
/// for each finding, in the order of the code.
/// @param count receives the number of findings, warnings among them; may be NULL
/// @return as sass_disassemble_cubin
sass_status sass_lint_cubin(const void *cubin, size_t cubin_size, sass_finding_callback *callback,
                            void *user, size_t *count, char *message);

/// Release what sass_assemble_cubin or sass_disassemble_cubin returned; NULL is allowed.
void sass_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
