// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/fatbin.h"

#include "emulator/errors.h"
#include "sass/cubin.h"

#include <stdio.h>
#include <string.h>

enum { HEADER_BYTES = 16, ENTRY_BYTES = 64 };
static const uint32_t FATBIN_MAGIC = 0xba55ed50, WRAPPER_MAGIC = 0x466243b1;

enum { KIND_PTX = 1, KIND_ELF = 2 };

/// Both headers as they lie in the file; what is left out is not looked at.
struct container {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes; ///< behind the header
};

struct entry {
    uint16_t kind, version;
    uint32_t header_bytes;
    uint64_t bytes; ///< behind this header, with padding
    uint32_t compressed_bytes;
    uint32_t unused[2];
    uint32_t sm;
    uint64_t names;
    uint64_t flags;
    uint64_t zero;
    uint64_t original_bytes; ///< of a compressed entry
};
_Static_assert(sizeof(struct container) == HEADER_BYTES, "as in the file");
_Static_assert(sizeof(struct entry) == ENTRY_BYTES, "as in the file");

struct wrapper {
    uint32_t magic, version;
    const void *fatbin;
};

bool fatbin_is(const void *image)
{
    uint32_t magic;
    memcpy(&magic, image, sizeof magic);
    return magic == FATBIN_MAGIC;
}

const void *fatbin_unwrap(const void *image)
{
    struct wrapper wrapper;
    uint32_t magic;
    memcpy(&magic, image, sizeof magic);
    if (magic != WRAPPER_MAGIC)
        return image;
    memcpy(&wrapper, image, sizeof wrapper);
    return wrapper.fatbin && fatbin_is(wrapper.fatbin) ? wrapper.fatbin : image;
}

size_t fatbin_size(const void *fatbin)
{
    struct container container;
    memcpy(&container, fatbin, sizeof container);
    return container.bytes > SIZE_MAX - container.header_bytes
               ? SIZE_MAX
               : container.header_bytes + (size_t)container.bytes;
}

static const void *refuse(int *result, int why, char *error, const char *text)
{
    *result = why;
    snprintf(error, CUBIN_ERROR_TEXT, "the fat binary %s", text);
    return NULL;
}

const void *fatbin_pick(const void *fatbin, unsigned device_sm, size_t *size, int *result,
                        char *error)
{
    const unsigned char *bytes = fatbin, *best = NULL;
    size_t end = fatbin_size(fatbin);
    struct container container;
    struct entry entry, chosen = {0};
    bool has_ptx = false;
    memcpy(&container, bytes, sizeof container);
    for (size_t at = container.header_bytes; at < end; at += entry.header_bytes + entry.bytes) {
        if (end - at < ENTRY_BYTES)
            return refuse(result, ERROR_INVALID_IMAGE, error, "is cut short");
        memcpy(&entry, bytes + at, sizeof entry);
        if (entry.header_bytes < ENTRY_BYTES || entry.header_bytes > end - at ||
            entry.bytes > end - at - entry.header_bytes)
            return refuse(result, ERROR_INVALID_IMAGE, error,
                          "has an entry that reaches past its end");
        has_ptx |= entry.kind == KIND_PTX;
        if (entry.kind != KIND_ELF || entry.sm / 10 != device_sm / 10 || entry.sm > device_sm ||
            (best && entry.sm <= chosen.sm))
            continue;
        best = bytes + at + entry.header_bytes;
        chosen = entry;
    }
    if (!best && has_ptx)
        return refuse(result, ERROR_JIT_COMPILER_NOT_FOUND, error,
                      "has PTX, which cannot be compiled here, but no cubin for this device");
    if (!best)
        return refuse(result, ERROR_NO_BINARY_FOR_GPU, error, "has no cubin for this device");
    if (chosen.compressed_bytes)
        return refuse(result, ERROR_NOT_SUPPORTED, error,
                      "is compressed: make it with fatbinary -compress-mode=none");
    *size = chosen.bytes;
    return best;
}
