// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Virtual memory: reserved ranges of addresses, physical memory, and the one mapped into the other.
// A reserved range has host memory of the same size, into which physical memory (a file without a
// name) is mapped as well, so that neighbouring mappings are contiguous for kernels and copies.
// Kernels see a mapping once access is granted.
#include "emulator/stream.h"
#include "emulator/unsupported.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GRANULE = 2 << 20, POISON = 0xff };

struct physical {
    CUmemGenericAllocationHandle handle;
    size_t size;
    int file;
    unsigned handles, mappings; ///< it goes when both are 0
    CUmemAllocationProp properties;
};

struct mapping {
    uint64_t base;
    size_t size;
    struct physical *physical;
    CUmemAccess_flags access;
    struct mapping *next;
};

struct range {
    uint64_t base;
    size_t size;
    char *host;
    struct mapping *mappings;
    struct range *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct range *ranges;

static bool is_granular(uint64_t number)
{
    return number % GRANULE == 0;
}

static CUresult check_properties(const CUmemAllocationProp *properties)
{
    if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    if (properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return unsupported("physical memory on the host");
    if (properties->location.id)
        return CUDA_ERROR_INVALID_DEVICE;
    if (properties->requestedHandleTypes & ~(unsigned)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return CUDA_ERROR_NOT_SUPPORTED;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuMemGetAllocationGranularity(size_t *granule,
                                                      const CUmemAllocationProp *properties,
                                                      CUmemAllocationGranularity_flags option)
{
    CUresult result = api_ready();
    if (!result)
        result = check_properties(properties);
    if (result)
        return result;
    if (!granule || (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM &&
                     option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED))
        return CUDA_ERROR_INVALID_VALUE;
    *granule = GRANULE;
    return CUDA_SUCCESS;
}

static void physical_free(struct physical *physical)
{
    if (physical->file >= 0)
        close(physical->file);
    free(physical);
}

static bool physical_fill(const struct physical *physical)
{
    void *host = mmap(NULL, physical->size, PROT_READ | PROT_WRITE, MAP_SHARED, physical->file, 0);
    if (host == MAP_FAILED)
        return false;
    memset(host, POISON, physical->size);
    munmap(host, physical->size);
    return true;
}

static struct physical *physical_new(size_t size)
{
    struct physical *physical = calloc(1, sizeof *physical);
    if (!physical)
        return NULL;
    physical->size = size;
    physical->handles = 1;
    physical->file = memfd_create("emulated-gpu", MFD_CLOEXEC);
    if (physical->file < 0 || size > memory_host_available() / 16 * 15 ||
        ftruncate(physical->file, (off_t)size) != 0 || !physical_fill(physical)) {
        physical_free(physical);
        return NULL;
    }
    physical->handle = (uintptr_t)handle_new(HANDLE_PHYSICAL, physical, NULL);
    if (!physical->handle) {
        physical_free(physical);
        return NULL;
    }
    return physical;
}

static struct physical *physical_of(CUmemGenericAllocationHandle handle)
{
    return handle_object((const void *)(uintptr_t)handle, HANDLE_PHYSICAL);
}

CUresult CUDAAPI EXPORT cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                                    const CUmemAllocationProp *properties, unsigned long long flags)
{
    const struct device *device;
    CUresult result = api_device(0, &device);
    if (!result)
        result = check_properties(properties);
    if (result)
        return result;
    if (!handle || !size || !is_granular(size) || flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (!memory_claim(size, device->memory_bytes))
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct physical *physical = physical_new(size);
    if (!physical) {
        memory_unclaim(size);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    physical->properties = *properties;
    *handle = physical->handle;
    return CUDA_SUCCESS;
}

// With the mutex held.
static void discard_if_unused(struct physical *physical)
{
    if (physical->handles || physical->mappings)
        return;
    memory_unclaim(physical->size);
    physical_free(physical);
}

CUresult CUDAAPI EXPORT cuMemRelease(CUmemGenericAllocationHandle handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    struct physical *physical = physical_of(handle);
    if (!physical) {
        result = CUDA_ERROR_INVALID_VALUE;
    } else if (--physical->handles == 0) {
        handle_remove((const void *)(uintptr_t)handle, HANDLE_PHYSICAL);
        discard_if_unused(physical);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                               CUmemGenericAllocationHandle handle)
{
    CUresult result = api_ready();
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    const struct physical *physical = physical_of(handle);
    if (!physical || !properties)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        *properties = physical->properties;
    pthread_mutex_unlock(&mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuMemAddressReserve(CUdeviceptr *pointer, size_t size, size_t alignment,
                                            CUdeviceptr hint, unsigned long long flags)
{
    CUresult result = api_ready();
    (void)hint; // a wish
    if (result)
        return result;
    if (!alignment)
        alignment = GRANULE;
    if (!pointer || !size || !is_granular(size) || flags || alignment & (alignment - 1))
        return CUDA_ERROR_INVALID_VALUE;
    struct range *range = calloc(1, sizeof *range);
    if (!range)
        return CUDA_ERROR_OUT_OF_MEMORY;
    range->size = size;
    range->base = memory_reserve(size, alignment > GRANULE ? alignment : GRANULE);
    range->host = !range->base ? MAP_FAILED
                               : mmap(NULL, size, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range->host == MAP_FAILED) {
        free(range);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    pthread_mutex_lock(&mutex);
    range->next = ranges;
    ranges = range;
    pthread_mutex_unlock(&mutex);
    *pointer = range->base;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuMemAddressFree(CUdeviceptr pointer, size_t size)
{
    CUresult result = api_ready();
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    struct range **link = &ranges;
    while (*link && (*link)->base != pointer)
        link = &(*link)->next;
    struct range *range = *link;
    if (!range || range->size != size || range->mappings) {
        result = CUDA_ERROR_INVALID_VALUE;
    } else {
        *link = range->next;
        munmap(range->host, range->size);
        free(range);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

// With the mutex held: the range that holds all of [base, base + size).
static struct range *range_of(uint64_t base, size_t size)
{
    for (struct range *range = ranges; range; range = range->next) {
        uint64_t inside = base - range->base;
        if (base >= range->base && inside <= range->size && size <= range->size - inside)
            return range;
    }
    return NULL;
}

static bool touches(const struct mapping *mapping, uint64_t base, size_t size)
{
    return mapping->base < base + size && base < mapping->base + mapping->size;
}

// With the mutex held.
static CUresult map(struct range *range, uint64_t base, size_t size, size_t offset,
                    struct physical *physical)
{
    for (const struct mapping *other = range->mappings; other; other = other->next) {
        if (touches(other, base, size))
            return CUDA_ERROR_INVALID_VALUE;
    }
    struct mapping *mapping = calloc(1, sizeof *mapping);
    if (!mapping)
        return CUDA_ERROR_OUT_OF_MEMORY;
    char *host = range->host + (base - range->base);
    if (mmap(host, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, physical->file,
             (off_t)offset) == MAP_FAILED) {
        free(mapping);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    mapping->base = base;
    mapping->size = size;
    mapping->physical = physical;
    mapping->access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    mapping->next = range->mappings;
    range->mappings = mapping;
    physical->mappings++;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuMemMap(CUdeviceptr pointer, size_t size, size_t offset,
                                 CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!size || !is_granular(pointer) || !is_granular(size) || !is_granular(offset) || flags)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&mutex);
    struct physical *physical = physical_of(handle);
    struct range *range = range_of(pointer, size);
    bool fits = physical && offset <= physical->size && size <= physical->size - offset;
    result = range && fits ? map(range, pointer, size, offset, physical) : CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_unlock(&mutex);
    return result;
}

// With the mutex held: whether mappings cover [base, base + size) exactly.
static bool is_covered(const struct range *range, uint64_t base, size_t size)
{
    size_t covered = 0;
    for (const struct mapping *mapping = range->mappings; mapping; mapping = mapping->next) {
        if (!touches(mapping, base, size))
            continue;
        if (mapping->base < base || mapping->base + mapping->size > base + size)
            return false;
        covered += mapping->size;
    }
    return covered == size;
}

static bool set_access(const struct range *range, struct mapping *mapping, CUmemAccess_flags access)
{
    bool was = mapping->access != CU_MEM_ACCESS_FLAGS_PROT_NONE;
    bool is = access != CU_MEM_ACCESS_FLAGS_PROT_NONE;
    struct allocation entry = {
        .base = mapping->base,
        .size = mapping->size,
        .host = range->host + (mapping->base - range->base),
        .kind = MEMORY_MAPPED,
    };
    if (is && !was && !memory_enter(&entry))
        return false;
    if (was && !is)
        memory_remove(NULL, mapping->base, MEMORY_MAPPED);
    mapping->access = access;
    return true;
}

// With the mutex held. The host memory stays accessible: a kernel that is still running may use it.
static void unmap(struct range *range, uint64_t base, size_t size)
{
    struct mapping **link = &range->mappings;
    while (*link) {
        struct mapping *mapping = *link;
        if (!touches(mapping, base, size)) {
            link = &mapping->next;
            continue;
        }
        *link = mapping->next;
        set_access(range, mapping, CU_MEM_ACCESS_FLAGS_PROT_NONE);
        mmap(range->host + (mapping->base - range->base), mapping->size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        mapping->physical->mappings--;
        discard_if_unused(mapping->physical);
        free(mapping);
    }
}

// Work that uses the mapping has to be done; this waits for what the current context has.
CUresult CUDAAPI EXPORT cuMemUnmap(CUdeviceptr pointer, size_t size)
{
    struct context *context;
    CUresult result = api_ready();
    if (result)
        return result;
    if (!api_context(&context))
        api_settle(context);
    pthread_mutex_lock(&mutex);
    struct range *range = size ? range_of(pointer, size) : NULL;
    if (range && is_covered(range, pointer, size))
        unmap(range, pointer, size);
    else
        result = CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_unlock(&mutex);
    return result;
}

static bool is_access(const CUmemAccessDesc *wanted)
{
    return wanted->location.type == CU_MEM_LOCATION_TYPE_DEVICE && wanted->location.id == 0 &&
           (wanted->flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ||
            wanted->flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
            wanted->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
}

// Reading only is not told from reading and writing.
CUresult CUDAAPI EXPORT cuMemSetAccess(CUdeviceptr pointer, size_t size,
                                       const CUmemAccessDesc *wanted, size_t count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!wanted || count != 1 || !is_access(wanted))
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&mutex);
    struct range *range = size ? range_of(pointer, size) : NULL;
    if (!range || !is_covered(range, pointer, size))
        result = CUDA_ERROR_INVALID_VALUE;
    for (struct mapping *mapping = result ? NULL : range->mappings; mapping && !result;
         mapping = mapping->next) {
        if (touches(mapping, pointer, size) && !set_access(range, mapping, wanted->flags))
            result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

// With the mutex held.
static struct mapping *mapping_at(uint64_t address)
{
    struct range *range = range_of(address, 1);
    struct mapping *mapping = range ? range->mappings : NULL;
    while (mapping && !touches(mapping, address, 1))
        mapping = mapping->next;
    return mapping;
}

CUresult CUDAAPI EXPORT cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                                       CUdeviceptr pointer)
{
    CUresult result = api_ready();
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    const struct mapping *mapping = mapping_at(pointer);
    if (!flags || !location || !mapping || location->type != CU_MEM_LOCATION_TYPE_DEVICE ||
        location->id)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        *flags = mapping->access;
    pthread_mutex_unlock(&mutex);
    return result;
}

CUresult CUDAAPI EXPORT cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle,
                                                    void *address)
{
    CUresult result = api_ready();
    if (result)
        return result;
    pthread_mutex_lock(&mutex);
    struct mapping *mapping = mapping_at((uint64_t)(uintptr_t)address);
    struct physical *physical = mapping ? mapping->physical : NULL;
    if (physical && !physical->handles) // the one that it had was released
        physical->handle = (uintptr_t)handle_new(HANDLE_PHYSICAL, physical, NULL);
    if (!handle || !physical) {
        result = CUDA_ERROR_INVALID_VALUE;
    } else if (!physical->handle) {
        result = CUDA_ERROR_OUT_OF_MEMORY;
    } else {
        physical->handles++;
        *handle = physical->handle;
    }
    pthread_mutex_unlock(&mutex);
    return result;
}
