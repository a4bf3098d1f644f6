// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/progress.h"

#include "bench/utf8.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Warp instructions per FLOP of a kernel that spends four slots in five on fused multiply-adds of
// 32 lanes. It only sets the speed of the bar within a step.
static const double instructions_per_flop = 1.25 / 64;

struct progress {
    const struct bench_device *device;
    double total, done, step;
    const char *name; // NULL: hidden
    unsigned long long instructions_before;
    struct timespec start;
    bool stop;
    pthread_mutex_t lock; // over everything above
    pthread_cond_t wake;
    pthread_t thread;
};

static void erase(void)
{
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

static void draw(const struct progress *progress)
{
    enum { WIDTH = 40, NAME_WIDTH = 20 };
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double executed =
        (double)(bench_device_instructions(progress->device) - progress->instructions_before);
    double within = executed / instructions_per_flop;
    if (within > progress->step)
        within = progress->step;
    double fraction = (progress->done + within) / progress->total;
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < (int)(fraction * WIDTH) ? '#' : '.';
    bar[WIDTH] = 0;
    fprintf(stderr, "\r[%s] %3d %%  %.*s  %ld s\033[K", bar, (int)(fraction * 100),
            utf8_prefix(progress->name, NAME_WIDTH), progress->name,
            (long)(now.tv_sec - progress->start.tv_sec));
    fflush(stderr);
}

static void *run(void *argument)
{
    struct progress *progress = argument;
    pthread_mutex_lock(&progress->lock);
    while (!progress->stop) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 250000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&progress->wake, &progress->lock, &until);
        if (progress->name && !progress->stop)
            draw(progress);
    }
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

struct progress *progress_start(const struct bench_device *device, double total)
{
    if (!isatty(STDERR_FILENO))
        return NULL;
    struct progress *progress = calloc(1, sizeof(*progress));
    if (!progress)
        return NULL;
    progress->device = device;
    progress->total = total;
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->wake, NULL);
    if (pthread_create(&progress->thread, NULL, run, progress) == 0)
        return progress;
    pthread_cond_destroy(&progress->wake);
    pthread_mutex_destroy(&progress->lock);
    free(progress);
    return NULL;
}

void progress_step(struct progress *progress, const char *name, double done, double step)
{
    if (!progress)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->name = name;
    progress->done = done;
    progress->step = step;
    progress->instructions_before = bench_device_instructions(progress->device);
    pthread_mutex_unlock(&progress->lock);
}

void progress_hide(struct progress *progress)
{
    if (!progress)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->name = NULL;
    erase();
    pthread_mutex_unlock(&progress->lock);
}

void progress_stop(struct progress *progress)
{
    if (!progress)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->stop = true;
    pthread_cond_signal(&progress->wake);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->thread, NULL);
    pthread_cond_destroy(&progress->wake);
    pthread_mutex_destroy(&progress->lock);
    free(progress);
}
