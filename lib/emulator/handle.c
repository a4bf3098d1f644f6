// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/handle.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { BUCKETS = 1024, KIND_BITS = 4, KIND_MASK = (1 << KIND_BITS) - 1 };
// Above the handles with a meaning of their own, such as CU_STREAM_PER_THREAD.
enum { FIRST_SERIAL = 256 };

struct node {
    uintptr_t value;
    void *object;
    const void *owner;
    struct node *next;
};

static struct node *buckets[BUCKETS];
static uintptr_t serial = FIRST_SERIAL;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct node **bucket(uintptr_t value)
{
    return &buckets[(value >> KIND_BITS) % BUCKETS];
}

static void *to_handle(uintptr_t value)
{
    return (void *)value; // an opaque number of the API
}

void *handle_new(enum handle_kind kind, void *object, const void *owner)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    pthread_mutex_lock(&mutex);
    node->value = serial++ << KIND_BITS | (uintptr_t)kind;
    node->object = object;
    node->owner = owner;
    node->next = *bucket(node->value);
    *bucket(node->value) = node;
    pthread_mutex_unlock(&mutex);
    return to_handle(node->value);
}

void *handle_object(const void *handle, enum handle_kind kind)
{
    uintptr_t value = (uintptr_t)handle;
    void *object = NULL;
    if ((value & KIND_MASK) != kind)
        return NULL;
    pthread_mutex_lock(&mutex);
    for (struct node *node = *bucket(value); node; node = node->next) {
        if (node->value == value)
            object = node->object;
    }
    pthread_mutex_unlock(&mutex);
    return object;
}

void *handle_remove(const void *handle, enum handle_kind kind)
{
    uintptr_t value = (uintptr_t)handle;
    void *object = NULL;
    if ((value & KIND_MASK) != kind)
        return NULL;
    pthread_mutex_lock(&mutex);
    struct node **link = bucket(value);
    while (*link && (*link)->value != value)
        link = &(*link)->next;
    struct node *node = *link;
    if (node) {
        object = node->object;
        *link = node->next;
    }
    pthread_mutex_unlock(&mutex);
    free(node);
    return object;
}

void *handle_owned(const void *owner, enum handle_kind kind)
{
    void *handle = NULL;
    pthread_mutex_lock(&mutex);
    for (int b = 0; b < BUCKETS && !handle; b++) {
        for (struct node *node = buckets[b]; node; node = node->next) {
            if (node->owner == owner && (node->value & KIND_MASK) == kind)
                handle = to_handle(node->value);
        }
    }
    pthread_mutex_unlock(&mutex);
    return handle;
}
