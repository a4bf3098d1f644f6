// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/trace.h"

#include <stdlib.h>
#include <string.h>

enum { BANKS = 32, BANK_BYTES = 4, LINE_BYTES = 128, WORDS_MOST = LANES * 4 };

static bool grow(struct trace *trace, void *items, size_t *room, size_t count, size_t size)
{
    enum { FIRST_ROOM = 4096 };
    void **p = items;
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : FIRST_ROOM;
    void *bigger = realloc(*p, more * size);
    if (!bigger) {
        trace->out_of_memory = true;
        return false;
    }
    *p = bigger;
    *room = more;
    return true;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Sort, and leave each value once.
static size_t unique(uint64_t *values, size_t count)
{
    size_t kept = 0;
    qsort(values, count, sizeof *values, by_value);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || values[i] != values[i - 1])
            values[kept++] = values[i];
    }
    return kept;
}

// The most different words that one bank has to give, of the lanes from `first` on.
static unsigned conflicts(const uint64_t address[LANES], uint32_t mask, unsigned first,
                          unsigned lanes, unsigned bytes)
{
    uint64_t words[WORDS_MOST];
    size_t count = 0;
    unsigned per_bank[BANKS] = {0}, most = 0;
    for (unsigned i = first; i < first + lanes; i++) {
        for (unsigned k = 0; (mask >> i & 1) && k < bytes; k += BANK_BYTES)
            words[count++] = (address[i] + k) / BANK_BYTES;
    }
    count = unique(words, count);
    for (size_t i = 0; i < count; i++) {
        unsigned here = ++per_bank[words[i] % BANKS];
        most = here > most ? here : most;
    }
    return most;
}

// Loads of the whole warp go together as far as words are the same; stores of 8 and 16 bytes go by
// halves and quarters of the warp.
static unsigned wavefronts(const uint64_t address[LANES], uint32_t mask, unsigned bytes,
                           bool is_store)
{
    unsigned groups = is_store && bytes > BANK_BYTES ? bytes / BANK_BYTES : 1, sum = 0;
    for (unsigned g = 0; g < groups; g++)
        sum += conflicts(address, mask, g * LANES / groups, LANES / groups, bytes);
    return sum ? sum : 1;
}

static unsigned bytes_of(const struct sass_inst *inst)
{
    static const uint8_t bytes[] = {1, 1, 2, 2, 4, 8, 16};
    unsigned size = SASS_SIZE_32;
    for (unsigned i = 0; i < SASS_MAX_MODS; i++) {
        if (inst->row->mods[i].id == SASS_MOD_SIZE)
            size = inst->mods[i];
    }
    return size < sizeof bytes ? bytes[size] : BANK_BYTES;
}

static void addresses(const struct warp *warp, const struct uop *uop, unsigned shift,
                      uint64_t address[LANES])
{
    const struct uop_info *info = uop->info;
    const uint32_t *low = warp_row(warp, uop->a), *u = warp_row(warp, info->u);
    uint64_t add = (uint64_t)info->offset + (u[0] | (uint64_t)u[LANES] << 32);
    for (unsigned i = 0; i < LANES; i++) {
        uint64_t high = info->address64 ? low[LANES + i] : 0;
        address[i] = ((low[i] | high << 32) << shift) + add;
        if (!info->address64)
            address[i] &= UINT32_MAX;
    }
}

static void add_sectors(struct trace *trace, struct trace_access *access,
                        const uint64_t address[LANES], uint32_t mask, unsigned bytes)
{
    uint64_t sectors[2 * LANES], lines[2 * LANES];
    size_t count = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (mask >> i & 1) {
            sectors[count++] = address[i] / SECTOR_BYTES;
            sectors[count++] = (address[i] + bytes - 1) / SECTOR_BYTES;
        }
    }
    count = unique(sectors, count);
    for (size_t i = 0; i < count; i++)
        lines[i] = sectors[i] * SECTOR_BYTES / LINE_BYTES;
    access->wavefronts = (uint16_t)unique(lines, count);
    access->sectors = (uint32_t)trace->sector_count;
    access->sector_count = (uint16_t)count;
    for (size_t i = 0; i < count; i++) {
        if (grow(trace, &trace->sectors, &trace->sector_room, trace->sector_count,
                 sizeof *trace->sectors))
            trace->sectors[trace->sector_count++] = sectors[i];
    }
}

// LDSM and STSM: eight lanes name the rows, of 16 bytes, of each matrix.
static unsigned matrix_wavefronts(const uint64_t address[LANES], const struct sass_inst *inst)
{
    enum { ROWS = 8, ROW_BYTES_OF_MATRIX = 16 };
    unsigned matrices = 1U << sass_inst_mod(inst, SASS_MOD_MATRICES), sum = 0;
    for (unsigned m = 0; m < matrices && m < LANES / ROWS; m++)
        sum += conflicts(address, UINT32_MAX, m * ROWS, ROWS, ROW_BYTES_OF_MATRIX);
    return sum;
}

static unsigned shared_wavefronts(const struct sass_inst *inst, const uint64_t address[LANES],
                                  uint32_t mask, unsigned bytes)
{
    if (inst->row->op == SASS_OP_LDSM || inst->row->op == SASS_OP_STSM)
        return matrix_wavefronts(address, inst);
    return wavefronts(address, mask, bytes, inst->row->sched == SASS_SCHED_STORE);
}

static uint32_t add_access(struct trace *trace, const struct warp *warp, const struct uop *uop,
                           uint32_t mask, const struct sass_inst *inst)
{
    struct trace_access access = {.wavefronts = 1};
    unsigned bytes = bytes_of(inst), i = 0, count = sass_row_operands(inst->row);
    while (i < count && inst->operands[i].kind != SASS_OPND_ADDR_GLOBAL &&
           inst->operands[i].kind != SASS_OPND_ADDR_SHARED)
        i++;
    if (i < count && mask) {
        uint64_t address[LANES];
        unsigned scale = inst->row->operands[i].suffix.names ? inst->operands[i].suffix : 0;
        addresses(warp, uop, scale ? scale + 1 : 0, address);
        if (inst->operands[i].kind == SASS_OPND_ADDR_GLOBAL)
            add_sectors(trace, &access, address, mask, bytes);
        else
            access.wavefronts = (uint16_t)shared_wavefronts(inst, address, mask, bytes);
    }
    if (!grow(trace, &trace->accesses, &trace->access_room, trace->access_count,
              sizeof *trace->accesses))
        return TRACE_NONE;
    trace->accesses[trace->access_count] = access;
    return (uint32_t)trace->access_count++;
}

void trace_issue(struct trace *trace, const struct warp *warp, const struct uop *uop, uint32_t mask,
                 const struct sass_inst *insts)
{
    struct trace_warp *to = &trace->warps[warp->index];
    uint32_t index = (uint32_t)(uop - warp->cta->launch->kernel->uops);
    const struct sass_inst *inst = &insts[index];
    struct trace_entry entry = {index, TRACE_NONE};
    if (inst->row && (inst->row->sched == SASS_SCHED_LOAD || inst->row->sched == SASS_SCHED_STORE))
        entry.access = add_access(trace, warp, uop, mask, inst);
    if (grow(trace, &to->entries, &to->room, to->count, sizeof *to->entries))
        to->entries[to->count++] = entry;
}

void trace_free(struct trace *trace)
{
    for (unsigned w = 0; w < MAX_WARPS; w++)
        free(trace->warps[w].entries);
    free(trace->accesses);
    free(trace->sectors);
    memset(trace, 0, sizeof *trace);
}
