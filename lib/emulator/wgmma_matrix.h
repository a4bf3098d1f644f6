// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Matrices in shared memory as the tensor instructions of a warp group find them: by a matrix
// descriptor, in the canonical layouts of PTX.
#ifndef EMULATOR_WGMMA_MATRIX_H
#define EMULATOR_WGMMA_MATRIX_H

#include "emulator/warp.h"

/// A product takes 32 bytes of K of each row, whatever the type: two units of 16 bytes.
enum { WGMMA_WORDS = 8 };

/// Where the factors of an instruction are, and how.
enum wgmma_source { WGMMA_A_SHARED = 1, WGMMA_A_TRANSPOSED = 2, WGMMA_B_TRANSPOSED = 4 };

struct wgmma_operand {
    uint64_t descriptor;
    bool is_transposed; ///< neighbours belong to different rows, not to different K: 16-bit types
};

/// Rows (or columns of the second factor) `first` to first + count - 1, their K in order. `count`
/// is a multiple of 8. False: the warp has faulted.
bool wgmma_read(struct warp *warp, const struct uop *uop, uint32_t mask,
                const struct wgmma_operand *operand, unsigned first, unsigned count,
                uint32_t to[][WGMMA_WORDS]);

#endif
