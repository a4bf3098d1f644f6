// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// User objects: something of the program's that lives as long as the graphs that refer to it.
#include "emulator/graph.h"

#include <stdlib.h>

struct user_object {
    void *data;
    CUhostFn destroy;
    unsigned count;
};

CUresult CUDAAPI EXPORT cuUserObjectCreate(CUuserObject *handle, void *data, CUhostFn destroy,
                                           unsigned int count, unsigned int flags)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!handle || !destroy || !count || flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
        return CUDA_ERROR_INVALID_VALUE;
    struct user_object *object = malloc(sizeof *object);
    if (!object)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *object = (struct user_object){data, destroy, count};
    CUuserObject made = handle_new(HANDLE_USER_OBJECT, object, NULL);
    if (!made) {
        free(object);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = made;
    return CUDA_SUCCESS;
}

// With the order's lock held.
static CUresult count_up(CUuserObject handle, unsigned count)
{
    struct user_object *object = handle_object(handle, HANDLE_USER_OBJECT);
    if (!object || !count || count > INT32_MAX - object->count)
        return CUDA_ERROR_INVALID_VALUE;
    object->count += count;
    return CUDA_SUCCESS;
}

// With the order's lock held. The destructor may make no calls, so that the lock does no harm.
static CUresult count_down(CUuserObject handle, unsigned count)
{
    struct user_object *object = handle_object(handle, HANDLE_USER_OBJECT);
    if (!object || !count || count > object->count)
        return CUDA_ERROR_INVALID_VALUE;
    object->count -= count;
    if (object->count)
        return CUDA_SUCCESS;
    handle_remove(handle, HANDLE_USER_OBJECT);
    api_enter_host_function();
    object->destroy(object->data);
    api_leave_host_function();
    free(object);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI EXPORT cuUserObjectRetain(CUuserObject handle, unsigned int count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    result = count_up(handle, count);
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuUserObjectRelease(CUuserObject handle, unsigned int count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    result = count_down(handle, count);
    order_unlock();
    return result;
}

static struct graph_user_reference *reference_to(struct graph *graph, CUuserObject object)
{
    for (struct graph_user_reference *user = graph->users; user; user = user->next) {
        if (user->object == object)
            return user;
    }
    struct graph_user_reference *user = calloc(1, sizeof *user);
    if (!user)
        return NULL;
    user->object = object;
    user->next = graph->users;
    graph->users = user;
    return user;
}

void graph_keep_user(struct graph *graph, CUuserObject object, unsigned count)
{
    struct graph_user_reference *user = count ? reference_to(graph, object) : NULL;
    if (user && !count_up(object, count))
        user->count += count;
}

void graph_release_users(struct graph *graph)
{
    while (graph->users) {
        struct graph_user_reference *user = graph->users;
        graph->users = user->next;
        if (user->count)
            count_down(user->object, user->count);
        free(user);
    }
}

CUresult CUDAAPI EXPORT cuGraphRetainUserObject(CUgraph handle, CUuserObject object,
                                                unsigned int count, unsigned int flags)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (flags & ~(unsigned)CU_GRAPH_USER_OBJECT_MOVE)
        return CUDA_ERROR_INVALID_VALUE;
    order_lock();
    struct graph *graph = graph_of(handle);
    bool known = graph && count && handle_object(object, HANDLE_USER_OBJECT);
    struct graph_user_reference *user = known ? reference_to(graph, object) : NULL;
    result = !known ? CUDA_ERROR_INVALID_VALUE : user ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    if (!result && !(flags & CU_GRAPH_USER_OBJECT_MOVE))
        result = count_up(object, count);
    if (!result)
        user->count += count;
    order_unlock();
    return result;
}

CUresult CUDAAPI EXPORT cuGraphReleaseUserObject(CUgraph handle, CUuserObject object,
                                                 unsigned int count)
{
    CUresult result = api_ready();
    if (result)
        return result;
    order_lock();
    struct graph *graph = graph_of(handle);
    struct graph_user_reference *user = graph ? graph->users : NULL;
    while (user && user->object != object)
        user = user->next;
    if (!user || !count || count > user->count) {
        result = CUDA_ERROR_INVALID_VALUE;
    } else {
        user->count -= count;
        result = count_down(object, count);
    }
    order_unlock();
    return result;
}
