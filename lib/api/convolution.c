// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "api/api.h"

#include <limits.h>

sassdnnStatus_t sassdnnCreateConvolutionDescriptor(sassdnnConvolutionDescriptor_t *convDesc)
{
    if (!api_need((const struct argument[]){ARGUMENT(convDesc), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *convDesc = object_create(OBJECT_CONVOLUTION, sizeof **convDesc);
    if (!*convDesc)
        return SASSDNN_STATUS_ALLOC_FAILED;
    (*convDesc)->mode = SASSDNN_CONVOLUTION;
    (*convDesc)->compute_type = SASSDNN_DATA_FLOAT;
    (*convDesc)->math_type = SASSDNN_DEFAULT_MATH;
    (*convDesc)->groups = 1;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnDestroyConvolutionDescriptor(sassdnnConvolutionDescriptor_t convDesc)
{
    return object_destroy(convDesc, OBJECT_CONVOLUTION, "convDesc");
}

sassdnnStatus_t sassdnnSetConvolution2dDescriptor(sassdnnConvolutionDescriptor_t convDesc,
                                                  int pad_h, int pad_w, int u, int v,
                                                  int dilation_h, int dilation_w,
                                                  sassdnnConvolutionMode_t mode,
                                                  sassdnnDataType_t computeType)
{
    if (!object_check(convDesc, OBJECT_CONVOLUTION, "convDesc"))
        return SASSDNN_STATUS_BAD_PARAM;
    if (pad_h < 0 || pad_w < 0)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "pads of %d and %d, at least 0 each", pad_h,
                        pad_w);
    if (u < 1 || v < 1)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "strides of %d and %d, at least 1 each", u, v);
    if (dilation_h < 1 || dilation_w < 1)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "dilations of %d and %d, at least 1 each",
                        dilation_h, dilation_w);
    if (mode != SASSDNN_CONVOLUTION && mode != SASSDNN_CROSS_CORRELATION)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "unknown convolution mode %d", (int)mode);
    if (computeType != SASSDNN_DATA_FLOAT && computeType != SASSDNN_DATA_HALF &&
        computeType != SASSDNN_DATA_DOUBLE && computeType != SASSDNN_DATA_INT32)
        return api_fail(SASSDNN_STATUS_BAD_PARAM,
                        "compute type %d is none of FLOAT, HALF, DOUBLE and INT32",
                        (int)computeType);
    convDesc->pad[0] = pad_h;
    convDesc->pad[1] = pad_w;
    convDesc->stride[0] = u;
    convDesc->stride[1] = v;
    convDesc->dilation[0] = dilation_h;
    convDesc->dilation[1] = dilation_w;
    convDesc->mode = mode;
    convDesc->compute_type = computeType;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetConvolution2dDescriptor(sassdnnConvolutionDescriptor_t convDesc,
                                                  int *pad_h, int *pad_w, int *u, int *v,
                                                  int *dilation_h, int *dilation_w,
                                                  sassdnnConvolutionMode_t *mode,
                                                  sassdnnDataType_t *computeType)
{
    if (!object_check(convDesc, OBJECT_CONVOLUTION, "convDesc") ||
        !api_need((const struct argument[]){ARGUMENT(pad_h),
                                            ARGUMENT(pad_w),
                                            ARGUMENT(u),
                                            ARGUMENT(v),
                                            ARGUMENT(dilation_h),
                                            ARGUMENT(dilation_w),
                                            ARGUMENT(mode),
                                            ARGUMENT(computeType),
                                            {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *pad_h = convDesc->pad[0];
    *pad_w = convDesc->pad[1];
    *u = convDesc->stride[0];
    *v = convDesc->stride[1];
    *dilation_h = convDesc->dilation[0];
    *dilation_w = convDesc->dilation[1];
    *mode = convDesc->mode;
    *computeType = convDesc->compute_type;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnSetConvolutionGroupCount(sassdnnConvolutionDescriptor_t convDesc,
                                                int groupCount)
{
    if (!object_check(convDesc, OBJECT_CONVOLUTION, "convDesc"))
        return SASSDNN_STATUS_BAD_PARAM;
    if (groupCount < 1)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "%d groups, at least 1", groupCount);
    convDesc->groups = groupCount;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetConvolutionGroupCount(sassdnnConvolutionDescriptor_t convDesc,
                                                int *groupCount)
{
    if (!object_check(convDesc, OBJECT_CONVOLUTION, "convDesc") ||
        !api_need((const struct argument[]){ARGUMENT(groupCount), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *groupCount = convDesc->groups;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnSetConvolutionMathType(sassdnnConvolutionDescriptor_t convDesc,
                                              sassdnnMathType_t mathType)
{
    if (!object_check(convDesc, OBJECT_CONVOLUTION, "convDesc"))
        return SASSDNN_STATUS_BAD_PARAM;
    if ((size_t)mathType > SASSDNN_FMA_MATH)
        return api_fail(SASSDNN_STATUS_BAD_PARAM, "unknown math type %d", (int)mathType);
    convDesc->math_type = mathType;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetConvolutionMathType(sassdnnConvolutionDescriptor_t convDesc,
                                              sassdnnMathType_t *mathType)
{
    if (!object_check(convDesc, OBJECT_CONVOLUTION, "convDesc") ||
        !api_need((const struct argument[]){ARGUMENT(mathType), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    *mathType = convDesc->math_type;
    return SASSDNN_STATUS_SUCCESS;
}

sassdnnStatus_t sassdnnGetConvolution2dForwardOutputDim(sassdnnConvolutionDescriptor_t convDesc,
                                                        sassdnnTensorDescriptor_t inputTensorDesc,
                                                        sassdnnFilterDescriptor_t filterDesc,
                                                        int *n, int *c, int *h, int *w)
{
    if (!object_check(convDesc, OBJECT_CONVOLUTION, "convDesc") ||
        !object_check(inputTensorDesc, OBJECT_TENSOR, "inputTensorDesc") ||
        !object_check(filterDesc, OBJECT_FILTER, "filterDesc") ||
        !api_need(
            (const struct argument[]){ARGUMENT(n), ARGUMENT(c), ARGUMENT(h), ARGUMENT(w), {0}}))
        return SASSDNN_STATUS_BAD_PARAM;
    int64_t dims[4];
    sassdnnStatus_t status = forward_output_dims(convDesc, inputTensorDesc, filterDesc, dims);
    // N and K are ints already.
    if (dims[2] > INT_MAX || dims[3] > INT_MAX)
        return api_fail(SASSDNN_STATUS_NOT_SUPPORTED,
                        "the output has %lld rows and %lld columns, of 2147483647",
                        (long long)dims[2], (long long)dims[3]);
    *n = (int)dims[0];
    *c = (int)dims[1];
    *h = (int)dims[2];
    *w = (int)dims[3];
    return status;
}
