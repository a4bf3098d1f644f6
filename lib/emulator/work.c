// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/work.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

// More than a GPU runs kernels side by side. Host functions that wait for each other count too.
enum { MOST_THREADS = 512, IDLE_SECONDS = 5 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t new_work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t some_done = PTHREAD_COND_INITIALIZER;
static struct work *ready_first, *ready_last;
static unsigned ready_count, threads, idle;
static uint64_t serial;

double work_now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

void *work_new(size_t size, struct work_list *list, atomic_int *error, work_fn *run,
               work_fn *release)
{
    struct work *work = calloc(1, size);
    if (!work)
        return NULL;
    work->list = list;
    work->error = error;
    work->run = run;
    work->release = release;
    work->references = 1;
    work->waits = 1; // for being submitted
    return work;
}

struct work *work_ref(struct work *work)
{
    if (!work)
        return NULL;
    pthread_mutex_lock(&mutex);
    work->references++;
    pthread_mutex_unlock(&mutex);
    return work;
}

static void destroy(struct work *work)
{
    if (work->release)
        work->release(work);
    free(work->followers);
    free(work);
}

void work_unref(struct work *work)
{
    if (!work)
        return;
    pthread_mutex_lock(&mutex);
    bool last = --work->references == 0;
    pthread_mutex_unlock(&mutex);
    if (last)
        destroy(work);
}

bool work_after(struct work *work, struct work *before)
{
    if (!before)
        return true;
    bool ok = true;
    pthread_mutex_lock(&mutex);
    if (!before->done) {
        if (before->follower_count == before->follower_capacity) {
            unsigned capacity = before->follower_capacity ? 2 * before->follower_capacity : 4;
            struct work **larger = realloc(before->followers, capacity * sizeof *larger);
            ok = larger != NULL;
            if (ok) {
                before->followers = larger;
                before->follower_capacity = capacity;
            }
        }
        if (ok) {
            before->followers[before->follower_count++] = work;
            work->references++; // by the followers' list
            work->waits++;
        }
    }
    pthread_mutex_unlock(&mutex);
    return ok;
}

static void list_add(struct work *work)
{
    struct work_list *list = work->list;
    work->serial = ++serial;
    work->previous = list->last;
    *(list->last ? &list->last->next : &list->first) = work;
    list->last = work;
    work->references++; // until it is done
}

static void list_remove(struct work *work)
{
    struct work_list *list = work->list;
    *(work->previous ? &work->previous->next : &list->first) = work->next;
    *(work->next ? &work->next->previous : &list->last) = work->previous;
    work->previous = work->next = NULL;
}

static void add_ready(struct work *work)
{
    work->next_ready = NULL;
    *(ready_last ? &ready_last->next_ready : &ready_first) = work;
    ready_last = work;
    ready_count++;
}

static struct work *take_ready(void)
{
    struct work *work = ready_first;
    ready_first = work->next_ready;
    if (!ready_first)
        ready_last = NULL;
    ready_count--;
    return work;
}

static void execute(struct work *work)
{
    if (work->run && (work->always || !atomic_load(work->error)))
        work->run(work);
}

// With the mutex held: count down what waits for `work`. Followers that are short are chained to
// `chain`, the others become ready.
static void finish(struct work *work, struct work **chain)
{
    work->time_ms = work_now_ms();
    work->done = true;
    list_remove(work);
    for (unsigned i = 0; i < work->follower_count; i++) {
        struct work *follower = work->followers[i];
        follower->references--; // whoever submits it has another one
        if (--follower->waits)
            continue;
        if (follower->is_short || !follower->run) {
            follower->next_ready = *chain;
            *chain = follower;
        } else {
            add_ready(follower);
        }
    }
    work->follower_count = 0;
}

static void *thread_main(void *unused);

// With the mutex held: a thread for each ready piece, as far as they go.
static void provide_threads(void)
{
    pthread_attr_t attributes;
    for (unsigned i = 0; i < ready_count && i < idle; i++)
        pthread_cond_signal(&new_work);
    while (ready_count > idle && threads < MOST_THREADS) {
        pthread_t thread;
        if (pthread_attr_init(&attributes) != 0)
            return;
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        bool ok = pthread_create(&thread, &attributes, thread_main, NULL) == 0;
        pthread_attr_destroy(&attributes);
        if (!ok)
            return;
        threads++;
        idle++; // it looks for work before anything else
    }
}

// Without the mutex: run a piece and the short ones that it makes possible.
static void run_chain(struct work *work)
{
    struct work *chain = work;
    work->next_ready = NULL;
    while (chain) {
        struct work *now = chain;
        chain = now->next_ready;
        execute(now);
        pthread_mutex_lock(&mutex);
        finish(now, &chain);
        provide_threads();
        pthread_cond_broadcast(&some_done);
        pthread_mutex_unlock(&mutex);
        work_unref(now);
    }
}

// With the mutex held. False: the thread has been idle for long.
static bool wait_for_work(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += IDLE_SECONDS;
    while (!ready_count) {
        if (pthread_cond_timedwait(&new_work, &mutex, &until) != 0 && !ready_count)
            return false;
    }
    return true;
}

static void *thread_main(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    while (wait_for_work()) {
        idle--;
        struct work *work = take_ready();
        pthread_mutex_unlock(&mutex);
        run_chain(work);
        pthread_mutex_lock(&mutex);
        idle++;
    }
    idle--;
    threads--;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

bool work_submit(struct work *work)
{
    pthread_mutex_lock(&mutex);
    list_add(work);
    bool ready = --work->waits == 0;
    pthread_mutex_unlock(&mutex);
    return ready;
}

void work_run(struct work *work)
{
    run_chain(work);
}

void work_start(struct work *work)
{
    struct work *alone = NULL;
    if (work->is_short || !work->run) {
        run_chain(work);
        return;
    }
    pthread_mutex_lock(&mutex);
    add_ready(work);
    provide_threads();
    if (!threads) // there can be none: the caller does it
        alone = take_ready();
    pthread_mutex_unlock(&mutex);
    if (alone)
        run_chain(alone);
}

void work_wait(struct work *work)
{
    if (!work)
        return;
    pthread_mutex_lock(&mutex);
    while (!work->done)
        pthread_cond_wait(&some_done, &mutex);
    pthread_mutex_unlock(&mutex);
}

bool work_is_done(const struct work *work)
{
    if (!work)
        return true;
    pthread_mutex_lock(&mutex);
    bool done = work->done;
    pthread_mutex_unlock(&mutex);
    return done;
}

void work_wait_all(struct work_list *list)
{
    pthread_mutex_lock(&mutex);
    uint64_t last = serial;
    while (list->first && list->first->serial <= last)
        pthread_cond_wait(&some_done, &mutex);
    pthread_mutex_unlock(&mutex);
}
