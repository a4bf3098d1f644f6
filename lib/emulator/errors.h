// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Names and descriptions of CUresult values. Numbers, not enumerators, so that any version of
// cuda.h will do; and so that the executor does not include it.
#ifndef EMULATOR_ERRORS_H
#define EMULATOR_ERRORS_H

/// The results that running a kernel can have.
enum {
    ERROR_ILLEGAL_ADDRESS = 700,
    ERROR_LAUNCH_TIMEOUT = 702,
    ERROR_ILLEGAL_INSTRUCTION = 715,
    ERROR_MISALIGNED_ADDRESS = 716,
    ERROR_INVALID_PC = 718,
    ERROR_LAUNCH_FAILED = 719,
};

/// The results of loading a module.
enum {
    ERROR_OUT_OF_MEMORY = 2,
    ERROR_INVALID_IMAGE = 200,
    ERROR_NO_BINARY_FOR_GPU = 209,
    ERROR_JIT_COMPILER_NOT_FOUND = 221,
    ERROR_SYMBOL_NOT_FOUND = 302,
    ERROR_NOT_SUPPORTED = 801,
};

/// "CUDA_ERROR_ILLEGAL_ADDRESS"; NULL for a number that is no CUresult.
const char *error_name(int result);

/// One line in plain words; NULL for a number that is no CUresult.
const char *error_text(int result);

#endif
