// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Copies by a tensor map between global and shared memory. They are complete when they are issued.
// Done once for the executing lanes, as everything of the uniform datapath.
#include "emulator/access_lane.h"
#include "emulator/atomic_ops.h"
#include "emulator/barrier_object.h"
#include "emulator/cluster.h"
#include "emulator/errors.h"
#include "emulator/exec.h"
#include "emulator/fault.h"
#include "emulator/tensor_walk.h"
#include "emulator/transfer.h"

#include <cuda.h>
#include <string.h>

enum { CHUNK = 16, ROW_MOST = 256 * 8, MAP_ALIGNMENT = 64, BOX_ALIGNMENT = 128 };

// Where a byte of shared memory is held: the 16-byte chunks of 32, 64 or 128 bytes change places by
// the number of the 128 bytes that they lie in.
static uint32_t swizzled(uint32_t address, unsigned swizzle)
{
    enum { CHUNK_BIT = 4, LINE_BIT = 7 };
    uint32_t chunks = (1U << swizzle) - 1;
    return address ^ (address >> LINE_BIT & chunks) << CHUNK_BIT;
}

static bool read_map(struct warp *warp, const struct uop *uop, struct tensor_map *map)
{
    struct lane_access access = {.warp = warp,
                                 .uop = uop,
                                 .lane = transfer_lane(warp),
                                 .bytes = sizeof *map,
                                 .alignment = MAP_ALIGNMENT};
    const uint32_t mask = UINT32_C(1) << access.lane;
    const char *from = access_generic(&access, transfer_pair(warp, uop->b));
    if (!from)
        return false;
    memcpy(map, from, sizeof *map);
    bool is_im2col = uop->info->v[1];
    if (map->magic != TENSOR_MAP_MAGIC)
        fault_at(
            warp, uop, mask, ERROR_ILLEGAL_INSTRUCTION,
            "the address is not that of a tensor map: expected what cuTensorMapEncode... wrote");
    else if (map->rank != uop->info->v[0] || is_im2col != (map->mode == TENSOR_IM2COL))
        fault_at(warp, uop, mask, ERROR_ILLEGAL_INSTRUCTION,
                 "the tensor map is of %uD %s: expected %uD %s", map->rank,
                 map->mode == TENSOR_IM2COL ? "im2col" : "tiles", uop->info->v[0],
                 is_im2col ? "im2col" : "tiles");
    else if (map->interleave)
        fault_at(warp, uop, mask, ERROR_ILLEGAL_INSTRUCTION,
                 "a tensor map with an interleaved layout has no executor");
    else
        return true;
    return false;
}

/// A copy under way.
struct copy {
    struct lane_access access;
    struct tensor_walk walk;
    uint32_t row_bytes, pitch; ///< of a row in shared memory
    uint32_t shared;           ///< where the box begins, in its CTA
    char row[ROW_MOST];
};

// Rows narrower than what is swizzled take the space of it.
static bool begin(struct copy *copy, struct warp *warp, const struct uop *uop, unsigned first,
                  uint32_t offsets)
{
    enum { LEAST_SPAN = 16 };
    struct tensor_map map;
    int32_t coordinates[TENSOR_RANK] = {0};
    if (!read_map(warp, uop, &map))
        return false;
    for (unsigned d = 0; d < map.rank; d++)
        coordinates[d] = (int32_t)transfer_word(warp, uop->a, first + d);
    tensor_walk_begin(&copy->walk, &map, coordinates, offsets);
    copy->row_bytes = copy->walk.elements * map.element_bits / 8;
    copy->pitch = map.swizzle ? (uint32_t)LEAST_SPAN << map.swizzle : copy->row_bytes;
    copy->access = (struct lane_access){.warp = warp, .uop = uop, .lane = transfer_lane(warp)};
    return true;
}

static char *find_box(struct copy *copy, uint32_t address, bool is_store)
{
    copy->access.bytes = copy->pitch * copy->walk.rows;
    copy->access.alignment = BOX_ALIGNMENT;
    copy->access.is_store = is_store;
    copy->shared = address & CLUSTER_OFFSET_MASK;
    return access_cluster(&copy->access, address);
}

static char *find_global(struct copy *copy, uint64_t address, uint32_t bytes, bool is_store)
{
    copy->access.bytes = bytes;
    copy->access.alignment = 1;
    copy->access.is_store = is_store;
    return access_global(&copy->access, address);
}

// A row of the box to or from copy->row, chunk by chunk.
static void move_row(struct copy *copy, char *box, unsigned number, bool to_box)
{
    for (uint32_t at = 0; at < copy->row_bytes; at += CHUNK) {
        uint32_t address = copy->shared + number * copy->pitch + at;
        char *chunk = box + (swizzled(address, copy->walk.map.swizzle) - copy->shared);
        if (to_box)
            memcpy(chunk, copy->row + at, CHUNK);
        else
            memcpy(copy->row + at, chunk, CHUNK);
    }
}

// What elements outside the tensor are: zeros or a NaN.
static void fill_row(struct copy *copy)
{
    const struct tensor_map *map = &copy->walk.map;
    unsigned bytes = map->element_bits / 8;
    uint64_t nan = map->type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 ||
                           map->type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16
                       ? UINT64_C(0x7fff)
                   : bytes == sizeof(uint32_t) ? UINT64_C(0x7fffffff)
                                               : UINT64_C(0x7fffffffffffffff);
    memset(copy->row, 0, copy->row_bytes);
    for (uint32_t i = 0; map->fill && i < copy->walk.elements; i++)
        memcpy(copy->row + i * bytes, &nan, bytes);
}

static void flush_denormals(struct copy *copy)
{
    const uint32_t exponent = UINT32_C(0x7f800000), sign = UINT32_C(0x80000000);
    unsigned type = copy->walk.map.type;
    if (type != CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ && type != CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ)
        return;
    for (uint32_t at = 0; at < copy->row_bytes; at += sizeof(uint32_t)) {
        uint32_t bits;
        memcpy(&bits, copy->row + at, sizeof bits);
        bits = bits & exponent ? bits : bits & sign;
        memcpy(copy->row + at, &bits, sizeof bits);
    }
}

static bool load_row(struct copy *copy)
{
    uint32_t first, end, bytes = copy->walk.map.element_bits / 8U;
    uint64_t address;
    tensor_walk_row(&copy->walk, &first, &end, &address);
    fill_row(copy);
    if (first == end)
        return true;
    const char *from = find_global(copy, address, (end - first) * bytes, false);
    if (!from)
        return false;
    memcpy(copy->row + first * bytes, from, (end - first) * bytes);
    flush_denormals(copy);
    return true;
}

// v: dimensions, whether im2col, whether to several CTAs. c: offsets of im2col, and in the upper
// half the CTAs. Whatever lies outside the tensor counts for the barrier object, too.
static const struct uop *utmaldg_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    enum { CTAS_SHIFT = 16, COORDINATES = 2 };
    struct copy copy;
    char *boxes[CLUSTER_MOST];
    uint32_t detail = transfer_word(warp, uop->c, 0);
    struct transfer_targets targets =
        transfer_targets(warp, uop->a, uop->info->v[2], detail >> CTAS_SHIFT);
    (void)mask;
    if (!begin(&copy, warp, uop, COORDINATES, detail & UINT16_MAX))
        return NULL;
    uint64_t total = (uint64_t)copy.row_bytes * copy.walk.rows;
    for (unsigned k = 0; k < targets.count; k++) {
        boxes[k] = find_box(&copy, targets.data[k], true);
        if (!boxes[k])
            return NULL;
    }
    for (unsigned number = 0; copy.walk.rows; number++, tensor_walk_next(&copy.walk)) {
        if (!load_row(&copy))
            return NULL;
        for (unsigned k = 0; k < targets.count; k++)
            move_row(&copy, boxes[k], number, true);
    }
    return transfer_complete(warp, uop, &targets, total) ? uop + 1 : NULL;
}

// v: dimensions, whether im2col.
static const struct uop *utmastg_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct copy copy;
    (void)mask;
    if (!begin(&copy, warp, uop, 1, 0))
        return NULL;
    char *box = find_box(&copy, transfer_word(warp, uop->a, 0), false);
    if (!box)
        return NULL;
    const uint32_t bytes = copy.walk.map.element_bits / 8U;
    for (unsigned number = 0; copy.walk.rows; number++, tensor_walk_next(&copy.walk)) {
        uint32_t first, end;
        uint64_t address;
        move_row(&copy, box, number, false);
        tensor_walk_row(&copy.walk, &first, &end, &address);
        if (first == end)
            continue;
        char *to = find_global(&copy, address, (end - first) * bytes, true);
        if (!to)
            return NULL;
        memcpy(to, copy.row + first * bytes, (end - first) * bytes);
    }
    return uop + 1;
}

static bool atomic_type_of(unsigned type, enum atomic_type *atomic)
{
    switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
        *atomic = ATOMIC_U32;
        return true;
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
        *atomic = ATOMIC_S32;
        return true;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
        *atomic = ATOMIC_U64;
        return true;
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
        *atomic = ATOMIC_S64;
        return true;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
        *atomic = ATOMIC_F16X2;
        return true;
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
        *atomic = ATOMIC_BF16X2;
        return true;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
        *atomic = ATOMIC_F32;
        return true;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
        *atomic = ATOMIC_F32_FTZ;
        return true;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
        *atomic = ATOMIC_F64;
        return true;
    default:
        return false;
    }
}

// v: dimensions, whether im2col, -, enum atomic_op.
static const struct uop *utmaredg_any(struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct copy copy;
    enum atomic_op op = (enum atomic_op)uop->info->v[3];
    enum atomic_type type;
    if (!begin(&copy, warp, uop, 1, 0))
        return NULL;
    if (!atomic_type_of(copy.walk.map.type, &type) || !atomic_exists(op, type))
        return fault_at(warp, uop, mask, ERROR_ILLEGAL_INSTRUCTION,
                        "a reduction of this kind by a tensor map of type %u has no executor",
                        copy.walk.map.type);
    char *box = find_box(&copy, transfer_word(warp, uop->a, 0), false);
    if (!box)
        return NULL;
    const uint32_t bytes = copy.walk.map.element_bits / 8U;
    for (unsigned number = 0; copy.walk.rows; number++, tensor_walk_next(&copy.walk)) {
        uint32_t first, end;
        uint64_t address;
        move_row(&copy, box, number, false);
        tensor_walk_row(&copy.walk, &first, &end, &address);
        for (uint32_t i = first; i < end; i++, address += bytes) {
            char *to = find_global(&copy, address, bytes, true);
            if (!to)
                return NULL;
            transfer_reduce(to, op, type, copy.row + i * bytes, bytes);
        }
    }
    return uop + 1;
}

const struct exec_pair exec_tensor_table[EXEC_COUNT] = {
    EXEC_SINGLE(utmaldg),
    EXEC_SINGLE(utmastg),
    EXEC_SINGLE(utmaredg),
};
