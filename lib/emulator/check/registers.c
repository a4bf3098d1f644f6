// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Values that nobody has written, lane by lane: they may be moved and computed with, as long as
// nothing depends on them: no address, no branch or barrier, no store to global memory.
#include "emulator/check/internal.h"

#include <stdio.h>
#include <string.h>

static const char kind[] = "no value";

void registers_begin(struct watch_cta *watched)
{
    for (unsigned w = 0; w < watched->cta->launch->warps; w++) {
        struct watch_registers *r = &watched->registers[w];
        memset(r->defined, 0, sizeof r->defined);
        for (unsigned i = 0; i < RESOURCE_COUNT; i++)
            r->origin[i] = NO_INDEX;
    }
}

enum { NAME_BYTES = 16 };

static void name_of(unsigned resource, char name[NAME_BYTES])
{
    static const struct {
        unsigned first;
        const char *prefix;
    } files[] = {{RESOURCE_UPRED, "UP"}, {RESOURCE_PRED, "P"}, {RESOURCE_UGPR, "UR"}, {0, "R"}};
    unsigned f = 0;
    while (resource < files[f].first)
        f++;
    snprintf(name, NAME_BYTES, "%s%u", files[f].prefix, resource - files[f].first);
}

static void report(struct watch_cta *watched, const struct warp *warp, uint32_t index,
                   uint32_t lanes, unsigned resource, const char *use)
{
    char name[NAME_BYTES];
    uint32_t origin = watched->registers[warp->index].origin[resource];
    name_of(resource, name);
    const struct watch_inst *from = origin == NO_INDEX ? NULL : &watched->watch->insts[origin];
    watch_report(watched, kind, warp, index, (unsigned)__builtin_ctz(lanes), origin, "%s %s: %s",
                 name, use,
                 !from                     ? "nothing has written it"
                 : from->flow == FLOW_LOAD ? "its bytes, loaded here, were never written"
                 : from->inst.row->op == SASS_OP_SHFL
                     ? "it was taken here from a lane that has no value or takes no part"
                     : "it was made here from what nothing has written");
}

// Lanes of `mask` in which the resource has no value.
static uint32_t undefined(const struct watch_registers *r, unsigned resource, uint32_t mask)
{
    return mask & ~r->defined[resource];
}

static void check_sources(struct watch_cta *watched, const struct warp *warp, unsigned first,
                          unsigned count, uint32_t index, uint32_t mask, const char *use)
{
    const struct watch_registers *r = &watched->registers[warp->index];
    for (unsigned i = first; i < first + count; i++) {
        uint32_t lanes = undefined(r, i, mask);
        if (!lanes)
            continue;
        report(watched, warp, index, lanes, i, use);
        return;
    }
}

// The registers of the addresses.
static void check_addresses(struct watch_cta *watched, const struct warp *warp,
                            const struct watch_inst *inst, uint32_t index, uint32_t mask)
{
    for (unsigned i = 0; i < sass_row_operands(inst->inst.row); i++) {
        const struct sass_operand *operand = &inst->inst.operands[i];
        const struct sass_operand_spec *spec = &inst->inst.row->operands[i];
        if (operand->kind != SASS_OPND_ADDR_GLOBAL && operand->kind != SASS_OPND_ADDR_SHARED)
            continue;
        if (operand->reg != SASS_RZ)
            check_sources(watched, warp, operand->reg, sass_operand_regs(&inst->inst, i), index,
                          mask, "is an address");
        if (spec->upos && operand->ureg != SASS_URZ)
            check_sources(watched, warp, RESOURCE_UGPR + operand->ureg, 1, index, mask,
                          "is an address");
        if (spec->dpos && operand->desc != SASS_URZ)
            check_sources(watched, warp, RESOURCE_UGPR + operand->desc, 2, index, mask,
                          "is the descriptor of an address");
    }
}

static void check_data(struct watch_cta *watched, const struct warp *warp,
                       const struct watch_inst *inst, uint32_t index, uint32_t mask)
{
    bool leaves = inst->access[0].atomic || inst->access[0].space == WATCH_GLOBAL;
    if (inst->data < 0 || !inst->access[0].writes || !leaves)
        return;
    const struct sass_operand *operand = &inst->inst.operands[inst->data];
    if (operand->reg != SASS_RZ)
        check_sources(watched, warp, operand->reg,
                      sass_operand_regs(&inst->inst, (unsigned)inst->data), index, mask,
                      "is stored");
}

// Whether the source is the predicate that says which of the others is the result.
static bool is_selector(const struct watch_inst *inst, unsigned resource)
{
    enum sass_op op = inst->inst.row->op;
    return resource >= RESOURCE_PRED &&
           (op == SASS_OP_SEL || op == SASS_OP_FSEL || op == SASS_OP_USEL);
}

// Whether registers from `first` on are an accumulator that starts from zero, as a uniform
// predicate behind it says.
static bool is_discarded(const struct warp *warp, const struct watch_inst *inst, unsigned first)
{
    const struct sass_operand *operands = inst->inst.operands;
    for (unsigned i = 1; i < sass_row_operands(inst->inst.row); i++) {
        unsigned predicate = operands[i].reg == SASS_PT ? PRED_PT : PRED_UNIFORM + operands[i].reg;
        bool is_keep = operands[i].kind == SASS_OPND_UPRED && operands[i - 1].reg == first;
        if (is_keep && operands[i - 1].kind == SASS_OPND_GPR)
            return !(warp->pred[predicate] & 1) != operands[i].neg;
    }
    return false;
}

// The lanes whose result has no value, and where that comes from.
static uint32_t result_of(const struct watch_registers *r, const struct warp *warp,
                          const struct watch_inst *inst, uint32_t index, uint32_t mask,
                          uint32_t *origin)
{
    const struct effects *effects = &inst->effects;
    bool is_choice = inst->flow == FLOW_CHOICE || inst->flow == FLOW_WARP;
    uint32_t lanes = is_choice ? mask : 0, unselected = 0;
    *origin = index;
    // The guard is not a source of the result.
    unsigned first = inst->inst.guard != SASS_PT;
    if (inst->flow == FLOW_DEFINED || first == effects->read_count)
        return 0;
    for (unsigned i = first; i < effects->read_count; i++) {
        uint32_t of_source = 0;
        if (inst->flow == FLOW_TENSOR && is_discarded(warp, inst, effects->reads[i].first))
            continue;
        for (unsigned k = 0; k < effects->reads[i].count; k++) {
            unsigned resource = effects->reads[i].first + k;
            uint32_t here = undefined(r, resource, mask);
            of_source |= here;
            if (here && r->origin[resource] != NO_INDEX)
                *origin = r->origin[resource];
        }
        if (is_selector(inst, effects->reads[i].first))
            unselected |= of_source;
        lanes = is_choice ? lanes & of_source : lanes | of_source;
    }
    lanes |= unselected;
    if (inst->flow == FLOW_WARP)
        return lanes == mask ? mask : 0;
    if (inst->flow == FLOW_TENSOR)
        return lanes ? mask : 0;
    return lanes;
}

static void set_results(struct watch_registers *r, const struct watch_inst *inst, uint32_t mask,
                        uint32_t lanes, uint32_t origin)
{
    for (unsigned i = 0; i < inst->effects.write_count; i++) {
        const struct access *write = &inst->effects.writes[i];
        for (unsigned k = 0; k < write->count; k++) {
            unsigned resource = write->first + k;
            bool is_uniform = (resource >= RESOURCE_UGPR && resource < RESOURCE_PRED) ||
                              resource >= RESOURCE_UPRED;
            uint32_t to = is_uniform ? UINT32_MAX : mask;
            uint32_t bad = is_uniform && lanes ? UINT32_MAX : lanes;
            r->defined[resource] = (r->defined[resource] & ~to) | (to & ~bad);
            if (bad)
                r->origin[resource] = origin;
        }
    }
}

void registers_issue(struct watch_cta *watched, const struct warp *warp,
                     const struct watch_inst *inst, uint32_t index, uint32_t mask)
{
    struct watch_registers *r = &watched->registers[warp->index];
    bool is_uniform = sass_row_is_uniform(inst->inst.row);
    if (inst->inst.guard != SASS_PT)
        check_sources(watched, warp,
                      (is_uniform ? RESOURCE_UPRED : RESOURCE_PRED) + inst->inst.guard, 1, index,
                      warp->active, "decides what is executed");
    if (!mask)
        return;
    if (inst->access_count) {
        check_addresses(watched, warp, inst, index, mask);
        check_data(watched, warp, inst, index, mask);
    }
    for (unsigned i = inst->inst.guard != SASS_PT; inst->decides && i < inst->effects.read_count;
         i++)
        check_sources(watched, warp, inst->effects.reads[i].first, inst->effects.reads[i].count,
                      index, mask, "decides where control goes or who waits");
    uint32_t origin, lanes = result_of(r, warp, inst, index, mask, &origin);
    set_results(r, inst, mask, inst->flow == FLOW_LOAD ? 0 : lanes, origin);
}

void registers_loaded(struct watch_cta *watched, const struct warp *warp,
                      const struct watch_inst *inst, uint32_t index, unsigned lane,
                      uint32_t undefined_bytes)
{
    enum { ALL = 0xf };
    struct watch_registers *r = &watched->registers[warp->index];
    for (unsigned i = 0; i < inst->effects.write_count; i++) {
        const struct access *write = &inst->effects.writes[i];
        for (unsigned k = 0; write->first < RESOURCE_UGPR && k < write->count; k++) {
            if (!(undefined_bytes >> WATCH_WORD * k & ALL))
                continue;
            r->defined[write->first + k] &= ~(UINT32_C(1) << lane);
            r->origin[write->first + k] = index;
        }
    }
}

void registers_changed(struct watch_cta *watched, const struct watch_touch *touch)
{
    watch_report(watched, kind, touch->warp, touch->index, touch->lane, NO_INDEX,
                 "%s memory 0x%llx is changed by an atomic operation: nothing has written it",
                 touch->space == WATCH_SHARED ? "shared" : "global",
                 (unsigned long long)touch->address);
}

uint32_t registers_stored(const struct watch_cta *watched, const struct warp *warp,
                          const struct watch_inst *inst, unsigned lane, unsigned bytes)
{
    enum { ALL = 0xf };
    const struct watch_registers *r = &watched->registers[warp->index];
    uint32_t defined = 0;
    unsigned reg = inst->data < 0 ? SASS_RZ : inst->inst.operands[inst->data].reg;
    for (unsigned k = 0; k < (bytes + WATCH_WORD - 1) / WATCH_WORD; k++) {
        if (reg == SASS_RZ || r->defined[reg + k] >> lane & 1)
            defined |= (uint32_t)ALL << WATCH_WORD * k;
    }
    return defined;
}

void watch_absent(struct watch_cta *watched, const struct warp *warp, const struct uop *uop,
                  uint32_t lanes)
{
    struct watch_registers *r = &watched->registers[warp->index];
    uint32_t index = (uint32_t)(uop - watched->cta->launch->kernel->uops);
    const struct effects *effects = &watched->watch->insts[index].effects;
    if (!(watched->watch->checks & CHECK_MEMORY))
        return;
    for (unsigned i = 0; i < effects->write_count; i++) {
        if (effects->writes[i].first >= RESOURCE_UGPR)
            continue;
        r->defined[effects->writes[i].first] &= ~lanes;
        r->origin[effects->writes[i].first] = index;
    }
}
