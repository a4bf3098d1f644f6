// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// List scheduling of straight runs: at each cycle, of the instructions whose sources are there, the
// one with the longest way to the end of the run goes first.
#include "sass/sched/depend.h"
#include "sass/sched/internal.h"
#include "sass/schedule.h"

#include <stdlib.h>
#include <string.h>

// Longer runs are cut: the choice among the ready ones takes time that grows with the square.
enum { RUN_MOST = 2048 };

struct list {
    const struct flow *flow;
    struct depend depend;
    uint64_t *height;                 ///< cycles from an instruction's issue to the end of the run
    uint64_t *ready;                  ///< earliest issue that those before it leave
    uint32_t *waiting, waiting_count; ///< not issued yet, all before it are; in source order
    uint32_t *issued, issued_count;
};

static const struct sass_inst *inst_at(const struct list *list, uint32_t i)
{
    return &list->flow->graph.insts[list->depend.first + i];
}

static uint64_t stall_of(const struct list *list, uint32_t i)
{
    unsigned stall = stall_needed(list->flow->graph.sm, inst_at(list, i));
    return stall ? stall : DRAIN_CYCLES;
}

// The result of the last ones counts: whoever comes behind the run will read it.
static uint64_t last_cycles(const struct list *list, uint32_t i)
{
    const struct effects *effects = &list->flow->effects[list->depend.first + i];
    for (unsigned k = 0; k < effects->write_count; k++) {
        if (effects->writes[k].kind == PRODUCER_VARIABLE)
            return usual_latency(inst_at(list, i));
    }
    return stall_of(list, i);
}

static void find_heights(struct list *list)
{
    const struct depend *depend = &list->depend;
    for (size_t i = depend->count; i-- > 0;) {
        uint64_t height = last_cycles(list, (uint32_t)i);
        for (size_t e = depend->head[i]; e != DEPEND_END; e = depend->edges[e].next) {
            uint64_t way = depend->edges[e].cycles + list->height[depend->edges[e].to];
            height = way > height ? way : height;
        }
        list->height[i] = height;
    }
}

// Registers that `next` could take from the reuse cache if it came right behind `last`.
static unsigned shared_slots(const struct sass_inst *last, const struct sass_inst *next)
{
    unsigned count = 0;
    for (unsigned i = 0; i < sass_row_operands(last->row); i++) {
        for (unsigned k = 0; k < sass_row_operands(next->row); k++) {
            count += last->row->operands[i].reuse &&
                     last->row->operands[i].reuse == next->row->operands[k].reuse &&
                     last->operands[i].kind == SASS_OPND_GPR &&
                     next->operands[k].kind == SASS_OPND_GPR && last->operands[i].reg != SASS_RZ &&
                     last->operands[i].reg == next->operands[k].reg;
        }
    }
    return count;
}

// Whether a is to issue rather than b, at `now` or as soon as it can.
static bool goes_first(const struct list *list, uint32_t a, uint32_t b, uint64_t now)
{
    uint64_t ra = list->ready[a] > now ? list->ready[a] : now;
    uint64_t rb = list->ready[b] > now ? list->ready[b] : now;
    if (ra != rb)
        return ra < rb;
    if (list->height[a] != list->height[b])
        return list->height[a] > list->height[b];
    if (list->issued_count) {
        const struct sass_inst *last = inst_at(list, list->issued[list->issued_count - 1]);
        unsigned sa = shared_slots(last, inst_at(list, a));
        unsigned sb = shared_slots(last, inst_at(list, b));
        if (sa != sb)
            return sa > sb;
    }
    return a < b;
}

// Issue instruction i; returns when the next one may.
static uint64_t issue(struct list *list, uint32_t i, uint64_t now)
{
    const struct depend *depend = &list->depend;
    uint64_t at = list->ready[i] > now ? list->ready[i] : now;
    for (size_t e = depend->head[i]; e != DEPEND_END; e = depend->edges[e].next) {
        uint64_t *ready = &list->ready[depend->edges[e].to];
        uint64_t there = at + depend->edges[e].cycles;
        *ready = there > *ready ? there : *ready;
    }
    return at + stall_of(list, i);
}

// Cycles until all results are there, in the order as it is.
static uint64_t cycles_in_order(struct list *list)
{
    uint64_t now = 0, end = 0;
    memset(list->ready, 0, list->depend.count * sizeof *list->ready);
    for (uint32_t i = 0; i < list->depend.count; i++) {
        now = issue(list, i, now);
        uint64_t there = now - stall_of(list, i) + last_cycles(list, i);
        end = there > end ? there : end;
    }
    return end;
}

// The same in a better order, which is left in `issued`.
static uint64_t cycles_by_list(struct list *list)
{
    struct depend *depend = &list->depend;
    uint64_t now = 0, end = 0;
    memset(list->ready, 0, depend->count * sizeof *list->ready);
    list->waiting_count = list->issued_count = 0;
    for (uint32_t i = 0; i < depend->count; i++) {
        if (depend->preds[i] == 0)
            list->waiting[list->waiting_count++] = i;
    }
    while (list->waiting_count) {
        uint32_t best = 0;
        for (uint32_t k = 1; k < list->waiting_count; k++) {
            if (goes_first(list, list->waiting[k], list->waiting[best], now))
                best = k;
        }
        uint32_t i = list->waiting[best];
        list->waiting[best] = list->waiting[--list->waiting_count];
        now = issue(list, i, now);
        uint64_t there = now - stall_of(list, i) + last_cycles(list, i);
        end = there > end ? there : end;
        list->issued[list->issued_count++] = i;
        for (size_t e = depend->head[i]; e != DEPEND_END; e = depend->edges[e].next) {
            if (--depend->preds[depend->edges[e].to] == 0)
                list->waiting[list->waiting_count++] = depend->edges[e].to;
        }
    }
    return end;
}

static bool order_run(struct list *list, size_t first, size_t count, size_t *order)
{
    bool ok = depend_build(&list->depend, list->flow, first, count);
    if (ok) {
        find_heights(list);
        uint64_t before = cycles_in_order(list);
        if (cycles_by_list(list) < before) {
            for (size_t i = 0; i < count; i++)
                order[first + i] = first + list->issued[i];
        }
    }
    depend_free(&list->depend);
    return ok;
}

// Reuse flags that are there already speak of the next instruction.
static bool may_move(const struct flow *flow, const enum sass_place *places, size_t i)
{
    const struct graph *graph = &flow->graph;
    return places[i] != SASS_PLACE_FIXED && graph->known[i] && !depend_is_fence(&graph->insts[i]) &&
           !sass_has_reuse(&graph->insts[i]) &&
           !(i > 0 && graph->known[i - 1] && sass_has_reuse(&graph->insts[i - 1]));
}

// Whether instruction i, which may move, is kept from those before it.
static bool begins_run(const struct flow *flow, const enum sass_place *places, size_t i,
                       size_t first)
{
    return places[i] == SASS_PLACE_ANCHOR || graph_ends_block(&flow->graph, i - 1) ||
           i - first == RUN_MOST;
}

bool sass_reorder(unsigned sm, const struct sass_word *code, size_t words,
                  const enum sass_place *places, size_t *order)
{
    struct flow flow;
    struct list list = {.flow = &flow};
    bool ok = flow_build(&flow, sm, code, words);
    list.height = malloc(RUN_MOST * sizeof *list.height);
    list.ready = malloc(RUN_MOST * sizeof *list.ready);
    list.waiting = malloc(RUN_MOST * sizeof *list.waiting);
    list.issued = malloc(RUN_MOST * sizeof *list.issued);
    ok = ok && list.height && list.ready && list.waiting && list.issued;
    for (size_t i = 0; i < words; i++)
        order[i] = i;
    for (size_t i = 0; ok && i < words;) {
        size_t first = i;
        if (!may_move(&flow, places, i++))
            continue;
        while (i < words && may_move(&flow, places, i) && !begins_run(&flow, places, i, first))
            i++;
        ok = order_run(&list, first, i - first, order);
    }
    flow_free(&flow);
    free(list.height);
    free(list.ready);
    free(list.waiting);
    free(list.issued);
    return ok;
}
