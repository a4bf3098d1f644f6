// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The reference loop and the comparison with it, against oneDNN: what every other convolution test
// relies on. The results of oneDNN are put in the place of a kernel's.
#include "bench/check.h"
#include "bench/data.h"
#include "bench/problem_string.h"
#include "bench/shape.h"
#include "tests/onednn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const shapes[] = {
    "mb2ic3ih35oc8kh11sh4ph2",             // AlexNet's first layer, smaller
    "mb2ic16ih9oc24kh5ph2",                // a same convolution
    "mb1ic1ih24oc1kh3ph1",                 // one channel
    "mb3ic5ih7iw11oc7kh2kw3ph1pw2",        // nothing square
    "mb2ic4ih13oc6kh3ph2dh1",              // dilation
    "mb2ic4ih13iw17oc6kh3kw2dh2dw3ph3pw1", // dilation, both different
    "mb2ic4ih9iw12oc6kh3kw3sh2sw3ph1",     // strides
    "mb1ic3ih32oc16kh1sh2",                // stride larger than the filter
    "mb1ic2ih4oc3kh5ph1",                  // filter larger than the image
    "mb1ic2ih7iw1oc3kh5ph5",               // padding as large as the filter
    "g2mb2ic8ih6oc12kh3ph1",               // groups
    "g8mb2ic8ih6oc8kh3ph1",                // depthwise
    "g4mb2ic4ih6oc8kh3sh2ph1",             // depthwise with a multiplier
    "g113mb1ic113ih1oc113kh3ph1",          // odd channel count
    "ic16iw80oc16kw31pw15",                // one-dimensional
    "mb4ic64ih1oc32kh1",                   // a matrix product
};

struct buffers {
    float *x, *w, *y;
};

static struct conv_problem parse(const char *text)
{
    struct bench_problem problem;
    char error[PROBLEM_ERROR_TEXT];
    size_t column;
    if (!problem_string_parse(text, strlen(text), &problem, &column, error))
        fail_msg("%s: column %zu: %s", text, column, error);
    return problem.conv;
}

static float *tensor(struct data_rng *rng, const struct shape_tensor *shape, int limit)
{
    float *values = malloc(shape_extent(shape) * sizeof(*values));
    assert_non_null(values);
    data_fill(rng, shape, limit, values);
    return values;
}

/// Data for a problem, and oneDNN's result.
static struct buffers make(const struct conv_problem *problem, bool integers, const char *text)
{
    struct data_rng rng = {42};
    struct shape_tensor x = shape_x(problem), w = shape_w(problem), y = shape_y(problem);
    int limit = integers ? data_integer_limit(problem) : 0;
    struct buffers buffers = {tensor(&rng, &x, limit), tensor(&rng, &w, limit),
                              tensor(&rng, &y, limit)};
    if (!onednn_forward(problem, buffers.x, buffers.w, buffers.y))
        fail_msg("%s: oneDNN refuses", text);
    return buffers;
}

static void release(struct buffers *buffers)
{
    free(buffers->x);
    free(buffers->w);
    free(buffers->y);
}

static struct check_input input(const struct conv_problem *problem, const struct buffers *buffers,
                                bool integers)
{
    return (struct check_input){
        .problem = problem, .x = buffers->x, .w = buffers->w, .y = buffers->y, .exact = integers};
}

static void compare(bool integers)
{
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        struct conv_problem problem = parse(shapes[i]);
        struct buffers buffers = make(&problem, integers, shapes[i]);
        struct check_input check = input(&problem, &buffers, integers);
        char text[CHECK_TEXT];
        if (!check_full(&check, text))
            fail_msg("%s: %s", shapes[i], text);
        if (!check_sample(&check, 100, 7, text))
            fail_msg("%s: sample: %s", shapes[i], text);
        release(&buffers);
    }
}

static void test_integers(void **state)
{
    (void)state;
    compare(true);
}

static void test_floats(void **state)
{
    (void)state;
    compare(false);
}

/// Mirrored taps are a cross-correlation with a mirrored filter.
static void test_flip(void **state)
{
    (void)state;
    struct conv_problem problem = parse("g2mb2ic4ih9iw7oc6kh3kw4ph1pw2");
    struct buffers buffers = make(&problem, true, "flip");
    int64_t taps = problem.r * problem.s, filters = problem.k * problem.c / problem.groups;
    for (int64_t f = 0; f < filters; f++)
        for (int64_t a = f * taps, b = a + taps - 1; a < b; a++, b--) {
            float kept = buffers.w[a];
            buffers.w[a] = buffers.w[b];
            buffers.w[b] = kept;
        }
    problem.flip = true;
    struct check_input check = input(&problem, &buffers, true);
    char text[CHECK_TEXT] = "";
    assert_true(check_full(&check, text));
    problem.flip = false;
    assert_false(check_full(&check, text));
    release(&buffers);
}

static void test_alpha_beta(void **state)
{
    (void)state;
    struct conv_problem problem = parse("mb2ic4ih9iw7oc6kh3ph1");
    problem.alpha = 2;
    problem.beta = -3;
    struct buffers buffers = make(&problem, true, "alpha and beta");
    struct shape_tensor y = shape_y(&problem);
    struct data_rng rng = {5};
    float *prior = tensor(&rng, &y, 8);
    for (size_t i = 0; i < shape_extent(&y); i++)
        buffers.y[i] = 2 * buffers.y[i] - 3 * prior[i];
    struct check_input check = input(&problem, &buffers, true);
    check.prior = prior;
    char text[CHECK_TEXT];
    assert_true(check_full(&check, text));
    free(prior);
    release(&buffers);
}

/// The same problem in channels-last memory, with room between the rows.
static void test_strides(void **state)
{
    (void)state;
    struct conv_problem packed = parse("g2mb2ic4ih9iw7oc6kh3ph1"), strided = packed;
    struct buffers buffers = make(&packed, true, "strides");
    strided.x_stride[1] = 1;
    strided.x_stride[4] = packed.c;
    strided.x_stride[3] = packed.c * packed.w + 3;
    strided.x_stride[0] = strided.x_stride[3] * packed.h + 5;
    struct shape_tensor from = shape_x(&packed), to = shape_x(&strided);
    float *x = calloc(shape_extent(&to), sizeof(*x));
    assert_non_null(x);
    for (int64_t n = 0; n < packed.n; n++)
        for (int64_t c = 0; c < packed.c; c++)
            for (int64_t h = 0; h < packed.h; h++)
                for (int64_t w = 0; w < packed.w; w++)
                    x[n * to.stride[0] + c * to.stride[1] + h * to.stride[2] + w * to.stride[3]] =
                        buffers.x[n * from.stride[0] + c * from.stride[1] + h * from.stride[2] + w];
    struct check_input check = input(&strided, &buffers, true);
    check.x = x;
    char text[CHECK_TEXT];
    assert_true(check_full(&check, text));
    free(x);
    release(&buffers);
}

/// One wrong value is found and named, by one unit in the last place for integers, and by a little
/// more than the bound for floats.
static void test_mismatch_is_named(void **state)
{
    (void)state;
    struct conv_problem problem = parse("mb2ic4ih9iw7oc6kh3ph1");
    size_t at = (size_t)(problem.y_stride[0] + 5 * problem.y_stride[1] + 3 * problem.y_stride[3] +
                         problem.y_stride[4] * 2);
    char text[CHECK_TEXT];

    struct buffers buffers = make(&problem, true, "mismatch");
    struct check_input check = input(&problem, &buffers, true);
    buffers.y[at] += 1;
    assert_false(check_full(&check, text));
    assert_ptr_equal(strstr(text, "n=1 k=5 p=3 q=2: got "), text);
    buffers.y[0] += 1; // an earlier one
    assert_false(check_full(&check, text));
    assert_ptr_equal(strstr(text, "n=0 k=0 p=0 q=0: got "), text);
    assert_false(check_sample(&check, 0, 1, text)); // a corner
    release(&buffers);

    buffers = make(&problem, false, "mismatch");
    check = input(&problem, &buffers, false);
    float good = buffers.y[at];
    buffers.y[at] = good + 1e-4f; // 36 terms below 1: the bound is below 36 * 40 * 2^-24 = 8.6e-5
    assert_false(check_full(&check, text));
    assert_non_null(strstr(text, "bound"));
    buffers.y[at] = (float)(0.0 / 0.0 * good);
    assert_false(check_full(&check, text));
    release(&buffers);
}

static void test_unwritten_is_named(void **state)
{
    (void)state;
    struct conv_problem problem = parse("mb2ic4ih9iw7oc6kh3ph1");
    struct buffers buffers = make(&problem, true, "unwritten");
    struct check_input check = input(&problem, &buffers, true);
    const uint32_t pattern = CHECK_UNWRITTEN;
    char text[CHECK_TEXT];
    memcpy(&buffers.y[problem.y_stride[0] - 10], &pattern, sizeof(pattern));
    assert_false(check_full(&check, text));
    assert_string_equal(text, "n=0 k=5 p=7 q=4: never written");
    assert_false(check_sample(&check, 0, 1, text));
    assert_string_equal(text, "n=0 k=5 p=7 q=4: never written");
    release(&buffers);
}

static void test_gaps(void **state)
{
    (void)state;
    struct conv_problem problem = parse("mb2ic1ih4oc3kh1");
    problem.y_stride[4] = 2;
    problem.y_stride[3] = 9;
    problem.y_stride[1] = 40;
    problem.y_stride[0] = 130;
    struct shape_tensor y = shape_y(&problem);
    size_t words = shape_extent(&y);
    uint32_t *memory = malloc(words * sizeof(*memory));
    assert_non_null(memory);
    for (size_t i = 0; i < words; i++)
        memory[i] = CHECK_UNWRITTEN;
    float *values = malloc(words * sizeof(*values));
    assert_non_null(values);
    memcpy(values, memory, words * sizeof(*values));
    struct data_rng rng = {3};
    data_fill(&rng, &y, 8, values);
    struct check_input check = {.problem = &problem, .y = values};
    char text[CHECK_TEXT];
    unsigned char *scratch = (unsigned char *)memory;
    assert_true(check_gaps(&check, scratch, text));
    values[130 + 40 + 9 + 3] = 0;
    assert_false(check_gaps(&check, scratch, text));
    assert_string_equal(text, "word 182 of y, between its elements, was overwritten");
    free(values);
    free(memory);
}

static void test_data(void **state)
{
    (void)state;
    struct conv_problem problem = parse("mb2ic100ih20iw20oc3kh5");
    assert_int_equal(data_integer_limit(&problem), 8); // 2500 * 64 < 2^24
    problem = parse("mb1ic1000000ih1oc1kh1");
    assert_int_equal(data_integer_limit(&problem), 4); // 10^6 * 25 > 2^24
    problem.alpha = -20;
    assert_int_equal(data_integer_limit(&problem), 0);

    float values[40000];
    const struct shape_tensor flat = {{1, 1, 1, 40000}, {40000, 40000, 40000, 1}};
    struct data_rng rng = {1};
    int seen[7] = {0};
    data_fill(&rng, &flat, 3, values);
    for (int i = 0; i < 40000; i++) {
        assert_true(values[i] >= -3 && values[i] <= 3 && values[i] == (float)(int)values[i]);
        seen[(int)values[i] + 3]++;
    }
    for (int i = 0; i < 7; i++) // 5714 expected, standard deviation 70
        assert_in_range(seen[i], 5300, 6100);
    double sum = 0;
    data_fill(&rng, &flat, 0, values);
    for (int i = 0; i < 40000; i++) {
        assert_true(values[i] >= -1 && values[i] < 1);
        sum += (double)values[i];
    }
    assert_true(sum > -600 && sum < 600); // standard deviation 115
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_flip),
        cmocka_unit_test(test_alpha_beta),
        cmocka_unit_test(test_strides),
        cmocka_unit_test(test_mismatch_is_named),
        cmocka_unit_test(test_unwritten_is_named),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_data),
    };
    return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
