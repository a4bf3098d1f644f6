// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/memory.h"

#include "emulator/memory_table.h"
#include "emulator/settings.h"
#include "emulator/window.h"

#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Above the 47 or 48 bits of host addresses, within the 49 bits of a GPU's and below its windows.
static const uint64_t DEVICE_FIRST = UINT64_C(1) << 48;
static const uint64_t DEVICE_LAST = SHARED_WINDOW;
enum { ALIGNMENT = 512, GAP = 1 << 16, HUGE_PAGE = 2 << 20, POISON = 0xff };

static _Atomic uint64_t next_address = (UINT64_C(1) << 48) + GAP;
static _Atomic uint64_t next_id = 1;
static _Atomic uint64_t bytes_used;

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

bool memory_claim(uint64_t bytes, uint64_t total)
{
    uint64_t used = atomic_load(&bytes_used);
    do {
        if (used > total || bytes > total - used)
            return false;
    } while (!atomic_compare_exchange_weak(&bytes_used, &used, used + bytes));
    return true;
}

void memory_unclaim(uint64_t bytes)
{
    atomic_fetch_sub(&bytes_used, bytes);
}

bool memory_is_host(enum memory_kind kind)
{
    return kind == MEMORY_HOST || kind == MEMORY_REGISTERED || kind == MEMORY_MANAGED;
}

static bool has_own_memory(enum memory_kind kind)
{
    return kind != MEMORY_REGISTERED && kind != MEMORY_MAPPED;
}

// Mapped memory is counted when it is created.
static bool counts(enum memory_kind kind)
{
    return kind == MEMORY_DEVICE || kind == MEMORY_POOL || kind == MEMORY_MANAGED ||
           kind == MEMORY_MODULE;
}

void memory_release(struct allocation *allocation)
{
    if (has_own_memory(allocation->kind))
        free(allocation->host);
    free(allocation->defined);
}

uint64_t memory_reserve(uint64_t size, uint64_t alignment)
{
    uint64_t address = atomic_load(&next_address), start, end;
    do {
        start = (address + alignment - 1) / alignment * alignment;
        if (start >= DEVICE_LAST || size > DEVICE_LAST - start)
            return 0;
        end = (start + size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GAP;
    } while (!atomic_compare_exchange_weak(&next_address, &address, end));
    return start;
}

static char *fresh_memory(uint64_t size)
{
    // The fill below touches every page, and a host that cannot give them kills the process.
    if (size >= HUGE_PAGE && size > memory_host_available() / 16 * 15)
        return NULL;
    if (size > SIZE_MAX - HUGE_PAGE)
        return NULL;
    size_t alignment = size >= HUGE_PAGE ? HUGE_PAGE : ALIGNMENT;
    void *host = NULL;
    if (posix_memalign(&host, alignment, size) != 0)
        return NULL;
    if (size >= HUGE_PAGE)
        madvise(host, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    memset(host, POISON, size);
    return host;
}

uint64_t memory_new(const struct allocation *model)
{
    struct allocation allocation = *model;
    allocation.host = fresh_memory(model->size);
    if (!allocation.host)
        return 0;
    allocation.base = memory_is_host(model->kind) ? (uint64_t)(uintptr_t)allocation.host
                                                  : memory_reserve(model->size, ALIGNMENT);
    if ((settings_checks() & CHECK_MEMORY) && model->kind == MEMORY_DEVICE)
        allocation.defined = calloc(1, model->size / CHAR_BIT + 1);
    if (!allocation.base || !memory_enter(&allocation)) {
        free(allocation.host);
        free(allocation.defined);
        return 0;
    }
    return allocation.base;
}

uint64_t memory_allocate(struct memory *memory, uint64_t size, bool is_host)
{
    struct allocation model = {
        .size = size, .owner = memory, .kind = is_host ? MEMORY_HOST : MEMORY_DEVICE};
    return memory_new(&model);
}

bool memory_enter(const struct allocation *allocation)
{
    struct allocation entry = *allocation;
    entry.id = atomic_fetch_add(&next_id, 1);
    if (!table_insert(&entry))
        return false;
    if (counts(entry.kind))
        atomic_fetch_add(&bytes_used, entry.size);
    return true;
}

static bool same_kind(const struct allocation *entry, const struct table_key *key)
{
    return entry->base == key->base && entry->owner == key->owner && entry->kind == key->kind;
}

static bool same_owner(const struct allocation *entry, const struct table_key *key)
{
    return entry->owner == key->owner;
}

static bool take_out(table_match *match, const struct table_key *key)
{
    uint64_t bytes = 0;
    bool found = table_remove(match, key, counts, &bytes);
    atomic_fetch_sub(&bytes_used, bytes);
    return found;
}

bool memory_remove(const struct memory *owner, uint64_t base, enum memory_kind kind)
{
    return take_out(same_kind, &(struct table_key){base, owner, kind});
}

bool memory_free(struct memory *memory, uint64_t base, bool is_host)
{
    return memory_remove(memory, base, is_host ? MEMORY_HOST : MEMORY_DEVICE);
}

void memory_clear(struct memory *memory)
{
    take_out(same_owner, &(struct table_key){.owner = memory});
}

static bool may_access(const struct memory *memory, const struct allocation *entry)
{
    return !memory || !entry->owner || entry->owner == memory || memory_is_host(entry->kind);
}

static const struct allocation *find(const struct memory *memory, uint64_t address, uint64_t size)
{
    size_t count;
    const struct allocation *entries = table_entries(&count);
    size_t above = table_upper_bound(entries, count, address);
    if (!above)
        return NULL;
    const struct allocation *entry = &entries[above - 1];
    uint64_t inside = address - entry->base;
    if (inside > entry->size || !may_access(memory, entry))
        return NULL;
    // On through mappings that touch each other, on the device and on the host.
    uint64_t have = entry->size - inside;
    for (size_t i = above; size > have; i++) {
        const struct allocation *last = &entries[i - 1], *next = &entries[i];
        if (i == count || next->kind != MEMORY_MAPPED || next->base != last->base + last->size ||
            next->host != last->host + last->size || !may_access(memory, next))
            return NULL;
        have += next->size;
    }
    return entry;
}

const struct allocation *memory_find(const struct memory *memory, uint64_t address, uint64_t size)
{
    return find(memory, address, size);
}

const struct allocation *memory_find_any(uint64_t address, uint64_t size)
{
    return find(NULL, address, size);
}

bool memory_is_device_address(uint64_t address)
{
    return address >= DEVICE_FIRST && address < DEVICE_LAST;
}

void memory_define(const struct allocation *allocation, uint64_t offset, uint64_t size)
{
    unsigned char *bits = allocation->defined;
    if (!bits)
        return;
    uint64_t end = offset + size;
    for (; offset < end && offset % CHAR_BIT; offset++)
        bits[offset / CHAR_BIT] |= (unsigned char)(1 << offset % CHAR_BIT);
    if (end - offset >= CHAR_BIT) {
        memset(bits + offset / CHAR_BIT, UCHAR_MAX, (end - offset) / CHAR_BIT);
        offset = end / CHAR_BIT * CHAR_BIT;
    }
    for (; offset < end; offset++)
        bits[offset / CHAR_BIT] |= (unsigned char)(1 << offset % CHAR_BIT);
}

uint32_t memory_defined(const struct allocation *allocation, uint64_t offset, unsigned size)
{
    const unsigned char *bits = allocation->defined;
    uint32_t defined = 0;
    for (unsigned i = 0; bits && i < size; i++)
        defined |= (uint32_t)(bits[(offset + i) / CHAR_BIT] >> (offset + i) % CHAR_BIT & 1) << i;
    return bits ? defined : UINT32_MAX;
}

void memory_each(const struct memory *memory,
                 void (*found)(void *context, const struct allocation *allocation), void *context)
{
    size_t count;
    memory_lock(NULL);
    const struct allocation *entries = table_entries(&count);
    for (size_t i = 0; i < count; i++) {
        if (entries[i].owner == memory)
            found(context, &entries[i]);
    }
    memory_unlock(NULL);
}
