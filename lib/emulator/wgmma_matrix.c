// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Everything is made of units of 16 bytes. `along` counts units in the direction in which elements
// are neighbours, `line` the rows across it. Eight lines are one pattern:
//
//                 not transposed                   transposed
//     along       K                                rows
//     line        rows                             K
//     swizzled    8 lines: stride                  a pattern's width along: leading,
//                                                  8 lines: stride
//     otherwise   along: leading, 8 lines: stride  along: stride, 8 lines: leading
#include "emulator/wgmma_matrix.h"

#include "emulator/errors.h"
#include "emulator/fault.h"

#include <inttypes.h>
#include <string.h>

enum { UNIT = 16, LINES = 8, HALVES = 8, UNITS = WGMMA_WORDS * 4 / UNIT };

struct layout {
    uint32_t start, leading, stride;
    unsigned base;  ///< where patterns begin: bits 7 to 9 of the address
    unsigned width; ///< units that a line of a pattern has: 1, 2, 4, 8
    bool is_transposed;
};

static uint32_t field(uint64_t descriptor, unsigned pos)
{
    return (uint32_t)(descriptor >> pos & 0x3fff) * UNIT;
}

static struct layout layout_of(const struct wgmma_operand *operand)
{
    static const uint8_t widths[4] = {1, 8, 4, 2};
    uint64_t descriptor = operand->descriptor;
    struct layout layout = {.start = field(descriptor, 0),
                            .leading = field(descriptor, 16),
                            .stride = field(descriptor, 32),
                            .base = descriptor >> 49 & 7,
                            .width = widths[descriptor >> 62],
                            .is_transposed = operand->is_transposed};
    return layout;
}

// A swizzle exchanges the units of a line according to the line's number, which it takes from the
// address. PTX does not say how the base offset enters; so that what it documents (patterns that
// begin at no multiple of their size) is true it must be subtracted.
static uint32_t unit_address(const struct layout *layout, unsigned line, unsigned along)
{
    bool swap = layout->width == 1 && layout->is_transposed;
    uint32_t per_width = swap ? layout->stride : layout->leading;
    uint32_t per_lines = swap ? layout->leading : layout->stride;
    uint32_t address = layout->start + line % LINES * layout->width * UNIT +
                       line / LINES * per_lines + along % layout->width * UNIT +
                       along / layout->width * per_width;
    uint32_t turn = ((address >> 7) - layout->base) & (layout->width - 1);
    return address ^ turn * UNIT;
}

// The first bytes of shared memory, which are the system's, can be read in this way: compiled code
// does so where it wants a group of no products.
static const char *find(struct warp *warp, const struct uop *uop, uint32_t mask, uint32_t address)
{
    uint32_t end = warp->cta->launch->shared_end;
    if (address <= end && end - address >= UNIT)
        return warp->cta->shared + address;
    fault_at(warp, uop, mask, ERROR_ILLEGAL_ADDRESS,
             "read of %d bytes at 0x%" PRIx32
             " through a matrix descriptor: shared memory ends at 0x%" PRIx32,
             UNIT, address, end);
    return NULL;
}

static bool read_rows(struct warp *warp, const struct uop *uop, uint32_t mask,
                      const struct layout *layout, unsigned first, unsigned count,
                      uint32_t to[][WGMMA_WORDS])
{
    for (unsigned i = 0; i < count * UNITS; i++) {
        unsigned row = i / UNITS, along = i % UNITS;
        const char *from = find(warp, uop, mask, unit_address(layout, first + row, along));
        if (!from)
            return false;
        memcpy(&to[row][along * UNIT / sizeof **to], from, UNIT);
    }
    return true;
}

static bool read_transposed(struct warp *warp, const struct uop *uop, uint32_t mask,
                            const struct layout *layout, unsigned first, unsigned count,
                            uint32_t to[][WGMMA_WORDS])
{
    enum { DEPTH = WGMMA_WORDS * 2 };
    memset(to, 0, count * sizeof *to);
    for (unsigned i = 0; i < count / HALVES * DEPTH; i++) {
        unsigned row = i / DEPTH * HALVES, k = i % DEPTH;
        uint32_t address = unit_address(layout, k, (first + row) / HALVES);
        const char *from = find(warp, uop, mask, address);
        uint16_t halves[HALVES];
        if (!from)
            return false;
        memcpy(halves, from, sizeof halves);
        for (unsigned n = 0; n < HALVES; n++)
            to[row + n][k / 2] |= (uint32_t)halves[n] << k % 2 * 16;
    }
    return true;
}

bool wgmma_read(struct warp *warp, const struct uop *uop, uint32_t mask,
                const struct wgmma_operand *operand, unsigned first, unsigned count,
                uint32_t to[][WGMMA_WORDS])
{
    struct layout layout = layout_of(operand);
    return operand->is_transposed ? read_transposed(warp, uop, mask, &layout, first, count, to)
                                  : read_rows(warp, uop, mask, &layout, first, count, to);
}
