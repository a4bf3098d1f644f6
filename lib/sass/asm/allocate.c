// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Where the registers lie whose place the assembler chooses: no two names that are in use at the
// same time share one, and none lies on a register that the kernel uses by its number.
#include "sass/asm/internal.h"
#include "sass/cubin_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 253, RESERVED = 2 }; // R0 to R252; the header counts two more

struct allocation {
    struct assembler *as;
    struct kernel *kernel;
    struct variable **order; ///< those to be placed
    size_t count;
    bool *done; ///< by variable of the kernel
};

static bool is_chosen(const struct variable *variable)
{
    return !variable->placed && !variable->over;
}

static unsigned limit_of(const struct allocation *a, size_t class)
{
    static const unsigned limits[REGISTER_CLASSES] = {MOST, 63, 7, 7};
    unsigned cap = cubin_register_cap(a->kernel->info.max_threads) - RESERVED;
    return class == 0 && cap < MOST ? cap : limits[class];
}

// Banks that hang together through 'bank NAME': known ones decide the others, and where none is
// known the first gets bank 0.
static bool settle_banks(struct allocation *a)
{
    for (bool changed = true; changed;) {
        struct variable *open = NULL;
        changed = false;
        for (size_t i = 0; i < a->count; i++) {
            struct variable *v = a->order[i];
            if (!v->bank_of)
                continue;
            unsigned offset = v->bank_index + v->other_bank;
            struct variable *other = variable_root(v->bank_of, &offset);
            bool known = v->modulus % 2 == 0;
            bool other_known = other->placed || other->modulus % 2 == 0;
            unsigned other_bank = (other->placed ? other->base : other->residue) + offset;
            if (known && other_known && v->residue % 2 != other_bank % 2)
                return fail_at(a->as, v->name,
                               "'%.*s' cannot be in that bank: its alignment puts it into bank %u",
                               (int)v->name->length, v->name->text, v->residue % 2);
            if (known == other_known) {
                open = known || open ? open : v;
                continue;
            }
            struct variable *to = known ? other : v;
            to->modulus = 2;
            to->residue = (known ? v->residue + offset : other_bank) % 2;
            changed = true;
        }
        if (!changed && open) {
            open->modulus = 2;
            changed = true;
        }
    }
    return true;
}

// A name that lies over another keeps its registers in use.
static void extend_hosts(struct kernel *kernel)
{
    for (size_t i = kernel->variable_count; i-- > 0;) {
        const struct variable *v = kernel->variables[i];
        if (v->over && v->over->to < v->to)
            v->over->to = v->to;
    }
}

static void mark_busy(const struct allocation *a, const struct variable *v, bool *busy)
{
    const struct kernel *kernel = a->kernel;
    memcpy(busy, kernel->by_number[v->class], MAX_CLASS_REGISTERS * sizeof *busy);
    for (size_t i = 0; i < kernel->variable_count; i++) {
        const struct variable *u = kernel->variables[i];
        if (u == v || u->over || u->class != v->class || (!u->placed && !a->done[i]) ||
            u->to < v->from || v->to < u->from)
            continue;
        for (unsigned r = u->base; r < u->base + u->count && r < MAX_CLASS_REGISTERS; r++)
            busy[r] = true;
    }
}

static bool place(const struct allocation *a, struct variable *v, const bool *busy)
{
    unsigned limit = limit_of(a, v->class), run = 0;
    for (unsigned base = v->residue; base + v->count <= limit; base += v->modulus) {
        for (run = 0; run < v->count && !busy[base + run]; run++)
            ;
        if (run == v->count) {
            v->base = base;
            return true;
        }
    }
    return false;
}

static bool report_full(const struct allocation *a, const struct variable *v, const bool *busy)
{
    unsigned limit = limit_of(a, v->class), left = 0, longest = 0, run = 0;
    for (unsigned r = 0; r < limit; r++) {
        run = busy[r] ? 0 : run + 1;
        left += !busy[r];
        longest = run > longest ? run : longest;
    }
    const char *why = v->class == 0 && limit < MOST ? " that .threads leaves" : "";
    if (longest >= v->count)
        return fail_at(a->as, v->name,
                       "no place for '%.*s': %u registers are asked for, the first a multiple of "
                       "%u%s; %u of the %u%s are left, but not such ones",
                       (int)v->name->length, v->name->text, v->count, v->modulus,
                       v->residue ? " plus 1" : "", left, limit, why);
    return fail_at(a->as, v->name,
                   "out of registers: '%.*s' asks for %u; %u of the %u%s are left, %u of them in a "
                   "row",
                   (int)v->name->length, v->name->text, v->count, left, limit, why, longest);
}

static int by_order(const struct variable *a, const struct variable *b)
{
    return (a->from > b->from) - (a->from < b->from);
}

static int by_alignment(const void *x, const void *y)
{
    const struct variable *a = *(struct variable *const *)x, *b = *(struct variable *const *)y;
    if (a->modulus != b->modulus)
        return a->modulus < b->modulus ? 1 : -1;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return by_order(a, b);
}

static int by_size(const void *x, const void *y)
{
    const struct variable *a = *(struct variable *const *)x, *b = *(struct variable *const *)y;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return by_alignment(x, y);
}

static int by_declaration(const void *x, const void *y)
{
    return by_order(*(struct variable *const *)x, *(struct variable *const *)y);
}

// Place all in one order, each as low as it goes. Returns NULL, or the one that has no place.
static const struct variable *place_all(struct allocation *a, bool *busy, unsigned *highest)
{
    memset(a->done, 0, a->kernel->variable_count * sizeof *a->done);
    *highest = 0;
    for (size_t i = 0; i < a->count; i++) {
        struct variable *v = a->order[i];
        mark_busy(a, v, busy);
        if (!place(a, v, busy))
            return v;
        for (size_t k = 0; k < a->kernel->variable_count; k++)
            a->done[k] = a->done[k] || a->kernel->variables[k] == v;
        if (v->class == 0 && v->base + v->count > *highest)
            *highest = v->base + v->count;
    }
    return NULL;
}

static bool add_to_plan(struct assembler *as, const struct kernel *kernel)
{
    struct plan *plan = as->plan;
    size_t room = plan->count + kernel->chosen_count;
    uint8_t *bigger = realloc(plan->bases, room);
    if (!bigger)
        return fail_at(as, kernel->name, "out of memory");
    plan->bases = bigger;
    for (size_t i = 0; i < kernel->variable_count; i++) {
        if (is_chosen(kernel->variables[i]))
            plan->bases[plan->count++] = (uint8_t)kernel->variables[i]->base;
    }
    return true;
}

bool allocate_registers(struct assembler *as)
{
    static int (*const orders[])(const void *, const void *) = {by_alignment, by_size,
                                                                by_declaration};
    enum { ORDERS = sizeof orders / sizeof orders[0] };
    struct kernel *kernel = as->kernel;
    struct allocation a = {.as = as, .kernel = kernel};
    bool busy[MAX_CLASS_REGISTERS];
    unsigned highest, best = UINT32_MAX;
    size_t chosen = 0;
    a.order = arena_alloc(as, kernel->variable_count * sizeof *a.order);
    a.done = arena_alloc(as, kernel->variable_count * sizeof *a.done);
    if (!a.order || !a.done)
        return false;
    for (size_t i = 0; i < kernel->variable_count; i++) {
        if (is_chosen(kernel->variables[i]))
            a.order[a.count++] = kernel->variables[i];
    }
    if (!settle_banks(&a))
        return false;
    extend_hosts(kernel);
    // The order that needs the fewest general registers, then once more in that order.
    for (size_t i = 0; i < ORDERS; i++) {
        qsort(a.order, a.count, sizeof *a.order, orders[i]);
        if (!place_all(&a, busy, &highest) && highest < best) {
            best = highest;
            chosen = i;
        }
    }
    qsort(a.order, a.count, sizeof *a.order, orders[chosen]);
    const struct variable *failed = place_all(&a, busy, &highest);
    return failed ? report_full(&a, failed, busy) : add_to_plan(as, kernel);
}
