// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/model_internal.h"

#include <stdlib.h>

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// CTAs that fit on an SM, by warps, registers, shared memory and the chip's own limit.
static unsigned resident_ctas(const struct launch *launch, const struct device *device)
{
    const struct cubin_kernel *source = launch->kernel->source;
    unsigned lanes = source->registers * WARP_LANES;
    unsigned registers =
        (lanes + REGISTER_UNIT - 1) / REGISTER_UNIT * REGISTER_UNIT * launch->warps;
    unsigned shared = launch->shared_end - launch->shared_base + SHARED_RESERVED;
    shared = (shared + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT;
    unsigned ctas = least(device->ctas_per_sm, device->warps_per_sm / launch->warps);
    ctas = least(ctas, device->shared_per_sm / shared);
    ctas = registers ? least(ctas, REGISTERS_PER_SM / registers) : ctas;
    return ctas ? ctas : 1;
}

// The wave's CTAs are those with the lowest numbers; they go to the SMs in turn.
static bool prepare(struct model *model, const struct launch *launch)
{
    const struct cubin_kernel *source = launch->kernel->source;
    model->traces = calloc(model->traced, sizeof *model->traces);
    model->insts = calloc(source->words + 1, sizeof *model->insts);
    model->facts = calloc(source->words + 1, sizeof *model->facts);
    model->weights = calloc(source->words + 1, sizeof *model->weights);
    model->times = calloc(source->words + 1, sizeof *model->times);
    if (!model->traces || !model->insts || !model->facts || !model->weights || !model->times)
        return false;
    for (size_t i = 0; i <= source->words; i++) {
        // A word that the table lacks, and what reports running off the end.
        model->facts[i] = (struct model_inst){.stall = 1,
                                              .write_barrier = SASS_NO_BARRIER,
                                              .read_barrier = SASS_NO_BARRIER,
                                              .counted = SASS_NO_BARRIER};
        if (i < source->words && sass_decode(launch->kernel->sm, source->code[i], &model->insts[i]))
            model_inst_of(&model->facts[i], &model->chip, &model->insts[i]);
        else
            model->insts[i].row = NULL;
    }
    for (unsigned i = 0; i < model->traced; i++)
        model->traces[i] = (struct trace){
            .insts = model->insts, .facts = model->facts, .warp_count = launch->warps};
    uint64_t wave = (uint64_t)model->traced * model->sm_count;
    sharing_plan(&model->sharing, launch, wave < model->ctas ? wave : model->ctas, model->sm_count,
                 model->insts, model->facts);
    return true;
}

struct model *model_new(const struct launch *launch, const struct device *device)
{
    struct model *model = calloc(1, sizeof *model);
    if (!model)
        return NULL;
    model->kernel = launch->kernel;
    model->ctas = launch->ctas;
    model->sm_count = device->sm_count;
    model->resident = resident_ctas(launch, device);
    model->per_sm = (launch->ctas + device->sm_count - 1) / device->sm_count;
    model->traced = model->per_sm < model->resident ? (unsigned)model->per_sm : model->resident;
    model->active = launch->ctas < device->sm_count ? (unsigned)launch->ctas : device->sm_count;
    model->chip = chip_of(device, model->resident * (launch->shared_end - launch->shared_base),
                          model->active);
    if (prepare(model, launch))
        return model;
    model_free(model);
    return NULL;
}

void model_free(struct model *model)
{
    for (unsigned i = 0; model->traces && i < model->traced; i++)
        trace_free(&model->traces[i]);
    sharing_free(&model->sharing);
    free(model->traces);
    free(model->insts);
    free(model->facts);
    free(model->weights);
    free(model->times);
    free(model);
}

observe_fn *model_observer(struct model *model, uint64_t index, void **observer)
{
    uint64_t round = index / model->sm_count;
    if (index % model->sm_count == 0 && round < model->traced) {
        *observer = &model->traces[round];
        return trace_issue;
    }
    *observer = sharing_sample(&model->sharing, index);
    return *observer ? footprint_issue : NULL;
}

bool model_solve(struct model *model, struct modelled *modelled)
{
    *modelled = (struct modelled){
        .resident = model->resident, .ctas = model->ctas, .per_sm = model->per_sm};
    for (unsigned i = 0; i < model->traced; i++) {
        if (model->traces[i].out_of_memory)
            return false;
    }
    size_t words = model->kernel->source->words;
    double mean = sharing_weights(&model->sharing, &model->traces[0], words, model->weights);
    double l2_share = model->chip.device->l2_bytes / (model->active * mean);
    double l2_most = model->chip.device->l2_bytes;
    const struct sm_setup setup = {.chip = &model->chip,
                                   .facts = model->facts,
                                   .weights = model->weights,
                                   .l2_share = (uint64_t)(l2_share < l2_most ? l2_share : l2_most)};
    if (!sm_run(&setup, model->traces, model->traced, &modelled->wave, model->times) ||
        modelled->wave.cycles == 0)
        return false;
    uint64_t waves = model->per_sm / model->traced, rest = model->per_sm % model->traced;
    modelled->cycles = waves * modelled->wave.cycles;
    if (rest) {
        struct sm_times last;
        if (!sm_run(&setup, model->traces, (unsigned)rest, &last, NULL))
            return false;
        modelled->cycles += last.cycles;
    }
    return true;
}
