// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Convolutions through the public API against the reference loop: integers exactly, then floats
// within the bound, every output; NaN in y and guard words around every buffer. One test per row of
// conv_cases, a number of random shapes, and what must be refused.
//
// SASSDNN_TEST_SEED and SASSDNN_TEST_RANDOM choose the random shapes' seed and number; with
// SASSDNN_TEST_LONG set there are more of them.
#include "bench/conv_run.h"
#include "bench/guard_buffer.h"
#include "bench/problem_string.h"
#include "bench/shape.h"
#include "tests/conv_cases.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

static struct bench_device device;

static int open_device(void **state)
{
    (void)state;
    char error[BENCH_DEVICE_TEXT];
    if (!bench_device_open(&device, error)) {
        fprintf(stderr, "%s\n", error);
        return -1;
    }
    printf("device: %s\n", device.name);
    return 0;
}

static int close_device(void **state)
{
    (void)state;
    bench_device_close(&device);
    return 0;
}

static void wait_for_device(void)
{
    CUresult result = device.driver->cuCtxSynchronize();
    char text[512];
    driver_error_text(device.driver, result, text, sizeof(text));
    if (result != CUDA_SUCCESS)
        fail_msg("running the kernel: %s", text);
}

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

/// Integers, then floats. alpha and beta that are no integers are for floats only.
static void run(const char *name, const struct conv_problem *problem, uint64_t seed,
                void (*edit)(const struct conv_problem *, float *, float *))
{
    char text[CONV_RUN_TEXT];
    struct conv_call call;
    if (conv_call_open(&call, &device, problem, text) != SASSDNN_STATUS_SUCCESS)
        fail_msg("%s: %s", name, text);
    bool whole = problem->alpha == floor(problem->alpha) && problem->beta == floor(problem->beta);
    struct conv_run_result result;
    enum conv_outcome outcome = CONV_OK;
    int integers = whole ? 1 : 0;
    for (; integers >= 0 && outcome == CONV_OK; integers--) {
        const struct conv_run_options options = {.extent = CHECK_FULL,
                                                 .integers = integers == 1,
                                                 .seed = seed,
                                                 .repeats = 1,
                                                 .edit = edit};
        outcome = conv_run(&call, &device, &options, &result);
    }
    conv_call_close(&call);
    if (outcome != CONV_OK)
        fail_msg("%s, %s: %s", name, integers == 0 ? "integers" : "floats", result.text);
}

static void test_case(void **state)
{
    const struct conv_case *conv_case = *state;
    struct conv_problem problem;
    conv_case_problem(conv_case, &problem);
    run(conv_case->name, &problem, 1, conv_case->edit);
}

static void describe(const struct conv_problem *problem, char *text, size_t size)
{
    struct bench_problem named = {.name = "", .conv = *problem};
    char string[PROBLEM_STRING_TEXT];
    problem_string_format(&named, string);
    snprintf(text, size,
             "%s%s alpha %g beta %g x strides %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
             " y strides %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64,
             string, problem->flip ? " flipped" : "", problem->alpha, problem->beta,
             problem->x_stride[0], problem->x_stride[1], problem->x_stride[3], problem->x_stride[4],
             problem->y_stride[0], problem->y_stride[1], problem->y_stride[3],
             problem->y_stride[4]);
}

static void test_random(void **state)
{
    (void)state;
    uint64_t seed = number_from("SASSDNN_TEST_SEED", 20260101);
    uint64_t usual = getenv("SASSDNN_TEST_LONG") ? 20000 : 1000;
    uint64_t count = number_from("SASSDNN_TEST_RANDOM", usual);
    printf("%" PRIu64 " random shapes, SASSDNN_TEST_SEED=%" PRIu64 "\n", count, seed);
    struct data_rng rng = {seed};
    for (uint64_t i = 0; i < count; i++) {
        struct conv_problem problem;
        char text[512];
        conv_case_random(&rng, &problem);
        describe(&problem, text, sizeof(text));
        run(text, &problem, data_bits(&rng), NULL);
    }
}

/// With alpha 0 y becomes beta * y, whatever x and w hold: here nothing but NaN.
static void test_alpha_zero(void **state)
{
    (void)state;
    struct conv_case conv_case = {.name = "alpha 0", .problem = "mb2ic4ih9oc70kh3ph1"};
    struct conv_problem problem;
    struct conv_call call;
    struct guard_buffer buffer[3];
    struct data_rng rng = {11};
    char text[CONV_RUN_TEXT];
    const float alpha = 0, beta = 2;
    conv_case_problem(&conv_case, &problem);
    assert_int_equal(conv_call_open(&call, &device, &problem, text), SASSDNN_STATUS_SUCCESS);
    struct shape_tensor shape[] = {shape_x(&problem), shape_w(&problem), shape_y(&problem)};
    size_t y_words = shape_extent(&shape[2]);
    float *before = malloc(2 * y_words * sizeof(*before)), *after = before + y_words;
    assert_non_null(before);
    for (int i = 0; i < 3; i++) {
        assert_true(guard_buffer_create(&buffer[i], device.driver, shape_extent(&shape[i]), text));
        assert_true(guard_buffer_fill(&buffer[i], 0x7fc00000, text));
    }
    data_fill(&rng, &shape[2], 1, before);
    assert_true(guard_buffer_upload(&buffer[2], before, text));
    assert_int_equal(
        sassdnnConvolutionForward(device.handle, &alpha, call.x, (void *)(uintptr_t)buffer[0].data,
                                  call.w, (void *)(uintptr_t)buffer[1].data, call.conv, call.algo,
                                  NULL, 0, &beta, call.y, (void *)(uintptr_t)buffer[2].data),
        SASSDNN_STATUS_SUCCESS);
    wait_for_device();
    assert_true(guard_buffer_download(&buffer[2], after, text));
    for (size_t i = 0; i < y_words; i++)
        assert_true(after[i] == 2 * before[i]);
    for (int i = 0; i < 3; i++) {
        assert_true(guard_buffer_check(&buffer[i], "a tensor", text));
        guard_buffer_destroy(&buffer[i]);
    }
    free(before);
    conv_call_close(&call);
}

/// The same call twice gives the same bits, and a larger workspace than needed changes nothing.
static void test_repeatable(void **state)
{
    (void)state;
    struct conv_case conv_case = {.name = "twice", .problem = "mb3ic20ih11oc90kh3ph1"};
    struct conv_problem problem;
    struct conv_call call;
    char text[CONV_RUN_TEXT];
    conv_case_problem(&conv_case, &problem);
    assert_int_equal(conv_call_open(&call, &device, &problem, text), SASSDNN_STATUS_SUCCESS);

    struct shape_tensor shape[] = {shape_x(&problem), shape_w(&problem), shape_y(&problem)};
    struct guard_buffer buffer[3], workspace;
    struct data_rng rng = {9};
    size_t y_words = shape_extent(&shape[2]);
    float *host = malloc((shape_extent(&shape[0]) + 2 * y_words) * sizeof(*host));
    assert_non_null(host);
    for (int i = 0; i < 3; i++) {
        assert_true(guard_buffer_create(&buffer[i], device.driver, shape_extent(&shape[i]), text));
        data_fill(&rng, &shape[i], 0, host);
        assert_true(guard_buffer_upload(&buffer[i], host, text));
    }
    size_t words = call.workspace_bytes / 4 + 1000;
    assert_true(guard_buffer_create(&workspace, device.driver, words, text));
    const float alpha = 1, beta = 0;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(sassdnnConvolutionForward(device.handle, &alpha, call.x,
                                                   (void *)(uintptr_t)buffer[0].data, call.w,
                                                   (void *)(uintptr_t)buffer[1].data, call.conv,
                                                   call.algo, (void *)(uintptr_t)workspace.data,
                                                   i == 0 ? call.workspace_bytes : words * 4, &beta,
                                                   call.y, (void *)(uintptr_t)buffer[2].data),
                         SASSDNN_STATUS_SUCCESS);
        wait_for_device();
        assert_true(guard_buffer_download(&buffer[2], host + (size_t)i * y_words, text));
        assert_true(guard_buffer_fill(&buffer[2], 0, text));
    }
    assert_memory_equal(host, host + y_words, y_words * sizeof(*host));
    assert_true(guard_buffer_check(&workspace, "the workspace", text));
    for (int i = 0; i < 3; i++)
        guard_buffer_destroy(&buffer[i]);
    guard_buffer_destroy(&workspace);
    free(host);
    conv_call_close(&call);
}

/// Guard words must be able to fail.
static void test_guards(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        struct guard_buffer buffer;
        char text[GUARD_ERROR_TEXT];
        assert_true(guard_buffer_create(&buffer, device.driver, 100, text));
        assert_true(guard_buffer_fill(&buffer, 0, text));
        assert_true(guard_buffer_check(&buffer, "b", text));
        CUdeviceptr at = side == 0 ? buffer.data - 4 : buffer.data + 101 * 4;
        assert_int_equal(device.driver->cuMemsetD32_v2(at, 0xabc, 1), CUDA_SUCCESS);
        assert_false(guard_buffer_check(&buffer, "b", text));
        assert_string_equal(text, side == 0
                                      ? "guard word 1 before b was overwritten with 0x00000abc"
                                      : "guard word 2 after b was overwritten with 0x00000abc");
        guard_buffer_destroy(&buffer);
    }
}

/// Host memory that runs out is named as that.
static void test_host_memory(void **state)
{
    (void)state;
    struct conv_case conv_case = {.problem = "mb64ic256ih64oc1kh1"}; // x has 256 MiB
    struct conv_problem problem;
    struct conv_call call;
    struct conv_run_result result;
    struct rlimit before, none;
    char text[CONV_RUN_TEXT];
    const struct conv_run_options options = {.extent = CHECK_FULL, .integers = true, .repeats = 1};
    conv_case_problem(&conv_case, &problem);
    assert_int_equal(conv_call_open(&call, &device, &problem, text), SASSDNN_STATUS_SUCCESS);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    none = before;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    enum conv_outcome outcome = conv_run(&call, &device, &options, &result);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(outcome, CONV_MEMORY);
    assert_string_equal(result.text, "out of host memory");
    conv_call_close(&call);
}

static void expect_refused(const char *name, const struct conv_problem *problem, int category)
{
    struct conv_call call;
    char text[CONV_RUN_TEXT] = "";
    sassdnnStatus_t status = conv_call_open(&call, &device, problem, text);
    if (status == SASSDNN_STATUS_SUCCESS)
        conv_call_close(&call);
    // The text is "call: status: reason"; there must be a reason.
    const char *reason = strstr(text, ": ");
    reason = reason ? strstr(reason + 2, ": ") : NULL;
    if (SASSDNN_STATUS_CATEGORY((int)status) != category || !reason || reason[2] == 0)
        fail_msg("%s: status %d (expected %d...), text '%s'", name, (int)status, category, text);
}

static void test_refused(void **state)
{
    (void)state;
    struct conv_problem good, bad;
    struct conv_case conv_case = {.problem = "mb2ic4ih9iw8oc6kh3ph1"};
    conv_case_problem(&conv_case, &good);

    bad = good; // A72 iv: 64 wide on a padded image of 10 columns
    bad.s = 64;
    expect_refused("filter wider than the padded image", &bad, SASSDNN_STATUS_BAD_PARAM);
    int64_t *const sizes[] = {&bad.n, &bad.c, &bad.h, &bad.w, &bad.k, &bad.r, &bad.s};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        bad = good; // A94: nothing is empty
        *sizes[i] = 0;
        expect_refused("a size of 0", &bad, SASSDNN_STATUS_BAD_PARAM);
    }
    bad = good;
    bad.pad[1] = -1;
    expect_refused("a negative pad", &bad, SASSDNN_STATUS_BAD_PARAM);
    bad = good;
    bad.stride[2] = 0;
    expect_refused("a stride of 0", &bad, SASSDNN_STATUS_BAD_PARAM);
    bad = good;
    bad.dilation[1] = 0;
    expect_refused("a dilation of 0", &bad, SASSDNN_STATUS_BAD_PARAM);
    bad = good; // A23: an expanded tensor
    bad.x_stride[1] = 0;
    expect_refused("x repeated with stride 0", &bad, SASSDNN_STATUS_BAD_PARAM);
    bad = good;
    bad.y_stride[3] = 1;
    expect_refused("y overlapping itself", &bad, SASSDNN_STATUS_NOT_SUPPORTED);
    bad = good; // 6 filters in 4 groups; 4 channels in 4 groups are fine
    bad.groups = 4;
    expect_refused("groups that do not divide K", &bad, SASSDNN_STATUS_BAD_PARAM);
}

/// Past what 32-bit indices hold: refused before anything is allocated or launched.
static void test_too_large(void **state)
{
    (void)state;
    struct conv_problem problem;
    shape_init(&problem);
    problem.n = 1 << 20;
    problem.w = 4096;
    assert_true(shape_output(&problem));
    shape_pack(&problem);
    expect_refused("2^32 output positions", &problem, SASSDNN_STATUS_NOT_SUPPORTED);
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(test_random),      cmocka_unit_test(test_alpha_zero),
        cmocka_unit_test(test_repeatable),  cmocka_unit_test(test_guards),
        cmocka_unit_test(test_host_memory), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_too_large),
    };
    enum { OTHERS = sizeof(others) / sizeof(others[0]), MOST_CASES = 200 };
    static struct CMUnitTest tests[MOST_CASES + OTHERS];
    if (conv_case_count > MOST_CASES)
        return 1;
    memcpy(tests, others, sizeof(others));
    for (size_t i = 0; i < conv_case_count; i++)
        tests[OTHERS + i] = (struct CMUnitTest){.name = conv_cases[i].name,
                                                .test_func = test_case,
                                                .initial_state = (void *)&conv_cases[i]};
    // Behind the last case the table is empty, and cmocka skips entries without a function.
    return cmocka_run_group_tests_name("conv", tests, open_device, close_device);
}
