// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What binders tell the executors of exec_syncs.c in info->v.
#ifndef EMULATOR_SYNCS_H
#define EMULATOR_SYNCS_H

#include <stdbool.h>
#include <stdint.h>

enum syncs_word { SYNCS_WORD_LD, SYNCS_WORD_EXCH, SYNCS_WORD_CAS };

/// Of an arrival: by the value of its modifier.
enum syncs_result { SYNCS_STATE, SYNCS_MASK, SYNCS_NOTHING };

/// A count, or what a register holds times this.
struct syncs_count {
    int8_t value;
    bool by_register;
};

enum { SYNCS_COUNTS = 6 };
/// What an arrival counts, by the value of its modifier: none, A1T0, A0T1, A0TR, A0TX, ART0.
static const struct {
    struct syncs_count arrivals, transactions;
} syncs_counts[SYNCS_COUNTS] = {
    {{1, false}, {1, true}}, {{1, false}, {0, false}}, {{0, false}, {1, false}},
    {{0, false}, {1, true}}, {{0, false}, {-1, true}}, {{1, true}, {0, false}},
};

/// What the copies of a lane do when they are complete: by the value of the modifier of sm_90, and
/// on sm_8x.
enum ldgsts_arrival { LDGSTS_NOTHING, LDGSTS_ARRIVES, LDGSTS_COMPLETES, LDGSTS_ARRIVES_8X };

#endif
