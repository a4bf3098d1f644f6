// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Predicates: comparison of long integers, logic, and all predicates as bits of a register.
#include "emulator/exec_lanes.h"

static uint32_t combine(unsigned bool_op, uint32_t result, uint32_t s)
{
    return bool_op == 0 ? result & s : bool_op == 1 ? result | s : result ^ s;
}

// ISETP.EX compares the high words, and has the outcome for the low words as predicate t, which
// decides where they are equal.
static const struct uop *isetp_ex_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    LANE_ROWS
    uint32_t bias = info->xor_a; // the sign bit, for a signed comparison
    uint32_t less = 0, equal = 0;
    EACH_LANE less |= (uint32_t)((a[i] ^ bias) < (b[i] ^ bias)) << i;
    EACH_LANE equal |= (uint32_t)(a[i] == b[i]) << i;
    uint32_t low = read_pred(warp, info->t, info->t_flip);
    uint32_t result = (info->cmp & 1 ? less : 0) | (info->cmp & 4 ? ~(less | equal) : 0);
    if (info->cmp == SASS_CMP_T)
        result = UINT32_MAX;
    else if (info->cmp != SASS_CMP_F)
        result |= equal & low;
    uint32_t s = read_pred(warp, info->s, info->s_flip);
    write_pred(warp, info->p, mask, combine(info->bool_op, result, s));
    write_pred(warp, info->q, mask, combine(info->bool_op, ~result, s));
    return uop + 1;
}
EXEC_ALL_LANES(isetp_ex)

// Any function of three bits, for all lanes at once: bit 4a + 2b + c of the table is the result.
static uint32_t lookup(uint32_t table, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 8; k++) {
        if (table >> k & 1)
            result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    }
    return result;
}

static uint32_t signs(const uint32_t *row)
{
    uint32_t result = 0;
    EACH_LANE result |= row[i] >> 31 << i;
    return result;
}

// v: predicate C and its flip, the two tables, and as bits which of A, B, C are the signs of
// registers.
static const struct uop *plop3_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    uint32_t from_register = info->v[4];
    uint32_t a =
        from_register & 1 ? signs(row_u32(warp, uop->a)) : read_pred(warp, info->s, info->s_flip);
    uint32_t b =
        from_register & 2 ? signs(row_u32(warp, uop->b)) : read_pred(warp, info->t, info->t_flip);
    uint32_t c =
        from_register & 4 ? signs(row_u32(warp, uop->c)) : read_pred(warp, info->v[0], info->v[1]);
    write_pred(warp, info->p, mask, lookup(info->v[2], a, b, c));
    write_pred(warp, info->q, mask, lookup(info->v[3], a, b, c));
    return uop + 1;
}
EXEC_ALL_LANES(plop3)

enum { PREDICATES = 7 };

// The predicates that B names go into a byte of a copy of A. v: lowest bit of the byte, first
// predicate. There are seven of them: the eighth bit stays.
static const struct uop *p2r_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    LANE_ROWS
    unsigned shift = info->v[0], first = info->v[1];
    EACH_ACTIVE(mask)
    {
        uint32_t named = b[i] & ((1U << PREDICATES) - 1), all = 0;
        for (unsigned k = 0; k < PREDICATES; k++)
            all |= (warp->pred[first + k] >> i & 1) << k;
        d[i] = (a[i] & ~(named << shift)) | (all & named) << shift;
    }
    return uop + 1;
}
EXEC_ALL_LANES(p2r)

// And back: the predicates that B names, from a byte of A.
static const struct uop *r2p_masked(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    LANE_ROWS
    unsigned shift = info->v[0], first = info->v[1];
    for (unsigned k = 0; k < PREDICATES; k++) {
        uint32_t named = 0, value = 0;
        EACH_LANE named |= (b[i] >> k & 1) << i;
        EACH_LANE value |= (a[i] >> (shift + k) & 1) << i;
        write_pred(warp, first + k, mask & named, value);
    }
    return uop + 1;
}
EXEC_ALL_LANES(r2p)

const struct exec_pair exec_pred_table[EXEC_COUNT] = {
    EXEC_ENTRY(isetp_ex),
    EXEC_ENTRY(plop3),
    EXEC_ENTRY(p2r),
    EXEC_ENTRY(r2p),
};
