// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint/mine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAR_APART = 64 };

struct last_write {
    bool valid;
    size_t at;
    uint64_t time;
    enum producer producer;
    uint8_t guard;
    bool guard_not;
};

struct window {
    struct last_write last[RESOURCE_COUNT];
    uint64_t time;
};

static void forget(struct window *window)
{
    memset(window->last, 0, sizeof window->last);
}

static void mark_targets(const struct sass_inst *inst, size_t at, size_t words, bool *leader)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        int64_t offset = (int64_t)(at + 1) * SASS_WORD_BYTES + inst->operands[i].imm;
        if (inst->operands[i].kind == SASS_OPND_TARGET && offset >= 0 &&
            offset / SASS_WORD_BYTES < (int64_t)words)
            leader[offset / SASS_WORD_BYTES] = true;
    }
}

static void note_read(struct window *window, const struct sass_inst *inst, size_t at,
                      const struct access *read, const char *kernel, struct mined_gaps *gaps)
{
    for (unsigned i = 0; i < read->count; i++) {
        const struct last_write *write = &window->last[read->first + i];
        uint64_t gap = window->time - write->time;
        bool excluded = write->guard != SASS_PT && write->guard == inst->guard &&
                        write->guard_not != inst->guard_not;
        if (!write->valid || write->producer == PRODUCER_VARIABLE || excluded || gap > FAR_APART)
            continue;
        struct mined_gap *cell = &gaps->cells[write->producer][read->kind];
        if (cell->count++ == 0 || gap < cell->least) {
            cell->least = (unsigned)gap;
            snprintf(cell->kernel, sizeof cell->kernel, "%s", kernel);
            cell->producer = write->at;
            cell->consumer = at;
        }
    }
}

static void note_writes(struct window *window, const struct sass_inst *inst, size_t at,
                        const struct effects *effects)
{
    for (unsigned w = 0; w < effects->write_count; w++) {
        const struct access *write = &effects->writes[w];
        for (unsigned i = 0; i < write->count; i++)
            window->last[write->first + i] = (struct last_write){
                true, at, window->time, (enum producer)write->kind, inst->guard, inst->guard_not};
        // A predicate that changes no longer tells apart what it guarded.
        if (write->first < RESOURCE_PRED || write->first >= RESOURCE_UPRED)
            continue;
        for (unsigned r = 0; r < RESOURCE_COUNT; r++) {
            if (window->last[r].guard == write->first - RESOURCE_PRED)
                window->last[r].guard = SASS_PT;
        }
    }
}

void mine_gaps(unsigned sm, const struct cubin_kernel *kernel, struct mined_gaps *gaps)
{
    bool *leader = calloc(kernel->words, sizeof *leader);
    struct window *window = calloc(1, sizeof *window);
    struct sass_inst inst;
    struct effects effects;
    for (size_t i = 0; leader && i < kernel->words; i++) {
        if (sass_decode(sm, kernel->code[i], &inst))
            mark_targets(&inst, i, kernel->words, leader);
    }
    for (size_t i = 0; leader && window && i < kernel->words; i++) {
        gaps->instructions++;
        if (!sass_decode(sm, kernel->code[i], &inst)) {
            gaps->unknown++;
            forget(window);
            continue;
        }
        if (leader[i] || inst.control.wait_mask)
            forget(window);
        effects_of(sm, &inst, &effects);
        for (unsigned r = 0; r < effects.read_count; r++)
            note_read(window, &inst, i, &effects.reads[r], kernel->name, gaps);
        note_writes(window, &inst, i, &effects);
        if (inst.control.stall == 0 || inst.row->sched == SASS_SCHED_BRANCH)
            forget(window);
        window->time += inst.control.stall;
    }
    free(leader);
    free(window);
}

const char *producer_name(enum producer producer)
{
    static const char *const names[] = {
        [PRODUCER_ALU] = "ALU",
        [PRODUCER_FMA] = "FMA",
        [PRODUCER_WIDE_LOW] = "WIDE.low",
        [PRODUCER_WIDE_HIGH] = "WIDE.high",
        [PRODUCER_FP16] = "FP16",
        [PRODUCER_HADD2_F32] = "HADD2.F32",
        [PRODUCER_HFMA2_MMA] = "HFMA2.MMA",
        [PRODUCER_FP64_PREDICATE] = "FP64.pred",
        [PRODUCER_R2UR_PREDICATE] = "R2UR.pred",
        [PRODUCER_FP64] = "FP64",
        [PRODUCER_CS2R] = "CS2R",
        [PRODUCER_MMA13] = "MMA13",
        [PRODUCER_MMA16] = "MMA16",
        [PRODUCER_MMA24] = "MMA24",
        [PRODUCER_UNIFORM] = "UNIFORM",
        [PRODUCER_ULDC] = "ULDC",
        [PRODUCER_VOTEU_PREDICATE] = "VOTEU.pred",
        [PRODUCER_R2UR] = "R2UR",
    };
    return producer < PRODUCER_FIXED_COUNT ? names[producer] : "variable";
}

const char *role_name(enum role role)
{
    static const char *const names[] = {
        [ROLE_ALU] = "ALU",
        [ROLE_FMA] = "FMA",
        [ROLE_WIDE_AB] = "WIDE.AB",
        [ROLE_WIDE_C_LOW] = "WIDE.Clow",
        [ROLE_WIDE_C_HIGH] = "WIDE.Chigh",
        [ROLE_FP16] = "FP16",
        [ROLE_HFMA2_MMA] = "HFMA2.MMA",
        [ROLE_FP64] = "FP64",
        [ROLE_MMA] = "MMA",
        [ROLE_XU] = "XU",
        [ROLE_R2UR] = "R2UR",
        [ROLE_MEMORY] = "MEMORY",
        [ROLE_UNIFORM] = "UNIFORM",
        [ROLE_UMOV] = "UMOV",
        [ROLE_ULDC] = "ULDC",
        [ROLE_GUARD] = "GUARD",
    };
    return role < ROLE_COUNT ? names[role] : "";
}
