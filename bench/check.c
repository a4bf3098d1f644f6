// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/check.h"

#include "bench/data.h"
#include "bench/reference.h"
#include "bench/shape.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static const float *element(const struct conv_problem *problem, const float *y, int64_t n,
                            int64_t k, int64_t p, int64_t q)
{
    return y + n * problem->y_stride[0] + k * problem->y_stride[1] + p * problem->y_stride[3] +
           q * problem->y_stride[4];
}

/// Compare one output; on a mismatch say so in text.
static bool check_element(const struct check_input *input, int64_t n, int64_t k, int64_t p,
                          int64_t q, char *text)
{
    const struct conv_problem *problem = input->problem;
    float got = *element(problem, input->y, n, k, p, q);
    int used = snprintf(text, CHECK_TEXT,
                        "n=%" PRId64 " k=%" PRId64 " p=%" PRId64 " q=%" PRId64 ": ", n, k, p, q);
    if (float_bits(got) == CHECK_UNWRITTEN) {
        snprintf(text + used, CHECK_TEXT - (size_t)used, "never written");
        return false;
    }
    struct reference_value expected =
        reference_element(problem, input->x, input->w, input->prior, n, k, p, q);
    if (isnan(expected.value) ? isnan(got) : (double)got == expected.value)
        return true;
    double bound = 0;
    if (!input->exact && isfinite(expected.value)) {
        double roundings = (double)shape_terms(problem) + 4;
        bound = roundings * 0x1p-24 / (1 - roundings * 0x1p-24) * expected.magnitude +
                roundings * 0x1p-126;
        if (fabs((double)got - expected.value) <= bound)
            return true;
    }
    snprintf(text + used, CHECK_TEXT - (size_t)used, "got %.9g, expected %.9g, %s %.3g",
             (double)got, expected.value, input->exact ? "exactly; off by" : "bound",
             input->exact ? fabs((double)got - expected.value) : bound);
    return false;
}

/// The (n, k) planes of y, handed out one by one to the threads of a full check.
struct plane_check {
    const struct check_input *input;
    atomic_int_fast64_t next;
    pthread_mutex_t lock;
    int64_t first; // lowest plane with a mismatch so far
    char text[CHECK_TEXT];
};

static bool check_plane(const struct check_input *input, int64_t plane, char *text)
{
    const struct conv_problem *problem = input->problem;
    for (int64_t p = 0; p < problem->p; p++)
        for (int64_t q = 0; q < problem->q; q++)
            if (!check_element(input, plane / problem->k, plane % problem->k, p, q, text))
                return false;
    return true;
}

static void *check_planes(void *argument)
{
    struct plane_check *job = argument;
    int64_t planes = job->input->problem->n * job->input->problem->k, plane;
    char text[CHECK_TEXT];
    while ((plane = atomic_fetch_add(&job->next, 1)) < planes) {
        if (check_plane(job->input, plane, text))
            continue;
        pthread_mutex_lock(&job->lock);
        if (plane < job->first) {
            job->first = plane;
            memcpy(job->text, text, sizeof(text));
        }
        pthread_mutex_unlock(&job->lock);
        break; // planes are handed out in order: every lower one is already in some thread's hands
    }
    return NULL;
}

bool check_full(const struct check_input *input, char *text)
{
    enum { MOST_THREADS = 64 };
    struct plane_check job = {.input = input, .first = INT64_MAX};
    pthread_t thread[MOST_THREADS];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int started = 0;
    pthread_mutex_init(&job.lock, NULL);
    while (started + 1 < cores && started < MOST_THREADS &&
           pthread_create(&thread[started], NULL, check_planes, &job) == 0)
        started++;
    check_planes(&job);
    while (started > 0)
        pthread_join(thread[--started], NULL);
    pthread_mutex_destroy(&job.lock);
    memcpy(text, job.text, sizeof(job.text));
    return job.first == INT64_MAX;
}

/// First or last index of a dimension, by the lowest bit of *choice, which is used up.
static int64_t end_of(int64_t size, unsigned *choice)
{
    int64_t at = *choice & 1 ? size - 1 : 0;
    *choice >>= 1;
    return at;
}

bool check_sample(const struct check_input *input, size_t count, uint64_t seed, char *text)
{
    const struct conv_problem *problem = input->problem;
    for (int64_t n = 0; n < problem->n; n++)
        for (int64_t k = 0; k < problem->k; k++)
            for (int64_t p = 0; p < problem->p; p++)
                for (int64_t q = 0; q < problem->q; q++)
                    if (float_bits(*element(problem, input->y, n, k, p, q)) == CHECK_UNWRITTEN)
                        return check_element(input, n, k, p, q, text);
    for (unsigned corner = 0; corner < 16; corner++) {
        unsigned choice = corner;
        int64_t n = end_of(problem->n, &choice), k = end_of(problem->k, &choice);
        int64_t p = end_of(problem->p, &choice), q = end_of(problem->q, &choice);
        if (!check_element(input, n, k, p, q, text))
            return false;
    }
    struct data_rng rng = {seed};
    for (size_t i = 0; i < count; i++) {
        int64_t n = (int64_t)data_below(&rng, (uint64_t)problem->n);
        int64_t k = (int64_t)data_below(&rng, (uint64_t)problem->k);
        int64_t p = (int64_t)data_below(&rng, (uint64_t)problem->p);
        int64_t q = (int64_t)data_below(&rng, (uint64_t)problem->q);
        // A quarter each on a first or last row or column (where padding is), on the last filters
        // (where a tile ends), and anywhere.
        unsigned choice = (unsigned)data_below(&rng, 2);
        if (i % 4 == 0)
            p = end_of(problem->p, &choice);
        else if (i % 4 == 1)
            q = end_of(problem->q, &choice);
        else if (i % 4 == 2)
            k = end_of(problem->k, &choice);
        if (!check_element(input, n, k, p, q, text))
            return false;
    }
    return true;
}

bool check_gaps(const struct check_input *input, unsigned char *scratch, char *text)
{
    const struct conv_problem *problem = input->problem;
    struct shape_tensor y = shape_y(problem);
    size_t words = shape_extent(&y);
    if (words == (size_t)(problem->n * problem->k * problem->p * problem->q))
        return true; // packed, in whatever order: there are no gaps
    memset(scratch, 0, words);
    for (int64_t n = 0; n < problem->n; n++)
        for (int64_t k = 0; k < problem->k; k++)
            for (int64_t p = 0; p < problem->p; p++)
                for (int64_t q = 0; q < problem->q; q++)
                    scratch[element(problem, input->y, n, k, p, q) - input->y] = 1;
    size_t at = 0;
    while (at < words && (scratch[at] || float_bits(input->y[at]) == CHECK_UNWRITTEN))
        at++;
    if (at < words)
        snprintf(text, CHECK_TEXT, "word %zu of y, between its elements, was overwritten", at);
    return at == words;
}
