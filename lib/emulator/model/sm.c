// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/sm.h"

#include "emulator/model/cache.h"
#include "sass/lint/access.h"
#include "sass/lint/flow.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 3, BANKS = 2, READ_WINDOW = 2, QUEUE = 5, DATA_STAGE_LEAST = 2, BAR_CYCLES = 8 };
enum { REUSE_FIRST_BIT = 122, MAX_RESIDENT = 64, HISTORY = 8, SOURCE_CYCLES = 11 };
/// L0 instruction cache of a sub-core, and a miss that its prefetch of what follows does not hide
/// (Jia et al., arXiv 1804.06826).
enum { FETCH_LINES = 96, FETCH_LINE_INSTS = 8, FETCH_MISS = 30 };

/// What a warp's barrier counts: when the operations before and with each of the last ones are
/// done.
struct counted {
    uint64_t done[HISTORY];
    uint32_t count;
    uint8_t cause; ///< enum bubble of the one that takes longest
};

struct sim_warp {
    const struct trace *trace;
    const struct trace_warp *source;
    size_t pc;
    unsigned cta;
    uint64_t next_issue;
    uint64_t fetched; ///< when its next instruction is there
    struct counted barriers[BARRIERS];
    uint64_t async_done; ///< of LDGSTS since the last LDGDEPBAR
    bool at_barrier, exited;
};

struct subcore {
    unsigned warps[MAX_RESIDENT], warp_count; ///< oldest first
    unsigned last;                            ///< index of the warp that issued last
    uint64_t pipe_free[PIPE_COUNT];
    uint64_t port_free[BANKS];
    uint64_t address_free; ///< the address unit
    uint64_t queue[QUEUE]; ///< when the last entries of the memory queue leave it
    unsigned queue_next;
    struct {
        unsigned warp;
        uint8_t reg;
        bool valid;
    } reuse[SLOTS][BANKS];
    uint32_t fetch[FETCH_LINES]; ///< lines + 1, direct mapped
};

struct sim {
    const struct chip *chip;
    const struct sass_inst *insts;
    struct sm_times *times;
    struct sim_warp *warps;
    unsigned warp_count, live;
    struct subcore subcores[SUBCORES];
    uint64_t data_stage_free;
    double l2_free, dram_free;
    struct cache l1, l2;
};

const char *bubble_name(enum bubble bubble)
{
    static const char *const names[BUBBLE_COUNT] = {
        [BUBBLE_STALL] = "stall counts",
        [BUBBLE_PIPE] = "pipe busy",
        [BUBBLE_BANK] = "register banks",
        [BUBBLE_SHARED] = "shared-memory results",
        [BUBBLE_GLOBAL] = "global-memory results",
        [BUBBLE_OTHER] = "other results",
        [BUBBLE_SOURCES] = "sources unread",
        [BUBBLE_QUEUE] = "memory queue",
        [BUBBLE_BARRIER] = "barriers",
        [BUBBLE_FETCH] = "instruction fetch",
        [BUBBLE_NO_WARP] = "no warp left",
    };
    return names[bubble];
}

static bool is_memory(const struct sass_inst *inst)
{
    return pipe_of(inst) == PIPE_MEMORY && inst->row->op != SASS_OP_LDC;
}

static bool has_global(const struct sass_inst *inst)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->operands[i].kind == SASS_OPND_ADDR_GLOBAL)
            return true;
    }
    return false;
}

static void count_on(struct sim_warp *warp, unsigned barrier, uint64_t done, enum bubble cause)
{
    struct counted *b = &warp->barriers[barrier];
    uint64_t before = b->count ? b->done[(b->count - 1) % HISTORY] : 0;
    if (done > before)
        b->cause = (uint8_t)cause;
    b->done[b->count++ % HISTORY] = done > before ? done : before;
}

// When all but the last `rest` that the barrier counts are done.
static uint64_t counted_done(const struct counted *b, uint64_t rest)
{
    if (rest >= HISTORY)
        rest = HISTORY - 1;
    return b->count > rest ? b->done[(b->count - 1 - rest) % HISTORY] : 0;
}

/// A warp's next instruction: the earliest cycle that each reason leaves.
struct readiness {
    uint64_t at;
    enum bubble cause;
};

static void require(struct readiness *ready, uint64_t at, enum bubble cause)
{
    if (at > ready->at)
        *ready = (struct readiness){at, cause};
}

static void require_waits(const struct sim_warp *warp, const struct sass_inst *inst,
                          struct readiness *ready)
{
    unsigned waits = flow_waits(inst);
    for (unsigned b = 0; b < BARRIERS; b++) {
        const struct counted *counted = &warp->barriers[b];
        bool by_count = inst->row->op == SASS_OP_DEPBAR &&
                        inst->operands[0].kind == SASS_OPND_SCOREBOARD &&
                        inst->operands[0].reg == b && !(inst->control.wait_mask >> b & 1);
        if (waits >> b & 1)
            require(ready, counted_done(counted, by_count ? (uint64_t)inst->operands[1].imm : 0),
                    (enum bubble)counted->cause);
    }
}

static const struct sass_inst *next_inst(const struct sim *sim, const struct sim_warp *warp)
{
    return &sim->insts[warp->source->entries[warp->pc].inst];
}

static struct readiness readiness_of(const struct sim *sim, const struct subcore *core,
                                     const struct sim_warp *warp)
{
    struct readiness ready = {warp->next_issue, BUBBLE_STALL};
    const struct sass_inst *inst = next_inst(sim, warp);
    if (warp->at_barrier)
        return (struct readiness){UINT64_MAX, BUBBLE_BARRIER};
    require(&ready, warp->fetched, BUBBLE_FETCH);
    if (!inst->row)
        return ready;
    require_waits(warp, inst, &ready);
    enum pipe pipe = pipe_of(inst);
    if (is_memory(inst)) {
        require(&ready, core->queue[core->queue_next], BUBBLE_QUEUE);
    } else {
        require(&ready, core->pipe_free[pipe], BUBBLE_PIPE);
        for (unsigned b = 0; b < BANKS; b++) {
            if (core->port_free[b] > READ_WINDOW)
                require(&ready, core->port_free[b] - READ_WINDOW, BUBBLE_BANK);
        }
    }
    return ready;
}

// Sources through the ports of the register file, one per bank and cycle, unless the reuse cache of
// their slot has them.
static void read_sources(struct subcore *core, unsigned warp, const struct sass_inst *inst,
                         uint64_t now)
{
    unsigned reads[BANKS] = {0};
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct sass_operand_spec *spec = &inst->row->operands[i];
        const struct sass_operand *operand = &inst->operands[i];
        if (operand->kind != SASS_OPND_GPR || spec->dst || operand->reg == SASS_RZ)
            continue;
        unsigned slot = spec->reuse ? spec->reuse - REUSE_FIRST_BIT : SLOTS;
        for (unsigned r = 0; r < sass_operand_regs(inst, i); r++) {
            unsigned reg = operand->reg + r, bank = reg % BANKS;
            bool cached = slot < SLOTS && core->reuse[slot][bank].valid &&
                          core->reuse[slot][bank].warp == warp &&
                          core->reuse[slot][bank].reg == reg;
            reads[bank] += !cached;
            if (slot < SLOTS) {
                core->reuse[slot][bank].valid = operand->reuse;
                core->reuse[slot][bank].warp = warp;
                core->reuse[slot][bank].reg = (uint8_t)reg;
            }
        }
    }
    for (unsigned b = 0; b < BANKS; b++) {
        uint64_t start = core->port_free[b] > now ? core->port_free[b] : now;
        core->port_free[b] = reads[b] ? start + reads[b] : core->port_free[b];
    }
}

// When the sectors of an access are there. Loads that miss fill the caches; a store goes through.
static uint64_t move_sectors(struct sim *sim, const struct trace *trace,
                             const struct trace_access *access, uint64_t start, bool is_load)
{
    const struct chip *chip = sim->chip;
    uint64_t done = start + chip->l1_latency;
    for (unsigned i = 0; i < access->sector_count; i++) {
        uint64_t sector = trace->sectors[access->sectors + i], there;
        if (is_load && cache_access(&sim->l1, sector, true))
            continue;
        double begin = sim->l2_free > (double)start ? sim->l2_free : (double)start;
        sim->l2_free = begin + SECTOR_BYTES / chip->l2_bytes;
        sim->times->l2_bytes += SECTOR_BYTES;
        if (cache_access(&sim->l2, sector, true)) {
            there = (uint64_t)begin + chip->l2_latency;
        } else {
            if (sim->dram_free > begin)
                begin = sim->dram_free;
            sim->dram_free = begin + SECTOR_BYTES / chip->dram_bytes;
            sim->times->dram_bytes += SECTOR_BYTES;
            there = (uint64_t)begin + chip->dram_latency;
        }
        done = there > done ? there : done;
    }
    return done;
}

static void issue_memory(struct sim *sim, struct subcore *core, struct sim_warp *warp,
                         const struct sass_inst *inst, uint64_t now)
{
    const struct chip *chip = sim->chip;
    const struct trace_entry *entry = &warp->source->entries[warp->pc];
    const struct trace_access none = {.wavefronts = 1};
    const struct trace_access *access =
        entry->access == TRACE_NONE ? &none : &warp->trace->accesses[entry->access];
    uint64_t address = core->address_free > now ? core->address_free : now;
    core->address_free = address + chip->interval[PIPE_MEMORY];
    core->queue[core->queue_next] = address;
    core->queue_next = (core->queue_next + 1) % QUEUE;
    unsigned busy =
        access->wavefronts > DATA_STAGE_LEAST ? access->wavefronts : (unsigned)DATA_STAGE_LEAST;
    uint64_t stage = sim->data_stage_free > address ? sim->data_stage_free : address;
    sim->data_stage_free = stage + busy;
    sim->times->data_stage += busy;
    bool global = has_global(inst),
         is_load = inst->row->sched == SASS_SCHED_LOAD || inst->row->op == SASS_OP_LDGSTS;
    uint64_t done = stage + access->wavefronts - 1 + chip->shared_latency;
    if (global)
        done = move_sectors(sim, warp->trace, access, stage, is_load);
    if (inst->row->op == SASS_OP_LDGSTS && done > warp->async_done)
        warp->async_done = done;
    if (inst->control.write_barrier < BARRIERS)
        count_on(warp, inst->control.write_barrier, done, global ? BUBBLE_GLOBAL : BUBBLE_SHARED);
    if (inst->control.read_barrier < BARRIERS)
        count_on(warp, inst->control.read_barrier, stage + SOURCE_CYCLES, BUBBLE_SOURCES);
}

static void issue_other(struct sim *sim, struct sim_warp *warp, const struct sass_inst *inst,
                        uint64_t now)
{
    const struct chip *chip = sim->chip;
    uint64_t done = now + chip->xu_latency;
    if (inst->row->sched == SASS_SCHED_SREG)
        done = now + chip->sreg_latency;
    else if (inst->row->op == SASS_OP_LDC)
        done = now + chip->constant_latency;
    enum bubble cause = BUBBLE_OTHER;
    if (inst->row->op == SASS_OP_LDGDEPBAR) {
        done = warp->async_done;
        cause = BUBBLE_GLOBAL;
        warp->async_done = 0;
    }
    if (inst->control.write_barrier < BARRIERS)
        count_on(warp, inst->control.write_barrier, done, cause);
    if (inst->control.read_barrier < BARRIERS)
        count_on(warp, inst->control.read_barrier, now + SOURCE_CYCLES, BUBBLE_SOURCES);
}

// Open the CTA's barrier when all its warps that have not exited wait there.
static void try_barrier(struct sim *sim, unsigned cta, uint64_t now)
{
    for (unsigned w = 0; w < sim->warp_count; w++) {
        const struct sim_warp *warp = &sim->warps[w];
        if (warp->cta == cta && !warp->exited && !warp->at_barrier)
            return;
    }
    for (unsigned w = 0; w < sim->warp_count; w++) {
        struct sim_warp *warp = &sim->warps[w];
        if (warp->cta != cta || !warp->at_barrier)
            continue;
        uint64_t again = now + BAR_CYCLES;
        warp->at_barrier = false;
        if (sim->times->insts && again > warp->next_issue) {
            struct inst_times *at = &sim->times->insts[warp->source->entries[warp->pc].inst];
            at->waited += again - warp->next_issue;
            at->by_cause[BUBBLE_BARRIER] += again - warp->next_issue;
        }
        warp->next_issue = again > warp->next_issue ? again : warp->next_issue;
    }
}

// Straight on, the prefetcher is ahead; a branch to a line that is not there waits.
static void fetch(struct subcore *core, struct sim_warp *warp, uint32_t from, uint64_t now)
{
    uint32_t to = warp->source->entries[warp->pc].inst, line = to / FETCH_LINE_INSTS;
    bool there = core->fetch[line % FETCH_LINES] == line + 1;
    core->fetch[line % FETCH_LINES] = line + 1;
    if (to != from + 1 && !there)
        warp->fetched = now + FETCH_MISS;
}

static bool is_cta_barrier(const struct sass_inst *inst)
{
    return inst->row && inst->row->sched == SASS_SCHED_BAR && inst->row->op != SASS_OP_BAR_ARV;
}

static void issue(struct sim *sim, struct subcore *core, unsigned number, uint64_t now,
                  const struct readiness *ready)
{
    struct sim_warp *warp = &sim->warps[number];
    const struct sass_inst *inst = next_inst(sim, warp);
    uint32_t index = warp->source->entries[warp->pc].inst;
    enum pipe pipe = inst->row ? pipe_of(inst) : PIPE_NONE;
    unsigned stall = inst->row ? inst->control.stall : 1, interval = 0;
    if (sim->times->insts) {
        struct inst_times *at = &sim->times->insts[index];
        at->issues++;
        at->waited += ready->at - warp->next_issue;
        at->by_cause[ready->cause] += ready->at - warp->next_issue;
    }
    if (inst->row && is_memory(inst)) {
        interval = sim->chip->interval[PIPE_MEMORY];
        issue_memory(sim, core, warp, inst, now);
    } else if (inst->row) {
        interval = pipe_interval(sim->chip, inst);
        core->pipe_free[pipe] = now + interval;
        read_sources(core, number, inst, now);
        issue_other(sim, warp, inst, now);
    }
    sim->times->issued++;
    sim->times->issued_by_pipe[pipe]++;
    sim->times->busy_by_pipe[pipe] += interval;
    warp->next_issue = now + (stall ? stall : DRAIN_CYCLES);
    core->last = inst->row && inst->control.yield ? UINT32_MAX : number;
    if (++warp->pc == warp->source->count) {
        warp->exited = true;
        sim->live--;
        if (now + 1 > sim->times->cycles)
            sim->times->cycles = now + 1;
    } else {
        warp->at_barrier = is_cta_barrier(inst);
        fetch(core, warp, index, now);
    }
    if (warp->exited || warp->at_barrier)
        try_barrier(sim, warp->cta, now);
}

// The warp that the sub-core issues from at `now`, or the earliest cycle that it can and what keeps
// it.
static bool choose(const struct sim *sim, const struct subcore *core, uint64_t now,
                   unsigned *chosen, struct readiness *ready)
{
    bool found = false;
    *ready = (struct readiness){UINT64_MAX, BUBBLE_NO_WARP};
    // The youngest first; the last one goes before all.
    for (unsigned i = core->warp_count; i-- > 0;) {
        unsigned number = core->warps[i];
        const struct sim_warp *warp = &sim->warps[number];
        if (warp->exited)
            continue;
        struct readiness here = readiness_of(sim, core, warp);
        if (here.at <= now && (!found || number == core->last)) {
            found = true;
            *chosen = number;
            *ready = here;
        }
        if (!found && (here.at < ready->at || ready->cause == BUBBLE_NO_WARP))
            *ready = here;
    }
    return found;
}

static void simulate(struct sim *sim)
{
    uint64_t now = 0;
    while (sim->live) {
        uint64_t next = UINT64_MAX;
        struct readiness waiting[SUBCORES];
        bool issued[SUBCORES];
        for (unsigned c = 0; c < SUBCORES; c++) {
            unsigned number = 0;
            issued[c] = choose(sim, &sim->subcores[c], now, &number, &waiting[c]);
            if (issued[c])
                issue(sim, &sim->subcores[c], number, now, &waiting[c]);
            uint64_t again = issued[c] ? now + 1 : waiting[c].at;
            next = again < next ? again : next;
        }
        // A barrier that has just opened may let a warp go on before what was seen.
        if (next == UINT64_MAX || next <= now)
            next = now + 1;
        for (unsigned c = 0; c < SUBCORES; c++)
            sim->times->bubbles[waiting[c].cause] += next - now - issued[c];
        now = next;
    }
}

bool sm_run(const struct chip *chip, const struct sass_inst *insts, const struct trace *traces,
            unsigned ctas, struct sm_times *times)
{
    struct sim sim = {.chip = chip, .insts = insts, .times = times};
    for (unsigned c = 0; c < ctas; c++)
        sim.warp_count += traces[c].warp_count;
    sim.warps = calloc(sim.warp_count ? sim.warp_count : 1, sizeof *sim.warps);
    bool ok = sim.warps && cache_init(&sim.l1, chip->l1_bytes) &&
              cache_init(&sim.l2, chip->device->l2_bytes);
    unsigned number = 0;
    for (unsigned c = 0; ok && c < ctas; c++) {
        for (unsigned w = 0; w < traces[c].warp_count; w++, number++) {
            struct subcore *core = &sim.subcores[number % SUBCORES];
            sim.warps[number] =
                (struct sim_warp){.trace = &traces[c], .source = &traces[c].warps[w], .cta = c};
            sim.warps[number].exited = traces[c].warps[w].count == 0;
            sim.live += !sim.warps[number].exited;
            if (core->warp_count < MAX_RESIDENT)
                core->warps[core->warp_count++] = number;
        }
    }
    for (unsigned c = 0; c < SUBCORES; c++)
        sim.subcores[c].last = UINT32_MAX;
    if (ok)
        simulate(&sim);
    free(sim.warps);
    cache_free(&sim.l1);
    cache_free(&sim.l2);
    return ok;
}
