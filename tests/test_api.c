// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The public calls that need no GPU, through libsassdnn.so: what descriptors store, what is
// refused, with which status and which last-error text.
#include "tests/api_fixture.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

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

int main(void)
{
#define WITH_DESCRIPTORS(test)                                                                     \
    cmocka_unit_test_setup_teardown(test, create_descriptors, destroy_descriptors)
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
