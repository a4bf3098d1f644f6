// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/barrier_object.h"

#include "emulator/cluster.h"
#include "emulator/errors.h"
#include "emulator/fault.h"

#include <inttypes.h>
#include <string.h>

enum { EXPECTED_BIT = 1, TRANSACTIONS_BIT = 21, PENDING_BIT = 43, PHASE_BIT = 63 };
enum { COUNT_BITS = 20, MOST = (1 << COUNT_BITS) - 1, TRANSACTION_BITS = 22 };

static uint32_t count_at(uint64_t word, unsigned bit)
{
    return (uint32_t) - (word >> bit) & MOST;
}

static uint64_t count_word(uint32_t count, unsigned bit)
{
    return (uint64_t)(-count & MOST) << bit;
}

static int64_t transactions_of(uint64_t word)
{
    enum { UNUSED = 64 - TRANSACTION_BITS };
    return (int64_t)(word << (UNUSED - TRANSACTIONS_BIT)) >> UNUSED;
}

static uint64_t transactions_word(int64_t transactions)
{
    return ((uint64_t)transactions & ((UINT64_C(1) << TRANSACTION_BITS) - 1)) << TRANSACTIONS_BIT;
}

bool barrier_object_arrive(struct warp *warp, const struct uop *uop, unsigned lane, char *at,
                           struct arrival arrival, uint64_t *before)
{
    uint64_t word, phase;
    memcpy(&word, at, sizeof word);
    *before = word;
    phase = word >> PHASE_BIT;
    uint32_t pending = count_at(word, PENDING_BIT), expected = count_at(word, EXPECTED_BIT);
    int64_t transactions = transactions_of(word) + arrival.transactions;
    const uint32_t mask = UINT32_C(1) << lane;
    if (word & 1) {
        fault_at(warp, uop, mask, ERROR_LAUNCH_FAILED,
                 "0x%016" PRIx64 " is no barrier object: expected one that was initialised", word);
        return false;
    }
    if (arrival.arrivals > pending) {
        fault_at(warp, uop, mask, ERROR_LAUNCH_FAILED,
                 "%" PRIu32 " arrivals at a barrier object that waits for %" PRIu32
                 ": expected no more",
                 arrival.arrivals, pending);
        return false;
    }
    if (transactions > MOST || transactions < -MOST) {
        fault_at(warp, uop, mask, ERROR_LAUNCH_FAILED,
                 "%" PRId64 " transactions of a barrier object: expected at most %d", transactions,
                 MOST);
        return false;
    }
    pending -= arrival.arrivals;
    if (arrival.drops)
        expected = expected > arrival.arrivals ? expected - arrival.arrivals : 0;
    if (!pending && !transactions && (arrival.arrivals || arrival.transactions)) {
        phase ^= 1;
        pending = expected;
        warp->cta->cluster->progress = true;
    }
    word = count_word(expected, EXPECTED_BIT) | transactions_word(transactions) |
           count_word(pending, PENDING_BIT) | phase << PHASE_BIT;
    memcpy(at, &word, sizeof word);
    return true;
}

bool barrier_object_complete(struct warp *warp, const struct uop *uop, unsigned lane, char *at,
                             uint64_t bytes)
{
    uint64_t before;
    struct arrival arrival = {.transactions = -(int64_t)bytes};
    return barrier_object_arrive(warp, uop, lane, at, arrival, &before);
}
