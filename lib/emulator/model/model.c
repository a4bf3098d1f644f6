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

struct model *model_new(const struct launch *launch, const struct device *device)
{
    const struct cubin_kernel *source = launch->kernel->source;
    struct model *model = calloc(1, sizeof *model);
    if (!model)
        return NULL;
    model->kernel = launch->kernel;
    model->ctas = launch->ctas;
    model->sm_count = device->sm_count;
    model->resident = resident_ctas(launch, device);
    model->per_sm = (launch->ctas + device->sm_count - 1) / device->sm_count;
    model->traced = model->per_sm < model->resident ? (unsigned)model->per_sm : model->resident;
    model->chip = chip_of(device, model->resident * (launch->shared_end - launch->shared_base));
    model->traces = calloc(model->traced, sizeof *model->traces);
    model->insts = calloc(source->words + 1, sizeof *model->insts);
    model->times = calloc(source->words + 1, sizeof *model->times);
    if (!model->traces || !model->insts || !model->times) {
        model_free(model);
        return NULL;
    }
    for (unsigned i = 0; i < model->traced; i++)
        model->traces[i].warp_count = launch->warps;
    for (size_t i = 0; i < source->words; i++) {
        if (!sass_decode(launch->kernel->sm, source->code[i], &model->insts[i]))
            model->insts[i].row = NULL;
    }
    return model;
}

void model_free(struct model *model)
{
    for (unsigned i = 0; model->traces && i < model->traced; i++)
        trace_free(&model->traces[i]);
    free(model->traces);
    free(model->insts);
    free(model->times);
    free(model);
}

struct trace *model_trace(struct model *model, uint64_t index)
{
    // CTAs go to the SMs in turn.
    uint64_t round = index / model->sm_count;
    return index % model->sm_count == 0 && round < model->traced ? &model->traces[round] : NULL;
}

const struct sass_inst *model_insts(const struct model *model)
{
    return model->insts;
}

bool model_solve(struct model *model, struct modelled *modelled)
{
    *modelled = (struct modelled){
        .resident = model->resident, .ctas = model->ctas, .per_sm = model->per_sm};
    for (unsigned i = 0; i < model->traced; i++) {
        if (model->traces[i].out_of_memory)
            return false;
    }
    modelled->wave.insts = model->times;
    if (!sm_run(&model->chip, model->insts, model->traces, model->traced, &modelled->wave) ||
        modelled->wave.cycles == 0)
        return false;
    uint64_t waves = model->per_sm / model->traced, rest = model->per_sm % model->traced;
    modelled->cycles = waves * modelled->wave.cycles;
    if (rest) {
        struct sm_times last = {0};
        if (!sm_run(&model->chip, model->insts, model->traces, (unsigned)rest, &last))
            return false;
        modelled->cycles += last.cycles;
    }
    return true;
}
