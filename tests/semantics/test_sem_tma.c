// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Copies by tensor maps, element by element against what cuda.h and PTX say about them.
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RANK = 5, SHARED_BYTES = 48 << 10, SLACK = 1024, RANDOM_CASES = 60, MARK_BYTE = 0x55 };

static unsigned sm;

/// As the kernels have it.
struct place {
    int32_t c[RANK];
    uint32_t bytes, transactions;
    uint16_t offsets[3], ctas;
};

struct tensor {
    CUtensorMapDataType type;
    unsigned rank, element, swizzle, fill;
    cuuint64_t size[RANK], stride[RANK]; ///< stride[0]: bytes of an element
    cuuint32_t box[RANK], step[RANK];
    bool is_im2col;
    int lower[3], upper[3];
    cuuint32_t channels, pixels;
    size_t bytes;
};

struct buffers {
    unsigned char *tensor, *box, *want;
    CUdeviceptr device, words;
};

static unsigned row_bytes(const struct tensor *t)
{
    return (t->is_im2col ? t->channels : t->box[0]) * t->element;
}

static unsigned pitch(const struct tensor *t)
{
    return t->swizzle ? 16U << t->swizzle : row_bytes(t);
}

static unsigned extent(const struct tensor *t, unsigned d)
{
    return d ? (t->box[d] + t->step[d] - 1) / t->step[d] : t->box[0];
}

static unsigned row_count(const struct tensor *t)
{
    unsigned rows = 1;
    for (unsigned d = 1; d < t->rank; d++)
        rows *= extent(t, d);
    return t->is_im2col ? t->pixels : rows;
}

static void tiled_element(const struct tensor *t, const struct place *p, unsigned row, unsigned i,
                          int64_t at[RANK])
{
    at[0] = p->c[0] + (int64_t)i;
    for (unsigned d = 1; d < t->rank; d++) {
        at[d] = p->c[d] + (int64_t)(row % extent(t, d)) * t->step[d];
        row /= extent(t, d);
    }
}

// The number of a pixel in the order of the walk, and back.
static void im2col_element(const struct tensor *t, const struct place *p, unsigned row, unsigned i,
                           int64_t at[RANK])
{
    unsigned spatial = t->rank - 2;
    int64_t counts[3], number = 0, scale = 1;
    for (unsigned s = 0; s < spatial; s++) {
        int64_t last = (int64_t)t->size[s + 1] - 1 + t->upper[s];
        counts[s] = (last - t->lower[s]) / t->step[s + 1] + 1;
        number += (p->c[s + 1] - t->lower[s]) / (int64_t)t->step[s + 1] * scale;
        scale *= counts[s];
    }
    number += p->c[spatial + 1] * scale + row;
    at[0] = p->c[0] + (int64_t)i;
    for (unsigned s = 0; s < spatial; s++) {
        at[s + 1] = t->lower[s] + number % counts[s] * t->step[s + 1] + p->offsets[s];
        number /= counts[s];
    }
    at[spatial + 1] = number;
}

// Offset in the tensor; false: outside.
static bool element_offset(const struct tensor *t, const struct place *p, unsigned row, unsigned i,
                           size_t *offset)
{
    int64_t at[RANK];
    if (t->is_im2col)
        im2col_element(t, p, row, i, at);
    else
        tiled_element(t, p, row, i, at);
    *offset = 0;
    for (unsigned d = 0; d < t->rank; d++) {
        if (at[d] < 0 || at[d] >= (int64_t)t->size[d])
            return false;
        *offset += (size_t)at[d] * t->stride[d];
    }
    return true;
}

static size_t box_offset(const struct tensor *t, unsigned row, unsigned i)
{
    size_t at = (size_t)row * pitch(t) + i * t->element, line = at / 128, chunk = at / 16 % 8;
    return line * 128 + (chunk ^ line % (1U << t->swizzle)) * 16 + at % 16;
}

static const void *outside(const struct tensor *t)
{
    static const uint64_t zero, nan64 = UINT64_C(0x7fffffffffffffff);
    static const uint32_t nan32 = UINT32_C(0x7fffffff);
    static const uint16_t nan16 = UINT16_C(0x7fff);
    if (!t->fill)
        return &zero;
    return t->element == 2 ? (const void *)&nan16 : t->element == 4 ? (const void *)&nan32 : &nan64;
}

static unsigned below(unsigned n)
{
    return emu_random() % n;
}

static void choose_type(struct tensor *t)
{
    static const struct {
        CUtensorMapDataType type;
        unsigned bytes;
        bool is_float;
    } types[] = {{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, false},
                 {CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, false},
                 {CU_TENSOR_MAP_DATA_TYPE_INT32, 4, false},
                 {CU_TENSOR_MAP_DATA_TYPE_UINT64, 8, false},
                 {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, true},
                 {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, true},
                 {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, true},
                 {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8, true},
                 {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4, true}};
    unsigned i = below(sizeof types / sizeof types[0]);
    t->type = types[i].type;
    t->element = types[i].bytes;
    t->fill = types[i].is_float && below(2);
}

// Strides with gaps, which nobody may touch.
static void choose_strides(struct tensor *t)
{
    t->stride[0] = t->element;
    for (unsigned d = 1; d < t->rank; d++) {
        cuuint64_t bytes = t->stride[d - 1] * t->size[d - 1];
        t->stride[d] = (bytes + 15) / 16 * 16 + 16 * below(3);
    }
    t->bytes = t->stride[t->rank - 1] * t->size[t->rank - 1];
}

static unsigned choose_inner(struct tensor *t)
{
    t->swizzle = below(4);
    unsigned most = t->swizzle ? 1U << t->swizzle : 12;
    return (1 + below(most)) * 16 / t->element;
}

static struct tensor random_tiles(unsigned rank, struct place *p)
{
    struct tensor t = {.rank = rank};
    memset(p, 0, sizeof *p);
    do {
        choose_type(&t);
        t.box[0] = choose_inner(&t);
        for (unsigned d = 0; d < rank; d++) {
            t.size[d] = 1 + below(d ? 40 / rank : 100);
            t.step[d] = d && below(3) == 0 ? 1 + below(4) : 1;
            if (d)
                t.box[d] = 1 + below(36 / rank);
            if (t.box[d] > 256)
                t.box[d] = 256 / (16 / t.element) * (16 / t.element);
            int span = (int)(t.size[d] + t.box[d]);
            p->c[d] = (int)below((unsigned)span) - (int)t.box[d] + 1;
        }
    } while (row_count(&t) * pitch(&t) > SHARED_BYTES - 2 * SLACK);
    choose_strides(&t);
    return t;
}

static struct tensor random_taps(unsigned rank, struct place *p)
{
    static const unsigned most_offset[] = {9, 9, 7};
    struct tensor t = {.rank = rank, .is_im2col = true};
    memset(p, 0, sizeof *p);
    do {
        choose_type(&t);
        t.channels = choose_inner(&t);
        t.pixels = 1 + below(120);
        t.step[0] = t.step[rank - 1] = 1;
        t.size[0] = 1 + below(100);
        t.size[rank - 1] = 1 + below(4);
        p->c[0] = (int)below((unsigned)t.size[0] + 10) - 5;
        p->c[rank - 1] = (int)below((unsigned)t.size[rank - 1]);
        for (unsigned s = 0; s < rank - 2; s++) {
            int64_t count;
            do {
                t.size[s + 1] = 1 + below(12);
                t.step[s + 1] = 1 + below(3);
                t.lower[s] = (int)below(5) - 3;
                t.upper[s] = (int)below(6) - 4;
                count = (int64_t)t.size[s + 1] + t.upper[s] - t.lower[s];
            } while (count <= 0);
            count = (count - 1) / t.step[s + 1] + 1;
            p->c[s + 1] = t.lower[s] + (int)(below((unsigned)count) * t.step[s + 1]);
            p->offsets[s] = (uint16_t)below(most_offset[rank - 3]);
        }
    } while (row_count(&t) * pitch(&t) > SHARED_BYTES - 2 * SLACK || t.channels > 256);
    choose_strides(&t);
    return t;
}

static CUtensorMap encode(const struct tensor *t, CUdeviceptr address)
{
    CUtensorMap map;
    CUtensorMapSwizzle swizzle = (CUtensorMapSwizzle)t->swizzle;
    CUtensorMapFloatOOBfill fill = (CUtensorMapFloatOOBfill)t->fill;
    void *base = (void *)(uintptr_t)address;
    if (t->is_im2col)
        OK(cu.cuTensorMapEncodeIm2col(&map, t->type, t->rank, base, t->size, t->stride + 1,
                                      t->lower, t->upper, t->channels, t->pixels, t->step,
                                      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                      CU_TENSOR_MAP_L2_PROMOTION_L2_128B, fill));
    else
        OK(cu.cuTensorMapEncodeTiled(&map, t->type, t->rank, base, t->size, t->stride + 1, t->box,
                                     t->step, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                     CU_TENSOR_MAP_L2_PROMOTION_NONE, fill));
    return map;
}

static void open_buffers(struct buffers *b, const struct tensor *t, struct place *p, unsigned boxes)
{
    size_t bytes;
    p->bytes = row_count(t) * pitch(t);
    p->transactions = row_count(t) * row_bytes(t);
    bytes = (size_t)p->bytes * boxes;
    *b = (struct buffers){malloc(t->bytes), malloc(bytes), malloc(bytes + t->bytes), 0, 0};
    assert_true(b->tensor && b->box && b->want);
    for (size_t i = 0; i < t->bytes; i++)
        b->tensor[i] = (unsigned char)emu_random();
    for (size_t i = 0; i < bytes; i++)
        b->box[i] = (unsigned char)emu_random();
    OK(cu.cuMemAlloc_v2(&b->device, t->bytes));
    OK(cu.cuMemAlloc_v2(&b->words, bytes));
    OK(cu.cuMemcpyHtoD_v2(b->device, b->tensor, t->bytes));
    OK(cu.cuMemcpyHtoD_v2(b->words, b->box, bytes));
}

static void close_buffers(struct buffers *b)
{
    OK(cu.cuMemFree_v2(b->device));
    OK(cu.cuMemFree_v2(b->words));
    free(b->tensor);
    free(b->box);
    free(b->want);
}

static void launch(const char *name, const struct tensor *t, struct place *p, struct buffers *b,
                   unsigned cluster, unsigned threads)
{
    CUtensorMap map = encode(t, b->device);
    CUfunction function = sem_function(name);
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                   .value.clusterDim = {cluster, 1, 1}};
    CUlaunchConfig config = {.gridDimX = cluster,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = threads,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .sharedMemBytes = SHARED_BYTES,
                             .attrs = &attribute,
                             .numAttrs = 1};
    void *params[] = {&map, p, &b->words};
    if (!function)
        fail_msg("no kernel '%s'", name);
    OK(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             SHARED_BYTES));
    OK(cu.cuLaunchKernelEx(&config, function, params, NULL));
    if (cu.cuCtxSynchronize())
        fail_msg("%s: %s", name, emu_report());
}

static void compare(const char *name, const struct tensor *t, const struct place *p,
                    const unsigned char *got, const unsigned char *want, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (got[i] != want[i])
            fail_msg("%s, %u-byte elements, swizzle %u, box %ux%u or %u pixels, at %d %d %d %d %d: "
                     "byte %zu is 0x%02x, not 0x%02x",
                     name, t->element, t->swizzle, t->box[0], t->box[1], t->pixels, p->c[0],
                     p->c[1], p->c[2], p->c[3], p->c[4], i, got[i], want[i]);
    }
}

// What the box holds after a load.
static void want_box(const struct tensor *t, const struct place *p, const unsigned char *tensor,
                     unsigned char *want)
{
    memset(want, MARK_BYTE, p->bytes);
    for (unsigned row = 0; row < row_count(t); row++) {
        for (unsigned i = 0; i < row_bytes(t) / t->element; i++) {
            size_t offset;
            bool inside = element_offset(t, p, row, i, &offset);
            memcpy(want + box_offset(t, row, i), inside ? tensor + offset : outside(t), t->element);
        }
    }
}

static void check_load(const char *name, const struct tensor *t, struct place *p)
{
    struct buffers b;
    open_buffers(&b, t, p, 1);
    launch(name, t, p, &b, 1, 64);
    OK(cu.cuMemcpyDtoH_v2(b.box, b.words, p->bytes));
    want_box(t, p, b.tensor, b.want);
    compare(name, t, p, b.box, b.want, p->bytes);
    close_buffers(&b);
}

static void check_store(const char *name, const struct tensor *t, struct place *p)
{
    struct buffers b;
    open_buffers(&b, t, p, 1);
    launch(name, t, p, &b, 1, 64);
    memcpy(b.want, b.tensor, t->bytes);
    for (unsigned row = 0; row < row_count(t); row++) {
        for (unsigned i = 0; i < row_bytes(t) / t->element; i++) {
            size_t offset;
            if (element_offset(t, p, row, i, &offset))
                memcpy(b.want + offset, b.box + box_offset(t, row, i), t->element);
        }
    }
    OK(cu.cuMemcpyDtoH_v2(b.tensor, b.device, t->bytes));
    compare(name, t, p, b.tensor, b.want, t->bytes);
    close_buffers(&b);
}

static void tiles(void **state)
{
    (void)state;
    for (unsigned i = 0; i < RANDOM_CASES && sm >= 90; i++) {
        struct place p;
        unsigned rank = 1 + i % RANK;
        char name[32];
        struct tensor t = random_tiles(rank, &p);
        snprintf(name, sizeof name, "load_%ud", rank);
        check_load(name, &t, &p);
        t = random_tiles(rank, &p);
        t.fill = 0;
        snprintf(name, sizeof name, "store_%ud", rank);
        check_store(name, &t, &p);
    }
}

static void taps(void **state)
{
    (void)state;
    for (unsigned i = 0; i < RANDOM_CASES && sm >= 90; i++) {
        struct place p;
        unsigned rank = 3 + i % 3;
        char name[32];
        struct tensor t = random_taps(rank, &p);
        snprintf(name, sizeof name, "taps_%ud", rank);
        check_load(name, &t, &p);
        t = random_taps(4, &p);
        memset(p.offsets, 0, sizeof p.offsets);
        check_store("store_taps_4d", &t, &p);
    }
}

static uint32_t reduced(unsigned op, uint32_t old, uint32_t x)
{
    switch (op) {
    case 0:
        return old + x;
    case 1:
        return old < x ? old : x;
    case 2:
        return old > x ? old : x;
    case 3:
        return old >= x ? 0 : old + 1;
    case 4:
        return old == 0 || old > x ? x : old - 1;
    case 5:
        return old & x;
    case 6:
        return old | x;
    default:
        return old ^ x;
    }
}

static void reductions(void **state)
{
    static const char *const names[] = {"reduce_add", "reduce_min", "reduce_max", "reduce_inc",
                                        "reduce_dec", "reduce_and", "reduce_or",  "reduce_xor"};
    (void)state;
    for (unsigned i = 0; i < 24 && sm >= 90; i++) {
        struct place p;
        struct buffers b;
        struct tensor t;
        do
            t = random_tiles(2, &p);
        while (t.type != CU_TENSOR_MAP_DATA_TYPE_INT32);
        t.type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
        open_buffers(&b, &t, &p, 1);
        launch(names[i % 8], &t, &p, &b, 1, 64);
        memcpy(b.want, b.tensor, t.bytes);
        for (unsigned row = 0; row < row_count(&t); row++) {
            for (unsigned k = 0; k < t.box[0]; k++) {
                size_t offset;
                uint32_t old, x;
                if (!element_offset(&t, &p, row, k, &offset))
                    continue;
                memcpy(&old, b.want + offset, sizeof old);
                memcpy(&x, b.box + box_offset(&t, row, k), sizeof x);
                old = reduced(i % 8, old, x);
                memcpy(b.want + offset, &old, sizeof old);
            }
        }
        OK(cu.cuMemcpyDtoH_v2(b.tensor, b.device, t.bytes));
        compare(names[i % 8], &t, &p, b.tensor, b.want, t.bytes);
        close_buffers(&b);
    }
}

// Halves one by one: 2 + 1 in each place of the box, its neighbours as they were.
static void half_sums(void **state)
{
    enum { ONE = 0x3c00, TWO = 0x4000, THREE = 0x4200, COLUMNS = 13, ROWS = 5 };
    struct tensor t = {.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
                       .rank = 2,
                       .element = 2,
                       .size = {COLUMNS, ROWS},
                       .box = {8, 4},
                       .step = {1, 1}};
    (void)state;
    for (int c = -7; c < COLUMNS && sm >= 90; c++) {
        struct place p = {.c = {c, 2}};
        struct buffers b;
        choose_strides(&t);
        open_buffers(&b, &t, &p, 1);
        OK(cu.cuMemsetD16_v2(b.device, TWO, t.bytes / 2));
        OK(cu.cuMemsetD16_v2(b.words, ONE, p.bytes / 2));
        launch("reduce_add", &t, &p, &b, 1, 64);
        OK(cu.cuMemcpyDtoH_v2(b.tensor, b.device, t.bytes));
        for (int y = 0; y < ROWS; y++) {
            for (int x = 0; x < COLUMNS; x++) {
                uint16_t half;
                memcpy(&half, b.tensor + (size_t)y * t.stride[1] + 2 * (size_t)x, sizeof half);
                assert_int_equal(half, y >= 2 && x >= c && x < c + 8 ? THREE : TWO);
            }
        }
        close_buffers(&b);
    }
}

static void several(void **state)
{
    enum { CTAS = 4 };
    (void)state;
    for (unsigned i = 0; i < 16 && sm >= 90; i++) {
        struct place p;
        struct buffers b;
        struct tensor t = random_tiles(2, &p);
        p.ctas = (uint16_t)i;
        open_buffers(&b, &t, &p, CTAS);
        launch("multicast_2d", &t, &p, &b, CTAS, 64);
        OK(cu.cuMemcpyDtoH_v2(b.box, b.words, (size_t)CTAS * p.bytes));
        for (unsigned c = 0; c < CTAS; c++) {
            if (i >> c & 1)
                want_box(&t, &p, b.tensor, b.want);
            else
                memset(b.want, MARK_BYTE, p.bytes);
            compare("multicast_2d", &t, &p, b.box + (size_t)c * p.bytes, b.want, p.bytes);
        }
        close_buffers(&b);
    }
}

static void ring(void **state)
{
    enum { ROUNDS = 11, CONSUMERS = 96 };
    struct tensor t = {.type = CU_TENSOR_MAP_DATA_TYPE_UINT32,
                       .rank = 2,
                       .element = 4,
                       .swizzle = 3,
                       .size = {40, 30},
                       .box = {32, 16},
                       .step = {1, 1}};
    struct place p = {.c = {10, -3}, .offsets = {ROUNDS}};
    struct buffers b;
    uint32_t sums[CONSUMERS] = {0}, got[CONSUMERS];
    (void)state;
    if (sm < 90)
        return;
    choose_strides(&t);
    open_buffers(&b, &t, &p, 1);
    launch("ring_2d", &t, &p, &b, 1, CONSUMERS + 32);
    OK(cu.cuMemcpyDtoH_v2(got, b.words, sizeof got));
    for (int i = 0; i < ROUNDS; i++, p.c[1]++) {
        want_box(&t, &p, b.tensor, b.want);
        for (unsigned k = 0; k < p.bytes / 4; k++) {
            uint32_t word;
            memcpy(&word, b.want + 4 * (size_t)k, sizeof word);
            sums[k % CONSUMERS] = sums[k % CONSUMERS] * 31 + word;
        }
    }
    assert_memory_equal(got, sums, sizeof got);
    p.c[0] = 3;
    launch("prefetch_2d", &t, &p, &b, 1, 32);
    close_buffers(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles),     cmocka_unit_test(taps),    cmocka_unit_test(reductions),
        cmocka_unit_test(half_sums), cmocka_unit_test(several), cmocka_unit_test(ring),
    };
    sem_open("tma", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
