// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Constants whose address a uniform register tells: c[bank][UR + offset], and cx[UR][offset], whose
// uniform register pair describes a constant bank anywhere in global memory.
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"

#include <inttypes.h>
#include <string.h>

// The descriptor of a bank in global memory: address and size in units of 16 bytes.
enum { DESCRIPTOR_ADDRESS_BITS = 45, DESCRIPTOR_SHIFT = 4 };

static unsigned bytes_of(unsigned size)
{
    switch (size) {
    case SASS_SIZE_U8:
    case SASS_SIZE_S8:
        return 1;
    case SASS_SIZE_U16:
    case SASS_SIZE_S16:
        return 2;
    default:
        return size == SASS_SIZE_64 ? 8 : 4;
    }
}

// A constant into all lanes of one row, or of two for 64 bits.
static void spread(uint32_t *d, const char *from, unsigned size)
{
    uint32_t words[2] = {0};
    memcpy(words, from, bytes_of(size));
    if (size == SASS_SIZE_S8)
        words[0] = (uint32_t)(int8_t)words[0];
    else if (size == SASS_SIZE_S16)
        words[0] = (uint32_t)(int16_t)words[0];
    for (int i = 0; i < LANES; i++)
        d[i] = words[0];
    for (int i = 0; size == SASS_SIZE_64 && i < LANES; i++)
        d[LANES + i] = words[1];
}

static bool is_legal(struct warp *warp, const struct uop *uop, uint32_t mask, uint64_t at,
                     unsigned bytes, uint64_t bank_bytes)
{
    if (at % bytes) {
        fault_at(warp, uop, mask, ERROR_MISALIGNED_ADDRESS,
                 "constant read of %u bytes at 0x%" PRIx64 ": the address is not a multiple of %u",
                 bytes, at, bytes);
        return false;
    }
    if (bank_bytes < bytes || at > bank_bytes - bytes) {
        fault_at(warp, uop, mask, ERROR_ILLEGAL_ADDRESS,
                 "constant read of %u bytes at 0x%" PRIx64 ": the bank has %" PRIu64 " bytes",
                 bytes, at, bank_bytes);
        return false;
    }
    return true;
}

// ULDC c[bank][UR + offset]. v: bank, size.
static const struct uop *uldc_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    const struct launch *launch = warp->cta->launch;
    const struct constant_bank *bank = &launch->kernel->banks[info->v[0]];
    const unsigned char *data = info->v[0] ? bank->data : launch->constants;
    uint32_t at = row_u32(warp, uop->a)[0] + (uint32_t)info->offset;
    if (!is_legal(warp, uop, mask, at, bytes_of(info->v[1]), bank->size))
        return NULL;
    spread(warp_row(warp, uop->d), (const char *)data + at, info->v[1]);
    return uop + 1;
}

// Reads the source cx[UR][offset] of the instruction.
static bool fetch(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct bindless *source = &uop->info->bindless;
    const uint32_t *pair = row_u32(warp, source->descriptor);
    uint64_t descriptor = pair[0] | (uint64_t)pair[LANES] << 32;
    uint64_t bank = (descriptor & ((UINT64_C(1) << DESCRIPTOR_ADDRESS_BITS) - 1))
                    << DESCRIPTOR_SHIFT;
    uint64_t bank_bytes = descriptor >> DESCRIPTOR_ADDRESS_BITS << DESCRIPTOR_SHIFT;
    unsigned bytes = bytes_of(source->size);
    if (!is_legal(warp, uop, mask, source->offset, bytes, bank_bytes))
        return false;
    const struct allocation *found =
        memory_find(warp->cta->launch->memory, bank + source->offset, bytes);
    if (!found) {
        fault_at(warp, uop, mask, ERROR_ILLEGAL_ADDRESS,
                 "constant read of %u bytes at 0x%" PRIx64 " of a bank at 0x%" PRIx64
                 ", where no memory is",
                 bytes, (uint64_t)source->offset, bank);
        return false;
    }
    spread(warp_row(warp, source->rows), found->host + (bank + source->offset - found->base),
           source->size);
    return true;
}

static const struct uop *bindless_plain(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return fetch(warp, uop, mask) ? uop->info->bindless.plain(warp, uop, mask) : NULL;
}

static const struct uop *bindless_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    return fetch(warp, uop, mask) ? uop->info->bindless.masked(warp, uop, mask) : NULL;
}

const struct exec_pair exec_constant_table[EXEC_COUNT] = {
    EXEC_ENTRY(bindless),
    EXEC_SINGLE(uldc),
};
