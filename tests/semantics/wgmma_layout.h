// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The canonical layouts of PTX for matrices of warp groups in shared memory, as the table of the
// manual gives them, in the notation of CuTe.
#ifndef TEST_WGMMA_LAYOUT_H
#define TEST_WGMMA_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

/// A matrix to be laid out: rows by K, of elements of `bits` bits.
struct wgmma_layout {
    unsigned bits;
    unsigned swizzle;   ///< 2^swizzle units of 16 bytes are a line of the pattern; 0: none
    bool is_transposed; ///< rows are neighbours ("MN-major")
    unsigned lbo, sbo;  ///< bytes
};

/// Choose offsets for a matrix of `rows` by `units` units of 16 bytes of K (transposed: by 16
/// elements of K), so that nothing overlaps; `choice` is for the order of what can be exchanged.
void wgmma_layout_choose(struct wgmma_layout *layout, unsigned rows, unsigned units,
                         unsigned choice);

/// Where the element begins, in bits from the beginning of the first pattern.
uint64_t wgmma_layout_place(const struct wgmma_layout *layout, unsigned row, unsigned k);

/// The descriptor of a matrix whose first pattern begins `start` bytes from an address that is a
/// multiple of 1024, and whose K begins `skip` bytes later.
uint64_t wgmma_descriptor(const struct wgmma_layout *layout, unsigned start, unsigned skip);

#endif
