// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The uniform datapath: what moves between lanes and uniform registers. A uniform register is a row
// with one value in all lanes, so that its arithmetic is that of the lanes.
#include "emulator/exec.h"

// R2UR: the value of the first active lane.
static const struct uop *r2ur_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t *d = warp_row(warp, uop->d);
    uint32_t value = row_u32(warp, uop->a)[__builtin_ctz(mask)];
    for (int i = 0; i < LANES; i++)
        d[i] = value;
    return uop + 1;
}

const struct exec_pair exec_uniform_table[EXEC_COUNT] = {
    EXEC_SINGLE(r2ur),
};
