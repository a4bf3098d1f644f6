// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The memory that kernels see: one table of allocations for the process, sorted by address. Device
// addresses lie in a range that no host pointer can have, are never used twice, and have gaps
// between allocations, so that wild, stale and overrunning accesses are found. Page-locked and
// managed memory has its host address on the device too (unified addressing).
//
// The table may change while kernels run: readers see it without a lock, and what is taken out of
// it stays in place until every reader that may know it has left.
#ifndef EMULATOR_MEMORY_H
#define EMULATOR_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memory_kind {
    MEMORY_DEVICE,     ///< of one context
    MEMORY_POOL,       ///< of one context, allocated in a stream's order
    MEMORY_HOST,       ///< page-locked
    MEMORY_REGISTERED, ///< page-locked, the caller's own
    MEMORY_MANAGED,
    MEMORY_MODULE, ///< variables of a module
    MEMORY_MAPPED, ///< physical memory mapped into a reserved range
};

/// A context's part in the table.
struct memory {
    const void *context; ///< its handle
};

struct allocation {
    uint64_t base;
    uint64_t size;
    char *host;
    const struct memory *owner; ///< NULL: no context, all may access it
    uint64_t id;                ///< never used twice
    unsigned flags;             ///< of the call that made it
    enum memory_kind kind;
    void *pool;             ///< of MEMORY_POOL: its handle
    unsigned char *defined; ///< a bit for each byte that has been written; NULL: all count as that
};

/// New device or page-locked memory, every word 0xffffffff (a NaN). 0 when there is none.
uint64_t memory_allocate(struct memory *memory, uint64_t size, bool is_host);

/// The same for any kind with memory of its own. `model` says all but base, host and id.
uint64_t memory_new(const struct allocation *model);

/// Enter memory that somebody else keeps. False without memory, or where the range overlaps.
bool memory_enter(const struct allocation *allocation);

/// Take the allocation that starts at `base` out of the table; false where none of that owner and
/// kind does.
bool memory_free(struct memory *memory, uint64_t base, bool is_host);
bool memory_remove(const struct memory *owner, uint64_t base, enum memory_kind kind);

/// Take out everything that a context owns.
void memory_clear(struct memory *memory);

/// Between these two the calling thread may use the table and what it refers to. They nest.
void memory_lock(struct memory *memory);
void memory_unlock(struct memory *memory);

/// With the lock held: the allocation that holds [address, address + size) and that this memory's
/// context may access, or NULL. Mappings that follow each other count as one.
const struct allocation *memory_find(const struct memory *memory, uint64_t address, uint64_t size);

/// The same for any context's.
const struct allocation *memory_find_any(uint64_t address, uint64_t size);

/// With the lock held: where an address lies, as text: "16 bytes past the end of the 4096-byte
/// allocation 0x1000000000000".
void memory_describe(const struct memory *memory, uint64_t address, char *text, size_t size);

/// Note that bytes of an allocation have been written, and whether some have, as bits: at most 32.
void memory_define(const struct allocation *allocation, uint64_t offset, uint64_t size);
uint32_t memory_defined(const struct allocation *allocation, uint64_t offset, unsigned size);

/// Call `found` for each allocation of a context.
void memory_each(const struct memory *memory,
                 void (*found)(void *context, const struct allocation *allocation), void *context);

/// Whether an address is in the range of device addresses, which no host pointer is.
bool memory_is_device_address(uint64_t address);

/// A range of device addresses; 0 where there are none left. `alignment` is a power of two.
uint64_t memory_reserve(uint64_t size, uint64_t alignment);

/// Bytes of emulated device memory in use in the whole process, and what the host can still give.
uint64_t memory_used(void);
uint64_t memory_host_available(void);
/// Physical memory that is not in the table counts too. False: more than `total` would be in use.
bool memory_claim(uint64_t bytes, uint64_t total);
void memory_unclaim(uint64_t bytes);

/// Whether memory of this kind has a host address.
bool memory_is_host(enum memory_kind kind);

#endif
