// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/subcore.h"

#include <string.h>

void subcore_init(struct subcore *core)
{
    core->last = NOBODY;
    memset(core->reuse, NOBODY, sizeof core->reuse);
}

void subcore_occupy(struct subcore *core, const struct chip *chip, const struct model_inst *inst,
                    uint64_t now)
{
    enum pipe pipe = (enum pipe)inst->pipe;
    uint64_t again = now + inst->interval;
    bool on_fma = pipe == PIPE_FMA || pipe == PIPE_IMAD || (pipe == PIPE_FP16 && chip->two_fma);
    if (!on_fma) {
        core->pipe_at[pipe] = pipe == PIPE_NONE ? 0 : again;
        return;
    }
    uint64_t *free = core->fma_free;
    bool is_lite = pipe == PIPE_FMA && chip->two_fma && free[1] <= free[0];
    free[is_lite] = again;
    if (pipe == PIPE_FP16)
        free[1] = again;
    core->pipe_at[PIPE_FMA] = chip->two_fma ? earlier(free[0], free[1]) : free[0];
    core->pipe_at[PIPE_IMAD] = free[0];
    if (chip->two_fma)
        core->pipe_at[PIPE_FP16] = later(free[0], free[1]);
}

uint64_t subcore_read(struct subcore *core, uint8_t warp, const struct model_inst *inst,
                      uint64_t now)
{
    unsigned reads[BANKS] = {inst->more_reads[0], inst->more_reads[1]};
    uint64_t delay = 0;
    for (unsigned i = 0; i < inst->source_count; i++) {
        const struct model_source *source = &inst->sources[i];
        unsigned bank = source->reg % BANKS;
        if (source->slot == OPERAND_SLOTS) {
            reads[bank]++;
            continue;
        }
        bool cached = core->reuse[source->slot][bank].warp == warp &&
                      core->reuse[source->slot][bank].reg == source->reg;
        reads[bank] += !cached;
        core->reuse[source->slot][bank].warp = source->keep ? warp : NOBODY;
        core->reuse[source->slot][bank].reg = source->reg;
    }
    for (unsigned b = 0; b < BANKS; b++) {
        uint64_t start = later(core->port_free[b], now);
        unsigned least = reads[b] < READ_WINDOW ? reads[b] : READ_WINDOW;
        if (start + least > now + READ_WINDOW + delay)
            delay = start + least - now - READ_WINDOW;
    }
    for (unsigned b = 0; b < BANKS; b++) {
        if (reads[b])
            core->port_free[b] = later(core->port_free[b], now + delay) + reads[b];
    }
    return delay;
}

unsigned subcore_fetch(struct subcore *core, uint32_t from, uint32_t to)
{
    uint32_t line = to / FETCH_LINE_INSTS;
    if (to == from + 1 && to % FETCH_LINE_INSTS)
        return 0;
    bool there = core->fetch[line % FETCH_LINES] == line + 1;
    core->fetch[line % FETCH_LINES] = line + 1;
    return to == from + 1 || there ? 0 : FETCH_MISS;
}
