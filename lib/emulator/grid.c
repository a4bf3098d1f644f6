// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/grid.h"

#include "emulator/check/watch.h"
#include "emulator/check_hazards.h"
#include "emulator/order.h"

#include "emulator/model/model.h"
#include "emulator/pool.h"

#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_ALIGNMENT = 64, RESULT_OUT_OF_MEMORY = 2 };

static _Atomic uint64_t instructions;

/// What a thread needs to run CTAs; kept from launch to launch.
struct arena {
    struct cta cta;
    char *rows, *shared, *local;
    size_t rows_size, shared_size, local_size;
    struct hazards *hazards; ///< of the kernel that runs, where its control codes are checked
    struct watch_cta *watch; ///< where every instruction is looked at
    struct arena *next;      ///< of a cooperative launch
};

static pthread_key_t arena_key;
static pthread_once_t arena_once = PTHREAD_ONCE_INIT;

static void arena_free(void *pointer)
{
    struct arena *arena = pointer;
    free(arena->rows);
    free(arena->shared);
    free(arena->local);
    if (arena->hazards)
        hazards_free(arena->hazards);
    watch_cta_free(arena->watch);
    free(arena);
}

static void make_key(void)
{
    if (pthread_key_create(&arena_key, arena_free) != 0)
        abort();
}

static bool reserve(char **block, size_t *have, size_t need)
{
    if (*have >= need)
        return true;
    free(*block);
    *block = NULL;
    *have = 0;
    void *fresh;
    if (posix_memalign(&fresh, ROW_ALIGNMENT, need) != 0)
        return false;
    *block = fresh;
    *have = need;
    return true;
}

// Local memory of a CTA.
static size_t local_bytes(const struct launch *launch)
{
    return (size_t)launch->warps * LANES * launch->local_bytes;
}

static bool arena_reserve(struct arena *arena, const struct launch *launch)
{
    size_t rows = (size_t)launch->warps * launch->kernel->row_count * ROW_BYTES;
    return reserve(&arena->rows, &arena->rows_size, rows) &&
           reserve(&arena->shared, &arena->shared_size, launch->shared_end + 1) &&
           reserve(&arena->local, &arena->local_size, local_bytes(launch) + 1);
}

static struct arena *arena_get(const struct launch *launch)
{
    pthread_once(&arena_once, make_key);
    struct arena *arena = pthread_getspecific(arena_key);
    if (!arena) {
        arena = calloc(1, sizeof *arena);
        if (!arena || pthread_setspecific(arena_key, arena) != 0) {
            free(arena);
            return NULL;
        }
    }
    return arena_reserve(arena, launch) ? arena : NULL;
}

static uint32_t constant_value(const struct launch *launch, const struct pool_entry *entry)
{
    const unsigned char *bank =
        entry->bank ? launch->kernel->banks[entry->bank].data : launch->constants;
    const unsigned char *at = bank + entry->value;
    uint16_t half;
    uint32_t word;
    switch (entry->size) {
    case SASS_SIZE_U8:
        return at[0];
    case SASS_SIZE_S8:
        return (uint32_t)(int8_t)at[0];
    case SASS_SIZE_U16:
    case SASS_SIZE_S16:
        memcpy(&half, at, sizeof half);
        return entry->size == SASS_SIZE_U16 ? half : (uint32_t)(int16_t)half;
    default:
        memcpy(&word, at, sizeof word);
        return word;
    }
}

// What stays the same from CTA to CTA: zeros, immediates and constants.
static void fill_rows(const struct launch *launch, char *rows)
{
    const struct kernel *kernel = launch->kernel;
    memset(rows, 0, (size_t)ROW_REGISTER * ROW_BYTES);
    for (unsigned i = 0; i < kernel->pool_count; i++) {
        const struct pool_entry *entry = &kernel->pool[i];
        uint32_t value = entry->is_const ? constant_value(launch, entry) : entry->value;
        uint32_t row[LANES];
        for (int lane = 0; lane < LANES; lane++)
            row[lane] = value;
        memcpy(rows + (size_t)(kernel->pool_row + i) * ROW_BYTES, row, sizeof row);
    }
}

// Who looks on while the CTA of this index runs.
static void observe(struct cta *cta, uint64_t index)
{
    struct model *model = cta->launch->model;
    cta->observe = model ? model_observer(model, index, &cta->observer) : NULL;
    if (!cta->watch)
        return;
    watch_begin(cta->watch, cta->observe, cta->observer);
    cta->observe = watch_issue;
    cta->observer = cta->watch;
}

static bool arena_prepare(struct arena *arena, struct launch *launch)
{
    struct cta *cta = &arena->cta;
    cta->launch = launch;
    cta->shared = arena->shared;
    cta->local = arena->local;
    cta->last = (struct allocation){0};
    if (arena->hazards)
        hazards_free(arena->hazards);
    arena->hazards = launch->seen ? hazards_new(launch->kernel->sm, launch->kernel->source) : NULL;
    cta->hazards = arena->hazards;
    watch_cta_free(arena->watch);
    arena->watch = launch->watch ? watch_cta_new(launch->watch, cta) : NULL;
    cta->watch = arena->watch;
    for (unsigned w = 0; w < launch->warps; w++) {
        cta->warps[w].rows = arena->rows + (size_t)w * launch->kernel->row_count * ROW_BYTES;
        fill_rows(launch, cta->warps[w].rows);
    }
    return !launch->watch || arena->watch;
}

static void begin(struct cta *cta, uint64_t index)
{
    enum { POISON_BYTE = 0xff };
    const struct launch *launch = cta->launch;
    index = order_cta(launch->order, index, launch->ctas);
    cta->index = index;
    cta->id[0] = (uint32_t)(index % launch->grid[0]);
    cta->id[1] = (uint32_t)(index / launch->grid[0] % launch->grid[1]);
    cta->id[2] = (uint32_t)(index / launch->grid[0] / launch->grid[1]);
    memset(cta->shared, POISON_BYTE, launch->shared_end);
    memset(cta->local, POISON_BYTE, local_bytes(launch));
    observe(cta, index);
    cta_start(cta);
}

static void count(const struct cta *cta)
{
    uint64_t executed = 0;
    for (unsigned w = 0; w < cta->launch->warps; w++)
        executed += cta->warps[w].executed;
    atomic_fetch_add_explicit(&instructions, executed, memory_order_relaxed);
}

static void out_of_memory(struct launch *launch)
{
    if (!atomic_exchange(&launch->faulted, true))
        launch->result = RESULT_OUT_OF_MEMORY;
    atomic_store(&launch->stop, true);
}

static bool is_stopped(const struct launch *launch)
{
    return atomic_load_explicit(&launch->stop, memory_order_relaxed);
}

// One CTA after the other.
static void run_in_turn(struct launch *launch)
{
    struct arena *arena = arena_get(launch);
    if (!arena || !arena_prepare(arena, launch)) {
        out_of_memory(launch);
        return;
    }
    while (!is_stopped(launch)) {
        uint64_t index = atomic_fetch_add(&launch->next_cta, 1);
        if (index >= launch->ctas)
            break;
        begin(&arena->cta, index);
        while (cta_step(&arena->cta) == CTA_RUNNING)
            ;
        count(&arena->cta);
    }
}

// The next CTA that nobody has begun, in an arena of its own. NULL: there is none.
static struct arena *begin_another(struct launch *launch)
{
    if (atomic_load(&launch->next_cta) >= launch->ctas)
        return NULL;
    uint64_t index = atomic_fetch_add(&launch->next_cta, 1);
    if (index >= launch->ctas)
        return NULL;
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena || !arena_reserve(arena, launch) || !arena_prepare(arena, launch)) {
        if (arena)
            arena_free(arena);
        out_of_memory(launch);
        return NULL;
    }
    begin(&arena->cta, index);
    return arena;
}

// All CTAs side by side, as they may wait for each other: every thread begins another one after
// each round, until all are under way.
static void run_together(struct launch *launch)
{
    struct arena *first = NULL;
    do {
        struct arena *another = begin_another(launch);
        if (another) {
            another->next = first;
            first = another;
        }
        for (struct arena **link = &first; *link && !is_stopped(launch);) {
            struct arena *arena = *link;
            if (cta_step(&arena->cta) == CTA_RUNNING) {
                link = &arena->next;
                continue;
            }
            *link = arena->next;
            count(&arena->cta);
            arena_free(arena);
        }
    } while ((first || atomic_load(&launch->next_cta) < launch->ctas) && !is_stopped(launch));
    while (first) {
        struct arena *next = first->next;
        arena_free(first);
        first = next;
    }
}

static void run_ctas(void *context)
{
    struct launch *launch = context;
    // The caller may round or flush denormals as it likes; executors count on the default.
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    if (launch->cooperative)
        run_together(launch);
    else
        run_in_turn(launch);
    fesetenv(&environment);
}

int grid_run(struct launch *launch)
{
    // Watched by one: what it has seen is not shared.
    pool_run(run_ctas, launch, launch->watch ? 1 : launch->ctas);
    return launch->result;
}

uint64_t grid_instructions(void)
{
    return atomic_load(&instructions);
}
