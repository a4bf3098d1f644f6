// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/lsu.h"

bool lsu_init(struct lsu *lsu, const struct chip *chip, uint64_t l2_share)
{
    *lsu = (struct lsu){.chip = chip};
    bool ok = cache_init(&lsu->l1, chip->l1_bytes);
    return cache_init(&lsu->l2, l2_share) && ok;
}

void lsu_free(struct lsu *lsu)
{
    cache_free(&lsu->l1);
    cache_free(&lsu->l2);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static double from_dram(struct lsu *lsu, double begin, double weight)
{
    if (lsu->dram_free > begin)
        begin = lsu->dram_free;
    lsu->dram_free = begin + weight * SECTOR_BYTES / lsu->chip->dram_bytes;
    lsu->dram_bytes += weight * SECTOR_BYTES;
    return begin;
}

// Through L2, when the sector is there. What is written goes to DRAM at some later time, once for
// each sector; its place in the queue is taken at once.
static uint64_t through_l2(struct lsu *lsu, uint64_t sector, double weight, uint64_t start,
                           bool is_load)
{
    uint8_t bit;
    struct cache_line *line = cache_find(&lsu->l2, sector, &bit);
    double begin = lsu->l2_free > (double)start ? lsu->l2_free : (double)start;
    lsu->l2_free = begin + SECTOR_BYTES / lsu->chip->l2_bytes;
    lsu->l2_bytes += SECTOR_BYTES;
    if (is_load && !(line->sectors & bit)) {
        line->sectors |= bit;
        line->ready = (uint64_t)from_dram(lsu, begin, weight) + lsu->chip->dram_latency;
        return line->ready;
    }
    if (!is_load && !(line->dirty & bit)) {
        line->sectors |= bit;
        line->dirty |= bit;
        from_dram(lsu, begin, weight);
    }
    return later((uint64_t)begin + lsu->chip->l2_latency, line->ready);
}

static uint64_t global_done(struct lsu *lsu, const struct model_inst *inst, double weight,
                            const uint64_t *sectors, unsigned count, uint64_t start)
{
    uint64_t done = start + lsu->chip->l1_latency;
    for (unsigned i = 0; i < count; i++) {
        uint8_t bit;
        struct cache_line *line = inst->uses_l1 ? cache_find(&lsu->l1, sectors[i], &bit) : NULL;
        if (line && (line->sectors & bit)) {
            done = later(done, line->ready);
            continue;
        }
        uint64_t there = through_l2(lsu, sectors[i], weight, start, inst->load);
        if (line) {
            line->sectors |= bit;
            line->ready = later(line->ready, there);
        }
        done = later(done, there);
    }
    return done;
}

struct lsu_times lsu_request(struct lsu *lsu, const struct model_inst *inst, double weight,
                             const struct trace *trace, const struct trace_access *access,
                             uint64_t from)
{
    uint64_t accepted = later(from, later(lsu->request_free, lsu->stage_free));
    lsu->request_free = accepted + REQUEST_CYCLES;
    lsu->stage_free = accepted + access->wavefronts;
    lsu->requests++;
    lsu->wavefronts += access->wavefronts;
    uint64_t start = accepted + (access->wavefronts ? access->wavefronts - 1U : 0);
    uint64_t done = start + lsu->chip->shared_latency;
    if (inst->global)
        done = global_done(lsu, inst, weight, &trace->sectors[access->sectors],
                           access->sector_count, start);
    return (struct lsu_times){accepted, done};
}

uint64_t lsu_drained(const struct lsu *lsu)
{
    uint64_t behind = (uint64_t)(lsu->l2_free > lsu->dram_free ? lsu->l2_free : lsu->dram_free);
    return later(later(lsu->request_free, lsu->stage_free), behind);
}
