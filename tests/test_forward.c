// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The public calls that take a handle, through libsassdnn.so, on a GPU or on the emulated one,
// whose path is in the environment variable SASSDNN_EMULATOR: streams, algorithms, blending, what
// is refused, and that nothing refused leaves an error behind.
#include "driver/driver.h"
#include "tests/api_fixture.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

enum { X_FLOATS = 2 * 4 * 5 * 6, W_FLOATS = 6 * 4 * 3 * 3, Y_FLOATS = 2 * 6 * 5 * 6 };

/// The descriptors with a handle and device memory for x, w and y.
struct session {
    struct fixture desc;
    sassdnnHandle_t handle;
    const struct driver *driver;
    CUdeviceptr data[3];
};

static int create_handle(void **state)
{
    char text[DRIVER_ERROR_TEXT];
    static struct session session;
    struct session *f = &session;
    create_descriptors(state);
    session.desc = *(const struct fixture *)*state;
    *state = f;
    f->driver = driver_get_or_emulator(text);
    if (!f->driver)
        fail_msg("no GPU and no emulated GPU: %s", text);
    GOOD(sassdnnCreate(&f->handle));
    set_all(&f->desc);
    static const size_t floats[] = {X_FLOATS, W_FLOATS, Y_FLOATS};
    for (int i = 0; i < 3; i++)
        assert_int_equal(f->driver->cuMemAlloc_v2(&f->data[i], floats[i] * sizeof(float)),
                         CUDA_SUCCESS);
    return 0;
}

static int destroy_handle(void **state)
{
    struct session *f = *state;
    for (int i = 0; i < 3; i++)
        assert_int_equal(f->driver->cuMemFree_v2(f->data[i]), CUDA_SUCCESS);
    GOOD(sassdnnDestroy(f->handle));
    *state = &f->desc;
    return destroy_descriptors(state);
}

static void streams(void **state)
{
    struct session *f = *state;
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

static sassdnnStatus_t workspace(const struct session *f, int algo, size_t *size)
{
    return sassdnnGetConvolutionForwardWorkspaceSize(f->handle, f->desc.x, f->desc.w, f->desc.conv,
                                                     f->desc.y, (sassdnnConvolutionFwdAlgo_t)algo,
                                                     size);
}

static void *address(CUdeviceptr pointer)
{
    return (void *)(uintptr_t)pointer;
}

static sassdnnStatus_t forward(const struct session *f, int algo, const float *alpha,
                               const float *beta)
{
    return sassdnnConvolutionForward(f->handle, alpha, f->desc.x, address(f->data[0]), f->desc.w,
                                     address(f->data[1]), f->desc.conv,
                                     (sassdnnConvolutionFwdAlgo_t)algo, NULL, 0, beta, f->desc.y,
                                     address(f->data[2]));
}

/// x and w all ones, y as given; the result at an inner and at a corner position is
/// alpha * 36 and alpha * 16, plus beta * y.
static void expect_sums(const struct session *f, int algo, float alpha, float beta, float y)
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
    struct session *f = *state;
    for (int algo = 0; algo < 2; algo++) {
        expect_sums(f, algo, 1, 0, NAN);
        expect_sums(f, algo, 2, 0, NAN);
        expect_sums(f, algo, 1, 1, 5);
        expect_sums(f, algo, -0.5f, 3, 7);
        expect_sums(f, algo, 0, 2, 7);
    }
}

/// y[n = 0, k = 0] where x counts its elements and w has a one at channel 0, tap (0, 0) alone.
static void pick_one_tap(const struct session *f, sassdnnConvolutionMode_t mode, float y[5 * 6])
{
    const struct driver *d = f->driver;
    const float one = 1, zero = 0;
    float x[X_FLOATS], w[W_FLOATS] = {1};
    for (int i = 0; i < X_FLOATS; i++)
        x[i] = (float)i;
    GOOD(sassdnnSetConvolution2dDescriptor(f->desc.conv, 1, 1, 1, 1, 1, 1, mode,
                                           SASSDNN_DATA_FLOAT));
    assert_int_equal(d->cuMemcpyHtoD_v2(f->data[0], x, sizeof x), CUDA_SUCCESS);
    assert_int_equal(d->cuMemcpyHtoD_v2(f->data[1], w, sizeof w), CUDA_SUCCESS);
    GOOD(forward(f, 0, &one, &zero));
    assert_int_equal(d->cuMemcpyDtoH_v2(y, f->data[2], 5 * 6 * sizeof(float)), CUDA_SUCCESS);
}

static void convolution_mode_mirrors_the_taps(void **state)
{
    struct session *f = *state;
    float y[5 * 6];
    pick_one_tap(f, SASSDNN_CROSS_CORRELATION, y);
    for (int i = 0; i < 5 * 6; i++)
        assert_true(y[i] == (i / 6 == 0 || i % 6 == 0 ? 0 : (float)(i - 7)));
    pick_one_tap(f, SASSDNN_CONVOLUTION, y);
    for (int i = 0; i < 5 * 6; i++)
        assert_true(y[i] == (i / 6 == 4 || i % 6 == 5 ? 0 : (float)(i + 7)));
}

static void algorithms(void **state)
{
    struct session *f = *state;
    size_t size;
    char name[64], small[8];
    const float one = 1, zero = 0;
    for (int algo = 0; algo < 2; algo++) {
        size = 1;
        GOOD(workspace(f, algo, &size));
        assert_int_equal(size, 0);
        GOOD(sassdnnGetConvolutionForwardKernelName(f->handle, f->desc.x, f->desc.w, f->desc.conv,
                                                    f->desc.y, (sassdnnConvolutionFwdAlgo_t)algo,
                                                    name, sizeof name));
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
    BAD("needs 26 bytes, of 8",
        sassdnnGetConvolutionForwardKernelName(f->handle, f->desc.x, f->desc.w, f->desc.conv,
                                               f->desc.y, 0, small, sizeof small));
    BAD("name is NULL", sassdnnGetConvolutionForwardKernelName(
                            f->handle, f->desc.x, f->desc.w, f->desc.conv, f->desc.y, 0, NULL, 64));
}

static void descriptors_that_do_not_belong_together(void **state)
{
    struct session *f = *state;
    size_t size;
    GOOD(set_tensor(f->desc.y, 0, SASSDNN_DATA_FLOAT, 2, 6, 5, 5));
    BAD("yDesc is 2x6x5x5 but the convolution gives 2x6x5x6", workspace(f, 0, &size));
    set_all(&f->desc);
    GOOD(set_tensor(f->desc.x, 0, SASSDNN_DATA_FLOAT, 2, 3, 5, 6));
    BAD("C = 3 but the filter has C = 4 x 1", workspace(f, 0, &size));
    set_all(&f->desc);
    GOOD(sassdnnSetFilter4dDescriptor(f->desc.w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NCHW, 3, 2, 3,
                                      3));
    GOOD(set_tensor(f->desc.y, 0, SASSDNN_DATA_FLOAT, 2, 3, 5, 6));
    GOOD(sassdnnSetConvolutionGroupCount(f->desc.conv, 2));
    BAD("2 groups do not divide C = 4 and K = 3", workspace(f, 0, &size));
    set_all(&f->desc);
    GOOD(set_tensor(f->desc.x, 0, SASSDNN_DATA_INT64, 2, 4, 5, 6));
    BAD("xDesc has type INT64", workspace(f, 0, &size));
    GOOD(set_tensor(f->desc.x, 0, SASSDNN_DATA_INT8x4, 2, 4, 5, 6));
    BAD("INT8x4 but not format NCHW_VECT_C", workspace(f, 0, &size));
    sassdnnTensorDescriptor_t fresh;
    GOOD(sassdnnCreateTensorDescriptor(&fresh));
    BAD("never set", sassdnnGetConvolutionForwardWorkspaceSize(f->handle, fresh, f->desc.w,
                                                               f->desc.conv, f->desc.y, 0, &size));
    GOOD(sassdnnDestroyTensorDescriptor(fresh));
    expect_output(&f->desc, SASSDNN_STATUS_SUCCESS, "", (int[]){2, 6, 5, 6});
}

static void legal_but_not_supported(void **state)
{
    struct session *f = *state;
    size_t size;
    GOOD(set_tensor(f->desc.x, 0, SASSDNN_DATA_HALF, 2, 4, 5, 6));
    EXPECT(NOT_SUPPORTED, "x is f16", workspace(f, 0, &size));
    set_all(&f->desc);
    GOOD(sassdnnSetFilter4dDescriptor(f->desc.w, SASSDNN_DATA_FLOAT, SASSDNN_TENSOR_NHWC, 6, 4, 3,
                                      3));
    EXPECT(NOT_SUPPORTED, "w must be packed as KCRS", workspace(f, 0, &size));
    set_all(&f->desc);
    GOOD(sassdnnSetTensor4dDescriptorEx(f->desc.y, SASSDNN_DATA_FLOAT, 2, 6, 5, 6, 180, 29, 6, 1));
    EXPECT(NOT_SUPPORTED, "not overlap", workspace(f, 0, &size));
    GOOD(sassdnnSetTensor4dDescriptorEx(f->desc.y, SASSDNN_DATA_FLOAT, 2, 6, 5, 6, 180, 30, 6, 1));
    GOOD(workspace(f, 0, &size));
}

static void forward_misuse(void **state)
{
    struct session *f = *state;
    const float one = 1, zero = 0;
    void *x = address(f->data[0]), *w = address(f->data[1]), *y = address(f->data[2]);
    static const char *const names[] = {"alpha is NULL", "x is NULL", "w is NULL", "beta is NULL",
                                        "y is NULL"};
    for (int i = 0; i < 5; i++)
        BAD(names[i],
            sassdnnConvolutionForward(f->handle, i == 0 ? NULL : &one, f->desc.x, i == 1 ? NULL : x,
                                      f->desc.w, i == 2 ? NULL : w, f->desc.conv, 0, NULL, 0,
                                      i == 3 ? NULL : &zero, f->desc.y, i == 4 ? NULL : y));
    static const char *const aligned[] = {"x = ", "w = ", "y = "};
    for (int i = 0; i < 3; i++)
        BAD(aligned[i],
            sassdnnConvolutionForward(f->handle, &one, f->desc.x, (char *)x + 2 * (i == 0),
                                      f->desc.w, (char *)w + (i == 1), f->desc.conv, 0, NULL, 0,
                                      &zero, f->desc.y, (char *)y + 3 * (i == 2)));
    BAD("y and x are the same address",
        sassdnnConvolutionForward(f->handle, &one, f->desc.x, y, f->desc.w, w, f->desc.conv, 0,
                                  NULL, 0, &zero, f->desc.y, y));
    BAD("y and w are the same address",
        sassdnnConvolutionForward(f->handle, &one, f->desc.x, x, f->desc.w, y, f->desc.conv, 0,
                                  NULL, 0, &zero, f->desc.y, y));
    BAD("wDesc", sassdnnConvolutionForward(f->handle, &one, f->desc.x, x,
                                           (sassdnnFilterDescriptor_t)f->desc.x, w, f->desc.conv, 0,
                                           NULL, 0, &zero, f->desc.y, y));
    // A workspace is only looked at where one is needed; nothing refused has left an error behind.
    GOOD(sassdnnConvolutionForward(f->handle, &one, f->desc.x, x, f->desc.w, w, f->desc.conv, 0,
                                   NULL, 8192, &zero, f->desc.y, y));
    GOOD(sassdnnConvolutionForward(f->handle, &one, f->desc.x, x, f->desc.w, w, f->desc.conv, 0, y,
                                   0, &zero, f->desc.y, y));
    expect_sums(f, 0, 1, 0, NAN);
    assert_int_equal(f->driver->cuCtxSynchronize(), CUDA_SUCCESS);
}

static void destroyed_handle_is_refused(void **state)
{
    struct session *f = *state;
    sassdnnHandle_t second;
    size_t size;
    GOOD(sassdnnCreate(&second));
    sassdnnHandle_t first = f->handle;
    f->handle = second;
    GOOD(sassdnnDestroy(first));
    BAD("not alive", sassdnnDestroy(first));
    BAD("not alive", sassdnnGetConvolutionForwardWorkspaceSize(first, f->desc.x, f->desc.w,
                                                               f->desc.conv, f->desc.y, 0, &size));
    expect_sums(f, 0, 1, 0, NAN);
}

/// Returns NULL or what went wrong.
static void *work_in_a_thread(void *argument)
{
    struct session own = *(const struct session *)argument;
    const float one = 1, zero = 0;
    float result[Y_FLOATS];
    CUstream stream;
    const char *failed = NULL;
    if (sassdnnCreate(&own.handle) != SASSDNN_STATUS_SUCCESS ||
        own.driver->cuMemAlloc_v2(&own.data[2], sizeof result) != CUDA_SUCCESS ||
        own.driver->cuStreamCreate(&stream, 0) != CUDA_SUCCESS ||
        sassdnnSetStream(own.handle, stream) != SASSDNN_STATUS_SUCCESS)
        return (void *)(uintptr_t) "set-up";
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
    struct session *f = *state;
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
#define WITH_HANDLE(test) cmocka_unit_test_setup_teardown(test, create_handle, destroy_handle)
    const struct CMUnitTest tests[] = {
        WITH_HANDLE(streams),
        WITH_HANDLE(forward_blends),
        WITH_HANDLE(convolution_mode_mirrors_the_taps),
        WITH_HANDLE(algorithms),
        WITH_HANDLE(descriptors_that_do_not_belong_together),
        WITH_HANDLE(legal_but_not_supported),
        WITH_HANDLE(forward_misuse),
        WITH_HANDLE(destroyed_handle_is_refused),
        WITH_HANDLE(threads_have_their_own_handles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
