// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A cubin laid out in the emulated GPU's memory: variables and constants of the module have device
// addresses, code is a copy for each kernel. Relocations are applied.
//
// All kernels have the same code address: only one runs at a time. Functions in sections of their
// own (of a module that was linked from several) stand at the same addresses behind every kernel,
// so that tables of their addresses hold for all of them.
#ifndef EMULATOR_MODULE_IMAGE_H
#define EMULATOR_MODULE_IMAGE_H

#include "emulator/memory.h"
#include "emulator/uop.h"
#include "sass/cubin_load.h"

struct module_image {
    struct memory *memory;
    struct cubin_load *load;
    uint64_t *address;       ///< by segment
    unsigned char **bytes;   ///< by segment: where its bytes are
    uint64_t code_bytes;     ///< of a kernel with the functions behind it; 0: there are none
    struct sass_word **code; ///< by kernel of the cubin, NULL: as it is in `load`
    size_t kernel_count;
};

/// Returns 0 or a CUresult; a text in error[CUBIN_ERROR_TEXT] where the cubin is why. The image is
/// released by the caller in any case.
int module_image_open(struct module_image *image, struct memory *memory, const struct cubin *cubin,
                      const void *data, size_t size, char *error);
void module_image_close(struct module_image *image);

/// Code and constant banks of kernel i of the cubin, which live as long as the image.
void module_image_kernel(const struct module_image *image, size_t i, struct cubin_kernel *kernel,
                         struct constant_bank banks[CONSTANT_BANKS]);

/// Address and size of a variable, in global or constant memory; false where there is none.
bool module_image_variable(const struct module_image *image, const char *name, uint64_t *address,
                           uint64_t *size);

/// Bytes of the variables in constant memory.
uint64_t module_image_constant_bytes(const struct module_image *image);

#endif
