// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/memory.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Above the 47 or 48 bits of host addresses, within the 49 bits of a GPU's.
static const uint64_t DEVICE_FIRST = UINT64_C(1) << 48;
static const uint64_t DEVICE_LAST = UINT64_C(1) << 49;
enum { ALIGNMENT = 512, GAP = 1 << 16, HUGE_PAGE = 2 << 20, POISON = 0xff };

static _Atomic uint64_t next_address = (UINT64_C(1) << 48) + GAP;
static _Atomic uint64_t bytes_used;

bool memory_init(struct memory *memory)
{
    memset(memory, 0, sizeof *memory);
    pthread_rwlockattr_t attributes;
    if (pthread_rwlockattr_init(&attributes) != 0)
        return false;
#ifdef __GLIBC__
    // A thread that launches without a pause must not keep others from allocating.
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
    bool ok = pthread_rwlock_init(&memory->lock, &attributes) == 0;
    pthread_rwlockattr_destroy(&attributes);
    return ok;
}

static void release(struct allocation *allocation)
{
    if (!allocation->is_host)
        atomic_fetch_sub(&bytes_used, allocation->size);
    free(allocation->host);
}

void memory_clear(struct memory *memory)
{
    pthread_rwlock_wrlock(&memory->lock);
    for (size_t i = 0; i < memory->count; i++)
        release(&memory->table[i]);
    free(memory->table);
    memory->table = NULL;
    memory->count = memory->capacity = memory->freed_count = 0;
    pthread_rwlock_unlock(&memory->lock);
}

void memory_destroy(struct memory *memory)
{
    memory_clear(memory);
    pthread_rwlock_destroy(&memory->lock);
}

static uint64_t read_number(const char *path, const char *key)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return UINT64_MAX;
    char line[256];
    uint64_t value = UINT64_MAX;
    while (value == UINT64_MAX && fgets(line, sizeof line, file)) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        if (sscanf(line + strlen(key), "%" SCNu64, &value) != 1) // cgroups say "max"
            break;
    }
    fclose(file);
    return value;
}

uint64_t memory_host_available(void)
{
    uint64_t kib = read_number("/proc/meminfo", "MemAvailable:");
    uint64_t available = kib == UINT64_MAX ? UINT64_MAX : kib * 1024;
    uint64_t limit = read_number("/sys/fs/cgroup/memory.max", "");
    uint64_t current = read_number("/sys/fs/cgroup/memory.current", "");
    if (limit != UINT64_MAX && current != UINT64_MAX) {
        uint64_t left = limit > current ? limit - current : 0;
        if (left < available)
            available = left;
    }
    return available;
}

uint64_t memory_used(void)
{
    return atomic_load(&bytes_used);
}

// Index of the first allocation that starts above `address`.
static size_t upper_bound(const struct memory *memory, uint64_t address)
{
    size_t low = 0, high = memory->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memory->table[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(struct memory *memory, const struct allocation *allocation)
{
    if (memory->count == memory->capacity) {
        size_t capacity = memory->capacity ? 2 * memory->capacity : 16;
        struct allocation *table = realloc(memory->table, capacity * sizeof *table);
        if (!table)
            return false;
        memory->table = table;
        memory->capacity = capacity;
    }
    size_t at = upper_bound(memory, allocation->base);
    memmove(&memory->table[at + 1], &memory->table[at],
            (memory->count - at) * sizeof *memory->table);
    memory->table[at] = *allocation;
    memory->count++;
    return true;
}

static uint64_t new_address(uint64_t size)
{
    uint64_t span = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GAP;
    uint64_t address = atomic_load(&next_address);
    do {
        if (span > DEVICE_LAST - address)
            return 0;
    } while (!atomic_compare_exchange_weak(&next_address, &address, address + span));
    return address;
}

uint64_t memory_allocate(struct memory *memory, uint64_t size, bool is_host)
{
    // The fill below touches every page, and a host that cannot give them kills the process.
    if (size >= HUGE_PAGE && size > memory_host_available() / 16 * 15)
        return 0;
    if (size > SIZE_MAX - HUGE_PAGE)
        return 0;
    struct allocation allocation = {.size = size, .is_host = is_host};
    size_t alignment = size >= HUGE_PAGE ? HUGE_PAGE : ALIGNMENT;
    void *host = NULL;
    if (posix_memalign(&host, alignment, size) != 0)
        return 0;
    if (size >= HUGE_PAGE)
        madvise(host, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    memset(host, POISON, size);
    allocation.host = host;
    allocation.base = is_host ? (uint64_t)(uintptr_t)host : new_address(size);
    if (!allocation.base) {
        free(host);
        return 0;
    }
    pthread_rwlock_wrlock(&memory->lock);
    bool ok = insert(memory, &allocation);
    pthread_rwlock_unlock(&memory->lock);
    if (!ok) {
        free(host);
        return 0;
    }
    if (!is_host)
        atomic_fetch_add(&bytes_used, size);
    return allocation.base;
}

bool memory_free(struct memory *memory, uint64_t base, bool is_host)
{
    pthread_rwlock_wrlock(&memory->lock);
    size_t above = upper_bound(memory, base);
    struct allocation *entry = above ? &memory->table[above - 1] : NULL;
    bool found = entry && entry->base == base && entry->is_host == is_host;
    if (found) {
        release(entry);
        memory->freed[memory->freed_count++ % MEMORY_FREED] = *entry;
        memmove(entry, entry + 1, (memory->count - above) * sizeof *entry);
        memory->count--;
    }
    pthread_rwlock_unlock(&memory->lock);
    return found;
}

void memory_lock(struct memory *memory)
{
    pthread_rwlock_rdlock(&memory->lock);
}

void memory_unlock(struct memory *memory)
{
    pthread_rwlock_unlock(&memory->lock);
}

const struct allocation *memory_find(const struct memory *memory, uint64_t address, uint64_t size)
{
    size_t above = upper_bound(memory, address);
    if (!above)
        return NULL;
    const struct allocation *entry = &memory->table[above - 1];
    uint64_t inside = address - entry->base;
    return inside <= entry->size && size <= entry->size - inside ? entry : NULL;
}

void memory_describe(const struct memory *memory, uint64_t address, char *text, size_t size)
{
    size_t above = upper_bound(memory, address);
    const struct allocation *below = above ? &memory->table[above - 1] : NULL;
    const struct allocation *next = above < memory->count ? &memory->table[above] : NULL;
    if (below && address - below->base < below->size) {
        snprintf(text, size, "it runs past the end of the %" PRIu64 "-byte allocation 0x%" PRIx64,
                 below->size, below->base);
        return;
    }
    size_t kept = memory->freed_count < MEMORY_FREED ? memory->freed_count : MEMORY_FREED;
    for (size_t i = 0; i < kept; i++) {
        const struct allocation *freed = &memory->freed[i];
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

bool memory_is_device_address(uint64_t address)
{
    return address >= DEVICE_FIRST && address < DEVICE_LAST;
}
