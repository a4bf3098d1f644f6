// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// From a problem to a launch: sizes, layouts, what the solvers refuse and why, and the parameters
// that the kernel is given. Large problems are only described here, never run.
#include "plan/geometry.h"
#include "plan/plan.h"
#include "solvers/fastdiv.h"
#include "solvers/igemm_fwd_params.h"
#include "solvers/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// A packed FP32 problem, NCHW and KCRS, with its output size worked out.
static struct conv_problem make(int64_t n, int64_t c, int64_t h, int64_t w, int64_t k, int64_t r,
                                int64_t s, int64_t pad, int64_t stride, int64_t dilation,
                                int64_t groups)
{
    struct conv_problem problem = {
        .x_type = CONV_F32,
        .w_type = CONV_F32,
        .y_type = CONV_F32,
        .compute_type = CONV_F32,
        .n = n,
        .c = c,
        .d = 1,
        .h = h,
        .w = w,
        .k = k,
        .t = 1,
        .r = r,
        .s = s,
        .o = 1,
        .p = geometry_output(h, pad, r, stride, dilation),
        .q = geometry_output(w, pad, s, stride, dilation),
        .x_stride = {c * h * w, h * w, 0, w, 1},
        .w_stride = {c / groups * r * s, r * s, 0, s, 1},
        .pad = {0, pad, pad},
        .stride = {1, stride, stride},
        .dilation = {1, dilation, dilation},
        .groups = groups,
        .alpha = 1,
    };
    const int64_t y_stride[] = {k * problem.p * problem.q, problem.p * problem.q, 0, problem.q, 1};
    memcpy(problem.y_stride, y_stride, sizeof y_stride);
    return problem;
}

static void expect_accepted(const struct conv_problem *problem)
{
    char text[GEOMETRY_TEXT], reason[SOLVER_REASON_TEXT];
    if (!geometry_check(problem, text))
        fail_msg("not a convolution: %s", text);
    if (!igemm_fwd_solver.accepts(problem, reason))
        fail_msg("refused: %s", reason);
}

static void expect_refused(const struct conv_problem *problem, const char *part)
{
    char text[GEOMETRY_TEXT], reason[SOLVER_REASON_TEXT];
    if (!geometry_check(problem, text))
        fail_msg("not a convolution: %s", text);
    assert_false(igemm_fwd_solver.accepts(problem, reason));
    if (!strstr(reason, part))
        fail_msg("\"%s\" does not contain \"%s\"", reason, part);
}

static struct igemm_fwd_params prepare(const struct conv_problem *problem, struct launch *launch)
{
    const struct conv_buffers buffers = {.x = 0x1000, .w = 0x2000, .y = 0x3000};
    struct igemm_fwd_params params;
    expect_accepted(problem);
    igemm_fwd_solver.prepare(problem, &buffers, launch);
    memset(&params, 0, sizeof params);
    memcpy(&params, launch->params, launch->param_bytes);
    return params;
}

// Geometry

static void output_sizes(void **state)
{
    (void)state;
    static const struct {
        int64_t in, pad, taps, stride, dilation, out;
    } cases[] = {
        {224, 2, 11, 4, 1, 55}, // AlexNet's first layer
        {4, 1, 5, 1, 1, 2},     // filter larger than the image, not than the padded one
        {7, 5, 5, 1, 1, 13},
        {1, 5, 5, 1, 1, 7},
        {13, 2, 3, 1, 2, 13},
        {32, 0, 1, 2, 1, 16},
        {2, 1, 3, 3, 1, 1},
        {14, 1, 1, 1, 1, 16},
        {3, 0, 4, 1, 1, 0}, // too large
        {3, 0, 2, 1, 3, 0},
        {2147483647, 2147483647, 1, 1, 1, INT64_C(6442450941)},
        {1, 0, 2147483647, 1, 2147483647, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(geometry_output(cases[i].in, cases[i].pad, cases[i].taps, cases[i].stride,
                                         cases[i].dilation),
                         cases[i].out);
}

static void expect_inconsistent(struct conv_problem problem, const char *part)
{
    char text[GEOMETRY_TEXT];
    assert_false(geometry_check(&problem, text));
    if (!strstr(text, part))
        fail_msg("\"%s\" does not contain \"%s\"", text, part);
}

static void inconsistent_problems_are_named(void **state)
{
    (void)state;
    const struct conv_problem good = make(2, 4, 8, 8, 6, 3, 3, 1, 1, 1, 2);
    expect_accepted(&good);
    struct conv_problem bad;
    bad = good, bad.n = 0, expect_inconsistent(bad, "N = 0");
    bad = good, bad.k = INT64_C(1) << 31, expect_inconsistent(bad, "K = 2147483648");
    bad = good, bad.pad[1] = -1, expect_inconsistent(bad, "height pad = -1");
    bad = good, bad.dilation[2] = 0, expect_inconsistent(bad, "width dilation = 0");
    bad = good, bad.groups = 0, expect_inconsistent(bad, "groups = 0");
    bad = good, bad.groups = 4, expect_inconsistent(bad, "4 groups do not divide C = 4 and K = 6");
    bad = good, bad.s = 11, expect_inconsistent(bad, "width: the filter covers 11");
    bad = good, bad.p = 7, expect_inconsistent(bad, "height: y has 7 but the convolution gives 8");
}

// Layouts

static void layouts(void **state)
{
    (void)state;
    const int64_t dims[] = {2, 3, 1, 4, 5};
    const int64_t nchw[] = {60, 20, 777, 5, 1}, nhwc[] = {60, 1, 0, 15, 3};
    assert_true(layout_is_packed(dims, nchw));
    assert_false(layout_is_packed(dims, nhwc));
    assert_true(layout_is_disjoint(dims, nchw));
    assert_true(layout_is_disjoint(dims, nhwc));
    const int64_t gaps[] = {100, 30, -5, 6, 1};
    assert_false(layout_is_packed(dims, gaps));
    assert_true(layout_is_disjoint(dims, gaps));
    assert_true(layout_strides_within(dims, gaps, 100));
    assert_false(layout_strides_within(dims, gaps, 99));
    const int64_t overlapping[] = {60, 19, 0, 5, 1}, repeated[] = {20, 20, 0, 5, 1};
    assert_false(layout_is_disjoint(dims, overlapping));
    assert_false(layout_is_disjoint(dims, repeated));
    const int64_t zero[] = {60, 20, 0, 5, 0}, negative[] = {60, 20, 0, -5, 1};
    assert_false(layout_strides_within(dims, zero, 100));
    assert_false(layout_strides_within(dims, negative, 100));
    assert_int_equal(layout_add_extent(1, 5, 3), 13);
    assert_int_equal(layout_add_extent(7, 1, INT64_MAX), 7);
    assert_int_equal(layout_add_extent(1, INT64_MAX, 2), INT64_MAX);
}

// What the implicit GEMM refuses

static void types_and_layouts_that_are_refused(void **state)
{
    (void)state;
    const struct conv_problem good = make(2, 4, 8, 8, 6, 3, 3, 1, 1, 1, 1);
    struct conv_problem bad;
    bad = good, bad.x_type = CONV_F16, expect_refused(&bad, "x is f16");
    bad = good, bad.w_type = CONV_BF16, expect_refused(&bad, "w bf16");
    bad = good, bad.y_type = CONV_F64, expect_refused(&bad, "y f64");
    bad = good, bad.compute_type = CONV_S32, expect_refused(&bad, "compute type s32");
    bad = good, bad.pad[0] = 1, bad.o = 3, expect_refused(&bad, "depth");
    bad = good, bad.w_stride[1] = 10, expect_refused(&bad, "w must be packed as KCRS");
    bad = good, bad.x_stride[1] = -64, expect_refused(&bad, "strides of x");
    bad = good, bad.x_stride[4] = 0, expect_refused(&bad, "strides of x");
    bad = good, bad.x_stride[0] = INT64_C(1) << 31, expect_refused(&bad, "2147483648");
    bad = good, bad.y_stride[1] = 63, expect_refused(&bad, "strides of y");
    bad = good, bad.y_stride[0] = 0, expect_refused(&bad, "strides of y");
    // x is only read: its elements may share addresses.
    bad = good, bad.x_stride[1] = 1, expect_accepted(&bad);
}

static void strides_of_single_elements_are_ignored(void **state)
{
    (void)state;
    struct launch launch, same;
    struct conv_problem problem = make(1, 1, 8, 8, 1, 1, 1, 0, 1, 1, 1);
    prepare(&problem, &launch);
    problem.x_stride[0] = -3;
    problem.x_stride[1] = 0;
    problem.x_stride[2] = INT64_MIN;
    problem.y_stride[0] = INT64_MAX;
    problem.y_stride[1] = 1;
    for (int i = 0; i < 5; i++)
        problem.w_stride[i] = 99 * i;
    prepare(&problem, &same);
    assert_memory_equal(&launch, &same, sizeof launch);
}

static void sizes_at_the_edge(void **state)
{
    (void)state;
    struct conv_problem problem;
    // Rows of the GEMM: below 2^31 - 128.
    problem = make(2147483519, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1), expect_accepted(&problem);
    problem = make(2147483520, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1), expect_refused(&problem, "N*P*Q");
    problem = make(1 << 30, 1, 32768, 32768, 1, 1, 1, 0, 1, 1, 1); // 2^60
    problem.x_stride[0] = 1, problem.y_stride[0] = 1 << 30;
    expect_refused(&problem, "N*P*Q = 1073741824*32768*32768");

    // Elements of one image of x, with its padding; many images may exceed 2^31.
    problem = make(1, 32767, 256, 256, 1, 1, 1, 0, 1, 1, 1), expect_accepted(&problem);
    problem = make(1, 32768, 256, 256, 1, 1, 1, 0, 1, 1, 1);
    expect_refused(&problem, "image of x spans 2147483648 elements");
    problem = make(1, 32767, 256, 256, 1, 3, 3, 128, 1, 1, 1),
    expect_refused(&problem, "image of x");
    problem = make(1000, 128, 200, 200, 4, 1, 1, 0, 1, 1, 1), expect_accepted(&problem);

    // Elements of one image of y.
    problem = make(1, 1, 256, 256, 32767, 1, 1, 0, 1, 1, 1), expect_accepted(&problem);
    problem = make(1, 1, 256, 256, 32768, 1, 1, 0, 1, 1, 1);
    expect_refused(&problem, "image of y spans 2147483648 elements");

    // Elements of w, and the length of the sum.
    problem = make(1, 46340, 1, 1, 46340, 1, 1, 0, 1, 1, 1), expect_accepted(&problem);
    problem = make(1, 46341, 1, 1, 46341, 1, 1, 0, 1, 1, 1), expect_refused(&problem, "w has");
    problem = make(1, 2147483519, 1, 1, 1, 1, 1, 0, 1, 1, 1), expect_accepted(&problem);
    problem = make(1, 2147483520, 1, 1, 1, 1, 1, 0, 1, 1, 1), expect_refused(&problem, "w has");

    // Rows and columns of the padded input.
    problem = make(1, 1, 2, 1, 1, 2, 1, 536870911, 536870911, 1073741823, 1);
    expect_accepted(&problem);
    problem = make(1, 1, 3, 1, 1, 1, 1, 536870911, 1 << 30, 1, 1);
    expect_refused(&problem, "padded input has 1073741825 rows");

    // The grid: y counts filter tiles, z groups.
    problem = make(1, 1, 1, 1, 65535 * 64, 1, 1, 0, 1, 1, 1), expect_accepted(&problem);
    problem = make(1, 1, 1, 1, 65535 * 64 + 1, 1, 1, 0, 1, 1, 1),
    expect_refused(&problem, "65536 filter tiles");
    problem = make(1, 65535, 1, 1, 65535, 1, 1, 0, 1, 1, 65535), expect_accepted(&problem);
    problem = make(1, 65536, 1, 1, 65536, 1, 1, 0, 1, 1, 65536);
    expect_refused(&problem, "65536 groups");
}

// What the kernel is given

static void launch_geometry(void **state)
{
    (void)state;
    struct launch launch;
    struct conv_problem problem = make(3, 4, 9, 9, 130, 1, 1, 0, 1, 1, 2);
    prepare(&problem, &launch);
    assert_int_equal(launch.kernel, KERNEL_conv_fwd_igemm_f32_128x64);
    assert_int_equal(launch.grid[0], 2); // 243 positions
    assert_int_equal(launch.grid[1], 2); // 65 filters per group
    assert_int_equal(launch.grid[2], 2);
    assert_int_equal(launch.threads, 128);
    assert_int_equal(launch.shared_bytes, 0);
    assert_int_equal(launch.param_bytes, 172);
    assert_int_equal(igemm_fwd_solver.workspace(&problem), 0);
}

static void parameters_of_a_general_problem(void **state)
{
    (void)state;
    struct launch launch;
    struct conv_problem problem = make(2, 6, 10, 12, 4, 3, 2, 1, 2, 3, 2);
    problem.alpha = 0.5;
    problem.beta = -2;
    struct igemm_fwd_params params = prepare(&problem, &launch);
    assert_int_equal(params.x, 0x1000);
    assert_int_equal(params.w, 0x2000);
    assert_int_equal(params.y, 0x3000);
    assert_true(params.alpha == 0.5f && params.beta == -2.0f && params.read_y == 1);
    assert_int_equal(problem.p, 3);
    assert_int_equal(problem.q, 6);
    assert_int_equal(params.m, 2 * 3 * 6);
    assert_int_equal(params.k, 2);
    assert_int_equal(params.crs, 3 * 3 * 2);
    assert_int_equal(params.h, 10);
    assert_int_equal(params.w_dim, 12);
    assert_int_equal(params.pq, 18);
    assert_int_equal(params.q, 6);
    assert_int_equal(params.rs, 6);
    assert_int_equal(params.s, 2);
    assert_int_equal(fastdiv_quotient(params.by_pq, 1000), 1000 / 18);
    assert_int_equal(fastdiv_quotient(params.by_q, 1000), 1000 / 6);
    assert_int_equal(fastdiv_quotient(params.by_rs, 1000), 1000 / 6);
    assert_int_equal(fastdiv_quotient(params.by_s, 1000), 1000 / 2);
    assert_int_equal(params.base_h, -1);
    assert_int_equal(params.base_w, -1);
    assert_int_equal(params.stride_h, 2);
    assert_int_equal(params.step_h, 3);
    assert_int_equal(params.step_w, 3);
    assert_int_equal(params.x_n, 720);
    assert_int_equal(params.x_c, 120);
    assert_int_equal(params.x_h, 12);
    assert_int_equal(params.x_w, 1);
    assert_int_equal(params.y_n, 72);
    assert_int_equal(params.y_k, 18);
    assert_int_equal(params.y_p, 6);
    assert_int_equal(params.y_q, 1);
    assert_int_equal(params.x_group, 3 * 120);
    assert_int_equal(params.w_group, 2 * 18);
    assert_int_equal(params.y_group, 2 * 18);

    problem.flip = true;
    problem.beta = 0;
    params = prepare(&problem, &launch);
    assert_int_equal(params.base_h, -1 + 2 * 3);
    assert_int_equal(params.base_w, -1 + 1 * 3);
    assert_int_equal(params.step_h, -3);
    assert_int_equal(params.step_w, -3);
    assert_int_equal(params.read_y, 0);
}

// The choice

static void plan_names_the_solver_or_the_reasons(void **state)
{
    (void)state;
    char reason[PLAN_REASON_TEXT];
    struct conv_problem problem = make(2, 4, 8, 8, 6, 3, 3, 1, 1, 1, 1);
    assert_ptr_equal(plan_choose(&problem, CONV_IMPLICIT_GEMM, reason), &igemm_fwd_solver);
    assert_ptr_equal(plan_choose(&problem, CONV_IMPLICIT_PRECOMP_GEMM, reason), &igemm_fwd_solver);
    assert_null(plan_choose(&problem, CONV_WINOGRAD, reason));
    assert_string_equal(reason, "algorithm 6 (WINOGRAD) has no kernel");
    problem.x_type = CONV_F16;
    assert_null(plan_choose(&problem, CONV_IMPLICIT_GEMM, reason));
    assert_string_equal(reason,
                        "algorithm 0 (IMPLICIT_GEMM): conv_fwd_igemm_f32_128x64: types must "
                        "be f32, but x is f16, w f32, y f32, compute type f32");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_sizes),
        cmocka_unit_test(inconsistent_problems_are_named),
        cmocka_unit_test(layouts),
        cmocka_unit_test(types_and_layouts_that_are_refused),
        cmocka_unit_test(strides_of_single_elements_are_ignored),
        cmocka_unit_test(sizes_at_the_edge),
        cmocka_unit_test(launch_geometry),
        cmocka_unit_test(parameters_of_a_general_problem),
        cmocka_unit_test(plan_names_the_solver_or_the_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
