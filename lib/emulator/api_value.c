// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Words that a stream writes, or waits for: cuStreamWriteValue, cuStreamWaitValue and batches of
// them.
#include "emulator/stream.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POLL_MICROSECONDS = 50 };

struct value_task {
    struct task task;
    unsigned count;
    CUstreamBatchMemOpParams *operations;
};

static unsigned width_of(const CUstreamBatchMemOpParams *operation)
{
    return operation->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
                   operation->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64
               ? 8
               : 4;
}

static bool is_wait(const CUstreamBatchMemOpParams *operation)
{
    return operation->operation == CU_STREAM_MEM_OP_WAIT_VALUE_32 ||
           operation->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64;
}

static bool is_write(const CUstreamBatchMemOpParams *operation)
{
    return operation->operation == CU_STREAM_MEM_OP_WRITE_VALUE_32 ||
           operation->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
}

// With the memory's lock held: where the word is, or NULL.
static void *place_of(const CUstreamBatchMemOpParams *operation)
{
    // Both structs of the union begin alike.
    uint64_t address = operation->waitValue.address;
    const struct allocation *found = memory_find_any(address, width_of(operation));
    return found ? found->host + (address - found->base) : NULL;
}

static bool holds(uint64_t have, uint64_t want, unsigned condition, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1), mask = sign | (sign - 1);
    switch (condition & 3) {
    case CU_STREAM_WAIT_VALUE_GEQ: // the difference is positive, as a signed number
        return !((have - want) & sign);
    case CU_STREAM_WAIT_VALUE_EQ:
        return ((have ^ want) & mask) == 0;
    case CU_STREAM_WAIT_VALUE_AND:
        return (have & want & mask) != 0;
    default: // NOR
        return (~(have | want) & mask) != 0;
    }
}

static uint64_t load(void *place, unsigned width)
{
    return width == 4 ? __atomic_load_n((uint32_t *)place, __ATOMIC_ACQUIRE)
                      : __atomic_load_n((uint64_t *)place, __ATOMIC_ACQUIRE);
}

// False: the memory is gone.
static bool wait_for(const CUstreamBatchMemOpParams *operation, struct context *context)
{
    unsigned width = width_of(operation);
    uint64_t want = width == 4 ? operation->waitValue.value : operation->waitValue.value64;
    while (!api_sticky(context)) {
        memory_lock(&context->memory);
        void *place = place_of(operation);
        bool good = place && holds(load(place, width), want, operation->waitValue.flags, 8 * width);
        memory_unlock(&context->memory);
        if (!place)
            return false;
        if (good)
            break;
        usleep(POLL_MICROSECONDS);
    }
    return true;
}

static bool write_value(const CUstreamBatchMemOpParams *operation, struct context *context)
{
    memory_lock(&context->memory);
    void *place = place_of(operation);
    if (place && width_of(operation) == 4)
        __atomic_store_n((uint32_t *)place, operation->writeValue.value, __ATOMIC_RELEASE);
    else if (place)
        __atomic_store_n((uint64_t *)place, operation->writeValue.value64, __ATOMIC_RELEASE);
    memory_unlock(&context->memory);
    return place != NULL;
}

static void run(const struct task *task, struct context *context)
{
    const struct value_task *self = (const struct value_task *)task;
    bool ok = true;
    for (unsigned i = 0; i < self->count && ok; i++) {
        const CUstreamBatchMemOpParams *operation = &self->operations[i];
        if (is_wait(operation))
            ok = wait_for(operation, context);
        else if (is_write(operation))
            ok = write_value(operation, context);
    }
    if (!ok)
        task_fail(context, CUDA_ERROR_ILLEGAL_ADDRESS);
}

static void release(struct task *task)
{
    free(((struct value_task *)task)->operations);
}

static CUresult check(const CUstreamBatchMemOpParams *operation)
{
    enum { CONDITIONS = CU_STREAM_WAIT_VALUE_NOR | (int)CU_STREAM_WAIT_VALUE_FLUSH };
    if (operation->operation == CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES)
        return CUDA_ERROR_NOT_SUPPORTED; // no attribute promises it
    if (operation->operation == CU_STREAM_MEM_OP_BARRIER)
        return CUDA_SUCCESS;
    if (!is_wait(operation) && !is_write(operation))
        return CUDA_ERROR_INVALID_VALUE;
    if (is_wait(operation) && (operation->waitValue.flags & CU_STREAM_WAIT_VALUE_FLUSH))
        return CUDA_ERROR_NOT_SUPPORTED;
    if (is_wait(operation) ? (operation->waitValue.flags & ~(unsigned)CONDITIONS) != 0
                           : operation->writeValue.flags > CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER)
        return CUDA_ERROR_INVALID_VALUE;
    memory_lock(NULL);
    bool good = operation->waitValue.address % width_of(operation) == 0 && place_of(operation);
    memory_unlock(NULL);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI EXPORT cuStreamBatchMemOp_v2(CUstream handle, unsigned int count,
                                              CUstreamBatchMemOpParams *operations,
                                              unsigned int flags)
{
    enum { MOST = 256 };
    struct stream *stream;
    CUresult result = stream_find(handle, &stream);
    if (result)
        return result;
    if (!count || count > MOST || !operations || flags)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count && !result; i++)
        result = check(&operations[i]);
    if (result)
        return result;
    struct value_task *self = task_new(sizeof *self, TASK_VALUE, stream->context);
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    self->task.run = run;
    self->task.release = release;
    self->count = count;
    self->operations = malloc(count * sizeof *operations);
    if (!self->operations) {
        task_unref(&self->task);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memcpy(self->operations, operations, count * sizeof *operations);
    return stream_do(stream, &self->task, false);
}

CUresult CUDAAPI EXPORT cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address,
                                               cuuint32_t value, unsigned int flags)
{
    CUstreamBatchMemOpParams operation = {
        .waitValue = {.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32,
                      .address = address,
                      .value = value,
                      .flags = flags},
    };
    return cuStreamBatchMemOp_v2(stream, 1, &operation, 0);
}

CUresult CUDAAPI EXPORT cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr address,
                                               cuuint64_t value, unsigned int flags)
{
    CUstreamBatchMemOpParams operation = {
        .waitValue = {.operation = CU_STREAM_MEM_OP_WAIT_VALUE_64,
                      .address = address,
                      .value64 = value,
                      .flags = flags},
    };
    return cuStreamBatchMemOp_v2(stream, 1, &operation, 0);
}

CUresult CUDAAPI EXPORT cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr address,
                                                cuuint32_t value, unsigned int flags)
{
    CUstreamBatchMemOpParams operation = {
        .writeValue = {.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32,
                       .address = address,
                       .value = value,
                       .flags = flags},
    };
    return cuStreamBatchMemOp_v2(stream, 1, &operation, 0);
}

CUresult CUDAAPI EXPORT cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr address,
                                                cuuint64_t value, unsigned int flags)
{
    CUstreamBatchMemOpParams operation = {
        .writeValue = {.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64,
                       .address = address,
                       .value64 = value,
                       .flags = flags},
    };
    return cuStreamBatchMemOp_v2(stream, 1, &operation, 0);
}
