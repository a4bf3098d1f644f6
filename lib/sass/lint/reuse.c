// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint/reuse.h"

enum { FIRST_SLOT_BIT = 122 };

void reuse_clear(struct reuse_cache *cache)
{
    for (unsigned slot = 0; slot < REUSE_SLOTS; slot++) {
        for (unsigned bank = 0; bank < REUSE_BANKS; bank++)
            cache->entries[slot][bank] = (struct reuse_entry){.reg = SASS_RZ};
    }
}

bool reuse_has_slot(const struct sass_inst *inst, unsigned i, unsigned *slot)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    if (!spec->reuse || spec->stray_reuse || spec->dst || inst->operands[i].kind != SASS_OPND_GPR ||
        inst->operands[i].reg == SASS_RZ)
        return false;
    *slot = spec->reuse - FIRST_SLOT_BIT;
    return *slot < REUSE_SLOTS;
}

const struct reuse_entry *reuse_find(const struct reuse_cache *cache, const struct sass_inst *inst,
                                     unsigned i)
{
    unsigned slot, reg = inst->operands[i].reg;
    if (!reuse_has_slot(inst, i, &slot))
        return NULL;
    const struct reuse_entry *entry = &cache->entries[slot][reg % REUSE_BANKS];
    return entry->reg == reg ? entry : NULL;
}

void reuse_step(struct reuse_cache *cache, const struct sass_inst *inst,
                const struct effects *effects, size_t at)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        unsigned slot, reg = inst->operands[i].reg;
        if (!reuse_has_slot(inst, i, &slot))
            continue;
        struct reuse_entry *entry = &cache->entries[slot][reg % REUSE_BANKS];
        if (inst->operands[i].reuse)
            *entry = (struct reuse_entry){.reg = (uint8_t)reg, .flagged = (uint32_t)at};
        else
            entry->reg = SASS_RZ;
    }
    for (unsigned slot = 0; slot < REUSE_SLOTS; slot++) {
        for (unsigned bank = 0; bank < REUSE_BANKS; bank++) {
            struct reuse_entry *entry = &cache->entries[slot][bank];
            for (unsigned w = 0; w < effects->write_count && entry->reg != SASS_RZ; w++) {
                const struct access *write = &effects->writes[w];
                if (entry->reg >= write->first && entry->reg < write->first + write->count)
                    entry->stale = true;
            }
        }
    }
    if (inst->control.yield)
        reuse_clear(cache);
}
