// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Barrier objects in shared memory: arrivals and questions, and how copies of LDGSTS arrive. On
// sm_8x an object is two words that atomic operations change; ATOMS.ARRIVE is the one of its own.
#include "emulator/access_lane.h"
#include "emulator/barrier_object.h"
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"
#include "emulator/syncs.h"

#include <inttypes.h>
#include <string.h>

enum { OBJECT_BYTES = 8 };

static struct lane_access object_access(struct warp *warp, const struct uop *uop)
{
    return (struct lane_access){.warp = warp,
                                .uop = uop,
                                .bytes = OBJECT_BYTES,
                                .alignment = OBJECT_BYTES,
                                .is_store = true};
}

// v[5]: shift of the register.
static uint32_t object_address(const struct warp *warp, const struct uop *uop, unsigned lane)
{
    uint32_t base = row_u32(warp, uop->a)[lane], u = row_u32(warp, uop->info->u)[0];
    return (base << uop->info->v[5]) + u + (uint32_t)uop->info->offset;
}

static char *object_of(struct lane_access *access, unsigned lane)
{
    access->lane = lane;
    return access_cluster(access, object_address(access->warp, access->uop, lane));
}

static void put_words(const struct warp *warp, uint32_t row, unsigned lane, uint64_t value)
{
    warp_row(warp, row)[lane] = (uint32_t)value;
    warp_row(warp, row)[LANES + lane] = (uint32_t)(value >> 32);
}

static uint64_t words_of(const struct warp *warp, uint32_t row)
{
    const uint32_t *words = row_u32(warp, row);
    return words[0] | (uint64_t)words[LANES] << 32;
}

// EXCH, CAS and LD of the uniform datapath, done once. v[0]: enum syncs_word; b: operand of two
// rows, and of CAS two more behind them. LD has a form for lanes, too, each with an address.
static const struct uop *syncs_word_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    bool is_uniform = info->v[1];
    struct lane_access access = object_access(warp, uop);
    uint64_t old = 0;
    uint32_t once = is_uniform ? 1 : mask;
    EACH_ACTIVE(once)
    {
        char *at = object_of(&access, i);
        if (!at)
            return NULL;
        memcpy(&old, at, sizeof old);
        uint64_t fresh = words_of(warp, uop->b), expected = fresh;
        if (info->v[0] == SYNCS_WORD_CAS)
            fresh = words_of(warp, uop->b + 2 * ROW_BYTES);
        if (info->v[0] == SYNCS_WORD_EXCH || (info->v[0] == SYNCS_WORD_CAS && old == expected))
            memcpy(at, &fresh, sizeof fresh);
        put_words(warp, uop->d, i, old);
    }
    for (unsigned i = 0; is_uniform && i < LANES; i++)
        put_words(warp, uop->d, i, old);
    return uop + 1;
}

// Lanes of `mask` whose objects have the same address as that of the lowest.
static uint32_t same_object(const struct warp *warp, const struct uop *uop, uint32_t mask)
{
    uint32_t first = object_address(warp, uop, (unsigned)__builtin_ctz(mask));
    uint32_t same = 0;
    EACH_ACTIVE(mask)
    same |= object_address(warp, uop, i) == first ? UINT32_C(1) << i : 0;
    return same;
}

// v: arrivals and transactions, each a constant or, as the next one tells, what the register b
// says; whether the arrivals drop out; what is returned (enum syncs_result). With a mask the
// lanes of an object get what it was before the first of them, and which lanes they are.
static const struct uop *syncs_arrive_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const struct uop_info *info = uop->info;
    const struct syncs_count arrivals = syncs_counts[info->v[0]].arrivals;
    const struct syncs_count transactions = syncs_counts[info->v[0]].transactions;
    const uint32_t *b = row_u32(warp, uop->b);
    struct lane_access access = object_access(warp, uop);
    uint64_t before[LANES];
    EACH_ACTIVE(mask)
    {
        char *at = object_of(&access, i);
        struct arrival arrival = {
            .arrivals = arrivals.by_register ? b[i] : (uint32_t)arrivals.value,
            .transactions =
                transactions.by_register ? (int64_t)b[i] * transactions.value : transactions.value,
            .drops = info->v[1],
        };
        if (!at || !barrier_object_arrive(warp, uop, i, at, arrival, &before[i]))
            return NULL;
    }
    for (uint32_t left = mask; left && info->v[2] != SYNCS_NOTHING;) {
        uint32_t same = info->v[2] == SYNCS_MASK ? same_object(warp, uop, left) : left;
        unsigned first = (unsigned)__builtin_ctz(same);
        uint64_t shared = (before[first] & ~(uint64_t)UINT32_MAX) | same;
        left &= ~same;
        EACH_ACTIVE(same)
        put_words(warp, uop->d, i, info->v[2] == SYNCS_MASK ? shared : before[i]);
    }
    return uop + 1;
}

// Whether the phase whose parity is bit 31 of register b is over. A lane that asks in vain has the
// others go on first: the hardware suspends it, or the code asks again.
static const struct uop *syncs_phasechk_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    const uint32_t *b = row_u32(warp, uop->b);
    struct lane_access access = object_access(warp, uop);
    uint32_t over = 0;
    EACH_ACTIVE(mask)
    {
        uint64_t word;
        const char *at = object_of(&access, i);
        if (!at)
            return NULL;
        memcpy(&word, at, sizeof word);
        over |= (word >> 63 ^ b[i] >> 31) ? UINT32_C(1) << i : 0;
    }
    write_pred(warp, uop->info->p, mask, over);
    warp->asked = over == mask ? NULL : uop;
    return over == mask ? uop + 1 : warp_yield(warp, uop, mask, true);
}

// The word behind mbarrier.inval may be used for anything; here it is fresh memory again.
static const struct uop *syncs_inval_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    enum { POISON_BYTE = 0xff };
    struct lane_access access = object_access(warp, uop);
    EACH_ACTIVE(mask)
    {
        char *at = object_of(&access, i);
        if (!at)
            return NULL;
        memset(at, POISON_BYTE, OBJECT_BYTES);
    }
    return uop + 1;
}

// Words of sm_8x: 2^30 minus the arrivals that the next phase expects; 2^31 minus those to come,
// with the phase in bit 31.
static uint64_t arrive_8x(char *at)
{
    enum { TO_PENDING = 1 << 30 };
    const uint32_t phase = UINT32_C(1) << 31;
    uint32_t words[2];
    memcpy(words, at, sizeof words);
    uint64_t before = words[0] | (uint64_t)words[1] << 32;
    words[1]++;
    if ((words[1] & ~phase) == 0)
        words[1] |= (words[0] + TO_PENDING) & ~phase;
    memcpy(at, words, sizeof words);
    return before;
}

static const struct uop *atoms_arrive_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct lane_access access = object_access(warp, uop);
    EACH_ACTIVE(mask)
    {
        char *at = object_of(&access, i);
        if (!at)
            return NULL;
        put_words(warp, uop->d, i, arrive_8x(at));
    }
    return uop + 1;
}

// Through a generic address. p: whether it was done, as of other atomic operations.
static const struct uop *atom_arrive_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct lane_access access = object_access(warp, uop);
    EACH_ACTIVE(mask)
    {
        uint64_t address = lane_address(warp, uop, i), offset;
        access.lane = i;
        if (generic_space(address, &offset) != SPACE_SHARED)
            return fault_at(warp, uop, UINT32_C(1) << i, ERROR_ILLEGAL_ADDRESS,
                            "arrival at 0x%" PRIx64 ": expected an address in shared memory",
                            address);
        char *at = access_generic(&access, address);
        if (!at)
            return NULL;
        put_words(warp, uop->d, i, arrive_8x(at));
    }
    write_pred(warp, uop->info->p, mask, mask);
    return uop + 1;
}

// ARRIVES.LDGSTSBAR: the copies of each lane are complete, and arrive at once. v[0]: enum
// ldgsts_arrival.
static const struct uop *arrives_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct lane_access access = object_access(warp, uop);
    unsigned kind = uop->info->v[0];
    struct arrival arrival = {.arrivals = kind == LDGSTS_ARRIVES,
                              .transactions = kind == LDGSTS_COMPLETES ? -1 : 0};
    EACH_ACTIVE(mask)
    {
        uint64_t before;
        char *at = object_of(&access, i);
        if (!at)
            return NULL;
        if (kind == LDGSTS_ARRIVES_8X)
            arrive_8x(at);
        else if (!barrier_object_arrive(warp, uop, i, at, arrival, &before))
            return NULL;
    }
    return uop + 1;
}

const struct exec_pair exec_syncs_table[EXEC_COUNT] = {
    EXEC_SINGLE(syncs_word),  EXEC_SINGLE(syncs_arrive), EXEC_SINGLE(syncs_phasechk),
    EXEC_SINGLE(syncs_inval), EXEC_SINGLE(atoms_arrive), EXEC_SINGLE(atom_arrive),
    EXEC_SINGLE(arrives),
};
