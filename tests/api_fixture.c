// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "tests/api_fixture.h"

#include <string.h>

void expect(sassdnnStatus_t status, sassdnnStatus_t expected, const char *part, const char *call)
{
    char text[1024];
    sassdnnGetLastErrorString(text, sizeof text);
    if (status != expected)
        fail_msg("%s: %s (%s), expected %s", call, sassdnnGetErrorString(status), text,
                 sassdnnGetErrorString(expected));
    if (!strstr(text, part) || (status != SASSDNN_STATUS_SUCCESS && !text[0]))
        fail_msg("%s: last error \"%s\" does not contain \"%s\"", call, text, part);
}

void set_all(const struct fixture *f)
{
    GOOD(sassdnnSetTensor4dDescriptor(f->x, SASSDNN_TENSOR_NCHW, SASSDNN_DATA_FLOAT, 2, 4, 5, 6));
    GOOD(sassdnnSetTensor4dDescriptor(f->y, SASSDNN_TENSOR_NCHW, SASSDNN_DATA_FLOAT, 2, 6, 5, 6));
    GOOD(sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NCHW, 6, 4, 3, 3));
    GOOD(sassdnnSetConvolution2dDescriptor(f->conv, 1, 1, 1, 1, 1, 1, SASSDNN_CROSS_CORRELATION,
                                           SASSDNN_DATA_FLOAT));
    GOOD(sassdnnSetConvolutionGroupCount(f->conv, 1));
}

int create_descriptors(void **state)
{
    static struct fixture f;
    memset(&f, 0, sizeof f);
    GOOD(sassdnnCreateTensorDescriptor(&f.x));
    GOOD(sassdnnCreateTensorDescriptor(&f.y));
    GOOD(sassdnnCreateFilterDescriptor(&f.w));
    GOOD(sassdnnCreateConvolutionDescriptor(&f.conv));
    *state = &f;
    return 0;
}

int destroy_descriptors(void **state)
{
    struct fixture *f = *state;
    GOOD(sassdnnDestroyTensorDescriptor(f->x));
    GOOD(sassdnnDestroyTensorDescriptor(f->y));
    GOOD(sassdnnDestroyFilterDescriptor(f->w));
    GOOD(sassdnnDestroyConvolutionDescriptor(f->conv));
    return 0;
}

sassdnnStatus_t set_tensor(sassdnnTensorDescriptor_t tensor, int format, int type, int n, int c,
                           int h, int w)
{
    return sassdnnSetTensor4dDescriptor(tensor, (sassdnnTensorFormat_t)format,
                                        (sassdnnDataType_t)type, n, c, h, w);
}

void expect_output(const struct fixture *f, sassdnnStatus_t expected, const char *part,
                   const int dims[4])
{
    int got[4] = {-7, -7, -7, -7};
    expect(sassdnnGetConvolution2dForwardOutputDim(f->conv, f->x, f->w, &got[0], &got[1], &got[2],
                                                   &got[3]),
           expected, part, "sassdnnGetConvolution2dForwardOutputDim");
    assert_memory_equal(got, dims, sizeof got);
}
