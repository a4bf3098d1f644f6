// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The records of .nv.info and .nv.info.K that the cubin writer emits.
#ifndef SASS_CUBIN_RECORDS_H
#define SASS_CUBIN_RECORDS_H

#include "sass/cubin_buffer.h"
#include "sass/cubin_format.h"

/// Records of one kernel, in the order of ptxas for that architecture. `constant_symbol` is the
/// index of the symbol of .nv.constant0.K.
void cubin_put_kernel_records(struct cubin_buffer *buffer, unsigned sm,
                              const struct cubin_kernel *kernel, uint32_t constant_symbol);

/// Records of the whole file; symbols[i] is the symbol index of kernel i.
void cubin_put_file_records(struct cubin_buffer *buffer, const struct cubin_kernel *kernels,
                            size_t count, const uint32_t *symbols);

#endif
