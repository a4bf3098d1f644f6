// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/share.h"

#include "emulator/model/access.h"

#include <stdlib.h>

// The slot that holds the sector, or the free one where it would go.
static uint64_t *slot_of(const struct footprint *footprint, uint64_t sector)
{
    size_t at = (sector * UINT64_C(0x9e3779b97f4a7c15) >> 20) % footprint->room;
    while (footprint->slots[at] && footprint->slots[at] != sector + 1)
        at = (at + 1) % footprint->room;
    return &footprint->slots[at];
}

static bool grow(struct footprint *footprint)
{
    enum { FIRST_ROOM = 4096 };
    struct footprint bigger = *footprint;
    bigger.room = footprint->room ? footprint->room * 2 : FIRST_ROOM;
    bigger.slots = calloc(bigger.room, sizeof *bigger.slots);
    if (!bigger.slots) {
        footprint->out_of_memory = true;
        return false;
    }
    for (size_t i = 0; i < footprint->room; i++) {
        if (footprint->slots[i])
            *slot_of(&bigger, footprint->slots[i] - 1) = footprint->slots[i];
    }
    free(footprint->slots);
    *footprint = bigger;
    return true;
}

static void add(struct footprint *footprint, uint64_t sector)
{
    if (footprint->out_of_memory || (2 * footprint->count >= footprint->room && !grow(footprint)))
        return;
    uint64_t *slot = slot_of(footprint, sector);
    footprint->count += *slot == 0;
    *slot = sector + 1;
}

static bool has(const struct footprint *footprint, uint64_t sector)
{
    return footprint->room && *slot_of(footprint, sector);
}

void footprint_issue(void *context, const struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct footprint *footprint = context;
    uint32_t index = trace_index(warp, uop);
    const struct model_inst *facts = &footprint->facts[index];
    struct access_shape shape;
    if (!mask || !facts->global || facts->local)
        return;
    access_shape(warp, &footprint->insts[index], facts, mask, &shape);
    for (unsigned i = 0; i < shape.sector_count; i++)
        add(footprint, shape.sectors[i]);
}

void sharing_plan(struct sharing *sharing, const struct launch *launch, uint64_t wave,
                  unsigned sm_count, const struct sass_inst *insts, const struct model_inst *facts)
{
    uint64_t stride = 1, left = wave;
    *sharing = (struct sharing){.most = wave < sm_count ? (double)wave : (double)sm_count};
    for (unsigned axis = 0; axis < AXES && left > 1; axis++) {
        uint64_t extent = launch->grid[axis] < left ? launch->grid[axis] : left;
        for (unsigned s = 0; s < SAMPLES_PER_AXIS; s++) {
            // Those of every sm_count-th index are traced already.
            uint64_t step = s ? extent / 2 : 1;
            step += step * stride % sm_count == 0;
            if (step >= extent || (s && step == 1))
                continue;
            bool is_far = s || extent == 2;
            sharing->samples[axis][s].index = step * stride;
            sharing->samples[axis][s].factor = is_far ? (double)extent : 2;
            sharing->samples[axis][s].touched = (struct footprint){.insts = insts, .facts = facts};
        }
        stride *= launch->grid[axis];
        left = (left + launch->grid[axis] - 1) / launch->grid[axis];
    }
}

void sharing_free(struct sharing *sharing)
{
    for (unsigned axis = 0; axis < AXES; axis++) {
        for (unsigned s = 0; s < SAMPLES_PER_AXIS; s++)
            free(sharing->samples[axis][s].touched.slots);
    }
}

struct footprint *sharing_sample(struct sharing *sharing, uint64_t index)
{
    for (unsigned axis = 0; axis < AXES; axis++) {
        for (unsigned s = 0; s < SAMPLES_PER_AXIS; s++) {
            if (index && sharing->samples[axis][s].index == index)
                return &sharing->samples[axis][s].touched;
        }
    }
    return NULL;
}

static double weight_of(const struct sharing *sharing, uint64_t sector)
{
    double sharers = 1;
    for (unsigned axis = 0; axis < AXES; axis++) {
        double factor = 1;
        for (unsigned s = 0; s < SAMPLES_PER_AXIS; s++) {
            if (has(&sharing->samples[axis][s].touched, sector))
                factor = sharing->samples[axis][s].factor;
        }
        sharers *= factor;
    }
    return 1 / (sharers < sharing->most ? sharers : sharing->most);
}

double sharing_weights(const struct sharing *sharing, const struct trace *first, size_t words,
                       double *weights)
{
    double sum = 0, count = 0;
    double *counts = calloc(words + 1, sizeof *counts);
    for (size_t i = 0; i < words; i++)
        weights[i] = counts ? 0 : 1;
    for (unsigned w = 0; counts && w < first->warp_count; w++) {
        const struct trace_access *access = first->warps[w].accesses;
        for (size_t r = 0; r < first->warps[w].run_count; r++) {
            const struct trace_run *run = &first->warps[w].runs[r];
            for (uint32_t i = run->first; i < run->first + run->count; i++) {
                if (!first->facts[i].memory)
                    continue;
                for (unsigned k = 0; k < access->sector_count; k++)
                    weights[i] += weight_of(sharing, first->sectors[access->sectors + k]);
                counts[i] += access++->sector_count;
            }
        }
    }
    for (size_t i = 0; counts && i < words; i++) {
        sum += weights[i];
        count += counts[i];
        weights[i] = counts[i] > 0 ? weights[i] / counts[i] : 1;
    }
    free(counts);
    return count > 0 ? sum / count : 1;
}
