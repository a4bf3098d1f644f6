// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Writers make a new version of the table and retire the old one, with the memory of what they took
// out. A retired thing belongs to an epoch; it goes when all readers have entered since.
#include "emulator/memory_table.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FREED = 64, LEAST_CAPACITY = 16 };

struct table {
    _Atomic size_t count;
    size_t capacity;
    struct allocation freed[FREED]; ///< the latest, for fault reports
    size_t freed_count;
    struct allocation entries[];
};

struct retired {
    struct retired *next;
    uint64_t epoch;
    struct table *table;          ///< or NULL
    struct allocation allocation; ///< without a table
};

struct reader {
    unsigned depth;
    uint64_t epoch;
    struct reader *previous, *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct table *_Atomic current;
static uint64_t epoch;
static struct reader *readers;
static struct retired *retired;
static _Thread_local struct reader self;

// With the mutex held: the retired things that nobody can be using.
static struct retired *collect(void)
{
    uint64_t oldest = epoch;
    for (const struct reader *reader = readers; reader; reader = reader->next)
        oldest = reader->epoch < oldest ? reader->epoch : oldest;
    struct retired *ready = NULL, **link = &retired;
    while (*link) {
        struct retired *item = *link;
        if (item->epoch > oldest) {
            link = &item->next;
            continue;
        }
        *link = item->next;
        item->next = ready;
        ready = item;
    }
    return ready;
}

static void release_all(struct retired *items)
{
    while (items) {
        struct retired *next = items->next;
        if (items->table)
            free(items->table);
        else
            memory_release(&items->allocation);
        free(items);
        items = next;
    }
}

void memory_lock(struct memory *memory)
{
    (void)memory; // one table for all
    if (self.depth++)
        return;
    pthread_mutex_lock(&mutex);
    self.epoch = epoch;
    self.previous = NULL;
    self.next = readers;
    if (readers)
        readers->previous = &self;
    readers = &self;
    pthread_mutex_unlock(&mutex);
}

void memory_unlock(struct memory *memory)
{
    (void)memory;
    if (--self.depth)
        return;
    pthread_mutex_lock(&mutex);
    if (self.next)
        self.next->previous = self.previous;
    *(self.previous ? &self.previous->next : &readers) = self.next;
    struct retired *ready = retired ? collect() : NULL;
    pthread_mutex_unlock(&mutex);
    release_all(ready);
}

const struct allocation *table_entries(size_t *count)
{
    const struct table *table = atomic_load_explicit(&current, memory_order_acquire);
    *count = table ? atomic_load_explicit(&table->count, memory_order_acquire) : 0;
    return table ? table->entries : NULL;
}

size_t table_upper_bound(const struct allocation *entries, size_t count, uint64_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct table *table_new(const struct table *old, size_t capacity)
{
    struct table *table = malloc(sizeof *table + capacity * sizeof table->entries[0]);
    if (!table)
        return NULL;
    atomic_init(&table->count, 0);
    table->capacity = capacity;
    table->freed_count = 0;
    if (old) {
        memcpy(table->freed, old->freed, sizeof table->freed);
        table->freed_count = old->freed_count;
    }
    return table;
}

// With the mutex held. The old version goes into `item`, which comes after all that is in use now.
static void publish(struct table *table, struct retired *item)
{
    struct table *old = atomic_exchange(&current, table);
    item->epoch = ++epoch;
    item->table = old;
    item->next = retired;
    retired = item;
}

static bool overlaps(const struct allocation *entries, size_t count, size_t at,
                     const struct allocation *new)
{
    const struct allocation *below = at ? &entries[at - 1] : NULL;
    const struct allocation *above = at < count ? &entries[at] : NULL;
    return (below && new->base - below->base < below->size) ||
           (above && above->base - new->base < new->size);
}

// With the mutex held, as the readers of the old version go on.
static bool insert_copying(const struct allocation *allocation, size_t at)
{
    const struct table *old = atomic_load(&current);
    size_t count = old ? atomic_load(&old->count) : 0;
    size_t capacity = count + count / 2 + LEAST_CAPACITY;
    struct table *table = table_new(old, capacity);
    struct retired *item = calloc(1, sizeof *item);
    if (!table || !item) {
        free(table);
        free(item);
        return false;
    }
    if (count) {
        memcpy(table->entries, old->entries, at * sizeof old->entries[0]);
        memcpy(table->entries + at + 1, old->entries + at, (count - at) * sizeof old->entries[0]);
    }
    table->entries[at] = *allocation;
    atomic_store(&table->count, count + 1);
    publish(table, item);
    return true;
}

bool table_insert(const struct allocation *allocation)
{
    pthread_mutex_lock(&mutex);
    struct table *table = atomic_load(&current);
    size_t count = table ? atomic_load(&table->count) : 0;
    size_t at = table ? table_upper_bound(table->entries, count, allocation->base) : 0;
    bool ok = !table || !overlaps(table->entries, count, at, allocation);
    if (ok && table && at == count && count < table->capacity) {
        table->entries[count] = *allocation; // behind what readers look at
        atomic_store_explicit(&table->count, count + 1, memory_order_release);
    } else if (ok) {
        ok = insert_copying(allocation, at);
    }
    struct retired *ready = retired ? collect() : NULL;
    pthread_mutex_unlock(&mutex);
    release_all(ready);
    return ok;
}

// With the mutex held: items for `count` entries and a table, or NULL.
static struct retired *make_items(size_t count)
{
    struct retired *items = NULL;
    for (size_t i = 0; i <= count; i++) {
        struct retired *item = calloc(1, sizeof *item);
        if (!item) {
            release_all(items);
            return NULL;
        }
        item->next = items;
        items = item;
    }
    return items;
}

static bool remove_matching(table_match *match, const struct table_key *key,
                            bool (*counts)(enum memory_kind kind), uint64_t *bytes)
{
    const struct table *old = atomic_load(&current);
    size_t count = old ? atomic_load(&old->count) : 0, found = 0;
    for (size_t i = 0; i < count; i++)
        found += match(&old->entries[i], key);
    if (!found)
        return false;
    struct table *table = table_new(old, count - found + LEAST_CAPACITY);
    struct retired *items = table ? make_items(found) : NULL;
    if (!items) {
        free(table);
        return false;
    }
    size_t kept = 0;
    struct retired *item = items->next, *last = items;
    for (size_t i = 0; i < count; i++) {
        const struct allocation *entry = &old->entries[i];
        if (!match(entry, key)) {
            table->entries[kept++] = *entry;
            continue;
        }
        *bytes += counts(entry->kind) ? entry->size : 0;
        table->freed[table->freed_count++ % FREED] = *entry;
        item->allocation = *entry;
        item->epoch = epoch + 1;
        last = item;
        item = item->next;
    }
    atomic_store(&table->count, kept);
    last->next = retired;
    retired = items->next;
    publish(table, items);
    return true;
}

bool table_remove(table_match *match, const struct table_key *key,
                  bool (*counts)(enum memory_kind kind), uint64_t *bytes)
{
    pthread_mutex_lock(&mutex);
    bool found = remove_matching(match, key, counts, bytes);
    struct retired *ready = retired ? collect() : NULL;
    pthread_mutex_unlock(&mutex);
    release_all(ready);
    return found;
}

void memory_describe(const struct memory *memory, uint64_t address, char *text, size_t size)
{
    size_t count;
    const struct allocation *entries = table_entries(&count);
    const struct table *table = atomic_load_explicit(&current, memory_order_acquire);
    size_t above = table_upper_bound(entries, count, address);
    const struct allocation *below = above ? &entries[above - 1] : NULL;
    const struct allocation *next = above < count ? &entries[above] : NULL;
    if (below && address - below->base < below->size) {
        bool foreign = below->owner && below->owner != memory && !memory_is_host(below->kind);
        snprintf(text, size, "%s the %" PRIu64 "-byte allocation 0x%" PRIx64 "%s",
                 foreign ? "inside" : "it runs past the end of", below->size, below->base,
                 foreign ? " of another context" : "");
        return;
    }
    size_t kept = !table ? 0 : table->freed_count < FREED ? table->freed_count : FREED;
    for (size_t i = 0; i < kept; i++) {
        const struct allocation *freed = &table->freed[i];
        if (address >= freed->base && address - freed->base < freed->size) {
            snprintf(text, size,
                     "inside the %" PRIu64 "-byte allocation 0x%" PRIx64 ", which was freed",
                     freed->size, freed->base);
            return;
        }
    }
    if (address == 0 || (!below && !next)) {
        snprintf(text, size, address ? "there are no allocations" : "a null pointer");
        return;
    }
    uint64_t after_below = below ? address - below->base : UINT64_MAX;
    uint64_t before_next = next ? next->base - address : UINT64_MAX;
    if (below && after_below - below->size <= before_next)
        snprintf(text, size,
                 "%" PRIu64 " bytes past the end of the %" PRIu64 "-byte allocation 0x%" PRIx64,
                 after_below - below->size, below->size, below->base);
    else
        snprintf(text, size, "%" PRIu64 " bytes before the %" PRIu64 "-byte allocation 0x%" PRIx64,
                 before_next, next->size, next->base);
}
