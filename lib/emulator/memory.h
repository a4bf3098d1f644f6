// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Device memory of one context: a table of allocations sorted by address. Device addresses lie in a
// range that no host pointer can have, are never used twice, and have gaps between allocations, so
// that wild, stale and overrunning accesses are found. Page-locked host memory has its host address
// on the device too (unified addressing).
#ifndef EMULATOR_MEMORY_H
#define EMULATOR_MEMORY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMORY_FREED = 64 };

struct allocation {
    uint64_t base;
    uint64_t size;
    char *host;
    bool is_host; ///< page-locked host memory
};

struct memory {
    pthread_rwlock_t lock; ///< read: accesses, whole launches; write: changes of the table
    struct allocation *table;
    size_t count, capacity;
    struct allocation freed[MEMORY_FREED]; ///< the latest, for fault reports
    size_t freed_count;
};

bool memory_init(struct memory *memory);
/// Frees all allocations. `memory` may be used again.
void memory_clear(struct memory *memory);
void memory_destroy(struct memory *memory);

/// New memory, every word 0xffffffff (a NaN). 0 when there is none. `is_host`: page-locked. Waits,
/// as freeing does, for the launches that use this memory.
uint64_t memory_allocate(struct memory *memory, uint64_t size, bool is_host);

/// Free the allocation that starts at `base`; false where none of that kind does. Waits for the
/// launches that use this memory.
bool memory_free(struct memory *memory, uint64_t base, bool is_host);

void memory_lock(struct memory *memory);
void memory_unlock(struct memory *memory);

/// With the lock held: the allocation that holds [address, address + size), or NULL.
const struct allocation *memory_find(const struct memory *memory, uint64_t address, uint64_t size);

/// With the lock held: where an address lies, as text: "16 bytes past the end of the 4096-byte
/// allocation 0x1000000000000".
void memory_describe(const struct memory *memory, uint64_t address, char *text, size_t size);

/// Whether an address is in the range of device addresses, which no host pointer is.
bool memory_is_device_address(uint64_t address);

/// Bytes of emulated device memory in use in the whole process, and what the host can still give.
uint64_t memory_used(void);
uint64_t memory_host_available(void);

#endif
