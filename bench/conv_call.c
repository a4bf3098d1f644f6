// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/conv_run.h"

#include <stdio.h>
#include <string.h>

static sassdnnStatus_t good(sassdnnStatus_t status, const char *call, char *error)
{
    if (status == SASSDNN_STATUS_SUCCESS)
        return status;
    char text[512];
    sassdnnGetLastErrorString(text, sizeof(text));
    snprintf(error, CONV_RUN_TEXT, "%s: %s: %s", call, sassdnnGetErrorString(status), text);
    return status;
}

// Make the API call `name(arguments)` unless an earlier one failed.
#define TRY(name, ...)                                                                             \
    (status = status == SASSDNN_STATUS_SUCCESS ? good(name(__VA_ARGS__), #name, error) : status)

static sassdnnStatus_t set_tensor(sassdnnTensorDescriptor_t tensor, const int64_t dim[4],
                                  const int64_t stride[5], char *error)
{
    return good(sassdnnSetTensor4dDescriptorEx(tensor, SASSDNN_DATA_FLOAT, (int)dim[0], (int)dim[1],
                                               (int)dim[2], (int)dim[3], (int)stride[0],
                                               (int)stride[1], (int)stride[3], (int)stride[4]),
                "sassdnnSetTensor4dDescriptorEx", error);
}

static sassdnnStatus_t set_descriptors(struct conv_call *call, char *error)
{
    const struct conv_problem *problem = &call->problem;
    sassdnnStatus_t status = SASSDNN_STATUS_SUCCESS;
    TRY(sassdnnCreateTensorDescriptor, &call->x);
    TRY(sassdnnCreateTensorDescriptor, &call->y);
    TRY(sassdnnCreateFilterDescriptor, &call->w);
    TRY(sassdnnCreateConvolutionDescriptor, &call->conv);
    if (status == SASSDNN_STATUS_SUCCESS)
        status = set_tensor(call->x, (int64_t[]){problem->n, problem->c, problem->h, problem->w},
                            problem->x_stride, error);
    if (status == SASSDNN_STATUS_SUCCESS)
        status = set_tensor(call->y, (int64_t[]){problem->n, problem->k, problem->p, problem->q},
                            problem->y_stride, error);
    TRY(sassdnnSetFilter4dDescriptor, call->w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NCHW,
        (int)problem->k, (int)(problem->c / problem->groups), (int)problem->r, (int)problem->s);
    TRY(sassdnnSetConvolution2dDescriptor, call->conv, (int)problem->pad[1], (int)problem->pad[2],
        (int)problem->stride[1], (int)problem->stride[2], (int)problem->dilation[1],
        (int)problem->dilation[2], problem->flip ? SASSDNN_CONVOLUTION : SASSDNN_CROSS_CORRELATION,
        SASSDNN_DATA_FLOAT);
    TRY(sassdnnSetConvolutionGroupCount, call->conv, (int)problem->groups);
    return status;
}

sassdnnStatus_t conv_call_open(struct conv_call *call, const struct bench_device *device,
                               const struct conv_problem *problem, char *error)
{
    *call =
        (struct conv_call){.problem = *problem, .algo = SASSDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM};
    int n = 0, k = 0, p = 0, q = 0;
    sassdnnStatus_t status = set_descriptors(call, error);
    TRY(sassdnnGetConvolution2dForwardOutputDim, call->conv, call->x, call->w, &n, &k, &p, &q);
    if (status == SASSDNN_STATUS_SUCCESS &&
        (n != problem->n || k != problem->k || p != problem->p || q != problem->q)) {
        snprintf(error, CONV_RUN_TEXT, "the library gives y as %dx%dx%dx%d, expected %dx%dx%dx%d",
                 n, k, p, q, (int)problem->n, (int)problem->k, (int)problem->p, (int)problem->q);
        status = SASSDNN_STATUS_BAD_PARAM;
    }
    TRY(sassdnnGetConvolutionForwardWorkspaceSize, device->handle, call->x, call->w, call->conv,
        call->y, call->algo, &call->workspace_bytes);
    TRY(sassdnnGetConvolutionForwardKernelName, device->handle, call->x, call->w, call->conv,
        call->y, call->algo, call->kernel, sizeof(call->kernel));
    if (status != SASSDNN_STATUS_SUCCESS)
        conv_call_close(call);
    return status;
}

void conv_call_close(struct conv_call *call)
{
    if (call->x)
        sassdnnDestroyTensorDescriptor(call->x);
    if (call->y)
        sassdnnDestroyTensorDescriptor(call->y);
    if (call->w)
        sassdnnDestroyFilterDescriptor(call->w);
    if (call->conv)
        sassdnnDestroyConvolutionDescriptor(call->conv);
    call->x = call->y = NULL;
    call->w = NULL;
    call->conv = NULL;
}
