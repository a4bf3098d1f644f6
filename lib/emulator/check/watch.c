// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/check/internal.h"

#include "emulator/access_lane.h"
#include "emulator/fault.h"
#include "emulator/model/access.h"
#include "emulator/window.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 256 };

// What other units than the warps do, to memory that is watched and to barriers that are not.
static bool is_opaque(const struct watch_inst *inst)
{
    switch (inst->known ? inst->inst.row->op : SASS_OP_NOP) {
    case SASS_OP_UTMALDG:
    case SASS_OP_UTMASTG:
    case SASS_OP_UTMAREDG:
    case SASS_OP_UBLKCP:
    case SASS_OP_UBLKRED:
    case SASS_OP_SYNCS_EXCH:
    case SASS_OP_SYNCS_ARRIVE:
    case SASS_OP_SYNCS_PHASECHK:
    case SASS_OP_ARRIVES:
    case SASS_OP_ATOMS_ARRIVE:
    case SASS_OP_ATOM_ARRIVE:
    case SASS_OP_UCGABAR_ARV:
    case SASS_OP_STAS:
    case SASS_OP_REDAS:
        return true;
    default:
        return false;
    }
}

static void define_all(void *unused, const struct allocation *allocation)
{
    (void)unused;
    memory_define(allocation, 0, allocation->size);
}

// Of kernels with such instructions, and of clusters, only the barriers of CTAs are looked at.
static void look_away(struct watch *watch)
{
    const struct launch *launch = watch->launch;
    bool opaque = launch->cluster_ctas > 1;
    for (size_t i = 0; i < launch->kernel->source->words && !opaque; i++)
        opaque = is_opaque(&watch->insts[i]);
    if (!opaque)
        return;
    watch->checks &= ~(unsigned)(CHECK_MEMORY | CHECK_RACES);
    memory_each(launch->memory, define_all, NULL);
}

struct watch *watch_new(struct launch *launch, unsigned checks)
{
    const struct cubin_kernel *source = launch->kernel->source;
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->launch = launch;
    watch->checks = checks;
    watch->insts = calloc(source->words + 1, sizeof *watch->insts);
    watch->fences = calloc(launch->ctas, sizeof *watch->fences);
    watch->released = calloc(launch->ctas, sizeof *watch->released);
    watch->acquired = calloc(launch->ctas, sizeof *watch->acquired);
    if (!watch->insts || !watch->fences || !watch->released || !watch->acquired) {
        watch_free(watch);
        return NULL;
    }
    for (size_t i = 0; i < source->words; i++)
        watch_inst_of(&watch->insts[i], launch->kernel->sm, source->code[i]);
    watch_inst_find_loops(watch->insts, source->words);
    look_away(watch);
    return watch;
}

void watch_free(struct watch *watch)
{
    if (!watch)
        return;
    free(watch->insts);
    free(watch->fences);
    free(watch->released);
    free(watch->acquired);
    free(watch->global.keys);
    free(watch->global.cells);
    free(watch);
}

struct watch_cta *watch_cta_new(struct watch *watch, struct cta *cta)
{
    struct watch_cta *watched = calloc(1, sizeof *watched);
    if (!watched)
        return NULL;
    const struct launch *launch = cta->launch;
    watched->watch = watch;
    watched->cta = cta;
    watched->shared_bytes = launch->shared_end;
    watched->local_bytes = (size_t)launch->warps * LANES * launch->local_bytes;
    watched->shared = malloc(watched->shared_bytes + 1);
    watched->local = malloc(watched->local_bytes + 1);
    if (watched->shared && watched->local && races_begin(watched))
        return watched;
    watch_cta_free(watched);
    return NULL;
}

void watch_cta_free(struct watch_cta *watched)
{
    if (!watched)
        return;
    races_free(watched);
    free(watched->shared);
    free(watched->local);
    free(watched);
}

void watch_begin(struct watch_cta *watched, observe_fn *next, void *observer)
{
    watched->next = next;
    watched->observer = observer;
    memset(watched->shared, 0, watched->shared_bytes);
    memset(watched->local, 0, watched->local_bytes);
    registers_begin(watched);
    races_begin(watched);
}

static bool claim(struct watch *watch, const char *kind, uint32_t index, uint32_t other)
{
    for (unsigned i = 0; i < watch->finding_count; i++) {
        const struct watch_finding *old = &watch->findings[i];
        if (old->kind == kind && old->index == index && old->other == other)
            return false;
    }
    if (watch->finding_count == WATCH_FINDINGS)
        return false;
    watch->findings[watch->finding_count++] = (struct watch_finding){kind, index, other};
    return true;
}

void watch_report(struct watch_cta *watched, const char *kind, const struct warp *warp,
                  uint32_t index, unsigned lane, uint32_t other, const char *format, ...)
{
    char text[TEXT_BYTES];
    const struct uop *uops = watched->cta->launch->kernel->uops;
    if (!claim(watched->watch, kind, index, other))
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fault_note(warp, kind, &uops[index], lane, text, other == NO_INDEX ? NULL : &uops[other]);
}

static bool checks_memory(const struct watch_cta *watched)
{
    return watched->watch->checks & CHECK_MEMORY;
}

// Bytes of the lane's access that have a value, as bits.
static uint32_t read_defined(const struct watch_cta *watched, const struct watch_touch *touch)
{
    const struct launch *launch = watched->cta->launch;
    uint32_t defined = 0;
    if (touch->space == WATCH_GLOBAL) {
        const struct allocation *found = memory_find(launch->memory, touch->address, touch->bytes);
        return found ? memory_defined(found, touch->address - found->base, touch->bytes)
                     : UINT32_MAX;
    }
    for (unsigned i = 0; i < touch->bytes; i++) {
        uint64_t at = touch->address + i;
        const uint8_t *from = touch->space == WATCH_SHARED ? watched->shared : watched->local;
        size_t size = touch->space == WATCH_SHARED ? watched->shared_bytes : watched->local_bytes;
        defined |= at >= size || from[at] ? UINT32_C(1) << i : 0;
    }
    return defined;
}

static void write_defined(struct watch_cta *watched, const struct watch_touch *touch,
                          uint32_t defined)
{
    if (touch->space == WATCH_GLOBAL) {
        const struct allocation *found =
            memory_find(watched->cta->launch->memory, touch->address, touch->bytes);
        if (found)
            memory_define(found, touch->address - found->base, touch->bytes);
        return;
    }
    for (unsigned i = 0; i < touch->bytes; i++) {
        uint64_t at = touch->address + i;
        uint8_t *to = touch->space == WATCH_SHARED ? watched->shared : watched->local;
        size_t size = touch->space == WATCH_SHARED ? watched->shared_bytes : watched->local_bytes;
        if (at < size)
            to[at] = defined >> i & 1;
    }
}

// Where a lane's address lies; local ones become offsets into the CTA's local memory.
static enum watch_space locate(const struct warp *warp, enum watch_space space, unsigned lane,
                               uint64_t *address)
{
    const struct launch *launch = warp->cta->launch;
    if (space == WATCH_GENERIC) {
        switch (generic_space(*address, address)) {
        case SPACE_SHARED:
            return WATCH_SHARED;
        case SPACE_LOCAL:
            space = WATCH_LOCAL;
            break;
        default:
            return WATCH_GLOBAL;
        }
    }
    if (space == WATCH_LOCAL)
        *address += ((uint64_t)warp->index * LANES + lane) * launch->local_bytes -
                    (LOCAL_END - launch->local_bytes);
    return space;
}

static void access_lane(struct watch_cta *watched, const struct watch_inst *inst,
                        const struct watch_access *access, struct watch_touch *touch,
                        uint32_t *copied)
{
    touch->reads = access->reads;
    touch->writes = access->writes;
    touch->atomic = access->atomic;
    touch->strong = inst->strong;
    touch->copy = inst->access_count > 1;
    touch->bytes = access->bytes;
    if (checks_memory(watched)) {
        uint32_t all = (uint32_t)((UINT64_C(1) << touch->bytes) - 1);
        uint32_t defined = access->reads ? read_defined(watched, touch) & all : all;
        if (touch->copy && access->reads)
            *copied = defined;
        else if (inst->flow == FLOW_LOAD && !inst->matrices)
            registers_loaded(watched, touch->warp, inst, touch->index, touch->lane, all & ~defined);
        else if (access->atomic && !inst->exchanges && defined != all)
            registers_changed(watched, touch);
        if (access->writes && (!access->atomic || inst->exchanges))
            write_defined(watched, touch,
                          touch->copy      ? *copied
                          : inst->matrices ? all
                                           : registers_stored(watched, touch->warp, inst,
                                                              touch->lane, touch->bytes));
    }
    if (watched->watch->checks & CHECK_RACES)
        races_touch(watched, touch);
}

static void access_memory(struct watch_cta *watched, const struct warp *warp,
                          const struct watch_inst *inst, uint32_t index, uint32_t mask)
{
    enum { MATRIX_ROWS = 8 };
    uint64_t address[2][LANES];
    enum watch_space space[2][LANES];
    uint32_t copied[LANES];
    if (inst->matrices)
        mask = (uint32_t)((UINT64_C(1) << inst->matrices * MATRIX_ROWS) - 1);
    for (unsigned i = 0; i < inst->access_count; i++) {
        if (!access_addresses(warp, &inst->inst, inst->access[i].kind, address[i]))
            return;
        for (unsigned lane = 0; lane < LANES; lane++)
            space[i][lane] = locate(warp, inst->access[i].space, lane, &address[i][lane]);
    }
    if (watched->watch->checks & CHECK_RACES)
        races_same_instruction(watched, warp, inst, index, mask, address[0], space[0]);
    for (unsigned i = 0; i < inst->access_count; i++) {
        for (uint32_t rest = mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            struct watch_touch touch = {.warp = warp,
                                        .index = index,
                                        .lane = lane,
                                        .space = space[i][lane],
                                        .address = address[i][lane]};
            access_lane(watched, inst, &inst->access[i], &touch, &copied[lane]);
        }
    }
}

void watch_issue(void *observer, const struct warp *warp, const struct uop *uop, uint32_t mask)
{
    struct watch_cta *watched = observer;
    const struct kernel *kernel = watched->cta->launch->kernel;
    uint32_t index = (uint32_t)(uop - kernel->uops);
    if (index < kernel->source->words && watched->watch->insts[index].known) {
        const struct watch_inst *inst = &watched->watch->insts[index];
        if (checks_memory(watched))
            registers_issue(watched, warp, inst, index, mask);
        if (inst->access_count && mask)
            access_memory(watched, warp, inst, index, mask);
        if (mask)
            races_issue(watched, warp, inst);
    }
    if (watched->next)
        watched->next(watched->observer, warp, uop, mask);
}
