// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/trace.h"

#include "emulator/model/access.h"
#include "sass/array.h"

#include <stdlib.h>
#include <string.h>

uint32_t trace_index(const struct warp *warp, const struct uop *uop)
{
    return (uint32_t)(uop - warp->cta->launch->kernel->uops);
}

static void add_access(struct trace *trace, struct trace_warp *to, const struct warp *warp,
                       uint32_t index, uint32_t mask)
{
    struct access_shape shape;
    access_shape(warp, &trace->insts[index], &trace->facts[index], mask, &shape);
    struct trace_access access = {shape.wavefronts, shape.sector_count,
                                  (uint32_t)trace->sector_count};
    for (unsigned i = 0; i < shape.sector_count; i++) {
        if (array_grow(&trace->sectors, &trace->sector_room, trace->sector_count,
                       sizeof *trace->sectors, &trace->out_of_memory))
            trace->sectors[trace->sector_count++] = shape.sectors[i];
    }
    if (array_grow(&to->accesses, &to->access_room, to->access_count, sizeof *to->accesses,
                   &trace->out_of_memory))
        to->accesses[to->access_count++] = access;
}

void trace_issue(void *context, const struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct trace *trace = context;
    struct trace_warp *to = &trace->warps[warp->index];
    uint32_t index = trace_index(warp, uop);
    if (to->run_count && index == to->next) {
        to->runs[to->run_count - 1].count++;
    } else if (array_grow(&to->runs, &to->run_room, to->run_count, sizeof *to->runs,
                          &trace->out_of_memory)) {
        to->runs[to->run_count++] = (struct trace_run){index, 1};
    }
    to->next = index + 1;
    if (trace->facts[index].memory && !trace->out_of_memory)
        add_access(trace, to, warp, index, mask);
}

void trace_free(struct trace *trace)
{
    for (unsigned w = 0; w < MAX_WARPS; w++) {
        free(trace->warps[w].runs);
        free(trace->warps[w].accesses);
    }
    free(trace->sectors);
}
