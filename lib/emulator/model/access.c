// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/access.h"

#include <string.h>

enum { MEMORY_BANKS = 32, BANK_BYTES = 4, LINE_BYTES = 128, SECTOR = 32, WORDS_MOST = 4 * LANES };

bool access_addresses(const struct warp *warp, const struct sass_inst *inst,
                      enum sass_operand_kind kind, uint64_t address[LANES])
{
    const struct kernel *kernel = warp->cta->launch->kernel;
    unsigned i = 0, count = sass_row_operands(inst->row);
    while (i < count && inst->operands[i].kind != kind)
        i++;
    if (i == count)
        return false;
    const struct sass_operand *operand = &inst->operands[i];
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    bool is_global = kind == SASS_OPND_ADDR_GLOBAL;
    bool is_pair = is_global && (spec->wide || sass_operand_regs(inst, i) == 2);
    unsigned base = operand->reg == SASS_RZ ? ROW_ZERO : ROW_REGISTER + operand->reg;
    unsigned uniform = spec->upos && operand->ureg != SASS_URZ
                           ? ROW_REGISTER + kernel->register_count + operand->ureg
                           : ROW_ZERO;
    const uint32_t *low = warp_row(warp, base * ROW_BYTES);
    const uint32_t *u = warp_row(warp, uniform * ROW_BYTES);
    unsigned shift = spec->suffix.names && operand->suffix && !is_global ? operand->suffix + 1U : 0;
    uint64_t add = (uint64_t)operand->imm + u[0] + (is_global ? (uint64_t)u[LANES] << 32 : 0);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t high = is_pair ? low[LANES + lane] : 0;
        address[lane] = ((low[lane] | high << 32) << shift) + add;
        if (!is_global)
            address[lane] &= UINT32_MAX;
    }
    return true;
}

// The most words that one bank has to give to the lanes from `first` on. Lanes that read the same
// word get it together, unless they change it.
static unsigned conflicts(const uint64_t address[LANES], uint32_t mask, unsigned first,
                          unsigned lanes, unsigned bytes, bool is_atomic)
{
    uint64_t words[MEMORY_BANKS][WORDS_MOST / 4];
    uint8_t count[MEMORY_BANKS] = {0};
    unsigned most = 0;
    for (unsigned lane = first; lane < first + lanes; lane++) {
        for (unsigned k = 0; (mask >> lane & 1) && k < bytes; k += BANK_BYTES) {
            uint64_t word = (address[lane] + k) / BANK_BYTES;
            unsigned bank = word % MEMORY_BANKS, i = 0;
            while (!is_atomic && i < count[bank] && words[bank][i] != word)
                i++;
            if (is_atomic)
                i = count[bank];
            if (i < count[bank])
                continue;
            words[bank][count[bank]++] = word;
            most = count[bank] > most ? count[bank] : most;
        }
    }
    return most;
}

// Loads of the whole warp go together as far as words are the same; stores of 8 and 16 bytes go by
// halves and quarters of the warp.
static unsigned shared_wavefronts(const uint64_t address[LANES], uint32_t mask,
                                  const struct model_inst *facts)
{
    enum { ROWS = 8, ROW_BYTES_OF_MATRIX = 16 };
    unsigned groups = 1, sum = 0, bytes = facts->bytes;
    if (facts->matrix) {
        // Eight lanes name the rows of each matrix.
        groups = facts->matrices;
        for (unsigned m = 0; m < groups; m++)
            sum += conflicts(address, UINT32_MAX, m * ROWS, ROWS, ROW_BYTES_OF_MATRIX, false);
        return sum;
    }
    if ((!facts->load || facts->async) && bytes > BANK_BYTES)
        groups = bytes / BANK_BYTES;
    for (unsigned g = 0; g < groups; g++)
        sum += conflicts(address, mask, g * LANES / groups, LANES / groups, bytes, facts->atomic);
    return sum ? sum : 1;
}

static void add_sector(struct access_shape *shape, uint64_t sector)
{
    // Neighbours mostly have neighbouring addresses.
    for (unsigned i = shape->sector_count; i-- > 0;) {
        if (shape->sectors[i] == sector)
            return;
    }
    if (shape->sector_count < ACCESS_SECTORS)
        shape->sectors[shape->sector_count++] = sector;
}

// Each line of 128 bytes is one pass.
static unsigned count_lines(const struct access_shape *shape)
{
    unsigned lines = 0;
    for (unsigned i = 0; i < shape->sector_count; i++) {
        unsigned k = i;
        while (k > 0 && shape->sectors[k - 1] / (LINE_BYTES / SECTOR) !=
                            shape->sectors[i] / (LINE_BYTES / SECTOR))
            k--;
        lines += k == 0;
    }
    return lines ? lines : 1;
}

// Words of local memory lie lane beside lane; where the memory of the warp is does not matter, as
// long as it is nowhere else.
static void add_local(struct access_shape *shape, const struct warp *warp, uint32_t mask,
                      const uint64_t address[LANES], unsigned bytes)
{
    const struct cta *cta = warp->cta;
    const struct launch *launch = cta->launch;
    uint64_t index = ((uint64_t)cta->id[2] * launch->grid[1] + cta->id[1]) * launch->grid[0];
    uint64_t place = UINT64_C(1) << 63 | ((index + cta->id[0]) * MAX_WARPS + warp->index) << 29;
    for (unsigned lane = 0; lane < LANES; lane++) {
        for (unsigned k = 0; (mask >> lane & 1) && k < bytes; k += BANK_BYTES) {
            uint64_t word = (address[lane] + k) / BANK_BYTES;
            add_sector(shape, (place + word * LINE_BYTES + (uint64_t)lane * BANK_BYTES) / SECTOR);
        }
    }
}

void access_shape(const struct warp *warp, const struct sass_inst *inst,
                  const struct model_inst *facts, uint32_t mask, struct access_shape *shape)
{
    uint64_t address[LANES];
    unsigned shared = 0, lines = 0;
    shape->sector_count = 0;
    if (mask && facts->local && access_addresses(warp, inst, SASS_OPND_ADDR_SHARED, address)) {
        add_local(shape, warp, mask, address, facts->bytes);
        lines = count_lines(shape);
    } else if (mask) {
        if (access_addresses(warp, inst, SASS_OPND_ADDR_GLOBAL, address)) {
            for (unsigned lane = 0; lane < LANES; lane++) {
                if (!(mask >> lane & 1))
                    continue;
                add_sector(shape, address[lane] / SECTOR);
                add_sector(shape, (address[lane] + facts->bytes - 1) / SECTOR);
            }
            lines = count_lines(shape);
        }
        if (access_addresses(warp, inst, SASS_OPND_ADDR_SHARED, address))
            shared = shared_wavefronts(address, mask, facts);
    }
    unsigned most = shared > lines ? shared : lines;
    shape->wavefronts = (uint16_t)(most || !mask ? most : 1);
}
