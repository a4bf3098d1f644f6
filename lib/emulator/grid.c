// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/grid.h"

#include "emulator/check/watch.h"
#include "emulator/check_hazards.h"
#include "emulator/cluster.h"
#include "emulator/model/model.h"
#include "emulator/order.h"
#include "emulator/pool.h"

#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_ALIGNMENT = 64, RESULT_OUT_OF_MEMORY = 2 };

static _Atomic uint64_t instructions;

/// What a thread needs to run a CTA; kept from launch to launch. Those of a cluster are linked.
struct arena {
    struct cta cta;
    char *rows, *shared, *local;
    size_t rows_size, shared_size, local_size;
    struct hazards *hazards; ///< of the kernel that runs, where its control codes are checked
    struct watch_cta *watch; ///< where every instruction is looked at
    struct arena *peer;      ///< of the next CTA of the cluster
    struct cluster cluster;  ///< that this arena is the first of
    struct arena *next;      ///< first arena of another cluster of a cooperative launch
};

static pthread_key_t arena_key;
static pthread_once_t arena_once = PTHREAD_ONCE_INIT;

static void arena_free(void *pointer)
{
    for (struct arena *arena = pointer, *peer; arena; arena = peer) {
        peer = arena->peer;
        free(arena->rows);
        free(arena->shared);
        free(arena->local);
        if (arena->hazards)
            hazards_free(arena->hazards);
        watch_cta_free(arena->watch);
        free(arena);
    }
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
    for (unsigned c = 0; c < launch->cluster_ctas; c++) {
        if (!reserve(&arena->rows, &arena->rows_size, rows) ||
            !reserve(&arena->shared, &arena->shared_size, launch->shared_end + 1) ||
            !reserve(&arena->local, &arena->local_size, local_bytes(launch) + 1))
            return false;
        if (!arena->peer && c + 1 < launch->cluster_ctas)
            arena->peer = calloc(1, sizeof *arena);
        arena = arena->peer;
        if (!arena)
            return c + 1 == launch->cluster_ctas;
    }
    return true;
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

static bool cta_prepare(struct arena *arena, struct launch *launch)
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

static bool arena_prepare(struct arena *first, struct launch *launch)
{
    struct cluster *cluster = &first->cluster;
    struct arena *arena = first;
    cluster->count = launch->cluster_ctas;
    for (unsigned c = 0; c < cluster->count; c++, arena = arena->peer) {
        if (!cta_prepare(arena, launch))
            return false;
        cluster->ctas[c] = &arena->cta;
        arena->cta.cluster = cluster;
        arena->cta.rank = c;
    }
    return true;
}

static void begin_cta(struct cta *cta, const uint32_t id[3])
{
    enum { POISON_BYTE = 0xff };
    const struct launch *launch = cta->launch;
    memcpy(cta->id, id, sizeof cta->id);
    cta->index = id[0] + (id[1] + (uint64_t)id[2] * launch->grid[1]) * launch->grid[0];
    memset(cta->shared, POISON_BYTE, launch->shared_end);
    memset(cta->local, POISON_BYTE, local_bytes(launch));
    observe(cta, cta->index);
    cta_start(cta);
}

static uint64_t cluster_total(const struct launch *launch)
{
    return launch->ctas / launch->cluster_ctas;
}

// The cluster of this number among those of the grid.
static void begin(struct cluster *cluster, uint64_t number)
{
    const struct launch *launch = cluster->ctas[0]->launch;
    uint64_t rest = order_cta(launch->order, number, cluster_total(launch));
    uint32_t first[3];
    for (int i = 0; i < 3; i++) {
        uint32_t clusters = launch->grid[i] / launch->cluster[i];
        first[i] = (uint32_t)(rest % clusters) * launch->cluster[i];
        rest /= clusters;
    }
    cluster->idle = 0;
    for (unsigned c = 0; c < cluster->count; c++) {
        unsigned x = launch->cluster[0], y = launch->cluster[1];
        const uint32_t id[3] = {first[0] + c % x, first[1] + c / x % y, first[2] + c / x / y};
        begin_cta(cluster->ctas[c], id);
    }
}

static void count(const struct cluster *cluster)
{
    uint64_t executed = 0;
    for (unsigned c = 0; c < cluster->count; c++) {
        const struct cta *cta = cluster->ctas[c];
        for (unsigned w = 0; w < cta->launch->warps; w++)
            executed += cta->warps[w].executed;
    }
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

// One cluster after the other.
static void run_in_turn(struct launch *launch)
{
    struct arena *arena = arena_get(launch);
    if (!arena || !arena_prepare(arena, launch)) {
        out_of_memory(launch);
        return;
    }
    while (!is_stopped(launch)) {
        uint64_t number = atomic_fetch_add(&launch->next_cluster, 1);
        if (number >= cluster_total(launch))
            break;
        begin(&arena->cluster, number);
        while (cluster_step(&arena->cluster) == CTA_RUNNING)
            ;
        count(&arena->cluster);
    }
}

// The next cluster that nobody has begun, in arenas of its own. NULL: there is none.
static struct arena *begin_another(struct launch *launch)
{
    if (atomic_load(&launch->next_cluster) >= cluster_total(launch))
        return NULL;
    uint64_t number = atomic_fetch_add(&launch->next_cluster, 1);
    if (number >= cluster_total(launch))
        return NULL;
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena || !arena_reserve(arena, launch) || !arena_prepare(arena, launch)) {
        if (arena)
            arena_free(arena);
        out_of_memory(launch);
        return NULL;
    }
    begin(&arena->cluster, number);
    return arena;
}

// All clusters side by side, as they may wait for each other: every thread begins another one after
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
            if (cluster_step(&arena->cluster) == CTA_RUNNING) {
                link = &arena->next;
                continue;
            }
            *link = arena->next;
            count(&arena->cluster);
            arena_free(arena);
        }
    } while ((first || atomic_load(&launch->next_cluster) < cluster_total(launch)) &&
             !is_stopped(launch));
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
    pool_run(run_ctas, launch, launch->watch ? 1 : cluster_total(launch));
    return launch->result;
}

uint64_t grid_instructions(void)
{
    return atomic_load(&instructions);
}
