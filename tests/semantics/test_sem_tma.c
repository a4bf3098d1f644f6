// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Copies by tensor maps, element by element against what cuda.h and PTX say about them.
#include "tma_tensor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RANDOM_CASES = 60, MARK_BYTE = 0x55 };

static unsigned sm;

struct buffers {
    unsigned char *tensor, *box, *want;
    CUdeviceptr device, words;
};

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
    p->bytes = tma_row_count(t) * tma_pitch(t);
    p->transactions = tma_row_count(t) * tma_row_bytes(t);
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
                             .sharedMemBytes = TMA_SHARED_BYTES,
                             .attrs = &attribute,
                             .numAttrs = 1};
    void *params[] = {&map, p, &b->words};
    if (!function)
        fail_msg("no kernel '%s'", name);
    OK(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             TMA_SHARED_BYTES));
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
    for (unsigned row = 0; row < tma_row_count(t); row++) {
        for (unsigned i = 0; i < tma_row_bytes(t) / t->element; i++) {
            size_t offset;
            bool inside = tma_element_offset(t, p, row, i, &offset);
            memcpy(want + tma_box_offset(t, row, i), inside ? tensor + offset : tma_outside(t),
                   t->element);
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
    for (unsigned row = 0; row < tma_row_count(t); row++) {
        for (unsigned i = 0; i < tma_row_bytes(t) / t->element; i++) {
            size_t offset;
            if (tma_element_offset(t, p, row, i, &offset))
                memcpy(b.want + offset, b.box + tma_box_offset(t, row, i), t->element);
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
        unsigned rank = 1 + i % TMA_RANK;
        char name[32];
        struct tensor t = tma_random_tiles(rank, &p);
        snprintf(name, sizeof name, "load_%ud", rank);
        check_load(name, &t, &p);
        t = tma_random_tiles(rank, &p);
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
        struct tensor t = tma_random_taps(rank, &p);
        snprintf(name, sizeof name, "taps_%ud", rank);
        check_load(name, &t, &p);
        t = tma_random_taps(4, &p);
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
            t = tma_random_tiles(2, &p);
        while (t.type != CU_TENSOR_MAP_DATA_TYPE_INT32);
        t.type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
        open_buffers(&b, &t, &p, 1);
        launch(names[i % 8], &t, &p, &b, 1, 64);
        memcpy(b.want, b.tensor, t.bytes);
        for (unsigned row = 0; row < tma_row_count(&t); row++) {
            for (unsigned k = 0; k < t.box[0]; k++) {
                size_t offset;
                uint32_t old, x;
                if (!tma_element_offset(&t, &p, row, k, &offset))
                    continue;
                memcpy(&old, b.want + offset, sizeof old);
                memcpy(&x, b.box + tma_box_offset(&t, row, k), sizeof x);
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
        tma_choose_strides(&t);
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
        struct tensor t = tma_random_tiles(2, &p);
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
    tma_choose_strides(&t);
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
