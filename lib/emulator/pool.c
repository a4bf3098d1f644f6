// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/pool.h"

#include "emulator/settings.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

struct job {
    void (*work)(void *context);
    void *context;
    unsigned wanted;  ///< helpers that may still join
    unsigned running; ///< helpers inside
    struct job *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t new_job = PTHREAD_COND_INITIALIZER;
static pthread_cond_t helper_left = PTHREAD_COND_INITIALIZER;
static struct job *jobs;
static bool started;
static unsigned helpers;

static unsigned thread_count(void)
{
    unsigned count = settings_threads();
    if (count)
        return count;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
    return 1;
}

// The job that has the fewest helpers, so that launches side by side share them.
static struct job *job_to_join(void)
{
    struct job *best = NULL;
    for (struct job *job = jobs; job; job = job->next) {
        if (job->wanted && (!best || job->running < best->running))
            best = job;
    }
    return best;
}

static void *helper_main(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    for (;;) {
        struct job *job = job_to_join();
        if (!job) {
            pthread_cond_wait(&new_job, &mutex);
            continue;
        }
        job->wanted--;
        job->running++;
        pthread_mutex_unlock(&mutex);
        job->work(job->context);
        pthread_mutex_lock(&mutex);
        if (--job->running == 0)
            pthread_cond_broadcast(&helper_left);
    }
    return NULL;
}

// With the mutex held. Fewer threads than asked for only make launches slower.
static void start_helpers(void)
{
    started = true;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    for (unsigned wanted = thread_count() - 1; helpers < wanted; helpers++) {
        pthread_t thread;
        if (pthread_create(&thread, &attributes, helper_main, NULL) != 0)
            break;
    }
    pthread_attr_destroy(&attributes);
}

void pool_run(void (*work)(void *context), void *context, uint64_t limit)
{
    if (limit < 2) {
        work(context);
        return;
    }
    struct job job = {.work = work, .context = context};
    pthread_mutex_lock(&mutex);
    if (!started)
        start_helpers();
    job.wanted = limit - 1 < helpers ? (unsigned)(limit - 1) : helpers;
    job.next = jobs;
    jobs = &job;
    if (job.wanted)
        pthread_cond_broadcast(&new_job);
    pthread_mutex_unlock(&mutex);
    work(context);
    pthread_mutex_lock(&mutex);
    struct job **link = &jobs;
    while (*link != &job)
        link = &(*link)->next;
    *link = job.next;
    while (job.running)
        pthread_cond_wait(&helper_left, &mutex);
    pthread_mutex_unlock(&mutex);
}
