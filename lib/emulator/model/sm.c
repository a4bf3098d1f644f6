// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/sm.h"

#include "emulator/model/lsu.h"
#include "emulator/model/subcore.h"

#include <stdlib.h>

/// From the last warp's arrival at a CTA barrier to the next issue: ptxas keeps 6 to 8 cycles
/// behind one.
enum { BAR_CYCLES = 8, HISTORY = 16 };
static const uint64_t NEVER = UINT64_MAX;

/// What a warp's barrier counts: when the operations up to each of the last ones are done.
struct counted {
    uint64_t done[HISTORY];
    uint32_t count;
    uint8_t wait; ///< enum delay of the one that takes longest
};

struct sim_warp {
    const struct trace *trace;
    const struct trace_run *run, *run_end;
    const struct trace_access *access;
    uint32_t inst, inst_end; ///< the next one, and the end of its run
    uint64_t next_issue;     ///< by the stall
    uint64_t at;             ///< earliest issue by what the warp waits for
    uint8_t wait;            ///< for what
    bool exited;
    uint16_t cta;
    const struct model_inst *bar; ///< the CTA barrier that it waits at
    uint64_t async_done;          ///< of LDGSTS since the last LDGDEPBAR
    struct counted barriers[MODEL_BARRIERS];
};

struct sim_cta {
    unsigned first, count, live; ///< warps
    uint8_t arrived[CTA_BARRIERS];
};

struct sim {
    const struct sm_setup *setup;
    struct sm_times *times;
    struct inst_times *insts;
    struct sim_warp warps[MAX_RESIDENT];
    struct sim_cta ctas[MAX_RESIDENT];
    unsigned warp_count, cta_count, live;
    struct subcore subcores[SUBCORES];
    struct lsu lsu;
};

const char *wait_name(enum delay wait)
{
    static const char *const names[DELAY_COUNT] = {
        [DELAY_STALL] = "stall counts",           [DELAY_PIPE] = "pipe busy",
        [DELAY_BANK] = "register banks",          [DELAY_SHARED] = "shared-memory results",
        [DELAY_GLOBAL] = "global-memory results", [DELAY_OTHER] = "other results",
        [DELAY_SOURCES] = "sources unread",       [DELAY_QUEUE] = "memory queue",
        [DELAY_BARRIER] = "CTA barriers",         [DELAY_FETCH] = "instruction fetch",
        [DELAY_NO_WARP] = "no warp to run",       [DELAY_SLOT] = "other warps",
    };
    return names[wait];
}

static void count_on(struct sim_warp *warp, unsigned barrier, uint64_t done, enum delay wait)
{
    struct counted *b = &warp->barriers[barrier];
    uint64_t before = b->count ? b->done[(b->count - 1) % HISTORY] : 0;
    if (done > before)
        b->wait = (uint8_t)wait;
    b->done[b->count++ % HISTORY] = later(done, before);
}

static void require(struct sim_warp *warp, uint64_t at, enum delay wait)
{
    if (at > warp->at) {
        warp->at = at;
        warp->wait = (uint8_t)wait;
    }
}

// When all but the last `rest` that the barrier counts are done.
static void require_count(struct sim_warp *warp, unsigned barrier, unsigned rest)
{
    const struct counted *b = &warp->barriers[barrier];
    if (rest >= HISTORY)
        rest = HISTORY - 1;
    if (b->count > rest)
        require(warp, b->done[(b->count - 1 - rest) % HISTORY], (enum delay)b->wait);
}

// What the warp's next instruction waits for by itself.
static void look_ahead(const struct sim *sim, struct sim_warp *warp)
{
    const struct model_inst *inst = &sim->setup->facts[warp->inst];
    warp->at = warp->next_issue;
    warp->wait = DELAY_STALL;
    for (unsigned b = 0, waits = inst->waits; waits; b++, waits >>= 1) {
        if (waits & 1)
            require_count(warp, b, 0);
    }
    if (inst->counted < MODEL_BARRIERS)
        require_count(warp, inst->counted, inst->rest);
}

static void issue_memory(struct sim *sim, struct subcore *core, struct sim_warp *warp,
                         const struct model_inst *inst, uint64_t now)
{
    uint64_t from = later(core->address_free, now);
    struct lsu_times times = lsu_request(&sim->lsu, inst, sim->setup->weights[warp->inst],
                                         warp->trace, warp->access++, from);
    core->address_free = later(from + inst->interval, times.accepted);
    uint64_t read = times.accepted + inst->source_cycles;
    core->queue[core->queue_next] = read;
    core->queue_next = (core->queue_next + 1) % QUEUE;
    if (inst->async)
        warp->async_done = later(warp->async_done, times.done);
    if (inst->write_barrier < MODEL_BARRIERS)
        count_on(warp, inst->write_barrier, times.done, (enum delay)inst->result_wait);
    if (inst->read_barrier < MODEL_BARRIERS)
        count_on(warp, inst->read_barrier, read, DELAY_SOURCES);
}

static void issue_other(struct sim_warp *warp, const struct model_inst *inst, uint64_t now)
{
    uint64_t done = now + inst->latency;
    if (inst->commit) {
        done = warp->async_done;
        warp->async_done = 0;
    }
    if (inst->write_barrier < MODEL_BARRIERS)
        count_on(warp, inst->write_barrier, done, (enum delay)inst->result_wait);
    if (inst->read_barrier < MODEL_BARRIERS)
        count_on(warp, inst->read_barrier, now + inst->source_cycles, DELAY_SOURCES);
}

static void wake(struct sim *sim, struct sim_warp *warp, uint64_t now)
{
    struct subcore *core = &sim->subcores[(size_t)(warp - sim->warps) % SUBCORES];
    warp->bar = NULL;
    require(warp, now + BAR_CYCLES, DELAY_BARRIER);
    if (warp->at < core->next)
        core->next = warp->at;
}

// Open the CTA's barriers at which enough warps have arrived.
static void open_barriers(struct sim *sim, struct sim_cta *cta, uint64_t now, bool by_force)
{
    for (unsigned b = 0; b < CTA_BARRIERS; b++) {
        bool opens = false;
        for (unsigned w = cta->first; w < cta->first + cta->count; w++) {
            const struct sim_warp *warp = &sim->warps[w];
            if (!warp->bar || warp->bar->bar_number != b)
                continue;
            unsigned need = warp->bar->bar_warps;
            opens = opens || by_force || cta->arrived[b] >= (need ? need : cta->live);
        }
        for (unsigned w = cta->first; opens && w < cta->first + cta->count; w++) {
            if (sim->warps[w].bar && sim->warps[w].bar->bar_number == b)
                wake(sim, &sim->warps[w], now);
        }
        cta->arrived[b] = opens ? 0 : cta->arrived[b];
    }
}

// The next instruction of the trace. False: there is none.
static bool advance(struct sim_warp *warp)
{
    if (++warp->inst < warp->inst_end)
        return true;
    if (++warp->run == warp->run_end)
        return false;
    warp->inst = warp->run->first;
    warp->inst_end = warp->run->first + warp->run->count;
    return true;
}

// First what the warp waits for by itself, then the pipe or queue, then the others' turns.
static void note(struct sim *sim, const struct sim_warp *warp, uint64_t ready, enum delay wait,
                 uint64_t now, uint64_t delay)
{
    struct inst_times *at = &sim->insts[warp->inst];
    at->issues++;
    at->waited[warp->wait] += warp->at - warp->next_issue;
    at->waited[wait] += ready - warp->at;
    at->waited[DELAY_SLOT] += now - ready;
    at->waited[DELAY_BANK] += delay;
}

// Issue the warp's next instruction at `now`, or as soon as its sources can be read. Returns when.
static uint64_t issue(struct sim *sim, struct subcore *core, unsigned number, uint64_t now,
                      uint64_t ready, enum delay wait)
{
    struct sim_warp *warp = &sim->warps[number];
    struct sim_cta *cta = &sim->ctas[warp->cta];
    const struct model_inst *inst = &sim->setup->facts[warp->inst];
    uint64_t delay = 0;
    if (!inst->memory)
        delay = subcore_read(core, (uint8_t)number, inst, now);
    if (sim->insts)
        note(sim, warp, ready, wait, now, delay);
    now += delay;
    if (inst->memory) {
        issue_memory(sim, core, warp, inst, now);
    } else {
        subcore_occupy(core, sim->setup->chip, inst, now);
        issue_other(warp, inst, now);
    }
    sim->times->issued++;
    sim->times->issued_by_pipe[inst->pipe]++;
    sim->times->busy_by_pipe[inst->pipe] += inst->interval;
    warp->next_issue = now + inst->stall;
    core->last = inst->yield ? NOBODY : number;
    uint32_t from = warp->inst;
    if (inst->bar)
        cta->arrived[inst->bar_number]++;
    if (!advance(warp)) {
        warp->exited = true;
        sim->live--;
        cta->live--;
        sim->times->cycles = later(sim->times->cycles, now + 1);
    } else {
        look_ahead(sim, warp);
        require(warp, now + subcore_fetch(core, from, warp->inst), DELAY_FETCH);
        warp->bar = inst->bar && !inst->bar_goes ? inst : NULL;
    }
    if (inst->bar || warp->exited)
        open_barriers(sim, cta, now, false);
    return now;
}

// When the warp's next instruction can issue, and what it waits for until then.
static uint64_t ready_at(const struct sim *sim, const struct subcore *core,
                         const struct sim_warp *warp, enum delay *wait)
{
    const struct model_inst *inst = &sim->setup->facts[warp->inst];
    bool memory = inst->memory;
    uint64_t free = memory ? core->queue[core->queue_next] : core->pipe_at[inst->pipe];
    *wait = (enum delay)warp->wait;
    if (free <= warp->at)
        return warp->at;
    *wait = memory ? DELAY_QUEUE : DELAY_PIPE;
    return free;
}

/// A warp that can issue, or the one that can next.
struct choice {
    unsigned number;
    uint64_t at;
    enum delay wait;
};

static struct choice choose(const struct sim *sim, const struct subcore *core, uint64_t now)
{
    struct choice best = {NOBODY, NEVER, DELAY_NO_WARP};
    // The one that issued last before all, then the youngest.
    for (unsigned i = core->warp_count + 1; i-- > 0;) {
        unsigned number = i == core->warp_count ? core->last : core->warps[i];
        if (number == NOBODY)
            continue;
        const struct sim_warp *warp = &sim->warps[number];
        if (warp->exited)
            continue;
        if (warp->bar) {
            best.wait = best.at == NEVER ? DELAY_BARRIER : best.wait;
            continue;
        }
        enum delay wait;
        uint64_t at = ready_at(sim, core, warp, &wait);
        if (at < best.at)
            best = (struct choice){number, at, wait};
        if (at <= now)
            break;
    }
    return best;
}

// A turn of a sub-core.
static void step(struct sim *sim, struct subcore *core, uint64_t now)
{
    sim->times->bubbles[core->idle_wait] += now - core->idle_from;
    core->idle_from = now;
    struct choice choice = choose(sim, core, now);
    core->idle_wait = (uint8_t)choice.wait;
    core->next = choice.at;
    if (choice.at > now)
        return;
    uint64_t issued = issue(sim, core, choice.number, now, choice.at, choice.wait);
    sim->times->bubbles[DELAY_BANK] += issued - now;
    core->idle_from = core->next = issued + 1;
}

static void simulate(struct sim *sim)
{
    uint64_t now = 0;
    while (sim->live) {
        uint64_t next = NEVER;
        for (unsigned c = 0; c < SUBCORES; c++) {
            if (sim->subcores[c].next <= now)
                step(sim, &sim->subcores[c], now);
        }
        for (unsigned c = 0; c < SUBCORES; c++)
            next = earlier(next, sim->subcores[c].next);
        // Barriers that do not open by themselves, as those whose number is in a register may.
        for (unsigned c = 0; next == NEVER && c < sim->cta_count; c++)
            open_barriers(sim, &sim->ctas[c], now, true);
        now = next == NEVER ? now + 1 : later(next, now + 1);
    }
    // What was stored is on its way to memory still; the next wave's accesses queue up behind it.
    sim->times->cycles = later(sim->times->cycles, lsu_drained(&sim->lsu));
    for (unsigned c = 0; c < SUBCORES; c++) {
        struct subcore *core = &sim->subcores[c];
        if (sim->times->cycles > core->idle_from)
            sim->times->bubbles[DELAY_NO_WARP] += sim->times->cycles - core->idle_from;
    }
}

static void add_warp(struct sim *sim, const struct trace *trace, const struct trace_warp *source,
                     unsigned cta)
{
    struct subcore *core = &sim->subcores[sim->warp_count % SUBCORES];
    core->warps[core->warp_count++] = (uint8_t)sim->warp_count;
    struct sim_warp *warp = &sim->warps[sim->warp_count++];
    *warp = (struct sim_warp){.trace = trace,
                              .run = source->runs,
                              .run_end = source->runs + source->run_count,
                              .access = source->accesses,
                              .inst = source->runs->first,
                              .inst_end = source->runs->first + source->runs->count,
                              .cta = (uint16_t)cta};
    subcore_fetch(core, UINT32_MAX, warp->inst);
    look_ahead(sim, warp);
}

static void start(struct sim *sim, const struct trace *traces, unsigned ctas)
{
    for (unsigned c = 0; c < SUBCORES; c++)
        subcore_init(&sim->subcores[c]);
    for (unsigned c = 0; c < ctas && c < MAX_RESIDENT; c++) {
        struct sim_cta *cta = &sim->ctas[sim->cta_count++];
        cta->first = sim->warp_count;
        for (unsigned w = 0; w < traces[c].warp_count && sim->warp_count < MAX_RESIDENT; w++) {
            if (traces[c].warps[w].run_count)
                add_warp(sim, &traces[c], &traces[c].warps[w], c);
        }
        cta->count = cta->live = sim->warp_count - cta->first;
        sim->live += cta->live;
    }
}

bool sm_run(const struct sm_setup *setup, const struct trace *traces, unsigned ctas,
            struct sm_times *times, struct inst_times *insts)
{
    struct sim *sim = calloc(1, sizeof *sim);
    if (!sim)
        return false;
    *times = (struct sm_times){0};
    sim->setup = setup;
    sim->times = times;
    sim->insts = insts;
    bool ok = lsu_init(&sim->lsu, setup->chip, setup->l2_share);
    if (ok) {
        start(sim, traces, ctas);
        simulate(sim);
        times->requests = sim->lsu.requests;
        times->wavefronts = sim->lsu.wavefronts;
        times->l2_bytes = sim->lsu.l2_bytes;
        times->dram_bytes = sim->lsu.dram_bytes;
    }
    lsu_free(&sim->lsu);
    free(sim);
    return ok;
}
