// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/check_hazards.h"

#include "sass/lint/findings.h"

#include <stdlib.h>
#include <string.h>

/// A remembered step: instructions first to last in state `from`, or a join of two states where
/// `last` is JOIN.
struct step {
    uint32_t from, first, last;
    uint32_t to; ///< state + 1; 0 is a free place
};
#define JOIN UINT32_MAX

struct hazards {
    struct flow flow;
    struct state *states; ///< each once, its records in order
    uint64_t *hashes;
    uint32_t state_count, state_room;
    uint32_t *index; ///< states + 1 by hash
    uint32_t index_size;
    struct step *steps; ///< by hash
    uint32_t step_count, step_size;
    struct state work;
    struct findings fixed; ///< of control fields that are wrong whatever the way, by instruction
};

enum { FIRST_SIZE = 256 };

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t record_key(const struct record *r)
{
    return (uint64_t)r->inst << 17 | (uint64_t)r->resource << 1 | r->is_source;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = record_key(a), y = record_key(b);
    return (x > y) - (x < y);
}

static uint64_t record_value(const struct record *r)
{
    uint64_t younger = 0;
    for (unsigned b = 0; b < BARRIERS; b++)
        younger = younger << 8 | r->younger[b];
    return mix(0, younger) ^ ((uint64_t)r->age | (uint64_t)r->kind << 8 | (uint64_t)r->unit << 16 |
                              (uint64_t)r->order << 24 | (uint64_t)r->done_mask << 32 |
                              (uint64_t)r->guard << 40 | (uint64_t)r->guard_not << 48);
}

static uint64_t hash_state(const struct state *state)
{
    uint64_t h = state->bar_age;
    for (unsigned b = 0; b < BARRIERS; b++)
        h = mix(h, state->barrier_age[b]);
    for (size_t i = 0; i < state->count; i++)
        h = mix(mix(h, record_key(&state->records[i])), record_value(&state->records[i]));
    return h;
}

static bool same_state(const struct state *a, const struct state *b)
{
    if (a->count != b->count || a->bar_age != b->bar_age ||
        memcmp(a->barrier_age, b->barrier_age, sizeof a->barrier_age) != 0)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct record *x = &a->records[i], *y = &b->records[i];
        if (record_key(x) != record_key(y) || record_value(x) != record_value(y) ||
            memcmp(x->younger, y->younger, sizeof x->younger) != 0)
            return false;
    }
    return true;
}

static bool rebuild_index(struct hazards *h)
{
    uint32_t size = h->index_size ? 2 * h->index_size : FIRST_SIZE;
    uint32_t *index = calloc(size, sizeof *index);
    if (!index)
        return false;
    for (uint32_t i = 0; i < h->state_count; i++) {
        uint32_t at = (uint32_t)h->hashes[i];
        while (index[at % size])
            at++;
        index[at % size] = i + 1;
    }
    free(h->index);
    h->index = index;
    h->index_size = size;
    return true;
}

static bool make_room(struct hazards *h)
{
    if (h->state_count == h->state_room) {
        uint32_t room = h->state_room ? 2 * h->state_room : FIRST_SIZE;
        struct state *states = realloc(h->states, room * sizeof *states);
        if (states)
            h->states = states;
        uint64_t *hashes = realloc(h->hashes, room * sizeof *hashes);
        if (hashes)
            h->hashes = hashes;
        if (!states || !hashes)
            return false;
        h->state_room = room;
    }
    return 2 * (h->state_count + 1) <= h->index_size || rebuild_index(h);
}

// The number of a state, which is new or known. HAZARDS_NOTHING when memory runs out.
static uint32_t intern(struct hazards *h, struct state *state)
{
    if (state->count)
        qsort(state->records, state->count, sizeof *state->records, by_key);
    uint64_t hash = hash_state(state);
    uint32_t at = (uint32_t)hash;
    for (; h->index_size && h->index[at % h->index_size]; at++) {
        uint32_t known = h->index[at % h->index_size] - 1;
        if (h->hashes[known] == hash && same_state(&h->states[known], state))
            return known;
    }
    if (!make_room(h))
        return HAZARDS_NOTHING;
    uint32_t number = h->state_count;
    h->states[number] = (struct state){0};
    state_copy(&h->flow, &h->states[number], state);
    h->hashes[number] = hash;
    h->state_count++;
    for (at = (uint32_t)hash; h->index[at % h->index_size]; at++)
        ;
    h->index[at % h->index_size] = number + 1;
    return number;
}

static uint32_t step_hash(const struct step *step)
{
    return (uint32_t)(mix(mix(step->from, step->first), step->last) >> 16);
}

static struct step *find_step(struct hazards *h, const struct step *like)
{
    uint32_t at = step_hash(like);
    for (;; at++) {
        struct step *step = &h->steps[at & (h->step_size - 1)];
        if (!step->to ||
            (step->from == like->from && step->first == like->first && step->last == like->last))
            return step;
    }
}

static void remember(struct hazards *h, struct step step)
{
    if (2 * (h->step_count + 1) > h->step_size) {
        struct hazards old = *h;
        struct step *steps = calloc(2 * (size_t)old.step_size, sizeof *steps);
        if (!steps)
            return;
        h->steps = steps;
        h->step_size *= 2;
        for (uint32_t i = 0; i < old.step_size; i++) {
            if (old.steps[i].to)
                *find_step(h, &old.steps[i]) = old.steps[i];
        }
        free(old.steps);
    }
    *find_step(h, &step) = step;
    h->step_count++;
}

struct hazards *hazards_new(unsigned sm, const struct cubin_kernel *kernel)
{
    struct hazards *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->steps = calloc(FIRST_SIZE, sizeof *h->steps);
    h->step_size = FIRST_SIZE;
    bool ok = flow_build(&h->flow, sm, kernel->code, kernel->words) && h->steps;
    if (ok) {
        state_clear(&h->work);
        ok = intern(h, &h->work) == HAZARDS_NOTHING && h->state_count == 1;
        lint_control(&h->flow, &h->fixed);
        lint_groups(&h->flow, &h->fixed);
        findings_sort(&h->fixed);
        ok = ok && !h->fixed.out_of_memory;
    }
    if (!ok) {
        hazards_free(h);
        return NULL;
    }
    return h;
}

void hazards_free(struct hazards *h)
{
    for (uint32_t i = 0; i < h->state_count; i++)
        free(h->states[i].records);
    free(h->work.records);
    free(h->states);
    free(h->hashes);
    free(h->index);
    free(h->steps);
    free(h->fixed.items);
    flow_free(&h->flow);
    free(h);
}

static void report_fixed(const struct hazards *h, size_t first, size_t last, hazards_found *found,
                         void *context)
{
    size_t low = 0, high = h->fixed.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (h->fixed.items[middle].at < first)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < h->fixed.count && h->fixed.items[low].at <= last; low++) {
        if (!sass_lint_is_warning(h->fixed.items[low].rule))
            found(context, &h->fixed.items[low]);
    }
}

uint32_t hazards_run(struct hazards *h, uint32_t state, size_t first, size_t last,
                     hazards_found *found, void *context)
{
    struct step like = {.from = state, .first = (uint32_t)first, .last = (uint32_t)last};
    const struct step *known = find_step(h, &like);
    if (known->to)
        return known->to - 1;
    struct findings findings = {0};
    state_copy(&h->flow, &h->work, &h->states[state]);
    for (size_t at = first; at <= last && at < h->flow.graph.words; at++) {
        lint_step(&h->flow, &h->work, at, &findings);
        flow_step(&h->flow, &h->work, at);
    }
    if (!h->flow.out_of_memory) {
        for (size_t i = 0; i < findings.count; i++)
            found(context, &findings.items[i]);
        report_fixed(h, first, last, found, context);
        like.to = intern(h, &h->work) + 1;
        remember(h, like);
    }
    free(findings.items);
    return like.to ? like.to - 1 : HAZARDS_NOTHING;
}

uint32_t hazards_join(struct hazards *h, uint32_t a, uint32_t b)
{
    struct step like = {.from = a, .first = b, .last = JOIN};
    if (a == b)
        return a;
    const struct step *known = find_step(h, &like);
    if (known->to)
        return known->to - 1;
    state_copy(&h->flow, &h->work, &h->states[a]);
    state_join(&h->flow, &h->work, &h->states[b]);
    like.to = intern(h, &h->work) + 1;
    remember(h, like);
    return like.to - 1;
}
