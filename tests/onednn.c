// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "tests/onednn.h"

#include <oneapi/dnnl/dnnl.h>

#include <string.h>

#if DNNL_VERSION_MAJOR >= 3
typedef dnnl_memory_desc_t tensor_desc; // a handle
#else
typedef dnnl_memory_desc_t *tensor_desc; // a struct of ours
#endif

/// Everything that has to be freed.
struct objects {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    dnnl_primitive_desc_t primitive_desc;
    dnnl_primitive_t primitive;
    dnnl_memory_t memory[3];
    tensor_desc desc[3];
#if DNNL_VERSION_MAJOR < 3
    dnnl_memory_desc_t storage[3];
#endif
};

static void free_objects(struct objects *objects)
{
    for (int i = 0; i < 3; i++) {
        if (objects->memory[i])
            dnnl_memory_destroy(objects->memory[i]);
#if DNNL_VERSION_MAJOR >= 3
        if (objects->desc[i])
            dnnl_memory_desc_destroy(objects->desc[i]);
#endif
    }
    if (objects->primitive)
        dnnl_primitive_destroy(objects->primitive);
    if (objects->primitive_desc)
        dnnl_primitive_desc_destroy(objects->primitive_desc);
    if (objects->stream)
        dnnl_stream_destroy(objects->stream);
    if (objects->engine)
        dnnl_engine_destroy(objects->engine);
}

static bool make_desc(struct objects *objects, int index, int ndims, const dnnl_dims_t dims,
                      dnnl_format_tag_t tag)
{
#if DNNL_VERSION_MAJOR >= 3
    return dnnl_memory_desc_create_with_tag(&objects->desc[index], ndims, dims, dnnl_f32, tag) ==
           dnnl_success;
#else
    objects->desc[index] = &objects->storage[index];
    return dnnl_memory_desc_init_by_tag(objects->desc[index], ndims, dims, dnnl_f32, tag) ==
           dnnl_success;
#endif
}

static bool make_primitive(struct objects *objects, const struct conv_problem *problem)
{
    dnnl_dims_t strides = {problem->stride[1], problem->stride[2]};
    dnnl_dims_t dilates = {problem->dilation[1] - 1, problem->dilation[2] - 1};
    dnnl_dims_t before = {problem->pad[1], problem->pad[2]}, after;
    const int64_t in[] = {problem->h, problem->w}, taps[] = {problem->r, problem->s};
    const int64_t out[] = {problem->p, problem->q};
    // What is left of the padded image behind the last window does not count as padding here.
    for (int i = 0; i < 2; i++)
        after[i] =
            (out[i] - 1) * strides[i] + (taps[i] - 1) * (dilates[i] + 1) + 1 - in[i] - before[i];
#if DNNL_VERSION_MAJOR >= 3
    if (dnnl_convolution_forward_primitive_desc_create(
            &objects->primitive_desc, objects->engine, dnnl_forward_inference,
            dnnl_convolution_direct, objects->desc[0], objects->desc[1], NULL, objects->desc[2],
            strides, dilates, before, after, NULL) != dnnl_success)
        return false;
#else
    dnnl_convolution_desc_t desc;
    if (dnnl_dilated_convolution_forward_desc_init(
            &desc, dnnl_forward_inference, dnnl_convolution_direct, objects->desc[0],
            objects->desc[1], NULL, objects->desc[2], strides, dilates, before,
            after) != dnnl_success ||
        dnnl_primitive_desc_create(&objects->primitive_desc, &desc, NULL, objects->engine, NULL) !=
            dnnl_success)
        return false;
#endif
    return dnnl_primitive_create(&objects->primitive, objects->primitive_desc) == dnnl_success;
}

static bool make_memory(struct objects *objects, int index, const float *values)
{
    void *handle;
    memcpy(&handle, &values, sizeof(handle)); // oneDNN takes inputs without const
    return dnnl_memory_create(&objects->memory[index], objects->desc[index], objects->engine,
                              handle) == dnnl_success;
}

static bool run(struct objects *objects, const struct conv_problem *problem, const float *x,
                const float *w, float *y)
{
    const dnnl_dims_t x_dims = {problem->n, problem->c, problem->h, problem->w};
    const dnnl_dims_t w_dims = {problem->groups, problem->k / problem->groups,
                                problem->c / problem->groups, problem->r, problem->s};
    const dnnl_dims_t y_dims = {problem->n, problem->k, problem->p, problem->q};
    if (dnnl_engine_create(&objects->engine, dnnl_cpu, 0) != dnnl_success ||
        dnnl_stream_create(&objects->stream, objects->engine, dnnl_stream_default_flags) !=
            dnnl_success ||
        !make_desc(objects, 0, 4, x_dims, dnnl_nchw) ||
        !make_desc(objects, 1, 5, w_dims, dnnl_goihw) ||
        !make_desc(objects, 2, 4, y_dims, dnnl_nchw) || !make_primitive(objects, problem) ||
        !make_memory(objects, 0, x) || !make_memory(objects, 1, w) || !make_memory(objects, 2, y))
        return false;
    const dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, objects->memory[0]},
                                    {DNNL_ARG_WEIGHTS, objects->memory[1]},
                                    {DNNL_ARG_DST, objects->memory[2]}};
    return dnnl_primitive_execute(objects->primitive, objects->stream, 3, args) == dnnl_success &&
           dnnl_stream_wait(objects->stream) == dnnl_success;
}

bool onednn_forward(const struct conv_problem *problem, const float *x, const float *w, float *y)
{
    struct objects objects;
    memset(&objects, 0, sizeof(objects));
    bool good = run(&objects, problem, x, w, y);
    free_objects(&objects);
    return good;
}
