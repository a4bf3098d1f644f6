// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/task.h"

#include <stdlib.h>

struct task_work {
    struct work work;
    struct task *task;
    struct context *context;
};

void *task_new(size_t size, enum task_kind kind, struct context *context)
{
    struct task *task = calloc(1, size);
    if (!task)
        return NULL;
    task->kind = kind;
    task->context = context;
    atomic_init(&task->references, 1);
    return task;
}

struct task *task_ref(struct task *task)
{
    atomic_fetch_add(&task->references, 1);
    return task;
}

void task_unref(struct task *task)
{
    if (!task || atomic_fetch_sub(&task->references, 1) != 1)
        return;
    if (task->release)
        task->release(task);
    free(task);
}

static void run(struct work *work)
{
    struct task_work *self = (struct task_work *)work;
    self->task->run(self->task, self->context);
}

static void release(struct work *work)
{
    task_unref(((struct task_work *)work)->task);
}

struct work *task_work(struct task *task, struct context *context)
{
    struct task_work *self =
        work_new(sizeof *self, &context->work, &context->error, task->run ? run : NULL, release);
    if (!self)
        return NULL;
    self->task = task_ref(task);
    self->context = context;
    self->work.always = task->always;
    return &self->work;
}

void task_fail(struct context *context, CUresult result)
{
    int none = CUDA_SUCCESS;
    if (result)
        atomic_compare_exchange_strong(&context->error, &none, (int)result);
}
