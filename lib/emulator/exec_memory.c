// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Loads and stores, global and shared. Compiled once per host instruction set. Addresses of a warp
// are checked together (lowest and highest against one allocation); only where that does not hold
// are lanes looked at one by one.
#include "emulator/access.h"
#include "emulator/exec.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint32_t vec4 __attribute__((vector_size(16)));

#if defined __clang__
#define SHUFFLE(x, y, a, b, c, d) __builtin_shufflevector(x, y, a, b, c, d)
#else
#define SHUFFLE(x, y, a, b, c, d) __builtin_shuffle(x, y, (vec4){a, b, c, d})
#endif

INLINE char *host_address(uintptr_t bias, uint64_t address)
{
    // Integer arithmetic: bias and address are halves of a pointer, not pointers.
    return (char *)(bias + (uintptr_t)address);
}

// Addresses of the lanes in `mask`, all checked; host address = *bias + address[i]. Lanes outside
// the mask get the address of one inside.
INLINE bool global_addresses(struct warp *warp, const struct uop *uop, uint32_t mask,
                             uint32_t bytes, bool is_store, uint64_t address[LANES],
                             uintptr_t *bias)
{
    const struct uop_info *info = uop->info;
    const uint32_t *low = row_u32(warp, uop->a);
    const uint32_t *u = row_u32(warp, info->u);
    uint64_t offset = (uint64_t)info->offset + (u[0] | (uint64_t)u[LANES] << 32);
    if (info->address64) {
        const uint32_t *high = low + LANES;
        EACH_LANE address[i] = (low[i] | (uint64_t)high[i] << 32) + offset;
    } else {
        EACH_LANE address[i] = low[i] + offset;
    }
    if (mask != UINT32_MAX) {
        uint64_t any = address[__builtin_ctz(mask)];
        EACH_LANE address[i] = mask >> i & 1 ? address[i] : any;
    }
    uint64_t first = UINT64_MAX, last = 0, bits = 0;
    EACH_LANE
    {
        first = address[i] < first ? address[i] : first;
        last = address[i] > last ? address[i] : last;
        bits |= address[i];
    }
    const struct allocation *hit = &warp->cta->last;
    bool aligned = (bits & (bytes - 1)) == 0;
    bool inside = first >= hit->base && hit->size >= bytes && last - hit->base <= hit->size - bytes;
    if (aligned && (inside || access_find_span(warp, first, last, bytes))) {
        *bias = (uintptr_t)hit->host - (uintptr_t)hit->base;
        return true;
    }
    *bias = 0;
    return access_global_lanes(warp, uop, mask, bytes, is_store, address);
}

INLINE bool shared_addresses(struct warp *warp, const struct uop *uop, uint32_t mask,
                             uint32_t bytes, bool is_store, uint32_t address[LANES],
                             uintptr_t *bias)
{
    const uint32_t *base = row_u32(warp, uop->a);
    const struct uop_info *info = uop->info;
    uint32_t offset = (uint32_t)info->offset + row_u32(warp, info->u)[0], shift = info->v[0];
    EACH_LANE address[i] = (base[i] << shift) + offset;
    if (mask != UINT32_MAX) {
        uint32_t any = address[__builtin_ctz(mask)];
        EACH_LANE address[i] = mask >> i & 1 ? address[i] : any;
    }
    uint32_t first = UINT32_MAX, last = 0, bits = 0;
    EACH_LANE
    {
        first = address[i] < first ? address[i] : first;
        last = address[i] > last ? address[i] : last;
        bits |= address[i];
    }
    const struct launch *launch = warp->cta->launch;
    if ((bits & (bytes - 1)) == 0 && first >= launch->shared_base && bytes <= launch->shared_end &&
        last <= launch->shared_end - bytes) {
        *bias = (uintptr_t)warp->cta->shared;
        return true;
    }
    *bias = (uintptr_t)warp->cta->shared;
    return access_shared_lanes(warp, uop, mask, bytes, is_store, address);
}

// Lane i's four words become element i of four rows: 4 x 4 transpositions.
#define LOAD_128(d, bias, address)                                                                 \
    for (int i = 0; i < LANES; i += 4) {                                                           \
        vec4 v[4];                                                                                 \
        for (int k = 0; k < 4; k++)                                                                \
            memcpy(&v[k], host_address(bias, (address)[i + k]), sizeof v[k]);                      \
        vec4 x = SHUFFLE(v[0], v[1], 0, 4, 1, 5), y = SHUFFLE(v[2], v[3], 0, 4, 1, 5);             \
        vec4 z = SHUFFLE(v[0], v[1], 2, 6, 3, 7), w = SHUFFLE(v[2], v[3], 2, 6, 3, 7);             \
        vec4 r[4] = {SHUFFLE(x, y, 0, 1, 4, 5), SHUFFLE(x, y, 2, 3, 6, 7),                         \
                     SHUFFLE(z, w, 0, 1, 4, 5), SHUFFLE(z, w, 2, 3, 6, 7)};                        \
        for (int k = 0; k < 4; k++)                                                                \
            memcpy(&(d)[k * LANES + i], &r[k], sizeof r[k]);                                       \
    }

#define LOAD_LANES(type, d, mask, bias, address)                                                   \
    for (int i = 0; i < LANES; i++) {                                                              \
        type value;                                                                                \
        if (!((mask) >> i & 1))                                                                    \
            continue;                                                                              \
        memcpy(&value, host_address(bias, (address)[i]), sizeof value);                            \
        (d)[i] = (uint32_t)value;                                                                  \
    }

#define LOAD_WORDS(words, d, mask, bias, address)                                                  \
    for (int i = 0; i < LANES; i++) {                                                              \
        uint32_t value[words];                                                                     \
        if (!((mask) >> i & 1))                                                                    \
            continue;                                                                              \
        memcpy(value, host_address(bias, (address)[i]), sizeof value);                             \
        for (int k = 0; k < (words); k++)                                                          \
            (d)[k * LANES + i] = value[k];                                                         \
    }

#define LOAD(size, d, mask, bias, address)                                                         \
    do {                                                                                           \
        if ((size) == SASS_SIZE_U8)                                                                \
            LOAD_LANES(uint8_t, d, mask, bias, address)                                            \
        else if ((size) == SASS_SIZE_S8)                                                           \
            LOAD_LANES(int8_t, d, mask, bias, address)                                             \
        else if ((size) == SASS_SIZE_U16)                                                          \
            LOAD_LANES(uint16_t, d, mask, bias, address)                                           \
        else if ((size) == SASS_SIZE_S16)                                                          \
            LOAD_LANES(int16_t, d, mask, bias, address)                                            \
        else if ((size) == SASS_SIZE_32)                                                           \
            LOAD_LANES(uint32_t, d, mask, bias, address)                                           \
        else if ((size) == SASS_SIZE_64)                                                           \
            LOAD_WORDS(2, d, mask, bias, address)                                                  \
        else if ((mask) == UINT32_MAX)                                                             \
            LOAD_128(d, bias, address)                                                             \
        else                                                                                       \
            LOAD_WORDS(4, d, mask, bias, address)                                                  \
    } while (0)

// Where several lanes write to one address, the highest lane wins.
#define STORE(bytes, d, mask, bias, address)                                                       \
    for (int i = 0; i < LANES; i++) {                                                              \
        uint32_t value[4];                                                                         \
        if (!((mask) >> i & 1))                                                                    \
            continue;                                                                              \
        for (uint32_t k = 0; k < ((bytes) + 3) / 4; k++)                                           \
            value[k] = (d)[k * LANES + (uint32_t)i];                                               \
        if ((bytes) == 1)                                                                          \
            memcpy(host_address(bias, (address)[i]), &(uint8_t){(uint8_t)value[0]}, 1);            \
        else if ((bytes) == 2)                                                                     \
            memcpy(host_address(bias, (address)[i]), &(uint16_t){(uint16_t)value[0]}, 2);          \
        else                                                                                       \
            memcpy(host_address(bias, (address)[i]), value, bytes);                                \
    }

INLINE uint32_t size_bytes(int size)
{
    return size <= SASS_SIZE_S8    ? 1
           : size <= SASS_SIZE_S16 ? 2
           : size == SASS_SIZE_32  ? 4
           : size == SASS_SIZE_64  ? 8
                                   : 16;
}

INLINE const struct uop *load_global(struct warp *warp, const struct uop *uop, uint32_t mask,
                                     int size)
{
    uint64_t address[LANES];
    uintptr_t bias;
    if (!global_addresses(warp, uop, mask, size_bytes(size), false, address, &bias))
        return NULL;
    uint32_t *d = warp_row(warp, uop->d);
    LOAD(size, d, mask, bias, address);
    return uop + 1;
}

INLINE const struct uop *store_global(struct warp *warp, const struct uop *uop, uint32_t mask,
                                      uint32_t bytes)
{
    uint64_t address[LANES];
    uintptr_t bias;
    if (!global_addresses(warp, uop, mask, bytes, true, address, &bias))
        return NULL;
    const uint32_t *d = row_u32(warp, uop->d);
    STORE(bytes, d, mask, bias, address)
    return uop + 1;
}

INLINE const struct uop *load_shared(struct warp *warp, const struct uop *uop, uint32_t mask,
                                     int size)
{
    uint32_t address[LANES];
    uintptr_t bias;
    if (!shared_addresses(warp, uop, mask, size_bytes(size), false, address, &bias))
        return NULL;
    uint32_t *d = warp_row(warp, uop->d);
    LOAD(size, d, mask, bias, address);
    return uop + 1;
}

INLINE const struct uop *store_shared(struct warp *warp, const struct uop *uop, uint32_t mask,
                                      uint32_t bytes)
{
    uint32_t address[LANES];
    uintptr_t bias;
    if (!shared_addresses(warp, uop, mask, bytes, true, address, &bias))
        return NULL;
    const uint32_t *d = row_u32(warp, uop->d);
    STORE(bytes, d, mask, bias, address)
    return uop + 1;
}

#define MEMORY_EXECUTOR(name, function, size)                                                      \
    static const struct uop *name##_plain(struct warp *warp, const struct uop *uop, uint32_t mask) \
    {                                                                                              \
        (void)mask;                                                                                \
        return function(warp, uop, UINT32_MAX, size);                                              \
    }                                                                                              \
    static const struct uop *name##_masked(struct warp *warp, const struct uop *uop,               \
                                           uint32_t mask)                                          \
    {                                                                                              \
        return function(warp, uop, mask, size);                                                    \
    }

#define LOAD_EXECUTORS(name, function)                                                             \
    MEMORY_EXECUTOR(name##_u8, function, SASS_SIZE_U8)                                             \
    MEMORY_EXECUTOR(name##_s8, function, SASS_SIZE_S8)                                             \
    MEMORY_EXECUTOR(name##_u16, function, SASS_SIZE_U16)                                           \
    MEMORY_EXECUTOR(name##_s16, function, SASS_SIZE_S16)                                           \
    MEMORY_EXECUTOR(name##_32, function, SASS_SIZE_32)                                             \
    MEMORY_EXECUTOR(name##_64, function, SASS_SIZE_64)                                             \
    MEMORY_EXECUTOR(name##_128, function, SASS_SIZE_128)

#define STORE_EXECUTORS(name, function)                                                            \
    MEMORY_EXECUTOR(name##_8, function, 1)                                                         \
    MEMORY_EXECUTOR(name##_16, function, 2)                                                        \
    MEMORY_EXECUTOR(name##_32, function, 4)                                                        \
    MEMORY_EXECUTOR(name##_64, function, 8)                                                        \
    MEMORY_EXECUTOR(name##_128, function, 16)

LOAD_EXECUTORS(ldg, load_global)
LOAD_EXECUTORS(lds, load_shared)
STORE_EXECUTORS(stg, store_global)
STORE_EXECUTORS(sts, store_shared)

#define LOAD_ENTRIES(name)                                                                         \
    EXEC_ENTRY(name##_u8), EXEC_ENTRY(name##_s8), EXEC_ENTRY(name##_u16), EXEC_ENTRY(name##_s16),  \
        EXEC_ENTRY(name##_32), EXEC_ENTRY(name##_64), EXEC_ENTRY(name##_128)
#define STORE_ENTRIES(name)                                                                        \
    EXEC_ENTRY(name##_8), EXEC_ENTRY(name##_16), EXEC_ENTRY(name##_32), EXEC_ENTRY(name##_64),     \
        EXEC_ENTRY(name##_128)

const struct exec_pair EXEC_TABLE(memory)[EXEC_COUNT] = {
    LOAD_ENTRIES(ldg),
    LOAD_ENTRIES(lds),
    STORE_ENTRIES(stg),
    STORE_ENTRIES(sts),
};
