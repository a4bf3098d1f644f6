// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "tma_tensor.h"

#include <string.h>

enum { SLACK = 1024 };

unsigned tma_row_bytes(const struct tensor *t)
{
    return (t->is_im2col ? t->channels : t->box[0]) * t->element;
}

unsigned tma_pitch(const struct tensor *t)
{
    return t->swizzle ? 16U << t->swizzle : tma_row_bytes(t);
}

static unsigned extent(const struct tensor *t, unsigned d)
{
    return d ? (t->box[d] + t->step[d] - 1) / t->step[d] : t->box[0];
}

unsigned tma_row_count(const struct tensor *t)
{
    unsigned rows = 1;
    for (unsigned d = 1; d < t->rank; d++)
        rows *= extent(t, d);
    return t->is_im2col ? t->pixels : rows;
}

static void tiled_element(const struct tensor *t, const struct place *p, unsigned row, unsigned i,
                          int64_t at[TMA_RANK])
{
    at[0] = p->c[0] + (int64_t)i;
    for (unsigned d = 1; d < t->rank; d++) {
        at[d] = p->c[d] + (int64_t)(row % extent(t, d)) * t->step[d];
        row /= extent(t, d);
    }
}

// The number of a pixel in the order of the walk, and back.
static void im2col_element(const struct tensor *t, const struct place *p, unsigned row, unsigned i,
                           int64_t at[TMA_RANK])
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

bool tma_element_offset(const struct tensor *t, const struct place *p, unsigned row, unsigned i,
                        size_t *offset)
{
    int64_t at[TMA_RANK];
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

size_t tma_box_offset(const struct tensor *t, unsigned row, unsigned i)
{
    size_t at = (size_t)row * tma_pitch(t) + i * t->element, line = at / 128, chunk = at / 16 % 8;
    return line * 128 + (chunk ^ line % (1U << t->swizzle)) * 16 + at % 16;
}

const void *tma_outside(const struct tensor *t)
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
    } types[] = {
        {CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, false},  {CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, false},
        {CU_TENSOR_MAP_DATA_TYPE_INT32, 4, false},  {CU_TENSOR_MAP_DATA_TYPE_UINT64, 8, false},
        {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, true}, {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, true},
        {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, true}, {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8, true},
        {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4, true}};
    unsigned i = below(sizeof types / sizeof types[0]);
    t->type = types[i].type;
    t->element = types[i].bytes;
    t->fill = types[i].is_float && below(2);
}

void tma_choose_strides(struct tensor *t)
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

struct tensor tma_random_tiles(unsigned rank, struct place *p)
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
    } while (tma_row_count(&t) * tma_pitch(&t) > TMA_SHARED_BYTES - 2 * SLACK);
    tma_choose_strides(&t);
    return t;
}

struct tensor tma_random_taps(unsigned rank, struct place *p)
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
    } while (tma_row_count(&t) * tma_pitch(&t) > TMA_SHARED_BYTES - 2 * SLACK || t.channels > 256);
    tma_choose_strides(&t);
    return t;
}
