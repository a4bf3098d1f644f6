// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Races. Within a CTA every warp has a clock and knows the clocks of the others as of the last
// barrier (vector clocks); an access races with an earlier one by another warp that it does not
// know of. Atomic and strong accesses to a word order what stands before them in one warp and
// behind them in the other. A warp's own instructions are in order. Between CTAs, which share only
// global memory, an access is taken as ordered where the earlier CTA made a strong access to global
// memory behind it and the later one has made one before: whether it was the right one is not
// looked at.
#include "emulator/check/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kind[] = "race";

enum { FIRST_ROOM = 1 << 10 };

bool races_begin(struct watch_cta *watched)
{
    unsigned warps = watched->cta->launch->warps;
    memset(watched->clock, 0, sizeof watched->clock);
    memset(watched->barrier, 0, sizeof watched->barrier);
    memset(watched->committed, 0, sizeof watched->committed);
    memset(watched->waited, 0, sizeof watched->waited);
    for (unsigned w = 0; w < warps; w++)
        watched->clock[w][w] = 1;
    size_t words = watched->cta->launch->shared_end / WATCH_WORD + 1;
    if (!watched->words)
        watched->words = malloc(words * sizeof *watched->words);
    if (watched->words)
        memset(watched->words, 0, words * sizeof *watched->words);
    if (watched->orders)
        memset(watched->orders, 0, watched->order_room * sizeof *watched->orders);
    watched->order_count = 0;
    return watched->words != NULL;
}

void races_free(struct watch_cta *watched)
{
    free(watched->words);
    free(watched->orders);
}

static void learn(uint32_t to[MAX_WARPS], const uint32_t from[MAX_WARPS])
{
    for (unsigned w = 0; w < MAX_WARPS; w++)
        to[w] = from[w] > to[w] ? from[w] : to[w];
}

void watch_arrive(struct watch_cta *watched, const struct warp *warp, const struct uop *uop,
                  uint32_t mask, unsigned index)
{
    const struct launch *launch = watched->cta->launch;
    uint32_t at = (uint32_t)(uop - launch->kernel->uops);
    unsigned granted = launch->kernel->source->barriers;
    learn(watched->barrier[index], watched->clock[warp->index]);
    watched->clock[warp->index][warp->index]++;
    if (!(watched->watch->checks & CHECK_BARRIERS))
        return;
    unsigned lane = (unsigned)__builtin_ctz(mask);
    if (mask != warp->live)
        watch_report(watched, "barrier", warp, at, lane, NO_INDEX,
                     "lanes 0x%08x come to barrier %u without the others of their warp, 0x%08x: "
                     "all lanes that have not exited were expected at once",
                     mask, index, warp->live & ~mask);
    if (index < CTA_BARRIERS - 1 && index >= granted)
        watch_report(watched, "barrier", warp, at, lane, NO_INDEX,
                     "barrier %u: the kernel's header has %u barriers", index, granted);
}

void watch_open(struct watch_cta *watched, unsigned index, uint32_t warps)
{
    for (uint32_t rest = warps; rest; rest &= rest - 1)
        learn(watched->clock[__builtin_ctz(rest)], watched->barrier[index]);
    memset(watched->barrier[index], 0, sizeof watched->barrier[index]);
}

static size_t slot_of(uint64_t key, size_t room)
{
    return (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (room - 1);
}

static bool grow_orders(struct watch_cta *watched)
{
    size_t room = watched->order_room ? 2 * watched->order_room : FIRST_ROOM;
    struct watch_sync *bigger = calloc(room, sizeof *bigger);
    if (!bigger)
        return false;
    for (size_t i = 0; i < watched->order_room; i++) {
        const struct watch_sync *old = &watched->orders[i];
        size_t s = slot_of(old->key, room);
        while (old->key && bigger[s].key)
            s = (s + 1) & (room - 1);
        if (old->key)
            bigger[s] = *old;
    }
    free(watched->orders);
    watched->orders = bigger;
    watched->order_room = room;
    return true;
}

static void tell_ctas(struct watch_cta *watched)
{
    struct watch *watch = watched->watch;
    uint64_t cta = watched->cta->index;
    watch->released[cta] = watch->fences[cta];
    watch->acquired[cta] = true;
}

// What a strong access to a word orders: all that the warps knew that made one before.
static void order(struct watch_cta *watched, const struct watch_touch *touch)
{
    const uint64_t shared = UINT64_C(1) << 63;
    uint64_t key = touch->address / WATCH_WORD + 1;
    unsigned warp = touch->warp->index;
    if (touch->space == WATCH_SHARED)
        key |= shared;
    if (2 * watched->order_count >= watched->order_room && !grow_orders(watched))
        return;
    size_t s = slot_of(key, watched->order_room);
    while (watched->orders[s].key && watched->orders[s].key != key)
        s = (s + 1) & (watched->order_room - 1);
    struct watch_sync *sync = &watched->orders[s];
    watched->order_count += !sync->key;
    sync->key = key;
    learn(watched->clock[warp], sync->clock);
    learn(sync->clock, watched->clock[warp]);
    watched->clock[warp][warp]++;
    if (touch->space == WATCH_GLOBAL)
        tell_ctas(watched);
}

static bool grow_cells(struct watch_cells *cells)
{
    size_t room = cells->room ? 2 * cells->room : FIRST_ROOM;
    struct watch_cells bigger = {.keys = calloc(room, sizeof *bigger.keys),
                                 .cells = malloc(room * sizeof *bigger.cells),
                                 .room = room,
                                 .count = cells->count};
    if (!bigger.keys || !bigger.cells) {
        free(bigger.keys);
        free(bigger.cells);
        return false;
    }
    for (size_t i = 0; i < cells->room; i++) {
        size_t s = slot_of(cells->keys[i], room);
        while (cells->keys[i] && bigger.keys[s])
            s = (s + 1) & (room - 1);
        if (!cells->keys[i])
            continue;
        bigger.keys[s] = cells->keys[i];
        bigger.cells[s] = cells->cells[i];
    }
    free(cells->keys);
    free(cells->cells);
    *cells = bigger;
    return true;
}

static struct watch_cell *global_cell(struct watch *watch, uint64_t word)
{
    struct watch_cells *cells = &watch->global;
    if (watch->out_of_memory || (2 * cells->count >= cells->room && !(grow_cells(cells)))) {
        watch->out_of_memory = true;
        return NULL;
    }
    size_t s = slot_of(word + 1, cells->room);
    while (cells->keys[s] && cells->keys[s] != word + 1)
        s = (s + 1) & (cells->room - 1);
    if (!cells->keys[s]) {
        cells->keys[s] = word + 1;
        memset(&cells->cells[s], 0, sizeof cells->cells[s]);
        cells->count++;
    }
    return &cells->cells[s];
}

static bool is_running(const struct watch_cta *watched, const struct watch_record *earlier)
{
    return earlier->group && earlier->cta == watched->cta->index + 1 &&
           earlier->group > watched->waited[earlier->warp];
}

static bool is_ordered(const struct watch_cta *watched, const struct watch_record *earlier,
                       const struct watch_record *now)
{
    const struct watch *watch = watched->watch;
    if (!earlier->cta)
        return true;
    if (earlier->cta == now->cta)
        return earlier->warp == now->warp ||
               watched->clock[now->warp][earlier->warp] >= earlier->clock;
    return watch->released[earlier->cta - 1] > earlier->fences && watch->acquired[now->cta - 1];
}

static void describe(const struct watch_cta *watched, const struct watch_record *earlier,
                     char *text, size_t size)
{
    const uint32_t *grid = watched->cta->launch->grid;
    uint64_t cta = earlier->cta - 1;
    if (earlier->cta == watched->cta->index + 1)
        snprintf(text, size, "warp %u, lane %u", earlier->warp, earlier->lane);
    else
        snprintf(text, size, "CTA (%u,%u,%u), warp %u, lane %u", (unsigned)(cta % grid[0]),
                 (unsigned)(cta / grid[0] % grid[1]), (unsigned)(cta / grid[0] / grid[1]),
                 earlier->warp, earlier->lane);
}

static void compare(struct watch_cta *watched, const struct watch_touch *touch,
                    const struct watch_record *earlier, const struct watch_record *now,
                    const char *did)
{
    char who[80];
    const char *space = touch->space == WATCH_SHARED ? "shared" : "global";
    bool is_own_copy = is_running(watched, earlier);
    if (!(earlier->bytes & now->bytes) || (earlier->strong && now->strong))
        return;
    if (is_ordered(watched, earlier, now) && !is_own_copy)
        return;
    describe(watched, earlier, who, sizeof who);
    watch_report(watched, kind, touch->warp, touch->index, touch->lane, earlier->index,
                 is_own_copy ? "%s memory 0x%llx is %s while the asynchronous copy of %s to it, "
                               "below, has not been waited for%s"
                             : "%s memory 0x%llx is %s; %s %s it, and nothing orders the two",
                 space, (unsigned long long)touch->address, touch->writes ? "written" : "read", who,
                 is_own_copy ? "" : did);
}

// The record that no longer matters goes; else the oldest.
static void remember_read(struct watch_cta *watched, struct watch_cell *cell,
                          const struct watch_record *now)
{
    unsigned place = 0;
    for (unsigned i = 0; i < WATCH_READERS; i++) {
        const struct watch_record *old = &cell->reads[i];
        bool same = old->cta == now->cta && old->warp == now->warp;
        if (!old->cta || (same && (old->bytes & ~now->bytes) == 0 && old->strong == now->strong)) {
            cell->reads[i] = *now;
            return;
        }
        if (is_ordered(watched, old, now))
            place = i;
    }
    cell->reads[place] = *now;
}

static void touch_word(struct watch_cta *watched, const struct watch_touch *touch,
                       struct watch_cell *cell, uint8_t bytes)
{
    unsigned warp = touch->warp->index;
    struct watch_record now = {
        .cta = watched->cta->index + 1,
        .clock = watched->clock[warp][warp],
        .index = touch->index,
        .fences = watched->watch->fences[watched->cta->index],
        .group = touch->copy && touch->writes ? watched->committed[warp] + 1 : 0,
        .warp = (uint8_t)warp,
        .lane = (uint8_t)touch->lane,
        .bytes = bytes,
        .strong = touch->strong,
    };
    compare(watched, touch, &cell->write, &now, "wrote");
    for (unsigned i = 0; touch->writes && i < WATCH_READERS; i++)
        compare(watched, touch, &cell->reads[i], &now, "read");
    if (touch->writes)
        cell->write = now;
    else
        remember_read(watched, cell, &now);
}

void races_touch(struct watch_cta *watched, const struct watch_touch *touch)
{
    if (touch->space == WATCH_LOCAL)
        return;
    if (touch->strong)
        order(watched, touch);
    uint64_t end = touch->address + touch->bytes;
    for (uint64_t word = touch->address / WATCH_WORD; word * WATCH_WORD < end; word++) {
        uint8_t bytes = 0;
        for (unsigned i = 0; i < WATCH_WORD; i++) {
            uint64_t byte = word * WATCH_WORD + i;
            if (byte >= touch->address && byte < end)
                bytes |= (uint8_t)(1 << i);
        }
        if (touch->space == WATCH_SHARED && end > watched->cta->launch->shared_end)
            return; // the launch faults
        struct watch_cell *cell = touch->space == WATCH_SHARED ? &watched->words[word]
                                                               : global_cell(watched->watch, word);
        if (cell)
            touch_word(watched, touch, cell, bytes);
    }
}

static bool same_data(const struct warp *warp, const struct watch_inst *inst, unsigned a,
                      unsigned b)
{
    const struct sass_operand *data = &inst->inst.operands[inst->data];
    if (data->reg == SASS_RZ)
        return true;
    for (unsigned k = 0; k < sass_operand_regs(&inst->inst, (unsigned)inst->data); k++) {
        const uint32_t *row = warp_row(warp, (ROW_REGISTER + data->reg + k) * ROW_BYTES);
        if (row[a] != row[b])
            return false;
    }
    return true;
}

void races_same_instruction(struct watch_cta *watched, const struct warp *warp,
                            const struct watch_inst *inst, uint32_t index, uint32_t mask,
                            const uint64_t address[LANES], const enum watch_space space[LANES])
{
    if (inst->data < 0 || inst->access[0].atomic || !inst->access[0].writes || inst->matrices)
        return;
    for (unsigned a = 0; a < LANES; a++) {
        for (unsigned b = a + 1; (mask >> a & 1) && b < LANES; b++) {
            if (!(mask >> b & 1) || address[a] != address[b] || space[a] != space[b] ||
                space[a] == WATCH_LOCAL || same_data(warp, inst, a, b))
                continue;
            watch_report(watched, kind, warp, index, a, NO_INDEX,
                         "lanes %u and %u write different values to %s memory 0x%llx", a, b,
                         space[a] == WATCH_SHARED ? "shared" : "global",
                         (unsigned long long)address[a]);
            return;
        }
    }
}

void races_issue(struct watch_cta *watched, const struct warp *warp, const struct watch_inst *inst)
{
    unsigned w = warp->index;
    const struct sass_operand *operands = inst->inst.operands;
    switch (inst->inst.row->op) {
    case SASS_OP_MEMBAR:
        if (sass_inst_mod(&inst->inst, SASS_MOD_SCOPE)) // not .CTA
            watched->watch->fences[watched->cta->index]++;
        break;
    case SASS_OP_LDGDEPBAR:
        watched->committed[w]++;
        break;
    case SASS_OP_DEPBAR:
        // DEPBAR.LE SB0, n: at most n groups are on their way.
        if (operands[0].kind == SASS_OPND_SCOREBOARD && operands[0].reg == 0 &&
            operands[1].kind == SASS_OPND_IMM &&
            watched->committed[w] > (uint64_t)operands[1].imm + watched->waited[w])
            watched->waited[w] = watched->committed[w] - (uint32_t)operands[1].imm;
        break;
    default:
        break;
    }
}
