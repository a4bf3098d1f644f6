// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The records of .nv.info and .nv.info.K, read. Records that are not known are skipped.
#ifndef SASS_CUBIN_READ_RECORDS_H
#define SASS_CUBIN_READ_RECORDS_H

#include "sass/cubin_image.h"

/// What has been seen of one kernel while its sections are read in whatever order they have.
struct cubin_read_state {
    bool has_records, has_constants, has_shared, has_param_bank;
    uint64_t constant_bytes; ///< size of constant bank 0
    bool has_param[CUBIN_MAX_PARAMS];
};

/// Section .nv.info; of_symbol gives the kernel of a symbol number, or NULL.
bool cubin_read_file_records(const struct cubin_image *image, uint32_t section,
                             struct cubin_kernel **of_symbol, char *error);

/// Section .nv.info.K of `kernel`.
bool cubin_read_kernel_records(const struct cubin_image *image, uint32_t section,
                               struct cubin_kernel *kernel, struct cubin_read_state *state,
                               char *error);

/// After all sections: completes the kernel and checks that its parts fit together.
bool cubin_check_read(struct cubin_kernel *kernel, const struct cubin_read_state *state,
                      unsigned sm, char *error);

#endif
