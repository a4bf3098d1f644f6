// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "wgmma_layout.h"

// One side of a CuTe layout: ((size, size, any), (stride, stride, stride)).
struct mode {
    unsigned size[2];
    unsigned stride[3];
};

static unsigned place_in(const struct mode *mode, unsigned i)
{
    unsigned inner = i % mode->size[0], middle = i / mode->size[0] % mode->size[1];
    unsigned outer = i / mode->size[0] / mode->size[1];
    return inner * mode->stride[0] + middle * mode->stride[1] + outer * mode->stride[2];
}

// The rows of the table, strides in elements. T is 128 bits.
static unsigned canonical(const struct wgmma_layout *l, unsigned row, unsigned k)
{
    unsigned t = 128 / l->bits, lbo = l->lbo * 8 / l->bits, sbo = l->sbo * 8 / l->bits;
    unsigned width = 1u << l->swizzle;
    if (l->is_transposed && l->swizzle == 0) { // ((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))
        const struct mode rows = {{t, 1}, {1, t, sbo}}, ks = {{8, 1}, {t, 0, lbo}};
        return place_in(&rows, row) + place_in(&ks, k);
    }
    if (l->is_transposed) { // ((T,2,m),(8,k)):((1,T,LBO),(2T,SBO)), and with 4 and 8 for the 2
        const struct mode rows = {{t, width}, {1, t, lbo}}, ks = {{8, 1}, {width * t, 0, sbo}};
        return place_in(&rows, row) + place_in(&ks, k);
    }
    if (l->swizzle == 0) { // ((8,m),(T,2k)):((1T,SBO),(1,LBO))
        const struct mode rows = {{8, 1}, {t, 0, sbo}}, ks = {{t, 1}, {1, 0, lbo}};
        return place_in(&rows, row) + place_in(&ks, k);
    }
    // ((8,m),(T,2k)):((2T,SBO),(1,T)), and with 4 and 8 for the 2
    const struct mode rows = {{8, 1}, {width * t, 0, sbo}}, ks = {{t, 1}, {1, 0, t}};
    return place_in(&rows, row) + place_in(&ks, k);
}

uint64_t wgmma_layout_place(const struct wgmma_layout *layout, unsigned row, unsigned k)
{
    uint64_t bit = (uint64_t)canonical(layout, row, k) * layout->bits;
    // Swizzle<swizzle, 4, 3> of bytes: three bits up are the bits that are added without carry.
    uint64_t byte = bit / 8, mask = ((1u << layout->swizzle) - 1) << 4;
    return (byte ^ (byte >> 3 & mask)) * 8 + bit % 8;
}

void wgmma_layout_choose(struct wgmma_layout *layout, unsigned rows, unsigned units,
                         unsigned choice)
{
    unsigned pattern = 8 * 16 << layout->swizzle, width = 1u << layout->swizzle;
    unsigned row_units = rows * layout->bits / 128;
    // How many patterns follow each other in either direction.
    unsigned along = layout->is_transposed ? (row_units + width - 1) / width : units;
    unsigned across = layout->is_transposed ? 2 : rows / 8;
    unsigned of_along = choice & 1 ? pattern : pattern * across;
    unsigned of_across = choice & 1 ? pattern * along : pattern;
    if (!layout->is_transposed && layout->swizzle) {
        layout->lbo = 16; // not used
        layout->sbo = pattern;
        return;
    }
    bool swap = layout->is_transposed && layout->swizzle == 0;
    layout->lbo = swap ? of_across : of_along;
    layout->sbo = swap ? of_along : of_across;
}

uint64_t wgmma_descriptor(const struct wgmma_layout *layout, unsigned start, unsigned skip)
{
    static const unsigned modes[] = {0, 3, 2, 1}; // none, 32, 64, 128 bytes
    uint64_t base = layout->swizzle ? start >> 7 & 7 : 0;
    return (start + skip) / 16 | (uint64_t)(layout->lbo / 16) << 16 |
           (uint64_t)(layout->sbo / 16) << 32 | base << 49 | (uint64_t)modes[layout->swizzle] << 62;
}
