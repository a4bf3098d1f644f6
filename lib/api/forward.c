// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/device_status.h"
#include "plan/plan.h"

#include <stdio.h>
#include <string.h>

// The plan takes the public algorithm numbers as they are.
_Static_assert((int)SASSDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM ==
                       (int)CONV_IMPLICIT_PRECOMP_GEMM &&
                   (int)SASSDNN_CONVOLUTION_FWD_ALGO_WINOGRAD == (int)CONV_WINOGRAD &&
                   (int)SASSDNN_CONVOLUTION_FWD_ALGO_COUNT == (int)CONV_ALGORITHM_COUNT,
               "algorithm numbers agree");

/// Check the descriptors and the algorithm that all forward calls have in common and make the
/// problem of them.
static sassdnnStatus_t describe(sassdnnHandle_t handle, sassdnnTensorDescriptor_t xDesc,
                                sassdnnFilterDescriptor_t wDesc,
                                sassdnnConvolutionDescriptor_t convDesc,
                                sassdnnTensorDescriptor_t yDesc, sassdnnConvolutionFwdAlgo_t algo,
                                struct conv_problem *problem)
{
    if (!object_check(handle, OBJECT_HANDLE, "handle") ||
        !object_check(xDesc, OBJECT_TENSOR, "xDesc") ||
        !object_check(wDesc, OBJECT_FILTER, "wDesc") ||
        !object_check(convDesc, OBJECT_CONVOLUTION, "convDesc") ||
        !object_check(yDesc, OBJECT_TENSOR, "yDesc"))
        return SASSDNN_STATUS_BAD_PARAM;
    if ((size_t)algo >= SASSDNN_CONVOLUTION_FWD_ALGO_COUNT)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "algorithm %d is none of 0 to %d", (int)algo,
                        (int)SASSDNN_CONVOLUTION_FWD_ALGO_COUNT - 1);
    return forward_problem(convDesc, xDesc, wDesc, yDesc, problem);
}

static sassdnnStatus_t choose(const struct conv_problem *problem, sassdnnConvolutionFwdAlgo_t algo,
                              const struct solver **solver)
{
    char reason[PLAN_REASON_TEXT];
    *solver = plan_choose(problem, (enum conv_algorithm)algo, reason);
    return *solver ? SASSDNN_STATUS_SUCCESS : api_fail(SASSDNN_STATUS_NOT_SUPPORTED, "%s", reason);
}

sassdnnStatus_t sassdnnGetConvolutionForwardWorkspaceSize(
    sassdnnHandle_t handle, sassdnnTensorDescriptor_t xDesc, sassdnnFilterDescriptor_t wDesc,
    sassdnnConvolutionDescriptor_t convDesc, sassdnnTensorDescriptor_t yDesc,
    sassdnnConvolutionFwdAlgo_t algo, size_t *sizeInBytes)
{
    struct conv_problem problem;
    const struct solver *solver;
    if (!api_need((const struct argument[]){ARGUMENT(sizeInBytes), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    sassdnnStatus_t status = describe(handle, xDesc, wDesc, convDesc, yDesc, algo, &problem);
    if (status != SASSDNN_STATUS_SUCCESS ||
        (status = choose(&problem, algo, &solver)) != SASSDNN_STATUS_SUCCESS)
        return status;
    *sizeInBytes = solver->workspace(&problem);
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetConvolutionForwardKernelName(
    sassdnnHandle_t handle, sassdnnTensorDescriptor_t xDesc, sassdnnFilterDescriptor_t wDesc,
    sassdnnConvolutionDescriptor_t convDesc, sassdnnTensorDescriptor_t yDesc,
    sassdnnConvolutionFwdAlgo_t algo, char *name, size_t size)
{
    struct conv_problem problem;
    const struct solver *solver;
    if (!api_need((const struct argument[]){ARGUMENT(name), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    sassdnnStatus_t status = describe(handle, xDesc, wDesc, convDesc, yDesc, algo, &problem);
    if (status != SASSDNN_STATUS_SUCCESS ||
        (status = choose(&problem, algo, &solver)) != SASSDNN_STATUS_SUCCESS)
        return status;
    const char *kernel = kernel_manifest[solver->kernel].name;
    size_t needed = strlen(kernel) + 1;
    if (size < needed)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "the name needs %zu bytes, of %zu", needed, size);
    memcpy(name, kernel, needed);
    return SASSDNN_STATUS_SUCCESS;
}

static sassdnnStatus_t check_alignment(const char *name, const void *address,
                                       sassdnnDataType_t type)
{
    if ((uintptr_t)address % type_bytes(type) == 0)
        return SASSDNN_STATUS_SUCCESS;
    return api_fail(SASSDNN_STATUS_BAD_PARAM, "%s = %p is not aligned to the %zu bytes of %s", name,
                    address, type_bytes(type), type_name(type));
}

/// The host's alpha or beta: a double for DOUBLE tensors, else a float.
static double scale(const void *value, sassdnnDataType_t type)
{
    double result;
    float narrow;
    if (type == SASSDNN_DATA_DOUBLE) {
        memcpy(&result, value, sizeof result);
        return result;
    }
    memcpy(&narrow, value, sizeof narrow);
    return narrow;
}

static sassdnnStatus_t check_workspace(size_t needed, const void *workspace, size_t given)
{
    if (needed == 0 || (workspace && given >= needed))
        return SASSDNN_STATUS_SUCCESS;
    return api_fail(SASSDNN_STATUS_BAD_PARAM, "the workspace has %zu bytes at %p, of %zu needed",
                    given, workspace, needed);
}

sassdnnStatus_t sassdnnConvolutionForward(sassdnnHandle_t handle, const void *alpha,
                                          sassdnnTensorDescriptor_t xDesc, const void *x,
                                          sassdnnFilterDescriptor_t wDesc, const void *w,
                                          sassdnnConvolutionDescriptor_t convDesc,
                                          sassdnnConvolutionFwdAlgo_t algo, void *workSpace,
                                          size_t workSpaceSizeInBytes, const void *beta,
                                          sassdnnTensorDescriptor_t yDesc, void *y)
{
    struct conv_problem problem;
    const struct solver *solver;
    sassdnnStatus_t status = describe(handle, xDesc, wDesc, convDesc, yDesc, algo, &problem);
    if (status != SASSDNN_STATUS_SUCCESS)
        return status;
    if (!api_need((const struct argument[]){
            ARGUMENT(alpha), ARGUMENT(x), ARGUMENT(w), ARGUMENT(beta), ARGUMENT(y), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    if ((status = check_alignment("x", x, xDesc->type)) != SASSDNN_STATUS_SUCCESS ||
        (status = check_alignment("w", w, wDesc->type)) != SASSDNN_STATUS_SUCCESS ||
        (status = check_alignment("y", y, yDesc->type)) != SASSDNN_STATUS_SUCCESS)
        return status;
    if (y == x || y == w)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "y and %s are the same address %p",
                        y == x ? "x" : "w", y);
    problem.alpha = scale(alpha, yDesc->type);
    problem.beta = scale(beta, yDesc->type);
    if ((status = choose(&problem, algo, &solver)) != SASSDNN_STATUS_SUCCESS ||
        (status = check_workspace(solver->workspace(&problem), workSpace, workSpaceSizeInBytes)) !=
            SASSDNN_STATUS_SUCCESS)
        return status;
    const struct conv_buffers buffers = {
        .x = (uintptr_t)x,
        .w = (uintptr_t)w,
        .y = (uintptr_t)y,
        .workspace = (uintptr_t)workSpace,
    };
    struct launch launch;
    char text[DEVICE_ERROR_TEXT];
    solver->prepare(&problem, &buffers, &launch);
    return device_status(device_launch(handle->device, handle->stream, &launch, text), text);
}
