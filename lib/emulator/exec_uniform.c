// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The uniform datapath: what moves between lanes and uniform registers. A uniform register is a row
// with one value in all lanes, so that its arithmetic is that of the lanes.
#include "emulator/exec.h"

// R2UR: the value of the first active lane. The predicate is the compiler's loop over values that
// are not uniform: it tells which lanes have another one, or (.OR, v[0]) had one before.
static const struct uop *r2ur_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t *d = warp_row(warp, uop->d);
    const uint32_t *a = row_u32(warp, uop->a);
    uint32_t value = a[__builtin_ctz(mask)], other = 0;
    for (int i = 0; i < LANES; i++)
        other |= (uint32_t)(a[i] != value) << i;
    if (uop->info->v[0])
        other |= warp->pred[uop->info->p];
    write_pred(warp, uop->info->p, mask, other);
    for (int i = 0; i < LANES; i++)
        d[i] = value;
    return uop + 1;
}

const struct exec_pair exec_uniform_table[EXEC_COUNT] = {
    EXEC_SINGLE(r2ur),
};
