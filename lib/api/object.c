// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "api/api.h"

#include <pthread.h>
#include <stdlib.h>

enum { BUCKETS = 1024 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct object *buckets[BUCKETS];

static const char *const kind_names[] = {
    [OBJECT_HANDLE] = "a handle",
    [OBJECT_TENSOR] = "a tensor descriptor",
    [OBJECT_FILTER] = "a filter descriptor",
    [OBJECT_CONVOLUTION] = "a convolution descriptor",
};

/// The link that points to an object, or the end of its bucket. Compares addresses only.
static struct object **find(const void *pointer)
{
    // Allocations differ above their alignment; the multiplication spreads those bits.
    uint64_t hash = ((uint64_t)(uintptr_t)pointer >> 4) * UINT64_C(0x9E3779B97F4A7C15);
    struct object **link = &buckets[hash >> 54];
    while (*link && *link != pointer)
        link = &(*link)->next;
    return link;
}
_Static_assert(BUCKETS == 1 << (64 - 54), "the hash has one value per bucket");

/// NULL, or why `object` is not a live one of this kind, for "<name> is <reason>".
static const char *refusal(const struct object *object, enum object_kind kind)
{
    if (!object)
        return "not alive: never created, or destroyed";
    return object->kind == kind ? NULL : kind_names[object->kind];
}

static bool report(const void *pointer, const char *reason, enum object_kind kind, const char *name)
{
    if (!pointer)
        api_fail(SASSDNN_STATUS_BAD_PARAM, "%s is NULL", name);
    else if (reason)
        api_fail(SASSDNN_STATUS_BAD_PARAM, "%s (%p) is %s; expected %s", name, pointer, reason,
                 kind_names[kind]);
    return pointer && !reason;
}

void *object_create(enum object_kind kind, size_t size)
{
    struct object *object = calloc(1, size);
    if (!object) {
        api_fail(SASSDNN_STATUS_ALLOC_FAILED, "no host memory for the %zu bytes of %s", size,
                 kind_names[kind]);
        return NULL;
    }
    object->kind = kind;
    pthread_mutex_lock(&mutex);
    *find(object) = object;
    pthread_mutex_unlock(&mutex);
    return object;
}

bool object_check(const void *pointer, enum object_kind kind, const char *name)
{
    pthread_mutex_lock(&mutex);
    const char *reason = refusal(*find(pointer), kind);
    pthread_mutex_unlock(&mutex);
    return report(pointer, reason, kind, name);
}

bool object_remove(void *pointer, enum object_kind kind, const char *name)
{
    pthread_mutex_lock(&mutex);
    struct object **link = find(pointer);
    const char *reason = refusal(*link, kind);
    if (!reason)
        *link = (*link)->next;
    pthread_mutex_unlock(&mutex);
    return report(pointer, reason, kind, name);
}

sassdnnStatus_t object_destroy(void *pointer, enum object_kind kind, const char *name)
{
    if (!pointer)
        return SASSDNN_STATUS_SUCCESS;
    if (!object_remove(pointer, kind, name))
        return SASSDNN_STATUS_BAD_PARAM;
    free(pointer);
    return SASSDNN_STATUS_SUCCESS;
}
