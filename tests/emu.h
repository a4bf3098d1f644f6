// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the tests of the emulated GPU share: the library (named by the environment variable
// SASSDNN_EMULATOR) with its functions, and kernels assembled from text.
#ifndef TEST_EMU_H
#define TEST_EMU_H

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sass/cubin.h"

/// The driver functions by their exported names.
struct emu {
#define DRIVER_FUNCTION(name, params) CUresult(CUDAAPI *name) params;
#include "driver/functions.def"
#include "emu_functions.def"
#undef DRIVER_FUNCTION
#define CALL(name) __typeof__(name) *name;
#include "emu_calls.def"
#undef CALL
};

extern struct emu cu;

/// Load the library and find all its functions; ends the test program where that fails. Reports of
/// faults go to a file, see emu_report.
void emu_open(void);

/// Any symbol of the library, or NULL.
void *emu_symbol(const char *name);

/// cuInit and a new current context.
CUcontext emu_context(void);

/// The same, and its end, as the fixtures of a group of tests.
int emu_set_up(void **state);
int emu_tear_down(void **state);

/// Assemble `source`, one instruction a line without control prefix, and write the cubin.
/// `edit`, if not NULL, may change the kernels in between. *image is malloc'ed.
void emu_cubin(unsigned sm, const char *source, void (*edit)(struct cubin_kernel *kernel),
               unsigned char **image, size_t *size);

/// The function `name` of a module made of `source`.
CUfunction emu_function(CUmodule *module, const char *source, const char *name,
                        void (*edit)(struct cubin_kernel *kernel));

/// The fault reports since the last call, in static storage.
const char *emu_report(void);

/// Whether any report since emu_open has the phrase in it; says so with the report.
bool emu_has_reported(const char *phrase);

/// Pseudo-random numbers, seeded with TEST_SEED or the time; emu_seed prints the seed.
void emu_seed(void);
uint32_t emu_random(void);

/// Calls that must succeed, or fail with CUDA_ERROR_`want`; for files that include cmocka.h.
#define OK(call) assert_int_equal(call, CUDA_SUCCESS)
#define IS(call, want) assert_int_equal(call, CUDA_ERROR_##want)

/// Release the library's handle at the end of a test program.
void emu_close(void);

#endif
