// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The table behind memory.h, which readers see without a lock.
#ifndef EMULATOR_MEMORY_TABLE_H
#define EMULATOR_MEMORY_TABLE_H

#include "emulator/memory.h"

struct table_key {
    uint64_t base;
    const struct memory *owner;
    enum memory_kind kind;
};

typedef bool table_match(const struct allocation *entry, const struct table_key *key);

/// False without memory, or where an entry overlaps.
bool table_insert(const struct allocation *allocation);

/// Take out all entries that match; their memory is released once no reader can know it. Adds up
/// the sizes of those whose kind `counts`. False: there was none.
bool table_remove(table_match *match, const struct table_key *key,
                  bool (*counts)(enum memory_kind kind), uint64_t *bytes);

/// For readers: the entries, sorted by base.
const struct allocation *table_entries(size_t *count);

/// Index of the first entry that starts above `address`.
size_t table_upper_bound(const struct allocation *entries, size_t count, uint64_t address);

/// Release an entry's memory: what memory.c does with one that no reader knows any more.
void memory_release(struct allocation *allocation);

#endif
