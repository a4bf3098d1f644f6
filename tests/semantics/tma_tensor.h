// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensors, boxes of them, and where which element of a box lies, by cuda.h and PTX.
#ifndef TEST_TMA_TENSOR_H
#define TEST_TMA_TENSOR_H

#include "semantics.h"

enum { TMA_RANK = 5, TMA_SHARED_BYTES = 48 << 10 };

/// As the kernels have it.
struct place {
    int32_t c[TMA_RANK];
    uint32_t bytes, transactions;
    uint16_t offsets[3], ctas;
};

struct tensor {
    CUtensorMapDataType type;
    unsigned rank, element, swizzle, fill;
    cuuint64_t size[TMA_RANK], stride[TMA_RANK]; ///< stride[0]: bytes of an element
    cuuint32_t box[TMA_RANK], step[TMA_RANK];
    bool is_im2col;
    int lower[3], upper[3];
    cuuint32_t channels, pixels;
    size_t bytes;
};

/// Rows of a box in shared memory: their data, the space that they take, how many there are.
unsigned tma_row_bytes(const struct tensor *t);
unsigned tma_pitch(const struct tensor *t);
unsigned tma_row_count(const struct tensor *t);

/// Offset in the tensor of element i of a row; false: it lies outside.
bool tma_element_offset(const struct tensor *t, const struct place *p, unsigned row, unsigned i,
                        size_t *offset);

/// Its offset in the box.
size_t tma_box_offset(const struct tensor *t, unsigned row, unsigned i);

/// The bytes that an element outside the tensor has.
const void *tma_outside(const struct tensor *t);

/// Random tensors of a rank, and a place to copy at, partly outside.
struct tensor tma_random_tiles(unsigned rank, struct place *p);
struct tensor tma_random_taps(unsigned rank, struct place *p);

/// Strides with gaps, which nobody may touch.
void tma_choose_strides(struct tensor *t);

#endif
