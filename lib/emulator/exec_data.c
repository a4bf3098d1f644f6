// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Loads of constant memory.
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"
#include "emulator/size.h"

#include <inttypes.h>

// LDC. v: bank, size.
enum { BANK_BYTES = 1 << 16 };

static const struct uop *ldc_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    const struct launch *launch = warp->cta->launch;
    const struct constant_bank *bank = &launch->kernel->banks[info->v[0]];
    const unsigned char *data = info->v[0] ? bank->data : launch->constants;
    unsigned bytes = sass_size_bytes[info->v[1]];
    const uint32_t *a = row_u32(warp, uop->a);
    uint32_t *d = warp_row(warp, uop->d);
    EACH_ACTIVE(mask)
    {
        uint32_t at = a[i] + (uint32_t)info->offset;
        // Offsets from 0x8000 on are negative ones, as banks end at 0x10000.
        if (info->offset < 0 && at >= BANK_BYTES)
            at %= BANK_BYTES;
        if (at % bytes)
            return fault_at(warp, uop, UINT32_C(1) << i, ERROR_MISALIGNED_ADDRESS,
                            "constant read of %u bytes at 0x%" PRIx32
                            ": the address is not a multiple of %u",
                            bytes, at, bytes);
        if (bank->size < bytes || at > bank->size - bytes)
            return fault_at(warp, uop, UINT32_C(1) << i, ERROR_ILLEGAL_ADDRESS,
                            "constant read of %u bytes at 0x%" PRIx32 ": bank %" PRIu32
                            " of the kernel has %zu bytes",
                            bytes, at, info->v[0], bank->size);
        lane_load(d, i, info->v[1], data + at);
    }
    return uop + 1;
}

const struct exec_pair exec_data_table[EXEC_COUNT] = {
    EXEC_SINGLE(ldc),
};
