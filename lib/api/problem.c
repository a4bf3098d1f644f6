// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Descriptors -> conv_problem.
#include "api/api.h"
#include "plan/geometry.h"
#include "plan/problem.h"

#include <string.h>

sassdnnStatus_t forward_output_dims(const struct sassdnnConvolutionStruct *conv,
                                    const struct sassdnnTensorStruct *x,
                                    const struct sassdnnFilterStruct *w, int64_t dims[4])
{
    memset(dims, 0, 4 * sizeof dims[0]);
    if (conv->stride[0] == 0 || x->dims[0] == 0 || w->dims[0] == 0)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "the %s descriptor was created but never set",
                        conv->stride[0] == 0 ? "convolution"
                        : x->dims[0] == 0    ? "input"
                                             : "filter");
    if (x->dims[1] != (int64_t)w->dims[1] * conv->groups)
        return api_fail(SASSDNN_STATUS_BAD_PARAM,
                        "the input has C = %d but the filter has C = %d x %d groups", x->dims[1],
                        w->dims[1], conv->groups);
    dims[0] = x->dims[0];
    dims[1] = w->dims[0];
    for (int i = 0; i < 2; i++) {
        dims[2 + i] = geometry_output(x->dims[2 + i], conv->pad[i], w->dims[2 + i], conv->stride[i],
                                      conv->dilation[i]);
        if (dims[2 + i] == 0) {
            dims[2] = 0;
            return api_fail(SASSDNN_STATUS_BAD_PARAM,
                            "%s: the filter covers %lld but the padded input has only %lld",
                            i == 0 ? "height" : "width",
                            (w->dims[2 + i] - 1LL) * conv->dilation[i] + 1,
                            x->dims[2 + i] + 2LL * conv->pad[i]);
        }
    }
    return SASSDNN_STATUS_SUCCESS;
}

static enum conv_type conv_type(sassdnnDataType_t type)
{
    switch (type) {
    case SASSDNN_DATA_FLOAT:
        return CONV_F32;
    case SASSDNN_DATA_DOUBLE:
        return CONV_F64;
    case SASSDNN_DATA_HALF:
        return CONV_F16;
    case SASSDNN_DATA_BFLOAT16:
        return CONV_BF16;
    case SASSDNN_DATA_INT8:
        return CONV_S8;
    case SASSDNN_DATA_INT32:
        return CONV_S32;
    default:
        return CONV_TYPE_OTHER;
    }
}

/// The types that the convolution calls know, and vectors only in the format that is made of them.
static sassdnnStatus_t check_type(const char *name, sassdnnDataType_t type, bool vectors)
{
    if (type == SASSDNN_DATA_INT64 || type == SASSDNN_DATA_BOOLEAN ||
        type == SASSDNN_DATA_FP8_E4M3 || type == SASSDNN_DATA_FP8_E5M2)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "%s has type %s, which convolutions do not take",
                        name, type_name(type));
    if (type_vector(type) > 1 && !vectors)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "%s has type %s but not format NCHW_VECT_C", name,
                        type_name(type));
    return SASSDNN_STATUS_SUCCESS;
}

static sassdnnStatus_t check_output(const int64_t dims[4], const struct sassdnnTensorStruct *y)
{
    for (int i = 0; i < 4; i++)
        if (y->dims[i] != dims[i])
            return api_fail(SASSDNN_STATUS_BAD_PARAM,
                            "yDesc is %dx%dx%dx%d but the convolution gives %lldx%lldx%lldx%lld",
                            y->dims[0], y->dims[1], y->dims[2], y->dims[3], (long long)dims[0],
                            (long long)dims[1], (long long)dims[2], (long long)dims[3]);
    return SASSDNN_STATUS_SUCCESS;
}

/// Strides of two spatial dimensions as those of three; the depth of 1 has none.
static void spread(const int strides[4], int64_t spread_out[5])
{
    spread_out[0] = strides[0];
    spread_out[1] = strides[1];
    spread_out[2] = 0;
    spread_out[3] = strides[2];
    spread_out[4] = strides[3];
}

sassdnnStatus_t forward_problem(const struct sassdnnConvolutionStruct *conv,
                                const struct sassdnnTensorStruct *x,
                                const struct sassdnnFilterStruct *w,
                                const struct sassdnnTensorStruct *y, struct conv_problem *problem)
{
    int64_t dims[4];
    sassdnnStatus_t status;
    if ((status = forward_output_dims(conv, x, w, dims)) != SASSDNN_STATUS_SUCCESS ||
        (status = check_output(dims, y)) != SASSDNN_STATUS_SUCCESS ||
        (status = check_type("xDesc", x->type, x->vectors)) != SASSDNN_STATUS_SUCCESS ||
        (status = check_type("wDesc", w->type, w->format == SASSDNN_TENSOR_NCHW_VECT_C)) !=
            SASSDNN_STATUS_SUCCESS ||
        (status = check_type("yDesc", y->type, y->vectors)) != SASSDNN_STATUS_SUCCESS)
        return status;
    *problem = (struct conv_problem){
        .direction = CONV_FORWARD,
        .x_type = conv_type(x->type),
        .w_type = conv_type(w->type),
        .y_type = conv_type(y->type),
        .compute_type = conv_type(conv->compute_type),
        .n = x->dims[0],
        .c = x->dims[1],
        .d = 1,
        .h = x->dims[2],
        .w = x->dims[3],
        .k = w->dims[0],
        .t = 1,
        .r = w->dims[2],
        .s = w->dims[3],
        .o = 1,
        .p = dims[2],
        .q = dims[3],
        .pad = {0, conv->pad[0], conv->pad[1]},
        .stride = {1, conv->stride[0], conv->stride[1]},
        .dilation = {1, conv->dilation[0], conv->dilation[1]},
        .groups = conv->groups,
        .flip = conv->mode == SASSDNN_CONVOLUTION,
        .alpha = 1,
        .beta = 0,
    };
    spread(x->strides, problem->x_stride);
    spread(w->strides, problem->w_stride);
    spread(y->strides, problem->y_stride);
    char text[GEOMETRY_TEXT];
    if (!geometry_check(problem, text))
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "%s", text);
    return SASSDNN_STATUS_SUCCESS;
}
