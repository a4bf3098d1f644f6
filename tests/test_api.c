// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The public calls as a caller sees them, through libsassdnn.so: what they store, what they refuse,
// with which status and which last-error text. The handle tests run on a GPU or on the emulated
// one, whose path is in the environment variable SASSDNN_EMULATOR.
#include "driver/driver.h"
#include "sassdnn/sassdnn.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect(sassdnnStatus_t status, sassdnnStatus_t expected, const char *part,
                   const char *call)
{
    char text[1024];
    sassdnnGetLastErrorString(text, sizeof text);
    if (status != expected)
        fail_msg("%s: %s (%s), expected %s", call, sassdnnGetErrorString(status), text,
                 sassdnnGetErrorString(expected));
    if (!strstr(text, part) || (status != SASSDNN_STATUS_SUCCESS && !text[0]))
        fail_msg("%s: last error \"%s\" does not contain \"%s\"", call, text, part);
}
#define EXPECT(expected, part, call) expect(call, SASSDNN_STATUS_##expected, part, #call)
#define GOOD(call) EXPECT(SUCCESS, "", call)
#define BAD(part, call) EXPECT(BAD_PARAM, part, call)

/// Descriptors of one convolution: x 2x4x5x6, w 6x4x3x3, pad 1, y 2x6x5x6.
struct fixture {
    sassdnnTensorDescriptor_t x, y;
    sassdnnFilterDescriptor_t w;
    sassdnnConvolutionDescriptor_t conv;
    sassdnnHandle_t handle;
    const struct driver *driver;
    CUdeviceptr data[3]; ///< x, w, y
};

enum { X_FLOATS = 2 * 4 * 5 * 6, W_FLOATS = 6 * 4 * 3 * 3, Y_FLOATS = 2 * 6 * 5 * 6 };

static void set_all(const struct fixture *f)
{
    GOOD(sassdnnSetTensor4dDescriptor(f->x, SASSDNN_TENSOR_NCHW, SASSDNN_DATA_FLOAT, 2, 4, 5, 6));
    GOOD(sassdnnSetTensor4dDescriptor(f->y, SASSDNN_TENSOR_NCHW, SASSDNN_DATA_FLOAT, 2, 6, 5, 6));
    GOOD(sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NCHW, 6, 4, 3, 3));
    GOOD(sassdnnSetConvolution2dDescriptor(f->conv, 1, 1, 1, 1, 1, 1, SASSDNN_CROSS_CORRELATION,
                                           SASSDNN_DATA_FLOAT));
    GOOD(sassdnnSetConvolutionGroupCount(f->conv, 1));
}

static int create_descriptors(void **state)
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

static int destroy_descriptors(void **state)
{
    struct fixture *f = *state;
    GOOD(sassdnnDestroyTensorDescriptor(f->x));
    GOOD(sassdnnDestroyTensorDescriptor(f->y));
    GOOD(sassdnnDestroyFilterDescriptor(f->w));
    GOOD(sassdnnDestroyConvolutionDescriptor(f->conv));
    return 0;
}

static int create_handle(void **state)
{
    char text[DRIVER_ERROR_TEXT];
    create_descriptors(state);
    struct fixture *f = *state;
    f->driver = driver_get_or_emulator(text);
    if (!f->driver)
        fail_msg("no GPU and no emulated GPU: %s", text);
    GOOD(sassdnnCreate(&f->handle));
    set_all(f);
    static const size_t floats[] = {X_FLOATS, W_FLOATS, Y_FLOATS};
    for (int i = 0; i < 3; i++)
        assert_int_equal(f->driver->cuMemAlloc_v2(&f->data[i], floats[i] * sizeof(float)),
                         CUDA_SUCCESS);
    return 0;
}

static int destroy_handle(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 3; i++)
        assert_int_equal(f->driver->cuMemFree_v2(f->data[i]), CUDA_SUCCESS);
    GOOD(sassdnnDestroy(f->handle));
    return destroy_descriptors(state);
}

// Library

static void version_and_names(void **state)
{
    (void)state;
    assert_int_equal(sassdnnGetVersion(), SASSDNN_VERSION);
    static const struct {
        int status;
        const char *name;
    } names[] = {
        {0, "SASSDNN_STATUS_SUCCESS"},
        {1001, "SASSDNN_STATUS_NOT_INITIALIZED"},
        {2000, "SASSDNN_STATUS_BAD_PARAM"},
        {2012, "SASSDNN_STATUS_BAD_PARAM_DESCRIPTOR_TYPE"},
        {3000, "SASSDNN_STATUS_NOT_SUPPORTED"},
        {3007, "SASSDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH"},
        {4003, "SASSDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED"},
        {5004, "SASSDNN_STATUS_EXECUTION_FAILED_CURAND"},
        {1, "SASSDNN_UNKNOWN_STATUS"},
        {-1, "SASSDNN_UNKNOWN_STATUS"},
        {5005, "SASSDNN_UNKNOWN_STATUS"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(sassdnnGetErrorString((sassdnnStatus_t)names[i].status), names[i].name);
    // Every number of the table has a name of its own, and no other number has one.
    static const int ranges[][2] = {
        {1001, 1008}, {2000, 2012}, {3000, 3014}, {4000, 4006}, {5000, 5004}};
    int named = 0, expected = 1;
    for (int number = 0; number < 6000; number++)
        named +=
            strcmp(sassdnnGetErrorString((sassdnnStatus_t)number), "SASSDNN_UNKNOWN_STATUS") != 0;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        expected += ranges[i][1] - ranges[i][0] + 1;
    assert_int_equal(named, expected);
}

static void *fail_in_another_thread(void *unused)
{
    (void)unused;
    sassdnnCreateTensorDescriptor(NULL);
    return NULL;
}

static void last_error_is_per_thread_and_cleared_by_reading(void **state)
{
    (void)state;
    char text[64] = "x", cut[9];
    sassdnnGetLastErrorString(text, sizeof text);
    assert_string_equal(text, "");
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, fail_in_another_thread, NULL), 0);
    pthread_join(thread, NULL);
    sassdnnGetLastErrorString(text, sizeof text);
    assert_string_equal(text, "");
    assert_int_equal(sassdnnCreateTensorDescriptor(NULL), SASSDNN_STATUS_BAD_PARAM);
    sassdnnGetLastErrorString(NULL, sizeof text);
    sassdnnGetLastErrorString(cut, 0);
    sassdnnGetLastErrorString(cut, sizeof cut);
    assert_string_equal(cut, "tensorDe");
    sassdnnGetLastErrorString(text, sizeof text);
    assert_string_equal(text, "");
}

// Objects

static void null_is_a_status(void **state)
{
    struct fixture *f = *state;
    sassdnnDataType_t type;
    sassdnnTensorFormat_t format;
    int i;
    size_t size;
    BAD("handle is NULL", sassdnnCreate(NULL));
    BAD("tensorDesc is NULL", sassdnnCreateTensorDescriptor(NULL));
    BAD("filterDesc is NULL", sassdnnCreateFilterDescriptor(NULL));
    BAD("convDesc is NULL", sassdnnCreateConvolutionDescriptor(NULL));
    GOOD(sassdnnDestroy(NULL));
    GOOD(sassdnnDestroyTensorDescriptor(NULL));
    GOOD(sassdnnDestroyFilterDescriptor(NULL));
    GOOD(sassdnnDestroyConvolutionDescriptor(NULL));
    BAD("handle is NULL", sassdnnSetStream(NULL, NULL));
    BAD("handle is NULL", sassdnnGetStream(NULL, NULL));
    BAD("tensorDesc is NULL",
        sassdnnSetTensor4dDescriptor(NULL, SASSDNN_TENSOR_NCHW, SASSDNN_DATA_FLOAT, 1, 1, 1, 1));
    BAD("tensorDesc is NULL",
        sassdnnSetTensor4dDescriptorEx(NULL, SASSDNN_DATA_FLOAT, 1, 1, 1, 1, 1, 1, 1, 1));
    BAD("hStride is NULL",
        sassdnnGetTensor4dDescriptor(f->x, &type, &i, &i, &i, &i, &i, &i, NULL, &i));
    BAD("dataType is NULL",
        sassdnnGetTensor4dDescriptor(f->x, NULL, &i, &i, &i, &i, &i, &i, &i, &i));
    BAD("size is NULL", sassdnnGetTensorSizeInBytes(f->x, NULL));
    BAD("tensorDesc is NULL", sassdnnGetTensorSizeInBytes(NULL, &size));
    BAD("filterDesc is NULL",
        sassdnnSetFilter4dDescriptor(NULL, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NCHW, 1, 1, 1, 1));
    BAD("format is NULL", sassdnnGetFilter4dDescriptor(f->w, &type, NULL, &i, &i, &i, &i));
    BAD("k is NULL", sassdnnGetFilter4dDescriptor(f->w, &type, &format, NULL, &i, &i, &i));
    BAD("size is NULL", sassdnnGetFilterSizeInBytes(f->w, NULL));
    BAD("convDesc is NULL",
        sassdnnSetConvolution2dDescriptor(NULL, 0, 0, 1, 1, 1, 1, SASSDNN_CROSS_CORRELATION,
                                          SASSDNN_DATA_FLOAT));
    BAD("mode is NULL",
        sassdnnGetConvolution2dDescriptor(f->conv, &i, &i, &i, &i, &i, &i, NULL, &type));
    BAD("groupCount is NULL", sassdnnGetConvolutionGroupCount(f->conv, NULL));
    BAD("mathType is NULL", sassdnnGetConvolutionMathType(f->conv, NULL));
    BAD("inputTensorDesc is NULL",
        sassdnnGetConvolution2dForwardOutputDim(f->conv, NULL, f->w, &i, &i, &i, &i));
    BAD("h is NULL",
        sassdnnGetConvolution2dForwardOutputDim(f->conv, f->x, f->w, &i, &i, NULL, &i));
    BAD("handle is NULL",
        sassdnnGetConvolutionForwardWorkspaceSize(NULL, f->x, f->w, f->conv, f->y, 0, &size));
    BAD("handle is NULL", sassdnnConvolutionForward(NULL, NULL, f->x, NULL, f->w, NULL, f->conv, 0,
                                                    NULL, 0, NULL, f->y, NULL));
    char name[8];
    BAD("handle is NULL", sassdnnGetConvolutionForwardKernelName(NULL, f->x, f->w, f->conv, f->y, 0,
                                                                 name, sizeof name));
}

static void pointers_that_are_no_live_object_are_refused(void **state)
{
    struct fixture *f = *state;
    size_t size;
    int foreign = 0;
    // One after the other, because the next may get the memory of the last.
    sassdnnTensorDescriptor_t gone;
    GOOD(sassdnnCreateTensorDescriptor(&gone));
    GOOD(sassdnnDestroyTensorDescriptor(gone));
    BAD("not alive", sassdnnGetTensorSizeInBytes(gone, &size));
    BAD("not alive", sassdnnDestroyTensorDescriptor(gone));
    BAD("not alive", sassdnnGetTensorSizeInBytes((sassdnnTensorDescriptor_t)&foreign, &size));
    BAD("not alive", sassdnnDestroy((sassdnnHandle_t)&foreign));
    BAD("is a filter descriptor; expected a tensor descriptor",
        sassdnnGetTensorSizeInBytes((sassdnnTensorDescriptor_t)f->w, &size));
    BAD("is a tensor descriptor; expected a convolution descriptor",
        sassdnnDestroyConvolutionDescriptor((sassdnnConvolutionDescriptor_t)f->x));
    BAD("is a convolution descriptor; expected a handle",
        sassdnnSetStream((sassdnnHandle_t)f->conv, NULL));
    GOOD(sassdnnGetTensorSizeInBytes(f->x, &size));
}

static void many_descriptors_live_at_once(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    static sassdnnFilterDescriptor_t many[COUNT];
    size_t size;
    for (int i = 0; i < COUNT; i++) {
        GOOD(sassdnnCreateFilterDescriptor(&many[i]));
        GOOD(sassdnnSetFilter4dDescriptor(many[i], SASSDNN_DATA_HALF, SASSDNN_TENSOR_NCHW, i + 1, 1,
                                          1, 1));
    }
    for (int i = 0; i < COUNT; i += 2)
        GOOD(sassdnnDestroyFilterDescriptor(many[i]));
    for (int i = 1; i < COUNT; i += 2) {
        GOOD(sassdnnGetFilterSizeInBytes(many[i], &size));
        assert_int_equal(size, 2 * (i + 1));
        GOOD(sassdnnDestroyFilterDescriptor(many[i]));
    }
}

// Tensor

static void expect_tensor(sassdnnTensorDescriptor_t tensor, sassdnnDataType_t type,
                          const int dims[4], const int strides[4], size_t bytes)
{
    sassdnnDataType_t got_type;
    int got[4], got_strides[4];
    size_t size;
    GOOD(sassdnnGetTensor4dDescriptor(tensor, &got_type, &got[0], &got[1], &got[2], &got[3],
                                      &got_strides[0], &got_strides[1], &got_strides[2],
                                      &got_strides[3]));
    assert_int_equal(got_type, type);
    assert_memory_equal(got, dims, sizeof got);
    assert_memory_equal(got_strides, strides, sizeof got_strides);
    GOOD(sassdnnGetTensorSizeInBytes(tensor, &size));
    assert_int_equal(size, bytes);
}

static void tensors_keep_what_was_set(void **state)
{
    struct fixture *f = *state;
    expect_tensor(f->x, SASSDNN_DATA_FLOAT, (int[]){0, 0, 0, 0}, (int[]){0, 0, 0, 0}, 0);
    static const struct {
        sassdnnTensorFormat_t format;
        sassdnnDataType_t type;
        int dims[4], strides[4];
        size_t bytes;
    } cases[] = {
        {SASSDNN_TENSOR_NCHW, SASSDNN_DATA_FLOAT, {2, 3, 4, 5}, {60, 20, 5, 1}, 480},
        {SASSDNN_TENSOR_NHWC, SASSDNN_DATA_HALF, {2, 3, 4, 5}, {60, 1, 15, 3}, 240},
        {SASSDNN_TENSOR_NCHW_VECT_C, SASSDNN_DATA_INT8x4, {1, 8, 3, 4}, {24, 12, 4, 1}, 96},
        {SASSDNN_TENSOR_NCHW_VECT_C, SASSDNN_DATA_INT8x32, {1, 64, 3, 4}, {24, 12, 4, 1}, 768},
        {SASSDNN_TENSOR_NCHW, SASSDNN_DATA_INT8x4, {1, 2, 1, 1}, {2, 1, 1, 1}, 8},
        {SASSDNN_TENSOR_NCHW,
         SASSDNN_DATA_DOUBLE,
         {1, INT_MAX, 1, 1},
         {INT_MAX, 1, 1, 1},
         (size_t)INT_MAX * 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int *d = cases[i].dims;
        GOOD(sassdnnSetTensor4dDescriptor(f->x, cases[i].format, cases[i].type, d[0], d[1], d[2],
                                          d[3]));
        expect_tensor(f->x, cases[i].type, d, cases[i].strides, cases[i].bytes);
    }
    // Gaps, overlaps and negative strides are the caller's; size-1 dimensions have no stride.
    GOOD(sassdnnSetTensor4dDescriptorEx(f->x, SASSDNN_DATA_FLOAT, 1, 3, 4, 5, 0, 100, 10, -2));
    expect_tensor(f->x, SASSDNN_DATA_FLOAT, (int[]){1, 3, 4, 5}, (int[]){0, 100, 10, -2},
                  4 * (1 + 200 + 30 + 8));
    GOOD(sassdnnSetTensor4dDescriptorEx(f->x, SASSDNN_DATA_FLOAT, 2, 2, 2, 2, 1, 1, 1, INT_MIN));
    GOOD(sassdnnSetTensor4dDescriptorEx(f->x, SASSDNN_DATA_HALF, 2, 1, 1, 1, INT_MAX, 1, 1, 1));
    expect_tensor(f->x, SASSDNN_DATA_HALF, (int[]){2, 1, 1, 1}, (int[]){INT_MAX, 1, 1, 1},
                  ((size_t)INT_MAX + 1) * 2);
}

static sassdnnStatus_t set_tensor(sassdnnTensorDescriptor_t tensor, int format, int type, int n,
                                  int c, int h, int w)
{
    return sassdnnSetTensor4dDescriptor(tensor, (sassdnnTensorFormat_t)format,
                                        (sassdnnDataType_t)type, n, c, h, w);
}

static void tensor_misuse(void **state)
{
    struct fixture *f = *state;
    const int f32 = SASSDNN_DATA_FLOAT, vect = SASSDNN_TENSOR_NCHW_VECT_C;
    set_all(f);
    for (int bad = 0; bad >= -1; bad--) {
        BAD("each at least 1", set_tensor(f->x, 0, f32, bad, 1, 1, 1));
        BAD("each at least 1", set_tensor(f->x, 0, f32, 1, bad, 1, 1));
        BAD("each at least 1", set_tensor(f->x, 0, f32, 1, 1, bad, 1));
        BAD("each at least 1", set_tensor(f->x, 0, f32, 1, 1, 1, bad));
        BAD("each at least 1",
            sassdnnSetTensor4dDescriptorEx(f->x, SASSDNN_DATA_FLOAT, 1, 1, bad, 1, 1, 1, 1, 1));
    }
    BAD("unknown format 3", set_tensor(f->x, 3, f32, 1, 1, 1, 1));
    BAD("unknown format -1", set_tensor(f->x, -1, f32, 1, 1, 1, 1));
    BAD("unknown data type 99", set_tensor(f->x, 0, 99, 1, 1, 1, 1));
    BAD("unknown data type -1", set_tensor(f->x, 0, -1, 1, 1, 1, 1));
    BAD("unknown data type 99",
        sassdnnSetTensor4dDescriptorEx(f->x, (sassdnnDataType_t)99, 1, 1, 1, 1, 1, 1, 1, 1));
    BAD("no vector type", set_tensor(f->x, vect, f32, 1, 4, 1, 1));
    BAD("C = 6 is no multiple of 4", set_tensor(f->x, vect, SASSDNN_DATA_INT8x4, 1, 6, 1, 1));
    BAD("C = 36 is no multiple of 32", set_tensor(f->x, vect, SASSDNN_DATA_INT8x32, 1, 36, 1, 1));
    EXPECT(NOT_SUPPORTED, "1x128x4096x4096 is more than 2147483647 elements",
           set_tensor(f->x, 0, f32, 1, 128, 4096, 4096));
    EXPECT(NOT_SUPPORTED, "more than 2147483647 elements",
           set_tensor(f->x, SASSDNN_TENSOR_NHWC, f32, INT_MAX, INT_MAX, INT_MAX, INT_MAX));
    BAD("stride of 0",
        sassdnnSetTensor4dDescriptorEx(f->x, SASSDNN_DATA_FLOAT, 2, 3, 4, 5, 60, 20, 0, 1));
    EXPECT(NOT_SUPPORTED, "2^62 bytes",
           sassdnnSetTensor4dDescriptorEx(f->x, SASSDNN_DATA_FLOAT, INT_MAX, 1, 1, 1, INT_MIN, 1, 1,
                                          1));
    EXPECT(NOT_SUPPORTED, "2^62 bytes",
           sassdnnSetTensor4dDescriptorEx(f->x, SASSDNN_DATA_INT8, INT_MAX, INT_MAX, INT_MAX,
                                          INT_MAX, INT_MIN, INT_MIN, INT_MIN, INT_MIN));
    // Refused calls left the descriptor as it was.
    expect_tensor(f->x, SASSDNN_DATA_FLOAT, (int[]){2, 4, 5, 6}, (int[]){120, 30, 6, 1}, 960);
}

// Filter

static void filters(void **state)
{
    struct fixture *f = *state;
    sassdnnDataType_t type;
    sassdnnTensorFormat_t format;
    int dims[4];
    size_t size;
    GOOD(sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_DOUBLE, SASSDNN_TENSOR_NHWC, 2, 3, 4, 5));
    GOOD(
        sassdnnGetFilter4dDescriptor(f->w, &type, &format, &dims[0], &dims[1], &dims[2], &dims[3]));
    assert_int_equal(type, SASSDNN_DATA_DOUBLE);
    assert_int_equal(format, SASSDNN_TENSOR_NHWC);
    assert_memory_equal(dims, ((int[]){2, 3, 4, 5}), sizeof dims);
    GOOD(sassdnnGetFilterSizeInBytes(f->w, &size));
    assert_int_equal(size, 960);
    GOOD(sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_INT8x4, SASSDNN_TENSOR_NCHW, 1, 3, 1, 1));
    GOOD(sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_INT8x4, SASSDNN_TENSOR_NCHW_VECT_C, 2, 3,
                                      1, 1));
    GOOD(sassdnnGetFilterSizeInBytes(f->w, &size));
    assert_int_equal(size, 8);
    BAD("each at least 1",
        sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NCHW, 1, 0, 1, 1));
    BAD("unknown data type 14",
        sassdnnSetFilter4dDescriptor(f->w, (sassdnnDataType_t)14, SASSDNN_TENSOR_NCHW, 1, 1, 1, 1));
    BAD("unknown format 3", sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_FLOAT,
                                                         (sassdnnTensorFormat_t)3, 1, 1, 1, 1));
    EXPECT(NOT_SUPPORTED, "more than 2147483647",
           sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NCHW, 1 << 16,
                                        1 << 15, 1, 1));
}

// Convolution

static void expect_convolution(sassdnnConvolutionDescriptor_t conv, const int values[6], int mode,
                               int type)
{
    int got[6];
    sassdnnConvolutionMode_t got_mode;
    sassdnnDataType_t got_type;
    GOOD(sassdnnGetConvolution2dDescriptor(conv, &got[0], &got[1], &got[2], &got[3], &got[4],
                                           &got[5], &got_mode, &got_type));
    assert_memory_equal(got, values, sizeof got);
    assert_int_equal(got_mode, mode);
    assert_int_equal(got_type, type);
}

static void convolutions(void **state)
{
    struct fixture *f = *state;
    sassdnnMathType_t math;
    int groups;
    expect_convolution(f->conv, (int[]){0, 0, 0, 0, 0, 0}, SASSDNN_CONVOLUTION, SASSDNN_DATA_FLOAT);
    GOOD(sassdnnGetConvolutionGroupCount(f->conv, &groups));
    GOOD(sassdnnGetConvolutionMathType(f->conv, &math));
    assert_int_equal(groups, 1);
    assert_int_equal(math, SASSDNN_DEFAULT_MATH);
    GOOD(sassdnnSetConvolutionGroupCount(f->conv, 3));
    GOOD(sassdnnSetConvolutionMathType(f->conv, SASSDNN_FMA_MATH));
    // Setting the rest keeps both.
    GOOD(sassdnnSetConvolution2dDescriptor(f->conv, 1, 2, 3, 4, 5, 6, SASSDNN_CROSS_CORRELATION,
                                           SASSDNN_DATA_HALF));
    expect_convolution(f->conv, (int[]){1, 2, 3, 4, 5, 6}, SASSDNN_CROSS_CORRELATION,
                       SASSDNN_DATA_HALF);
    GOOD(sassdnnGetConvolutionGroupCount(f->conv, &groups));
    GOOD(sassdnnGetConvolutionMathType(f->conv, &math));
    assert_int_equal(groups, 3);
    assert_int_equal(math, SASSDNN_FMA_MATH);
}

static sassdnnStatus_t set_convolution(sassdnnConvolutionDescriptor_t conv, const int values[6],
                                       int mode, int type)
{
    return sassdnnSetConvolution2dDescriptor(conv, values[0], values[1], values[2], values[3],
                                             values[4], values[5], (sassdnnConvolutionMode_t)mode,
                                             (sassdnnDataType_t)type);
}

static void convolution_misuse(void **state)
{
    struct fixture *f = *state;
    const int good[6] = {1, 1, 1, 1, 1, 1};
    set_all(f);
    static const char *const parts[] = {"pads",    "pads",      "strides",
                                        "strides", "dilations", "dilations"};
    for (int i = 0; i < 6; i++) {
        int bad[6];
        memcpy(bad, good, sizeof bad);
        bad[i] = i < 2 ? -1 : 0;
        BAD(parts[i], set_convolution(f->conv, bad, 1, SASSDNN_DATA_FLOAT));
    }
    BAD("mode 2", set_convolution(f->conv, good, 2, SASSDNN_DATA_FLOAT));
    BAD("mode -1", set_convolution(f->conv, good, -1, SASSDNN_DATA_FLOAT));
    const int refused[] = {SASSDNN_DATA_BFLOAT16, SASSDNN_DATA_INT8, 99};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        BAD("compute type", set_convolution(f->conv, good, 1, refused[i]));
    const int taken[] = {SASSDNN_DATA_HALF, SASSDNN_DATA_DOUBLE, SASSDNN_DATA_INT32,
                         SASSDNN_DATA_FLOAT};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        GOOD(set_convolution(f->conv, good, 1, taken[i]));
    BAD("0 groups", sassdnnSetConvolutionGroupCount(f->conv, 0));
    BAD("-1 groups", sassdnnSetConvolutionGroupCount(f->conv, -1));
    BAD("math type 9", sassdnnSetConvolutionMathType(f->conv, (sassdnnMathType_t)9));
    expect_convolution(f->conv, good, SASSDNN_CROSS_CORRELATION, SASSDNN_DATA_FLOAT);
}

// Output size

static void expect_output(const struct fixture *f, sassdnnStatus_t expected, const char *part,
                          const int dims[4])
{
    int got[4] = {-7, -7, -7, -7};
    expect(sassdnnGetConvolution2dForwardOutputDim(f->conv, f->x, f->w, &got[0], &got[1], &got[2],
                                                   &got[3]),
           expected, part, "sassdnnGetConvolution2dForwardOutputDim");
    assert_memory_equal(got, dims, sizeof got);
}

static void output_dims(void **state)
{
    struct fixture *f = *state;
    const sassdnnStatus_t bad = SASSDNN_STATUS_BAD_PARAM;
    expect_output(f, bad, "never set", (int[]){0, 0, 0, 0});
    set_all(f);
    expect_output(f, SASSDNN_STATUS_SUCCESS, "", (int[]){2, 6, 5, 6});
    GOOD(set_convolution(f->conv, (int[]){0, 2, 2, 3, 2, 1}, 1, SASSDNN_DATA_FLOAT));
    expect_output(f, SASSDNN_STATUS_SUCCESS, "", (int[]){2, 6, 1, 3});
    GOOD(sassdnnSetConvolutionGroupCount(f->conv, 2));
    expect_output(f, bad, "input has C = 4 but the filter has C = 4 x 2 groups",
                  (int[]){0, 0, 0, 0});
    GOOD(sassdnnSetConvolutionGroupCount(f->conv, 1));
    GOOD(set_convolution(f->conv, (int[]){0, 0, 1, 1, 3, 1}, 1, SASSDNN_DATA_FLOAT));
    expect_output(f, bad, "height: the filter covers 7 but the padded input has only 5",
                  (int[]){2, 6, 0, 0});
    GOOD(set_convolution(f->conv, (int[]){0, 0, 1, 1, 1, 3}, 1, SASSDNN_DATA_FLOAT));
    expect_output(f, bad, "width: the filter covers 7 but the padded input has only 6",
                  (int[]){2, 6, 0, 0});
    GOOD(set_convolution(f->conv, (int[]){INT_MAX, 0, 1, 1, 1, 1}, 1, SASSDNN_DATA_FLOAT));
    expect_output(f, SASSDNN_STATUS_NOT_SUPPORTED, "rows", (int[]){-7, -7, -7, -7});
    // Types, layouts and whether the groups divide K are not looked at.
    GOOD(set_convolution(f->conv, (int[]){1, 1, 1, 1, 1, 1}, 1, SASSDNN_DATA_FLOAT));
    GOOD(sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_HALF, SASSDNN_TENSOR_NHWC, 5, 2, 3, 3));
    GOOD(sassdnnSetConvolutionGroupCount(f->conv, 2));
    expect_output(f, SASSDNN_STATUS_SUCCESS, "", (int[]){2, 5, 5, 6});
}

// With a handle

static void streams(void **state)
{
    struct fixture *f = *state;
    struct CUstream_st *stream = (struct CUstream_st *)f;
    GOOD(sassdnnGetStream(f->handle, &stream));
    assert_null(stream);
    CUstream made;
    assert_int_equal(f->driver->cuStreamCreate(&made, 0), CUDA_SUCCESS);
    GOOD(sassdnnSetStream(f->handle, made));
    GOOD(sassdnnGetStream(f->handle, &stream));
    assert_ptr_equal(stream, made);
    BAD("streamId is NULL", sassdnnGetStream(f->handle, NULL));
    GOOD(sassdnnSetStream(f->handle, NULL));
    assert_int_equal(f->driver->cuStreamDestroy_v2(made), CUDA_SUCCESS);
}

static sassdnnStatus_t workspace(const struct fixture *f, int algo, size_t *size)
{
    return sassdnnGetConvolutionForwardWorkspaceSize(f->handle, f->x, f->w, f->conv, f->y,
                                                     (sassdnnConvolutionFwdAlgo_t)algo, size);
}

static void *address(CUdeviceptr pointer)
{
    return (void *)(uintptr_t)pointer;
}

static sassdnnStatus_t forward(const struct fixture *f, int algo, const float *alpha,
                               const float *beta)
{
    return sassdnnConvolutionForward(
        f->handle, alpha, f->x, address(f->data[0]), f->w, address(f->data[1]), f->conv,
        (sassdnnConvolutionFwdAlgo_t)algo, NULL, 0, beta, f->y, address(f->data[2]));
}

/// x and w all ones, y as given; the result at an inner and at a corner position is
/// alpha * 36 and alpha * 16, plus beta * y.
static void expect_sums(const struct fixture *f, int algo, float alpha, float beta, float y)
{
    float ones[X_FLOATS > W_FLOATS ? X_FLOATS : W_FLOATS], result[Y_FLOATS];
    for (size_t i = 0; i < sizeof ones / sizeof ones[0]; i++)
        ones[i] = 1;
    for (int i = 0; i < Y_FLOATS; i++)
        result[i] = y;
    const struct driver *d = f->driver;
    assert_int_equal(d->cuMemcpyHtoD_v2(f->data[0], ones, X_FLOATS * sizeof(float)), CUDA_SUCCESS);
    assert_int_equal(d->cuMemcpyHtoD_v2(f->data[1], ones, W_FLOATS * sizeof(float)), CUDA_SUCCESS);
    assert_int_equal(d->cuMemcpyHtoD_v2(f->data[2], result, sizeof result), CUDA_SUCCESS);
    GOOD(forward(f, algo, &alpha, &beta));
    assert_int_equal(d->cuMemcpyDtoH_v2(result, f->data[2], sizeof result), CUDA_SUCCESS);
    float old = beta == 0 ? 0 : beta * y;
    for (int i = 0; i < Y_FLOATS; i++) {
        int p = i / 6 % 5, q = i % 6;
        int taps = (3 - (p == 0 || p == 4)) * (3 - (q == 0 || q == 5));
        if (result[i] != alpha * (float)(4 * taps) + old)
            fail_msg("y[%d] = %g", i, result[i]);
    }
}

static void forward_blends(void **state)
{
    struct fixture *f = *state;
    for (int algo = 0; algo < 2; algo++) {
        expect_sums(f, algo, 1, 0, NAN);
        expect_sums(f, algo, 2, 0, NAN);
        expect_sums(f, algo, 1, 1, 5);
        expect_sums(f, algo, -0.5f, 3, 7);
        expect_sums(f, algo, 0, 2, 7);
    }
}

static void algorithms(void **state)
{
    struct fixture *f = *state;
    size_t size;
    char name[64], small[8];
    const float one = 1, zero = 0;
    for (int algo = 0; algo < 2; algo++) {
        size = 1;
        GOOD(workspace(f, algo, &size));
        assert_int_equal(size, 0);
        GOOD(sassdnnGetConvolutionForwardKernelName(f->handle, f->x, f->w, f->conv, f->y,
                                                    (sassdnnConvolutionFwdAlgo_t)algo, name,
                                                    sizeof name));
        assert_string_equal(name, "conv_fwd_igemm_f32_128x64");
    }
    for (int algo = 2; algo < 8; algo++) {
        EXPECT(NOT_SUPPORTED, "has no kernel", workspace(f, algo, &size));
        EXPECT(NOT_SUPPORTED, "has no kernel", forward(f, algo, &one, &zero));
    }
    const int unknown[] = {8, 99, -1};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        BAD("none of 0 to 7", workspace(f, unknown[i], &size));
        BAD("none of 0 to 7", forward(f, unknown[i], &one, &zero));
    }
    BAD("sizeInBytes is NULL", workspace(f, 0, NULL));
    BAD("needs 26 bytes, of 8", sassdnnGetConvolutionForwardKernelName(
                                    f->handle, f->x, f->w, f->conv, f->y, 0, small, sizeof small));
    BAD("name is NULL",
        sassdnnGetConvolutionForwardKernelName(f->handle, f->x, f->w, f->conv, f->y, 0, NULL, 64));
}

static void descriptors_that_do_not_belong_together(void **state)
{
    struct fixture *f = *state;
    size_t size;
    GOOD(set_tensor(f->y, 0, SASSDNN_DATA_FLOAT, 2, 6, 5, 5));
    BAD("yDesc is 2x6x5x5 but the convolution gives 2x6x5x6", workspace(f, 0, &size));
    set_all(f);
    GOOD(set_tensor(f->x, 0, SASSDNN_DATA_FLOAT, 2, 3, 5, 6));
    BAD("C = 3 but the filter has C = 4 x 1", workspace(f, 0, &size));
    set_all(f);
    GOOD(sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NCHW, 3, 2, 3, 3));
    GOOD(set_tensor(f->y, 0, SASSDNN_DATA_FLOAT, 2, 3, 5, 6));
    GOOD(sassdnnSetConvolutionGroupCount(f->conv, 2));
    BAD("2 groups do not divide C = 4 and K = 3", workspace(f, 0, &size));
    set_all(f);
    GOOD(set_tensor(f->x, 0, SASSDNN_DATA_INT64, 2, 4, 5, 6));
    BAD("xDesc has type INT64", workspace(f, 0, &size));
    GOOD(set_tensor(f->x, 0, SASSDNN_DATA_INT8x4, 2, 4, 5, 6));
    BAD("INT8x4 but not format NCHW_VECT_C", workspace(f, 0, &size));
    sassdnnTensorDescriptor_t fresh;
    GOOD(sassdnnCreateTensorDescriptor(&fresh));
    BAD("never set",
        sassdnnGetConvolutionForwardWorkspaceSize(f->handle, fresh, f->w, f->conv, f->y, 0, &size));
    GOOD(sassdnnDestroyTensorDescriptor(fresh));
    expect_output(f, SASSDNN_STATUS_SUCCESS, "", (int[]){2, 6, 5, 6});
}

static void legal_but_not_supported(void **state)
{
    struct fixture *f = *state;
    size_t size;
    GOOD(set_tensor(f->x, 0, SASSDNN_DATA_HALF, 2, 4, 5, 6));
    EXPECT(NOT_SUPPORTED, "x is f16", workspace(f, 0, &size));
    set_all(f);
    GOOD(sassdnnSetFilter4dDescriptor(f->w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NHWC, 6, 4, 3, 3));
    EXPECT(NOT_SUPPORTED, "w must be packed as KCRS", workspace(f, 0, &size));
    set_all(f);
    GOOD(sassdnnSetTensor4dDescriptorEx(f->y, SASSDNN_DATA_FLOAT, 2, 6, 5, 6, 180, 29, 6, 1));
    EXPECT(NOT_SUPPORTED, "not overlap", workspace(f, 0, &size));
    GOOD(sassdnnSetTensor4dDescriptorEx(f->y, SASSDNN_DATA_FLOAT, 2, 6, 5, 6, 180, 30, 6, 1));
    GOOD(workspace(f, 0, &size));
}

static void forward_misuse(void **state)
{
    struct fixture *f = *state;
    const float one = 1, zero = 0;
    void *x = address(f->data[0]), *w = address(f->data[1]), *y = address(f->data[2]);
    static const char *const names[] = {"alpha is NULL", "x is NULL", "w is NULL", "beta is NULL",
                                        "y is NULL"};
    for (int i = 0; i < 5; i++)
        BAD(names[i],
            sassdnnConvolutionForward(f->handle, i == 0 ? NULL : &one, f->x, i == 1 ? NULL : x,
                                      f->w, i == 2 ? NULL : w, f->conv, 0, NULL, 0,
                                      i == 3 ? NULL : &zero, f->y, i == 4 ? NULL : y));
    static const char *const aligned[] = {"x = ", "w = ", "y = "};
    for (int i = 0; i < 3; i++)
        BAD(aligned[i], sassdnnConvolutionForward(f->handle, &one, f->x, (char *)x + 2 * (i == 0),
                                                  f->w, (char *)w + (i == 1), f->conv, 0, NULL, 0,
                                                  &zero, f->y, (char *)y + 3 * (i == 2)));
    BAD("y and x are the same address",
        sassdnnConvolutionForward(f->handle, &one, f->x, y, f->w, w, f->conv, 0, NULL, 0, &zero,
                                  f->y, y));
    BAD("y and w are the same address",
        sassdnnConvolutionForward(f->handle, &one, f->x, x, f->w, y, f->conv, 0, NULL, 0, &zero,
                                  f->y, y));
    BAD("wDesc",
        sassdnnConvolutionForward(f->handle, &one, f->x, x, (sassdnnFilterDescriptor_t)f->x, w,
                                  f->conv, 0, NULL, 0, &zero, f->y, y));
    // A workspace is only looked at where one is needed; nothing refused has left an error behind.
    GOOD(sassdnnConvolutionForward(f->handle, &one, f->x, x, f->w, w, f->conv, 0, NULL, 8192, &zero,
                                   f->y, y));
    GOOD(sassdnnConvolutionForward(f->handle, &one, f->x, x, f->w, w, f->conv, 0, y, 0, &zero, f->y,
                                   y));
    expect_sums(f, 0, 1, 0, NAN);
    assert_int_equal(f->driver->cuCtxSynchronize(), CUDA_SUCCESS);
}

static void destroyed_handle_is_refused(void **state)
{
    struct fixture *f = *state;
    sassdnnHandle_t second;
    size_t size;
    GOOD(sassdnnCreate(&second));
    sassdnnHandle_t first = f->handle;
    f->handle = second;
    GOOD(sassdnnDestroy(first));
    BAD("not alive", sassdnnDestroy(first));
    BAD("not alive",
        sassdnnGetConvolutionForwardWorkspaceSize(first, f->x, f->w, f->conv, f->y, 0, &size));
    expect_sums(f, 0, 1, 0, NAN);
}

static void *work_in_a_thread(void *argument)
{
    struct fixture own = *(const struct fixture *)argument;
    const float one = 1, zero = 0;
    float result[Y_FLOATS];
    CUstream stream;
    const char *failed = NULL;
    if (sassdnnCreate(&own.handle) != SASSDNN_STATUS_SUCCESS)
        return "create";
    if (own.driver->cuMemAlloc_v2(&own.data[2], sizeof result) != CUDA_SUCCESS ||
        own.driver->cuStreamCreate(&stream, 0) != CUDA_SUCCESS ||
        sassdnnSetStream(own.handle, stream) != SASSDNN_STATUS_SUCCESS)
        return "set-up";
    for (int i = 0; i < 10 && !failed; i++) {
        if (forward(&own, i % 2, &one, &zero) != SASSDNN_STATUS_SUCCESS)
            failed = "forward";
        else if (own.driver->cuStreamSynchronize(stream) != CUDA_SUCCESS ||
                 own.driver->cuMemcpyDtoH_v2(result, own.data[2], sizeof result) != CUDA_SUCCESS)
            failed = "synchronize and copy";
        else if (result[0] != 16 || result[7] != 36)
            failed = "result";
    }
    own.driver->cuStreamDestroy_v2(stream);
    own.driver->cuMemFree_v2(own.data[2]);
    sassdnnDestroy(own.handle);
    return (void *)(uintptr_t)failed;
}

static void threads_have_their_own_handles(void **state)
{
    struct fixture *f = *state;
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    expect_sums(f, 0, 1, 0, NAN); // fills x and w with ones
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_in_a_thread, f), 0);
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        if (failed)
            fail_msg("thread %d: %s", i, (const char *)failed);
    }
}

int main(void)
{
#define WITH_DESCRIPTORS(test)                                                                     \
    cmocka_unit_test_setup_teardown(test, create_descriptors, destroy_descriptors)
#define WITH_HANDLE(test) cmocka_unit_test_setup_teardown(test, create_handle, destroy_handle)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_and_names),
        cmocka_unit_test(last_error_is_per_thread_and_cleared_by_reading),
        WITH_DESCRIPTORS(null_is_a_status),
        WITH_DESCRIPTORS(pointers_that_are_no_live_object_are_refused),
        cmocka_unit_test(many_descriptors_live_at_once),
        WITH_DESCRIPTORS(tensors_keep_what_was_set),
        WITH_DESCRIPTORS(tensor_misuse),
        WITH_DESCRIPTORS(filters),
        WITH_DESCRIPTORS(convolutions),
        WITH_DESCRIPTORS(convolution_misuse),
        WITH_DESCRIPTORS(output_dims),
        WITH_HANDLE(streams),
        WITH_HANDLE(forward_blends),
        WITH_HANDLE(algorithms),
        WITH_HANDLE(descriptors_that_do_not_belong_together),
        WITH_HANDLE(legal_but_not_supported),
        WITH_HANDLE(forward_misuse),
        WITH_HANDLE(destroyed_handle_is_refused),
        WITH_HANDLE(threads_have_their_own_handles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
